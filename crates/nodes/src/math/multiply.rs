//! The product of two values.

use travertine_graph::definition::{Definition, InputDefinition, OutputType};

use crate::parts::arithmetic::componentwise;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Multiply", |context| componentwise::binary(context, |a, b| a * b))
        .describe(
            "Multiplies two values. Works on each component of vectors and on the red, green and blue of \
             colors; alpha is unchanged.",
        )
        .search(&["times", "product", "scale", "strength", "*"])
        .input(InputDefinition::any("a", 1.0).describe("The first value."))
        .input(InputDefinition::any("b", 1.0).describe("The second value."))
        .output("value", OutputType::like(&["a", "b"]), "The product, in the wider type of the inputs.")
        .example(EXAMPLE)
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Soft dots: a product of waves",
  "nodes": {
    "columns": {"type": "pattern/bands", "inputs": {"frequency": 5, "profile": "sine"}},
    "rows": {
      "type": "pattern/bands",
      "inputs": {"frequency": 5, "profile": "sine", "direction": [0, 1, 0]}
    },
    "dots": {
      "type": "math/multiply",
      "inputs": {
        "a": {"node": "columns", "output": "value"},
        "b": {"node": "rows", "output": "value"}
      }
    }
  },
  "outputs": {"value": {"node": "dots"}}
}"#;
