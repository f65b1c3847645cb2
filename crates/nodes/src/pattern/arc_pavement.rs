//! Paving stones in arcs.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};

use crate::parts::lattices::random;
use crate::parts::positions::angle::sine_and_cosine;
use crate::parts::tilings::brick_row;
use crate::parts::tilings::pieces::{self, Periods, Piece};

/// Degrees in a radian.
const DEGREES: f32 = 180.0 / std::f32::consts::PI;

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Arc pavement", lower)
        .describe(
            "Small stones laid in arcs side by side, as in European streets and squares. Every arc has the same \
             curve as the one above it, and every second one has a stone more, so that no joints meet. The \
             stones are columns along z.",
        )
        .search(&[
            "cobblestones",
            "street",
            "setts",
            "paving",
            "european",
            "segmental arcs",
            "fan",
            "square",
            "old town",
            "granite setts",
            "cobbles",
            "pavers",
            "road",
        ])
        .input(
            pieces::size([0.5, 0.0625, 0.0])
                .describe("The width of an arc along x, and the distance between arcs along y. z is ignored."),
        )
        .input(
            InputDefinition::integer("stones", 9)
                .hard(1.0..=256.0)
                .soft(3.0..=24.0)
                .describe("The number of stones in an arc; every second arc has one more."),
        )
        .input(
            InputDefinition::float("angle", 90.0)
                .hard(1.0..=179.0)
                .soft(10.0..=150.0)
                .step(1.0)
                .unit("degrees")
                .describe("The part of a circle that an arc is: small angles are flat, 179 is a half circle."),
        );
    let definition = pieces::joints(definition, 0.01, 0.012).input(pieces::jitter_of(0.3).describe(
        "The irregularity of the stones' widths: at 0 all are alike, at 1 some are several times as wide as \
         others.",
    ));
    pieces::placed(definition, "arcs along x and y, along y an even number.")
        .float_output("column", "The number of the column of arcs.")
        .float_output("row", "The number of the arc in its column.")
        .float_output("stone", "The number of the stone in its arc, from 0.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let (position, periods) = (context.input_position()?, Periods::of(context)?);
    let [width, pitch, _] = context.vector("size")?;
    let (width, pitch) = (width.abs(), pitch.abs());
    let half_angle = context.float("angle")?.max(1.0).min(179.0) * 0.5;
    let (jitter, none) = (pieces::irregularity(context)?, context.constant(0.0));

    // All arcs of a column are one circle moved down. y counts from the top of an arc.
    let (half_sine, _) = sine_and_cosine(half_angle);
    let radius = width * 0.5 / half_sine;
    let columns = position.x / width;
    let (column, x) = (columns.floor(), (columns.fract() - 0.5) * width);
    let sagitta = radius - (radius * radius - x * x).sqrt();
    let rows = position.y / pitch;
    let down = rows.fract() - sagitta / pitch;
    let (row, part) = (rows.floor() + down.floor(), down.fract());

    // How far up the point lies from the middle of the circle a part of a row further down, and how far away.
    let from_circle = |further: f32| {
        let up = radius - sagitta - (part - further) * pitch;
        (up, (x * x + up * up).sqrt())
    };
    let ((_, to_upper), (up, _), (_, to_lower)) = (from_circle(0.0), from_circle(0.5), from_circle(1.0));
    let between = (radius - to_upper).min(to_lower - radius);

    // Stones are cut towards the middle of the circle half a row down.
    let count = row.modulo(2.0) + context.integer("stones") as f32;
    let full = half_angle * 2.0;
    let from_left = x.atan2(up) * DEGREES + half_angle;
    let stones = (from_left / full * count).max(0.0).min(count * 0.999_999);
    let wrapped = [periods.wrap(0, column), periods.wrap(1, row)];
    let random = |cut| {
        let random = random::of_piece(context, [wrapped[0], wrapped[1], cut], 1);
        // The ends of an arc stay.
        let is_inside = cut.min(count - cut);
        is_inside.select(random, 0.5)
    };
    let one = context.constant(1.0);
    let stone = brick_row::brick_at(stones, one, none, jitter, random);
    let degrees = full / count;
    let angle = stone.center * degrees - half_angle;
    let half = stone.length * 0.5 * degrees;
    // To the lines on which the stone is cut, but not at the ends of the arc.
    let to_cut = |angle| {
        let (sine, cosine) = sine_and_cosine(angle);
        (x * cosine - up * sine).abs()
    };
    let left = stone.index.select(to_cut(angle - half), f32::MAX);
    let right = (count - 1.0 - stone.index).select(to_cut(angle + half), f32::MAX);
    let beside = width * 0.5 - x.abs();

    let (sine, cosine) = sine_and_cosine(angle);
    let middle = [radius * sine, radius * cosine];
    let (right_of, up_of) = (x - middle[0], up - middle[1]);
    let piece = Piece {
        cell: [wrapped[0], wrapped[1], stone.index],
        edge: between.min(left.min(right)).min(beside),
        center: [(column + 0.5) * width + middle[0], (row + 0.5) * pitch + radius - middle[1], none],
        local: [right_of * cosine - up_of * sine, -(right_of * sine) - up_of * cosine, position.z],
    };
    let mut outputs = piece.outputs(context, position)?;
    outputs.extend([column, row, stone.index].map(Field::Float));
    Ok(outputs)
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Granite setts",
  "nodes": {
    "position": {"type": "input/position"},
    "wobble": {"type": "noise/perlin", "inputs": {"scale": 12, "octaves": 2, "seed": 8}},
    "shift": {"type": "math/multiply", "inputs": {"a": {"node": "wobble", "output": "gradient"}, "b": 0.0004}},
    "uneven": {
      "type": "math/add",
      "inputs": {"a": {"node": "position", "output": "position"}, "b": {"node": "shift"}}
    },
    "stones": {
      "type": "pattern/arc-pavement",
      "inputs": {"size": [0.66, 0.08, 0], "joint": 0.009, "bevel": 0.014, "seed": 5, "position": {"node": "uneven"}}
    },
    "grain": {"type": "noise/perlin", "inputs": {"scale": 45, "octaves": 3, "persistence": 0.8, "seed": 5}},
    "shade": {"type": "math/formula", "inputs": {
      "formula": "0.1 + 0.8*a + 0.45*b", "a": {"node": "stones", "output": "id"}, "b": {"node": "grain"}
    }},
    "granite": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "shade"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#4b4f57"},
            {"position": 0.35, "color": "#767a80"},
            {"position": 0.6, "color": "#9a958e"},
            {"position": 0.8, "color": "#a98f7e"},
            {"position": 1, "color": "#c9bda9"}
          ],
          "space": "srgb"
        }
      }
    },
    "street": {
      "type": "blend/mix",
      "inputs": {"a": [0.09, 0.08, 0.06, 1], "b": {"node": "granite"}, "factor": {"node": "face"}}
    },
    "face": {
      "type": "math/smoothstep",
      "inputs": {"value": {"node": "stones", "output": "edge"}, "low": 0.003, "high": 0.007}
    },
    "relief": {"type": "math/formula", "inputs": {
      "formula": "0.011*a + 0.0022*b", "a": {"node": "stones"}, "b": {"node": "grain"}
    }},
    "normal": {"type": "filter/normal-map", "inputs": {"height": {"node": "relief"}, "distance": 0.002}},
    "light": {
      "type": "vector/dot",
      "inputs": {"a": {"node": "normal", "output": "normal"}, "b": [-0.5, 0.6, 0.9]}
    },
    "shaded": {"type": "math/maximum", "inputs": {"a": {"node": "light"}, "b": 0.1}},
    "lit": {"type": "math/multiply", "inputs": {"a": {"node": "street"}, "b": {"node": "shaded"}}},
    "picture": {"type": "math/clamp", "inputs": {"value": {"node": "lit"}}}
  },
  "outputs": {"color": {"node": "picture"}}
}"##;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::named_at;
    use crate::checks::tiling_oracle::Tiling;

    const NODE: &str = "pattern/arc-pavement";

    #[test]
    fn pieces_are_stones() {
        Tiling::new(NODE, "").check([1.2, 0.6]);
        Tiling::new(NODE, r#""size": [0.4, 0.1, 0], "stones": 4, "angle": 150, "jitter": 1"#).check([1.2, 0.6]);
        Tiling::new(NODE, r#""size": [0.3, 0.05, 0], "stones": 2, "angle": 20, "jitter": 0"#).check([0.8, 0.4]);
    }

    #[test]
    fn arcs_are_parts_of_circles() {
        // A quarter of a circle of radius 1, and 0.1 below it the next.
        let inputs = r#"{"size": [1.4142135, 0.1, 0], "stones": 5, "jitter": 0}"#;
        for step in 0..200 {
            let angle = (step as f32 / 200.0 - 0.5) * 1.5;
            let [sine, cosine] = [travertine_noise::math::sin(angle), travertine_noise::math::cos(angle)];
            let point = |down: f32| [std::f32::consts::FRAC_1_SQRT_2 + sine, 1.0 - cosine + down, 0.0, 0.0];
            assert!(named_at(NODE, "edge", inputs, point(0.0))[0] < 1e-5);
            assert_eq!(named_at(NODE, "row", inputs, point(0.01)), [0.0]);
            assert_eq!(named_at(NODE, "row", inputs, point(0.11)), [1.0]);
            // Every second arc has one stone more.
            for (down, count) in [(0.05, 5.0), (0.15, 6.0)] {
                let expected = ((angle / std::f32::consts::FRAC_PI_2 + 0.5) * count).floor();
                let from_joint = ((angle / std::f32::consts::FRAC_PI_2 + 0.5) * count).fract();
                if (0.01..0.99).contains(&from_joint) {
                    assert_eq!(named_at(NODE, "stone", inputs, point(down)), [expected], "{angle}");
                }
            }
        }
    }

    #[test]
    fn ids_repeat() {
        Tiling::new(NODE, r#""size": [0.5, 0.125, 0]"#).check_period([2, 4, 0], [1.0, 0.5, 0.0]);
    }
}
