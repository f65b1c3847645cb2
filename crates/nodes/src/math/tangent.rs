//! The tangent of a value in turns.

use travertine_graph::definition::{Definition, OutputType};
use travertine_graph::lowering::{Lowered, LoweringContext};
use travertine_program::Expr;

use crate::parts::arithmetic::trigonometry;

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Tangent", lower)
        .describe(
            "The tangent over the value: tan(2 pi (value * frequency + phase)). It repeats twice per turn \
             and grows without limit in between. Works on each component of vectors and on the red, green \
             and blue of colors; alpha is unchanged.",
        )
        .search(&["tan", "slope"])
        .output("value", OutputType::like(&["value"]), "The tangent, any number.")
        .example(EXAMPLE);
    trigonometry::describe(definition)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    trigonometry::lower(context, Expr::tan)
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Glowing lines: poles of the tangent",
  "nodes": {
    "noise": {"type": "noise/perlin", "inputs": {"scale": 3, "seed": 11}},
    "tangent": {"type": "math/tangent", "inputs": {"value": {"node": "noise"}, "frequency": 2}},
    "size": {"type": "math/absolute", "inputs": {"value": {"node": "tangent"}}},
    "picture": {
      "type": "math/remap",
      "inputs": {"value": {"node": "size"}, "from_max": 8, "clamp": true}
    }
  },
  "outputs": {"value": {"node": "picture"}}
}"#;
