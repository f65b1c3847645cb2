//! Ken Perlin's noise of 1985.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Lowered, LoweringContext};
use travertine_noise::reference::Perlin1985;

use crate::parts::noises::published;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Perlin noise of 1985", lower)
        .describe(
            "Ken Perlin's C program, the first gradient noise, bit for bit, after his \"An Image \
             Synthesizer\" (1985), with tables from C's random() and cubic weights. It repeats every 256 \
             cells, rounds positions to 1/2048 of a cell, favours gradients along the diagonals, and grows \
             far beyond its range where a coordinate is below -4096 cells. Use it to reproduce numbers and \
             pictures of that time; noise/perlin has none of these limitations.",
        )
        .search(&["classic", "original", "ken", "image synthesizer", "published", "history", "gradient"])
        .input(published::scale())
        .input(published::dimensions(3))
        .input(published::seed())
        .input(InputDefinition::position())
        .float_output("value", "The noise, within ±0.5 in 1D, ±0.71 in 2D and ±0.87 in 3D.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let noise = Perlin1985::new(context.integer("dimensions") as u8, context.seed("seed"));
    published::lower(context, noise)
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "The first gradient noise",
  "nodes": {
    "noise": {"type": "reference/perlin-1985", "inputs": {"scale": 8, "dimensions": 2}},
    "picture": {
      "type": "math/remap",
      "inputs": {"value": {"node": "noise"}, "from_min": -0.6, "from_max": 0.6, "clamp": true}
    }
  },
  "outputs": {"value": {"node": "picture"}}
}"#;
