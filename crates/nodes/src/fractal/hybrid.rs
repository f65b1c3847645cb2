//! A fractal terrain with detail at its heights.

use travertine_graph::definition::{Definition, InputDefinition, ValueType};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};

use crate::parts::noises::octaves;

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Hybrid multifractal", lower)
        .describe(
            "Terrain with smooth valleys and rough heights. Octaves of a field, raised by an offset, are \
             summed, each weighted by the octaves before. The weight is the product of all octaves so far \
             with their amplitudes, limited to 0 to 1 after each. The height of a vector is its mean, that \
             of a color its luminance. After F. Kenton Musgrave in Ebert et al., \"Texturing and \
             Modeling\".",
        )
        .search(&["musgrave", "terrain", "valleys", "mountains", "landscape", "octaves", "noise"])
        .example(EXAMPLE);
    let offset = InputDefinition::float("offset", 0.7)
        .soft(0.0..=2.0)
        .step(0.01)
        .describe("A value added to each octave: higher values are rough in more places.");
    octaves::describe(definition, ValueType::Float, [offset]).float_output(
        "value",
        "The weighted sum divided by the sum of the amplitudes. For a value from -1 to 1, and an offset and \
         a persistence of 0 or more, it is at most offset + 1 and at least the smaller of 0 and offset - 1.",
    )
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let offset = context.float("offset")?;
    let mut weight = context.constant(1.0);
    let sum = octaves::sum(context, context.position(), |octave, position| {
        let layer = (octave.value(context, position)?.to_float() + offset) * weight;
        weight = (layer * octave.amplitude).clamp01();
        Ok(Field::Float(layer))
    })?;
    Ok(vec![sum])
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Plains and hills",
  "nodes": {
    "noise": {"type": "noise/perlin", "inputs": {"scale": 2.5, "seed": 43}},
    "hybrid": {
      "type": "fractal/hybrid",
      "inputs": {"value": {"node": "noise"}, "octaves": 6, "persistence": 0.9, "lacunarity": 2.2}
    },
    "picture": {
      "type": "math/remap",
      "inputs": {"value": {"node": "hybrid"}, "from_min": 0.1, "from_max": 0.75, "clamp": true}
    }
  },
  "outputs": {"value": {"node": "picture"}}
}"#;

#[cfg(test)]
mod tests {
    use travertine_noise::hash::octave_offset;

    use crate::checks::evaluate::of_x;

    fn hybrid(inputs: &str, x: f32) -> f32 {
        of_x("fractal/hybrid", inputs, [x, 5.0, 6.0, 7.0])[0]
    }

    #[test]
    fn the_product_of_the_octaves_weighs_the_next() {
        let [second, third] = [(1, 2.0), (2, 4.0)]
            .map(|(octave, frequency): (u32, f32)| frequency * -0.25 + octave_offset(octave)[0] + 0.5);
        let first = 0.25;
        let second = second * first;
        let third = third * (second * 0.5).clamp(0.0, 1.0);
        assert_eq!(hybrid(r#""octaves": 3, "offset": 0.5"#, -0.25), (first + second * 0.5 + third * 0.25) / 1.75);
    }

    #[test]
    fn heights_below_minus_the_offset_have_no_detail() {
        assert_eq!(hybrid(r#""octaves": 2, "offset": 0.5"#, -1.25), -0.75 / 1.5);
    }
}
