//! Differences: the edits that turn one document into another.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::ptr;

use travertine_graph::document::{Annotations, Document, Group, Node, Parameter};
use travertine_presentation::Outline;

use crate::edit::{Action, Edit, Refusal};

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
        if !before.annotations.is_shared_with(&after.annotations) {
            annotations(&before.annotations, &after.annotations, &mut edits);
        }
        parameters(&before.parameters, &after.parameters, &mut edits);
        value(&before.presets, &after.presets, Edit::Presets, &mut edits);
        if !before.images.is_shared_with(&after.images) {
            value(&*before.images, &*after.images, Edit::Images, &mut edits);
        }
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
    differing(&before.nodes, &after.nodes, |id, old, new| match (old, new) {
        (Some(old), Some(new)) if old.node_type == new.node_type && old.extra == new.extra => {
            entries(&old.inputs, &new.inputs, |input, value| Edit::input(id, input, value), edits);
            value(&old.muted, &new.muted, |muted| Edit::Muted(id.to_owned(), muted), edits);
        }
        (_, new) => edits.push(Edit::Node(id.to_owned(), new.map(|node| Node::clone(node)))),
    });
}

/// Edits of defaults, if nothing else differs.
fn parameters(before: &[(String, Parameter)], after: &[(String, Parameter)], edits: &mut Vec<Edit>) {
    if before == after {
        return;
    }
    let mut with_defaults = before.to_vec();
    let mut defaults = Vec::new();
    for ((name, old), (_, new)) in with_defaults.iter_mut().zip(after) {
        if old.default != new.default {
            old.default.clone_from(&new.default);
            defaults.push(Edit::Default(name.clone(), new.default.clone()));
        }
    }
    if with_defaults == after {
        edits.append(&mut defaults);
    } else {
        edits.push(Edit::Parameters(after.to_vec()));
    }
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
    differing(before, after, |key, _, new| edits.push(edit(key.to_owned(), new.cloned())));
}

/// Calls `found` with each key whose values differ, and both values. It takes a few microseconds per thousand entries
/// that are shared.
fn differing<T: PartialEq>(
    before: &BTreeMap<String, T>,
    after: &BTreeMap<String, T>,
    mut found: impl FnMut(&str, Option<&T>, Option<&T>),
) {
    if ptr::eq(before, after) {
        return;
    }
    let (mut old, mut new) = (before.iter().peekable(), after.iter().peekable());
    loop {
        let order = match (old.peek(), new.peek()) {
            (Some((a, _)), Some((b, _))) => a.cmp(b),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => return,
        };
        let old = order.is_le().then(|| old.next()).flatten();
        let new = order.is_ge().then(|| new.next()).flatten();
        let Some((key, _)) = old.or(new) else { return };
        let [old, new] = [old, new].map(|entry| entry.map(|(_, value)| value));
        if old != new {
            found(key, old, new);
        }
    }
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
        let expected =
            [Edit::Muted(id.clone(), true), Edit::Position(id.clone(), Some([0.5, 0.0])), Edit::Folded(id, true)];
        assert_eq!(edit, Edit::All(expected.into()));
        assert!(Edit::between(before, before).is_empty());
    }
}
