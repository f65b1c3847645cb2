//! A random number for each position.

use travertine_graph::definition::Definition;
use travertine_graph::lowering::{Lowered, LoweringContext};
use travertine_noise::Grain;

use crate::parts::lattices::periods::{self, Periods};
use crate::parts::lattices::random;

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "White noise", lower)
        .describe(
            "A random number and a random color for each position, unrelated to its neighbors: static, \
             grain, dither. It has no scale: a picture of another size has other positions, and so other \
             numbers. With a connected position that is constant over a stone or a tile, it gives each of \
             them a number.",
        )
        .search(&[
            "random",
            "static",
            "grain",
            "dither",
            "hash",
            "sparkle",
            "film",
            "speckle",
            "id",
            "random float",
            "random color",
        ])
        .example(EXAMPLE);
    periods::of_space(random::describe(definition))
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    random::lower(context, Grain::Position, Periods::of(context).wrap(context.input_position()?))
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Stars",
  "nodes": {
    "white": {"type": "noise/white", "inputs": {"seed": 3}},
    "rare": {"type": "math/power", "inputs": {"a": {"node": "white", "output": "value"}, "b": 90}},
    "haze": {"type": "noise/perlin", "inputs": {"scale": 2, "octaves": 5, "seed": 8}},
    "sky": {"type": "math/remap", "inputs": {"value": {"node": "haze"}, "from_min": -0.1, "from_max": 1.5}},
    "light": {"type": "math/add", "inputs": {"a": {"node": "rare"}, "b": {"node": "sky"}}},
    "colors": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "light"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#05060f"},
            {"position": 0.3, "color": "#2b2350"},
            {"position": 0.6, "color": "#b58bb0"},
            {"position": 1, "color": "#ffffff"}
          ]
        }
      }
    }
  },
  "outputs": {"color": {"node": "colors", "output": "color"}}
}"##;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::value_at;

    #[test]
    fn neighbors_are_unrelated_along_all_dimensions() {
        let at = |dimensions: u8, position: [f32; 4]| {
            value_at("noise/white", &format!(r#"{{"dimensions": {dimensions}}}"#), position)
        };
        let here: [f32; 4] = [0.25, 0.5, 0.75, 1.0];
        for axis in 0..4 {
            let mut there = here;
            there[axis] = there[axis].next_up();
            for dimensions in 1..=4 {
                assert_eq!(at(dimensions, there) == at(dimensions, here), axis >= usize::from(dimensions));
            }
        }
    }
}
