//! The angle with a given sine, in turns.

use std::f32::consts::TAU;

use travertine_graph::definition::{Definition, InputDefinition, OutputType};
use travertine_graph::lowering::{Lowered, LoweringContext};

use crate::parts::arithmetic::componentwise;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Arcsine", lower)
        .describe(
            "The angle with the given sine, in turns. Values are limited to -1 to 1 first. Works on each \
             component of vectors and on the red, green and blue of colors; alpha is unchanged.",
        )
        .search(&["asin", "inverse sine", "triangle"])
        .input(InputDefinition::any("value", 0.0).soft(-1.0..=1.0).describe("The sine of the angle."))
        .output("value", OutputType::like(&["value"]), "The angle, from -0.25 to 0.25 turns.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    Ok(vec![componentwise::map(context.any("value")?, |value| value.asin() * (1.0 / TAU))])
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Straight waves: the arcsine of a sine",
  "nodes": {
    "noise": {"type": "noise/perlin", "inputs": {"scale": 2.5, "seed": 7}},
    "sine": {"type": "math/sine", "inputs": {"value": {"node": "noise"}, "frequency": 5}},
    "angle": {"type": "math/arcsine", "inputs": {"value": {"node": "sine"}}},
    "picture": {
      "type": "math/remap",
      "inputs": {"value": {"node": "angle"}, "from_min": -0.25, "from_max": 0.25}
    }
  },
  "outputs": {"value": {"node": "picture"}}
}"#;
