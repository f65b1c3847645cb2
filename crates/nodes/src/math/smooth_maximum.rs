//! The greater of two values, without a crease.

use travertine_graph::definition::{Definition, InputDefinition, OutputType};
use travertine_graph::lowering::{Lowered, LoweringContext};

use crate::parts::arithmetic::{componentwise, smooth};

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Smooth maximum", lower)
        .describe(
            "The greater of two values, with a soft transition where they are close: hills that grow together, \
             cushions, soft intersections. Works on each component of vectors and on the red, green and blue of \
             colors; alpha is unchanged. After Inigo Quilez, \"Smooth minimum\".",
        )
        .search(&["smax", "soft max", "polynomial", "merge heights", "fillet", "intersection", "sdf"])
        .input(InputDefinition::any("a", 0.0).describe("The first value."))
        .input(InputDefinition::any("b", 0.0).describe("The second value."))
        .input(smooth::input(0.1).describe(
            "The difference of the values below which the transition is soft: 0 leaves a sharp crease. Where the \
             values are equal, the result is higher by a sixth of it.",
        ))
        .output("value", OutputType::like(&["a", "b"]), "The greater value, in the wider type of the inputs.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let smoothness = context.float("smoothness")?;
    let greater = |a, b| smooth::maximum(a, b, smoothness);
    componentwise::binary(context, greater)
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Basket: two waves, the upper one on top",
  "nodes": {
    "columns": {
      "type": "pattern/bands",
      "inputs": {"frequency": 4, "profile": "sine", "direction": [1, 1, 0]}
    },
    "rows": {
      "type": "pattern/bands",
      "inputs": {"frequency": 4, "profile": "sine", "direction": [1, -1, 0]}
    },
    "height": {
      "type": "math/smooth-maximum",
      "inputs": {
        "a": {"node": "columns", "output": "value"},
        "b": {"node": "rows", "output": "value"},
        "smoothness": 0.5
      }
    },
    "colors": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "height"},
        "ramp": {
          "stops": [
            {"position": 0.08, "color": "#1d2440"},
            {"position": 0.4, "color": "#7a4a6b"},
            {"position": 0.72, "color": "#e29578"},
            {"position": 1, "color": "#fff1d6"}
          ],
          "space": "srgb"
        }
      }
    },
    "normal": {"type": "filter/normal-map", "inputs": {"height": {"node": "height"}, "strength": 0.06}},
    "light": {
      "type": "vector/dot",
      "inputs": {"a": {"node": "normal", "output": "normal"}, "b": [-0.6, 0.6, 0.7]}
    },
    "sun": {"type": "math/remap", "inputs": {"value": {"node": "light"}, "to_min": 0.25, "to_max": 1.15}},
    "lit": {"type": "math/multiply", "inputs": {"a": {"node": "colors"}, "b": {"node": "sun"}}},
    "picture": {"type": "math/clamp", "inputs": {"value": {"node": "lit"}}}
  },
  "outputs": {"color": {"node": "picture"}}
}"##;
