//! Drawing, moving and removing wires with the pointer.

use egui::{PointerButton, Pos2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use travertine_graph::document::Input;

use crate::support::Editor;

/// A noise, a ramp wired to it, and a sum without wires.
fn editor() -> Editor {
    Editor::of(
        r#""nodes": {
            "noise": {"type": "noise/perlin"},
            "ramp": {"type": "color/ramp", "inputs": {"value": {"node": "noise"}}},
            "noise_2": {"type": "noise/perlin"},
            "sum": {"type": "math/add"}},
        "outputs": {"color": {"node": "ramp"}},
        "layout": {"noise": [0, 0], "ramp": [300, 0], "sum": [300, 330], "noise_2": [0, 420]},
        "annotations": {"outputs": [600, 0]}"#,
    )
}

fn wired(editor: &Editor, node: &str, input: &str) -> Option<String> {
    match editor.document().nodes[node].inputs.get(input)? {
        Input::Node { node, .. } => Some(node.clone()),
        _ => None,
    }
}

/// The center of the socket with a label.
fn socket(editor: &Editor, label: &str) -> Pos2 {
    let grip = editor.harness.get_by_label(label).rect();
    let point = editor.harness.state().canvas.zoom() * 3.5;
    // The socket extends farther out of the node than into it.
    grip.center() + egui::vec2(if label.starts_with("input") { point } else { -point }, 0.0)
}

#[test]
fn a_press_on_a_socket_starts_a_wire_and_moves_nothing() {
    for aside in [0.0, -4.0, 4.0, 8.0] {
        let mut editor = editor();
        let layout = editor.document().layout.clone();
        let from = socket(&editor, "output value of noise");
        let to = socket(&editor, "input b of sum");
        let aside = aside * editor.harness.state().canvas.zoom();
        // The pointer hovers over the socket before the press, as a hand does.
        editor.harness.hover_at(from + egui::vec2(-aside, 0.0));
        editor.harness.run_steps(5);
        editor.drag(from + egui::vec2(-aside, 0.0), to + egui::vec2(aside, 0.0));
        assert_eq!(wired(&editor, "sum", "b").as_deref(), Some("noise"), "{aside} inside of the node");
        assert_eq!(editor.document().layout, layout);
    }
}

#[test]
fn a_wire_can_be_drawn_from_an_input_too() {
    let mut editor = editor();
    let (from, to) = (socket(&editor, "input a of sum"), socket(&editor, "output value of noise"));
    editor.drag(from, to);
    assert_eq!(wired(&editor, "sum", "a").as_deref(), Some("noise"));
}

#[test]
fn the_end_of_a_wire_can_be_moved_or_dropped() {
    let mut editor = editor();
    let (from, to) = (socket(&editor, "input value of ramp"), socket(&editor, "input a of sum"));
    editor.drag(from, to);
    assert_eq!(wired(&editor, "ramp", "value"), None);
    assert_eq!(wired(&editor, "sum", "a").as_deref(), Some("noise"));
    assert_eq!(editor.harness.state().project.history().undo_label(), Some("Move wire"));
    let from = socket(&editor, "input a of sum");
    editor.drag(from, from - egui::vec2(40.0, -60.0));
    assert_eq!(wired(&editor, "sum", "a"), None);
    assert!(editor.harness.query_by_label("Search nodes").is_none());
}

#[test]
fn a_wire_released_on_the_canvas_offers_fitting_nodes() {
    let mut editor = editor();
    let from = socket(&editor, "output value of noise");
    let end = from + egui::vec2(40.0, 200.0);
    editor.drag(from, end);
    let menu = editor.harness.get_by_label("Search nodes").rect();
    assert!(menu.distance_to_pos(end) < 20.0, "the menu is where the wire was dropped, not at {menu:?}");
    editor.harness.get_by_label("Search nodes").type_text("absolute");
    editor.harness.run_steps(2);
    editor.harness.key_press(egui::Key::Enter);
    editor.harness.run_steps(3);
    assert_eq!(wired(&editor, "absolute", "value").as_deref(), Some("noise"));
}

#[test]
fn a_click_on_a_socket_and_escape_do_nothing() {
    let mut editor = editor();
    let before = editor.document().clone();
    let from = socket(&editor, "output value of noise");
    editor.click(from, PointerButton::Primary);
    assert!(editor.harness.query_by_label("Search nodes").is_none());
    let press = |pressed, pos| egui::Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers: egui::Modifiers::NONE,
    };
    editor.harness.event(press(true, from));
    editor.harness.run_steps(1);
    let end = from + egui::vec2(40.0, 200.0);
    for _ in 0..3 {
        editor.harness.hover_at(end);
        editor.harness.run_steps(1);
    }
    editor.harness.key_press(egui::Key::Escape);
    editor.harness.run_steps(1);
    editor.harness.event(press(false, end));
    editor.harness.run_steps(3);
    assert!(editor.harness.query_by_label("Search nodes").is_none());
    assert_eq!(editor.document(), &before);
}

#[test]
fn a_refused_wire_shows_the_reason() {
    let mut editor = editor();
    let (from, to) = (socket(&editor, "output color of ramp"), socket(&editor, "input position of noise"));
    editor.harness.hover_at(from);
    editor.harness.run_steps(2);
    editor.drag(from, to);
    let refused = editor.harness.query_all_by_label_contains("close a circle").count();
    assert!(refused > 0, "the status says why");
    assert!(editor.document().nodes["noise"].inputs.is_empty());
}

#[test]
fn a_conversion_is_announced_in_advance() {
    let mut editor = editor();
    let (from, to) = (socket(&editor, "output value of noise"), socket(&editor, "input position of noise_2"));
    editor.hold(PointerButton::Primary, from, to);
    assert!(editor.harness.query_all_by_label_contains("becomes x, y and z").count() > 0);
}

#[test]
fn a_collapsed_node_has_one_socket_a_side() {
    let editor = Editor::of(
        r#""nodes": {
            "noise": {"type": "noise/perlin"},
            "part": {"type": "vector/separate", "inputs": {"vector": {"node": "noise", "output": "gradient"}}}},
        "outputs": {"value": {"node": "part"}},
        "layout": {"noise": [0, 0], "part": [300, 0]},
        "annotations": {"outputs": [600, 0], "collapsed": ["noise"]}"#,
    );
    let sockets = editor.harness.query_all_by_label_contains(" of noise");
    let names: Vec<String> = sockets.filter_map(|socket| socket.accesskit_node().label()).collect();
    let outputs: Vec<&String> = names.iter().filter(|name| name.starts_with("output ")).collect();
    assert_eq!(outputs, ["output gradient of noise"]);
    assert_eq!(names.iter().filter(|name| name.starts_with("input ")).count(), 1, "{names:?}");
}

#[test]
fn a_collapsed_node_shows_the_output_that_the_graph_uses() {
    let editor = Editor::of(
        r#""nodes": {"noise": {"type": "noise/perlin"}},
        "outputs": {"value": {"node": "noise", "output": "gradient"}},
        "layout": {"noise": [0, 0]},
        "annotations": {"outputs": [300, 0], "collapsed": ["noise"]}"#,
    );
    assert!(editor.harness.query_by_label("output gradient of noise").is_some());
    assert!(editor.harness.query_by_label("output value of noise").is_none());
}
