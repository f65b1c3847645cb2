//! The components of a vector.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Separate vector", lower)
        .describe("Separates a vector into x, y and z.")
        .search(&["xyz", "split", "break", "components"])
        .input(InputDefinition::vector("vector", [0.0; 3]).describe("The vector to separate."))
        .float_output("x", "The x component.")
        .float_output("y", "The y component.")
        .float_output("z", "The z component.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    Ok(context.vector("vector")?.map(Field::Float).to_vec())
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Waves times waves",
  "nodes": {
    "position": {"type": "input/position"},
    "waves": {
      "type": "math/sine",
      "inputs": {"value": {"node": "position", "output": "position"}, "frequency": 2}
    },
    "parts": {"type": "vector/separate", "inputs": {"vector": {"node": "waves"}}},
    "product": {
      "type": "math/multiply",
      "inputs": {"a": {"node": "parts", "output": "x"}, "b": {"node": "parts", "output": "y"}}
    },
    "picture": {"type": "math/remap", "inputs": {"value": {"node": "product"}, "from_min": -1}}
  },
  "outputs": {"value": {"node": "picture"}}
}"#;
