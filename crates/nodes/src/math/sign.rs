//! The sign of a value.

use travertine_graph::definition::{Definition, InputDefinition, OutputType};
use travertine_graph::lowering::{Lowered, LoweringContext};
use travertine_program::Expr;

use crate::parts::arithmetic::componentwise;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Sign", lower)
        .describe(
            "The sign of a value: 1 above 0, -1 below 0, and 0 for 0. Works on each component of vectors and \
             on the red, green and blue of colors; alpha is unchanged.",
        )
        .search(&["signum", "positive", "negative", "direction"])
        .input(InputDefinition::any("value", 0.0).describe("The input value."))
        .output("value", OutputType::like(&["value"]), "The sign: -1, 0 or 1.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    Ok(vec![componentwise::map(context.any("value")?, Expr::sign)])
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Continents: the sign of noise",
  "nodes": {
    "noise": {"type": "noise/perlin", "inputs": {"scale": 3, "octaves": 4, "seed": 6}},
    "sign": {"type": "math/sign", "inputs": {"value": {"node": "noise"}}},
    "picture": {"type": "math/remap", "inputs": {"value": {"node": "sign"}, "from_min": -1}}
  },
  "outputs": {"value": {"node": "picture"}}
}"#;
