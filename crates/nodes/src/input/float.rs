//! A number.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Float", lower)
        .describe("A number, to connect to several inputs at once or to expose as a parameter.")
        .search(&["number", "value", "constant", "scalar"])
        .input(InputDefinition::float("value", 0.0).soft(-1.0..=1.0).step(0.01).describe("The number."))
        .float_output("value", "The number.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    Ok(vec![Field::Float(context.float("value")?)])
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "One number for two waves",
  "nodes": {
    "count": {"type": "input/float", "inputs": {"value": 5}},
    "columns": {
      "type": "pattern/bands",
      "inputs": {"frequency": {"node": "count"}, "profile": "triangle"}
    },
    "rows": {
      "type": "pattern/bands",
      "inputs": {"frequency": {"node": "count"}, "profile": "triangle", "direction": [0, 1, 0]}
    },
    "sum": {
      "type": "math/add",
      "inputs": {
        "a": {"node": "columns", "output": "value"},
        "b": {"node": "rows", "output": "value"}
      }
    },
    "diamonds": {
      "type": "math/threshold",
      "inputs": {"value": {"node": "sum"}, "threshold": 1, "width": 0.3}
    }
  },
  "outputs": {"value": {"node": "diamonds"}}
}"#;
