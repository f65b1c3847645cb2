//! Circles that wires of both sides make together.

use std::collections::HashMap;

use crate::conflict::{Conflict, Reason};
use crate::part::Part;
use crate::references::Reference;
use crate::sides::Sides;

/// A wire, with its nodes by index.
struct Wire {
    source: usize,
    target: usize,
    input: String,
}

/// Finds circles in the graph at `scope`. The wires of theirs on them become what they are in ours.
///
/// Returns whether something changed.
pub(crate) fn settle(sides: &Sides, merged: &mut Part, scope: &[String], conflicts: &mut Vec<Conflict>) -> bool {
    let Some(graph) = merged.at(scope) else { return false };
    let ids: Vec<String> = graph.entries("nodes").map(|(id, _)| id.to_owned()).collect();
    let circular = circular(&ids, graph);
    let mut is_changed = false;
    for wire in circular {
        let mut path = scope.to_vec();
        path.extend(["nodes", &ids[wire.target], "inputs", &wire.input].map(str::to_owned));
        let ours = sides.ours.at(&path);
        if merged.at(&path) == ours {
            continue;
        }
        let ours = ours.cloned();
        conflicts.push(sides.conflict(path.clone(), Reason::Circle));
        merged.set(&path, ours);
        is_changed = true;
    }
    is_changed
}

/// The wires on circles, or between circles.
fn circular(ids: &[String], graph: &Part) -> Vec<Wire> {
    let indices: HashMap<&str, usize> = ids.iter().enumerate().map(|(index, id)| (id.as_str(), index)).collect();
    let mut wires = Vec::new();
    for (target, (_, node)) in graph.entries("nodes").enumerate() {
        for (input, part) in node.entries("inputs") {
            let reference = Reference::of_input(part).filter(|reference| reference.table == "nodes");
            let source = reference.and_then(|reference| indices.get(reference.name.as_str()));
            wires.extend(source.map(|source| Wire { source: *source, target, input: input.to_owned() }));
        }
    }
    // A node that nothing leads to is on no circle, and neither is one that leads nowhere.
    let ends = [|wire: &Wire| (wire.source, wire.target), |wire: &Wire| (wire.target, wire.source)];
    for ends in ends {
        let mut counts = vec![0_usize; ids.len()];
        let mut leaving: Vec<Vec<usize>> = vec![Vec::new(); ids.len()];
        for (from, to) in wires.iter().map(ends) {
            counts[to] += 1;
            leaving[from].push(to);
        }
        let mut free: Vec<usize> = (0..ids.len()).filter(|node| counts[*node] == 0).collect();
        while let Some(node) = free.pop() {
            for to in &leaving[node] {
                counts[*to] -= 1;
                if counts[*to] == 0 {
                    free.push(*to);
                }
            }
        }
        wires.retain(|wire| counts[wire.source] > 0 && counts[wire.target] > 0);
    }
    wires
}
