//! Errors that a merge has and neither side.

use std::collections::HashSet;

use travertine_graph::diagnostic::{Diagnostic, Diagnostics, Severity};
use travertine_graph::document::Document;
use travertine_graph::graph::Graph;
use travertine_graph::json::pointer;
use travertine_graph::registry::Registry;

use crate::conflict::{Conflict, Reason};
use crate::part::Part;
use crate::references::Reference;
use crate::shape::Shape;
use crate::sides::Sides;

/// Finds the errors of a document against a registry, but those that it inherits from a side.
pub(crate) struct Errors<'a> {
    registry: &'a Registry,
    sides: [&'a Document; 2],
    /// Pointers and messages of the errors of the sides, once they are needed.
    known: Option<HashSet<(String, String)>>,
}

impl<'a> Errors<'a> {
    pub(crate) fn new(registry: &'a Registry, sides: [&'a Document; 2]) -> Errors<'a> {
        Errors { registry, sides, known: None }
    }

    /// The errors of a document that neither side has, and those that one of them has.
    pub(crate) fn of(&mut self, document: &Document) -> (Vec<Diagnostic>, Vec<Diagnostic>) {
        let Err(found) = Graph::new(document, self.registry) else { return (Vec::new(), Vec::new()) };
        let known = self.known.get_or_insert_with(|| {
            let errors = self.sides.into_iter().filter_map(|side| Graph::new(side, self.registry).err());
            errors.flat_map(|errors| of_severity(errors).map(identity).collect::<Vec<_>>()).collect()
        });
        of_severity(found).partition(|error| !known.contains(&identity(error.clone())))
    }
}

fn of_severity(diagnostics: Diagnostics) -> impl Iterator<Item = Diagnostic> {
    let errors: Vec<_> = diagnostics.iter().filter(|found| found.severity == Severity::Error).cloned().collect();
    errors.into_iter()
}

fn identity(diagnostic: Diagnostic) -> (String, String) {
    (diagnostic.pointer, diagnostic.message)
}

/// Makes the part of a merge that has an error what it is in ours, and reports the conflict.
pub(crate) fn settle(sides: &Sides, merged: &mut Part, error: &Diagnostic, conflicts: &mut Vec<Conflict>) {
    let path = value_path(&error.pointer);
    let Some(part) = suspects(merged, &path).into_iter().find(|path| merged.at(path) != sides.ours.at(path)) else {
        return;
    };
    let conflict = sides.conflict(path, Reason::Error(error.message.clone()));
    // Several parts may be changed until an error is gone.
    if !conflicts.contains(&conflict) {
        conflicts.push(conflict);
    }
    merged.set(&part, sides.ours.at(&part).cloned());
}

/// The path of the value that a pointer leads to or into.
fn value_path(text: &str) -> Vec<String> {
    let (mut path, mut shape) = (Vec::new(), Shape::Document);
    for segment in pointer::segments(text) {
        if !shape.is_branch() || shape == Shape::Marks {
            break;
        }
        shape = shape.inside(&segment);
        path.push(segment.into_owned());
    }
    path
}

/// The parts that may be the cause of an error at a path: from the part itself, and what it refers to, to the document.
fn suspects(merged: &Part, path: &[String]) -> Vec<Vec<String>> {
    let mut suspects = vec![path.to_owned()];
    // The keys of a graph begin after those of its groups.
    let groups = path.chunks(2).take_while(|keys| keys.len() == 2 && keys[0] == "groups").count();
    let scope = &path[..2 * groups];
    let mut refer = |reference: Option<Reference>| {
        if let Some(Reference { table, name, .. }) = reference {
            suspects.push([scope, &[table.to_owned(), name]].concat());
        }
    };
    refer(merged.at(path).and_then(Reference::of_input));
    refer(Reference::of_value(&path[scope.len()..]));
    if let Some(node) = path.get(..scope.len() + 2) {
        refer(merged.at(node).and_then(|node| node.get("type")).and_then(Reference::of_type));
    }
    suspects.extend((0..path.len()).rev().map(|length| path[..length].to_owned()));
    suspects
}
