//! A fractal of the magnitudes of any field.

use travertine_graph::definition::{Definition, OutputType, ValueType};
use travertine_graph::lowering::{Lowered, LoweringContext};
use travertine_program::Expr;

use crate::parts::noises::octaves;

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Turbulence", lower)
        .describe(
            "Sums the magnitudes of a field's octaves: creases where the field crosses 0, as in smoke, fire \
             and marble. Otherwise like the fractal sum. After Ken Perlin, \"An Image Synthesizer\" (1985).",
        )
        .search(&[
            "billow", "octaves", "smoke", "fire", "marble", "creases", "fractal", "stucci", "creased", "wrinkles",
        ])
        .example(EXAMPLE);
    octaves::describe(definition, ValueType::Any, []).output(
        "value",
        OutputType::like(&["value"]),
        "The weighted mean of the octaves' magnitudes, 0 or more.",
    )
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let sum = octaves::sum(context, context.position().without_footprint(), |octave, position| {
        Ok(octave.value(context, position)?.map(Expr::abs))
    })?;
    Ok(vec![sum])
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Turbulence of noise",
  "nodes": {
    "noise": {"type": "noise/perlin", "inputs": {"scale": 3, "seed": 23}},
    "turbulence": {"type": "fractal/turbulence", "inputs": {"value": {"node": "noise"}}},
    "picture": {
      "type": "math/remap",
      "inputs": {"value": {"node": "turbulence"}, "from_max": 0.5, "clamp": true}
    }
  },
  "outputs": {"value": {"node": "picture"}}
}"#;

#[cfg(test)]
mod tests {
    use travertine_noise::hash::octave_offset;

    use crate::checks::evaluate::of_x;

    #[test]
    fn sums_octaves_of_any_field() {
        let (x, moved) = (-0.7, octave_offset(1)[0]);
        assert_eq!(
            of_x("fractal/turbulence", r#""octaves": 2, "lacunarity": 3"#, [x, 5.0, 6.0, 7.0]),
            [(x.abs() + 0.5 * (3.0 * x + moved).abs()) / 1.5]
        );
    }
}
