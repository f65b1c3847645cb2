//! e to the power of a value.

use travertine_graph::definition::{Definition, InputDefinition, OutputType};
use travertine_graph::lowering::{Lowered, LoweringContext};
use travertine_program::Expr;

use crate::parts::arithmetic::componentwise;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Exponential", lower)
        .describe(
            "e (2.718...) to the power of the value. From 88.7 on the result is the greatest number, below \
             -104 it is 0. Works on each component of vectors and on the red, green and blue of colors; \
             alpha is unchanged.",
        )
        .search(&["exp", "growth", "decay", "glow", "falloff"])
        .input(InputDefinition::any("value", 0.0).describe("The exponent."))
        .output("value", OutputType::like(&["value"]), "e to the power of the value.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    Ok(vec![componentwise::map(context.any("value")?, Expr::exp)])
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Clouds: density decays exponentially",
  "nodes": {
    "noise": {"type": "noise/perlin", "inputs": {"scale": 3, "octaves": 5, "seed": 12}},
    "density": {
      "type": "math/remap",
      "inputs": {"value": {"node": "noise"}, "from_min": -0.05, "from_max": 0.4, "to_max": -3}
    },
    "limited": {
      "type": "math/clamp",
      "inputs": {"value": {"node": "density"}, "minimum": -10, "maximum": 0}
    },
    "light": {"type": "math/exponential", "inputs": {"value": {"node": "limited"}}},
    "picture": {"type": "math/subtract", "inputs": {"a": 1, "b": {"node": "light"}}}
  },
  "outputs": {"value": {"node": "picture"}}
}"#;
