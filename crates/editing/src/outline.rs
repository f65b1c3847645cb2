//! Outlines: what is known of a document's nodes, whether or not the document is valid.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use travertine_graph::constant::Constant;
use travertine_graph::definition::{DefaultValue, Definition, InputDefinition, OutputType, Text, ValueType};
use travertine_graph::document::{Document, Input, Node, Parameter};
use travertine_graph::json::Value;
use travertine_graph::registry::Registry;
use travertine_program::Type;

/// An end of a wire: an output of a node, or an input.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Socket {
    /// The id of the node.
    pub node: String,
    /// The name of its output or input.
    pub name: String,
}

impl Socket {
    /// The socket of that name of a node.
    pub fn new(node: impl Into<String>, name: impl Into<String>) -> Socket {
        Socket { node: node.into(), name: name.into() }
    }
}

/// What is known of a node.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// What it is; none for a type that this version does not have.
    pub definition: Option<Arc<Definition>>,
    /// The types of its outputs, in the order of the definition.
    pub outputs: Vec<Type>,
}

/// What an input holds, as an editor shows it.
#[derive(Clone, PartialEq, Debug)]
pub enum Held {
    /// The position at which the node is evaluated.
    Position,
    /// Nothing, though it must hold something.
    Missing,
    /// A value: its own, or its default.
    Constant {
        /// The value.
        value: Constant,
        /// Whether the document says nothing of it.
        is_default: bool,
    },
    /// A value that the input does not take, as the document has it.
    Unfit(Value),
    /// A wire.
    Wire {
        /// The output that it comes from; it need not exist.
        from: Socket,
        /// What it carries, if the output exists.
        value_type: Option<Type>,
    },
    /// The graph's parameter of that name; it need not exist.
    Parameter(String),
}

/// A snapshot of a document with the definitions of its nodes and the types of its sockets.
///
/// A [`Graph`](travertine_graph::graph::Graph) exists only where nothing is wrong. An editor must show sockets and wires
/// while something is: an outline knows of each node what can be known.
#[derive(Clone, Debug)]
pub struct Outline {
    document: Arc<Document>,
    registry: &'static Registry,
    nodes: BTreeMap<String, Known>,
}

impl Outline {
    /// The outline of a document.
    pub fn new(document: Arc<Document>, registry: &'static Registry) -> Outline {
        let definition = |node: &Node| registry.find(&node.node_type).cloned();
        let known = |(id, node): (&String, &Node)| {
            (id.clone(), Known { definition: definition(node), outputs: Vec::new() })
        };
        let nodes = document.nodes.iter().map(known).collect();
        let mut outline = Outline { document, registry, nodes };
        for id in outline.sources_first() {
            let outputs = outline.resolve_outputs(&id);
            if let Some(known) = outline.nodes.get_mut(&id) {
                known.outputs = outputs;
            }
        }
        outline
    }

    /// The document.
    pub fn document(&self) -> &Arc<Document> {
        &self.document
    }

    /// The node types that there are.
    pub fn registry(&self) -> &'static Registry {
        self.registry
    }

    /// What is known of a node, if there is one of that id.
    pub fn node(&self, id: &str) -> Option<&Known> {
        self.nodes.get(id)
    }

    /// What a node is; none if there is no such node, or it is of an unknown type.
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

    /// The type of an input: for one that takes any, that of what it holds. None for settings, and for what does not
    /// exist.
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
                let value_type =
                    parameter.and_then(|parameter| ValueType::of_parameter(&parameter.parameter_type));
                value_type.and_then(|value_type| value_type.field_type()).unwrap_or(Type::Float)
            }
            _ => Type::Float,
        };
        Some(value_type)
    }

    /// What an input holds, if it exists.
    pub fn held(&self, input: &Socket) -> Option<Held> {
        let definition = self.input(input)?;
        let Some(given) = self.document.nodes.get(&input.node)?.inputs.get(&input.name) else {
            return Some(match &definition.default {
                DefaultValue::Required => Held::Missing,
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

    /// The graph's parameter of that name.
    pub fn parameter(&self, name: &str) -> Option<&Parameter> {
        self.document.parameters.iter().find(|(other, _)| other == name).map(|(_, parameter)| parameter)
    }

    /// The output that a wire comes from, its name filled in where the document leaves it out.
    pub fn source(&self, node: &str, output: Option<&str>) -> Socket {
        let main = || self.definition(node).and_then(|definition| definition.outputs.first());
        let name = output.or_else(|| main().map(|output| &*output.name)).unwrap_or_default();
        Socket::new(node, name)
    }

    /// The output that a wire comes from: what the document's input or output says; none if it is no wire.
    pub fn source_of(&self, input: &Input) -> Option<Socket> {
        match input {
            Input::Node { node, output } => Some(self.source(node, output.as_deref())),
            _ => None,
        }
    }

    /// A wire from an output, as documents have it: the main output needs no name.
    pub fn wire(&self, from: &Socket) -> Input {
        let main = self.source(&from.node, None);
        let output = (main != *from).then(|| from.name.clone());
        Input::Node { node: from.node.clone(), output }
    }

    /// Every wire between nodes: the output that it comes from, and the input that it leads to.
    pub fn wires(&self) -> impl Iterator<Item = (Socket, Socket)> {
        self.document.nodes.iter().flat_map(move |(id, node)| {
            let inputs = node.inputs.iter();
            inputs.filter_map(move |(name, input)| Some((self.source_of(input)?, Socket::new(id, name))))
        })
    }

    /// Whether a node is made of what another gives, through any number of wires; a node is made of itself.
    pub fn depends(&self, node: &str, on: &str) -> bool {
        self.sources_of(node).contains(on)
    }

    /// A node and all that it is made of, by id.
    pub fn sources_of(&self, node: &str) -> BTreeSet<&str> {
        let mut found = BTreeSet::new();
        let mut waiting = Vec::from_iter(self.document.nodes.get_key_value(node));
        while let Some((id, node)) = waiting.pop() {
            if found.insert(id.as_str()) {
                waiting.extend(sources(node).filter_map(|id| self.document.nodes.get_key_value(id)));
            }
        }
        found
    }

    /// The ids of all nodes, each after those that it is made of, as far as there is no circle.
    pub fn sources_first(&self) -> Vec<String> {
        let nodes = &self.document.nodes;
        let mut order = Vec::with_capacity(nodes.len()); // Whether all that a node is made of is in the order, or only looked at.
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

/// The ids of the nodes that a node's wires come from.
fn sources(node: &Node) -> impl Iterator<Item = &str> {
    node.inputs.values().filter_map(|input| match input {
        Input::Node { node, .. } => Some(node.as_str()),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use travertine::registry;
    use travertine_graph::graph::Graph;

    use super::*;
    use crate::testing::documents::{bundled, document};

    #[test]
    fn types_are_those_of_the_graph() {
        for document in bundled() {
            let graph = Graph::new(&document, registry()).unwrap();
            let outline = Outline::new(Arc::new(document), registry());
            for node in &graph.nodes {
                assert_eq!(outline.node(&node.id).unwrap().outputs, node.outputs, "{}", node.id);
            }
        }
    }

    #[test]
    fn what_is_wrong_hides_nothing_else() {
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
