//! Large graphs: no recursion, and no work is done twice.

use std::fmt::Write;
use std::thread;

use travertine_noise::Interval;
use travertine_render::{Context, Render, Slice};
use travertine_tests::{graph, program};

/// Loads, checks, lowers and renders a document on a thread with a small stack.
fn render_on_a_small_stack(text: String) {
    let work = move || {
        let graph = graph(&text);
        let (program, bound) = program(&graph, 0);
        let slots: Vec<Interval> = bound.values().iter().map(|value| Interval::point(*value)).collect();
        assert_eq!(program.intervals(&slots, [Interval::EVERYTHING; 4]).len(), program.operations().len());
        let render = Render::new(&program, &bound, Slice::new(16, 16), None, &Context::default()).unwrap();
        let image = render.image().unwrap();
        assert!(image.data.iter().all(|value| value.is_finite()));
    };
    thread::Builder::new().stack_size(2 << 20).spawn(work).unwrap().join().unwrap();
}

fn document(nodes: &str, last: usize) -> String {
    format!(
        r#"{{"format": "travertine", "version": 1, "nodes": {{{nodes}}}, "outputs": {{"value": {{"node": "n{last}"}}}}}}"#
    )
}

/// The nodes of a chain, each wired to the previous one.
fn chain(length: usize, kind: &str, input: &str, first: &str) -> String {
    let mut nodes = format!(r#""n0": {first}"#);
    for index in 1..=length {
        let before = index - 1;
        let _ =
            write!(nodes, r#", "n{index}": {{"type": "{kind}", "inputs": {{"{input}": {{"node": "n{before}"}}}}}}"#);
    }
    document(&nodes, length)
}

const NOISE: &str = r#"{"type": "noise/perlin"}"#;

#[test]
fn a_chain_of_a_hundred_thousand_nodes() {
    render_on_a_small_stack(chain(100_000, "math/cosine", "value", NOISE));
}

#[test]
fn a_chain_of_a_hundred_thousand_moved_positions() {
    let first = r#"{"type": "noise/perlin"}"#;
    let mut text = chain(100_000, "domain/transform", "value", first);
    text = text.replace(r#""inputs": {"value""#, r#""inputs": {"translate": [0.125, 0, 0], "value""#);
    render_on_a_small_stack(text);
}

#[test]
fn a_diamond_of_two_to_the_thirty_paths() {
    let mut nodes = format!(r#""n0": {NOISE}"#);
    for index in 1..=30 {
        let before = index - 1;
        let _ = write!(
            nodes,
            r#", "n{index}": {{"type": "math/add", "inputs": {{"a": {{"node": "n{before}"}}, "b": {{"node": "n{before}"}}}}}}"#
        );
    }
    render_on_a_small_stack(document(&nodes, 30));
}

#[test]
fn exponentially_many_positions_are_refused() {
    use travertine_graph::arguments::Arguments;
    use travertine_graph::lowering::lower;
    let text = chain(30, "fractal/fbm", "value", NOISE)
        .replace(r#""inputs": {"value""#, r#""inputs": {"octaves": 8, "value""#);
    let graph = graph(&text);
    assert!(lower(&graph, &[0], &Arguments::new(&graph)).is_err());
}
