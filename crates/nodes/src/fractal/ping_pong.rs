//! A fractal of any field, folded repeatedly.

use travertine_graph::definition::{Definition, InputDefinition, OutputType, ValueType};
use travertine_graph::lowering::{Lowered, LoweringContext};
use travertine_program::Expr;

use crate::parts::arithmetic::componentwise;
use crate::parts::noises::octaves;

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Ping-pong", lower)
        .describe(
            "Sums octaves of a field, each folded to and fro between -1 and 1: contour lines, as in agate \
             and wood. An octave v becomes a triangle wave over strength * (v + 1), which rises over 1 and \
             falls over 1. Colors keep the alpha of the plain sum. After Jordan Peck, FastNoise Lite.",
        )
        .search(&["octaves", "contours", "bands", "agate", "triangle wave", "fold", "fastnoise"])
        .example(EXAMPLE);
    let strength = InputDefinition::float("strength", 2.0)
        .soft(0.0..=8.0)
        .step(0.1)
        .describe("The number of waves while a value goes from -1 to 1: higher values give more lines.");
    octaves::describe(definition, ValueType::Any, [strength]).output(
        "value",
        OutputType::like(&["value"]),
        "The weighted mean of the octaves' waves, from -1 to 1 for any value.",
    )
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let strength = context.float("strength")?;
    let wave = |value: Expr<'a>| {
        let turn = ((value + 1.0) * strength).modulo(2.0);
        1.0 - (turn - 1.0).abs() * 2.0
    };
    let sum = octaves::sum(context, context.position().without_footprint(), |octave, position| {
        Ok(componentwise::map(octave.value(context, position)?, wave))
    })?;
    Ok(vec![sum])
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Agate",
  "nodes": {
    "noise": {"type": "noise/perlin", "inputs": {"scale": 1.3, "seed": 45}},
    "waves": {
      "type": "fractal/ping-pong",
      "inputs": {"value": {"node": "noise"}, "octaves": 2, "persistence": 0.2, "strength": 5}
    },
    "height": {"type": "math/remap", "inputs": {"value": {"node": "waves"}, "from_min": -1}},
    "agate": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "height"},
        "ramp": {
          "stops": [
            {"position": 0, "color": [0.05, 0.02, 0.02, 1]},
            {"position": 0.5, "color": [0.5, 0.12, 0.04, 1]},
            {"position": 1, "color": [0.95, 0.75, 0.5, 1]}
          ]
        }
      }
    }
  },
  "outputs": {"color": {"node": "agate", "output": "color"}}
}"#;

#[cfg(test)]
mod tests {
    use travertine_noise::hash::octave_offset;

    use crate::checks::evaluate::of_x;

    #[test]
    fn a_value_is_folded_to_and_fro() {
        for (x, expected) in [(-1.0, -1.0), (-0.5, 1.0), (0.0, -1.0), (0.25, 0.0), (0.5, 1.0), (3.0, -1.0)] {
            assert_eq!(of_x("fractal/ping-pong", r#""octaves": 1"#, [x, 0.0, 0.0, 0.0]), [expected], "{x}");
        }
    }

    #[test]
    fn octaves_are_summed() {
        let finer = octave_offset(1)[0];
        let wave = 1.0 - ((finer + 1.0) % 2.0 - 1.0).abs() * 2.0;
        let inputs = r#""octaves": 2, "strength": 1"#;
        assert_eq!(of_x("fractal/ping-pong", inputs, [0.0; 4]), [(1.0 + wave * 0.5) / 1.5]);
    }
}
