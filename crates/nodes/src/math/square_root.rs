//! The square root of a value.

use travertine_graph::definition::{Definition, InputDefinition, OutputType};
use travertine_graph::lowering::{Lowered, LoweringContext};
use travertine_program::Expr;

use crate::parts::arithmetic::componentwise;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Square root", lower)
        .describe(
            "The square root of a value; negative values give 0. Works on each component of vectors and on \
             the red, green and blue of colors; alpha is unchanged.",
        )
        .search(&["sqrt", "root"])
        .input(InputDefinition::any("value", 0.0).describe("The input value."))
        .output("value", OutputType::like(&["value"]), "The square root, in the type of the value.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    Ok(vec![componentwise::map(context.any("value")?, Expr::sqrt)])
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "A sphere: its height over the plane",
  "nodes": {
    "position": {"type": "input/position"},
    "radius": {
      "type": "vector/distance",
      "inputs": {"a": {"node": "position", "output": "position"}, "b": [0.5, 0.5, 0]}
    },
    "square": {"type": "math/power", "inputs": {"a": {"node": "radius"}, "b": 2}},
    "rest": {"type": "math/subtract", "inputs": {"a": 0.2025, "b": {"node": "square"}}},
    "height": {"type": "math/square-root", "inputs": {"value": {"node": "rest"}}},
    "picture": {"type": "math/multiply", "inputs": {"a": {"node": "height"}, "b": 2.2}}
  },
  "outputs": {"value": {"node": "picture"}}
}"#;
