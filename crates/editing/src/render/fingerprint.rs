//! Fingerprints: what a node's outputs depend on, as a number.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use travertine_graph::document::{Document, Input, Node};

use crate::outline::Outline;

/// A number for all that a node's outputs depend on: its type, its inputs, and all that is wired into it.
///
/// Two nodes with one fingerprint give the same values, in one document or in two. Nothing that only an editor shows is
/// part of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Fingerprint(u128);

/// The fingerprints of all nodes, by id.
pub fn fingerprints(outline: &Outline) -> BTreeMap<String, Fingerprint> {
    let document = outline.document();
    let mut known: BTreeMap<String, Fingerprint> = BTreeMap::new();
    for id in outline.sources_first() {
        let Some(node) = document.nodes.get(&id) else { continue };
        let fingerprint = Fingerprint::of(|hasher| hash(document, outline, node, &known, hasher));
        known.insert(id, fingerprint);
    }
    known
}

impl Fingerprint {
    /// A number for what is put into a hasher.
    pub(super) fn of(put: impl Fn(&mut DefaultHasher)) -> Fingerprint {
        // Two halves: one alone would meet its like by chance in some billions.
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
    document: &Document,
    outline: &Outline,
    node: &Node,
    known: &BTreeMap<String, Fingerprint>,
    hasher: &mut DefaultHasher,
) {
    (&node.node_type, node.muted).hash(hasher);
    for (name, input) in &node.inputs {
        name.hash(hasher);
        match input {
            Input::Constant(value) => (0, value.to_string()).hash(hasher),
            Input::Node { node, output } => {
                let output = outline.source(node, output.as_deref()).name;
                // What is not known yet closes a circle, and gives nothing anyway.
                (1, known.get(node), output).hash(hasher);
            }
            Input::Parameter(name) => {
                let parameter = document.parameters.iter().find(|(other, _)| other == name);
                let meaning = parameter.map(|(_, parameter)| {
                    let default = parameter.default.as_ref().map(|value| value.to_string());
                    let bounds =
                        [&parameter.min, &parameter.max].map(|bound| bound.as_ref().map(|n| n.to_string()));
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
    use crate::actions;
    use crate::testing::outlines::{after, outline};

    #[test]
    fn only_what_a_node_depends_on_changes_its_fingerprint() {
        let start = outline(
            r#""noise": {"type": "noise/perlin"}, "other": {"type": "noise/perlin", "inputs": {"seed": 4}},
               "abs": {"type": "math/absolute", "inputs": {"value": {"node": "noise", "output": "value"}}},
               "twin": {"type": "math/absolute", "inputs": {"value": {"node": "noise"}}}"#,
        );
        let before = fingerprints(&start);
        assert_eq!(before["abs"], before["twin"], "the main output needs no name");
        let changed = |action| {
            let after = fingerprints(&after(&start, action));
            before
                .iter()
                .filter(|(id, old)| after.get(*id) != Some(old))
                .map(|(id, _)| id.as_str())
                .collect::<Vec<_>>()
        };
        assert!(changed(actions::move_to([("noise".to_owned(), [4.0, 5.0])])).is_empty());
        assert_eq!(changed(actions::mute(["other"], true)), ["other"]);
        let seed = crate::outline::Socket::new("noise", "seed");
        let action = actions::set_input(&start, &seed, travertine_graph::json::Value::from(7)).unwrap();
        assert_eq!(changed(action), ["abs", "noise", "twin"]);
        assert_eq!(
            changed(actions::rename(&start, "noise", "n").unwrap()),
            ["noise"],
            "a name means nothing"
        );
    }
}
