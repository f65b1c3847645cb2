//! Value noise.

use travertine_graph::definition::Definition;
use travertine_graph::lowering::{Lowered, LoweringContext};
use travertine_noise::Basis;

use crate::parts::noises::lattice_noise;

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Value noise", lower)
        .describe(
            "Random values at lattice points, interpolated. Blockier than Perlin noise, and with full \
             contrast. After Hugo Elias, \"Perlin Noise\", but with random values of its own: \
             reference/value-elias@2 has the article's numbers.",
        )
        .search(&["random", "blocks", "blur", "fractal", "plasma", "cells", "gaussian noise"])
        .example(EXAMPLE);
    lattice_noise::describe(definition, &["smootherstep", "smoothstep", "cosine", "linear", "cubic"])
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    lattice_noise::lower(context, Basis::Value)
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Blotches",
  "nodes": {
    "noise": {"type": "noise/value", "inputs": {"scale": 8, "seed": 22, "interpolation": "cubic"}},
    "picture": {"type": "math/remap", "inputs": {"value": {"node": "noise"}, "from_min": -0.6, "from_max": 0.6, "clamp": true}}
  },
  "outputs": {"value": {"node": "picture"}}
}"#;
