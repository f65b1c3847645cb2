//! A color.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Color", lower)
        .describe("A color, to connect to several inputs at once or to expose as a parameter.")
        .search(&["colour", "rgb", "rgba", "tint", "constant"])
        .input(
            InputDefinition::color("color", [1.0; 4])
                .soft(0.0..=1.0)
                .step(0.01)
                .describe("Red, green, blue and alpha, in linear light."),
        )
        .color_output("color", "The color.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    Ok(vec![Field::Color(context.color("color")?)])
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Terracotta",
  "nodes": {
    "clay": {"type": "input/color", "inputs": {"color": [0.55, 0.13, 0.05, 1]}},
    "shade": {"type": "pattern/rings", "inputs": {"frequency": 4, "profile": "sine"}},
    "light": {
      "type": "math/remap",
      "inputs": {"value": {"node": "shade", "output": "value"}, "to_min": 0.4}
    },
    "pot": {"type": "math/multiply", "inputs": {"a": {"node": "clay"}, "b": {"node": "light"}}}
  },
  "outputs": {"color": {"node": "pot"}}
}"#;
