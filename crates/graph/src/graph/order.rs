//! The order of the nodes, and cycles.

use std::collections::{HashMap, VecDeque};

use petgraph::algo::{kosaraju_scc, toposort};
use petgraph::graph::{DiGraph, NodeIndex};

use super::check::Draft;
use super::{Input, Node, Source};
use crate::diagnostic::{Diagnostic, Diagnostics, quote};
use crate::json::pointer;

/// Maximum number of nodes of a cycle in a message.
const MAX_CYCLE: usize = 12;

/// An order in which every node comes after its sources.
pub(super) struct Order {
    /// Indices of the nodes in the document, in this order.
    nodes: Vec<usize>,
    /// Index of each node in this order.
    pub indices: Vec<usize>,
}

/// Orders the nodes. The result depends on the document alone.
///
/// # Errors
///
/// An error for every group of nodes that depend on each other, with the shortest cycle through its first node.
pub(super) fn order(drafts: &[Draft]) -> Result<Order, Diagnostics> {
    let mut graph: DiGraph<(), ()> = DiGraph::with_capacity(drafts.len(), drafts.len());
    for _ in drafts {
        graph.add_node(());
    }
    for (target, draft) in drafts.iter().enumerate() {
        for source in sources(draft) {
            graph.add_edge(NodeIndex::new(source), NodeIndex::new(target), ());
        }
    }
    // Neither function recurses, unlike petgraph's `tarjan_scc`.
    let Ok(sorted) = toposort(&graph, None) else {
        return Err(cycles(&graph, drafts));
    };
    let nodes: Vec<usize> = sorted.into_iter().map(NodeIndex::index).collect();
    let mut indices = vec![0; nodes.len()];
    for (index, &node) in nodes.iter().enumerate() {
        indices[node] = index;
    }
    Ok(Order { nodes, indices })
}

/// The nodes of a graph, in this order. Drafts without a definition are omitted.
pub(super) fn arrange(drafts: Vec<Draft>, order: &Order) -> Vec<Node> {
    let mut drafts: Vec<Option<Draft>> = drafts.into_iter().map(Some).collect();
    let ordered = order.nodes.iter().filter_map(|&node| drafts[node].take());
    ordered
        .filter_map(|draft| {
            let moved = draft.inputs.into_iter().map(|input| match input {
                Input::Wire(source) => Input::Wire(Source { node: order.indices[source.node], ..source }),
                other => other,
            });
            Some(Node {
                id: draft.id.to_owned(),
                definition: draft.definition?,
                inputs: moved.collect(),
                outputs: Vec::new(),
                muted: draft.muted,
                exits: Vec::new(),
            })
        })
        .collect()
}

fn sources<'a>(draft: &'a Draft) -> impl Iterator<Item = usize> + 'a {
    draft.inputs.iter().filter_map(|input| match input {
        Input::Wire(source) => Some(source.node),
        _ => None,
    })
}

fn cycles(graph: &DiGraph<(), ()>, drafts: &[Draft]) -> Diagnostics {
    let mut groups: Vec<Vec<usize>> = kosaraju_scc(graph)
        .into_iter()
        .map(|group| group.into_iter().map(NodeIndex::index).collect())
        .filter(|group: &Vec<usize>| group.len() > 1 || sources(&drafts[group[0]]).any(|node| node == group[0]))
        .collect();
    for group in &mut groups {
        group.sort_unstable();
    }
    groups.sort_unstable();

    let mut diagnostics = Diagnostics::new();
    for group in groups {
        let cycle = shortest_cycle(graph, &group);
        let first = &drafts[group[0]];
        let mut names: Vec<String> = cycle.iter().map(|&node| quote(drafts[node].id)).collect();
        if names.len() > MAX_CYCLE {
            names.splice(MAX_CYCLE - 1.., [format!("... {} more ...", cycle.len() + 1 - MAX_CYCLE)]);
        }
        names.push(quote(first.id));
        let closing = cycle.last().copied().unwrap_or(group[0]);
        let input =
            first.inputs.iter().position(|input| matches!(input, Input::Wire(source) if source.node == closing));
        let input =
            input.zip(first.definition.as_ref()).map_or("", |(index, definition)| &*definition.inputs[index].name);
        let path = pointer::pointer(&["nodes", first.id, "inputs", input]);
        let message = if cycle.len() == 1 {
            format!("the node depends on itself: {}", names.join(" -> "))
        } else {
            format!("these nodes form a cycle: {}", names.join(" -> "))
        };
        diagnostics.push(Diagnostic::error(path, message).help("remove one of these wires"));
    }
    diagnostics
}

/// The shortest cycle through the first node of a group, found breadth first.
fn shortest_cycle(graph: &DiGraph<(), ()>, group: &[usize]) -> Vec<usize> {
    let start = group[0];
    let mut previous = HashMap::new();
    let mut queue = VecDeque::from([start]);
    while let Some(node) = queue.pop_front() {
        // Edges come newest first. Sorting makes the result independent of the order of inputs.
        let mut next: Vec<usize> = graph.neighbors(NodeIndex::new(node)).map(NodeIndex::index).collect();
        next.sort_unstable();
        for target in next {
            if target == start {
                let mut cycle = vec![node];
                while let Some(&before) = cycle.last().and_then(|last| previous.get(last)) {
                    cycle.push(before);
                }
                cycle.reverse();
                return cycle;
            }
            if group.binary_search(&target).is_ok() && !previous.contains_key(&target) {
                previous.insert(target, node);
                queue.push_back(target);
            }
        }
    }
    vec![start]
}

#[cfg(test)]
mod tests {
    use crate::graph::testing::errors;

    fn ring(names: &[&str]) -> String {
        let nodes = names.iter().zip(names.iter().cycle().skip(1)).map(|(name, next)| {
            format!(r#""{next}": {{"type": "math/add", "inputs": {{"b": {{"node": "{name}"}}}}}}"#)
        });
        nodes.collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn cycles_are_reported_in_the_direction_of_their_wires() {
        assert_eq!(errors(&ring(&["a"]), ""), ["the node depends on itself: `a` -> `a`; remove one of these wires"]);
        assert_eq!(
            errors(&ring(&["a", "c", "b"]), ""),
            ["these nodes form a cycle: `a` -> `c` -> `b` -> `a`; remove one of these wires"]
        );
    }

    #[test]
    fn every_cycle_is_reported_by_its_shortest_path() {
        let nodes = format!("{}, {}", ring(&["x", "y"]), ring(&["a", "b"]));
        let found = errors(&nodes, "");
        assert_eq!(found.len(), 2);
        let shortcut = r#""a": {"type": "math/add", "inputs": {"a": {"node": "c"}, "b": {"node": "b"}}},
            "b": {"type": "math/add", "inputs": {"a": {"node": "a"}}},
            "c": {"type": "math/add", "inputs": {"a": {"node": "b"}}}"#;
        assert_eq!(errors(shortcut, ""), ["these nodes form a cycle: `a` -> `b` -> `a`; remove one of these wires"]);
    }
}
