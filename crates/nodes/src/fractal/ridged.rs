//! A fractal of ridges with finer ridges.

use travertine_graph::definition::{Definition, InputDefinition, ValueType};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};

use crate::parts::noises::octaves;

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Ridged multifractal", lower)
        .describe(
            "Ridges where a field crosses 0, with finer and weaker ridges on them: mountain chains, veins, \
             lightning. An octave v becomes (offset - |v|)², weighted by the octave before times the \
             feedback, limited to 0 to 1. Detail therefore grows on ridges, and valleys stay smooth. The \
             height of a vector is its mean, that of a color its luminance. After F. Kenton Musgrave in \
             Ebert et al., \"Texturing and Modeling\".",
        )
        .search(&["musgrave", "mountains", "ridges", "veins", "lightning", "terrain", "octaves", "noise"])
        .example(EXAMPLE);
    let offset = InputDefinition::float("offset", 1.0)
        .soft(0.0..=2.0)
        .step(0.01)
        .describe("The height of a ridge before squaring.");
    let feedback = InputDefinition::float("feedback", 2.0).soft(0.0..=8.0).step(0.01).describe(
        "The influence of an octave on the next one's weight, Musgrave's gain: low values limit detail to \
         the crests, high values spread it.",
    );
    octaves::describe(definition, ValueType::Float, [offset, feedback]).float_output(
        "value",
        "The weighted mean of the octaves. For a value from -1 to 1 it is from 0 to 1 with offset 1, and \
         from 0 to offset² with other offsets of 0.5 or more. It is negative only with a negative \
         persistence.",
    )
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let (offset, feedback) = (context.float("offset")?, context.float("feedback")?);
    let mut weight = context.constant(1.0);
    let sum = octaves::sum(context, context.position().without_footprint(), |octave, position| {
        // The magnitude, so that interval analysis knows the square to be 0 or more.
        let ridge = (offset - octave.value(context, position)?.to_float().abs()).abs();
        let layer = ridge * ridge * weight;
        weight = (layer * feedback).clamp01();
        Ok(Field::Float(layer))
    })?;
    Ok(vec![sum])
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Ridges",
  "nodes": {
    "noise": {"type": "noise/perlin", "inputs": {"scale": 2.5, "seed": 42}},
    "ridged": {"type": "fractal/ridged", "inputs": {"value": {"node": "noise"}}},
    "picture": {
      "type": "math/remap",
      "inputs": {"value": {"node": "ridged"}, "from_min": 0.2, "from_max": 0.95, "clamp": true}
    }
  },
  "outputs": {"value": {"node": "picture"}}
}"#;

#[cfg(test)]
mod tests {
    use travertine_noise::hash::octave_offset;

    use crate::checks::evaluate::of_x;

    fn ridged(inputs: &str, x: f32) -> f32 {
        of_x("fractal/ridged", inputs, [x, 5.0, 6.0, 7.0])[0]
    }

    #[test]
    fn one_octave_is_the_squared_ridge() {
        for (x, expected) in [(0.0, 1.0), (0.5, 0.25), (-0.5, 0.25), (1.0, 0.0), (-2.0, 1.0)] {
            assert_eq!(ridged(r#""octaves": 1"#, x), expected, "{x}");
        }
        assert_eq!(ridged(r#""octaves": 1, "offset": 0.75"#, 0.25), 0.25);
    }

    #[test]
    fn an_octave_weighs_the_next() {
        let finer = 1.0 - (2.0 * 0.5 + octave_offset(1)[0]).abs();
        let expected = (0.25 + finer * finer * (0.25 * 1.5) * 0.5) / 1.5;
        assert_eq!(ridged(r#""octaves": 2, "feedback": 1.5"#, 0.5), expected);
        // At the floor of a valley the weight is 0.
        assert_eq!(ridged(r#""octaves": 7"#, 1.0), 0.0);
    }
}
