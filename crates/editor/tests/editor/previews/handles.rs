//! Handles on the preview, which change the selected node.

use egui::PointerButton;
use egui_kittest::kittest::Queryable as _;

use super::{has, preview};
use crate::support::Editor;

/// The values of an input of a node in the document.
fn numbers(editor: &Editor, node: &str, input: &str) -> Vec<f64> {
    let text = match &editor.document().nodes[node].inputs[input] {
        travertine_graph::document::Input::Constant(value) => value.to_string(),
        other => panic!("{other:?} is no constant"),
    };
    text.split(|c: char| "[], ".contains(c)).filter_map(|number| number.parse().ok()).collect()
}

#[test]
fn handles_on_the_plane_change_the_selected_node() {
    let mut editor = Editor::of(
        r#""nodes": {
            "ball": {"type": "shape/sphere", "inputs": {"center": [0.25, 0.5, 0.125], "radius": 0.125}},
            "placed": {"type": "domain/transform", "inputs": {
                "value": {"node": "ball"}, "translate": [0.5, 0.5, 0], "scale": [1, 1, 1]}}},
        "outputs": {"distance": {"node": "ball"}},
        "layout": {"ball": [0, 0], "placed": [300, 0]}"#,
    );
    assert!(!has(&editor, "handle"), "nothing is selected");
    let node = editor.harness.get_by_label("node ball").rect();
    editor.click(node.center(), PointerButton::Primary);
    editor.settle();
    editor.paint("handles-shape.png");
    let area = preview(&editor);
    let unit = area.width().min(area.height());
    let steps = editor.harness.state().project.history().undo_label().map(str::to_owned);
    let from = editor.center_of("handle center of ball");
    editor.drag(from, from + egui::vec2(unit / 4.0, -unit / 4.0));
    editor.settle();
    let center = numbers(&editor, "ball", "center");
    assert!((center[0] - 0.5).abs() < 0.02 && (center[1] - 0.25).abs() < 0.02 && center[2] == 0.125, "{center:?}");
    let from = editor.center_of("handle radius of ball");
    editor.drag(from, from + egui::vec2(unit / 8.0, 0.0));
    let radius = numbers(&editor, "ball", "radius");
    assert!((radius[0] - 0.25).abs() < 0.02, "{radius:?}");
    editor.undo();
    assert_eq!(numbers(&editor, "ball", "radius"), [0.125], "a drag is one step");
    editor.undo();
    assert_eq!(numbers(&editor, "ball", "center"), [0.25, 0.5, 0.125]);
    assert_eq!(editor.harness.state().project.history().undo_label().map(str::to_owned), steps);

    let node = editor.harness.get_by_label("node placed").rect();
    editor.click(node.center(), PointerButton::Primary);
    editor.settle();
    editor.paint("handles-transform.png");
    let middle = editor.center_of("handle translate of placed");
    editor.drag(editor.center_of("handle scale x of placed"), middle + egui::vec2(96.0, 0.0));
    let scale = numbers(&editor, "placed", "scale");
    assert!((scale[0] - 1.5).abs() < 0.02 && scale[1..] == [1.0, 1.0], "{scale:?}");
    let from = editor.center_of("handle rotate of placed");
    editor.drag(from, middle + (from - middle).rot90());
    let turned = numbers(&editor, "placed", "rotate");
    assert!((turned[2].abs() - 90.0).abs() < 2.0, "{turned:?}");
    let from = editor.center_of("handle translate of placed");
    editor.drag(from, from + egui::vec2(-unit / 4.0, 0.0));
    let moved = numbers(&editor, "placed", "translate");
    assert!((moved[0] - 0.25).abs() < 0.02, "{moved:?}");
}

#[test]
fn handles_change_the_lengths_of_a_shape() {
    let mut editor = Editor::of(
        r#""nodes": {
            "plate": {"type": "shape/box", "inputs": {"center": [0.25, 0.5, 0], "size": [0.25, 0.5, 1]}},
            "egg": {"type": "shape/ellipsoid", "inputs": {"center": [0.25, 0.5, 0], "radii": [0.25, 0.25, 1]}}},
        "outputs": {"distance": {"node": "plate"}},
        "layout": {"plate": [0, 0], "egg": [300, 0]}"#,
    );
    let unit = preview(&editor).width().min(preview(&editor).height());
    for (node, input, axis, expected) in
        [("plate", "size", "x", [0.75, 0.5, 1.0]), ("egg", "radii", "y", [0.25, 0.5, 1.0])]
    {
        let title = editor.center_of(&format!("node {node}"));
        editor.click(title, PointerButton::Primary);
        editor.settle();
        editor.paint(&format!("handles-{node}.png"));
        let from = editor.center_of(&format!("handle {input} {axis} of {node}"));
        let way = if axis == "x" { egui::vec2(unit / 4.0, 0.0) } else { egui::vec2(0.0, unit / 4.0) };
        editor.drag(from, from + way);
        let lengths = numbers(&editor, node, input);
        let near = lengths.iter().zip(expected).all(|(length, expected)| (length - expected).abs() < 0.02);
        assert!(near, "{node}: {lengths:?}");
    }
}
