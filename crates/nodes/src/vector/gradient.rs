//! The gradient of a field.

use travertine_graph::definition::{Definition, InputDefinition, ValueType};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};

use crate::parts::arithmetic::weighted;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Gradient of a field", lower)
        .describe(
            "The direction in which a texture rises, and how steeply, by its derivatives: there is no distance to \
             choose. They are exact but for texts and published noises, which have differences over a small part of \
             a letter or a cell. A warp along it sharpens edges; turned by 90 degrees, it follows the contours.",
        )
        .search(&["derivative", "slope", "nabla", "steepness", "normal", "direction", "contour", "sobel", "fwidth"])
        .input(
            InputDefinition::required("value", ValueType::Float)
                .moved()
                .describe("The texture whose gradient is computed."),
        )
        .vector_output("gradient", "The change of the texture per unit along x, y and z.")
        .float_output("steepness", "The length of the gradient: the change per unit along the steepest way.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let gradient = context.slopes("value")?.map(Field::to_float);
    Ok(vec![Field::Vector(gradient), weighted::sum(gradient, gradient).sqrt().into()])
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Lines of one width along the contours of a noise",
  "nodes": {
    "noise": {"type": "noise/perlin", "inputs": {"scale": 3, "octaves": 2, "persistence": 0.3, "dimensions": 2, "seed": 4}},
    "gradient": {"type": "vector/gradient", "inputs": {"value": {"node": "noise"}}},
    "levels": {"type": "math/multiply", "inputs": {"a": {"node": "noise"}, "b": 12}},
    "level": {"type": "math/fract", "inputs": {"value": {"node": "levels"}}},
    "away": {"type": "math/subtract", "inputs": {"a": {"node": "level"}, "b": 0.5}},
    "near": {"type": "math/absolute", "inputs": {"value": {"node": "away"}}},
    "steep": {"type": "math/multiply", "inputs": {"a": {"node": "gradient", "output": "steepness"}, "b": 12}},
    "distance": {"type": "math/divide", "inputs": {"a": {"node": "near"}, "b": {"node": "steep"}}},
    "map": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "distance"},
        "ramp": {
          "stops": [
            {"position": 0.003, "color": "#5b3a1e"},
            {"position": 0.006, "color": "#f2e6c9"}
          ]
        }
      }
    }
  },
  "outputs": {"color": {"node": "map", "output": "color"}}
}"##;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::output_at;

    #[test]
    fn a_warp_does_not_turn_the_gradient() {
        // x * x at twice the position: 2x at 2x.
        let document = |output: &str| {
            format!(
                r#"{{
                  "format": "travertine", "version": 1,
                  "nodes": {{
                    "position": {{"type": "input/position"}},
                    "square": {{
                      "type": "math/multiply",
                      "inputs": {{"a": {{"node": "position", "output": "x"}}, "b": {{"node": "position", "output": "x"}}}}
                    }},
                    "gradient": {{"type": "vector/gradient", "inputs": {{"value": {{"node": "square"}}}}}},
                    "moved": {{
                      "type": "domain/warp",
                      "inputs": {{
                        "value": {{"node": "gradient", "output": "{output}"}},
                        "offset": {{"node": "position", "output": "position"}}, "strength": 1
                      }}
                    }}
                  }},
                  "outputs": {{"value": {{"node": "moved"}}}}
                }}"#
            )
        };
        assert_eq!(output_at(&document("gradient"), [0.75, 0.5, 0.0, 0.0]), [3.0, 0.0, 0.0]);
        assert_eq!(output_at(&document("steepness"), [-0.75, 0.5, 0.0, 0.0]), [3.0]);
    }

    #[test]
    fn gradients_have_gradients() {
        let document = r#"{
          "format": "travertine", "version": 1,
          "nodes": {
            "position": {"type": "input/position"},
            "cube": {"type": "math/power", "inputs": {"a": {"node": "position", "output": "y"}, "b": 3}},
            "first": {"type": "vector/gradient", "inputs": {"value": {"node": "cube"}}},
            "parts": {"type": "vector/separate", "inputs": {"vector": {"node": "first"}}},
            "second": {"type": "vector/gradient", "inputs": {"value": {"node": "parts", "output": "y"}}}
          },
          "outputs": {"value": {"node": "second"}}
        }"#;
        assert_eq!(output_at(document, [0.0, 0.5, 0.0, 0.0]), [0.0, 3.0, 0.0]);
    }
}
