//! References of one side to something that the other removed.

use travertine_graph::document::Input;
use travertine_graph::graph::{GROUP, ITERATE};

use crate::conflict::{Conflict, Reason, Side};
use crate::part::Part;
use crate::shape::NODE_MARKS;
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
        // A value that is not an object cannot be a reference, and a long text need not be copied to know it.
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

    /// What the part at a path within a graph refers to.
    fn at(path: &[String], part: &Part) -> Option<Reference> {
        match path {
            [nodes, _, key] if nodes == "nodes" && key == "type" => Reference::of_type(part),
            [presets, ..] if presets == "presets" => Reference::of_value(path),
            _ => Reference::of_input(part),
        }
    }
}

/// Finds references to what is not there, in the graph at `scope`. A side that refers to what the other removed is a
/// conflict: what ours needs is put back, and what needs it in theirs becomes ours.
///
/// Returns whether something changed.
// Each step makes a part what it is in ours that was something else, and none the reverse: so it ends, valid sides or
// not.
pub(crate) fn settle(sides: &Sides, merged: &mut Part, scope: &[String], conflicts: &mut Vec<Conflict>) -> bool {
    let Some(graph) = merged.at(scope) else { return false };
    // Paths of parts that may refer to something, within the graph.
    let mut waiting: Vec<Vec<String>> =
        graph.entries("nodes").flat_map(|(id, node)| holders_of_node(id, node)).collect();
    waiting.extend(graph.entries("outputs").map(|(name, _)| owned(&["outputs", name])));
    waiting.extend(graph.entries("presets").flat_map(|(name, preset)| {
        preset.entries("values").map(move |(value, _)| owned(&["presets", name, "values", value]))
    }));

    let mut is_changed = false;
    while let Some(place) = waiting.pop() {
        let path = |rest: &[String]| [scope, rest].concat();
        let holder = path(&place);
        // It may have gone with its node.
        let Some(held) = merged.at(&holder) else { continue };
        let Some(Reference { what, table, name }) = Reference::at(&place, held) else { continue };
        let target = path(&owned(&[table, &name]));
        if merged.at(&target).is_some() {
            continue;
        }
        let is_of = |side: &Part| side.at(&holder) == Some(held);
        let by = match (is_of(&sides.ours), is_of(&sides.theirs)) {
            (true, _) if sides.ours.at(&target).is_some() => Side::Ours,
            (false, true) if sides.theirs.at(&target).is_some() => Side::Theirs,
            // The side has this error already.
            _ => continue,
        };
        // A node of theirs that an earlier conflict has kept out takes the references to it along.
        if by == Side::Ours || sides.ours.at(&target).is_some() || sides.base.at(&target).is_some() {
            let reason = Reason::Removed { by, what, name: name.clone() };
            conflicts.push(sides.conflict(holder.clone(), reason));
        }
        is_changed = true;
        let mut make_ours = |path: &[String]| merged.set(path, sides.ours.at(path).cloned());
        let node = match by {
            Side::Ours => {
                make_ours(&target);
                (what == "node").then_some(name)
            }
            // A node without a type is none.
            Side::Theirs if what == "group" && sides.ours.at(&holder).is_none() => {
                make_ours(&holder[..holder.len() - 1]);
                Some(place[1].clone())
            }
            Side::Theirs => {
                make_ours(&holder);
                waiting.push(place);
                None
            }
        };
        let Some(id) = node else { continue };
        let Some(node) = sides.ours.at(&path(&owned(&["nodes", &id]))) else { continue };
        waiting.extend(holders_of_node(&id, node));
        for marks in NODE_MARKS {
            let mark = path(&owned(&[marks, &[id.as_str()]].concat()));
            if let Some(part) = sides.ours.at(&mark) {
                merged.set(&mark, Some(part.clone()));
            }
        }
    }
    is_changed
}

/// The paths of the parts of a node that may refer to something.
fn holders_of_node(id: &str, node: &Part) -> Vec<Vec<String>> {
    let inputs = node.entries("inputs").filter(|(_, part)| Reference::of_input(part).is_some());
    let inputs = inputs.map(|(input, _)| owned(&["nodes", id, "inputs", input]));
    node.get("type").map(|_| owned(&["nodes", id, "type"])).into_iter().chain(inputs).collect()
}

fn owned(path: &[&str]) -> Vec<String> {
    path.iter().map(|key| (*key).to_owned()).collect()
}
