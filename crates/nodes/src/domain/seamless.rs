//! A field whose opposite borders are blended, so that it repeats.

use travertine_graph::definition::{Definition, InputDefinition, OutputType, ValueType};
use travertine_graph::lowering::{Field, Lowered, LoweringContext, Suspended};
use travertine_noise::hash::{hash, octave_seed};
use travertine_noise::{Basis, Interpolation, Noise};
use travertine_program::Expr;

use crate::parts::arithmetic::soft_step;

/// Separates the seeds of the seams from those of noises.
const SEAM: i32 = 0x5345_414d;
/// Lattice cells of the noise that bends a seam, in one period.
const CELLS: u32 = 6;
/// Octaves of that noise, each twice as fine and half as strong as the one before.
const OCTAVES: u32 = 4;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Make seamless", lower)
        .describe(
            "Makes any texture repeat: near the end of each period, the texture fades into the part that lies before \
             the start of the period, along a ragged seam. All the rest stays as it is, large forms too. Connect one \
             to each output, with equal settings, so that color and height have the same seams. A noise that has \
             periods of its own repeats without a seam, and a texture without large forms hides its repetition better \
             with `domain/hex-tile`. Costs 4 evaluations of the texture along two axes, and 8 along three.",
        )
        .search(&[
            "tile",
            "tiling",
            "make tile",
            "make it tile",
            "tileable",
            "repeat",
            "periodic",
            "wrap",
            "seam",
            "border",
            "edge",
            "cross fade",
            "blend",
        ])
        .input(
            InputDefinition::required("value", ValueType::Any)
                .moved()
                .describe("The texture to repeat: its part from 0 to the period along each axis."),
        )
        .input(InputDefinition::vector("period", [1.0, 1.0, 0.0]).soft(0.0..=4.0).step(0.01).unit("units").describe(
            "The length along x, y and z after which the texture repeats; with 0 it does not repeat along that \
                 axis.",
        ))
        .input(InputDefinition::fraction("border", 0.3).describe(
            "The part of the period in which the texture fades into its start. Wide borders hide the seam of \
                 large forms; with 0 the texture is cut.",
        ))
        .input(
            InputDefinition::fraction("ragged", 0.7)
                .describe("How far the seam strays within the border: 0 is straight, 1 is as ragged as torn paper."),
        )
        .input(InputDefinition::fraction("softness", 0.3).describe(
            "The part of the border over which the two sides mix: 0 cuts sharply along the seam, which suits \
                 grains and pebbles; 1 mixes over the whole border, which suits clouds and makes fine detail faint.",
        ))
        .input(InputDefinition::seed())
        .output("value", OutputType::like(&["value"]), "The repeating texture.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let position = context.position();
    let period = context.vector("period")?.map(Expr::abs);
    let place = position.vector();
    let along = |axis: usize, repeating: Expr<'a>| period[axis].select(repeating, place[axis]);
    let local = [0, 1, 2].map(|axis: usize| along(axis, place[axis].modulo(period[axis])));
    let part = [0, 1, 2].map(|axis: usize| along(axis, local[axis] / period[axis]));
    // No copies are made along an axis that certainly does not repeat.
    let axes: Vec<usize> = (0..3).filter(|&axis| !period[axis].is_constant(0.0)).collect();
    let copies = (0..1 << axes.len()).map(|copy| {
        let mut there = local;
        for (bit, &axis) in axes.iter().enumerate() {
            if copy >> bit & 1 == 1 {
                there[axis] = local[axis] - period[axis];
            }
        }
        context.any_at("value", position.at(there))
    });
    let mut copies = copies.collect::<Result<Vec<Field>, Suspended>>()?;
    // The second half of the copies lies one period before the first half along the last axis.
    for &axis in axes.iter().rev() {
        let weight = period[axis].select(fade(context, part, axis)?, 0.0);
        let before = copies.split_off(copies.len() / 2);
        let pairs = copies.into_iter().zip(before);
        copies = pairs.map(|(here, before)| here.zip(before, |a: Expr, b| a.mix(b, weight))).collect();
    }
    Ok(copies)
}

/// The weight of the copy that lies one period before: 0 up to the border of an axis, 1 at the end of the period.
fn fade<'a>(context: &LoweringContext<'a>, part: [Expr<'a>; 3], axis: usize) -> Result<Expr<'a>, Suspended> {
    let (border, ragged) = (context.float("border")?.clamp01(), context.float("ragged")?.clamp01());
    let softness = context.float("softness")?.clamp01();
    let rise = ((part[axis] - (1.0 - border)) / border).clamp01();
    // The noise moves the middle of the fade most, and its ends not at all, so that the ends of the period meet.
    let strayed = rise + stray(context, part, axis) * ragged * rise * (1.0 - rise) * 2.0;
    Ok(soft_step::around(strayed, context.constant(0.5), softness))
}

/// How far the seam along an axis strays at a place in parts of the period, from -1 to 1. It repeats with the period.
fn stray<'a>(context: &LoweringContext<'a>, part: [Expr<'a>; 3], axis: usize) -> Expr<'a> {
    let seed = hash(context.seed("seed"), [axis as i32, SEAM]);
    let mut sum = context.constant(0.0);
    let (mut amplitude, mut all) = (1.0, 0.0);
    for octave in 0..OCTAVES {
        let cells = CELLS << octave;
        let noise = Noise::new(Basis::Gradient, 3, Interpolation::Smootherstep, octave_seed(seed, octave))
            .and_then(|noise| noise.with_periods([cells; 4]));
        // The noise has a valid number of dimensions, and valid periods.
        let value = noise.map_or(context.constant(0.0), |noise| {
            let place = context.position().at(part.map(|part| part * cells as f32));
            context.noise(noise, place, context.constant(1.0))
        });
        sum = sum + value * amplitude;
        all += amplitude;
        amplitude *= 0.5;
    }
    sum / all
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "A tile of oak",
  "nodes": {
    "rings": {"type": "pattern/bands", "inputs": {"direction": [0, 1, 0], "frequency": 9, "profile": "saw"}},
    "grain": {
      "type": "domain/turbulence",
      "inputs": {
        "value": {"node": "rings", "output": "value"},
        "amplitude": [0, 0.16, 0], "scale": 1.7, "octaves": 5, "persistence": 0.45, "seed": 3
      }
    },
    "oak": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "grain"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#e0bb85"},
            {"position": 0.6, "color": "#c2935a"},
            {"position": 0.95, "color": "#8a5a2c"},
            {"position": 1, "color": "#d8b27c"}
          ]
        }
      }
    },
    "tile": {
      "type": "domain/seamless",
      "inputs": {"value": {"node": "oak", "output": "color"}, "period": [0.5, 0.5, 0]}
    }
  },
  "outputs": {"color": {"node": "tile"}}
}"##;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::{output_at, scattered, value_at};

    /// A seamless field of noise, or of the position itself.
    fn seamless(value: &str, inputs: &str, [x, y, z]: [f32; 3]) -> Vec<f32> {
        let document = format!(
            r#"{{
              "format": "travertine", "version": 1,
              "nodes": {{
                "position": {{"type": "input/position"}},
                "noise": {{"type": "noise/perlin", "inputs": {{"scale": 3}}}},
                "tile": {{"type": "domain/seamless", "inputs": {{"value": {value}, {inputs}}}}}
              }},
              "outputs": {{"value": {{"node": "tile"}}}}
            }}"#
        );
        output_at(&document, [x, y, z, 0.0])
    }

    const NOISE: &str = r#"{"node": "noise"}"#;
    const POSITION: &str = r#"{"node": "position", "output": "position"}"#;

    #[test]
    fn repeats_along_the_axes_with_a_period() {
        let inputs = r#""period": [0.5, 2, 0], "seed": 3"#;
        let mut different = 0;
        for [x, y, z] in scattered(80, 2.0) {
            let at = |x, y, z| seamless(NOISE, inputs, [x, y, z])[0].to_bits();
            assert_eq!([at(x + 0.5, y, z), at(x, y - 2.0, z), at(x - 3.0, y + 4.0, z)], [at(x, y, z); 3]);
            different += usize::from(at(x, y, z + 1.0) != at(x, y, z));
        }
        assert!(different > 70, "it does not repeat along z");
    }

    #[test]
    fn all_but_the_border_stays() {
        let inputs = r#""period": [1, 1, 1], "border": 0.25, "ragged": 1, "softness": 1"#;
        for point in scattered(200, 1.0) {
            let inside = point.map(|part| part.abs() * 0.75);
            assert_eq!(seamless(POSITION, inputs, inside), inside);
        }
    }

    #[test]
    fn without_a_border_it_is_cut() {
        let inputs = r#""period": [0.5, 0, 0.25], "border": 0"#;
        for [x, y, z] in scattered(100, 2.0) {
            let expected = [x - (x / 0.5).floor() * 0.5, y, z - (z / 0.25).floor() * 0.25];
            assert_eq!(seamless(POSITION, inputs, [x, y, z]), expected);
        }
    }

    #[test]
    fn the_ends_of_the_period_meet() {
        const STEP: f32 = 1.0 / 2048.0;
        for softness in [0.25, 1.0] {
            let inputs = format!(r#""softness": {softness}, "ragged": 0.8"#);
            let at = |x: f32| seamless(NOISE, &inputs, [x, 0.3 + x * 0.75, 0.2])[0];
            for step in 0..2500 {
                let x = step as f32 * STEP;
                assert!((at(x + STEP) - at(x)).abs() < 0.05, "{softness}, {x}");
            }
        }
    }

    #[test]
    fn a_constant_stays() {
        for [x, y, z] in scattered(40, 2.0) {
            assert_eq!(value_at("domain/seamless", r#"{"value": 0.3}"#, [x, y, z, 0.0]), [0.3]);
        }
    }
}
