//! Normals of a height field, by its derivatives.

use travertine_graph::definition::Definition;
use travertine_graph::lowering::{Lowered, LoweringContext};

use crate::parts::sampling::{height, normals};

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Normal map", lower)
        .describe(
            "A tangent-space normal map of a height field, for renderers and game engines: red points right, \
             green up or down, blue towards the viewer, and 0.5 is none. It is computed from the derivatives of \
             the field: there is no distance to choose, the finest relief shows in pictures of any size, and heights \
             are evaluated once instead of four times. See `vector/gradient` for what is exact.",
        )
        .search(&["bump", "tangent space", "height to normal", "relief", "opengl", "directx", "shading"])
        .input(height::input().describe("The height above the xy plane."))
        .input(height::strength());
    normals::outputs(definition).example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    normals::of(context, height::derivatives(context)?)
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Hills",
  "nodes": {
    "height": {"type": "noise/perlin", "inputs": {"scale": 4, "octaves": 4, "persistence": 0.35, "seed": 9}},
    "normal": {
      "type": "filter/normal-map@2",
      "inputs": {"height": {"node": "height"}, "strength": 0.2}
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
                  "type": "filter/normal-map@2",
                  "inputs": {{"height": {{"node": "slope"}}, "green": "{green}"}}
                }}
              }},
              "outputs": {{"normal": {{"node": "map", "output": "normal"}}}}
            }}"#
        );
        output_at(&document, [1.5, -2.0, 0.3, 0.0])
    }

    #[test]
    fn any_slope_has_a_normal_of_length_1() {
        for strength in [1e30, -3e38, 1e-45, 1.0] {
            let document = format!(
                r#"{{
                  "format": "travertine", "version": 1,
                  "nodes": {{
                    "noise": {{"type": "noise/perlin"}},
                    "map": {{
                      "type": "filter/normal-map@2",
                      "inputs": {{"height": {{"node": "noise"}}, "strength": {strength:e}}}
                    }}
                  }},
                  "outputs": {{"normal": {{"node": "map", "output": "normal"}}}}
                }}"#
            );
            let normal = output_at(&document, [0.3, 0.7, 0.1, 0.0]);
            let length = normal.iter().map(|part| part * part).sum::<f32>().sqrt();
            assert!((length - 1.0).abs() < 1e-5, "{strength}: {normal:?}");
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
