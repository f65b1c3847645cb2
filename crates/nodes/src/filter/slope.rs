//! The steepness of a height field.

use std::f32::consts::{FRAC_1_PI, FRAC_2_PI};

use travertine_graph::definition::Definition;
use travertine_graph::lowering::{Lowered, LoweringContext};

use crate::parts::sampling::height;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Slope", lower)
        .describe(
            "The steepness of a height field and the direction in which it falls: rock on cliffs, snow on \
             level ground, moss on the north side.",
        )
        .search(&["steepness", "gradient", "mask", "terrain", "aspect", "angle", "cliffs"])
        .input(height::input())
        .input(height::strength())
        .input(height::distance())
        .float_output("steepness", "The slope's angle as a part of 90 degrees: 0 is level, towards 1 is vertical.")
        .float_output("slope", "The rise per unit of distance, along the steepest direction.")
        .float_output(
            "direction",
            "The direction of the fall, in turns: 0 to the right, 0.25 down, 0.5 to the left, 0.75 up.",
        )
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let [right, down] = height::gradient(context)?;
    let slope = (right * right + down * down).sqrt();
    let direction = ((-down).atan2(-right) * (0.5 * FRAC_1_PI)).fract();
    Ok(vec![(slope.atan() * FRAC_2_PI).min(1.0).into(), slope.into(), direction.into()])
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Table mountains, rock where they are steep",
  "nodes": {
    "noise": {"type": "noise/perlin", "inputs": {"scale": 2.5, "octaves": 2, "persistence": 0.3, "dimensions": 2, "seed": 12}},
    "tables": {"type": "math/smoothstep", "inputs": {"value": {"node": "noise"}, "low": -0.05, "high": 0.15}},
    "height": {"type": "blend/mix", "inputs": {"a": {"node": "noise"}, "b": {"node": "tables"}, "factor": 0.6}},
    "slope": {"type": "filter/slope", "inputs": {"height": {"node": "height"}, "strength": 0.16}},
    "land": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "slope", "output": "steepness"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#d9e29a"},
            {"position": 0.14, "color": "#7fa653"},
            {"position": 0.3, "color": "#8a7a5e"},
            {"position": 0.5, "color": "#2f2925"}
          ]
        }
      }
    }
  },
  "outputs": {"color": {"node": "land", "output": "color"}}
}"##;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::output_at;

    #[test]
    fn outputs_are_the_rise_and_the_direction_of_the_fall() {
        for (output, expected) in [("slope", 1.0), ("steepness", 0.5), ("direction", 0.25)] {
            let document = format!(
                r#"{{
                  "format": "travertine", "version": 1,
                  "nodes": {{
                    "position": {{"type": "input/position"}},
                    "fall": {{"type": "math/negate", "inputs": {{"value": {{"node": "position", "output": "y"}}}}}},
                    "slope": {{"type": "filter/slope", "inputs": {{"height": {{"node": "fall"}}, "distance": 0.5}}}}
                  }},
                  "outputs": {{"value": {{"node": "slope", "output": "{output}"}}}}
                }}"#
            );
            let [value] = output_at(&document, [0.5, 2.5, 0.0, 0.0])[..] else { panic!("one float") };
            assert!((value - expected).abs() < 1e-6, "{output}: {value}");
        }
    }
}
