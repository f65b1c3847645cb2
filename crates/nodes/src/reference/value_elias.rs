//! Hugo Elias' value noise.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};
use travertine_noise::Interpolation;
use travertine_noise::reference::ValueElias;

use crate::{cells, octaves, published};

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Elias value noise", lower)
        .describe(
            "The noise of Hugo Elias, \"Perlin Noise\": value noise from an integer hash of x + 57 y + 57² \
             z; the article has x and y, and z continues it. Octave i has frequency 2^i and amplitude \
             persistence^i. All octaves have the same hash here, so they agree at the origin, around which \
             the pattern looks like a zoom into itself. The article takes other prime numbers for each \
             octave, as reference/value-elias@2 does. As in the article, the sum is not scaled back to the \
             range of one octave, and the pattern repeats 57 cells to the left and one down. Use it for the \
             numbers of programs with one hash; noise/value has none of these faults and is much faster.",
        )
        .search(&["hugo", "article", "published", "history", "random", "smoothed", "fractal", "plasma"])
        .input(published::scale())
        .input(
            InputDefinition::integer("octaves", 1)
                .hard(1.0..=32.0)
                .soft(1.0..=8.0)
                .describe("The number of layers, each finer than the one before. More add finer detail."),
        )
        .input(octaves::persistence())
        .input(
            InputDefinition::choice("interpolation", &["linear", "cosine", "cubic"])
                .default_choice("cosine")
                .describe("The interpolation between lattice points. Cubic overshoots."),
        )
        .input(InputDefinition::boolean("smoothed", false).describe(
            "Replaces the value of each lattice point by a mean with its neighbors, with weights of 1/4, \
             1/2 and 1/4 along each axis.",
        ))
        .input(published::dimensions(2))
        .input(InputDefinition::position())
        .float_output(
            "value",
            "The noise. One octave is from -1 to 1; with cubic interpolation, 1.5 times that for each \
             dimension.",
        )
        .example(EXAMPLE)
}

/// Builds [`ValueElias::sum`], octave by octave.
fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let interpolation = match context.choice("interpolation") {
        "linear" => Interpolation::Linear,
        "cubic" => Interpolation::Cubic,
        _ => Interpolation::Cosine,
    };
    let noise =
        ValueElias::new(context.integer("dimensions") as u8, interpolation, context.boolean("smoothed"));
    let position = cells::position(context)?;
    let persistence = context.float("persistence")?;
    // The definition offers only valid noises.
    let Some(noise) = noise else { return Ok(vec![Field::Float(context.constant(0.0))]) };
    let mut sum = context.reference(noise, position);
    let (mut frequency, mut amplitude) = (1.0, context.constant(1.0));
    for _ in 1..context.integer("octaves") {
        frequency *= 2.0;
        amplitude = amplitude * persistence;
        let finer = position.at(position.vector().map(|coordinate| coordinate * frequency));
        sum = sum + context.reference(noise, finer) * amplitude;
    }
    Ok(vec![Field::Float(sum)])
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Plasma",
  "nodes": {
    "noise": {
      "type": "reference/value-elias",
      "inputs": {"scale": 6, "smoothed": true, "octaves": 5, "persistence": 0.6}
    },
    "picture": {
      "type": "math/remap",
      "inputs": {"value": {"node": "noise"}, "from_min": -0.6, "from_max": 0.6, "clamp": true}
    }
  },
  "outputs": {"value": {"node": "picture"}}
}"#;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::value_at;

    #[test]
    fn octaves_sum_as_the_noise_crate_defines() {
        let noise = ValueElias::new(3, Interpolation::Cubic, true).unwrap();
        let inputs = r#"{
            "scale": 3, "dimensions": 3, "interpolation": "cubic", "smoothed": true,
            "octaves": 5, "persistence": 0.6
        }"#;
        for step in 0..50 {
            let [x, y, z] = [0.037, 0.11, -0.2].map(|part: f32| part * step as f32);
            let expected = noise.sum([x * 3.0, y * 3.0, z * 3.0], 5, 0.6);
            assert_eq!(value_at("reference/value-elias", inputs, [x, y, z, 0.7]), [expected]);
        }
    }
}
