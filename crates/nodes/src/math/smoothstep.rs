//! A smooth step between two edges.

use travertine_graph::definition::{Definition, InputDefinition, OutputType};
use travertine_graph::lowering::{Lowered, LoweringContext};

use crate::parts::arithmetic::componentwise;
use crate::parts::arithmetic::soft_step;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Smoothstep", lower)
        .describe(
            "A smooth step between two edges: 0 below the low edge, 1 above the high one, and the curve 3t² \
             - 2t³ between. If the low edge is above the high one, the step falls; if they coincide, it is \
             hard. Works on each component of vectors and on the red, green and blue of colors; alpha is \
             unchanged.",
        )
        .search(&["ease", "soft edge", "fade", "s-curve", "hermite"])
        .input(InputDefinition::any("value", 0.0).describe("The input value."))
        .input(
            InputDefinition::float("low", 0.0)
                .soft(-1.0..=1.0)
                .step(0.01)
                .describe("The value at which the step starts from 0."),
        )
        .input(
            InputDefinition::float("high", 1.0)
                .soft(-1.0..=1.0)
                .step(0.01)
                .describe("The value at which the step reaches 1."),
        )
        .output("value", OutputType::like(&["value"]), "The step, from 0 to 1, in the type of the value.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let (low, high) = (context.float("low")?, context.float("high")?);
    Ok(vec![componentwise::map(context.any("value")?, |value| soft_step::between(value, low, high))])
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Soft spots: a smooth step over noise",
  "nodes": {
    "noise": {"type": "noise/perlin", "inputs": {"scale": 6, "seed": 16}},
    "spots": {
      "type": "math/smoothstep",
      "inputs": {"value": {"node": "noise"}, "low": 0, "high": 0.35}
    }
  },
  "outputs": {"value": {"node": "spots"}}
}"#;
