//! Hue, saturation and lightness of a color, changed.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};
use travertine_noise::math::from_oklab;
use travertine_program::Expr;

use crate::parts::arithmetic::weighted;
use crate::parts::colors::color_space::{self, ColorSpace};
use crate::parts::positions::angle::sine_and_cosine;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Hue and saturation", lower)
        .describe(
            "Turns the hue of a color, and makes it more or less vivid, lighter or darker. Connect a random \
             number to `hue` to give each stone, leaf or brick a tint of its own. In the space `oklch` a \
             color of another hue looks as light and as vivid as before, and grays stay gray; `hsv` turns \
             colors as color pickers and other programs do. Channels that would be below 0 become 0. Alpha is \
             unchanged. OKLCh is by Björn Ottosson, \"A perceptual color space for image processing\" (2020).",
        )
        .search(&[
            "hsv",
            "hsl",
            "hue shift",
            "tint",
            "saturate",
            "desaturate",
            "grayscale",
            "vibrance",
            "lightness",
            "brightness",
            "adjust",
            "oklab",
            "variation",
            "hue saturation value",
            "luminance",
            "greyscale",
            "replace color",
        ])
        .input(InputDefinition::color("color", [0.5, 0.2, 0.1, 1.0]).soft(0.0..=1.0).describe("The color to change."))
        .input(InputDefinition::float("hue", 0.0).soft(-180.0..=180.0).step(1.0).unit("degrees").describe(
            "The angle by which the hue turns: from red 120 degrees lead towards green, and 180 to the \
             opposite hue.",
        ))
        .input(
            InputDefinition::float("saturation", 1.0)
                .soft(0.0..=2.0)
                .step(0.01)
                .describe("A factor of the saturation: 0 gives gray, 1 changes nothing, 2 is twice as vivid."),
        )
        .input(
            InputDefinition::float("lightness", 1.0)
                .soft(0.0..=2.0)
                .step(0.01)
                .describe("A factor of the lightness, as it is seen: 0 gives black, 1 changes nothing."),
        )
        .input(
            InputDefinition::choice("space", &["oklch", "hsv"])
                .describe("The space in which the color changes: even to the eye, or as in color pickers."),
        )
        .color_output("color", "The changed color.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let [red, green, blue, alpha] = context.color("color")?;
    let (hue, saturation) = (context.float("hue")?, context.float("saturation")?);
    let (color, lightness) = ([red, green, blue], context.float("lightness")?);
    let changed = if context.choice("space") == "hsv" {
        let [was, vivid, value] = color_space::convert(color, ColorSpace::Linear, ColorSpace::Hsv);
        let changed = [was + hue / 360.0, (vivid * saturation).clamp01(), value * lightness];
        color_space::convert(changed, ColorSpace::Hsv, ColorSpace::Linear)
    } else {
        in_oklab(color, hue, saturation, lightness)
    };
    let [red, green, blue] = changed.map(|channel| channel.max(0.0));
    Ok(vec![Field::Color([red, green, blue, alpha])])
}

/// The change as a rotation and a scaling of OKLab, which needs no hue.
fn in_oklab<'a>(color: [Expr<'a>; 3], hue: Expr<'a>, saturation: Expr<'a>, lightness: Expr<'a>) -> [Expr<'a>; 3] {
    let [light, a, b] = color_space::oklab_of(color);
    let (sine, cosine) = sine_and_cosine(hue);
    // The chroma follows the lightness, so that the color keeps its character and ends at black.
    let vivid = saturation.max(0.0) * lightness;
    let turned = [weighted::sum([a, b], [cosine, -sine]), weighted::sum([a, b], [sine, cosine])];
    let [a, b] = turned.map(|component| component * vivid);
    from_oklab([light * lightness, a, b])
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Cobbles, each with a tint of its own",
  "nodes": {
    "stones": {"type": "noise/cellular", "inputs": {"scale": 6, "seed": 5, "dimensions": 2, "jitter": 0.8}},
    "grain": {
      "type": "noise/perlin",
      "inputs": {"scale": 22, "octaves": 4, "persistence": 0.6, "dimensions": 2, "seed": 3}
    },
    "dome": {
      "type": "math/formula",
      "inputs": {
        "formula": "smoothstep(0.03, 0.3, a) + b*0.22",
        "a": {"node": "stones", "output": "edge"},
        "b": {"node": "grain"}
      }
    },
    "stone": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "dome"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#1d1512"},
            {"position": 0.35, "color": "#8a3f2c"},
            {"position": 1, "color": "#dd8a63"}
          ],
          "space": "srgb"
        }
      }
    },
    "turn": {
      "type": "math/remap",
      "inputs": {"value": {"node": "stones", "output": "value"}, "to_min": -60, "to_max": 200}
    },
    "shade": {
      "type": "math/formula",
      "inputs": {"formula": "0.8 + 0.35*fract(a*17.3)", "a": {"node": "stones", "output": "value"}}
    },
    "tinted": {
      "type": "color/hue-saturation",
      "inputs": {
        "color": {"node": "stone"},
        "hue": {"node": "turn"},
        "saturation": 0.75,
        "lightness": {"node": "shade"}
      }
    },
    "picture": {"type": "math/clamp", "inputs": {"value": {"node": "tinted"}}}
  },
  "outputs": {"color": {"node": "picture"}}
}"##;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::value;

    fn changed(color: [f32; 3], rest: &str) -> [f32; 3] {
        let [red, green, blue] = color;
        let inputs = format!(r#"{{"color": [{red}, {green}, {blue}, 0.3], {rest}}}"#);
        let found = value("color/hue-saturation", &inputs);
        assert_eq!(found[3], 0.3);
        [found[0], found[1], found[2]]
    }

    fn assert_close(found: [f32; 3], expected: [f32; 3]) {
        let close = found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 4e-6);
        assert!(close, "{found:?}, expected {expected:?}");
    }

    const COLORS: [[f32; 3]; 4] = [[0.8, 0.2, 0.1], [0.05, 0.4, 0.9], [0.3, 0.3, 0.3], [1.0, 1.0, 0.0]];

    #[test]
    fn the_defaults_change_nothing() {
        for color in COLORS {
            for space in ["oklch", "hsv"] {
                assert_close(changed(color, &format!(r#""space": "{space}""#)), color);
            }
        }
    }

    #[test]
    fn a_full_turn_leads_back_and_grays_stay() {
        for color in COLORS {
            for space in ["oklch", "hsv"] {
                assert_close(changed(color, &format!(r#""hue": 360, "space": "{space}""#)), color);
            }
        }
        for hue in [-120, 33, 90] {
            let [red, green, blue] = changed([0.3; 3], &format!(r#""hue": {hue}"#));
            assert!(red == green && green == blue);
        }
    }

    #[test]
    fn a_third_of_a_turn_in_hsv_exchanges_channels() {
        for [red, green, blue] in COLORS {
            let third = changed([red, green, blue], r#""hue": 120, "space": "hsv""#);
            assert_close(third, [blue, red, green]);
        }
    }

    #[test]
    fn without_saturation_colors_are_gray_and_without_lightness_black() {
        for color in COLORS {
            for space in ["oklch", "hsv"] {
                let [red, green, blue] = changed(color, &format!(r#""saturation": 0, "space": "{space}""#));
                assert!((red - green).abs() < 1e-6 && (green - blue).abs() < 1e-6);
                assert_eq!(changed(color, &format!(r#""lightness": 0, "space": "{space}""#)), [0.0; 3]);
            }
        }
    }

    /// The light of a color is the cube of its lightness in OKLab.
    #[test]
    fn half_the_lightness_is_an_eighth_of_the_light() {
        assert_close(changed([0.8, 0.2, 0.1], r#""lightness": 0.5"#), [0.1, 0.025, 0.0125]);
    }
}
