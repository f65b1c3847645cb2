//! Fingerprints: hashes of everything that the outputs of a node depend on.

use std::collections::{BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use travertine_graph::document::{Document, Input, Node, Parameter};
use travertine_presentation::Outline;

/// A hash of everything that the outputs of a node depend on: its type, its inputs, and the nodes wired into it.
///
/// Nodes with equal fingerprints have equal values, also in different documents. Positions and other annotations have
/// no influence.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Fingerprint(u128);

/// The fingerprints of all nodes of a document.
#[derive(Clone, Debug)]
pub struct Fingerprints {
    order: Arc<Order>,
    /// In the same order.
    known: Vec<Fingerprint>,
}

/// The nodes of a document, sources first.
#[derive(Debug)]
struct Order {
    ids: Vec<String>,
    /// The index of each id.
    indices: HashMap<String, usize>,
    /// The indices of the nodes wired into each node, as far as they come before it.
    sources: Vec<Vec<usize>>,
    /// The digests of the groups, by name.
    groups: HashMap<String, String>,
    /// The digest of what surrounds the document, if it is shown in an instance.
    around: Option<String>,
}

impl Order {
    fn new(outline: &Outline, around: Option<String>) -> Order {
        let ids = outline.sources_first();
        let indices: HashMap<String, usize> = ids.iter().cloned().zip(0..).collect();
        let sources = |(index, id): (usize, &String)| {
            let inputs = outline.document().nodes.get(id).into_iter().flat_map(|node| node.inputs.values());
            let wires = inputs.filter_map(|input| match input {
                Input::Node { node, .. } => indices.get(node).copied(),
                _ => None,
            });
            wires.filter(|source| *source < index).collect()
        };
        let sources = ids.iter().enumerate().map(sources).collect();
        let groups = &outline.document().groups;
        let groups = groups.iter().map(|(name, group)| (name.clone(), group.document.digest())).collect();
        Order { ids, indices, sources, groups, around }
    }
}

impl Fingerprints {
    /// The fingerprints of all nodes.
    pub fn new(outline: &Outline) -> Fingerprints {
        Fingerprints::within(outline, None)
    }

    /// The fingerprints of all nodes inside an instance. `around` is the digest of what surrounds them.
    pub(super) fn within(outline: &Outline, around: Option<String>) -> Fingerprints {
        let document = outline.document();
        let mut all = Fingerprints { order: Arc::new(Order::new(outline, around)), known: Vec::new() };
        for index in 0..all.order.ids.len() {
            let node = &document.nodes[&all.order.ids[index]];
            let fingerprint = all.fingerprint(index, outline, node, &document.parameters);
            all.known.push(fingerprint);
        }
        all
    }

    /// The fingerprint of a node; `None` if no node has this id.
    pub fn get(&self, id: &str) -> Option<Fingerprint> {
        self.order.indices.get(id).map(|index| self.known[*index])
    }

    /// Updates the fingerprints of these nodes and of all that depend on them. `document` is the present one, which
    /// must have the wires of the outline.
    pub(super) fn update(&mut self, changed: &BTreeSet<&str>, outline: &Outline, document: &Document) {
        let order = Arc::clone(&self.order);
        let mut is_changed = vec![false; order.ids.len()];
        for index in changed.iter().filter_map(|id| order.indices.get(*id)) {
            is_changed[*index] = true;
        }
        for (index, id) in order.ids.iter().enumerate() {
            is_changed[index] |= order.sources[index].iter().any(|source| is_changed[*source]);
            if is_changed[index]
                && let Some(node) = document.nodes.get(id)
            {
                self.known[index] = self.fingerprint(index, outline, node, &document.parameters);
            }
        }
    }

    fn fingerprint(
        &self,
        index: usize,
        outline: &Outline,
        node: &Node,
        parameters: &[(String, Parameter)],
    ) -> Fingerprint {
        // A source that comes later closes a circle, which has no value.
        let known = |id: &str| {
            let source = self.order.indices.get(id).filter(|source| **source < index)?;
            Some(self.known[*source])
        };
        let group = node.node_type.split_once('/').and_then(|(_, name)| self.order.groups.get(name));
        Fingerprint::of(|hasher| {
            (group, &self.order.around).hash(hasher);
            hash(parameters, outline, node, known, hasher);
        })
    }
}

impl Fingerprint {
    /// The fingerprint of the data that `put` writes to a hasher.
    pub(super) fn of(put: impl Fn(&mut DefaultHasher)) -> Fingerprint {
        // Two halves: 64 bits alone would collide too soon.
        let half = |salt: u64| {
            let mut hasher = DefaultHasher::new();
            salt.hash(&mut hasher);
            put(&mut hasher);
            hasher.finish()
        };
        Fingerprint(u128::from(half(0)) << 64 | u128::from(half(1)))
    }
}

fn hash(
    parameters: &[(String, Parameter)],
    outline: &Outline,
    node: &Node,
    known: impl Fn(&str) -> Option<Fingerprint>,
    hasher: &mut DefaultHasher,
) {
    (&node.node_type, node.muted).hash(hasher);
    for (name, input) in &node.inputs {
        name.hash(hasher);
        match input {
            Input::Constant(value) => {
                // A text may be the name of an image.
                let image = value.as_text().and_then(|name| outline.document().images.get(name));
                let image = image.map(|image| (image.sha256(), image.digest()));
                (0, value.to_string(), image).hash(hasher);
            }
            Input::Node { node, output } => {
                let output = outline.source(node, output.as_deref()).name;
                (1, known(node), output).hash(hasher);
            }
            Input::Parameter(name) => {
                let parameter = parameters.iter().find(|(other, _)| other == name);
                let meaning = parameter.map(|(_, parameter)| {
                    let default = parameter.default.as_ref().map(|value| value.to_string());
                    let bounds = [&parameter.min, &parameter.max].map(|bound| bound.as_ref().map(|n| n.to_string()));
                    (&parameter.parameter_type, default, bounds, &parameter.choices)
                });
                (2, meaning).hash(hasher);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::outlines::{after, outline};
    use travertine_edits::actions;
    use travertine_edits::{Action, Edit};

    #[test]
    fn fingerprints_change_with_dependencies_only() {
        let start = outline(
            r#""noise": {"type": "noise/perlin"}, "other": {"type": "noise/perlin", "inputs": {"seed": 4}},
               "abs": {"type": "math/absolute", "inputs": {"value": {"node": "noise", "output": "value"}}},
               "twin": {"type": "math/absolute", "inputs": {"value": {"node": "noise"}}}"#,
        );
        let before = Fingerprints::new(&start);
        assert!(before.get("abs").is_some());
        assert_eq!(before.get("abs"), before.get("twin"), "the main output needs no name");
        let changed = |action| {
            let after = Fingerprints::new(&after(&start, action));
            let ids = start.document().nodes.keys().map(String::as_str);
            ids.filter(|id| after.get(id) != before.get(id)).collect::<Vec<_>>()
        };
        assert!(changed(actions::move_to([("noise".to_owned(), [4.0, 5.0])])).is_empty());
        assert_eq!(changed(actions::mute(["other"], true)), ["other"]);
        let seed = travertine_presentation::Socket::new("noise", "seed");
        let action = actions::set_input(&start, &seed, travertine_graph::json::Value::from(7)).unwrap();
        assert_eq!(changed(action), ["abs", "noise", "twin"]);
        let ids = ["other".to_owned()].into();
        let grouped = after(&start, actions::group(&start, &ids, &BTreeSet::new(), None).unwrap());
        let inside = Edit::input("other", "seed", Some(5.into()));
        let inside = Edit::Inside(vec!["group".to_owned()], Box::new(inside));
        let other = after(&grouped, Action::new("Seed", inside));
        let fingerprint = |outline| Fingerprints::new(outline).get("group").unwrap();
        assert_ne!(fingerprint(&grouped), fingerprint(&other));
        assert_eq!(changed(actions::rename(&start, "noise", "n").unwrap()), ["noise"], "a name means nothing");
    }
}
