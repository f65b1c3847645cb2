//! The smaller of two values.

use travertine_graph::definition::{Definition, InputDefinition, OutputType};

use crate::parts::arithmetic::componentwise;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Minimum", |context| componentwise::binary(context, |a, b| a.min(b)))
        .describe(
            "The smaller of two values. Works on each component of vectors and on the red, green and blue of \
             colors; alpha is unchanged.",
        )
        .search(&["min", "lower", "darker", "intersection"])
        .input(InputDefinition::any("a", 0.0).describe("The first value."))
        .input(InputDefinition::any("b", 0.0).describe("The second value."))
        .output("value", OutputType::like(&["a", "b"]), "The smaller value, in the wider type of the inputs.")
        .example(EXAMPLE)
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Pyramids: the smaller of two waves",
  "nodes": {
    "columns": {"type": "pattern/bands", "inputs": {"frequency": 4, "profile": "triangle"}},
    "rows": {
      "type": "pattern/bands",
      "inputs": {"frequency": 4, "profile": "triangle", "direction": [0, 1, 0]}
    },
    "pyramids": {
      "type": "math/minimum",
      "inputs": {
        "a": {"node": "columns", "output": "value"},
        "b": {"node": "rows", "output": "value"}
      }
    }
  },
  "outputs": {"value": {"node": "pyramids"}}
}"#;
