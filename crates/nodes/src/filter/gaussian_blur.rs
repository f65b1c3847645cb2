//! A Gaussian blur on a grid.

use travertine_graph::definition::{Definition, InputDefinition, OutputType, ValueType};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};
use travertine_program::Expr;
use travertine_raster::pass::Blur;

use crate::parts::sampling::sample_grid;

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Gaussian blur", lower)
        .describe(
            "Blurs a texture on a grid of samples, for the same time at any width: broad glows, soft shadows, the large \
             forms of a height. Four means over boxes approximate the Gaussian: its spread is exact, its peak up to 8 % lower; after Pascal Gwosdek and \
             others, \"Theoretical Foundations of Gaussian Convolution by Extended Box Filtering\" (2011). Rows, and then \
             columns, run in parallel. filter/blur needs no grid, costs more, and may vary its radius. Colors count by \
             their opacity.",
        )
        .search(&["blur", "smooth", "soften", "glow", "low pass", "box blur", "wide blur", "fast blur", "mean"])
        .input(InputDefinition::required("value", ValueType::Any).moved().describe(
            "The texture to blur, evaluated at z = 0 and time 0.",
        ))
        .input(
            InputDefinition::number("deviation", 0.03)
                .hard(0.0..=1.0)
                .soft(0.0..=0.2)
                .step(0.001)
                .unit("units")
                .describe("The standard deviation of the Gaussian: about half of what looks like its radius."),
        );
    sample_grid::describe(definition)
        .output(
            "value",
            OutputType::like(&["value"]),
            "The blurred texture. At the samples, numbers and opaque colors are within the input's range.",
        )
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let (grid, position) = (sample_grid::of(context), context.input_position()?);
    // The definitions limit both to small positive numbers.
    let deviation = (f64::from(context.number("deviation")) * f64::from(grid.resolution) * 1024.0 + 0.5) as u32;
    let blurred = |plane: Expr<'a>| context.raster(grid, Blur { deviation }, &[plane], position)[0];
    Ok(vec![match context.any_at("value", context.samples())? {
        Field::Color([red, green, blue, alpha]) if alpha.is_constant(1.0) => {
            Field::Color([blurred(red), blurred(green), blurred(blue), alpha])
        }
        Field::Color([red, green, blue, alpha]) => {
            let opacity = blurred(alpha).clamp01();
            let channel = |channel: Expr<'a>| blurred(channel * alpha) / opacity;
            Field::Color([channel(red), channel(green), channel(blue), opacity])
        }
        other => other.map(blurred),
    }])
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Signs in the night, with their glow",
  "nodes": {
    "signs": {
      "type": "noise/cell",
      "inputs": {"scale": 9, "dimensions": 2, "seed": 14, "periodic": true, "period_x": 9, "period_y": 9}
    },
    "kinds": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "signs"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#020207"},
            {"position": 0.8, "color": "#ff3d68"},
            {"position": 0.88, "color": "#2fd2ff"},
            {"position": 0.94, "color": "#ffd36a"}
          ],
          "interpolation": "step"
        }
      }
    },
    "glow": {
      "type": "filter/gaussian-blur",
      "inputs": {"value": {"node": "kinds"}, "deviation": 0.055, "resolution": 128, "edge": "repeat"}
    },
    "half": {"type": "math/multiply", "inputs": {"a": {"node": "kinds"}, "b": 0.6}},
    "sum": {"type": "math/add", "inputs": {"a": {"node": "half"}, "b": {"node": "glow"}}},
    "picture": {"type": "math/clamp", "inputs": {"value": {"node": "sum"}}}
  },
  "outputs": {"color": {"node": "picture"}}
}"##;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::output_at;

    fn blurred(field: &str, rest: &str, at: [f32; 2]) -> Vec<f32> {
        let document = format!(
            r#"{{
              "format": "travertine", "version": 1,
              "nodes": {{
                {field},
                "blur": {{
                  "type": "filter/gaussian-blur",
                  "inputs": {{"value": {{"node": "field"}}, "resolution": 64, {rest}}}
                }}
              }},
              "outputs": {{"value": {{"node": "blur"}}}}
            }}"#
        );
        output_at(&document, [at[0], at[1], 0.0, 0.0])
    }

    #[test]
    fn slopes_stay_and_waves_fade_by_the_gaussian() {
        let slope = r#""field": {"type": "math/formula", "inputs": {"formula": "2*x - y"}}"#;
        let found = blurred(slope, r#""deviation": 0.05"#, [0.5, 0.5])[0];
        assert!((found - 0.5).abs() < 1e-5, "{found}");
        // A wave of 4 turns in each unit fades by exp(-(2 pi 4 deviation)² / 2).
        let wave = r#""field": {"type": "math/formula", "inputs": {"formula": "cos(8*pi*x)"}}"#;
        for (deviation, expected) in [(0.02, 0.881_36), (0.05, 0.454_08), (0.08, 0.132_44)] {
            let rest = format!(r#""deviation": {deviation}, "edge": "repeat""#);
            let found = blurred(wave, &rest, [0.5, 0.3])[0];
            assert!((found - expected).abs() < 0.035, "{deviation}: {found} for {expected}");
        }
    }

    #[test]
    fn colors_count_by_their_opacity() {
        let field = r#""mask": {"type": "math/formula", "inputs": {"formula": "x < 0.5"}},
            "field": {"type": "blend/mix", "inputs": {"a": [0, 1, 0, 0], "b": [1, 0, 0, 1], "factor": {"node": "mask"}}}"#;
        let found = blurred(field, r#""deviation": 0.05"#, [0.5, 0.5]);
        assert!((found[0] - 1.0).abs() < 1e-3 && found[1].abs() < 1e-3, "{found:?}");
        assert!((found[3] - 0.5).abs() < 0.02, "{found:?}");
    }
}
