//! A field, blurred.

use travertine_graph::definition::{Definition, InputDefinition, OutputType, ValueType};
use travertine_graph::lowering::{Lowered, LoweringContext};

use crate::parts::sampling::blur_kernel;

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Blur", lower)
        .describe(
            "Blurs a texture: its mean over a disc around each position, or over a ball. Soften masks and heights, \
             put lights out of focus, make wax of marble. The texture is evaluated once for each sample, \
             at fixed places that are spread evenly. Colors count by their opacity.",
        )
        .search(&["gaussian", "smooth", "soften", "defocus", "bokeh", "depth of field", "average", "mean", "low pass"])
        .input(
            InputDefinition::required("value", ValueType::Any)
                .moved()
                .describe("The texture to blur. It is evaluated at nearby positions."),
        );
    blur_kernel::describe(definition, 0.05)
        .output("value", OutputType::like(&["value"]), "The blurred texture.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    Ok(vec![blur_kernel::mean(context)?])
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Lights of a town, out of focus",
  "nodes": {
    "lamps": {
      "type": "noise/dots",
      "inputs": {
        "scale": 11, "density": 0.6, "radius": 0.16, "variation": 0.4, "softness": 0.3, "dimensions": 2, "seed": 4
      }
    },
    "kinds": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "lamps", "output": "random"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#ff9d3c"},
            {"position": 0.45, "color": "#ffd9a0"},
            {"position": 0.7, "color": "#ff4d4a"},
            {"position": 0.85, "color": "#6fd0ff"}
          ],
          "interpolation": "step"
        }
      }
    },
    "power": {"type": "math/multiply", "inputs": {"a": {"node": "lamps"}, "b": 9}},
    "lights": {"type": "math/multiply", "inputs": {"a": {"node": "kinds"}, "b": {"node": "power"}}},
    "radius": {"type": "math/formula", "inputs": {"formula": "0.008 + 0.05*abs(x + 0.6*y - 0.5)"}},
    "blur": {
      "type": "filter/blur",
      "inputs": {"value": {"node": "lights"}, "radius": {"node": "radius"}, "samples": 96, "profile": "disc"}
    },
    "dusk": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "height"},
        "ramp": {
          "stops": [{"position": 0, "color": "#1b2346"}, {"position": 1, "color": "#060810"}],
          "space": "srgb"
        }
      }
    },
    "height": {"type": "math/formula", "inputs": {"formula": "y"}},
    "sum": {"type": "math/add", "inputs": {"a": {"node": "blur"}, "b": {"node": "dusk"}}},
    "picture": {"type": "math/clamp", "inputs": {"value": {"node": "sum"}}}
  },
  "outputs": {"color": {"node": "picture"}}
}"##;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::output_at;

    fn blurred(formula: &str, rest: &str, at: [f32; 3]) -> f32 {
        let document = format!(
            r#"{{
              "format": "travertine", "version": 1,
              "nodes": {{
                "field": {{"type": "math/formula", "inputs": {{"formula": "{formula}"}}}},
                "blur": {{"type": "filter/blur", "inputs": {{"value": {{"node": "field"}}, {rest}}}}}
              }},
              "outputs": {{"value": {{"node": "blur"}}}}
            }}"#
        );
        output_at(&document, [at[0], at[1], at[2], 0.0])[0]
    }

    #[test]
    fn even_slopes_stay_and_radius_0_changes_nothing() {
        for profile in ["soft", "disc"] {
            let rest = format!(r#""radius": 0.25, "profile": "{profile}", "dimensions": 3"#);
            let found = blurred("2*x - y + 3*z", &rest, [0.3, -0.4, 0.5]);
            assert!((found - 2.5).abs() < 1e-5, "{found}");
        }
        let found = blurred("sin(30*x)", r#""radius": 0"#, [0.3, 0.0, 0.0]);
        assert!((found - blurred("sin(30*x)", r#""samples": 1"#, [0.3, 0.0, 0.0])).abs() < 1e-6);
    }

    /// The mean of x² + y² over a disc is half the radius squared, and a quarter of it for the soft density.
    #[test]
    fn bowls_rise_by_their_mean() {
        let at = |rest: &str| blurred("x*x + y*y", &format!(r#""radius": 0.5, "samples": 256, {rest}"#), [0.0; 3]);
        assert!((at(r#""profile": "disc""#) - 0.125).abs() < 0.002);
        assert!((at(r#""profile": "soft""#) - 0.0625).abs() < 0.002);
        let ball = blurred(
            "x*x + y*y + z*z",
            r#""radius": 0.5, "samples": 256, "profile": "disc", "dimensions": 3"#,
            [0.0; 3],
        );
        assert!((ball - 0.15).abs() < 0.002, "{ball}");
    }

    #[test]
    fn a_flat_blur_leaves_z_alone() {
        assert_eq!(blurred("z", r#""radius": 3"#, [0.0, 0.0, 0.75]), 0.75);
    }
}
