//! Groups: an instance has the bits of its nodes, large groups are refused at once, and damaged ones are refused or lowered.
//!
//! ```sh
//! TRAVERTINE_MUTATIONS=10000 cargo test -p travertine-tests --test groups
//! ```
//!
//! tries 10,000 damaged documents; `4711..4712` tries only the seed 4711.
#![expect(clippy::unwrap_used, reason = "clippy excuses tests, but not the functions that they share")]

use std::fmt::Write;
use std::ops::Range;

use peak_alloc::PeakAlloc;
use serde_json::Value;
use travertine_graph::arguments::Arguments;
use travertine_graph::graph::{Graph, load};
use travertine_graph::lowering::lower;
use travertine_nodes::registry;
use travertine_program::{Bound, Program};
use travertine_tests::bundled::{group_documents, texts};
use travertine_tests::graph;
use travertine_tests::mutation::mutated;
use travertine_tests::random_graph::{Random, document};
use travertine_tests::random_groups::grouped;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

/// The programs of all outputs; none if one is too large.
fn programs(graph: &Graph) -> Option<Vec<(Program, Bound)>> {
    let arguments = Arguments::new(graph);
    let program = |output| {
        let program = lower(graph, &[output], &arguments).ok()?;
        let bound = arguments.bind(&program);
        Some((program, bound))
    };
    (0..graph.outputs.len()).map(program).collect()
}

/// The size of the programs, and the bits that they give. Equal operations may stand in another order.
fn results(graph: &Graph) -> Option<Vec<(usize, Vec<u32>)>> {
    const POSITIONS: [[f32; 4]; 6] = [
        [0.0; 4],
        [0.3, 0.7, 0.0, 0.0],
        [0.81, 0.22, 0.4, 1.5],
        [-3.7, 12.25, -0.5, 0.0],
        [1e6, -1e6, 0.125, 3.0],
        [1e30, -1e30, f32::MAX, f32::MIN],
    ];
    let results = programs(graph)?.into_iter().map(|(program, bound)| {
        let values = POSITIONS.into_iter().flat_map(|position| program.sample(&bound, position));
        (program.operations().len(), values.map(f32::to_bits).collect())
    });
    Some(results.collect())
}

/// One test after the other, because they share one heap.
#[test]
fn groups() {
    documents_have_the_bits_of_their_nodes();
    random_documents_have_the_bits_of_their_nodes();
    large_groups_are_refused_at_once();
    damaged_documents_are_refused_or_lowered();
}

/// The documents in `tests/groups/flat` have the same nodes without groups, written by hand.
fn documents_have_the_bits_of_their_nodes() {
    let (documents, flat) = (group_documents(), texts("tests/groups/flat"));
    assert!(documents.len() >= 8);
    assert_eq!(documents.len(), flat.len());
    for ((name, grouped), (_, flat)) in documents.iter().zip(&flat) {
        let (grouped, flat) = (graph(grouped), graph(flat));
        assert!(grouped.warnings().is_empty(), "{name}: {}", grouped.warnings());
        assert_eq!(results(&grouped).unwrap(), results(&flat).unwrap(), "{name}");
    }
}

fn random_documents_have_the_bits_of_their_nodes() {
    const DOCUMENTS: usize = 200;
    let registry = registry();
    let (mut tested, mut nested) = (0, 0);
    for seed in 0.. {
        if tested == DOCUMENTS {
            break;
        }
        let mut random = Random::new(seed ^ 0x6772_6f75);
        let text = document(seed, &registry);
        let mut last: Option<String> = None;
        for depth in 0..3 {
            let Some(text) = grouped(last.as_deref().unwrap_or(&text), &mut random, &registry) else { break };
            nested += usize::from(depth == 2);
            last = Some(text);
        }
        let Some(last) = last else { continue };
        let Some(expected) = results(&graph(&text)) else { continue };
        tested += 1;
        assert_eq!(results(&graph(&last)), Some(expected), "seed {seed}:\n{text}\n{last}");
    }
    assert!(nested > DOCUMENTS / 3, "only {nested} documents have three groups");
}

fn large_groups_are_refused_at_once() {
    let registry = registry();
    let refused = |text: &str, expected: &str| {
        HEAP.reset_peak_usage();
        let before = HEAP.current_usage();
        let found = load(text.as_bytes(), &registry).map(|_| ()).unwrap_err().to_string();
        // Of the document, not of the nodes that the groups would have.
        let took = HEAP.peak_usage() - before;
        assert!(took < 8 * text.len() + (64 << 20), "{took} bytes for a text of {}", text.len());
        assert!(found.contains(expected), "{found}");
    };
    let head = r#""format": "travertine", "version": 1"#;
    let instances = |node_type: &str, count: usize| {
        let mut nodes = String::new();
        for index in 0..count {
            let _ = write!(nodes, r#", "n{index}": {{"type": "{node_type}"}}"#);
        }
        format!(r#""nodes": {{{}}}, "outputs": {{"x": {{"node": "n0"}}}}"#, &nodes[2..])
    };

    // Ten instances of ten instances of ..., down to the group that is too large by itself.
    let group =
        (1..10).rev().fold(format!("{{{head}, {}}}", instances("input/position", 10)), |inner, level| {
            format!(
                r#"{{{head}, {}, "groups": {{"g{level}": {inner}}}}}"#,
                instances(&format!("group/g{level}"), 10)
            )
        });
    let text = format!(r#"{{{head}, {}, "groups": {{"g0": {group}}}}}"#, instances("group/g0", 1));
    refused(&text, "with its groups, the graph has 1,111,110 nodes");

    let many = format!("{{{head}, {}}}", instances("input/position", 100_000));
    let text = format!(r#"{{{head}, {}, "groups": {{"g": {many}}}}}"#, instances("group/g", 100));
    refused(&text, "with its groups, the graph has 10,000,100 nodes");
    let text = format!(r#"{{{head}, {}, "groups": {{"g": {many}}}}}"#, instances("group/h", 100));
    refused(&text, "unknown group `h`");

    // Iterations, and more of them inside.
    let twice = |inner: &str| {
        format!(
            r#"{{{head}, "nodes": {{"n": {{"type": "iterate/g", "inputs": {{"iterations": 1024}}}}}},
                "outputs": {{"x": {{"node": "n"}}}}, "groups": {{"g": {inner}}}}}"#
        )
    };
    let one = format!("{{{head}, {}}}", instances("input/position", 1));
    refused(&twice(&twice(&one)), "with its groups, the graph has 1,049,601 nodes: `n` -> `n`");
    refused(&twice(&twice(&twice(&one))), "with its groups, the graph has 1,049,601 nodes: `n` -> `n`");
}

fn damaged_documents_are_refused_or_lowered() {
    let registry = registry();
    let documents: Vec<Value> =
        group_documents().iter().map(|(_, text)| serde_json::from_str(text).unwrap()).collect();
    let mut lowered = 0;
    let seeds = seeds();
    for seed in seeds.clone() {
        let text = mutated(&documents[seed as usize % documents.len()], seed, &registry);
        // A panic names no seed, so the document is kept until it is done.
        let case = Case { seed, text: &text };
        match load(&text, &registry) {
            Ok((document, graph)) => {
                assert_eq!(load(document.to_json().as_bytes(), &registry).unwrap().0, document);
                lowered += u64::from(programs(&graph).is_some());
            }
            Err(diagnostics) => {
                assert!(diagnostics.has_errors() && !diagnostics.render(Some("it")).is_empty());
            }
        }
        drop(case);
    }
    let count = seeds.end - seeds.start;
    assert!(count < 100 || lowered > count / 5, "only {lowered} of {count} documents were lowered");
}

fn seeds() -> Range<u64> {
    let Ok(asked) = std::env::var("TRAVERTINE_MUTATIONS") else { return 0..3000 };
    let (start, end) = asked.split_once("..").unwrap_or(("0", &asked));
    start.parse().unwrap()..end.parse().unwrap()
}

struct Case<'a> {
    seed: u64,
    text: &'a [u8],
}

impl Drop for Case<'_> {
    /// Shows the document if the test failed.
    #[expect(clippy::print_stderr, reason = "a panic shows only its own message")]
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("seed {}: {}", self.seed, String::from_utf8_lossy(self.text));
        }
    }
}
