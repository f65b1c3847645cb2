//! A field stretched to the range 0 to 1.

use travertine_graph::definition::{Definition, InputDefinition, ValueType};
use travertine_graph::lowering::{Lowered, LoweringContext};
use travertine_raster::pass::Levels;
use travertine_raster::{Edge, Grid, Sampling};

use crate::parts::sampling::sample_grid;

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Auto levels", lower)
        .describe(
            "Stretches a field so that it fills the range from 0 to 1, whatever its own range: heights before a bake, masks \
             from noise, sums of many layers. Samples on a grid decide one scale and one offset; the field itself keeps \
             all its detail. The ends are those of given fractions of the samples, so that a few extremes do not \
             matter; they are found by counting, in linear time and on all threads, and need the whole grid.",
        )
        .search(&["normalize", "normalize", "histogram", "percentile", "stretch", "contrast", "range", "equalize", "quantile"])
        .input(InputDefinition::required("value", ValueType::Float).moved().describe("The field to stretch."))
        .input(fraction("low", 0.0).describe(
            "The fraction of the samples below the value that becomes 0: 0 for the least, 0.01 for one in a hundred.",
        ))
        .input(fraction("high", 1.0).describe(
            "The fraction of the samples below the value that becomes 1: 1 for the greatest. If it is less than `low`, the \
             field is inverted.",
        ));
    sample_grid::samples(definition)
        .input(InputDefinition::position())
        .float_output("value", "The stretched field, limited to 0 to 1; 0 if both ends are equal.")
        .float_output("low", "The value that became 0.")
        .float_output("high", "The value that became 1.")
        .example(EXAMPLE)
}

fn fraction(name: &'static str, default: f32) -> InputDefinition {
    InputDefinition::number(name, default).hard(0.0..=1.0).soft(0.0..=1.0).step(0.005)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    // The definition limits fractions to 0..=1.
    let millionths = |input: &str| (f64::from(context.number(input)) * 1e6 + 0.5) as u32;
    let pass = Levels { low: millionths("low"), high: millionths("high") };
    let grid = Grid { edge: Edge::Extend, sampling: Sampling::Nearest, ..sample_grid::of(context) };
    let position = context.input_position()?;
    let value = context.any_at("value", position)?.to_float();
    let ends = context.raster(grid, pass, &[sample_grid::float(context, "value")?], position);
    let [low, high] = [ends[0], ends[1]];
    let stretched = ((value - low) / (high - low)).clamp01();
    Ok(vec![stretched.into(), low.into(), high.into()])
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Fog, in all its tones",
  "nodes": {
    "noise": {"type": "noise/perlin", "inputs": {"scale": 3, "octaves": 6, "dimensions": 2, "min": 0.4, "max": 0.5, "seed": 12}},
    "levels": {
      "type": "filter/auto-levels",
      "inputs": {"value": {"node": "noise"}, "low": 0.02, "high": 0.98, "resolution": 64}
    },
    "picture": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "levels"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#10202c"},
            {"position": 0.5, "color": "#5c8494"},
            {"position": 1, "color": "#f4f2ea"}
          ]
        }
      }
    }
  },
  "outputs": {"color": {"node": "picture"}}
}"##;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::output_at;

    fn found(formula: &str, output: &str, rest: &str, x: f32) -> f32 {
        let document = format!(
            r#"{{
              "format": "travertine", "version": 1,
              "nodes": {{
                "field": {{"type": "math/formula", "inputs": {{"formula": "{formula}"}}}},
                "levels": {{"type": "filter/auto-levels", "inputs": {{"value": {{"node": "field"}}, "resolution": 64{rest}}}}}
              }},
              "outputs": {{"value": {{"node": "levels", "output": "{output}"}}}}
            }}"#
        );
        output_at(&document, [x, 0.3, 0.0, 0.0])[0]
    }

    #[test]
    fn the_ends_are_those_of_the_samples() {
        // Samples from 3 + 5/128 to 8 - 5/128.
        let at = |x| found("3 + 5*x", "value", "", x);
        assert_eq!([at(0.5 / 64.0), at(63.5 / 64.0), at(0.0), at(1.0)], [0.0, 1.0, 0.0, 1.0]);
        assert!((at(0.25) - (0.25 - 0.5 / 64.0) / (63.0 / 64.0)).abs() < 1e-5, "between samples, too");
        assert_eq!(found("3 + 5*x", "low", "", 0.7), 3.0390625);
        assert_eq!(found("3 + 5*x", "high", r#", "high": 0.5"#, 0.7), 5.5390625);
        assert_eq!(found("7", "value", "", 0.7), 0.0);
    }

    #[test]
    fn low_above_high_inverts() {
        let at = |x| found("x", "value", r#", "low": 1, "high": 0"#, x);
        assert_eq!([at(0.0), at(0.5), at(1.0)], [1.0, 0.5, 0.0]);
    }
}
