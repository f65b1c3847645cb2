//! The greater of two values.

use travertine_graph::definition::{Definition, InputDefinition, OutputType};

use crate::parts::arithmetic::componentwise;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Maximum", |context| componentwise::binary(context, |a, b| a.max(b)))
        .describe(
            "The greater of two values. Works on each component of vectors and on the red, green and blue of \
             colors; alpha is unchanged.",
        )
        .search(&["max", "upper", "lighter", "union"])
        .input(InputDefinition::any("a", 0.0).describe("The first value."))
        .input(InputDefinition::any("b", 0.0).describe("The second value."))
        .output("value", OutputType::like(&["a", "b"]), "The greater value, in the wider type of the inputs.")
        .example(EXAMPLE)
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Two hills: the greater of two heights",
  "nodes": {
    "position": {"type": "input/position"},
    "left": {
      "type": "vector/distance",
      "inputs": {"a": {"node": "position", "output": "position"}, "b": [0.35, 0.4, 0]}
    },
    "right": {
      "type": "vector/distance",
      "inputs": {"a": {"node": "position", "output": "position"}, "b": [0.7, 0.65, 0]}
    },
    "high hill": {
      "type": "math/remap",
      "inputs": {"value": {"node": "left"}, "from_max": 0.4, "to_min": 1, "to_max": 0}
    },
    "low hill": {
      "type": "math/remap",
      "inputs": {"value": {"node": "right"}, "from_max": 0.4, "to_min": 0.8, "to_max": 0}
    },
    "hills": {
      "type": "math/maximum",
      "inputs": {"a": {"node": "high hill"}, "b": {"node": "low hill"}}
    },
    "picture": {"type": "math/clamp", "inputs": {"value": {"node": "hills"}}}
  },
  "outputs": {"value": {"node": "picture"}}
}"#;
