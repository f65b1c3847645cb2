//! The remainder of a division.

use travertine_graph::definition::{Definition, InputDefinition, OutputType};

use crate::parts::arithmetic::componentwise;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Modulo", |context| componentwise::binary(context, |a, b| a.modulo(b)))
        .describe(
            "The remainder of the first value divided by the second: it repeats from 0 up to the second \
             value, for negative values too. Modulo 0 gives 0. Works on each component of vectors and on the \
             red, green and blue of colors; alpha is unchanged.",
        )
        .search(&["mod", "remainder", "repeat", "wrap", "tile", "%"])
        .input(InputDefinition::any("a", 0.0).describe("The dividend."))
        .input(InputDefinition::any("b", 1.0).describe("The divisor, which is the period."))
        .output("value", OutputType::like(&["a", "b"]), "The remainder, in the wider type of the inputs.")
        .example(EXAMPLE)
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Tiles: noise that repeats",
  "nodes": {
    "position": {"type": "input/position"},
    "tile": {
      "type": "math/modulo",
      "inputs": {"a": {"node": "position", "output": "position"}, "b": 0.25}
    },
    "noise": {
      "type": "noise/perlin",
      "inputs": {"scale": 8, "octaves": 2, "seed": 3, "position": {"node": "tile"}}
    },
    "picture": {"type": "math/remap", "inputs": {"value": {"node": "noise"}, "from_min": -0.25, "from_max": 0.25, "clamp": true}}
  },
  "outputs": {"value": {"node": "picture"}}
}"#;
