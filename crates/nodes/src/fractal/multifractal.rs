//! A product of octaves.

use travertine_graph::definition::{Definition, ValueType};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};

use crate::parts::noises::octaves;

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Multifractal", lower)
        .describe(
            "Multiplies octaves of a field instead of adding them, so that there is fine detail where the coarse \
             octaves are high, and calm where they are low: patchy rust, islands, clouds with clear sky between, \
             galaxies. Each octave v multiplies by 1 + amplitude * v. The product is divided by its greatest \
             possible size for a value from -1 to 1. The height of a vector is its mean, that of a color its \
             luminance. After F. Kenton Musgrave in Ebert et al., \"Texturing and Modeling\", and the \
             multifractal noise of Blender.",
        )
        .search(&[
            "musgrave",
            "multiplicative",
            "cascade",
            "patchy",
            "rust",
            "islands",
            "clouds",
            "lacunar",
            "octaves",
            "noise",
            "basic multi",
        ])
        .example(EXAMPLE);
    octaves::describe(definition, ValueType::Float, []).float_output(
        "value",
        "The product, from 0 to 1 for a value from -1 to 1 and a persistence from 0 to 1; for a value of 0 it is \
         1 divided by the greatest product, 0.22 with the defaults.",
    )
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let (mut product, mut greatest) = (context.constant(1.0), context.constant(1.0));
    for octave in octaves::all(context)? {
        let layer = octave.value(context, context.position())?.to_float();
        product = product * (layer * octave.amplitude + 1.0);
        greatest = greatest * (octave.amplitude.abs() + 1.0);
    }
    Ok(vec![Field::Float(product / greatest)])
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Patches of rust",
  "nodes": {
    "noise": {"type": "noise/perlin", "inputs": {"scale": 2.5, "seed": 14}},
    "patches": {
      "type": "fractal/multifractal",
      "inputs": {"value": {"node": "noise"}, "octaves": 8, "persistence": 0.8}
    },
    "metal": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "patches"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#8fa3ad"},
            {"position": 0.012, "color": "#75858c"},
            {"position": 0.022, "color": "#8c5a37"},
            {"position": 0.05, "color": "#6b2f16"},
            {"position": 0.11, "color": "#b4602a"},
            {"position": 0.25, "color": "#e8a456"}
          ]
        }
      }
    }
  },
  "outputs": {"color": {"node": "metal", "output": "color"}}
}"##;

#[cfg(test)]
mod tests {
    use travertine_noise::hash::octave_offset;

    use crate::checks::evaluate::of_x;

    #[test]
    fn octaves_multiply() {
        let x = -0.375f32;
        let octaves: Vec<f32> = (0..3)
            .map(|octave| {
                let frequency = [1.0, 3.0, 9.0][octave];
                if octave == 0 { x } else { x * frequency + octave_offset(octave as u32)[0] }
            })
            .collect();
        let product = (octaves[0] + 1.0) * (octaves[1] * 0.5 + 1.0) * (octaves[2] * 0.25 + 1.0);
        let inputs = r#""octaves": 3, "lacunarity": 3"#;
        let found = of_x("fractal/multifractal", inputs, [x, 5.0, 6.0, 7.0])[0];
        assert!((found - product / (2.0 * 1.5 * 1.25)).abs() < 1e-6, "{found}, not {product}");
    }

    #[test]
    fn it_is_calm_where_the_coarsest_octave_is_least() {
        assert_eq!(of_x("fractal/multifractal", r#""octaves": 8"#, [-1.0, 5.0, 6.0, 7.0]), [0.0]);
    }

    #[test]
    fn the_last_octave_fades_in() {
        let at =
            |octaves: f32| of_x("fractal/multifractal", &format!(r#""octaves": {octaves}"#), [0.3, 5.0, 6.0, 7.0])[0];
        for whole in [1.0, 2.0, 5.0] {
            assert!((at(whole + 1e-4) - at(whole)).abs() < 1e-3);
            assert!((at(whole + 0.5) - at(whole)).abs() > 1e-3);
        }
    }
}
