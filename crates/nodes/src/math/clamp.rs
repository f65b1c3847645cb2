//! A value limited to a range.

use travertine_graph::definition::{Definition, InputDefinition, OutputType};
use travertine_graph::lowering::{Lowered, LoweringContext};

use crate::parts::arithmetic::componentwise;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Clamp", lower)
        .describe(
            "Limits a value to the range between a minimum and a maximum. If the minimum is above the \
             maximum, the result is the maximum. Works on each component of vectors and on the red, green \
             and blue of colors; alpha is unchanged.",
        )
        .search(&["limit", "saturate", "range", "clip", "plateau"])
        .input(InputDefinition::any("value", 0.0).describe("The value to limit."))
        .input(InputDefinition::float("minimum", 0.0).soft(-1.0..=1.0).step(0.01).describe("The lower limit."))
        .input(InputDefinition::float("maximum", 1.0).soft(-1.0..=1.0).step(0.01).describe("The upper limit."))
        .output("value", OutputType::like(&["value"]), "The limited value, in its own type.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let (minimum, maximum) = (context.float("minimum")?, context.float("maximum")?);
    Ok(vec![componentwise::map(context.any("value")?, |value| value.max(minimum).min(maximum))])
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Plateaus and lakes: noise within limits",
  "nodes": {
    "noise": {"type": "noise/perlin", "inputs": {"scale": 4, "octaves": 2, "seed": 14}},
    "limited": {
      "type": "math/clamp",
      "inputs": {"value": {"node": "noise"}, "minimum": -0.1, "maximum": 0.2}
    },
    "picture": {
      "type": "math/remap",
      "inputs": {"value": {"node": "limited"}, "from_min": -0.1, "from_max": 0.2}
    }
  },
  "outputs": {"value": {"node": "picture"}}
}"#;
