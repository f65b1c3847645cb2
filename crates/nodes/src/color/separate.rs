//! The channels of a color.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Separate color", lower)
        .describe("Separates a color into red, green, blue and alpha, in linear light.")
        .search(&["rgb", "rgba", "channels", "split", "mask", "decompose"])
        .input(InputDefinition::color("color", [1.0; 4]).soft(0.0..=1.0).describe("The color to separate."))
        .float_output("red", "The red channel.")
        .float_output("green", "The green channel.")
        .float_output("blue", "The blue channel.")
        .float_output("alpha", "The opacity: 0 is transparent, 1 is opaque.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    Ok(context.color("color")?.map(Field::Float).to_vec())
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "The red of a mixture",
  "nodes": {
    "noise": {"type": "noise/value", "inputs": {"scale": 5, "seed": 30}},
    "mixture": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "noise"},
        "ramp": {
          "stops": [
            {"position": 0, "color": [0.1, 0.6, 0.9, 1]},
            {"position": 0.5, "color": [0.9, 0.4, 0.1, 1]}
          ],
          "interpolation": "step"
        }
      }
    },
    "channels": {
      "type": "color/separate",
      "inputs": {"color": {"node": "mixture", "output": "color"}}
    }
  },
  "outputs": {"value": {"node": "channels", "output": "red"}}
}"#;
