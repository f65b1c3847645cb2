//! The page `docs/performance/nodes.md`: the cost of every node at its defaults.

use std::fmt::Write;
use std::hint::black_box;

use travertine_graph::definition::{DefaultValue, Definition, InputDefinition, ValueType};
use travertine_noise::Level;
use travertine_render::Slice;

use crate::contender::{Contender, Who};
use crate::measure::measure;
use crate::report::Conditions;
use crate::travertine::Texture;

/// Side of the measured pictures, in pixels.
const SIDE: u32 = 512;

/// The cost above which a node counts as slow, in nanoseconds per sample.
const SLOW: f64 = 300.0;

/// The cost of a node.
struct Cost {
    node: String,
    operations: usize,
    /// Time per sample, in nanoseconds.
    time: f64,
}

/// Measures all nodes, and describes them from the slowest to the fastest.
pub fn page(turns: usize) -> String {
    let conditions = Conditions::here(turns);
    let mut costs: Vec<Cost> = travertine_nodes::registry().iter().map(|definition| cost(definition, turns)).collect();
    costs.sort_by(|a, b| b.time.total_cmp(&a.time));
    let slow = costs.iter().filter(|cost| cost.time > SLOW).count();
    let mut rows = String::new();
    for Cost { node, operations, time } in &costs {
        // Writing to a string cannot fail.
        let _ = writeln!(rows, "| `{node}` | {operations} | {time:.1} |");
    }
    let Conditions { processor, cores, load, turns } = &conditions;
    let count = costs.len();
    format!(
        "# Cost of the nodes

Printed by

    cargo run --profile bench -p travertine-bench -- --nodes > docs/performance/nodes.md

on {processor}, {cores} hardware threads, with a load of {load:.1} by other programs at the start.

The first output of each of the {count} nodes at its defaults, on one thread, in a picture of {SIDE} x {SIDE} pixels: medians of
{turns} rounds. Inputs that need a wire have one octave of Perlin noise, a position or a gray; its cost counts for every time
that the node evaluates it. If the result were the same everywhere, the node's first other field has one, too. An image, a
volume and groups have those of the node's example. The rasters of a node are made in each round, so finer rasters than the
picture raise the cost of its samples. Nodes above {SLOW} ns, of which there are {slow}, say so in their descriptions.

| node | operations | ns per sample |
|---|---|---|
{rows}"
    )
}

fn cost(definition: &Definition, turns: usize) -> Cost {
    let node = definition.type_name();
    let texture = Texture::new(&document(definition).unwrap_or_else(|| definition.example.to_string()));
    let operations = texture.operations();
    let mut images = Vec::new();
    let run = Box::new(move || {
        texture.images_into(&mut images, Slice::new(SIDE, SIDE), Level::detect(), 1);
        black_box(&images);
    });
    let times = measure(&mut [Contender { who: Who::Peer("node"), run }], turns);
    let samples = f64::from(SIDE * SIDE);
    Cost { node, operations, time: times.first().map_or(0.0, |time| time * 1e9 / samples) }
}

/// A node at its defaults, with wires where it needs them; also into its first other field, if the result would be the
/// same everywhere without. `None` if the node needs something else.
fn document(definition: &Definition) -> Option<String> {
    let inputs = || definition.inputs.iter();
    if inputs().any(|input| matches!(input.value_type, ValueType::Image | ValueType::Volume)) {
        return None;
    }
    let required: Vec<&InputDefinition> =
        inputs().filter(|input| matches!(input.default, DefaultValue::Required)).collect();
    let text = with_wires(definition, &required)?;
    let is_open = |input: &&InputDefinition| !required.iter().any(|known| known.name == input.name);
    let first = inputs().filter(is_open).find(|input| wire(input).is_some());
    match first {
        Some(first) if !Texture::new(&text).varies() => {
            let wired: Vec<&InputDefinition> = required.iter().copied().chain([first]).collect();
            with_wires(definition, &wired)
        }
        // A flow that is the same everywhere has none of what such nodes compute: they have that of the example.
        None if !Texture::new(&text).varies() => None,
        _ => Some(text),
    }
}

/// A document of a node with wires into some of its inputs.
fn with_wires(definition: &Definition, wired: &[&InputDefinition]) -> Option<String> {
    let inputs = wired.iter().map(|input| wire(input)).collect::<Option<Vec<String>>>()?.join(", ");
    Some(format!(
        r#"{{
          "format": "travertine", "version": 1,
          "nodes": {{
            "place": {{"type": "input/position"}},
            "noise": {{"type": "noise/perlin", "inputs": {{"scale": 4, "min": 0, "max": 1}}}},
            "node": {{"type": "{}", "inputs": {{{inputs}}}}}
          }},
          "outputs": {{"value": {{"node": "node", "output": "{}"}}}}
        }}"#,
        definition.type_name(),
        definition.outputs.first()?.name,
    ))
}

fn wire(input: &InputDefinition) -> Option<String> {
    let wire = match input.value_type {
        ValueType::Vector => r#"{"node": "place", "output": "position"}"#,
        ValueType::Float | ValueType::Color | ValueType::Any => r#"{"node": "noise"}"#,
        _ => return None,
    };
    Some(format!(r#""{}": {wire}"#, input.name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_node_is_measured_at_work() {
        let registry = travertine_nodes::registry();
        let idle = registry.iter().filter(|definition| {
            let text = document(definition).unwrap_or_else(|| definition.example.to_string());
            !Texture::new(&text).varies()
        });
        let idle: Vec<String> = idle.map(|definition| definition.type_name()).collect();
        assert!(idle.is_empty(), "{idle:?}");
    }
}
