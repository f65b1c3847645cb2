//! Gradient noise with hashed directions.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Lowered, LoweringContext};
use travertine_noise::Interpolation;
use travertine_noise::reference::PerlinRotated;

use crate::parts::noises::published;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Perlin noise of hashed angles", lower)
        .describe(
            "The program in Wikipedia, \"Perlin noise\": in 2D, each lattice point has a unit gradient at an \
             angle hashed from its coordinates. It has no period, and no preferred direction. As printed it \
             is linear, with creases at the cell edges. Use it for the values of that article; noise/perlin \
             has seeds, one to four dimensions, and is much faster.",
        )
        .search(&["wikipedia", "hash", "angle", "rotate", "published", "gradient", "2d"])
        .input(published::scale())
        .input(
            InputDefinition::choice("interpolation", &["linear", "smoothstep", "smootherstep"])
                .describe("The interpolation between lattice points."),
        )
        .input(InputDefinition::position())
        .float_output("value", "The noise, within ±0.71; z is ignored.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let noise = PerlinRotated::new(match context.choice("interpolation") {
        "smoothstep" => Interpolation::Smoothstep,
        "smootherstep" => Interpolation::Smootherstep,
        _ => Interpolation::Linear,
    });
    published::lower(context, noise)
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Straight lines between slopes",
  "nodes": {
    "noise": {"type": "reference/perlin-rotated", "inputs": {"scale": 8}},
    "picture": {
      "type": "math/remap",
      "inputs": {"value": {"node": "noise"}, "from_min": -0.6, "from_max": 0.6, "clamp": true}
    }
  },
  "outputs": {"value": {"node": "picture"}}
}"#;
