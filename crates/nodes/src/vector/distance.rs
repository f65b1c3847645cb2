//! The distance between two points.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};

use crate::parts::arithmetic::weighted;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Distance", lower)
        .describe("The distance between two points.")
        .search(&["length", "radius", "sphere", "gradient", "falloff"])
        .input(InputDefinition::vector("a", [0.0; 3]).describe("The first point."))
        .input(InputDefinition::vector("b", [0.0; 3]).describe("The second point."))
        .float_output("value", "The distance, 0 or more.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let ([ax, ay, az], [bx, by, bz]) = (context.vector("a")?, context.vector("b")?);
    let difference = [ax - bx, ay - by, az - bz];
    Ok(vec![Field::Float(weighted::sum(difference, difference).sqrt())])
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "A soft ball",
  "nodes": {
    "position": {"type": "input/position"},
    "distance": {
      "type": "vector/distance",
      "inputs": {"a": {"node": "position", "output": "position"}, "b": [0.4, 0.35, 0]}
    },
    "ball": {
      "type": "math/smoothstep",
      "inputs": {"value": {"node": "distance"}, "low": 0.6, "high": 0}
    }
  },
  "outputs": {"value": {"node": "ball"}}
}"#;
