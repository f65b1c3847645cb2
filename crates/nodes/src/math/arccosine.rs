//! The angle with a given cosine, in turns.

use std::f32::consts::TAU;

use travertine_graph::definition::{Definition, InputDefinition, OutputType};
use travertine_graph::lowering::{Lowered, LoweringContext};

use crate::parts::arithmetic::componentwise;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Arccosine", lower)
        .describe(
            "The angle with the given cosine, in turns. Values are limited to -1 to 1 first. Works on each \
             component of vectors and on the red, green and blue of colors; alpha is unchanged.",
        )
        .search(&["acos", "inverse cosine", "dome"])
        .input(InputDefinition::any("value", 0.0).soft(-1.0..=1.0).describe("The cosine of the angle."))
        .output("value", OutputType::like(&["value"]), "The angle, from 0 to 0.5 turns.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    Ok(vec![componentwise::map(context.any("value")?, |value| value.acos() * (1.0 / TAU))])
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "A lens: rings that crowd at its rim",
  "nodes": {
    "position": {"type": "input/position"},
    "radius": {
      "type": "vector/distance",
      "inputs": {"a": {"node": "position", "output": "position"}, "b": [0.5, 0.5, 0]}
    },
    "relative": {"type": "math/multiply", "inputs": {"a": {"node": "radius"}, "b": 2.1}},
    "angle": {"type": "math/arccosine", "inputs": {"value": {"node": "relative"}}},
    "rings": {"type": "math/sine", "inputs": {"value": {"node": "angle"}, "frequency": 24}},
    "picture": {"type": "math/remap", "inputs": {"value": {"node": "rings"}, "from_min": -1}}
  },
  "outputs": {"value": {"node": "picture"}}
}"#;
