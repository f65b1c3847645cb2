//! The sine of a value in turns.

use std::f32::consts::TAU;

use travertine_graph::definition::{Definition, InputDefinition, OutputKind};
use travertine_graph::lowering::{Lowered, Site};

use crate::componentwise;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Sine", lower)
        .describe("A sine wave over the value: sin(2 pi (value * frequency + phase)). With the defaults it repeats whenever the value grows by 1. Works on each component of vectors, and on red, green and blue of colours, which keep their alpha.")
        .search(&["sin", "wave", "oscillate", "contour"])
        .input(InputDefinition::any("value", 0.0).describe("Where on the wave, in turns before `frequency` and `phase`."))
        .input(InputDefinition::float("frequency", 1.0).soft(0.0..=32.0).step(0.1).describe("Waves per 1 of the value."))
        .input(InputDefinition::float("phase", 0.0).soft(0.0..=1.0).step(0.01).unit("turns").describe("How far the wave is moved, in turns."))
        .output("value", OutputKind::Like(&["value"]), "The sine, from -1 to 1.")
        .example(EXAMPLE)
}

fn lower<'a>(site: &Site<'a>) -> Lowered<'a> {
    let (frequency, phase) = (site.float("frequency")?, site.float("phase")?);
    let wave = |value| ((value * frequency + phase) * TAU).sin();
    Ok(vec![componentwise::map(site.any("value")?, wave)])
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Contours: the sine of noise",
  "nodes": {
    "noise": {"type": "noise/perlin", "inputs": {"scale": 3, "seed": 2}},
    "sine": {"type": "math/sine", "inputs": {"value": {"node": "noise"}, "frequency": 4}},
    "picture": {"type": "math/remap", "inputs": {"value": {"node": "sine"}, "from_min": -1}}
  },
  "outputs": {"value": {"node": "picture"}}
}"#;

#[cfg(test)]
mod tests {
    use crate::testing::value;

    #[test]
    fn goes_around_once_per_turn() {
        let sine = |turns: &str| value("math/sine", &format!(r#"{{"value": {turns}}}"#))[0];
        assert!(sine("0").abs() < 1e-6 && sine("0.5").abs() < 1e-6 && sine("-7").abs() < 1e-5);
        assert!((sine("0.25") - 1.0).abs() < 1e-6 && (sine("0.75") + 1.0).abs() < 1e-6);
    }
}
