//! Dependencies of nodes.

use std::collections::HashSet;

use travertine_graph::graph::{Graph, Input, Source};

/// All outputs of nodes that these depend on, themselves first.
pub fn made_of(graph: &Graph, outputs: impl Iterator<Item = Source>) -> Vec<Source> {
    let mut seen = HashSet::new();
    let mut sources: Vec<Source> = outputs.filter(|output| seen.insert(*output)).collect();
    let mut next = 0;
    while let Some(source) = sources.get(next) {
        let wires = wires(graph, source.node).filter(|wire| seen.insert(*wire));
        let wires: Vec<Source> = wires.collect();
        sources.extend(wires);
        next += 1;
    }
    sources
}

/// The outputs that a node depends on directly: those wired into it, or into the instance of a group whose input it
/// follows, and the exits of an instance.
pub fn wires(graph: &Graph, node: usize) -> impl Iterator<Item = Source> {
    let node = &graph.nodes[node];
    let wired = node.inputs.iter().filter_map(|input| match graph.content(input) {
        Input::Wire(source) => Some(*source),
        _ => None,
    });
    wired.chain(node.exits.iter().copied())
}
