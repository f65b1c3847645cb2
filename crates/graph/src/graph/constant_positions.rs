//! Warnings about nodes that a constant position makes constant.

use std::collections::BTreeMap;

use travertine_program::Axes;

use super::group_names::{GROUP, ITERATE};
use super::input::{Input, Source};
use super::model::Graph;
use crate::arguments::Arguments;
use crate::definition::DefaultValue;
use crate::diagnostic::{Diagnostic, Diagnostics, quote};
use crate::document::{self, Document};
use crate::json::pointer;
use crate::lowering::lower_sources;

/// An input that takes the place of the position, of a node of the graph.
struct Suspect {
    node: usize,
    input: String,
    /// The pointer to the input in the document.
    path: String,
}

/// A warning for each input of a document whose default is the position, and that is a constant, if its node then has
/// one value. One that changes with time is meant so. A node of a group must have it in all instances.
pub(super) fn warnings(graph: &Graph, document: &Document) -> Diagnostics {
    let suspects: Vec<Suspect> = (0..graph.nodes.len()).flat_map(|node| suspects(graph, document, node)).collect();
    let mut warnings = Diagnostics::new();
    if suspects.is_empty() {
        return warnings;
    }
    let outputs: Vec<(String, Source)> = suspects
        .iter()
        .flat_map(|suspect| {
            let outputs = 0..graph.nodes[suspect.node].outputs.len();
            outputs.map(|output| (suspect.path.clone(), Source { node: suspect.node, output }))
        })
        .collect();
    // Whoever uses the graph gets the error that it is too large.
    let Ok(program) = lower_sources(graph, &outputs, &Arguments::new(graph)) else { return warnings };
    let mut varies: BTreeMap<&str, bool> = BTreeMap::new();
    for output in program.outputs() {
        *varies.entry(&output.name).or_default() |=
            output.values.iter().any(|value| program.axes()[value.index()] != Axes::NONE);
    }
    for Suspect { input, path, .. } in &suspects {
        // Once for all instances.
        if varies.remove(path.as_str()) == Some(false) {
            let message = format!("{} is the same everywhere, so the node is, too", quote(input));
            let help = "remove it to evaluate the node at every position, or wire in a vector that varies";
            warnings.push(Diagnostic::warning(path, message).help(help));
        }
    }
    warnings
}

/// The inputs of a node that take the place of the position with a constant, as in the document.
fn suspects(graph: &Graph, document: &Document, index: usize) -> Vec<Suspect> {
    let node = &graph.nodes[index];
    let inputs = node.definition.inputs.iter().zip(&node.inputs);
    let constant = inputs.filter(|(definition, input)| {
        definition.default == DefaultValue::Position && !node.muted && is_constant(graph, input)
    });
    let suspect = |name: &str| {
        let (path, node) = original_node(document, &node.id)?;
        let is_parameter = matches!(node.inputs.get(name), None | Some(document::Input::Parameter(_)));
        let path = pointer::child(&pointer::child(&path, "inputs"), name);
        (!is_parameter).then(|| Suspect { node: index, input: name.to_owned(), path })
    };
    constant.filter_map(|(definition, _)| suspect(&definition.name)).collect()
}

/// Whether an input is a constant, or a wire from a node that has only constants.
fn is_constant(graph: &Graph, input: &Input) -> bool {
    match input {
        Input::Constant(_) => true,
        Input::Wire(source) => {
            let node = &graph.nodes[source.node];
            node.exits.is_empty() && node.inputs.iter().all(|input| matches!(input, Input::Constant(_)))
        }
        _ => false,
    }
}

/// The node of a document that a node of its graph comes from, and the pointer to it.
fn original_node<'d>(mut document: &'d Document, mut id: &str) -> Option<(String, &'d document::Node)> {
    let mut path = String::new();
    loop {
        if let Some(node) = document.nodes.get(id) {
            return Some((pointer::child(&pointer::child(&path, "nodes"), id), node));
        }
        let (name, rest) = id.match_indices('/').find_map(|(end, _)| {
            let (category, name) = document.nodes.get(&id[..end])?.node_type.split_once('/')?;
            let inside = &id[end + 1..];
            match category {
                GROUP => Some((name, inside)),
                // The number of the iteration.
                ITERATE => Some((name, inside.split_once('/')?.1)),
                _ => None,
            }
        })?;
        path = pointer::child(&pointer::child(&path, "groups"), name);
        (document, id) = (&document.groups.get(name)?.document, rest);
    }
}

#[cfg(test)]
mod tests {
    use crate::definition::{Definition, InputDefinition, OutputType};
    use crate::graph::load;
    use crate::lowering::{Lowered, LoweringContext};
    use crate::registry::Registry;

    /// x times `scale`.
    fn noise<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
        Ok(vec![(context.input_position()?.x * context.float("scale")?).into()])
    }

    fn at<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
        Ok(vec![context.any_at("value", context.input_position()?)?])
    }

    fn x<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
        Ok(vec![context.position().x.into()])
    }

    fn time<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
        Ok(vec![context.position().time.into()])
    }

    fn vector<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
        Ok(vec![context.vector("vector")?.into()])
    }

    /// Pointers and messages of the warnings about a document of these nodes, whose output is `a`.
    fn warnings(nodes: &str, more: &str) -> Vec<String> {
        let registry = Registry::new([
            Definition::new("t::t::noise", "Noise", noise)
                .input(InputDefinition::position())
                .input(InputDefinition::float("scale", 1.0))
                .float_output("value", ""),
            Definition::new("t::t::at", "At", at)
                .input(InputDefinition::any("value", 0.0).moved())
                .input(InputDefinition::position())
                .output("value", OutputType::like(&["value"]), ""),
            Definition::new("t::t::x", "X", x).float_output("x", ""),
            Definition::new("t::t::time", "Time", time).float_output("time", ""),
            Definition::new("t::t::vector", "Vector", vector)
                .input(InputDefinition::vector("vector", [0.0; 3]))
                .vector_output("vector", ""),
        ]);
        let text = format!(
            r#"{{"format": "travertine", "version": 1, "nodes": {{{nodes}}}, "outputs": {{"o": {{"node": "a"}}}}{more}}}"#
        );
        let (_, graph) = load(text.as_bytes(), &registry).unwrap();
        graph.warnings().iter().map(|each| each.pointer.clone()).collect()
    }

    fn warns(nodes: &str) -> bool {
        let found = warnings(nodes, "");
        assert!(found.is_empty() || found == ["/nodes/a/inputs/position"], "{found:?}");
        !found.is_empty()
    }

    #[test]
    fn a_constant_position_is_reported_where_the_node_is_constant() {
        assert!(warns(r#""a": {"type": "t/noise", "inputs": {"position": 3}}"#));
        assert!(warns(r#""a": {"type": "t/noise", "inputs": {"position": [1, 2, 3]}}"#));
        assert!(!warns(r#""a": {"type": "t/noise", "inputs": {"scale": 3}}"#));
        assert!(!warns(r#""a": {"type": "t/noise", "muted": true, "inputs": {"position": 3}}"#));
        let x = r#", "x": {"type": "t/x"}"#;
        assert!(!warns(&format!(r#""a": {{"type": "t/noise", "inputs": {{"position": {{"node": "x"}}}}}}{x}"#)));
        assert!(!warns(&format!(
            r#""a": {{"type": "t/noise", "inputs": {{"position": 3, "scale": {{"node": "x"}}}}}}{x}"#
        )));
        // The value lies at the position.
        assert!(warns(&format!(
            r#""a": {{"type": "t/at", "inputs": {{"position": 3, "value": {{"node": "x"}}}}}}{x}"#
        )));
        let time = r#", "time": {"type": "t/time"}"#;
        assert!(!warns(&format!(
            r#""a": {{"type": "t/noise", "inputs": {{"position": 3, "scale": {{"node": "time"}}}}}}{time}"#
        )));
        let vector = r#", "vector": {"type": "t/vector", "inputs": {"vector": [1, 2, 3]}}"#;
        assert!(warns(&format!(
            r#""a": {{"type": "t/noise", "inputs": {{"position": {{"node": "vector"}}}}}}{vector}"#
        )));
    }

    #[test]
    fn a_node_of_a_group_is_reported_once_if_it_is_constant_in_all_instances() {
        let groups = r#", "groups": {"g": {"format": "travertine", "version": 1,
            "parameters": {"scale": {"type": "float", "default": 1}},
            "nodes": {"n/1": {"type": "t/noise", "inputs": {"position": 3, "scale": {"parameter": "scale"}}}},
            "outputs": {"o": {"node": "n/1"}}}}"#;
        let instances = |scale: &str| {
            format!(
                r#""a": {{"type": "t/noise", "inputs": {{"scale": {{"node": "b"}}}}}}, "x": {{"type": "t/x"}},
                   "b": {{"type": "group/g", "inputs": {{"scale": {{"node": "c"}}}}}},
                   "c": {{"type": "group/g", "inputs": {{"scale": {scale}}}}}"#
            )
        };
        assert_eq!(warnings(&instances("2"), groups), ["/groups/g/nodes/n~11/inputs/position"]);
        assert_eq!(warnings(&instances(r#"{"node": "x"}"#), groups), [""; 0]);
    }
}
