//! A vector.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Vector", lower)
        .describe("A vector x, y and z, to connect to several inputs at once or to expose as a parameter.")
        .search(&["xyz", "direction", "offset", "constant"])
        .input(
            InputDefinition::vector("vector", [0.0; 3]).soft(-1.0..=1.0).step(0.01).describe("The three components."),
        )
        .vector_output("vector", "The vector.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    Ok(vec![Field::Vector(context.vector("vector")?)])
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "A direction for bands",
  "nodes": {
    "direction": {"type": "input/vector", "inputs": {"vector": [2, 1, 0]}},
    "bands": {
      "type": "pattern/bands",
      "inputs": {"direction": {"node": "direction"}, "frequency": 6, "profile": "triangle"}
    }
  },
  "outputs": {"value": {"node": "bands", "output": "value"}}
}"#;
