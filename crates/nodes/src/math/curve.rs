//! A function drawn through points.

use travertine_graph::constant::Constant;
use travertine_graph::definition::{Definition, InputDefinition, OutputType, ValueType};
use travertine_graph::lowering::{Lowered, LoweringContext};
use travertine_program::{Curve, CurveInterpolation};

use crate::parts::arithmetic::componentwise;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Curve", lower)
        .describe(
            "Maps a value through a curve drawn through points. Before the first point and after the last, \
             the curve is level. Works on each component of vectors and on the red, green and blue of \
             colors; alpha is unchanged.",
        )
        .search(&["graph", "profile", "tone curve", "falloff", "shape", "transfer", "tonality"])
        .input(InputDefinition::any("value", 0.0).soft(0.0..=1.0).describe("The position on the curve."))
        .input(
            InputDefinition::new("curve", ValueType::Curve, straight())
                .describe("The points of the curve, and the interpolation between them."),
        )
        .output("value", OutputType::like(&["value"]), "The height of the curve, in the type of the value.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let curve = context.curve("curve");
    Ok(vec![componentwise::map(context.any("value")?, |value| context.curve_at(curve, value))])
}

fn straight() -> Constant {
    let points = vec![[0.0, 0.0], [1.0, 1.0]];
    Constant::Curve(Curve { points, interpolation: CurveInterpolation::Linear })
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Agate: a drawn curve over noise",
  "nodes": {
    "noise": {
      "type": "noise/perlin",
      "inputs": {"scale": 2, "octaves": 3, "persistence": 0.3, "seed": 19}
    },
    "bands": {
      "type": "math/curve",
      "inputs": {
        "value": {"node": "noise"},
        "curve": {
          "points": [
            [-0.6, 0],
            [-0.3, 0.9],
            [-0.25, 0.2],
            [-0.1, 0.5],
            [-0.05, 1],
            [0, 0.3],
            [0.2, 0.8],
            [0.25, 0.1],
            [0.6, 1]
          ],
          "interpolation": "smooth"
        }
      }
    }
  },
  "outputs": {"value": {"node": "bands"}}
}"#;
