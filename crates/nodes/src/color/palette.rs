//! Palettes of three cosines.

use std::f32::consts::TAU;

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};

use crate::parts::colors::encoding;

pub fn definition() -> Definition {
    let vector = |name, default| InputDefinition::vector(name, default).soft(0.0..=1.0).step(0.01);
    Definition::new(module_path!(), "Cosine palette", lower)
        .describe(
            "Turns a value into an endless palette of soft colors: each channel is a cosine of the value, base \
             + amplitude * cos(frequency * value + phase). Few numbers give rainbows, oil, agate and \
             sunsets, and whole frequencies repeat without a seam. Channels below 0 become 0. After Íñigo \
             Quílez, \"Palettes\" (1999).",
        )
        .search(&["iq palette", "gradient", "rainbow", "colorize", "color map", "cosine", "iridescent", "procedural"])
        .input(
            InputDefinition::float("value", 0.5)
                .soft(0.0..=1.0)
                .step(0.01)
                .describe("The place in the palette. With whole frequencies, 0 and 1 have the same color."),
        )
        .input(
            vector("base", [0.5; 3])
                .describe("The mean of red, green and blue: more is lighter, and a difference tints all colors."),
        )
        .input(
            vector("amplitude", [0.5; 3]).describe(
                "How far red, green and blue depart from the base: 0 is one color, 0.5 reaches black and white.",
            ),
        )
        .input(
            InputDefinition::vector("frequency", [1.0; 3])
                .soft(0.0..=4.0)
                .step(0.5)
                .describe("The number of waves of red, green and blue from value 0 to 1."),
        )
        .input(vector("phase", [0.0, 0.33, 0.67]).unit("turns").describe(
            "The shift of the waves of red, green and blue: three equal numbers give shades of the base, thirds \
             give a rainbow.",
        ))
        .input(encoding::input())
        .color_output("color", "The color, opaque.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let value = context.float("value")?;
    let (base, amplitude) = (context.vector("base")?, context.vector("amplitude")?);
    let (frequency, phase) = (context.vector("frequency")?, context.vector("phase")?);
    let [red, green, blue] = std::array::from_fn(|channel| {
        let turn = (value * frequency[channel] + phase[channel]).fract();
        let level = base[channel] + amplitude[channel] * (turn * TAU).cos();
        encoding::decode(context, level.max(0.0))
    });
    Ok(vec![Field::Color([red, green, blue, context.constant(1.0)])])
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Agate of a few numbers",
  "nodes": {
    "noise": {
      "type": "noise/perlin",
      "inputs": {"scale": 1.7, "octaves": 4, "persistence": 0.42, "dimensions": 2, "seed": 21}
    },
    "agate": {
      "type": "color/palette",
      "inputs": {
        "value": {"node": "noise"},
        "base": [0.68, 0.52, 0.45],
        "amplitude": [0.3, 0.32, 0.27],
        "frequency": [5, 5, 5],
        "phase": [0, 0.07, 0.17]
      }
    }
  },
  "outputs": {"color": {"node": "agate"}}
}"##;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::value;

    fn palette(rest: &str) -> Vec<f32> {
        value("color/palette", &format!(r#"{{"space": "linear", {rest}}}"#))
    }

    #[test]
    fn quarters_of_the_cosine() {
        let at = |x: f32| palette(&format!(r#""value": {x}, "phase": [0, 0.25, 0.5]"#));
        let close = |found: Vec<f32>, expected: [f32; 4]| {
            assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-6), "{found:?}, {expected:?}");
        };
        close(at(0.0), [1.0, 0.5, 0.0, 1.0]);
        close(at(0.25), [0.5, 0.0, 0.5, 1.0]);
        close(at(0.5), [0.0, 0.5, 1.0, 1.0]);
        assert_eq!([at(1.25), at(-0.75)], [at(0.25), at(0.25)]);
    }

    #[test]
    fn channels_are_never_negative() {
        assert_eq!(palette(r#""value": 0.5, "amplitude": [3, 3, 3], "phase": [0, 0, 0]"#), [0.0, 0.0, 0.0, 1.0]);
    }
}
