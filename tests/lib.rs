//! Helpers of the tests that cross crates.
#![forbid(unsafe_code)]

pub mod bundled;
pub mod case;
pub mod meshes;
pub mod mutation;
pub mod random_graph;
pub mod random_groups;

use travertine_graph::arguments::Arguments;
use travertine_graph::document::Document;
use travertine_graph::graph::Graph;
use travertine_graph::lowering::lower;
use travertine_program::{Bound, Program};

/// Whether whole sweeps run, as `.ci/nightly` asks by `TRAVERTINE_NIGHTLY=1`, instead of samples of them.
pub fn is_night() -> bool {
    std::env::var_os("TRAVERTINE_NIGHTLY").is_some()
}

/// Every `step`th of some items; at night all.
pub fn sample<T>(items: impl IntoIterator<Item = T>, step: usize) -> impl Iterator<Item = T> {
    items.into_iter().step_by(if is_night() { 1 } else { step })
}

/// The shaders to test: `all`, those whose names contain the text, or some if it is empty. `TRAVERTINE_SHADERS` sets
/// it.
pub fn chosen_shaders() -> String {
    std::env::var("TRAVERTINE_SHADERS").unwrap_or_else(|_| if is_night() { "all" } else { "" }.to_owned())
}

/// The seconds of a test that can run for any time: `few`, ten minutes at night, or as many as `TRAVERTINE_SOAK` says.
pub fn soak_seconds(few: u64) -> u64 {
    let asked = std::env::var("TRAVERTINE_SOAK").ok();
    asked.and_then(|seconds| seconds.parse().ok()).unwrap_or(if is_night() { 600 } else { few })
}

/// Loads a valid graph; panics with the diagnostics if it is invalid.
pub fn graph(text: &str) -> Graph {
    let document = Document::parse(text.as_bytes()).unwrap_or_else(|diagnostics| panic!("{diagnostics}\n{text}"));
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
