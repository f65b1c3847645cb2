//! Random groups: nodes of a document moved into a group of it.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};
use travertine_graph::document::Document;
use travertine_graph::graph::Graph;
use travertine_graph::registry::Registry;
use travertine_program::Type;

use crate::random_graph::Random;

/// The document with some of its nodes in a group, which has one instance, `box`; the groups that they use move along.
/// `None` if that breaks a rule: the default of a parameter may lie outside the range of an input.
pub fn grouped(text: &str, random: &mut Random, registry: &Registry) -> Option<String> {
    let mut outer: Value = serde_json::from_str(text).ok()?;
    let graph = Graph::new(&Document::parse(text.as_bytes()).ok()?, registry).ok()?;

    // The nodes between two places of the order, so that no path leaves the group and returns.
    let in_order = graph.nodes.iter().map(|node| node.id.clone());
    let ids: Vec<String> = in_order.filter(|id| outer["nodes"].get(id).is_some()).collect();
    let start = random.below(ids.len());
    let inside: BTreeSet<String> = ids[start..=start + random.below(ids.len() - start)].iter().cloned().collect();

    let mut group = Group::default();
    let name = format!("g{}", random.bits() % 1_000_000);
    let mut nodes = Map::new();
    let mut instance = Map::new();
    for (id, mut node) in outer["nodes"].as_object()?.clone() {
        for (input, value) in node["inputs"].as_object_mut().into_iter().flatten() {
            let source = value["node"].as_str().map(str::to_owned);
            if let Some(parameter) = value["parameter"].as_str().filter(|_| inside.contains(&id)) {
                let parameter = parameter.to_owned();
                group.parameters.insert(parameter.clone(), outer["parameters"][&parameter].clone());
                instance.insert(parameter, value.clone());
            } else if let Some(source) = source {
                match (inside.contains(&source), inside.contains(&id)) {
                    (false, true) => {
                        let parameter = format!("{id}.{input}");
                        group.parameters.insert(parameter.clone(), parameter_for(&graph, value)?);
                        instance.insert(parameter.clone(), value.clone());
                        *value = json!({"parameter": parameter});
                    }
                    (true, false) => *value = group.output(value),
                    _ => {}
                }
            }
        }
        if inside.contains(&id) {
            group.nodes.insert(id, node);
        } else {
            nodes.insert(id, node);
        }
    }
    for output in outer["outputs"].as_object_mut()?.values_mut() {
        if output["node"].as_str().is_some_and(|source| inside.contains(source)) {
            *output = group.output(output);
        }
    }
    if group.outputs.is_empty() {
        group.output(&json!({"node": inside.first()?}));
    }

    let groups = outer["groups"].as_object().cloned().unwrap_or_default();
    let used = |nodes: &Map<String, Value>| -> Map<String, Value> {
        let types: BTreeSet<&str> = nodes.values().filter_map(|node| node["type"].as_str()).collect();
        let is_used = |name: &str| types.contains(format!("group/{name}").as_str());
        groups.clone().into_iter().filter(|(name, _)| is_used(name)).collect()
    };
    let mut outside = used(&nodes);
    let inner = used(&group.nodes);
    outside.insert(
        name.clone(),
        json!({
            "format": "travertine", "version": 1, "parameters": group.parameters, "nodes": group.nodes,
            "outputs": group.outputs, "groups": inner,
        }),
    );
    // An instance inside the group may have that id, and so may none next to it.
    let id = (0..).map(|number| format!("box {number}")).find(|id| !nodes.contains_key(id))?;
    rename(&mut nodes, &mut outer["outputs"], &id);
    nodes.insert(id, json!({"type": format!("group/{name}"), "inputs": instance}));
    outer["nodes"] = nodes.into();
    outer["groups"] = outside.into();
    let text = outer.to_string();
    Graph::new(&Document::parse(text.as_bytes()).ok()?, registry).ok()?;
    Some(text)
}

/// Id of the instance before it has one.
const BOX: &str = "\u{e000}";

#[derive(Default)]
struct Group {
    parameters: Map<String, Value>,
    nodes: Map<String, Value>,
    outputs: Map<String, Value>,
}

impl Group {
    /// A wire from the instance in place of a wire from a node inside.
    fn output(&mut self, wire: &Value) -> Value {
        let name = format!("{}:{}", wire["node"].as_str().unwrap_or(""), wire["output"].as_str().unwrap_or(""));
        self.outputs.insert(name.clone(), wire.clone());
        json!({"node": BOX, "output": name})
    }
}

/// A parameter of the type of a wire.
fn parameter_for(graph: &Graph, wire: &Value) -> Option<Value> {
    let node = graph.nodes.iter().find(|node| Some(node.id.as_str()) == wire["node"].as_str())?;
    let output = match wire["output"].as_str() {
        Some(name) => node.definition.output_index(name)?,
        None => 0,
    };
    Some(match node.outputs[output] {
        Type::Float => json!({"type": "float", "default": 1}),
        Type::Vector => json!({"type": "vector", "default": [1, 1, 1]}),
        Type::Color => json!({"type": "color", "default": 1}),
    })
}

/// Gives the instance its id in every wire from it.
fn rename(nodes: &mut Map<String, Value>, outputs: &mut Value, id: &str) {
    let inputs = nodes.values_mut().filter_map(|node| node["inputs"].as_object_mut()).flat_map(Map::values_mut);
    let outputs = outputs.as_object_mut().into_iter().flat_map(Map::values_mut);
    for wire in inputs.chain(outputs).filter(|wire| wire["node"] == BOX) {
        wire["node"] = json!(id);
    }
}
