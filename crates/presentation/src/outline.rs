//! Outlines: the definitions and types of a document's nodes, whether or not the document is valid.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::mem;
use std::sync::Arc;

use travertine_graph::constant::Constant;
use travertine_graph::definition::{DefaultValue, Definition, InputDefinition, OutputType, Text, ValueType};
use travertine_graph::document::{Document, Group, Input, Node, Parameter, Shared};
use travertine_graph::graph::{GROUP, ITERATE, registry_with_groups};
use travertine_graph::json::Value;
use travertine_graph::registry::Registry;
use travertine_program::Type;

use crate::copied::Copied;

/// One end of a wire: an output or an input of a node.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Socket {
    /// The id of the node.
    pub node: String,
    /// The name of the output or input.
    pub name: String,
}

impl Socket {
    /// The socket of a node with this name.
    pub fn new(node: impl Into<String>, name: impl Into<String>) -> Socket {
        Socket { node: node.into(), name: name.into() }
    }
}

/// The definition and types of a node.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// The definition of its type; `None` if this version has no such type.
    pub definition: Option<Arc<Definition>>,
    /// The types of the outputs, in the order of the definition.
    pub outputs: Vec<Type>,
}

/// The content of an input, as an editor shows it.
#[derive(Clone, PartialEq, Debug)]
pub enum Held {
    /// The position at which the node is evaluated.
    Position,
    /// A noise of the node's own.
    Noise,
    /// Nothing, although the input is required.
    Missing,
    /// A value: the user's or the default.
    Constant {
        /// The value, in the type of the input.
        value: Constant,
        /// Whether it is the default.
        is_default: bool,
    },
    /// A value that the input does not accept, as in the document.
    Unfit(Value),
    /// A wire.
    Wire {
        /// The output it comes from, which need not exist.
        from: Socket,
        /// The type of that output, if it exists.
        value_type: Option<Type>,
    },
    /// The graph's parameter with this name, which need not exist.
    Parameter(String),
}

/// A document with the definitions of its nodes and the types of their sockets.
///
/// A [`Graph`](travertine_graph::graph::Graph) exists only for a valid document. An editor must also show sockets and
/// wires of an invalid one; an outline has whatever can be determined.
#[derive(Clone, Debug)]
pub struct Outline {
    document: Arc<Document>,
    /// The node types without the document's groups.
    base: &'static Registry,
    /// The node types with the document's groups.
    registry: Registry,
    nodes: BTreeMap<String, Known>,
    /// How groups from libraries relate to their files.
    copied: BTreeMap<String, Copied>,
}

impl Outline {
    /// The outline of a document. Its groups are node types too.
    pub fn new(document: Arc<Document>, registry: &'static Registry) -> Outline {
        let all = if document.groups.is_empty() { registry.clone() } else { registry_with_groups(&document, registry) };
        let copied = document.groups.iter().map(|(name, group)| (name.clone(), Copied::of(group)));
        let copied = copied.collect();
        Outline::with(document, registry, all, copied)
    }

    /// The outline of a document whose groups are in a registry.
    fn with(
        document: Arc<Document>,
        base: &'static Registry,
        registry: Registry,
        copied: BTreeMap<String, Copied>,
    ) -> Outline {
        let known = |(id, node): (&String, &Shared<Node>)| {
            let definition = registry.find(&node.node_type).cloned();
            (id.clone(), Known { definition, outputs: Vec::new() })
        };
        let nodes = document.nodes.iter().map(known).collect();
        let mut outline = Outline { document, base, registry, nodes, copied };
        for id in outline.sources_first() {
            let outputs = outline.resolve_outputs(&id);
            if let Some(known) = outline.nodes.get_mut(&id) {
                known.outputs = outputs;
            }
        }
        outline
    }

    /// Takes another document, in which the nodes and the types of their sockets are the same.
    pub fn keep_nodes(&mut self, document: Arc<Document>) {
        self.document = document;
    }

    /// Takes another document, in which the groups are the same.
    pub fn keep_groups(&mut self, document: Arc<Document>) {
        *self = Outline::with(document, self.base, self.registry.clone(), mem::take(&mut self.copied));
    }

    /// The document.
    pub fn document(&self) -> &Arc<Document> {
        &self.document
    }

    /// The available node types: those of every document, and the document's groups.
    pub fn registry(&self) -> &Registry {
        &self.registry
    }

    /// The node types of every document.
    pub fn base(&self) -> &'static Registry {
        self.base
    }

    /// How a group relates to the file of a library that it is a copy of.
    pub fn copied(&self, group: &str) -> Copied {
        self.copied.get(group).copied().unwrap_or_default()
    }

    /// The group that a node is an instance of: its name and the group. `None` for other nodes.
    pub fn group_of(&self, id: &str) -> Option<(&str, &Group)> {
        let (category, name) = self.document.nodes.get(id)?.node_type.split_once('/')?;
        let (name, group) = self.document.groups.get_key_value(name)?;
        matches!(category, GROUP | ITERATE).then_some((name, group))
    }

    /// The definition and types of a node; `None` if no node has this id.
    pub fn node(&self, id: &str) -> Option<&Known> {
        self.nodes.get(id)
    }

    /// The definition of a node; `None` if the node does not exist or its type is unknown.
    pub fn definition(&self, id: &str) -> Option<&Arc<Definition>> {
        self.nodes.get(id)?.definition.as_ref()
    }

    /// The type of an output, if it exists.
    pub fn output_type(&self, output: &Socket) -> Option<Type> {
        let known = self.nodes.get(&output.node)?;
        known.outputs.get(known.definition.as_ref()?.output_index(&output.name)?).copied()
    }

    /// The definition of an input, if it exists.
    pub fn input(&self, input: &Socket) -> Option<&InputDefinition> {
        let definition = self.definition(&input.node)?;
        Some(&definition.inputs[definition.input_index(&input.name)?])
    }

    /// The type of an input. An input of any type has the type of its content. `None` for a setting, and for an input
    /// that does not exist.
    pub fn input_type(&self, input: &Socket) -> Option<Type> {
        let definition = self.input(input)?;
        if definition.value_type != ValueType::Any {
            return definition.value_type.field_type();
        }
        let value_type = match self.held(input)? {
            Held::Position => Type::Vector,
            Held::Constant { value: Constant::Vector(_), .. } => Type::Vector,
            Held::Constant { value: Constant::Color(_), .. } => Type::Color,
            Held::Wire { value_type: Some(value_type), .. } => value_type,
            Held::Parameter(name) => {
                let parameter = self.parameter(&name);
                let value_type = parameter.and_then(|parameter| ValueType::of_parameter(&parameter.parameter_type));
                value_type.and_then(|value_type| value_type.field_type()).unwrap_or(Type::Float)
            }
            _ => Type::Float,
        };
        Some(value_type)
    }

    /// The content of an input, if the input exists.
    pub fn held(&self, input: &Socket) -> Option<Held> {
        let definition = self.input(input)?;
        let inputs = &self.document.nodes.get(&input.node)?.inputs;
        let Some(given) = inputs.get(&input.name) else {
            let has_noise = || Some(self.definition(&input.node)?.has_own_noise(|name| inputs.contains_key(name)));
            return Some(match &definition.default {
                DefaultValue::Noise if has_noise() == Some(true) => Held::Noise,
                DefaultValue::Required | DefaultValue::Noise => Held::Missing,
                DefaultValue::Position => Held::Position,
                DefaultValue::Constant(value) => Held::Constant { value: value.clone(), is_default: true },
            });
        };
        Some(match given {
            Input::Constant(value) => match definition.constant(value) {
                Ok(value) => Held::Constant { value, is_default: false },
                Err(_) => Held::Unfit(value.clone()),
            },
            Input::Parameter(name) => Held::Parameter(name.clone()),
            Input::Node { node, output } => {
                let from = self.source(node, output.as_deref());
                let value_type = self.output_type(&from);
                Held::Wire { from, value_type }
            }
        })
    }

    /// Whether editors show an input: not if it has its default, and the setting that it needs is off.
    pub fn shows(&self, id: &str, input: &InputDefinition) -> bool {
        if self.is_set(id, input) {
            return true;
        }
        let Some(setting) = input.enabled_by.as_ref().map(|setting| Socket::new(id, &**setting)) else {
            return true;
        };
        match (self.input(&setting), self.held(&setting)) {
            (Some(definition), Some(Held::Constant { value, .. })) => !input.is_off(definition, &value),
            _ => true,
        }
    }

    /// Whether the document sets an input.
    pub fn is_set(&self, id: &str, input: &InputDefinition) -> bool {
        self.document.nodes.get(id).is_some_and(|node| node.inputs.contains_key(&*input.name))
    }

    /// The graph's parameter with this name.
    pub fn parameter(&self, name: &str) -> Option<&Parameter> {
        self.document.parameters.iter().find(|(other, _)| other == name).map(|(_, parameter)| parameter)
    }

    /// An output by node and name; without a name, the node's first output.
    pub fn source(&self, node: &str, output: Option<&str>) -> Socket {
        let main = || self.definition(node).and_then(|definition| definition.outputs.first());
        let name = output.or_else(|| main().map(|output| &*output.name)).unwrap_or_default();
        Socket::new(node, name)
    }

    /// The output that a wire comes from; `None` if the input holds no wire.
    pub fn source_of(&self, input: &Input) -> Option<Socket> {
        match input {
            Input::Node { node, output } => Some(self.source(node, output.as_deref())),
            _ => None,
        }
    }

    /// A wire from an output, as in a document: the first output has no name.
    pub fn wire(&self, from: &Socket) -> Input {
        let main = self.source(&from.node, None);
        let output = (main != *from).then(|| from.name.clone());
        Input::Node { node: from.node.clone(), output }
    }

    /// All wires between nodes: the output and the input.
    pub fn wires(&self) -> impl Iterator<Item = (Socket, Socket)> {
        self.document.nodes.iter().flat_map(move |(id, node)| {
            let inputs = node.inputs.iter();
            inputs.filter_map(move |(name, input)| Some((self.source_of(input)?, Socket::new(id, name))))
        })
    }

    /// Whether a node depends on another one, directly or through others. A node depends on itself.
    pub fn depends(&self, node: &str, on: &str) -> bool {
        self.sources_of(node).contains(on)
    }

    /// The ids of a node and of all nodes that it depends on.
    pub fn sources_of(&self, node: &str) -> BTreeSet<&str> {
        sources_of(&self.document, node)
    }

    /// The ids of all nodes, each after the nodes that it depends on, except within circles.
    pub fn sources_first(&self) -> Vec<String> {
        let nodes = &self.document.nodes;
        let mut order = Vec::with_capacity(nodes.len());
        // Whether all sources of a node are in the order; false while they are visited.
        let mut done: HashMap<&str, bool> = HashMap::new();
        for id in nodes.keys() {
            let mut stack = vec![id.as_str()];
            while let Some(&id) = stack.last() {
                let Some(node) = nodes.get(id) else {
                    stack.pop();
                    continue;
                };
                match done.get(id) {
                    None => {
                        done.insert(id, false);
                        stack.extend(sources(node).filter(|id| !done.contains_key(id)));
                    }
                    Some(false) => {
                        done.insert(id, true);
                        order.push(id.to_owned());
                        stack.pop();
                    }
                    Some(true) => {
                        stack.pop();
                    }
                }
            }
        }
        order
    }

    fn resolve_outputs(&self, id: &str) -> Vec<Type> {
        let Some(definition) = self.definition(id) else { return Vec::new() };
        let widest = |names: &[Text]| {
            let types = names.iter().filter_map(|name| self.input_type(&Socket::new(id, name.as_ref())));
            types.max().unwrap_or(Type::Float)
        };
        let resolve = |value_type: &OutputType| match value_type {
            OutputType::Fixed(value_type) => *value_type,
            OutputType::Like(names) => widest(names),
        };
        definition.outputs.iter().map(|output| resolve(&output.value_type)).collect()
    }
}

/// The ids of a node and of all nodes that it depends on.
pub fn sources_of<'a>(document: &'a Document, node: &str) -> BTreeSet<&'a str> {
    let mut found = BTreeSet::new();
    let mut waiting = Vec::from_iter(document.nodes.get_key_value(node));
    while let Some((id, node)) = waiting.pop() {
        if found.insert(id.as_str()) {
            waiting.extend(sources(node).filter_map(|id| document.nodes.get_key_value(id)));
        }
    }
    found
}

/// The ids of the nodes that are wired into a node.
fn sources(node: &Node) -> impl Iterator<Item = &str> {
    node.inputs.values().filter_map(|input| match input {
        Input::Node { node, .. } => Some(node.as_str()),
        _ => None,
    })
}

/// A group as a node type; `None` if it has errors.
pub fn definition_of_group(name: &str, group: &Group, base: &Registry) -> Option<Arc<Definition>> {
    let alone = Document { groups: [(name.to_owned(), group.clone())].into(), ..Document::default() };
    registry_with_groups(&alone, base).find(&format!("{GROUP}/{name}")).cloned()
}

#[cfg(test)]
mod tests {
    use travertine::registry;
    use travertine_graph::graph::Graph;
    use travertine_tests::bundled::bundled_graphs;

    use super::*;

    fn document(nodes: &str) -> Document {
        let text = format!(r#"{{"format": "travertine", "version": 1, "nodes": {{{nodes}}}, "outputs": {{}}}}"#);
        Document::parse(text.as_bytes()).unwrap()
    }

    #[test]
    fn types_equal_those_of_the_graph() {
        for (_, text) in bundled_graphs() {
            let document = Document::parse(text.as_bytes()).unwrap();
            let graph = Graph::new(&document, registry()).unwrap();
            let outline = Outline::new(Arc::new(document), registry());
            // The outline has the document's own nodes, not those inside groups.
            let own = graph.nodes.iter().filter(|node| outline.document().nodes.contains_key(&node.id));
            for node in own {
                assert_eq!(outline.node(&node.id).unwrap().outputs, node.outputs, "{}", node.id);
            }
        }
    }

    #[test]
    fn periods_are_shown_where_they_matter() {
        let document = document(
            r#""off": {"type": "noise/perlin", "inputs": {"period_y": 3}},
               "on": {"type": "noise/perlin", "inputs": {"periodic": true}},
               "driven": {"type": "noise/perlin", "inputs": {"periodic": {"parameter": "tiles"}}}"#,
        );
        let outline = Outline::new(Arc::new(document), registry());
        let shown = |id: &str| {
            let inputs = outline.definition(id).unwrap().inputs.iter();
            let periods = inputs.filter(|input| input.name.starts_with("period_") && outline.shows(id, input));
            periods.map(|input| input.name.to_string()).collect::<Vec<String>>()
        };
        assert_eq!(shown("off"), ["period_y"]);
        assert_eq!((shown("on").len(), shown("driven").len()), (4, 4));
    }

    #[test]
    fn inputs_are_hidden_while_their_setting_is_off() {
        let document = document(
            r#""one": {"type": "noise/perlin"}, "many": {"type": "noise/perlin", "inputs": {"octaves": 1.5}},
               "cells": {"type": "noise/cellular"},
               "star": {"type": "noise/cellular", "inputs": {"metric": "minkowski"}}"#,
        );
        let outline = Outline::new(Arc::new(document), registry());
        let shown = |id: &str, name: &str| outline.shows(id, outline.input(&Socket::new(id, name)).unwrap());
        assert_eq!(["one", "many"].map(|id| shown(id, "lacunarity")), [false, true]);
        assert_eq!(["cells", "star"].map(|id| shown(id, "exponent")), [false, true]);
        assert!(shown("one", "min"));
    }

    #[test]
    fn an_error_hides_nothing_else() {
        let document = document(
            r#""a": {"type": "math/add", "inputs": {"a": {"node": "b"}, "b": [1, 2, 3]}},
               "b": {"type": "math/add", "inputs": {"a": {"node": "a"}, "b": {"node": "x"}}},
               "x": {"type": "no/such", "inputs": {"a": {"node": "a"}}},
               "n": {"type": "noise/perlin", "inputs": {"scale": "red", "octaves": 3, "position": {"node": "gone"}}}"#,
        );
        let outline = Outline::new(Arc::new(document), registry());
        assert_eq!(outline.output_type(&Socket::new("a", "value")), Some(Type::Vector));
        assert!(outline.definition("x").is_none());
        let held = |name: &str| outline.held(&Socket::new("n", name)).unwrap();
        assert_eq!(held("scale"), Held::Unfit(Value::from("red")));
        assert_eq!(held("octaves"), Held::Constant { value: Constant::Float(3.0), is_default: false });
        assert!(matches!(held("seed"), Held::Constant { is_default: true, .. }));
        assert_eq!(held("position"), Held::Wire { from: Socket::new("gone", ""), value_type: None });
        assert!(outline.depends("a", "x") && outline.depends("x", "a") && !outline.depends("a", "n"));
        assert_eq!(outline.sources_first().len(), 4);
    }
}
