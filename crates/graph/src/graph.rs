//! Graphs: documents whose every part means something.
//!
//! [`Graph::new`] checks a document against a registry and gives either a graph or *all* that is
//! wrong. A graph has its node types resolved, its wires checked, no cycles, and every default
//! filled in: what comes after never meets a mistake of the user.

mod arguments;
mod constants;
mod inputs;
mod order;
mod parameters;
mod points;
#[cfg(test)]
mod testing;
mod types;
mod values;

use std::collections::HashMap;
use std::sync::Arc;

use crate::constant::Constant;
use crate::definition::{Definition, Kind, OutputKind};
use crate::diagnostic::{Diagnostic, Diagnostics, one_of, quote};
use crate::document::{self, Document};
use crate::json::{Value, pointer};
use crate::registry::Registry;
use crate::suggest::nearest;
use travertine_program::Type;

pub use parameters::MAX_CHOICES;
pub use points::MAX_POINTS;

/// A document after validation.
#[derive(Debug, Clone)]
pub struct Graph {
    /// What it is called.
    pub name: Option<String>,
    /// What it shows.
    pub description: Option<String>,
    /// The values that it exposes, in the user's order.
    pub parameters: Vec<Parameter>,
    /// Its nodes: each after all that it takes anything from.
    pub nodes: Vec<Node>,
    /// What it offers, in the user's order; at least one.
    pub outputs: Vec<Output>,
    warnings: Diagnostics,
}

/// A value that a graph exposes.
#[derive(Debug, Clone, PartialEq)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// What it holds. Of a choice, the names are in `choices`.
    pub kind: Kind,
    /// The value while nobody sets another.
    pub default: Constant,
    /// The least value, by the document or by an input that the parameter drives.
    pub min: Option<f32>,
    /// The greatest value, likewise.
    pub max: Option<f32>,
    /// The unit of the value; empty for plain numbers.
    pub unit: String,
    /// What it changes; may be empty.
    pub description: String,
    /// The names to choose from; empty unless the kind is a choice.
    pub choices: Vec<String>,
}

/// A node of a graph.
#[derive(Debug, Clone)]
pub struct Node {
    /// The user's name for it.
    pub id: String,
    /// What it is.
    pub definition: Arc<Definition>,
    /// What its inputs hold, in the order of the definition.
    pub inputs: Vec<Input>,
    /// The types of its outputs, in the order of the definition.
    pub outputs: Vec<Type>,
    /// Whether it passes on what is wired into it, and does nothing else.
    pub muted: bool,
}

/// What an input holds.
#[derive(Debug, Clone, PartialEq)]
pub enum Input {
    /// The position at which the node is evaluated.
    Position,
    /// A value, in the shape of the input's kind; for any kind of field, a float, vector or colour.
    Constant(Constant),
    /// What another node offers; of any type, to be converted to the input's.
    Wire(Source),
    /// The graph's parameter of that index. For a setting, it is of the same kind; for a number, a float or an integer.
    Parameter(usize),
}

/// An output of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Source {
    /// The index of the node in [`Graph::nodes`].
    pub node: usize,
    /// The index of its output in the definition.
    pub output: usize,
}

/// What a graph offers.
#[derive(Debug, Clone, PartialEq)]
pub struct Output {
    /// Its name.
    pub name: String,
    /// Where it comes from.
    pub source: Source,
    /// What it carries.
    pub kind: Type,
}

/// Reads a document and checks it: the whole way from a file's bytes.
///
/// # Errors
/// All that is wrong, sorted by place: with the text if it is no JSON, else with the document's shape and its meaning.
pub fn load(text: &[u8], registry: &Registry) -> Result<(Document, Graph), Diagnostics> {
    let (document, mut diagnostics) = Document::parse_leniently(text);
    let Some(document) = document else {
        return Err(diagnostics);
    };
    match Graph::new(&document, registry) {
        Ok(mut graph) if diagnostics.is_empty() => {
            graph.warnings.locate(text);
            Ok((document, graph))
        }
        Ok(graph) => {
            diagnostics.append_unless_known(graph.warnings);
            diagnostics.locate(text);
            Err(diagnostics)
        }
        Err(more) => {
            diagnostics.append_unless_known(more);
            diagnostics.locate(text);
            Err(diagnostics)
        }
    }
}

impl Graph {
    /// Checks a document.
    ///
    /// # Errors
    /// All that is wrong, each with the JSON pointer of what it is about, and all warnings;
    /// [`Diagnostics::locate`] finds lines and columns.
    pub fn new(document: &Document, registry: &Registry) -> Result<Graph, Diagnostics> {
        let mut check = Check::new(document, registry);
        check.unknown_fields();
        check.layout();
        let nodes = check.nodes();
        let outputs = check.outputs();
        let parameters = parameters::finish(&mut check);
        let order = match order::order(&nodes) {
            Ok(order) => order,
            Err(cycles) => {
                check.diagnostics.append(cycles);
                return Err(check.diagnostics);
            }
        };
        match (outputs, parameters) {
            (Some(outputs), Some(parameters)) if !check.diagnostics.has_errors() => {
                let mut graph = Graph {
                    name: document.name.clone(),
                    description: document.description.clone(),
                    parameters,
                    nodes: order::arrange(nodes, &order),
                    outputs: Vec::new(),
                    warnings: check.diagnostics,
                };
                graph.resolve_types();
                for (name, source) in outputs {
                    let source = Source { node: order.places[source.node], output: source.output };
                    let kind = graph.nodes[source.node].outputs[source.output];
                    graph.outputs.push(Output { name, source, kind });
                }
                Ok(graph)
            }
            _ => Err(check.diagnostics),
        }
    }

    /// The index of the output of that name.
    pub fn output(&self, name: &str) -> Option<usize> {
        self.outputs.iter().position(|output| output.name == name)
    }

    /// The index of the parameter of that name.
    pub fn parameter(&self, name: &str) -> Option<usize> {
        self.parameters.iter().position(|parameter| parameter.name == name)
    }

    /// What is odd about the document, though it can be rendered.
    pub fn warnings(&self) -> &Diagnostics {
        &self.warnings
    }

    /// Gives every output its type; sources come before their users.
    fn resolve_types(&mut self) {
        for index in 0..self.nodes.len() {
            let node = &self.nodes[index];
            let outputs = node.definition.outputs.iter().map(|output| match output.kind {
                OutputKind::Fixed(kind) => kind,
                OutputKind::Like(names) => {
                    names.iter().map(|name| self.input_type(node, name)).max().unwrap_or(Type::Float)
                }
            });
            self.nodes[index].outputs = outputs.collect();
        }
    }

    fn input_type(&self, node: &Node, name: &str) -> Type {
        let Some(index) = node.definition.input_index(name) else {
            return Type::Float;
        };
        if let Some(kind) = node.definition.inputs[index].kind.field_type() {
            return kind;
        }
        match &node.inputs[index] {
            Input::Position | Input::Constant(Constant::Vector(_)) => Type::Vector,
            Input::Constant(Constant::Color(_)) => Type::Color,
            Input::Constant(_) => Type::Float,
            Input::Wire(source) => self.nodes[source.node].outputs[source.output],
            Input::Parameter(parameter) => {
                self.parameters[*parameter].kind.field_type().unwrap_or(Type::Float)
            }
        }
    }
}

/// A node on its way into a graph; sources are places in the document's order.
struct Draft<'a> {
    id: &'a str,
    definition: Option<Arc<Definition>>,
    inputs: Vec<Input>,
    muted: bool,
}

/// A parameter that an input takes its value from.
struct Use<'a> {
    parameter: usize,
    node: &'a str,
    definition: Arc<Definition>,
    input: usize,
}

/// Everything that the checks share.
struct Check<'a> {
    document: &'a Document,
    /// Every node's definition, in the document's order; none for an unknown type.
    definitions: Vec<Option<Arc<Definition>>>,
    /// Every node's place in the document's order.
    places: HashMap<&'a str, usize>,
    parameters: HashMap<&'a str, usize>,
    /// The kinds of the parameters; none for an unknown type.
    kinds: Vec<Option<Kind>>,
    uses: Vec<Use<'a>>,
    diagnostics: Diagnostics,
}

impl<'a> Check<'a> {
    fn new(document: &'a Document, registry: &Registry) -> Check<'a> {
        let mut diagnostics = Diagnostics::new();
        let definitions = document
            .nodes
            .iter()
            .map(|(id, node)| types::definition(registry, id, &node.node_type, &mut diagnostics))
            .collect();
        let kinds = document
            .parameters
            .iter()
            .map(|(name, parameter)| parameters::kind(name, &parameter.parameter_type, &mut diagnostics))
            .collect();
        Check {
            document,
            definitions,
            places: document.nodes.keys().enumerate().map(|(index, id)| (id.as_str(), index)).collect(),
            parameters: document
                .parameters
                .iter()
                .enumerate()
                .map(|(index, (name, _))| (name.as_str(), index))
                .collect(),
            kinds,
            uses: Vec::new(),
            diagnostics,
        }
    }

    fn unknown_fields(&mut self) {
        const DOCUMENT: &[&str] = &[
            "format",
            "version",
            "name",
            "description",
            "parameters",
            "nodes",
            "outputs",
            "layout",
            "annotations",
        ];
        const NODE: &[&str] = &["type", "muted", "inputs"];
        const ANNOTATIONS: &[&str] = &["frames", "collapsed", "folded", "outputs"];
        const FRAME: &[&str] = &["title", "text", "color", "rectangle"];
        const PARAMETER: &[&str] = &["type", "default", "min", "max", "choices", "unit", "description"];
        let document = self.document;
        unknown_fields("", "the document", &document.extra, DOCUMENT, &mut self.diagnostics);
        for (name, parameter) in &document.parameters {
            let path = || pointer::pointer(&["parameters", name]);
            unknown_fields_of(path, "a parameter", &parameter.extra, PARAMETER, &mut self.diagnostics);
        }
        for (id, node) in &document.nodes {
            let path = || pointer::pointer(&["nodes", id]);
            unknown_fields_of(path, "a node", &node.extra, NODE, &mut self.diagnostics);
        }
        let annotations = &document.annotations;
        let path = || pointer::pointer(&["annotations"]);
        unknown_fields_of(path, "the annotations", &annotations.extra, ANNOTATIONS, &mut self.diagnostics);
        for (id, frame) in &annotations.frames {
            let path = || pointer::pointer(&["annotations", "frames", id]);
            unknown_fields_of(path, "a frame", &frame.extra, FRAME, &mut self.diagnostics);
        }
    }

    fn layout(&mut self) {
        for id in self.document.layout.keys().filter(|id| !self.document.nodes.contains_key(*id)) {
            let path = pointer::pointer(&["layout", id]);
            let message = format!("the layout has a position for {}, which is no node", quote(id));
            self.diagnostics.push(Diagnostic::warning(path, message).help("remove it").at_key());
        }
        let annotations = &self.document.annotations;
        for (key, ids) in [("collapsed", &annotations.collapsed), ("folded", &annotations.folded)] {
            for (index, id) in ids.iter().enumerate().filter(|(_, id)| !self.document.nodes.contains_key(*id))
            {
                let path = pointer::pointer(&["annotations", key, &index.to_string()]);
                let message = format!("`{key}` names {}, which is no node", quote(id));
                self.diagnostics.push(Diagnostic::warning(path, message).help("remove it"));
            }
        }
    }

    fn outputs(&mut self) -> Option<Vec<(String, Source)>> {
        let document = self.document;
        if document.outputs.is_empty() {
            let diagnostic = Diagnostic::error("/outputs", "the document has no outputs").help(
                "say what it shows, as in \"outputs\": {\"color\": {\"node\": \"a\", \"output\": \"color\"}}",
            );
            self.diagnostics.push(diagnostic);
            return None;
        }
        let mut sources = Vec::new();
        for (name, input) in &document.outputs {
            let path = pointer::pointer(&["outputs", name]);
            let source = match input {
                document::Input::Node { node, output } => self.source(node, output.as_deref(), &path),
                document::Input::Constant(value) if inputs::is_reference(value) => {
                    inputs::malformed_reference(value, &path, &mut self.diagnostics);
                    None
                }
                document::Input::Constant(Value::Text(text)) if self.places.contains_key(text.as_str()) => {
                    self.diagnostics.push(inputs::meant_as_wire(text, &path).expected("a wire"));
                    None
                }
                _ => {
                    let diagnostic =
                        Diagnostic::error(path, format!("the output {} has no wire", quote(name)))
                            .expected("{\"node\": ..., \"output\": ...}");
                    self.diagnostics.push(diagnostic);
                    None
                }
            };
            sources.extend(source.map(|source| (name.clone(), source)));
        }
        (sources.len() == document.outputs.len()).then_some(sources)
    }
}

fn unknown_fields(
    path: &str,
    what: &str,
    fields: &[(String, Value)],
    known: &[&str],
    diagnostics: &mut Diagnostics,
) {
    for (key, _) in fields {
        diagnostics.error(|| {
            Diagnostic::error(pointer::child(path, key), format!("unknown field {} of {what}", quote(key)))
                .did_you_mean(nearest(key, known.iter().copied()))
                .expected(one_of(known.iter().copied()))
                .at_key()
        });
    }
}

/// The same, with the path made only where there is something to say.
fn unknown_fields_of(
    path: impl Fn() -> String,
    what: &str,
    fields: &[(String, Value)],
    known: &[&str],
    diagnostics: &mut Diagnostics,
) {
    if !fields.is_empty() {
        unknown_fields(&path(), what, fields, known, diagnostics);
    }
}

#[cfg(test)]
mod tests {
    use super::testing::{document, errors, graph, registry};
    use super::*;

    #[test]
    fn defaults_are_filled_in_and_nodes_sorted() {
        let graph = graph(
            r#""a": {"type": "math/add", "inputs": {"a": {"node": "z"}, "b": [1, 2, 3]}},
               "z": {"type": "noise/perlin", "inputs": {"scale": 4.5}}"#,
            "",
        );
        assert_eq!(graph.nodes.iter().map(|node| node.id.as_str()).collect::<Vec<_>>(), ["z", "a"]);
        assert_eq!(graph.nodes[0].inputs[0], Input::Position);
        assert_eq!(graph.nodes[0].inputs[1], Input::Constant(Constant::Float(4.5)));
        assert_eq!(graph.nodes[0].inputs[4], Input::Constant(Constant::Choice("euclidean".to_owned())));
        assert_eq!(graph.nodes[1].inputs[0], Input::Wire(Source { node: 0, output: 0 }));
        assert_eq!(graph.nodes[1].outputs, [Type::Vector]);
        assert_eq!(graph.outputs[0].kind, Type::Vector);
        assert_eq!(graph.output("out"), Some(0));
        assert!(graph.warnings().is_empty());
    }

    #[test]
    fn everything_is_told_at_once() {
        let found = errors(
            r#""a": {"type": "noise/perln", "input": {}},
               "b": {"type": "noise/perlin", "inputs": {"scal": 1, "scale": {"node": "d"}, "octaves": 2.5}}"#,
            r#", "layot": {}, "layout": {"c": [0, 0], "a": "left"}"#,
        );
        assert_eq!(
            found,
            [
                "unknown node type `noise/perln`; did you mean `noise/perlin`?",
                "unknown field `input` of a node; did you mean `inputs`?",
                "`noise/perlin` has no input `scal`; did you mean `scale`?",
                "unknown node `d`",
                "`2.5` is no whole number",
                "unknown field `layot` of the document; did you mean `layout`?",
                "the layout has a position for `c`, which is no node; remove it",
                "the layout of node `a` is no position",
            ]
        );
    }

    #[test]
    fn what_follows_from_a_wrong_shape_is_not_told() {
        assert_eq!(errors(r#""a": 5"#, ""), ["the node is a number"]);
        assert_eq!(
            errors(r#""a": {"type": 5, "inputs": []}"#, ""),
            ["`type` is a number", "`inputs` is a list"]
        );
    }

    #[test]
    fn outputs_are_wires() {
        let message = |outputs: &str| {
            let text = format!(
                r#"{{"format": "travertine", "version": 1, "nodes": {{"a": {{"type": "math/add"}}}}, "outputs": {outputs}}}"#
            );
            load(text.as_bytes(), &registry()).map(|_| ()).unwrap_err().iter().next().unwrap().message.clone()
        };
        assert_eq!(message("{}"), "the document has no outputs");
        assert_eq!(message(r#"{"o": 1}"#), "the output `o` has no wire");
        assert_eq!(
            message(r#"{"o": {"node": "a", "output": "product"}}"#),
            "the node `a` has no output `product`"
        );
        assert_eq!(message(r#"{"o": {"node": "a", "port": "sum"}}"#), "unknown field `port` of a wire");
    }

    #[test]
    fn a_long_chain_is_checked_on_a_small_stack() {
        const LENGTH: usize = 100_000;
        let mut nodes = String::from(r#""a": {"type": "math/add", "inputs": {"a": {"node": "n0"}}}"#);
        for index in 0..LENGTH {
            let source =
                if index + 1 < LENGTH { format!(r#"{{"node": "n{}"}}"#, index + 1) } else { "1".to_owned() };
            nodes += &format!(r#", "n{index}": {{"type": "math/add", "inputs": {{"a": {source}}}}}"#);
        }
        let text = document(&nodes, "");
        let closed = text.replace(r#"{"a": 1}"#, r#"{"a": {"node": "n0"}}"#);
        let check = move || {
            assert_eq!(load(text.as_bytes(), &registry()).unwrap().1.nodes.len(), LENGTH + 1);
            let circle = load(closed.as_bytes(), &registry()).unwrap_err().to_string();
            assert!(
                circle.contains("`n0` -> `n99999` -> `n99998` -> ") && circle.contains("... 99989 more ...")
            );
        };
        std::thread::Builder::new().stack_size(2 << 20).spawn(check).unwrap().join().unwrap();
    }
}
