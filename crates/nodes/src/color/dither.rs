//! Colors on a few levels, mixed from dots.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, Lowered, LoweringContext, Position, Suspended};
use travertine_noise::{Grain, Random};
use travertine_program::{BasisFunction, Expr};

use crate::parts::colors::encoding;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Dither", lower)
        .describe(
            "Reduces colors to a few levels and mixes the shades between them from square dots: pixel art, old \
             consoles, newsprint, risography. The patterns after Bryce Bayer, \"An optimum method for two-level \
             rendition of continuous-tone pictures\" (1973), are regular; `blue` is irregular without clumps: \
             random numbers without their local mean, after Robert Ulichney, \"Dithering with blue noise\" (1988). \
             A dot depends on its place alone. The mean of many dots is the original. Channels are limited to 0 to \
             1. Alpha is unchanged.",
        )
        .search(&[
            "ordered dither",
            "bayer",
            "blue noise",
            "pixel art",
            "retro",
            "8 bit",
            "1 bit",
            "newspaper",
            "stipple",
            "halftone",
            "quantize",
            "posterize",
            "banding",
            "pixelate",
        ])
        .input(
            InputDefinition::color("color", [0.5, 0.5, 0.5, 1.0])
                .moved()
                .soft(0.0..=1.0)
                .describe("The color to reduce, evaluated in the middle of each dot."),
        )
        .input(
            InputDefinition::integer("levels", 2)
                .hard(2.0..=256.0)
                .soft(2.0..=16.0)
                .describe("The number of levels of each channel: 2 gives eight colors, more hide the dots."),
        )
        .input(InputDefinition::choice("pattern", &["bayer-8", "bayer-4", "bayer-2", "blue"]).describe(
            "The order in which dots light up: by a matrix of 8, 4 or 2 dots across, which repeats, or \
                 irregularly.",
        ))
        .input(
            InputDefinition::float("size", 0.0078125)
                .above_0()
                .soft(0.001..=0.05)
                .step(0.001)
                .unit("units")
                .describe("The width of a dot. Make it a whole number of pixels."),
        )
        .input(InputDefinition::boolean("pixelate", true).describe(
            "Takes one color for each dot. If off, the color changes within dots, and fine lines stay sharp.",
        ))
        .input(encoding::input())
        .input(InputDefinition::seed())
        .input(InputDefinition::vector("period", [0.0; 3]).soft(0.0..=256.0).step(1.0).unit("dots").describe(
            "The number of dots after which the pattern repeats along x and y; 0 is never. A picture of one unit \
             tiles if the period times the size is 1.",
        ))
        .color_output("color", "The reduced color.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let (size, [across, down, _]) = (context.float("size")?, context.vector("period")?);
    let position = context.position();
    let [x, y] = [position.x, position.y].map(|coordinate| (coordinate / size).floor());
    let place = if context.boolean("pixelate") {
        let [middle_x, middle_y] = [x, y].map(|index| (index + 0.5) * size);
        // A dot stands for its whole square.
        let footprint = position.footprint.map(|footprint| footprint.max(size));
        Position { x: middle_x, y: middle_y, footprint, ..position }
    } else {
        position
    };
    let [red, green, blue, alpha] = context.any_at("color", place)?.to_color();
    let at = |right: f32, below: f32| {
        [(x + right, across), (y + below, down)].map(|(index, period)| repeated(index, period))
    };
    let share = match context.choice("pattern") {
        "bayer-2" => bayer(at(0.0, 0.0), 1),
        "bayer-4" => bayer(at(0.0, 0.0), 2),
        "bayer-8" => bayer(at(0.0, 0.0), 3),
        _ => blue_noise(context, at)?,
    };
    let steps = context.integer("levels") as f32 - 1.0;
    let [red, green, blue] = [red, green, blue].map(|channel| {
        let level = (encoding::encode(context, channel.clamp01()) * steps + share).floor();
        encoding::decode(context, (level / steps).clamp01())
    });
    Ok(vec![Field::Color([red, green, blue, alpha])])
}

/// An index within its period; a period of 0 or less does not repeat.
fn repeated<'a>(index: Expr<'a>, period: Expr<'a>) -> Expr<'a> {
    period.select(index.modulo(period), index)
}

/// The place of a dot in Bayer's matrix of 2^`bits` dots across, as a number between 0 and 1.
fn bayer<'a>([x, y]: [Expr<'a>; 2], bits: u32) -> Expr<'a> {
    let bit = |index: Expr<'a>, bit: u32| (index / (1 << bit) as f32).floor().modulo(2.0);
    let mut order = x.builder().constant(0.5);
    // The lowest bit of the indices counts most.
    for low in (0..bits).rev() {
        let (column, row) = (bit(x, low), bit(y, low));
        order = order + ((column - row).abs() * 2.0 + row) * (1 << (2 * (bits - 1 - low))) as f32;
    }
    order / (1 << (2 * bits)) as f32
}

/// A random number of a dot without the mean of those around, from 0 to just below 1 with equal shares.
fn blue_noise<'a>(
    context: &LoweringContext<'a>,
    at: impl Fn(f32, f32) -> [Expr<'a>; 2],
) -> Result<Expr<'a>, Suspended> {
    let position = context.position();
    let number = |right: f32, below: f32| {
        let [x, y] = at(right, below).map(|index| index + 0.5);
        let random = Random::new(Grain::Cell, 2, context.seed("seed"));
        // Two is a valid number of dimensions.
        random.map_or(context.constant(0.5), |random| {
            context.basis(BasisFunction::Random(random), position.at([x, y, position.z]), &[])
        })
    };
    let ring = |[first, second]: [[f32; 2]; 2]| {
        let [[a, b], [c, d]] = [first, second];
        (number(a, b) + number(-a, -b)) + (number(c, d) + number(-c, -d))
    };
    let (beside, across) = (ring([[1.0, 0.0], [0.0, 1.0]]), ring([[1.0, 1.0], [1.0, -1.0]]));
    let high = number(0.0, 0.0) - beside * 0.2 - across * 0.05;
    // The mean around spreads nearly as an even number of this half width would. The difference of two even numbers has
    // quadratic ends of its distribution, which turn it into equal shares within 0.6 %.
    const SPREAD: f32 = 0.20615529;
    let distance = high.abs().min(0.5 + SPREAD);
    let end = (distance - (0.5 - SPREAD)).max(0.0);
    let half = distance - end * end * (0.25 / SPREAD);
    Ok((high.sign() * half + 0.5).max(0.0).min(0.999))
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "A planet for an old console",
  "nodes": {
    "height": {
      "type": "math/formula",
      "inputs": {"formula": "sqrt(max(0, 1 - ((x-0.5)^2 + (y-0.5)^2)/0.16))"}
    },
    "noise": {
      "type": "noise/perlin",
      "inputs": {
        "scale": 3.4, "octaves": 4, "persistence": 0.5, "seed": 12, "position": {"node": "ball"}
      }
    },
    "position": {"type": "input/position"},
    "ball": {
      "type": "vector/combine",
      "inputs": {
        "x": {"node": "position", "output": "x"},
        "y": {"node": "position", "output": "y"},
        "z": {"node": "height"}
      }
    },
    "bands": {
      "type": "math/formula",
      "inputs": {"formula": "0.5 + 0.5*sin(16*y + 3.4*a)", "a": {"node": "noise"}}
    },
    "planet": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "bands"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#b2452f"},
            {"position": 0.4, "color": "#f2b56b"},
            {"position": 0.75, "color": "#fff3d0"},
            {"position": 1, "color": "#d98b9c"}
          ],
          "space": "srgb"
        }
      }
    },
    "light": {
      "type": "math/formula",
      "inputs": {
        "formula": "clamp(1.3*(-0.55*(x-0.5)/0.4 - 0.5*(y-0.5)/0.4 + 0.68*a), 0, 1)*step(0.001, a)",
        "a": {"node": "height"}
      }
    },
    "sky": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "position", "output": "y"},
        "ramp": {
          "stops": [{"position": 0, "color": "#0a1038"}, {"position": 1, "color": "#49307c"}],
          "space": "srgb"
        }
      }
    },
    "lit": {"type": "math/multiply", "inputs": {"a": {"node": "planet"}, "b": {"node": "light"}}},
    "disc": {"type": "math/threshold", "inputs": {"value": {"node": "height"}, "threshold": 0.001}},
    "scene": {
      "type": "blend/mix",
      "inputs": {"a": {"node": "sky"}, "b": {"node": "lit"}, "factor": {"node": "disc"}}
    },
    "screen": {"type": "color/dither", "inputs": {"color": {"node": "scene"}, "levels": 3, "pattern": "bayer-4"}}
  },
  "outputs": {"color": {"node": "screen"}}
}"##;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::value_at;

    fn dot(level: f32, rest: &str, column: i32, row: i32) -> f32 {
        let inputs = format!(r#"{{"color": {level}, "size": 0.5, "space": "linear", {rest}}}"#);
        value_at("color/dither", &inputs, [column as f32 * 0.5 + 0.25, row as f32 * 0.5 + 0.25, 0.0, 0.0])[0]
    }

    /// The matrix by its recursive definition.
    fn bayer(x: usize, y: usize, size: usize) -> usize {
        if size == 1 {
            return 0;
        }
        let half = size / 2;
        4 * bayer(x % half, y % half, half) + [[0, 2], [3, 1]][y / half][x / half]
    }

    #[test]
    fn dots_light_up_in_the_order_of_the_matrix() {
        for size in [2, 4, 8] {
            let rest = format!(r#""pattern": "bayer-{size}""#);
            let count = (size * size) as f32;
            for (x, y) in (0..size).flat_map(|y| (0..size).map(move |x| (x, y))) {
                // A dot is lit where its threshold, counted from the bright end, is below the level.
                let order = size * size - 1 - bayer(x, y, size);
                let at = |level: f32| dot(level / count, &rest, x as i32 - 8, y as i32 + 16);
                assert_eq!([at(order as f32 + 0.45), at(order as f32 + 0.55)], [0.0, 1.0], "{size}: {x}, {y}");
            }
        }
    }

    #[test]
    fn the_mean_of_many_dots_is_the_original() {
        for level in [0.0, 0.1, 0.35, 0.5, 0.8, 1.0] {
            let sum: f32 = (0..48 * 48).map(|i| dot(level, r#""pattern": "blue", "levels": 3"#, i % 48, i / 48)).sum();
            let mean = sum / (48.0 * 48.0);
            assert!((mean - level).abs() < 0.01, "{level} becomes {mean}");
        }
        assert_eq!([dot(0.0, r#""levels": 256"#, 3, 3), dot(1.0, r#""levels": 256"#, 3, 3)], [0.0, 1.0]);
    }

    /// White noise at one half has neighbors that agree in half of all cases.
    #[test]
    fn blue_dots_avoid_their_neighbors() {
        let at = |column, row| dot(0.5, r#""pattern": "blue""#, column, row);
        let same = (0..40 * 40).filter(|i| at(i % 40, i / 40) == at(i % 40 + 1, i / 40)).count();
        assert!(same < 700, "{same} of 1600");
    }

    #[test]
    fn blue_dots_repeat_after_their_period() {
        let at = |column, row| dot(0.5, r#""pattern": "blue", "period": [12, 7, 0]"#, column, row);
        let rows = (-3..9).map(|row| (-2..14).map(|column| at(column, row)).collect::<Vec<_>>());
        for (index, row) in rows.enumerate() {
            let y = index as i32 - 3;
            assert_eq!(row, (-2..14).map(|column| at(column + 12, y)).collect::<Vec<_>>());
            assert_eq!(row, (-2..14).map(|column| at(column - 24, y + 21)).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_dot_has_the_color_of_its_middle() {
        let document = r#"{
          "format": "travertine", "version": 1,
          "nodes": {
            "position": {"type": "input/position"},
            "dots": {
              "type": "color/dither",
              "inputs": {
                "color": {"node": "position", "output": "x"}, "size": 0.25, "levels": 256, "space": "linear"
              }
            }
          },
          "outputs": {"color": {"node": "dots"}}
        }"#;
        for x in [0.26, 0.3, 0.49] {
            let found = crate::checks::evaluate::output_at(document, [x, 0.1, 0.0, 0.0])[0];
            assert!((found - 0.375).abs() < 1.0 / 255.0, "{found}");
        }
    }
}
