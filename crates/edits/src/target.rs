//! Targets of wires.

use travertine_graph::document::{Document, Input};
use travertine_presentation::Socket;

use crate::edit::Refusal;

/// The target of a wire.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Target {
    /// An input of a node.
    Input(Socket),
    /// The output of the graph with this name.
    Output(String),
}

impl Target {
    /// The id of the node; `None` for an output of the graph.
    pub fn node(&self) -> Option<&str> {
        match self {
            Target::Input(input) => Some(&input.node),
            Target::Output(_) => None,
        }
    }

    /// The target's content in a document; `None` if the document does not state any.
    pub fn holds<'a>(&self, document: &'a Document) -> Option<&'a Input> {
        match self {
            Target::Input(input) => document.nodes.get(&input.node)?.inputs.get(&input.name),
            Target::Output(name) => document.outputs.iter().find(|(other, _)| other == name).map(|(_, source)| source),
        }
    }

    /// Sets the content. Without one, an input has its default, and an output is removed.
    pub(crate) fn put(&self, document: &mut Document, value: Option<Input>) -> Result<(), Refusal> {
        match self {
            Target::Input(input) => {
                let node = document.nodes.get_mut(&input.node);
                let node = node.ok_or_else(|| Refusal::new(format!("there is no node `{}`", input.node)))?;
                match value {
                    Some(value) => node.inputs.insert(input.name.clone(), value),
                    None => node.inputs.remove(&input.name),
                };
            }
            Target::Output(name) => match value {
                Some(value) => {
                    let output = document.outputs.iter_mut().find(|(other, _)| other == name);
                    let output = output.ok_or_else(|| Refusal::new(format!("there is no output `{name}`")))?;
                    output.1 = value;
                }
                None => document.outputs.retain(|(other, _)| other != name),
            },
        }
        Ok(())
    }
}
