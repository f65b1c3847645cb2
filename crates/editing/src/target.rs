//! Targets: where a wire may lead.

use travertine_graph::document::{Document, Input};

use crate::edit::Refusal;
use crate::outline::Socket;

/// Where a wire may lead.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Target {
    /// To an input of a node.
    Input(Socket),
    /// To the output of the graph of that name.
    Output(String),
}

impl Target {
    /// The id of the node that it belongs to; none for an output of the graph.
    pub fn node(&self) -> Option<&str> {
        match self {
            Target::Input(input) => Some(&input.node),
            Target::Output(_) => None,
        }
    }

    /// What it holds in a document; none if the document says nothing of it.
    pub fn holds<'a>(&self, document: &'a Document) -> Option<&'a Input> {
        match self {
            Target::Input(input) => document.nodes.get(&input.node)?.inputs.get(&input.name),
            Target::Output(name) => {
                document.outputs.iter().find(|(other, _)| other == name).map(|(_, source)| source)
            }
        }
    }

    /// Puts something there. With nothing, an input holds its default, and an output is taken away.
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
                    let output =
                        output.ok_or_else(|| Refusal::new(format!("there is no output `{name}`")))?;
                    output.1 = value;
                }
                None => document.outputs.retain(|(other, _)| other != name),
            },
        }
        Ok(())
    }
}
