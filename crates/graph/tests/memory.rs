//! Memory of parsed JSON that consists of many tiny values.
#![expect(clippy::unwrap_used, reason = "clippy excuses tests, but not the functions that they share")]

use std::fmt::Write;

use peak_alloc::PeakAlloc;
use travertine_graph::document::{Document, MAX_ENTRIES};
use travertine_graph::graph;
use travertine_graph::json::{self, MAX_VALUES};
use travertine_graph::registry::Registry;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

/// Peak of the allocated bytes while `work` runs.
fn peak<T>(work: impl FnOnce() -> T) -> usize {
    HEAP.reset_peak_usage();
    let before = HEAP.current_usage();
    drop(work());
    HEAP.peak_usage() - before
}

fn list(item: &str, count: usize) -> String {
    format!("[{}]", vec![item; count].join(","))
}

fn object(member: &str, count: usize) -> String {
    let mut text = "{".to_owned();
    for index in 0..count {
        write!(text, "\"{index:x}\":{member},").unwrap();
    }
    text.pop();
    text + "}"
}

/// A single test, because all tests of a file share one heap.
#[test]
fn tiny_values_take_little_memory() {
    const COUNT: usize = 200_000;
    for item in ["{}", "[]", "1", "\"\"", "null"] {
        let text = list(item, COUNT);
        let bytes = peak(|| json::parse(text.as_bytes()).unwrap());
        assert!(bytes < 85 * COUNT, "{} bytes for each {item}", bytes / COUNT);
    }
    for text in [object("{}", COUNT), object("0", COUNT)] {
        let bytes = peak(|| json::parse(text.as_bytes()).unwrap());
        assert!(bytes < 180 * COUNT, "{} bytes for each member", bytes / COUNT);
    }
    let refused = json::parse(list("0", MAX_VALUES + 1).as_bytes()).unwrap_err();
    assert!(refused.to_string().contains("too many values"), "{refused}");

    // The estimate before a document is parsed.
    let unknown = |value: &str| {
        format!(r#"{{"format": "travertine", "version": 1, "nodes": {{}}, "outputs": {{}}, "more": {value}}}"#)
    };
    let nodes = (0..5_000).map(|index| {
        format!(r#""n{index}": {{"type": "math/add", "inputs": {{"a": {{"node": "n{}"}}, "b": 0.5}}}}"#, index / 2)
    });
    let nodes = format!("{{{}}}", nodes.collect::<Vec<_>>().join(",\n    "));
    let texts = list(&format!("{:?}", "x".repeat(1000)), 1000);
    let long = format!("{:?}", "x".repeat(4 << 20));
    for text in ["{}", "[]", "1", "\"\"", "null", "[[0]]", "{\"a\":{\"b\":0}}"]
        .map(|item| unknown(&list(item, COUNT / 4)))
        .into_iter()
        .chain([object("{}", COUNT / 4), object("0", COUNT / 4), texts, long].map(|value| unknown(&value)))
        .chain([unknown("0").replace(r#""nodes": {}"#, &format!(r#""nodes": {nodes}"#))])
    {
        let estimate = json::memory(text.as_bytes());
        let taken = peak(|| Document::parse(text.as_bytes())) as u64;
        assert!(taken <= estimate && estimate < 5 * taken, "{}: {taken} of {estimate}", &text[60..100]);
    }

    let registry = Registry::default();
    let document =
        |nodes: &str| format!(r#"{{"format": "travertine", "version": 1, "nodes": {nodes}, "outputs": {{}}}}"#);
    // A document with the maximum number of entries is read, even of empty ones; one more is refused.
    let many = document(&object("{}", MAX_ENTRIES));
    let bytes = peak(|| {
        let problems = graph::load(many.as_bytes(), &registry).unwrap_err();
        assert!(!problems.iter().any(|problem| problem.message.contains("entries")), "{problems}");
    });
    assert!(bytes < 900 * MAX_ENTRIES, "{} bytes for each node", bytes / MAX_ENTRIES);
    let more = document(&object("{}", MAX_ENTRIES + 1));
    let problems = graph::load(more.as_bytes(), &registry).unwrap_err().render(None);
    assert!(problems.contains("`nodes` has 524289 entries") && problems.contains("at most 524288"), "{problems}");
}
