//! Documents as files: canonical, and kind to version control.

use travertine_graph::document::Document;
use travertine_tests::kept::{bundled_graphs, node_examples};

fn parse(text: &str) -> Document {
    Document::parse(text.as_bytes()).unwrap_or_else(|diagnostics| panic!("{diagnostics}"))
}

#[test]
fn the_bundled_graphs_are_canonical() {
    for (name, text) in bundled_graphs() {
        assert_eq!(parse(&text).to_json(), text, "{name}");
    }
}

#[test]
fn saving_loading_and_saving_gives_equal_bytes() {
    for (name, text) in node_examples() {
        let document = parse(&text);
        let saved = document.to_json();
        assert_eq!(parse(&saved), document, "{name}");
        assert_eq!(parse(&saved).to_json(), saved, "{name}");
    }
}

#[test]
fn moving_a_node_changes_its_line_alone() {
    for (name, text) in bundled_graphs() {
        let mut document = parse(&text);
        let moved = document.layout.keys().next().cloned().unwrap_or_else(|| panic!("{name} has no layout"));
        document.layout.insert(moved.clone(), [-17.5, 4000.0]);
        let saved = document.to_json();
        let changed: Vec<(&str, &str)> =
            text.lines().zip(saved.lines()).filter(|(before, after)| before != after).collect();
        assert_eq!(text.lines().count(), saved.lines().count(), "{name}");
        assert!(matches!(changed[..], [(_, after)] if after.contains(&moved)), "{name}: {changed:?}");
    }
}
