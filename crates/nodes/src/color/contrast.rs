//! Brightness and contrast.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};

use crate::parts::colors::encoding;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Contrast", lower)
        .describe(
            "Makes a color lighter or darker, and moves its channels away from a middle or towards it: \
             washed-out stone, hard shadows, a texture that fits its neighbors. Each channel becomes (channel - \
             pivot) * contrast + pivot + brightness, but not less than 0. Alpha is unchanged.",
        )
        .search(&["brightness", "exposure", "bright", "levels", "fade", "grade", "adjust", "wash out"])
        .input(InputDefinition::color("color", [0.5, 0.5, 0.5, 1.0]).soft(0.0..=1.0).describe("The color to change."))
        .input(
            InputDefinition::float("brightness", 0.0)
                .soft(-1.0..=1.0)
                .step(0.01)
                .describe("What is added to each channel: -1 makes all black, 1 all white."),
        )
        .input(InputDefinition::float("contrast", 1.0).soft(0.0..=4.0).step(0.01).describe(
            "A factor of the distance from the pivot: 0 gives an even gray, 1 changes nothing, higher values \
             separate light from dark. Below 0 the color becomes its negative.",
        ))
        .input(
            InputDefinition::float("pivot", 0.5)
                .soft(0.0..=1.0)
                .step(0.01)
                .describe("The level that contrast leaves alone: 0.5 on the scale of `srgb`, 0.18 on `linear`."),
        )
        .input(encoding::input())
        .color_output("color", "The changed color.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let [red, green, blue, alpha] = context.color("color")?;
    let (brightness, contrast) = (context.float("brightness")?, context.float("contrast")?);
    let pivot = context.float("pivot")?;
    let [red, green, blue] = [red, green, blue].map(|channel| {
        let encoded = encoding::encode(context, channel);
        let changed = (encoded - pivot) * contrast + (pivot + brightness);
        encoding::decode(context, changed.max(0.0))
    });
    Ok(vec![Field::Color([red, green, blue, alpha])])
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Weathered from left to right",
  "nodes": {
    "grain": {
      "type": "noise/perlin",
      "inputs": {"scale": 4, "octaves": 5, "persistence": 0.42, "dimensions": 2, "seed": 9}
    },
    "veins": {
      "type": "math/formula",
      "inputs": {"formula": "0.5 + 0.5*sin(9*x + 5*y + 7*a)", "a": {"node": "grain"}}
    },
    "stone": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "veins"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#2b1b33"},
            {"position": 0.35, "color": "#7c3b4e"},
            {"position": 0.7, "color": "#c98a5b"},
            {"position": 1, "color": "#efe2c0"}
          ],
          "space": "srgb"
        }
      }
    },
    "contrast": {"type": "math/formula", "inputs": {"formula": "0.2 + 1.5*clamp(1.05 - x, 0, 1)"}},
    "brightness": {"type": "math/formula", "inputs": {"formula": "0.25*x*x"}},
    "weathered": {
      "type": "color/contrast",
      "inputs": {
        "color": {"node": "stone"},
        "contrast": {"node": "contrast"},
        "brightness": {"node": "brightness"}
      }
    },
    "picture": {"type": "math/clamp", "inputs": {"value": {"node": "weathered"}}}
  },
  "outputs": {"color": {"node": "picture"}}
}"##;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::value;

    fn contrast(rest: &str) -> Vec<f32> {
        let color = r#""color": [0.25, 0.5, 0.75, 0.3]"#;
        value("color/contrast", &format!(r#"{{{color}, "space": "linear", {rest}}}"#))
    }

    #[test]
    fn channels_move_away_from_the_pivot() {
        assert_eq!(contrast(r#""contrast": 1"#), [0.25, 0.5, 0.75, 0.3]);
        assert_eq!(contrast(r#""contrast": 2"#), [0.0, 0.5, 1.0, 0.3]);
        assert_eq!(contrast(r#""contrast": 0, "pivot": 0.125"#), [0.125, 0.125, 0.125, 0.3]);
        assert_eq!(contrast(r#""contrast": 2, "pivot": 0.25, "brightness": 0.5"#), [0.75, 1.25, 1.75, 0.3]);
        assert_eq!(contrast(r#""contrast": 4"#), [0.0, 0.5, 1.5, 0.3], "never below 0");
        assert_eq!(contrast(r#""contrast": -1"#), [0.75, 0.5, 0.25, 0.3]);
    }

    #[test]
    fn encoded_channels_keep_the_middle_that_is_seen() {
        let middle = travertine_noise::math::srgb_to_linear(0.5);
        let inputs = format!(r#"{{"color": [{middle}, 0, 1, 1], "contrast": 0.5}}"#);
        let [red, green, blue, _] = value("color/contrast", &inputs)[..] else { panic!("a color") };
        let encoded = [red, green, blue].map(travertine_noise::math::linear_to_srgb);
        assert!(encoded.iter().zip([0.5, 0.25, 0.75]).all(|(a, b)| (a - b).abs() < 1e-6), "{encoded:?}");
    }
}
