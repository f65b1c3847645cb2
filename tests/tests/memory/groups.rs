//! Groups that have too many nodes are refused before these are made.

use std::fmt::Write;

use travertine_graph::graph::load;
use travertine_nodes::registry;

use crate::{alone, peak};

#[test]
fn large_groups_are_refused_at_once() {
    let _alone = alone();
    let registry = registry();
    let refused = |text: &str, expected: &str| {
        let (took, found) = peak(|| load(text.as_bytes(), &registry).map(drop).unwrap_err().to_string());
        // Of the document, not of the nodes that the groups would have.
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
    let group = (1..10).rev().fold(format!("{{{head}, {}}}", instances("input/position", 10)), |inner, level| {
        format!(r#"{{{head}, {}, "groups": {{"g{level}": {inner}}}}}"#, instances(&format!("group/g{level}"), 10))
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
