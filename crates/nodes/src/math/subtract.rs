//! The difference of two values.

use travertine_graph::definition::{Definition, InputDefinition, OutputType};

use crate::parts::arithmetic::componentwise;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Subtract", |context| componentwise::binary(context, |a, b| a - b))
        .describe(
            "Subtracts the second value from the first. Works on each component of vectors and on the red, \
             green and blue of colors; alpha is unchanged.",
        )
        .search(&["minus", "difference", "-"])
        .input(InputDefinition::any("a", 0.0).describe("The value to subtract from."))
        .input(InputDefinition::any("b", 0.0).describe("The value to subtract."))
        .output("value", OutputType::like(&["a", "b"]), "The difference, in the wider type of the inputs.")
        .example(EXAMPLE)
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Hyperbolas: the difference of two distances",
  "nodes": {
    "position": {"type": "input/position"},
    "left": {
      "type": "vector/distance",
      "inputs": {"a": {"node": "position", "output": "position"}, "b": [0.3, 0.5, 0]}
    },
    "right": {
      "type": "vector/distance",
      "inputs": {"a": {"node": "position", "output": "position"}, "b": [0.7, 0.5, 0]}
    },
    "difference": {
      "type": "math/subtract",
      "inputs": {"a": {"node": "left"}, "b": {"node": "right"}}
    },
    "waves": {"type": "math/cosine", "inputs": {"value": {"node": "difference"}, "frequency": 12}},
    "picture": {"type": "math/remap", "inputs": {"value": {"node": "waves"}, "from_min": -1}}
  },
  "outputs": {"value": {"node": "picture"}}
}"#;
