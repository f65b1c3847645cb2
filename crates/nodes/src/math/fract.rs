//! The fractional part of a value.

use travertine_graph::definition::{Definition, InputDefinition, OutputType};
use travertine_graph::lowering::{Lowered, LoweringContext};
use travertine_program::Expr;

use crate::parts::arithmetic::componentwise;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Fract", lower)
        .describe(
            "The fractional part of a value, from 0 to just below 1: the value minus the whole number below \
             it, for negative values too. Works on each component of vectors and on the red, green and blue \
             of colors; alpha is unchanged.",
        )
        .search(&["fraction", "saw", "sawtooth", "repeat", "grain", "wood"])
        .input(InputDefinition::any("value", 0.0).describe("The input value."))
        .output("value", OutputType::like(&["value"]), "The fractional part, in each component.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    Ok(vec![componentwise::map(context.any("value")?, Expr::fract)])
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Wood grain: the fraction of twenty times a noise",
  "nodes": {
    "noise": {
      "type": "noise/perlin",
      "inputs": {"scale": 1.3, "octaves": 2, "persistence": 0.15, "seed": 9}
    },
    "rings": {"type": "math/multiply", "inputs": {"a": {"node": "noise"}, "b": 20}},
    "grain": {"type": "math/fract", "inputs": {"value": {"node": "rings"}}}
  },
  "outputs": {"value": {"node": "grain"}}
}"#;
