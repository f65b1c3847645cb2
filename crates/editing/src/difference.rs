//! Differences: the edits that turn one document into another.

use std::collections::{BTreeMap, BTreeSet};

use travertine_graph::document::{Annotations, Document, Group, Node};

use crate::edit::{Action, Edit, Refusal};
use crate::outline::Outline;

/// An action that has the effect of `change` on the document. `change` receives a copy.
pub(crate) fn action(
    outline: &Outline,
    label: impl Into<String>,
    change: impl FnOnce(&mut Document) -> Result<(), Refusal>,
) -> Result<Action, Refusal> {
    let before = outline.document();
    let mut after = Document::clone(before);
    change(&mut after)?;
    Ok(Action::new(label, Edit::between(before, &after)))
}

impl Edit {
    /// The edit that turns `before` into `after`, in the smallest parts that edits can state.
    pub fn between(before: &Document, after: &Document) -> Edit {
        if before.extra != after.extra || before.annotations.extra != after.annotations.extra {
            return Edit::Document(Box::new(after.clone()));
        }
        let mut edits = Vec::new();
        nodes(before, after, &mut edits);
        entries(&before.layout, &after.layout, Edit::Position, &mut edits);
        annotations(&before.annotations, &after.annotations, &mut edits);
        value(&before.parameters, &after.parameters, Edit::Parameters, &mut edits);
        value(&before.presets, &after.presets, Edit::Presets, &mut edits);
        value(&before.images, &after.images, Edit::Images, &mut edits);
        value(&before.outputs, &after.outputs, Edit::Outputs, &mut edits);
        value(&before.name, &after.name, Edit::Name, &mut edits);
        value(&before.description, &after.description, Edit::Description, &mut edits);
        value(&before.category, &after.category, Edit::Category, &mut edits);
        value(&before.search, &after.search, Edit::Search, &mut edits);
        let group = |name, group: Option<Group>| Edit::Group(name, group.map(Box::new));
        entries(&before.groups, &after.groups, group, &mut edits);
        Edit::All(edits)
    }
}

fn nodes(before: &Document, after: &Document, edits: &mut Vec<Edit>) {
    for (id, node) in &after.nodes {
        match before.nodes.get(id) {
            Some(old) if old.node_type == node.node_type && old.extra == node.extra => {
                parts(id, old, node, edits);
            }
            _ => edits.push(Edit::Node(id.clone(), Some(node.clone()))),
        }
    }
    let gone = before.nodes.keys().filter(|id| !after.nodes.contains_key(*id));
    edits.extend(gone.map(|id| Edit::Node(id.clone(), None)));
}

fn parts(id: &str, before: &Node, after: &Node, edits: &mut Vec<Edit>) {
    entries(&before.inputs, &after.inputs, |input, value| Edit::input(id, input, value), edits);
    value(&before.muted, &after.muted, |muted| Edit::Muted(id.to_owned(), muted), edits);
}

fn annotations(before: &Annotations, after: &Annotations, edits: &mut Vec<Edit>) {
    entries(&before.frames, &after.frames, Edit::Frame, edits);
    marks(&before.collapsed, &after.collapsed, Edit::Collapsed, edits);
    marks(&before.folded, &after.folded, Edit::Folded, edits);
    value(&before.outputs, &after.outputs, Edit::OutputsPosition, edits);
}

fn value<T: Clone + PartialEq>(before: &T, after: &T, edit: impl FnOnce(T) -> Edit, edits: &mut Vec<Edit>) {
    if before != after {
        edits.push(edit(after.clone()));
    }
}

fn entries<T: Clone + PartialEq>(
    before: &BTreeMap<String, T>,
    after: &BTreeMap<String, T>,
    edit: impl Fn(String, Option<T>) -> Edit,
    edits: &mut Vec<Edit>,
) {
    let changed = after.iter().filter(|(key, value)| before.get(*key) != Some(value));
    edits.extend(changed.map(|(key, value)| edit(key.clone(), Some(value.clone()))));
    let gone = before.keys().filter(|key| !after.contains_key(*key));
    edits.extend(gone.map(|key| edit(key.clone(), None)));
}

fn marks(
    before: &BTreeSet<String>,
    after: &BTreeSet<String>,
    edit: impl Fn(String, bool) -> Edit,
    edits: &mut Vec<Edit>,
) {
    edits.extend(before.symmetric_difference(after).map(|id| edit(id.clone(), after.contains(id))));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::documents::bundled;

    #[test]
    fn a_difference_turns_one_document_into_another() {
        let documents = bundled();
        for before in &documents {
            for after in &documents {
                let mut changed = before.clone();
                let inverse = Edit::between(before, after).apply(&mut changed).unwrap();
                assert_eq!(changed.to_json(), after.to_json());
                inverse.apply(&mut changed).unwrap();
                assert_eq!(changed.to_json(), before.to_json());
            }
        }
    }

    #[test]
    fn a_difference_is_small() {
        let before = &bundled()[0];
        let mut after = before.clone();
        let id = after.nodes.keys().next().unwrap().clone();
        after.nodes.get_mut(&id).unwrap().muted = true;
        after.layout.insert(id.clone(), [0.5, 0.0]);
        after.annotations.folded.insert(id.clone());
        let edit = Edit::between(before, &after);
        let expected = [
            Edit::Muted(id.clone(), true),
            Edit::Position(id.clone(), Some([0.5, 0.0])),
            Edit::Folded(id, true),
        ];
        assert_eq!(edit, Edit::All(expected.into()));
        assert!(Edit::between(before, before).is_empty());
    }
}
