//! Hugo Elias' value noise, with primes for each octave.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};
use travertine_noise::Interpolation;
use travertine_noise::reference::ValueElias;

use crate::{cells, octaves, published};

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Elias value noise", lower)
        .describe(
            "The noise of Hugo Elias, \"Perlin Noise\": value noise from an integer hash of x + 57 y + 57² \
             z; the article has x and y, and z continues it. Octave i has frequency 2^i, amplitude \
             persistence^i, and a hash of its own: the article prints three large numbers, calls them \
             primes, and takes other primes for each octave, without saying which. Here the first octave \
             has the numbers of the inputs, and each further one the next primes. For the choice of \
             another program, add nodes of one octave each. The sum is not scaled back to the range of one \
             octave, and the pattern repeats 57 cells to the left and one down. Use it for the article's \
             numbers and pictures; noise/value has none of these faults and is much faster.",
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
        .input(prime("first_prime", 0, "The number that the square of the integer is multiplied by."))
        .input(prime("second_prime", 1, "The number that is then added."))
        .input(prime("third_prime", 2, "The number that is added last."))
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

/// A large number of the hash, the article's by default.
fn prime(name: &'static str, index: usize, description: &'static str) -> InputDefinition {
    InputDefinition::integer(name, ValueElias::PRIMES[index].into())
        .hard(1.0..=2_147_483_648.0)
        .describe(description)
        .secondary()
}

/// Builds [`ValueElias::sum_of_octaves`], octave by octave.
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
    let primes = ["first_prime", "second_prime", "third_prime"];
    let noise = noise.with_primes(primes.map(|prime| context.integer(prime) as u32));
    let mut sum = context.reference(noise, position);
    let (mut frequency, mut amplitude) = (1.0, context.constant(1.0));
    for noise in noise.octaves().take(context.integer("octaves") as usize).skip(1) {
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
  "name": "Plasma of octaves",
  "nodes": {
    "noise": {
      "type": "reference/value-elias@2",
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
        let [first, _, third] = ValueElias::PRIMES;
        let noise = ValueElias::new(3, Interpolation::Cubic, true).unwrap();
        let noise = noise.with_primes([first, 800_000, third]);
        let inputs = r#"{
            "scale": 3, "dimensions": 3, "interpolation": "cubic", "smoothed": true,
            "octaves": 5, "persistence": 0.6, "second_prime": 800000
        }"#;
        for step in 0..50 {
            let [x, y, z] = [0.037, 0.11, -0.2].map(|part: f32| part * step as f32);
            let expected = noise.sum_of_octaves([x * 3.0, y * 3.0, z * 3.0], 5, 0.6);
            assert_eq!(value_at("reference/value-elias@2", inputs, [x, y, z, 0.7]), [expected]);
        }
    }
}
