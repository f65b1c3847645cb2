//! The magnitude of a value, without its sign.

use travertine_graph::definition::{Definition, InputDefinition, OutputType};
use travertine_graph::lowering::{Lowered, LoweringContext};
use travertine_program::Expr;

use crate::parts::arithmetic::componentwise;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Absolute", lower)
        .describe(
            "The magnitude of a value, without its sign. Works on each component of vectors and on the red, \
             green and blue of colors; alpha is unchanged.",
        )
        .search(&["abs", "magnitude", "fold", "billow", "ridge", "absval", "scallop wave"])
        .input(InputDefinition::any("value", 0.0).describe("The input value."))
        .output("value", OutputType::like(&["value"]), "The magnitude, in the type of the value.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    Ok(vec![componentwise::map(context.any("value")?, Expr::abs)])
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Billows: noise without its sign",
  "nodes": {
    "noise": {"type": "noise/perlin", "inputs": {"scale": 4, "seed": 2}},
    "billows": {"type": "math/absolute", "inputs": {"value": {"node": "noise"}}},
    "picture": {
      "type": "math/remap",
      "inputs": {"value": {"node": "billows"}, "from_max": 0.7, "clamp": true}
    }
  },
  "outputs": {"value": {"node": "picture"}}
}"#;
