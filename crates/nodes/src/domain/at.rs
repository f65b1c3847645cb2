//! A field at another position.

use travertine_graph::definition::{Definition, InputDefinition, OutputType, ValueType};
use travertine_graph::lowering::{Lowered, LoweringContext, Position};

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Evaluate at", lower)
        .describe(
            "Evaluates a texture exactly at a position: in the coordinates of a brick, at the center of a \
             stone, so that the whole stone has one color, or on the surface of a ball. A delay makes parts \
             of an animation lag.",
        )
        .search(&[
            "sample",
            "lookup",
            "uv",
            "coordinates",
            "custom uv",
            "remap",
            "position",
            "mosaic",
            "pixelate",
            "time",
            "delay",
        ])
        .input(
            InputDefinition::required("value", ValueType::Any)
                .moved()
                .describe("The texture, evaluated at the position."),
        )
        .input(InputDefinition::position())
        .input(InputDefinition::float("delay", 0.0).soft(0.0..=1.0).step(0.01).describe(
            "How far the texture lags in time: it is evaluated at the time minus this. A random number for \
             each tile makes the tiles move one after the other.",
        ))
        .output("value", OutputType::like(&["value"]), "The texture at the position.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let position = context.input_position()?;
    let time = position.time - context.float("delay")?;
    Ok(vec![context.any_at("value", Position { time, ..position })?])
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Sunset mosaic: each stone has the color of a picture at its center",
  "nodes": {
    "hills": {"type": "noise/perlin", "inputs": {"scale": 2.2, "octaves": 2, "dimensions": 2, "seed": 3}},
    "level": {"type": "math/formula", "inputs": {"formula": "y + a*0.16", "a": {"node": "hills"}}},
    "glow": {"type": "math/formula", "inputs": {"formula": "1 - smoothstep(0.11, 0.13, sqrt((x-0.62)^2 + (y-0.36)^2))"}},
    "land": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "level"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#243b6b"},
            {"position": 0.25, "color": "#7a5a92"},
            {"position": 0.42, "color": "#e98a6d"},
            {"position": 0.56, "color": "#f9d08b"},
            {"position": 0.57, "color": "#3f6f7f"},
            {"position": 0.76, "color": "#1f4a5c"},
            {"position": 0.77, "color": "#2f5d3a"},
            {"position": 1, "color": "#12301f"}
          ]
        }
      }
    },
    "picture": {
      "type": "blend/mix",
      "inputs": {"a": {"node": "land", "output": "color"}, "b": [0.98, 0.9, 0.66, 1], "factor": {"node": "glow"}}
    },
    "stones": {"type": "noise/cellular", "inputs": {"scale": 22, "jitter": 0.75, "dimensions": 2, "seed": 4}},
    "tiles": {
      "type": "domain/at",
      "inputs": {"value": {"node": "picture"}, "position": {"node": "stones", "output": "position"}}
    },
    "joints": {
      "type": "math/smoothstep",
      "inputs": {"value": {"node": "stones", "output": "edge"}, "low": 0.03, "high": 0.09}
    },
    "tone": {
      "type": "math/remap",
      "inputs": {"value": {"node": "stones", "output": "value"}, "from_min": 0, "from_max": 1, "to_min": 0.72, "to_max": 1}
    },
    "stone": {"type": "math/multiply", "inputs": {"a": {"node": "tiles"}, "b": {"node": "tone"}}},
    "mosaic": {
      "type": "blend/mix",
      "inputs": {"a": [0.03, 0.028, 0.03, 1], "b": {"node": "stone"}, "factor": {"node": "joints"}}
    }
  },
  "outputs": {"color": {"node": "mosaic"}}
}"##;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::{moved, output_at};

    #[test]
    fn evaluates_exactly_at_the_position() {
        let at = r#""position": [0.1, 1e-30, -7]"#;
        assert_eq!(moved("domain/at", at, [3e7, 0.3, 0.7]), [0.1, 1e-30, -7.0]);
        assert_eq!(moved("domain/at", "", [0.1, 0.2, 0.3]), [0.1, 0.2, 0.3]);
    }

    #[test]
    fn a_delay_turns_time_back() {
        let document = r#"{
          "format": "travertine", "version": 1,
          "nodes": {
            "position": {"type": "input/position"},
            "at": {
              "type": "domain/at",
              "inputs": {"value": {"node": "position", "output": "time"}, "delay": 0.25}
            }
          },
          "outputs": {"time": {"node": "at"}}
        }"#;
        assert_eq!(output_at(document, [0.0, 0.0, 0.0, 1.0]), [0.75]);
    }
}
