//! Rounding up to a whole number.

use travertine_graph::definition::{Definition, InputDefinition, OutputType};
use travertine_graph::lowering::{Lowered, LoweringContext};
use travertine_program::Expr;

use crate::parts::arithmetic::componentwise;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Ceiling", lower)
        .describe(
            "Rounds up to a whole number. Works on each component of vectors and on the red, green and blue \
             of colors; alpha is unchanged.",
        )
        .search(&["ceil", "round up", "steps", "terraces", "integer"])
        .input(InputDefinition::any("value", 0.0).describe("The value to round."))
        .output("value", OutputType::like(&["value"]), "The least whole number that is not below the value.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    Ok(vec![componentwise::map(context.any("value")?, Expr::ceil)])
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Terraces: noise in whole steps",
  "nodes": {
    "noise": {"type": "noise/perlin", "inputs": {"scale": 3, "octaves": 2, "seed": 8}},
    "steps": {"type": "math/multiply", "inputs": {"a": {"node": "noise"}, "b": 6}},
    "terraces": {"type": "math/ceiling", "inputs": {"value": {"node": "steps"}}},
    "picture": {
      "type": "math/remap",
      "inputs": {"value": {"node": "terraces"}, "from_min": -3, "from_max": 4, "clamp": true}
    }
  },
  "outputs": {"value": {"node": "picture"}}
}"#;
