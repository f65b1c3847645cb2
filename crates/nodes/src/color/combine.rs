//! A color from its channels.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Combine color", lower)
        .describe("Combines red, green, blue and alpha into a color, in linear light.")
        .search(&["rgb", "rgba", "channels", "join", "pack"])
        .input(InputDefinition::float("red", 0.0).soft(0.0..=1.0).step(0.01).describe("The red channel."))
        .input(InputDefinition::float("green", 0.0).soft(0.0..=1.0).step(0.01).describe("The green channel."))
        .input(InputDefinition::float("blue", 0.0).soft(0.0..=1.0).step(0.01).describe("The blue channel."))
        .input(
            InputDefinition::float("alpha", 1.0)
                .soft(0.0..=1.0)
                .step(0.01)
                .describe("The opacity: 0 is transparent, 1 is opaque."),
        )
        .color_output("color", "The combined color.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let [red, green, blue] = [context.float("red")?, context.float("green")?, context.float("blue")?];
    Ok(vec![Field::Color([red, green, blue, context.float("alpha")?])])
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Three lights",
  "nodes": {
    "position": {"type": "input/position"},
    "red": {
      "type": "vector/distance",
      "inputs": {"a": {"node": "position", "output": "position"}, "b": [0.3, 0.3, 0]}
    },
    "green": {
      "type": "vector/distance",
      "inputs": {"a": {"node": "position", "output": "position"}, "b": [0.7, 0.3, 0]}
    },
    "blue": {
      "type": "vector/distance",
      "inputs": {"a": {"node": "position", "output": "position"}, "b": [0.5, 0.7, 0]}
    },
    "red light": {
      "type": "math/smoothstep",
      "inputs": {"value": {"node": "red"}, "low": 0.4, "high": 0.3}
    },
    "green light": {
      "type": "math/smoothstep",
      "inputs": {"value": {"node": "green"}, "low": 0.4, "high": 0.3}
    },
    "blue light": {
      "type": "math/smoothstep",
      "inputs": {"value": {"node": "blue"}, "low": 0.4, "high": 0.3}
    },
    "color": {
      "type": "color/combine",
      "inputs": {
        "red": {"node": "red light"},
        "green": {"node": "green light"},
        "blue": {"node": "blue light"}
      }
    }
  },
  "outputs": {"color": {"node": "color"}}
}"#;
