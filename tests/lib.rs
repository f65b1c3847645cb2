//! Helpers of the tests that cross crates.
#![forbid(unsafe_code)]

pub mod bundled;
pub mod case;
pub mod mutation;
pub mod random_graph;
pub mod random_groups;

use travertine_graph::arguments::Arguments;
use travertine_graph::document::Document;
use travertine_graph::graph::Graph;
use travertine_graph::lowering::lower;
use travertine_program::{Bound, Program};

/// Loads a valid graph; panics with the diagnostics if it is invalid.
pub fn graph(text: &str) -> Graph {
    let document =
        Document::parse(text.as_bytes()).unwrap_or_else(|diagnostics| panic!("{diagnostics}\n{text}"));
    let registry = travertine_nodes::registry();
    Graph::new(&document, &registry).unwrap_or_else(|diagnostics| panic!("{diagnostics}\n{text}"))
}

/// The program of one output, with its bound arguments.
pub fn program(graph: &Graph, output: usize) -> (Program, Bound) {
    let arguments = Arguments::new(graph);
    let program = lower(graph, &[output], &arguments).unwrap_or_else(|error| panic!("{error}"));
    let bound = arguments.bind(&program);
    (program, bound)
}
