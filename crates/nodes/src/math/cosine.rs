//! The cosine of a value in turns.

use travertine_graph::definition::{Definition, OutputType};
use travertine_graph::lowering::{Lowered, LoweringContext};
use travertine_program::Expr;

use crate::parts::arithmetic::trigonometry;

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Cosine", lower)
        .describe(
            "A cosine wave over the value: cos(2 pi (value * frequency + phase)). With the defaults it \
             repeats whenever the value grows by 1. The cosine of x plus a noise gives the classic marble. \
             Works on each component of vectors and on the red, green and blue of colors; alpha is \
             unchanged.",
        )
        .search(&["cos", "wave", "oscillate", "marble", "veins", "ripples"])
        .output("value", OutputType::like(&["value"]), "The cosine, from -1 to 1.")
        .example(EXAMPLE);
    trigonometry::describe(definition)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    trigonometry::lower(context, Expr::cos)
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Ripples: the cosine of a distance",
  "nodes": {
    "position": {"type": "input/position"},
    "radius": {
      "type": "vector/distance",
      "inputs": {"a": {"node": "position", "output": "position"}, "b": [0.35, 0.4, 0]}
    },
    "ripples": {"type": "math/cosine", "inputs": {"value": {"node": "radius"}, "frequency": 10}},
    "picture": {"type": "math/remap", "inputs": {"value": {"node": "ripples"}, "from_min": -1}}
  },
  "outputs": {"value": {"node": "picture"}}
}"#;
