//! Documents as files: canonical form and small diffs.

use travertine::{Context, Interval, Slice, Texture};
use travertine_graph::document::{Annotations, Document, Frame};
use travertine_tests::bundled::{bundled_graphs, node_examples};

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
fn the_opaque_colors_of_the_bundled_graphs_have_no_alpha_in_files() {
    for (name, text) in bundled_graphs() {
        let texture = Texture::parse(text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let field = texture.first_field().unwrap();
        assert_eq!(field.ranges()[3], Interval::point(1.0), "{name}");
        let render = field.prepare_file(Slice::new(1, 1), None, &Context::default()).unwrap();
        assert_eq!(render.image().unwrap().format.channels(), 3, "{name}");
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
fn moving_a_node_changes_only_its_line() {
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

#[test]
fn annotations_change_no_picture() {
    for (name, text) in bundled_graphs() {
        let first = |document: &Document| {
            let texture = Texture::parse(document.to_json()).unwrap_or_else(|error| panic!("{name}: {error}"));
            texture.first_field().unwrap()
        };
        let plain = parse(&text);
        let mut shown = plain.clone();
        let nodes = shown.nodes.keys().cloned();
        *shown.annotations = Annotations {
            frames: [("f".to_owned(), Frame { title: Some("T".to_owned()), ..Frame::default() })].into(),
            collapsed: nodes.clone().collect(),
            folded: nodes.collect(),
            outputs: Some([1.0, 2.0]),
            extra: Vec::new(),
        };
        assert!(first(&shown) == first(&plain), "{name}");
    }
}

#[test]
fn a_muted_node_passes_its_input_on() {
    let graph = |muted: bool, source: &str| {
        let text = format!(
            r#"{{"format": "travertine", "version": 1, "nodes": {{
                "noise": {{"type": "noise/perlin", "inputs": {{"scale": 4}}}},
                "sharp": {{"type": "math/power", "muted": {muted}, "inputs": {{"a": {{"node": "noise"}}, "b": 3}}}},
                "ramp": {{"type": "color/ramp", "inputs": {{"value": {{"node": "{source}"}}}}}}}},
                "outputs": {{"color": {{"node": "ramp"}}}}}}"#
        );
        let texture = Texture::parse(text).unwrap_or_else(|error| panic!("{error}"));
        texture.first_field().unwrap().render(Slice::new(8, 8), &Context::default()).unwrap()
    };
    assert_eq!(graph(true, "sharp"), graph(false, "noise"));
    assert_ne!(graph(true, "sharp"), graph(false, "sharp"));
}
