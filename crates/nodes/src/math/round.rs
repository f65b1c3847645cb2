//! Rounding to the nearest whole number.

use travertine_graph::definition::{Definition, InputDefinition, OutputType};
use travertine_graph::lowering::{Lowered, LoweringContext};
use travertine_program::Expr;

use crate::parts::arithmetic::componentwise;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Round", lower)
        .describe(
            "Rounds to the nearest whole number; halves round away from 0. Works on each component of \
             vectors and on the red, green and blue of colors; alpha is unchanged.",
        )
        .search(&["nearest", "steps", "snap", "grid", "integer"])
        .input(InputDefinition::any("value", 0.0).describe("The value to round."))
        .output("value", OutputType::like(&["value"]), "The nearest whole number.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    Ok(vec![componentwise::map(context.any("value")?, Expr::round)])
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Halftone: the distance to the nearest grid point",
  "nodes": {
    "position": {"type": "input/position"},
    "fine": {
      "type": "math/multiply",
      "inputs": {"a": {"node": "position", "output": "position"}, "b": 8}
    },
    "grid": {"type": "math/round", "inputs": {"value": {"node": "fine"}}},
    "distance": {
      "type": "vector/distance",
      "inputs": {"a": {"node": "fine"}, "b": {"node": "grid"}}
    },
    "size": {
      "type": "math/remap",
      "inputs": {"value": {"node": "position", "output": "y"}, "to_min": 0.1, "to_max": 0.6}
    },
    "picture": {
      "type": "math/threshold",
      "inputs": {"value": {"node": "distance"}, "threshold": {"node": "size"}, "width": 0.1}
    }
  },
  "outputs": {"value": {"node": "picture"}}
}"#;
