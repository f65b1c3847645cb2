//! Groups: an instance has the bits of its nodes, and damaged documents are refused or lowered.
//!
//! ```sh
//! TRAVERTINE_MUTATIONS=10000 cargo test -p travertine-tests damaged_documents
//! ```
//!
//! tries 10,000 damaged documents; `4711..4712` tries only the seed 4711.

use serde_json::Value;
use travertine_graph::arguments::Arguments;
use travertine_graph::graph::{Graph, load};
use travertine_graph::lowering::lower;
use travertine_nodes::registry;
use travertine_program::{Bound, Program};
use travertine_tests::bundled::{group_documents, texts};
use travertine_tests::case::{Case, seeds};
use travertine_tests::mutation::mutated;
use travertine_tests::random_graph::{Random, document};
use travertine_tests::random_groups::grouped;
use travertine_tests::{graph, is_night};

/// The programs of all outputs; `None` if one is too large.
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

/// The documents in `tests/groups/flat` have the same nodes without groups, written by hand.
#[test]
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

#[test]
fn random_documents_have_the_bits_of_their_nodes() {
    let documents = if is_night() { 200 } else { 20 };
    let registry = registry();
    let (mut tested, mut nested) = (0, 0);
    for seed in 0.. {
        if tested == documents {
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
    assert!(nested > documents / 3, "only {nested} documents have three groups");
}

#[test]
fn damaged_documents_are_refused_or_lowered() {
    let registry = registry();
    let documents: Vec<Value> = group_documents().iter().map(|(_, text)| serde_json::from_str(text).unwrap()).collect();
    let mut lowered = 0;
    let seeds = seeds(500);
    for seed in seeds.clone() {
        let text = mutated(&documents[seed as usize % documents.len()], seed, &registry);
        let _case = Case { seed, text: &text };
        match load(&text, &registry) {
            Ok((document, graph)) => {
                assert_eq!(load(document.to_json().as_bytes(), &registry).unwrap().0, document);
                lowered += u64::from(programs(&graph).is_some());
            }
            Err(diagnostics) => {
                assert!(diagnostics.has_errors() && !diagnostics.render(Some("it")).is_empty());
            }
        }
    }
    let count = seeds.end - seeds.start;
    assert!(count < 100 || lowered > count / 5, "only {lowered} of {count} documents were lowered");
}
