//! The detail of a field, without its broad forms.

use travertine_graph::definition::{Definition, InputDefinition, OutputType, ValueType};
use travertine_graph::lowering::{Lowered, LoweringContext};

use crate::parts::arithmetic::componentwise;
use crate::parts::sampling::blur_kernel;

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Highpass", lower)
        .describe(
            "Keeps the detail of a texture and removes what is broader: even out stains and light before a texture \
             is repeated, sharpen, or find grain. The result is 0.5 plus the difference between the texture \
             and its blur. The texture is evaluated once for each sample, and once more. Alpha is unchanged.",
        )
        .search(&[
            "high pass",
            "flatten",
            "even out",
            "detail",
            "sharpen",
            "unsharp mask",
            "local contrast",
            "equalize",
        ])
        .input(
            InputDefinition::required("value", ValueType::Any)
                .moved()
                .describe("The texture to examine. It is also evaluated at nearby positions."),
        )
        .input(
            InputDefinition::float("strength", 1.0)
                .soft(0.0..=4.0)
                .step(0.01)
                .describe("A factor of the detail: 0 gives 0.5 everywhere."),
        );
    blur_kernel::describe(definition, 0.1)
        .output("value", OutputType::like(&["value"]), "The detail, around 0.5.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let (value, strength) = (context.any("value")?, context.float("strength")?);
    let mean = blur_kernel::mean(context)?;
    Ok(vec![componentwise::zip(value, mean, |value, mean| (value - mean) * strength + 0.5)])
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Plaster, evened out on the right",
  "nodes": {
    "grain": {
      "type": "noise/perlin",
      "inputs": {"scale": 16, "octaves": 4, "persistence": 0.6, "dimensions": 2, "seed": 5}
    },
    "stains": {"type": "noise/perlin", "inputs": {"scale": 2, "octaves": 2, "dimensions": 2, "seed": 8}},
    "plaster": {
      "type": "math/formula",
      "inputs": {"formula": "0.5 + 0.28*a + 0.6*b", "a": {"node": "grain"}, "b": {"node": "stains"}}
    },
    "even": {
      "type": "filter/highpass",
      "inputs": {"value": {"node": "plaster"}, "radius": 0.13, "samples": 48, "strength": 1.2}
    },
    "half": {"type": "math/formula", "inputs": {"formula": "smoothstep(0.495, 0.505, x)"}},
    "both": {
      "type": "blend/mix",
      "inputs": {"a": {"node": "plaster"}, "b": {"node": "even"}, "factor": {"node": "half"}}
    },
    "color": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "both"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#3d1f14"},
            {"position": 0.4, "color": "#a8643f"},
            {"position": 0.7, "color": "#e3b388"},
            {"position": 1, "color": "#fff3df"}
          ],
          "space": "srgb"
        }
      }
    }
  },
  "outputs": {"color": {"node": "color"}}
}"##;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::{output_at, value};

    #[test]
    fn even_fields_and_slopes_become_one_half() {
        let [red, green, blue, alpha] = value("filter/highpass", r#"{"value": [0.3, 7, -2, 0.25]}"#)[..] else {
            panic!("a color")
        };
        assert!([red, green, blue].iter().all(|channel| (channel - 0.5).abs() < 1e-5) && alpha == 0.25);
    }

    #[test]
    fn a_fine_wave_stays_and_a_broad_one_goes() {
        let at = |waves: f32| {
            let document = format!(
                r#"{{
                  "format": "travertine", "version": 1,
                  "nodes": {{
                    "wave": {{"type": "math/formula", "inputs": {{"formula": "0.5*cos(tau*{waves}*x)"}}}},
                    "high": {{
                      "type": "filter/highpass",
                      "inputs": {{"value": {{"node": "wave"}}, "radius": 0.1, "samples": 256, "strength": 1}}
                    }}
                  }},
                  "outputs": {{"value": {{"node": "high"}}}}
                }}"#
            );
            output_at(&document, [0.0; 4])[0]
        };
        assert!((at(30.0) - 1.0).abs() < 0.02, "{}", at(30.0));
        assert!((at(0.5) - 0.5).abs() < 0.02, "{}", at(0.5));
    }
}
