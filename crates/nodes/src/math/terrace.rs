//! Terraces with soft risers.

use travertine_graph::definition::{Definition, InputDefinition, OutputType};
use travertine_graph::lowering::{Lowered, LoweringContext};
use travertine_program::Expr;

use crate::parts::arithmetic::{componentwise, soft_step};

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Terrace", lower)
        .describe(
            "Turns slopes into stairs: level treads with risers between, hard or soft. Use it for strata, mesas, rice \
             fields, contour maps and cut paper. Works on each component of vectors and on the red, green and blue of \
             colors; alpha is unchanged.",
        )
        .search(&[
            "steps",
            "stairs",
            "strata",
            "mesa",
            "canyon",
            "layers",
            "contour",
            "plateau",
            "quantize",
            "posterize",
            "fastnoise",
        ])
        .input(InputDefinition::any("value", 0.0).describe("The value to step, such as a height."))
        .input(
            InputDefinition::float("steps", 6.0)
                .soft(0.0..=32.0)
                .step(0.1)
                .unit("steps per 1")
                .describe("The number of treads while the value grows by 1; 0 leaves it unchanged."),
        )
        .input(
            InputDefinition::fraction("smoothness", 0.3)
                .describe("The part of each step that its riser takes: 0 is a cliff, 1 leaves no level tread."),
        )
        .input(
            InputDefinition::fraction("slope", 0.0)
                .describe("The part of the original slope that is kept: 0 has level treads, 1 no steps."),
        )
        .output("value", OutputType::like(&["value"]), "The stepped value, in its own type.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let (steps, slope) = (context.float("steps")?, context.float("slope")?.clamp01());
    let half = context.float("smoothness")?.clamp01() * 0.5;
    let (low, high) = (0.5 - half, 0.5 + half);
    let stepped = |value: Expr<'a>| {
        let level = value * steps;
        // Above the last whole step there is no riser.
        let tread = (level.floor() + soft_step::between(level.fract(), low, high)).min(level.ceil());
        steps.abs().select((tread / steps).mix(value, slope), value)
    };
    Ok(vec![componentwise::map(context.any("value")?, stepped)])
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Rice terraces",
  "nodes": {
    "noise": {
      "type": "noise/perlin",
      "inputs": {"scale": 1.8, "octaves": 3, "persistence": 0.3, "dimensions": 2, "seed": 41, "min": 0, "max": 1}
    },
    "terraces": {
      "type": "math/terrace",
      "inputs": {"value": {"node": "noise"}, "steps": 30, "smoothness": 0.35, "slope": 0.15}
    },
    "normal": {
      "type": "filter/normal-map",
      "inputs": {"height": {"node": "terraces"}, "strength": 0.55}
    },
    "light": {
      "type": "vector/dot",
      "inputs": {"a": {"node": "normal", "output": "normal"}, "b": [-0.55, 0.5, 0.67]}
    },
    "sun": {"type": "math/remap", "inputs": {"value": {"node": "light"}, "to_min": 0.25, "to_max": 1.1}},
    "fields": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "terraces"},
        "ramp": {
          "stops": [
            {"position": 0.28, "color": "#3f8f8a"},
            {"position": 0.42, "color": "#5c9e4a"},
            {"position": 0.55, "color": "#c5cf5c"},
            {"position": 0.7, "color": "#e0b264"}
          ],
          "space": "srgb"
        }
      }
    },
    "lit": {"type": "math/multiply", "inputs": {"a": {"node": "fields"}, "b": {"node": "sun"}}},
    "picture": {"type": "math/clamp", "inputs": {"value": {"node": "lit"}}}
  },
  "outputs": {"color": {"node": "picture"}}
}"##;

#[cfg(test)]
mod tests {
    use travertine_noise::Interval;

    use crate::checks::evaluate::{lowered, value};

    fn terrace(value_: f32, rest: &str) -> f32 {
        value("math/terrace", &format!(r#"{{"value": {value_}, "steps": 4{rest}}}"#))[0]
    }

    #[test]
    fn treads_are_level_and_risers_half_way() {
        let soft = r#", "smoothness": 0.5"#;
        assert_eq!([-0.05, 0.0, 0.05].map(|value| terrace(value, soft)), [0.0; 3]);
        assert_eq!([0.125, 0.2, 0.3, -0.125].map(|value| terrace(value, soft)), [0.125, 0.25, 0.25, -0.125]);
        let hard = r#", "smoothness": 0"#;
        assert_eq!([0.12, 0.13, 0.37, 0.38].map(|value| terrace(value, hard)), [0.0, 0.25, 0.25, 0.5]);
    }

    #[test]
    fn the_slope_leads_back_to_the_value() {
        for value in [-0.7, 0.1, 0.55, 3.3] {
            assert_eq!(terrace(value, r#", "slope": 1"#), value);
            let half = terrace(value, "") * 0.5 + value * 0.5;
            assert!((terrace(value, r#", "slope": 0.5"#) - half).abs() < 1e-6);
        }
        assert_eq!(value("math/terrace", r#"{"value": [0.1, 2, -3], "steps": 0}"#), [0.1, 2.0, -3.0]);
    }

    #[test]
    fn the_range_stays_that_of_the_value() {
        let document = r#"{
          "format": "travertine", "version": 1,
          "nodes": {
            "noise": {"type": "noise/perlin"},
            "terrace": {"type": "math/terrace", "inputs": {"value": {"node": "noise"}, "steps": 4}}
          },
          "outputs": {"value": {"node": "terrace"}}
        }"#;
        let (program, _) = lowered(document, 1);
        let intervals = program.intervals(&[], [Interval::EVERYTHING; 4]);
        let known = intervals[program.outputs()[0].values[0].index()];
        assert_eq!(known, Interval::new(-1.0, 1.0));
    }
}
