//! Snapshots: a document as far as it can be rendered.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::Hash;
use std::sync::{Arc, OnceLock};

use travertine::{Context, Diagnostics, Error, Field, NodeValue, Nodes, Texture};
use travertine_graph::diagnostic::Severity;
use travertine_graph::document::{Document, Input};
use travertine_graph::json::pointer;
use travertine_graph::registry::Registry;
use travertine_shape::{Channel, Channels, Surface};

use super::fingerprint::{Fingerprint, fingerprints};
use super::view::{Subject, View};
use crate::edit::Refusal;
use crate::outline::{Outline, Socket};

/// A document at a time, with all that is wrong with it, and a texture of the nodes with which nothing is.
///
/// So a mistake in one branch leaves the pictures of the others.
#[derive(Debug)]
pub struct Snapshot {
    outline: Outline,
    diagnostics: Diagnostics,
    texture: Option<Texture>,
    fingerprints: BTreeMap<String, Fingerprint>,
    /// All nodes of the texture, once somebody has asked for them.
    nodes: OnceLock<Result<Nodes, Refusal>>,
}

impl Snapshot {
    /// Checks a document.
    pub fn new(document: Arc<Document>, registry: &'static Registry) -> Snapshot {
        let outline = Outline::new(document.clone(), registry);
        let fingerprints = fingerprints(&outline);
        let (texture, diagnostics) = match Texture::from_document(Document::clone(&document), registry) {
            Ok(texture) => {
                let warnings = texture.graph().warnings().clone();
                (Some(texture), warnings)
            }
            Err(error) => (sound(&document, registry), problems(error)),
        };
        Snapshot { outline, diagnostics, texture, fingerprints, nodes: OnceLock::new() }
    }

    /// The outline of the document.
    pub fn outline(&self) -> &Outline {
        &self.outline
    }

    /// All that is wrong with the document, and all that is odd.
    pub fn diagnostics(&self) -> &Diagnostics {
        &self.diagnostics
    }

    /// The node's output that is looked at, if there is one.
    pub fn socket(&self, subject: &Subject) -> Option<Socket> {
        match subject {
            Subject::Node(socket) => Some(socket.clone()),
            Subject::Output(name) => {
                let outputs = &self.outline.document().outputs;
                let (_, source) = outputs.iter().find(|(other, _)| other == name)?;
                self.outline.source_of(source)
            }
        }
    }

    /// What the output that is looked at depends on: its node's fingerprint, and its own name.
    pub fn fingerprint(&self, subject: &Subject) -> Option<(Fingerprint, String)> {
        let socket = self.socket(subject)?;
        self.fingerprints.get(&socket.node).map(|fingerprint| (*fingerprint, socket.name))
    }

    /// The field that is looked at.
    ///
    /// # Errors
    ///
    /// What is wrong with it: its node, or one that it is made of.
    pub fn field(&self, subject: &Subject) -> Result<Field, Refusal> {
        let socket = self.socket(subject).ok_or_else(|| Refusal::new("there is no such output"))?;
        let field = self.texture.as_ref().map(|texture| texture.node_field(&socket.node, &socket.name));
        match field {
            Some(Ok(field)) => Ok(field),
            other => Err(self.problem(&socket.node).unwrap_or_else(|| {
                let reason = other.and_then(Result::err).map(|error| error.to_string());
                Refusal::new(reason.unwrap_or_else(|| "nothing can be rendered".to_owned()))
            })),
        }
    }

    /// What a view depends on: as [`Snapshot::fingerprint`], and for a solid of an output of the graph, on all of them.
    pub(super) fn print(&self, view: &View) -> Option<(Fingerprint, String)> {
        let (fingerprint, name) = self.fingerprint(&view.subject)?;
        if !view.frame.is_solid() || matches!(view.subject, Subject::Node(_)) {
            return Some((fingerprint, name));
        }
        let outputs = self.outline.document().outputs.iter().map(|(name, _)| {
            let subject = Subject::Output(name.clone());
            (name, self.fingerprint(&subject))
        });
        let outputs: Vec<_> = outputs.collect();
        Some((Fingerprint::of(|hasher| (fingerprint, &name, &outputs).hash(hasher)), name))
    }

    /// The surface of a solid that is looked at. An output of the graph is its colour, while other outputs are what
    /// their names say, such as its height; a node's output is its colour alone.
    ///
    /// # Errors
    ///
    /// As [`Snapshot::field`].
    pub fn surface(&self, subject: &Subject) -> Result<Surface, Refusal> {
        // Says what is wrong, if anything is.
        self.field(subject)?;
        let (Some(texture), Some(socket)) = (&self.texture, self.socket(subject)) else {
            return Err(Refusal::new("nothing can be rendered"));
        };
        const SHOWN: &str = "shown";
        let mut document = texture.document().clone();
        let shown = Input::Node { node: socket.node, output: Some(socket.name) };
        document.outputs = vec![(SHOWN.to_owned(), shown)];
        let mut channels = Channels { color: Some(SHOWN.to_owned()), ..Channels::default() };
        match subject {
            Subject::Node(_) => channels.height = Channel::Value(0.0),
            Subject::Output(_) => {
                let outputs = self.outline.document().outputs.iter();
                let sound = outputs
                    .filter(|(name, _)| name != SHOWN && self.field(&Subject::Output(name.clone())).is_ok());
                document.outputs.extend(sound.cloned());
            }
        }
        let texture = Texture::from_document(document, self.outline.registry())
            .map_err(|problems| Refusal::new(problems.to_string()))?;
        Surface::new(&texture, &channels).map_err(|error| Refusal::new(error.to_string()))
    }

    /// What every output of every node with which nothing is wrong is at a position: x, y, z and time.
    ///
    /// # Errors
    ///
    /// If there is none, the position is not finite, the graph unfolds into too many operations or needs more memory,
    /// or it is cancelled.
    pub fn probe(&self, position: [f32; 4], context: &Context) -> Result<Vec<NodeValue>, Refusal> {
        let refused = |error: Error| Refusal::new(error.to_string());
        let nodes = self.nodes.get_or_init(|| {
            let texture = self.texture.as_ref().ok_or_else(|| Refusal::new("nothing can be rendered"))?;
            texture.nodes().map_err(refused)
        });
        nodes.as_ref().map_err(Refusal::clone)?.sample(position, context).map_err(refused)
    }

    /// The first error about a node or one that it is made of.
    fn problem(&self, node: &str) -> Option<Refusal> {
        let sources = self.outline.sources_of(node);
        let concerns = |id: &String| sources.contains(id.as_str());
        let errors = self.diagnostics.iter().filter(|each| each.severity == Severity::Error);
        let mut errors = errors.filter_map(|error| Some((error.node().filter(concerns)?, error)));
        errors.next().map(|(id, error)| Refusal::new(format!("`{id}`: {}", error.message)))
    }
}

/// What is wrong with a document.
fn problems(error: Error) -> Diagnostics {
    match error {
        Error::Invalid { diagnostics, .. } => diagnostics,
        _ => Diagnostics::new(),
    }
}

/// A texture of the nodes with which nothing is wrong, and which are made of no others. Its outputs mean nothing.
fn sound(document: &Document, registry: &Registry) -> Option<Texture> {
    let mut rest = Document {
        nodes: document.nodes.clone(),
        parameters: document.parameters.clone(),
        ..Document::default()
    };
    loop {
        let any = rest.nodes.keys().next()?.clone();
        rest.outputs = vec![("any".to_owned(), Input::Node { node: any, output: None })];
        let problems = match Texture::from_document(rest.clone(), registry) {
            Ok(texture) => return Some(texture),
            Err(error) => problems(error),
        };
        let mut unsound = unsound(&rest, &problems);
        if unsound.is_empty() {
            return None;
        }
        while !unsound.is_empty() {
            rest.nodes.retain(|id, _| !unsound.contains(id));
            let hangs = |input: &Input| matches!(input, Input::Node { node, .. } if unsound.contains(node));
            let hanging = rest.nodes.iter().filter(|(_, node)| node.inputs.values().any(hangs));
            unsound = hanging.map(|(id, _)| id.clone()).collect();
        }
    }
}

/// The nodes that errors are about: by themselves, or by a parameter that they use.
fn unsound(document: &Document, problems: &Diagnostics) -> BTreeSet<String> {
    let errors = || problems.iter().filter(|each| each.severity == Severity::Error);
    let mut nodes: BTreeSet<String> = errors().filter_map(|error| error.node()).collect();
    let parameter = |pointer: &str| {
        let mut segments = pointer::segments(pointer);
        segments.next().filter(|first| first == "parameters")?;
        segments.next().map(|name| name.into_owned())
    };
    let parameters: BTreeSet<String> = errors().filter_map(|error| parameter(&error.pointer)).collect();
    let uses = |input: &Input| matches!(input, Input::Parameter(name) if parameters.contains(name));
    let using = document.nodes.iter().filter(|(_, node)| node.inputs.values().any(uses));
    nodes.extend(using.map(|(id, _)| id.clone()));
    nodes.retain(|id| document.nodes.contains_key(id));
    nodes
}

#[cfg(test)]
mod tests {
    use travertine::registry;

    use super::*;
    use crate::testing::documents::document;

    fn snapshot(nodes: &str) -> Snapshot {
        Snapshot::new(document(nodes).into(), registry())
    }

    fn node(id: &str) -> Subject {
        Subject::Node(Socket::new(id, "value"))
    }

    #[test]
    fn a_mistake_leaves_the_other_branches() {
        let snapshot = snapshot(
            r#""good": {"type": "noise/perlin"},
               "odd": {"type": "no/such"},
               "behind": {"type": "math/absolute", "inputs": {"value": {"node": "odd"}}},
               "further": {"type": "math/absolute", "inputs": {"value": {"node": "behind"}}},
               "lost": {"type": "noise/perlin", "inputs": {"scale": {"parameter": "p"}}},
               "x": {"type": "math/add", "inputs": {"a": {"node": "y"}}},
               "y": {"type": "math/add", "inputs": {"a": {"node": "x"}}},
               "late": {"type": "math/absolute", "inputs": {"value": {"node": "good"}}}"#,
        );
        assert!(snapshot.diagnostics().has_errors());
        assert!(snapshot.field(&node("good")).is_ok() && snapshot.field(&node("late")).is_ok());
        let problem = |id: &str| snapshot.field(&node(id)).unwrap_err().to_string();
        assert_eq!(problem("odd"), "`odd`: unknown node type `no/such`");
        assert_eq!(problem("further"), problem("odd"));
        assert_eq!(problem("lost"), "`lost`: unknown parameter `p`");
        assert!(problem("x").contains("circle"), "{}", problem("x"));
        let probed = snapshot.probe([0.1; 4], &Context::default()).unwrap();
        let nodes: BTreeSet<&str> = probed.iter().map(|value| value.node.as_str()).collect();
        assert_eq!(nodes, ["good", "late"].into());
    }

    #[test]
    fn nothing_gives_nothing() {
        let snapshot = snapshot("");
        assert!(snapshot.field(&Subject::Output("color".to_owned())).is_err());
        assert!(snapshot.probe([0.0; 4], &Context::default()).is_err());
    }
}
