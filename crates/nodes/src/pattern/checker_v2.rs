//! Squares of two colors, with edges that are smooth over a pixel.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};
use travertine_program::Expr;

use crate::parts::lattices::cells;
use crate::parts::sampling::coverage;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Checker", lower)
        .describe(
            "A chequerboard: squares, cubes in three dimensions, and cubes that change with time in four. Along z \
             and time the origin is the middle of a cube, so that pictures at z = 0 cut no cube at its border. \
             Mix two colors or two textures by its value, or multiply it into a height. Where pixels are known, each \
             shows the mean of its squares, gray where they are too fine. For squares with joints and numbers, see \
             `pattern/tiles`.",
        )
        .search(&[
            "checkerboard",
            "chequerboard",
            "chess",
            "squares",
            "tiles",
            "cubes",
            "alternate",
            "gingham",
            "floor",
            "uv test",
        ])
        .input(InputDefinition::vector("size", [0.125; 3]).soft(0.01..=1.0).step(0.005).unit("units").describe(
            "The size of a square along x, y and z. With a size of 0 the pattern is constant along the \
                     axis. Along time a cube always lasts one unit.",
        ))
        .input(
            InputDefinition::fraction("softness", 0.0).describe(
                "The part of a square over which it fades into its neighbors: 0 is hard, 1 gives soft waves.",
            ),
        )
        .input(coverage::soften())
        .input(cells::dimensions(1))
        .input(InputDefinition::position())
        .float_output(
            "value",
            "1 in the square between the origin and its diagonal neighbor and in every second one, 0 in the \
             others, and 0.5 between them.",
        )
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let position = context.input_position()?;
    let (size, softness) = (context.vector("size")?, context.float("softness")?.clamp01());
    let place = |position: [Expr<'a>; 3]| [0, 1, 2].map(|axis: usize| position[axis] / size[axis]);
    let changes = coverage::changes(context, |at| Ok(Field::Vector(place(context.input_position_at(at)?.vector()))))?;
    let change = |axis: usize| changes.map(|changes| changes.map(|change| change.to_vector()[axis]));
    let [x, y, z] = place(position.vector());
    let one = context.constant(1.0);
    let axes = [
        (x, size[0], change(0)),
        (y, size[1], change(1)),
        (z + 0.5, size[2], change(2)),
        // Pixels last no time.
        (position.time + 0.5, one, None),
    ];
    let (mut count, mut weight) = (context.constant(0.0), one);
    for &(place, size, change) in &axes[..context.integer("dimensions") as usize] {
        count = count + place.floor();
        // From 0 at the border to 1 in the middle of a square.
        let depth = 1.0 - (place.fract() * 2.0 - 1.0).abs();
        let soft = (depth / softness * 0.5 + 0.5).smoothstep() * 2.0 - 1.0;
        let edge = if softness.is_constant(0.0) { one } else { softness.select(soft, 1.0) };
        let edge = change.map_or(edge, |change| over_pixel(edge, place, depth, softness, change));
        if !edge.is_constant(1.0) {
            weight = weight * size.select(edge, 1.0);
        }
    }
    // 1 for even counts and 0 for odd ones, which stay distinct up to 2^24.
    let even = 1.0 - count.modulo(2.0);
    Ok(vec![(0.5 + (even - 0.5) * weight).into()])
}

/// The mean over a pixel, where the square at its middle has 1 and its neighbors have -1.
fn over_pixel<'a>(
    edge: Expr<'a>,
    place: Expr<'a>,
    depth: Expr<'a>,
    softness: Expr<'a>,
    change: [Expr<'a>; 3],
) -> Expr<'a> {
    let [most, rest] = coverage::sides(change);
    let one_edge = coverage::step(edge * 0.5 + 0.5, depth * 0.5, softness, change) * 2.0 - 1.0;
    // A pixel over several squares: the difference of the integral, a wave that rises in even squares and falls in odd
    // ones.
    let width = (most * most + rest * rest).sqrt();
    let wave = |place: Expr<'a>| 1.0 - (place.modulo(2.0) - 1.0).abs();
    let rise = wave(place + width * 0.5) - wave(place - width * 0.5);
    let sign = 1.0 - place.floor().modulo(2.0) * 2.0;
    let many = (rise * sign / width).max(-1.0).min(1.0);
    (width - 1.0).max(0.0).select(many, one_edge)
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "A floor of limestone and slate",
  "nodes": {
    "board": {"type": "pattern/checker@2", "inputs": {"size": [0.25, 0.25, 0.25], "softness": 0.01}},
    "noise": {"type": "noise/perlin", "inputs": {"scale": 5, "octaves": 5, "min": 0, "max": 1, "seed": 5}},
    "light": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "noise"},
        "ramp": {
          "stops": [
            {"position": 0.3, "color": "#a49a8c"},
            {"position": 0.5, "color": "#ede6da"},
            {"position": 0.7, "color": "#f7f3ec"}
          ]
        }
      }
    },
    "dark": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "noise"},
        "ramp": {
          "stops": [
            {"position": 0.3, "color": "#16211f"},
            {"position": 0.5, "color": "#2c3f3b"},
            {"position": 0.7, "color": "#4d6a62"}
          ]
        }
      }
    },
    "floor": {
      "type": "blend/mix",
      "inputs": {
        "a": {"node": "dark", "output": "color"}, "b": {"node": "light", "output": "color"},
        "factor": {"node": "board"}
      }
    }
  },
  "outputs": {"color": {"node": "floor"}}
}"##;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::{alone, spaced_outputs, value_at};

    #[test]
    fn without_pixels_it_is_the_first_version() {
        for inputs in ["{}", r#"{"softness": 0.3, "dimensions": 4}"#, r#"{"size": [0.3, 0, 0.2], "softness": 1}"#] {
            for step in 0..200 {
                let at = [0.37, -0.21, 0.53, 0.71].map(|part: f32| part * step as f32);
                let [first, second] = ["pattern/checker", "pattern/checker@2"].map(|node| value_at(node, inputs, at));
                assert_eq!(first, second, "{inputs} at {at:?}");
            }
        }
    }

    #[test]
    fn squares_finer_than_pixels_are_gray() {
        let at = spaced_outputs(&alone("pattern/checker@2", r#""size": [0.25, 0.25, 0.25]"#, &["value"]), 1, Some(2.0));
        for step in 0..50 {
            assert_eq!(at([0.37 * step as f32, 0.71, 0.0, 0.0]), [0.5]);
        }
    }

    #[test]
    fn a_pixel_over_three_squares_shows_one_more() {
        let at = spaced_outputs(&alone("pattern/checker@2", r#""size": [1, 0, 0]"#, &["value"]), 1, Some(3.0));
        assert!((at([0.5, 0.0, 0.0, 0.0])[0] - 1.0 / 3.0).abs() < 1e-6);
        assert!((at([1.0, 0.0, 0.0, 0.0])[0] - 0.5).abs() < 1e-6);
    }
}
