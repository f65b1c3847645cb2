//! Hugo Elias' value noise, with primes for each octave.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Lowered, LoweringContext};
use travertine_noise::reference::ValueElias;

use crate::parts::noises::elias;

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Elias value noise", lower).describe(
        "The noise of Hugo Elias, \"Perlin Noise\": value noise from an integer hash of x + 57 y + 57² \
             z; the article has x and y, and z continues it. Octave i has frequency 2^i, amplitude \
             persistence^i, and a hash of its own: the article prints three large numbers, calls them \
             primes, and takes other primes for each octave, without saying which. Here the first octave \
             has the numbers of the inputs, and each further one the next primes. For the choice of \
             another program, add nodes of one octave each. The sum is not scaled back to the range of one \
             octave, and the pattern repeats 57 cells to the left and one down. Use it for the article's \
             numbers and pictures; noise/value has none of these faults and is much faster.",
    );
    let definition = elias::with_sum(definition)
        .input(prime(0, "The number that the square of the integer is multiplied by."))
        .input(prime(1, "The number that is then added."))
        .input(prime(2, "The number that is added last."));
    elias::with_octave(definition).example(EXAMPLE)
}

/// The names of the primes.
const PRIMES: [&str; 3] = ["first_prime", "second_prime", "third_prime"];

/// A large number of the hash, the article's by default.
fn prime(index: usize, description: &'static str) -> InputDefinition {
    InputDefinition::integer(PRIMES[index], ValueElias::PRIMES[index].into())
        .hard(1.0..=2_147_483_648.0)
        .describe(description)
        .secondary()
}

/// Builds [`ValueElias::sum_of_octaves`], octave by octave.
fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let primes = PRIMES.map(|prime| context.integer(prime) as u32);
    elias::sum(context, |noise| noise.with_primes(primes).octaves())
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
    use travertine_noise::Interpolation;

    use super::*;
    use crate::checks::evaluate::value_at;

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
