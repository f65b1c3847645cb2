//! Normals of a height field.

use travertine_graph::definition::Definition;
use travertine_graph::lowering::{Lowered, LoweringContext};

use crate::parts::sampling::{height, normals};

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Normal map", lower)
        .describe(
            "A tangent-space normal map of a height field, for renderers and game engines: red points right, \
             green up or down, blue towards the viewer, and 0.5 is none. It is computed from the field \
             itself, and so is as sharp as the picture is large.",
        )
        .search(&["bump", "tangent space", "height to normal", "relief", "opengl", "directx", "shading"])
        .input(height::input())
        .input(height::strength())
        .input(height::distance());
    normals::outputs(definition).example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    normals::of(context, height::gradient(context)?)
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Hammered metal",
  "nodes": {
    "dents": {"type": "noise/cellular", "inputs": {"scale": 4, "seed": 3}},
    "height": {"type": "math/smoothstep", "inputs": {"value": {"node": "dents", "output": "f1"}, "high": 0.9}},
    "normal": {
      "type": "filter/normal-map",
      "inputs": {"height": {"node": "height"}, "strength": 0.14}
    }
  },
  "outputs": {"map": {"node": "normal", "output": "map"}}
}"#;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::output_at;

    fn normal(green: &str, axis: &str) -> Vec<f32> {
        let document = format!(
            r#"{{
              "format": "travertine", "version": 1,
              "nodes": {{
                "position": {{"type": "input/position"}},
                "slope": {{"type": "math/multiply", "inputs": {{"a": {{"node": "position", "output": "{axis}"}}, "b": 0.75}}}},
                "map": {{
                  "type": "filter/normal-map",
                  "inputs": {{"height": {{"node": "slope"}}, "distance": 0.25, "green": "{green}"}}
                }}
              }},
              "outputs": {{"normal": {{"node": "map", "output": "normal"}}}}
            }}"#
        );
        output_at(&document, [1.5, -2.0, 0.3, 0.0])
    }

    #[test]
    fn any_slope_has_a_normal_of_length_1() {
        for (strength, distance) in [(1e30, -0.1), (3e38, 1e-45), (-3e38, 0.004), (1e-45, 3e38), (1.0, 0.0)] {
            let document = format!(
                r#"{{
                  "format": "travertine", "version": 1,
                  "nodes": {{
                    "noise": {{"type": "noise/perlin"}},
                    "map": {{
                      "type": "filter/normal-map",
                      "inputs": {{"height": {{"node": "noise"}}, "distance": {distance:e}, "strength": {strength:e}}}
                    }}
                  }},
                  "outputs": {{"normal": {{"node": "map", "output": "normal"}}}}
                }}"#
            );
            let normal = output_at(&document, [0.3, 0.7, 0.1, 0.0]);
            let length = normal.iter().map(|part| part * part).sum::<f32>().sqrt();
            assert!((length - 1.0).abs() < 1e-5, "{strength}, {distance}: {normal:?}");
        }
    }

    #[test]
    fn normals_point_away_from_the_rise() {
        assert_eq!(normal("opengl", "x"), [-0.6, 0.0, 0.8]);
        // The height rises down the picture, so the normal points up.
        assert_eq!(normal("opengl", "y"), [0.0, 0.6, 0.8]);
        assert_eq!(normal("directx", "y"), [0.0, -0.6, 0.8]);
    }
}
