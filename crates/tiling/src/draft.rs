//! Drafts: textures with changes that are not checked as a whole yet.
//!
//! Checking takes time in proportion to the size of the graph, and each of its nodes may need a change. So a change is
//! tried on the few nodes that it affects, and the whole graph is checked once, with all changes.

use std::collections::{BTreeMap, HashSet};

use travertine::{Argument, Error, Texture};
use travertine_graph::document::{Document, Input};
use travertine_graph::graph::Source;

use crate::change::Change;
use crate::wires::made_of;

/// A texture with unchecked changes.
pub struct Draft<'a> {
    texture: &'a Texture,
    document: Document,
    given: BTreeMap<String, String>,
}

impl<'a> Draft<'a> {
    /// A draft without changes.
    pub fn new(texture: &'a Texture) -> Draft<'a> {
        Draft { texture, document: texture.document().clone(), given: texture.given().clone() }
    }

    /// Whether an output is that of a node of the document's own graph, not of one inside a group.
    pub fn has(&self, source: Source) -> bool {
        self.document.nodes.contains_key(&self.texture.graph().nodes[source.node].id)
    }

    /// A texture of only the nodes that an output of a node depends on, and that output in it.
    ///
    /// # Errors
    ///
    /// If one of the changes is invalid.
    pub fn part(&self, source: Source) -> Result<(Texture, Source), Error> {
        let graph = self.texture.graph();
        let id = &graph.nodes[source.node].id;
        let mut part = Document {
            images: self.document.images.clone(),
            groups: self.document.groups.clone(),
            ..Document::default()
        };
        for made_of in made_of(graph, std::iter::once(source)) {
            let id = &graph.nodes[made_of.node].id;
            let node = self.document.nodes.get(id).filter(|_| !part.nodes.contains_key(id));
            part.nodes.extend(node.map(|node| (id.clone(), node.clone())));
        }
        let output = Some(graph.nodes[source.node].definition.outputs[source.output].name.to_string());
        part.outputs.push(("part".to_owned(), Input::Node { node: id.clone(), output }));
        let inputs = part.nodes.values().flat_map(|node| node.inputs.values());
        let used: HashSet<&str> = inputs
            .filter_map(|input| match input {
                Input::Parameter(name) => Some(name.as_str()),
                _ => None,
            })
            .collect();
        let parameters = self.document.parameters.iter().filter(|(name, _)| used.contains(name.as_str()));
        let parameters = parameters.cloned().collect();
        let given = self.given.iter().filter(|(name, _)| used.contains(name.as_str()));
        let given = given.map(|(name, text)| (name.clone(), text.clone())).collect();
        part.parameters = parameters;
        let part = self.texture.with_document(part, given)?;
        let node = part.graph().nodes.iter().position(|node| node.id == *id);
        let source = Source { node: node.unwrap_or_default(), ..source };
        Ok((part, source))
    }

    /// Whether changes that are valid in a part of the graph are valid in all of it. Inputs concern only their nodes,
    /// but a parameter may also drive an input elsewhere with a smaller range.
    pub fn takes(&self, changes: &[Change]) -> bool {
        changes.iter().all(|change| match change {
            Change::Input { .. } => true,
            Change::Parameter { name, value } => {
                self.texture.graph().argument(name, Argument::from(value.clone()).text()).is_ok()
            }
        })
    }

    /// Makes changes.
    ///
    /// # Errors
    ///
    /// If there is no such node.
    pub fn change(&mut self, changes: &[Change]) -> Result<(), Error> {
        changes.iter().try_for_each(|change| change.make(&mut self.document, &mut self.given))
    }

    /// The texture with all changes.
    ///
    /// # Errors
    ///
    /// If one of them is invalid.
    pub fn finish(self) -> Result<Texture, Error> {
        self.texture.with_document(self.document, self.given)
    }
}
