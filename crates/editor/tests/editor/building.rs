//! Building a graph: inputs on demand, wires to whole nodes, strokes that cut and join, and the menu of node types.

use egui::{Event, Key, Modifiers, PointerButton, Pos2, Rect, vec2};
use egui_kittest::kittest::Queryable as _;
use travertine_editing::files::Folders;
use travertine_graph::document::Input;

use crate::support::Editor;

/// A noise wired to a ramp, and three nodes without wires.
fn editor() -> Editor {
    Editor::of(
        r#""nodes": {
            "noise": {"type": "noise/perlin"},
            "ramp": {"type": "color/ramp", "inputs": {"value": {"node": "noise"}}},
            "sum": {"type": "math/add"},
            "other": {"type": "noise/perlin"}},
        "outputs": {"color": {"node": "ramp"}},
        "layout": {"noise": [0, 0], "ramp": [300, 0], "sum": [300, 330], "other": [0, 330]},
        "annotations": {"outputs": [600, 0]}"#,
    )
}

fn wired(editor: &Editor, node: &str, input: &str) -> Option<String> {
    match editor.document().nodes[node].inputs.get(input)? {
        Input::Node { node, .. } => Some(node.clone()),
        _ => None,
    }
}

/// The rectangle of a node on the screen.
fn rect(editor: &Editor, id: &str) -> Rect {
    let canvas = &editor.harness.state().canvas;
    let (_, rect) = canvas.rects(&editor.harness.ctx).into_iter().find(|(other, _)| other == id).unwrap();
    Rect::from_min_max(canvas.to_screen(rect.min), canvas.to_screen(rect.max))
}

fn has(editor: &Editor, label: &str) -> bool {
    editor.harness.query_by_label(label).is_some()
}

/// Drags with the secondary button while Ctrl is held.
fn stroke(editor: &mut Editor, from: Pos2, to: Pos2) {
    let press = |pos, pressed| Event::PointerButton {
        pos,
        button: PointerButton::Secondary,
        pressed,
        modifiers: Modifiers::COMMAND,
    };
    editor.harness.hover_at(from);
    editor.harness.run_steps(2);
    editor.harness.event_modifiers(press(from, true), Modifiers::COMMAND);
    editor.harness.run_steps(1);
    for step in 1..=5 {
        editor.harness.hover_at(from + (to - from) * (step as f32 / 5.0));
        editor.harness.run_steps(1);
    }
    editor.paint("stroke.png");
    editor.harness.event_modifiers(press(to, false), Modifiers::NONE);
    editor.harness.run_steps(3);
}

#[test]
fn inputs_without_effect_and_those_rarely_changed_wait() {
    let mut editor = editor();
    for label in ["input scale of noise", "input position of noise"] {
        assert!(has(&editor, label), "{label}");
    }
    for label in ["input persistence of noise", "input lacunarity of noise", "input min of noise"] {
        assert!(!has(&editor, label), "{label}");
    }
    let few = rect(&editor, "noise").height();
    editor.paint("rows-few.png");
    editor.harness.get_by_label("more inputs of noise").click();
    editor.harness.run_steps(4);
    assert!(has(&editor, "input min of noise"));
    assert!(!has(&editor, "input persistence of noise"), "it has no effect with one octave");
    let all = rect(&editor, "noise").height();
    assert!(few < 0.72 * all, "{few} of {all}");
    assert!(!editor.harness.state().project.workspace().is_changed(), "it is a matter of the view");
    editor.harness.get_by_label("fewer inputs of noise").click();
    editor.harness.run_steps(4);
    assert!(!has(&editor, "input min of noise"));
    // What is set is shown, and what has an effect.
    let mut editor = Editor::of(
        r#""nodes": {"noise": {"type": "noise/perlin", "inputs": {"octaves": 3, "max": 0.5}}},
           "outputs": {"value": {"node": "noise"}}"#,
    );
    editor.harness.run_steps(2);
    for label in ["input persistence of noise", "input lacunarity of noise", "input max of noise"] {
        assert!(has(&editor, label), "{label}");
    }
    assert!(!has(&editor, "input min of noise"));
}

#[test]
fn a_wire_released_on_a_node_takes_the_first_input_that_fits() {
    let mut editor = editor();
    let (from, body) = (editor.center_of("output value of noise"), rect(&editor, "sum").center());
    editor.drag(from, body);
    assert_eq!(wired(&editor, "sum", "a").as_deref(), Some("noise"));
    assert!(!has(&editor, "Search nodes"));
    let from = editor.center_of("output value of other");
    let body = rect(&editor, "sum").center();
    editor.drag(from, body);
    assert_eq!(wired(&editor, "sum", "b").as_deref(), Some("other"), "the first is taken");
    // From an input, to the output that fits.
    let from = editor.center_of("input position of other");
    let body = rect(&editor, "noise").center();
    editor.drag(from, body);
    assert_eq!(wired(&editor, "other", "position").as_deref(), Some("noise"));
    // To the list of outputs.
    let from = editor.center_of("output value of sum");
    let list = rect(&editor, "outputs").center_top() + vec2(0.0, 8.0);
    editor.drag(from, list);
    assert_eq!(editor.document().outputs.len(), 2);
}

#[test]
fn a_wire_over_a_node_shows_all_its_inputs() {
    let mut editor = editor();
    let (from, body) = (editor.center_of("output value of other"), rect(&editor, "noise").center());
    editor.hold(PointerButton::Primary, from, body);
    editor.harness.run_steps(3);
    assert!(has(&editor, "input min of noise"));
    assert!(!has(&editor, "input min of other"), "the wire comes from there");
}

#[test]
fn sockets_that_cannot_take_a_wire_are_dim() {
    let mut editor = editor();
    let color = |editor: &Editor, label: &str| {
        let grip = editor.harness.get_by_label(label).rect();
        let inward = editor.harness.state().canvas.zoom() * 3.5;
        let center = grip.center() + vec2(if label.starts_with("input") { inward } else { -inward }, 0.0);
        let picture = editor.painter.paint(&editor.harness);
        picture.pixels[center.y as usize * picture.width + center.x as usize]
    };
    let (blocked, open) = ("input scale of noise", "input a of sum");
    let before = [blocked, open].map(|label| color(&editor, label));
    let from = editor.center_of("output color of ramp");
    editor.hold(PointerButton::Primary, from, from + vec2(60.0, 200.0));
    editor.paint("dim.png");
    let during = [blocked, open].map(|label| color(&editor, label));
    assert_ne!(before[0], during[0], "the wire would close a circle");
    assert_eq!(before[1], during[1]);
}

#[test]
fn a_stroke_cuts_wires_in_one_step() {
    let mut editor = editor();
    let before = editor.document().clone();
    let (left, right) = (rect(&editor, "noise"), rect(&editor, "ramp"));
    let x = (left.right() + right.left()) / 2.0;
    stroke(&mut editor, Pos2::new(x, left.top() - 20.0), Pos2::new(x, right.bottom() + 20.0));
    assert_eq!(wired(&editor, "ramp", "value"), None);
    assert_eq!(editor.document().outputs.len(), 1, "other wires stay");
    editor.undo();
    assert_eq!(editor.document(), &before);
    assert!(!has(&editor, "Search nodes"));
}

#[test]
fn a_stroke_from_node_to_node_joins_them() {
    let mut editor = editor();
    let title = |editor: &Editor, id: &str| editor.center_of(&format!("node {id}"));
    let (from, to) = (title(&editor, "other"), title(&editor, "sum"));
    stroke(&mut editor, from, to);
    assert_eq!(wired(&editor, "sum", "a").as_deref(), Some("other"));
    let (from, to) = (title(&editor, "ramp"), title(&editor, "noise"));
    stroke(&mut editor, from, to);
    assert!(editor.harness.query_all_by_label_contains("close a circle").count() > 0, "it says why not");
}

#[test]
fn a_node_put_on_a_wire_makes_room() {
    let mut editor = editor();
    let [from, to] = ["output value of noise", "input value of ramp"].map(|label| editor.center_of(label));
    let before = editor.document().clone();
    let title = editor.center_of("node sum");
    editor.drag(title, from + (to - from) / 2.0 - vec2(0.0, 30.0));
    assert_eq!(wired(&editor, "ramp", "value").as_deref(), Some("sum"));
    let (sum, ramp) = (rect(&editor, "sum"), rect(&editor, "ramp"));
    assert!(rect(&editor, "noise").right() < sum.left(), "it does not cover its source: {sum}");
    assert!(sum.right() < ramp.left(), "{sum} {ramp}");
    assert!(!ramp.intersects(rect(&editor, "outputs")), "the list of outputs makes room, too");
    editor.paint("room.png");
    editor.undo();
    assert_eq!(editor.document(), &before, "all in one step");
}

#[test]
fn a_muted_node_is_marked() {
    let mut editor = editor();
    editor.click(editor.center_of("node noise"), PointerButton::Primary);
    editor.press(Modifiers::NONE, Key::M);
    let muted = |editor: &Editor| {
        let is_mark = |text: &egui::epaint::TextShape| text.galley.job.text == "muted";
        let shapes = editor.harness.output().shapes.iter();
        shapes.filter(|clipped| matches!(&clipped.shape, egui::Shape::Text(text) if is_mark(text))).count()
    };
    assert_eq!(muted(&editor), 1);
    editor.paint("muted.png");
    editor.press(Modifiers::NONE, Key::M);
    assert_eq!(muted(&editor), 0);
}

#[test]
fn the_menu_begins_with_favorites_and_recent_types() {
    let mut editor = editor();
    let empty = editor.harness.state().canvas.area.right_bottom() - vec2(120.0, 60.0);
    let open = |editor: &mut Editor| {
        editor.harness.hover_at(empty);
        editor.harness.run_steps(2);
        editor.press(Modifiers::NONE, Key::Space);
    };
    open(&mut editor);
    assert!(!has(&editor, "recent") && !has(&editor, "favorites"));
    editor.harness.get_by_label("Search nodes").type_text("voronoi");
    editor.harness.run_steps(2);
    editor.paint("add-menu-search.png");
    let star = editor.harness.query_all_by_label_contains("favorite ").next().unwrap().rect().center();
    editor.click(star, PointerButton::Primary);
    editor.press(Modifiers::NONE, Key::Enter);
    let count = editor.document().nodes.len();
    open(&mut editor);
    assert!(has(&editor, "recent") && has(&editor, "favorites"));
    editor.paint("add-menu.png");
    editor.press(Modifiers::NONE, Key::Enter);
    assert_eq!(editor.document().nodes.len(), count + 1, "the first one is the favorite");
    let cells = editor.document().nodes.values().filter(|node| node.node_type == "noise/cellular");
    assert_eq!(cells.count(), 2);
}

#[test]
fn recent_types_are_kept_for_the_next_run() {
    let folder = tempfile::tempdir().unwrap();
    let folders = Folders::at(folder.path());
    let graph = folder.path().join("graph.json");
    std::fs::write(&graph, r#"{"format": "travertine", "version": 1}"#).unwrap();
    for run in 0..2 {
        let mut editor = Editor::keeping(&folders, Some(&graph));
        editor.harness.hover_at(editor.harness.state().canvas.area.center());
        editor.harness.run_steps(2);
        editor.press(Modifiers::NONE, Key::Space);
        assert_eq!(has(&editor, "recent"), run == 1);
        editor.harness.get_by_label("Search nodes").type_text("perlin noise");
        editor.harness.run_steps(2);
        editor.press(Modifiers::NONE, Key::Enter);
        // Otherwise the next run would offer to recover it.
        editor.press(Modifiers::COMMAND, Key::S);
        editor.settle();
    }
}

#[test]
fn the_reference_inserts_its_example() {
    let mut editor = editor();
    let before = editor.document().clone();
    editor.click(editor.center_of("node ramp"), PointerButton::Primary);
    editor.press(Modifiers::NONE, Key::F1);
    editor.paint("reference-picture.png");
    editor.harness.get_by_label("Insert example").click();
    editor.settle();
    assert!(editor.document().nodes.len() > before.nodes.len() + 1);
    let ramps = editor.document().nodes.values().filter(|node| node.node_type == "color/ramp");
    assert_eq!(ramps.count(), 2);
    editor.paint("example.png");
    editor.undo();
    assert_eq!(editor.document(), &before);
}

#[test]
fn help_lists_what_mouse_and_keys_do() {
    let mut editor = editor();
    editor.command("Mouse and keys");
    assert!(has(&editor, "cuts the wires it crosses"));
    assert!(editor.harness.query_all_by_label("Duplicate").next().is_some(), "a command with keys");
    editor.paint("mouse-and-keys.png");
    editor.press(Modifiers::NONE, Key::Escape);
    assert!(!has(&editor, "cuts the wires it crosses"));
}
