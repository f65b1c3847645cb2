//! A document on which operations work.

use std::sync::Arc;

use travertine_graph::diagnostic::quote;
use travertine_graph::document::{Document, Group};
use travertine_graph::registry::Registry;
use travertine_graph::suggest::nearest;
use travertine_presentation::{Outline, Socket};

use crate::actions::group_of_type;
use crate::edit::{Action, Edit, Refusal};
use crate::history::History;

/// What operations find around a document.
pub struct Surroundings<'a> {
    /// The node types.
    pub registry: &'static Registry,
    /// The group of a library that a document lacks, by its name.
    pub group: &'a dyn Fn(&str) -> Option<Group>,
    /// Whether to stop.
    pub is_cancelled: &'a dyn Fn() -> bool,
}

impl Surroundings<'_> {
    /// Node types, and nothing else.
    pub fn new(registry: &'static Registry) -> Surroundings<'static> {
        Surroundings { registry, group: &|_| None, is_cancelled: &|| false }
    }
}

/// A document that operations change, with what they ask about it.
pub struct Work<'a> {
    history: History,
    outline: Outline,
    around: &'a Surroundings<'a>,
}

impl<'a> Work<'a> {
    /// Starts with a document.
    pub fn new(document: Document, around: &'a Surroundings<'a>) -> Work<'a> {
        let history = History::new(document);
        let outline = Outline::new(Arc::clone(history.document()), around.registry);
        Work { history, outline, around }
    }

    /// The document, whole.
    pub fn document(&self) -> &Arc<Document> {
        self.history.document()
    }

    /// The document that operations change, or that of the group which they have entered.
    pub fn outline(&self) -> &Outline {
        &self.outline
    }

    /// Carries out an action.
    pub fn apply(&mut self, action: Action) -> Result<(), Refusal> {
        self.history.apply_with(&mut self.outline, action, None)
    }

    /// Applies an edit.
    pub fn change(&mut self, edit: Edit) -> Result<(), Refusal> {
        self.apply(Action::new("", edit))
    }

    /// Refuses another first output within a group: wires from its instances that name no output would carry it.
    pub fn may_change_first_output(&self) -> Result<(), Refusal> {
        if self.history.path().is_empty() {
            return Ok(());
        }
        Err(Refusal::new(
            "wires from nodes of this group that name no output carry its first one; `leave` the group, and `connect` the \
             output that you want by its name",
        ))
    }

    /// Goes on in the group to which these names lead from here; without names, in the whole document.
    pub fn enter(&mut self, names: &[&str]) -> Result<(), Refusal> {
        let mut path: Vec<String> = if names.is_empty() { Vec::new() } else { self.history.path().to_vec() };
        path.extend(names.iter().map(|name| (*name).to_owned()));
        self.history.enter(&path)?;
        self.outline = Outline::new(Arc::clone(self.history.shown_document()), self.around.registry);
        Ok(())
    }

    /// Checks that a node exists.
    pub fn node(&self, id: &str) -> Result<(), Refusal> {
        let nodes = &self.outline.document().nodes;
        if nodes.contains_key(id) { Ok(()) } else { Err(missing("node", id, nodes.keys())) }
    }

    /// Checks that nodes exist.
    pub fn nodes<'n>(&self, ids: &[&'n str]) -> Result<Vec<&'n str>, Refusal> {
        ids.iter().try_for_each(|id| self.node(id))?;
        Ok(ids.to_vec())
    }

    /// The output `NODE.OUTPUT`, or the first output of `NODE`. Ids may contain dots.
    pub fn output(&self, text: &str) -> Result<Socket, Refusal> {
        if self.outline.document().nodes.contains_key(text) {
            return Ok(self.outline.source(text, None));
        }
        let Some((node, name)) = text.rsplit_once('.') else { return self.node(text).map(|()| Socket::new(text, "")) };
        self.node(node)?;
        let socket = Socket::new(node, name);
        match self.outline.definition(node) {
            Some(definition) if definition.output_index(name).is_none() => {
                let names = definition.outputs.iter().map(|output| &*output.name);
                Err(missing(&format!("output of {}", quote(node)), name, names))
            }
            _ => Ok(socket),
        }
    }

    /// The input `NODE.INPUT`.
    pub fn input(&self, text: &str) -> Result<Socket, Refusal> {
        let Some((node, name)) = text.rsplit_once('.') else {
            return Err(Refusal::new(format!("{} is no input; expected NODE.INPUT, as in noise.scale", quote(text))));
        };
        self.node(node)?;
        match self.outline.definition(node) {
            Some(definition) if definition.input_index(name).is_none() => {
                let names = definition.inputs.iter().map(|input| &*input.name);
                Err(missing(&format!("input of {}", quote(node)), name, names))
            }
            _ => Ok(Socket::new(node, name)),
        }
    }

    /// Checks that the graph has a parameter.
    pub fn parameter(&self, name: &str) -> Result<(), Refusal> {
        let parameters = &self.outline.document().parameters;
        named("parameter", name, parameters.iter().map(|(name, _)| name))
    }

    /// Checks that the graph has a preset.
    pub fn preset(&self, name: &str) -> Result<(), Refusal> {
        named("preset", name, self.outline.document().presets.iter().map(|(name, _)| name))
    }

    /// Checks that the graph has an output.
    pub fn graph_output(&self, name: &str) -> Result<(), Refusal> {
        named("output", name, self.outline.document().outputs.iter().map(|(name, _)| name))
    }

    /// Makes sure that a node type exists. A group that the document lacks comes from the library.
    pub fn node_type(&mut self, name: &str) -> Result<(), Refusal> {
        if self.outline.registry().find(name).is_some() {
            return Ok(());
        }
        if let Some((_, group)) = group_of_type(name)
            && let Some(found) = (self.around.group)(group)
        {
            return self.change(Edit::Group(group.to_owned(), Some(Box::new(found))));
        }
        let ids = self.outline.registry().ids();
        Err(missing("node type", name, ids))
    }
}

fn named<'n>(what: &str, name: &str, known: impl Iterator<Item = &'n String> + Clone) -> Result<(), Refusal> {
    if known.clone().any(|other| other == name) { Ok(()) } else { Err(missing(what, name, known)) }
}

/// There is no such thing, but perhaps one with nearly this name.
fn missing<'n, T: AsRef<str> + ?Sized + 'n>(what: &str, name: &str, known: impl IntoIterator<Item = &'n T>) -> Refusal {
    let near = nearest(name, known.into_iter().map(AsRef::as_ref));
    let advice = near.map_or_else(String::new, |near| format!("; did you mean {}?", quote(near)));
    Refusal::new(format!("there is no {what} {}{advice}", quote(name)))
}
