//! What the tests that cross crates share.
#![forbid(unsafe_code)]

pub mod kept;
pub mod mutation;
pub mod random_graph;

use travertine_graph::arguments::Arguments;
use travertine_graph::document::Document;
use travertine_graph::graph::Graph;
use travertine_graph::lowering::lower;
use travertine_program::{Bound, Program};

/// A graph that is known to be valid; panics with its diagnostics where it is not.
pub fn graph(text: &str) -> Graph {
    let document =
        Document::parse(text.as_bytes()).unwrap_or_else(|diagnostics| panic!("{diagnostics}\n{text}"));
    let registry = travertine_nodes::registry();
    Graph::new(&document, &registry).unwrap_or_else(|diagnostics| panic!("{diagnostics}\n{text}"))
}

/// One output of a graph as a program, and what it is run with.
pub fn program(graph: &Graph, output: usize) -> (Program, Bound) {
    let arguments = Arguments::new(graph);
    let program = lower(graph, &[output], &arguments).unwrap_or_else(|error| panic!("{error}"));
    let bound = arguments.bind(&program);
    (program, bound)
}
