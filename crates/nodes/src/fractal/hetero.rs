//! A fractal terrain that gets rougher with height.

use travertine_graph::definition::{Definition, InputDefinition, ValueType};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};

use crate::parts::noises::octaves::{self, Octave};

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Heterogeneous terrain", lower)
        .describe(
            "Terrain with more detail at greater heights: flat at 0, ever rougher above. Each finer and \
             weaker octave of the field, raised by an offset, adds in proportion to the height so far. The \
             result is a product: each octave v multiplies by 1 + amplitude * (v + offset). It is divided by \
             the greatest product of the later octaves for a value from -1 to 1. The height of a vector is \
             its mean, that of a color its luminance. After F. Kenton Musgrave in Ebert et al., \"Texturing \
             and Modeling\".",
        )
        .search(&["musgrave", "terrain", "multifractal", "erosion", "landscape", "octaves", "noise"])
        .example(EXAMPLE);
    let offset = InputDefinition::float("offset", 1.0)
        .soft(0.0..=2.0)
        .step(0.01)
        .describe("A value added to each octave: higher values are rough in more places.");
    octaves::describe(definition, ValueType::Float, [offset]).float_output(
        "value",
        "The height. For a value from -1 to 1 and an offset of 0 or more it is between -(offset + 1) and \
             offset + 1; with an offset of 1 or more and a persistence from 0 to 1 also, it is 0 or more.",
    )
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let offset = context.float("offset")?;
    let raised = |octave: &Octave<'a>| Ok(octave.value(context, context.position())?.to_float() + offset);
    let reach = offset.abs() + 1.0;
    let octaves = octaves::all(context)?;
    let (mut height, mut greatest) = (raised(&octaves[0])?, context.constant(1.0));
    for octave in &octaves[1..] {
        let layer = raised(octave)?;
        height = height * (layer * octave.amplitude + 1.0);
        greatest = greatest * (reach * octave.amplitude.abs() + 1.0);
    }
    Ok(vec![Field::Float(height / greatest)])
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Foothills",
  "nodes": {
    "noise": {"type": "noise/perlin", "inputs": {"scale": 3, "seed": 44}},
    "hetero": {
      "type": "fractal/hetero",
      "inputs": {"value": {"node": "noise"}, "octaves": 6, "persistence": 0.6, "offset": 0.5}
    },
    "picture": {
      "type": "math/remap",
      "inputs": {"value": {"node": "hetero"}, "from_min": 0, "from_max": 0.42, "clamp": true}
    }
  },
  "outputs": {"value": {"node": "picture"}}
}"#;

#[cfg(test)]
mod tests {
    use travertine_noise::hash::octave_offset;

    use crate::checks::evaluate::of_x;

    fn hetero(inputs: &str, x: f32) -> f32 {
        of_x("fractal/hetero", inputs, [x, 5.0, 6.0, 7.0])[0]
    }

    #[test]
    fn an_octave_adds_in_proportion_to_the_height() {
        let finer = 2.0 * 0.25 + octave_offset(1)[0] + 0.5;
        assert_eq!(hetero(r#""octaves": 2, "offset": 0.5"#, 0.25), 0.75 * (finer * 0.5 + 1.0) / (1.5 * 0.5 + 1.0));
    }

    #[test]
    fn it_is_flat_at_0() {
        assert_eq!(hetero(r#""octaves": 8, "offset": 0.5"#, -0.5), 0.0);
    }
}
