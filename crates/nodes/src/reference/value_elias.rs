//! Hugo Elias' value noise.

use travertine_graph::definition::Definition;
use travertine_graph::lowering::{Lowered, LoweringContext};

use crate::parts::noises::elias;

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Elias value noise", lower).describe(
        "The noise of Hugo Elias, \"Perlin Noise\": value noise from an integer hash of x + 57 y + 57² \
             z; the article has x and y, and z continues it. Octave i has frequency 2^i and amplitude \
             persistence^i. All octaves have the same hash here, so they agree at the origin, around which \
             the pattern looks like a zoom into itself. The article takes other prime numbers for each \
             octave, as reference/value-elias@2 does. As in the article, the sum is not scaled back to the \
             range of one octave, and the pattern repeats 57 cells to the left and one down. Use it for the \
             numbers of programs with one hash; noise/value has none of these faults and is much faster.",
    );
    elias::with_octave(elias::with_sum(definition)).example(EXAMPLE)
}

/// Builds [`sum`](travertine_noise::reference::ValueElias::sum).
fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    elias::sum(context, std::iter::repeat)
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
    use travertine_noise::Interpolation;
    use travertine_noise::reference::ValueElias;

    use crate::checks::evaluate::value_at;

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
