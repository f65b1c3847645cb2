//! A fractal of any field, folded at 0.

use travertine_graph::definition::{Definition, OutputType, ValueType};
use travertine_graph::lowering::{Lowered, LoweringContext};

use crate::parts::arithmetic::componentwise;
use crate::parts::noises::octaves;

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Billow", lower)
        .describe(
            "Sums octaves of a field, each folded where it crosses 0: round cushions with sharp seams, as in \
             cumulus clouds and cauliflowers. An octave v becomes 2|v| - 1, so that -1 to 1 stays -1 to 1, \
             where turbulence gives 0 to 1. Colors keep the alpha of the plain sum. After Ken Perlin's \
             turbulence; the fold is that of libnoise's billow.",
        )
        .search(&["turbulence", "octaves", "clouds", "puffy", "cushions", "fold", "noise"])
        .example(EXAMPLE);
    octaves::describe(definition, ValueType::Any, []).output(
        "value",
        OutputType::like(&["value"]),
        "The weighted mean of the folded octaves, from -1 to 1 for a value from -1 to 1.",
    )
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let sum = octaves::sum(context, context.position().without_footprint(), |octave, position| {
        Ok(componentwise::map(octave.value(context, position)?, |value| value.abs() * 2.0 - 1.0))
    })?;
    Ok(vec![sum])
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Cushions",
  "nodes": {
    "noise": {"type": "noise/perlin", "inputs": {"scale": 3, "seed": 41}},
    "billow": {
      "type": "fractal/billow",
      "inputs": {"value": {"node": "noise"}, "octaves": 4, "persistence": 0.4}
    },
    "picture": {
      "type": "math/remap",
      "inputs": {"value": {"node": "billow"}, "from_min": -1, "from_max": 0.1, "clamp": true}
    }
  },
  "outputs": {"value": {"node": "picture"}}
}"#;

#[cfg(test)]
mod tests {
    use travertine_noise::hash::octave_offset;

    use crate::checks::evaluate::of_x;

    #[test]
    fn folds_every_octave() {
        let (x, moved) = (-0.7, octave_offset(1)[0]);
        let [first, second] = [x, 3.0 * x + moved].map(|value: f32| value.abs() * 2.0 - 1.0);
        assert_eq!(
            of_x("fractal/billow", r#""octaves": 2, "lacunarity": 3"#, [x, 5.0, 6.0, 7.0]),
            [(first + second * 0.5) / 1.5]
        );
    }
}
