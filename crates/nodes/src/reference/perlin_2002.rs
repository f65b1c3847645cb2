//! Ken Perlin's improved noise of 2002.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Lowered, LoweringContext};
use travertine_noise::reference::Reference;

use crate::parts::noises::published;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Perlin noise of 2002", lower)
        .describe(
            "The noise that most programs mean by Perlin noise: Ken Perlin, \"Improving Noise\" (2002), with \
             his published permutation, quintic weights, and twelve gradients towards the edges of a cube. \
             There is a single pattern, which repeats every 256 cells, and slices along a lattice plane show \
             the lattice. Use it for the published values; noise/perlin is the same kind of noise with \
             seeds, without a period, and faster.",
        )
        .search(&["improved", "permutation", "ken", "published", "history", "gradient", "simplex"])
        .input(published::scale())
        .input(InputDefinition::position())
        .float_output("value", "The noise, within ±1.04.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    published::lower(context, Some(Reference::Perlin2002))
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "A slice between lattice planes",
  "nodes": {
    "position": {"type": "input/position"},
    "slice": {
      "type": "vector/combine",
      "inputs": {
        "x": {"node": "position", "output": "x"},
        "y": {"node": "position", "output": "y"},
        "z": 0.03
      }
    },
    "noise": {"type": "reference/perlin-2002", "inputs": {"scale": 8, "position": {"node": "slice"}}},
    "picture": {
      "type": "math/remap",
      "inputs": {"value": {"node": "noise"}, "from_min": -0.8, "from_max": 0.8, "clamp": true}
    }
  },
  "outputs": {"value": {"node": "picture"}}
}"#;
