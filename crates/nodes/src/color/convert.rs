//! A color in another color space.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};

use crate::parts::colors::color_space::{self, ColorSpace};

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Convert color", lower)
        .describe(
            "Converts a color from one color space to another; its red, green and blue are then the \
             components of that space. `linear` and `srgb` are red, green and blue, as light or encoded for a \
             screen. `hsv` is hue, saturation and value, `hsl` is hue, saturation and lightness, both of the \
             encoded channels; convert from `srgb` to use them on numbers as they are. `oklab` is lightness, \
             green to red and blue to yellow, even to the eye; `oklch` is its lightness, chroma (0 is gray, \
             0.3 is vivid) and hue. `xyz` is CIE 1931 with the white D65. Hues go from 0 to 1 round the \
             circle. Alpha is unchanged. A color of the gamut that is converted there and back differs by less than 0.00001. \
             OKLab is by Björn Ottosson, \"A perceptual color space for image processing\" (2020).",
        )
        .search(&[
            "rgb to hsv",
            "hsv to rgb",
            "hsl",
            "hsb",
            "oklab",
            "oklch",
            "lch",
            "lab",
            "xyz",
            "srgb",
            "gamma",
            "hue",
            "chroma",
            "separate hsv",
            "color space",
        ])
        .input(
            InputDefinition::color("color", [0.5, 0.5, 0.5, 1.0])
                .soft(0.0..=1.0)
                .describe("The color, or its components in the space `from_space`."),
        )
        .input(
            InputDefinition::choice("from_space", &ColorSpace::NAMES)
                .describe("The space of the input. Colors of other nodes are linear."),
        )
        .input(
            InputDefinition::choice("to_space", &ColorSpace::NAMES)
                .default_choice("oklch")
                .describe("The space of the result. Convert back to `linear` to show it as a color."),
        )
        .color_output("color", "The components in the space `to_space`, as red, green and blue.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let [red, green, blue, alpha] = context.color("color")?;
    let [from, to] = ["from_space", "to_space"].map(|input| ColorSpace::named(context.choice(input)));
    let [first, second, third] = color_space::convert([red, green, blue], from, to);
    Ok(vec![Field::Color([first, second, third, alpha])])
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Petals of every hue, equally bright",
  "nodes": {
    "radius": {
      "type": "math/formula",
      "inputs": {"formula": "sqrt((x-0.5)^2 + (y-0.5)^2)"}
    },
    "hue": {"type": "math/formula", "inputs": {"formula": "floor(atan2(y-0.5, x-0.5)/tau*18 + 0.5)/18"}},
    "petals": {
      "type": "math/formula",
      "inputs": {
        "formula": "a*(1 + 0.35*(1 - abs(cos(9*atan2(y-0.5, x-0.5)))))",
        "a": {"node": "radius"}
      }
    },
    "lightness": {
      "type": "math/formula",
      "inputs": {"formula": "0.93 - 0.13*floor(a*11)/3", "a": {"node": "petals"}}
    },
    "chroma": {
      "type": "math/formula",
      "inputs": {"formula": "0.028*floor(a*11 + 0.5)", "a": {"node": "petals"}}
    },
    "flower": {
      "type": "color/combine",
      "inputs": {"red": {"node": "lightness"}, "green": {"node": "chroma"}, "blue": {"node": "hue"}}
    },
    "color": {
      "type": "color/convert",
      "inputs": {"color": {"node": "flower"}, "from_space": "oklch", "to_space": "linear"}
    },
    "disc": {"type": "math/smoothstep", "inputs": {"value": {"node": "petals"}, "low": 0.45, "high": 0.455}},
    "shown": {"type": "blend/mix", "inputs": {"a": {"node": "color"}, "b": "#17181d", "factor": {"node": "disc"}}},
    "picture": {"type": "math/clamp", "inputs": {"value": {"node": "shown"}}}
  },
  "outputs": {"color": {"node": "picture"}}
}"##;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::value;

    #[test]
    fn equal_spaces_change_nothing() {
        for space in ["linear", "hsv", "oklch"] {
            let inputs =
                format!(r#"{{"color": [0.3, -7, 1e30, 0.2], "from_space": "{space}", "to_space": "{space}"}}"#);
            assert_eq!(value("color/convert", &inputs), [0.3, -7.0, 1e30, 0.2]);
        }
    }

    #[test]
    fn hues_repeat() {
        for space in ["hsv", "hsl", "oklch"] {
            let at = |hue: f32| {
                let color = if space == "oklch" { [0.7, 0.1, hue, 1.0] } else { [hue, 0.5, 0.75, 1.0] };
                let inputs = format!(r#"{{"color": {color:?}, "from_space": "{space}", "to_space": "linear"}}"#);
                value("color/convert", &inputs)
            };
            assert_eq!([at(1.25), at(-0.75)], [at(0.25), at(0.25)], "{space}");
        }
    }
}
