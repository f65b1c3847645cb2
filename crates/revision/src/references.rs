//! References of one side to something that the other removed.

use travertine_graph::document::Input;
use travertine_graph::graph::{GROUP, ITERATE};

use crate::conflict::{Conflict, Reason, Side};
use crate::part::Part;
use crate::sides::Sides;

/// What a part of a document refers to: a kind, the key of its table, and its name.
pub(crate) struct Reference {
    pub(crate) what: &'static str,
    pub(crate) table: &'static str,
    pub(crate) name: String,
}

impl Reference {
    /// What the content of an input or the source of an output refers to.
    pub(crate) fn of_input(part: &Part) -> Option<Reference> {
        let Part::Value(value) = part else { return None };
        // A value that is no object cannot be a reference, and a long text need not be copied to know it.
        value.get("node").or_else(|| value.get("parameter"))?;
        match Input::from_value(value.clone()) {
            Input::Node { node, .. } => Some(Reference { what: "node", table: "nodes", name: node }),
            Input::Parameter(name) => Some(Reference { what: "parameter", table: "parameters", name }),
            Input::Constant(_) => None,
        }
    }

    /// The parameter that the value of a preset belongs to, by the path of the value within its graph.
    pub(crate) fn of_value(path: &[String]) -> Option<Reference> {
        match path {
            [presets, _, values, name] if presets == "presets" && values == "values" => {
                Some(Reference { what: "parameter", table: "parameters", name: name.clone() })
            }
            _ => None,
        }
    }

    /// The group that a node type is made of.
    pub(crate) fn of_type(part: &Part) -> Option<Reference> {
        let (category, name) = part.as_text()?.split_once('/')?;
        let is_group = category == GROUP || category == ITERATE;
        is_group.then(|| Reference { what: "group", table: "groups", name: name.to_owned() })
    }
}

/// A reference, by the path of the part that holds it, within a graph.
type Holder = (Vec<String>, Reference);

/// Finds references to what is not there, in the graph at `scope`. A side that refers to what the other removed is a
/// conflict: what ours needs is put back, and what needs it in theirs becomes ours.
///
/// Returns whether something changed.
pub(crate) fn settle(
    sides: &Sides,
    merged: &mut Part,
    scope: &[String],
    conflicts: &mut Vec<Conflict>,
) -> bool {
    let Some(graph) = merged.at(scope) else { return false };
    let mut waiting: Vec<Holder> = graph.entries("nodes").flat_map(|(id, node)| of_node(id, node)).collect();
    let outputs = graph.entries("outputs").map(|(name, part)| (vec!["outputs", name], part));
    waiting.extend(outputs.filter_map(|(path, part)| holder(&path, Reference::of_input(part)?)));
    waiting.extend(graph.entries("presets").flat_map(|(name, preset)| of_preset(name, preset)));

    let mut is_changed = false;
    while let Some((place, reference)) = waiting.pop() {
        let path = |rest: &[String]| [scope, rest].concat();
        let target = path(&[reference.table.to_owned(), reference.name.clone()]);
        if merged.at(&target).is_some() {
            continue;
        }
        let holder = path(&place);
        let held = merged.at(&holder);
        let (ours, theirs) = (sides.ours.at(&holder), sides.theirs.at(&holder));
        let by = match (held == ours, held == theirs) {
            (true, _) if sides.ours.at(&target).is_some() => Side::Ours,
            (_, true) if sides.theirs.at(&target).is_some() => Side::Theirs,
            // The side has this error already, or the part is gone.
            _ => continue,
        };
        let Reference { what, name, .. } = reference;
        // A node of theirs that an earlier conflict has kept out takes the references to it along.
        if by == Side::Ours || sides.ours.at(&target).is_some() || sides.base.at(&target).is_some() {
            let reason = Reason::Removed { by, what, name: name.clone() };
            conflicts.push(sides.conflict(holder.clone(), reason));
        }
        is_changed = true;
        match by {
            Side::Ours => {
                let part = sides.ours.at(&target).cloned();
                if what == "node" {
                    waiting.extend(part.iter().flat_map(|node| of_node(&name, node)));
                    for mark in [&["layout"][..], &["annotations", "collapsed"], &["annotations", "folded"]] {
                        let mark = path(&mark.iter().map(|key| (*key).to_owned()).collect::<Vec<_>>());
                        let mark = [&mark[..], std::slice::from_ref(&name)].concat();
                        if let Some(part) = sides.ours.at(&mark) {
                            merged.set(&mark, Some(part.clone()));
                        }
                    }
                }
                merged.set(&target, part);
            }
            Side::Theirs => {
                let part = ours.cloned();
                let again = part.as_ref().and_then(|part| match what {
                    "group" => Reference::of_type(part),
                    _ => Reference::of_input(part),
                });
                waiting.extend(again.map(|reference| (place.clone(), reference)));
                match (what, &part) {
                    // A node without a type is none.
                    ("group", None) => merged.set(&holder[..holder.len() - 1], None),
                    _ => merged.set(&holder, part),
                }
            }
        }
    }
    is_changed
}

fn of_node(id: &str, node: &Part) -> Vec<Holder> {
    let node_type = node.get("type").and_then(Reference::of_type);
    let node_type = node_type.and_then(|reference| holder(&["nodes", id, "type"], reference));
    let inputs = node
        .entries("inputs")
        .filter_map(|(input, part)| holder(&["nodes", id, "inputs", input], Reference::of_input(part)?));
    node_type.into_iter().chain(inputs).collect()
}

fn of_preset(name: &str, preset: &Part) -> Vec<Holder> {
    let path = |value: &str| ["presets", name, "values", value].map(str::to_owned).to_vec();
    let paths = preset.entries("values").map(|(value, _)| path(value));
    paths.filter_map(|path| Some((path.clone(), Reference::of_value(&path)?))).collect()
}

fn holder(path: &[&str], reference: Reference) -> Option<Holder> {
    Some((path.iter().map(|key| (*key).to_owned()).collect(), reference))
}
