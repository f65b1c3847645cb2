//! A vector from its components.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Combine vector", lower)
        .describe("Combines x, y and z into a vector.")
        .search(&["xyz", "make", "compose", "join"])
        .input(InputDefinition::float("x", 0.0).describe("The x component."))
        .input(InputDefinition::float("y", 0.0).describe("The y component."))
        .input(InputDefinition::float("z", 0.0).describe("The z component."))
        .vector_output("vector", "The combined vector.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    Ok(vec![Field::Vector([context.float("x")?, context.float("y")?, context.float("z")?])])
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Three waves as red, green and blue",
  "nodes": {
    "columns": {"type": "pattern/bands", "inputs": {"frequency": 2, "profile": "sine"}},
    "rows": {
      "type": "pattern/bands",
      "inputs": {"frequency": 2, "profile": "sine", "direction": [0, 1, 0]}
    },
    "vector": {
      "type": "vector/combine",
      "inputs": {
        "x": {"node": "columns", "output": "value"},
        "y": {"node": "rows", "output": "value"},
        "z": 0.5
      }
    }
  },
  "outputs": {"color": {"node": "vector"}}
}"#;
