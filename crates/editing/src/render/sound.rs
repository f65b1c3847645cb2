//! The sound part of a document: its nodes without errors, and what their errors are about.

use std::collections::BTreeSet;

use travertine::{Diagnostics, Error, Texture};
use travertine_graph::diagnostic::{Diagnostic, Severity};
use travertine_graph::document::{Document, Input, Node};
use travertine_graph::graph::{GROUP, ITERATE};
use travertine_graph::json::pointer;
use travertine_graph::registry::Registry;

/// The diagnostics of a document that is not a graph.
pub(super) fn problems(error: Error) -> Diagnostics {
    match error {
        Error::Invalid { diagnostics, .. } => diagnostics,
        // Such as images that exceed the memory.
        other => Diagnostic::error("", other.to_string()).into(),
    }
}

/// A texture of the nodes without errors that depend on no node with errors. Its output has no meaning.
pub(super) fn sound(document: &Document, registry: &Registry) -> Option<Texture> {
    let mut rest = Document {
        nodes: document.nodes.clone(),
        parameters: document.parameters.clone(),
        images: document.images.clone(),
        groups: document.groups.clone(),
        ..Document::default()
    };
    loop {
        let any = rest.nodes.keys().next()?.clone();
        rest.outputs = vec![("any".to_owned(), Input::Node { node: any, output: None })];
        let problems = match Texture::from_document(rest.clone(), registry) {
            Ok(texture) => return Some(texture),
            Err(error) => problems(error),
        };
        let groups = unsound_groups(&problems);
        let mut unsound = unsound(&rest, &problems, &groups);
        let count = rest.groups.len() + rest.images.len();
        rest.groups.keep(|name| !groups.contains(name));
        // The next round finds the nodes that read them.
        let images = subjects(&problems, "images");
        rest.images.keep(|name| !images.contains(name));
        if unsound.is_empty() && rest.groups.len() + rest.images.len() == count {
            return None;
        }
        while !unsound.is_empty() {
            rest.nodes.keep(|id| !unsound.contains(id));
            let hangs = |input: &Input| matches!(input, Input::Node { node, .. } if unsound.contains(node));
            let hanging = rest.nodes.iter().filter(|(_, node)| node.inputs.values().any(hangs));
            unsound = hanging.map(|(id, _)| id.clone()).collect();
        }
    }
}

/// The names of the groups with errors.
fn unsound_groups(problems: &Diagnostics) -> BTreeSet<String> {
    let errors = problems.iter().filter(|each| each.severity == Severity::Error);
    errors.filter_map(|error| error.groups().into_iter().next()).collect()
}

/// The nodes with errors: their own, those of a parameter that they use, or those of the group that they are.
fn unsound(document: &Document, problems: &Diagnostics, groups: &BTreeSet<String>) -> BTreeSet<String> {
    let errors = || problems.iter().filter(|each| each.severity == Severity::Error && each.groups().is_empty());
    let mut nodes: BTreeSet<String> = errors().filter_map(|error| error.node()).collect();
    let is_instance = |node: &Node| {
        let group = node.node_type.split_once('/').filter(|(category, _)| matches!(*category, GROUP | ITERATE));
        group.is_some_and(|(_, name)| groups.contains(name))
    };
    let instances = document.nodes.iter().filter(|(_, node)| is_instance(node));
    nodes.extend(instances.map(|(id, _)| id.clone()));
    let parameters = subjects(problems, "parameters");
    let uses = |input: &Input| matches!(input, Input::Parameter(name) if parameters.contains(name));
    let using = document.nodes.iter().filter(|(_, node)| node.inputs.values().any(uses));
    nodes.extend(using.map(|(id, _)| id.clone()));
    nodes.retain(|id| document.nodes.contains_key(id));
    nodes
}

/// The name of the entry of a table of the document that an error is about.
pub(super) fn subject(error: &Diagnostic, table: &str) -> Option<String> {
    let mut segments = pointer::segments(&error.pointer);
    segments.next().filter(|first| first == table)?;
    segments.next().map(|name| name.into_owned())
}

/// The names of the entries of a table of the document with errors.
fn subjects(problems: &Diagnostics, table: &str) -> BTreeSet<String> {
    let errors = problems.iter().filter(|each| each.severity == Severity::Error && each.groups().is_empty());
    errors.filter_map(|error| subject(error, table)).collect()
}

#[cfg(test)]
mod tests {
    use travertine::stages::render::OverBudget;

    use super::*;

    #[test]
    fn a_document_that_exceeds_the_memory_says_so() {
        let found = problems(Error::Memory(OverBudget { needed: 2 << 20, budget: 1 << 20 }));
        let said: Vec<_> = found.iter().map(|each| each.message.as_str()).collect();
        assert!(matches!(said[..], [message] if message.contains("needs about 2 MiB")), "{said:?}");
    }
}
