//! The cosine of a value in turns.

use std::f32::consts::TAU;

use travertine_graph::definition::{Definition, InputDefinition, OutputKind};
use travertine_graph::lowering::{Lowered, Site};

use crate::componentwise;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Cosine", lower)
        .describe("A cosine wave over the value: cos(2 pi (value * frequency + phase)). With the defaults it repeats whenever the value grows by 1. The cosine of x plus a noise is the classic marble. Works on each component of vectors, and on red, green and blue of colours, which keep their alpha.")
        .search(&["cos", "wave", "oscillate", "marble", "veins", "ripples"])
        .input(InputDefinition::any("value", 0.0).describe("Where on the wave, in turns before `frequency` and `phase`."))
        .input(InputDefinition::float("frequency", 1.0).soft(0.0..=32.0).step(0.1).describe("Waves per 1 of the value."))
        .input(InputDefinition::float("phase", 0.0).soft(0.0..=1.0).step(0.01).unit("turns").describe("How far the wave is moved, in turns."))
        .output("value", OutputKind::Like(&["value"]), "The cosine, from -1 to 1.")
        .example(EXAMPLE)
}

fn lower<'a>(site: &Site<'a>) -> Lowered<'a> {
    let (frequency, phase) = (site.float("frequency")?, site.float("phase")?);
    let wave = |value| ((value * frequency + phase) * TAU).cos();
    Ok(vec![componentwise::map(site.any("value")?, wave)])
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Ripples: the cosine of a distance",
  "nodes": {
    "position": {"type": "input/position"},
    "radius": {"type": "vector/distance", "inputs": {"a": {"node": "position", "output": "position"}, "b": [0.35, 0.4, 0]}},
    "ripples": {"type": "math/cosine", "inputs": {"value": {"node": "radius"}, "frequency": 10}},
    "picture": {"type": "math/remap", "inputs": {"value": {"node": "ripples"}, "from_min": -1}}
  },
  "outputs": {"value": {"node": "picture"}}
}"#;
