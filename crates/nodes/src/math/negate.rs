//! A value with the opposite sign.

use travertine_graph::definition::{Definition, InputDefinition, OutputType};
use travertine_graph::lowering::{Lowered, LoweringContext};

use crate::parts::arithmetic::componentwise;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Negate", lower)
        .describe(
            "The value with the opposite sign. Works on each component of vectors and on the red, green and \
             blue of colors; alpha is unchanged.",
        )
        .search(&["minus", "invert", "opposite", "flip"])
        .input(InputDefinition::any("value", 0.0).describe("The input value."))
        .output("value", OutputType::like(&["value"]), "The negated value, in its own type.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    Ok(vec![componentwise::map(context.any("value")?, |value| -value)])
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Noise, and below the diagonal its negative",
  "nodes": {
    "noise": {"type": "noise/perlin", "inputs": {"scale": 5, "octaves": 2, "seed": 3}},
    "negative": {"type": "math/negate", "inputs": {"value": {"node": "noise"}}},
    "diagonal": {
      "type": "pattern/bands",
      "inputs": {"direction": [1, 1, 0], "frequency": 0.70710677, "profile": "square"}
    },
    "both": {
      "type": "blend/mix",
      "inputs": {
        "a": {"node": "noise"},
        "b": {"node": "negative"},
        "factor": {"node": "diagonal", "output": "value"}
      }
    },
    "picture": {"type": "math/remap", "inputs": {"value": {"node": "both"}, "from_min": -0.4, "from_max": 0.4, "clamp": true}}
  },
  "outputs": {"value": {"node": "picture"}}
}"#;
