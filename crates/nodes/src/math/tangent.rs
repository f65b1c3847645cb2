//! The tangent of a value in turns.

use std::f32::consts::TAU;

use travertine_graph::definition::{Definition, InputDefinition, OutputKind};
use travertine_graph::lowering::{Lowered, Site};

use crate::componentwise;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Tangent", lower)
        .describe("The tangent over the value: tan(2 pi (value * frequency + phase)). It repeats twice per turn and grows beyond all bounds between. Works on each component of vectors, and on red, green and blue of colours, which keep their alpha.")
        .search(&["tan", "slope"])
        .input(InputDefinition::any("value", 0.0).describe("Where on the wave, in turns before `frequency` and `phase`."))
        .input(InputDefinition::float("frequency", 1.0).soft(0.0..=32.0).step(0.1).describe("Waves per 1 of the value."))
        .input(InputDefinition::float("phase", 0.0).soft(0.0..=1.0).step(0.01).unit("turns").describe("How far the wave is moved, in turns."))
        .output("value", OutputKind::Like(&["value"]), "The tangent; any number.")
        .example(EXAMPLE)
}

fn lower<'a>(site: &Site<'a>) -> Lowered<'a> {
    let (frequency, phase) = (site.float("frequency")?, site.float("phase")?);
    let wave = |value| ((value * frequency + phase) * TAU).tan();
    Ok(vec![componentwise::map(site.any("value")?, wave)])
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Glowing lines: poles of the tangent",
  "nodes": {
    "noise": {"type": "noise/perlin", "inputs": {"scale": 3, "seed": 11}},
    "tangent": {"type": "math/tangent", "inputs": {"value": {"node": "noise"}, "frequency": 2}},
    "size": {"type": "math/absolute", "inputs": {"value": {"node": "tangent"}}},
    "picture": {"type": "math/remap", "inputs": {"value": {"node": "size"}, "from_max": 8, "clamp": true}}
  },
  "outputs": {"value": {"node": "picture"}}
}"#;
