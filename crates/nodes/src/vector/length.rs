//! The length of a vector.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};

use crate::parts::arithmetic::weighted;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Length", lower)
        .describe("The length of a vector. The length of a position is its distance from the origin.")
        .search(&["magnitude", "norm", "distance", "radius"])
        .input(InputDefinition::vector("vector", [0.0; 3]).describe("The vector to measure."))
        .float_output("value", "The length, 0 or more.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let vector = context.vector("vector")?;
    Ok(vec![Field::Float(weighted::sum(vector, vector).sqrt())])
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Rings around the corner",
  "nodes": {
    "position": {"type": "input/position"},
    "radius": {
      "type": "vector/length",
      "inputs": {"vector": {"node": "position", "output": "position"}}
    },
    "many": {"type": "math/multiply", "inputs": {"a": {"node": "radius"}, "b": 6}},
    "rings": {"type": "math/fract", "inputs": {"value": {"node": "many"}}}
  },
  "outputs": {"value": {"node": "rings"}}
}"#;
