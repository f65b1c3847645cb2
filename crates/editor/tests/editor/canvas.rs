//! Actions on nodes with the pointer and the keyboard.

use egui::{Key, Modifiers, PointerButton, Pos2, vec2};
use egui_kittest::kittest::Queryable as _;
use travertine_editing::{Socket, Target};
use travertine_editor::canvas::WIDTH;
use travertine_graph::document::Input;

use crate::support::Editor;

/// A noise far left of a ramp, and below them a node without wires.
fn editor() -> Editor {
    Editor::of(
        r#""nodes": {
            "noise": {"type": "noise/perlin"},
            "ramp": {"type": "color/ramp", "inputs": {"value": {"node": "noise"}}},
            "free": {"type": "math/absolute"}},
        "outputs": {"color": {"node": "ramp"}},
        "layout": {"noise": [0, 0], "ramp": [640, 0], "free": [320, 330]},
        "annotations": {"outputs": [900, 0]}"#,
    )
}

fn source(editor: &Editor, node: &str, input: &str) -> Option<String> {
    match editor.document().nodes[node].inputs.get(input)? {
        Input::Node { node, .. } => Some(node.clone()),
        _ => None,
    }
}

/// A point on the wire from the noise to the ramp.
fn on_wire(editor: &Editor) -> Pos2 {
    let [from, to] = ["output value of noise", "input value of ramp"].map(|label| editor.center_of(label));
    from + (to - from) / 2.0
}

#[test]
fn a_node_dropped_on_a_wire_is_inserted() {
    let mut editor = editor();
    let before = editor.document().clone();
    let (title, wire) = (editor.center_of("node free"), on_wire(&editor));
    editor.drag(title, wire - vec2(0.0, 30.0));
    assert_eq!(source(&editor, "free", "value").as_deref(), Some("noise"));
    assert_eq!(source(&editor, "ramp", "value").as_deref(), Some("free"));
    assert_ne!(editor.document().layout["free"], before.layout["free"]);
    let between = editor.document().clone();
    // A node with wires is only moved.
    let title = editor.center_of("node free");
    editor.drag(title, title + vec2(10.0, 6.0));
    assert_eq!(editor.document().nodes, between.nodes);
    editor.undo();
    editor.undo();
    assert_eq!(editor.document(), &before, "to drop it is one step");
}

#[test]
fn deleting_a_node_reconnects_the_wire() {
    let mut editor = editor();
    let (title, wire) = (editor.center_of("node free"), on_wire(&editor));
    editor.drag(title, wire - vec2(0.0, 30.0));
    editor.press(Modifiers::NONE, Key::Delete);
    assert!(!editor.document().nodes.contains_key("free"));
    assert_eq!(source(&editor, "ramp", "value").as_deref(), Some("noise"));
}

#[test]
fn selected_wires_and_nodes_are_deleted_by_either_key() {
    let mut editor = editor();
    let before = editor.document().clone();
    editor.harness.hover_at(editor.harness.state().canvas.area.center());
    let outputs = Target::Output("color".to_owned());
    editor.harness.state_mut().canvas.selection.wires = [Target::Input(Socket::new("ramp", "value")), outputs].into();
    editor.press(Modifiers::NONE, Key::Backspace);
    assert_eq!(source(&editor, "ramp", "value"), None);
    assert!(editor.document().outputs.is_empty());
    editor.undo();
    assert_eq!(editor.document(), &before, "all wires are one step");
    for key in [Key::Backspace, Key::Delete] {
        editor.click(editor.center_of("node free"), PointerButton::Primary);
        editor.press(Modifiers::NONE, key);
        assert!(!editor.document().nodes.contains_key("free"));
        editor.undo();
    }
}

#[test]
fn a_right_click_adds_a_node_at_the_pointer() {
    let mut editor = editor();
    let point = editor.harness.state().canvas.area.center() + vec2(30.0, 60.0);
    editor.click(point, PointerButton::Secondary);
    editor.harness.get_by_label("Search nodes").type_text("negate");
    editor.harness.run_steps(2);
    editor.press(Modifiers::NONE, Key::Enter);
    let [x, y] = editor.document().layout["negate"];
    let shown = editor.harness.state().canvas.to_screen(Pos2::new(x as f32, y as f32));
    assert!(shown.distance(point) < 2.0, "{shown} {point}");
}

#[test]
fn a_right_click_on_a_title_opens_the_menu_of_the_node() {
    let mut editor = editor();
    editor.click(editor.center_of("node free"), PointerButton::Secondary);
    editor.harness.get_by_label_contains("Duplicate").click();
    editor.harness.run_steps(3);
    assert!(editor.document().nodes.contains_key("free_2"));
    assert!(editor.harness.query_by_label("Search nodes").is_none());
}

#[test]
fn a_wire_shows_its_conversion() {
    let mut editor = Editor::of(
        r#""nodes": {
            "noise": {"type": "noise/perlin"},
            "warped": {"type": "noise/perlin", "inputs": {"position": {"node": "noise"}}}},
        "outputs": {"value": {"node": "warped"}},
        "layout": {"noise": [0, 0], "warped": [500, 0]}, "annotations": {"outputs": [800, 0]}"#,
    );
    let [from, to] = ["output value of noise", "input position of warped"].map(|label| editor.center_of(label));
    editor.harness.hover_at(from + (to - from) / 2.0);
    editor.harness.run_steps(20);
    assert!(editor.harness.query_by_label("the number becomes x, y and z").is_some());
}

#[test]
fn a_double_click_bends_a_wire() {
    let mut editor = editor();
    let wire = on_wire(&editor);
    editor.double_click(wire);
    let bend = source(&editor, "ramp", "value").unwrap();
    assert_eq!(editor.document().nodes[&bend].node_type, "util/reroute");
    assert_eq!(source(&editor, &bend, "value").as_deref(), Some("noise"));
    let rects = editor.harness.state().canvas.rects(&editor.harness.ctx);
    let (_, rect) = rects.iter().find(|(id, _)| *id == bend).unwrap();
    assert!(rect.width() < WIDTH / 4.0 && rect.height() < 30.0, "it is small: {rect}");
    let point = editor.harness.state().canvas.to_screen(rect.center());
    assert!(point.distance(wire) < 8.0, "it is where the wire was clicked");
    editor.drag(point, point + vec2(0.0, 60.0));
    let zoom = editor.harness.state().canvas.zoom();
    let moved = editor.document().layout[&bend][1] - f64::from(rect.top());
    assert!((moved - 60.0 / f64::from(zoom)).abs() < 12.0, "it is moved by its middle: {moved}");
}

#[test]
fn a_wire_can_be_hit_at_any_zoom() {
    for zoom in [0.3, 1.0] {
        let mut editor = editor();
        editor.harness.state_mut().canvas.zoom_to(zoom);
        editor.harness.run_steps(3);
        let wire = on_wire(&editor) + vec2(0.0, 3.0);
        editor.click(wire, PointerButton::Primary);
        assert_eq!(editor.harness.state().canvas.selection.wires.len(), 1, "at {zoom}");
    }
}

#[test]
fn nodes_are_muted_collapsed_and_renamed_by_keys() {
    let mut editor = editor();
    editor.click(editor.center_of("node noise"), PointerButton::Primary);
    editor.press(Modifiers::NONE, Key::M);
    assert!(editor.document().nodes["noise"].muted);
    editor.press(Modifiers::NONE, Key::H);
    assert!(editor.document().annotations.collapsed.contains("noise"));
    let rects = editor.harness.state().canvas.rects(&editor.harness.ctx);
    assert!(rects.iter().any(|(id, rect)| id == "noise" && rect.height() < 40.0));
    editor.press(Modifiers::NONE, Key::T);
    assert!(editor.document().annotations.folded.contains("noise"));
    editor.press(Modifiers::NONE, Key::F2);
    editor.press(Modifiers::COMMAND, Key::A);
    editor.type_text("clouds");
    editor.press(Modifiers::NONE, Key::Enter);
    assert_eq!(source(&editor, "ramp", "value").as_deref(), Some("clouds"));
    assert!(editor.harness.state().canvas.selection.nodes.contains("clouds"));
    for _ in 0..4 {
        editor.undo();
    }
    assert!(editor.document().annotations.is_empty() || editor.document().annotations.collapsed.is_empty());
    assert!(!editor.document().nodes["noise"].muted);
}

#[test]
fn a_box_selects_nodes_and_show_selection_fits_them() {
    let mut editor = editor();
    let [noise, free] = ["node noise", "node free"].map(|label| editor.harness.get_by_label(label).rect());
    editor.drag(noise.left_top() - vec2(30.0, 30.0), Pos2::new(free.right() + 10.0, free.bottom() + 40.0));
    let selected: Vec<&str> = editor.harness.state().canvas.selection.nodes.iter().map(String::as_str).collect();
    assert_eq!(selected, ["free", "noise"]);
    editor.click(editor.center_of("node ramp"), PointerButton::Primary);
    editor.press(Modifiers::NONE, Key::F);
    let canvas = &editor.harness.state().canvas;
    assert!(canvas.zoom() > 0.9, "the selection fills the view: {}", canvas.zoom());
    let close = canvas.zoom();
    editor.press(Modifiers::NONE, Key::Home);
    let canvas = &editor.harness.state().canvas;
    assert!(canvas.zoom() < close, "and all is shown again");
    for (_, rect) in canvas.rects(&editor.harness.ctx) {
        assert!(
            canvas.area.contains_rect(egui::Rect::from_two_pos(canvas.to_screen(rect.min), canvas.to_screen(rect.max)))
        );
    }
}

#[test]
fn nodes_are_arranged_from_left_to_right() {
    let mut editor = editor();
    editor.press(Modifiers::NONE, Key::L);
    let layout = &editor.document().layout;
    assert!(layout["noise"][0] + f64::from(WIDTH) < layout["ramp"][0]);
    let moved = layout.clone();
    editor.undo();
    assert_ne!(editor.document().layout, moved);
}

#[test]
fn nodes_without_positions_lie_side_by_side_and_stay() {
    let mut editor = Editor::of(
        r#""nodes": {
            "noise": {"type": "noise/perlin"},
            "cells": {"type": "noise/cell"},
            "sum": {"type": "math/add", "inputs": {"a": {"node": "noise"}, "b": {"node": "cells"}}},
            "ramp": {"type": "color/ramp", "inputs": {"value": {"node": "sum"}}}},
        "outputs": {"color": {"node": "ramp"}}"#,
    );
    let rects = editor.harness.state().canvas.rects(&editor.harness.ctx);
    for (index, (name, rect)) in rects.iter().enumerate() {
        for (other, covered) in &rects[..index] {
            assert!(!rect.intersects(*covered), "{name} {rect} and {other} {covered}");
        }
    }
    assert!(editor.document().layout.is_empty(), "nothing is changed by looking");
    assert!(!editor.harness.state().project.workspace().is_changed());
    let title = editor.center_of("node ramp");
    editor.drag(title, title + vec2(40.0, 0.0));
    assert_eq!(editor.document().layout.len(), 4);
    for (name, rect) in rects.iter().filter(|(name, _)| ["noise", "cells", "sum"].contains(&name.as_str())) {
        assert_eq!(editor.document().layout[name], [f64::from(rect.left()), f64::from(rect.top())]);
    }
}

#[test]
fn the_minimap_moves_the_view_and_can_be_switched_off() {
    let mut editor = editor();
    assert!(editor.harness.query_by_label("Minimap").is_none(), "all is in view");
    for _ in 0..6 {
        editor.press(Modifiers::COMMAND, Key::Plus);
    }
    let map = editor.harness.get_by_label("Minimap").rect();
    let center = |editor: &Editor| {
        let canvas = &editor.harness.state().canvas;
        canvas.to_document(canvas.area.center())
    };
    editor.click(map.left_center() + vec2(20.0, 0.0), PointerButton::Primary);
    let left = center(&editor);
    editor.drag(map.center(), map.right_center() - vec2(20.0, 0.0));
    let right = center(&editor);
    assert!(right.x > left.x + 400.0, "{left} {right}");
    editor.command("Minimap");
    assert!(editor.harness.query_by_label("Minimap").is_none());
}

/// The rectangles of nodes on the screen.
fn shown(editor: &Editor) -> Vec<(String, egui::Rect)> {
    let canvas = &editor.harness.state().canvas;
    let rects = canvas.rects(&editor.harness.ctx);
    let on_screen = |rect: egui::Rect| egui::Rect::from_min_max(canvas.to_screen(rect.min), canvas.to_screen(rect.max));
    rects.into_iter().map(|(id, rect)| (id, on_screen(rect))).collect()
}

/// Asserts that a node is in view and lies over no other.
fn assert_clear(editor: &Editor, id: &str) {
    let all = shown(editor);
    let (_, own) = all.iter().find(|(other, _)| other == id).unwrap();
    assert!(editor.harness.state().canvas.area.contains_rect(*own), "{id} is out of sight: {own}");
    for (other, rect) in all.iter().filter(|(other, _)| other != id) {
        assert!(!rect.intersects(*own), "{id} lies over {other}");
    }
}

#[test]
fn new_nodes_and_copies_are_in_view_and_clear_of_others() {
    let mut editor = editor();
    let area = editor.harness.state().canvas.area;
    // Near the lower edge.
    editor.click(area.center_bottom() - vec2(40.0, 12.0), PointerButton::Secondary);
    editor.harness.get_by_label("Search nodes").type_text("negate");
    editor.harness.run_steps(2);
    editor.press(Modifiers::NONE, Key::Enter);
    editor.settle();
    assert_clear(&editor, "negate");
    // By a wire pulled from an input.
    let mut editor = self::editor();
    let input = editor.center_of("input value of free");
    editor.drag(input, input - vec2(30.0, -8.0));
    editor.harness.get_by_label("Search nodes").type_text("sine");
    editor.harness.run_steps(2);
    editor.press(Modifiers::NONE, Key::Enter);
    editor.settle();
    let new = editor.harness.state().canvas.selection.nodes.first().unwrap().clone();
    editor.paint("pulled.png");
    assert_clear(&editor, &new);
    // Copies.
    editor.harness.hover_at(area.center());
    for _ in 0..2 {
        editor.press(Modifiers::COMMAND, Key::D);
        editor.settle();
        let copy = editor.harness.state().canvas.selection.nodes.first().unwrap().clone();
        assert_clear(&editor, &copy);
    }
}

#[test]
fn copies_follow_the_pointer_until_a_click() {
    for is_put_down in [true, false] {
        let mut editor = editor();
        let area = editor.harness.state().canvas.area;
        editor.harness.state_mut().canvas.selection.nodes = ["free".to_owned()].into();
        editor.harness.hover_at(area.center());
        editor.press(Modifiers::COMMAND, Key::D);
        let copy = editor.harness.state().canvas.selection.nodes.first().unwrap().clone();
        let at = |editor: &Editor| editor.document().layout[&copy];
        let placed = at(&editor);
        let seen = editor.center_of(&format!("output value of {copy}"));
        let zoom = editor.harness.state().canvas.zoom();
        editor.harness.hover_at(area.center() + vec2(60.0, 30.0));
        editor.harness.run_steps(2);
        let moved = editor.center_of(&format!("output value of {copy}")) - seen;
        assert!((moved - vec2(60.0, 30.0)).length() < 2.0, "{moved:?}");
        assert_eq!(at(&editor), placed, "it is not put down yet");
        let before = editor.document().nodes.len();
        if is_put_down {
            editor.click(area.center() + vec2(60.0, 30.0), PointerButton::Primary);
        } else {
            editor.press(Modifiers::NONE, Key::Escape);
        }
        editor.harness.hover_at(area.center());
        editor.harness.run_steps(2);
        let [x, y] = at(&editor);
        let by = if is_put_down { [60.0, 30.0].map(|side| side / f64::from(zoom)) } else { [0.0; 2] };
        assert!((x - placed[0] - by[0]).abs() < 2.0 && (y - placed[1] - by[1]).abs() < 2.0, "{x} {y} {placed:?}");
        let canvas = &editor.harness.state().canvas;
        assert_eq!(canvas.selection.nodes.iter().collect::<Vec<_>>(), [&copy], "the click does nothing else");
        assert_eq!(editor.document().nodes.len(), before);
    }
}

#[test]
fn the_minimap_keeps_clear_of_nodes() {
    let mut editor = Editor::of(
        r#""nodes": {"a": {"type": "noise/perlin"}, "b": {"type": "noise/perlin"}},
           "outputs": {"value": {"node": "a"}},
           "layout": {"a": [0, 0], "b": [700, 400]}, "annotations": {"outputs": [-900, 0]}"#,
    );
    editor.harness.state_mut().canvas.zoom_to(1.0);
    editor.harness.run_steps(3);
    for (x, y) in [(0.0, 0.0), (250.0, 150.0), (-300.0, -200.0), (300.0, -100.0)] {
        let middle = editor.harness.state().canvas.area.center();
        editor.drag_with(PointerButton::Middle, middle, middle + vec2(x, y));
        editor.harness.run_steps(3);
        let Some(map) = editor.harness.query_by_label("Minimap").map(|map| map.rect()) else { continue };
        for (id, rect) in shown(&editor) {
            assert!(!rect.intersects(map), "it covers {id} at {x}, {y}: {map} {rect}");
        }
    }
    for theme in [egui::Theme::Dark, egui::Theme::Light] {
        editor.harness.ctx.set_theme(theme);
        editor.settle();
        editor.paint(&format!("minimap-{theme:?}.png"));
    }
}

#[test]
fn the_minimap_goes_where_it_covers_least() {
    // Nodes everywhere but in the upper left corner, which has only a bend.
    let all = (0..6).flat_map(|column| (0..4).map(move |row| [column * 210, row * 280]));
    let places: Vec<[i32; 2]> = all.filter(|place| *place != [0, 0] && *place != [210, 0]).collect();
    let each = |write: &dyn Fn(usize, [i32; 2]) -> String| -> String {
        let written = places.iter().enumerate().map(|(index, place)| write(index, *place));
        written.collect::<Vec<_>>().join(", ")
    };
    let mut editor = Editor::of(&format!(
        r#""nodes": {{{}, "bend": {{"type": "util/reroute"}}}}, "outputs": {{"value": {{"node": "n0"}}}},
           "layout": {{{}, "bend": [60, 60]}}, "annotations": {{"outputs": [1260, 0]}}"#,
        each(&|index, _| format!(r#""n{index}": {{"type": "noise/perlin"}}"#)),
        each(&|index, [x, y]| format!(r#""n{index}": [{x}, {y}]"#)),
    ));
    editor.harness.state_mut().canvas.zoom_to(1.0);
    editor.harness.run_steps(3);
    let canvas = &editor.harness.state().canvas;
    let (area, begin) = (canvas.area, canvas.to_screen(Pos2::ZERO));
    editor.drag_with(PointerButton::Middle, area.center(), area.center() + (area.min - begin));
    editor.harness.hover_at(area.center());
    editor.harness.run_steps(8);
    editor.paint("minimap-crowded.png");
    let map = editor.harness.get_by_label("Minimap").rect();
    assert!(map.min.distance(area.min + vec2(12.0, 12.0)) < 1.0, "{map} in {area}");
}

#[test]
fn a_node_from_afar_has_the_sockets_of_wires_alone() {
    let mut editor = Editor::of(
        r#""nodes": {"noise": {"type": "noise/perlin"}, "sum": {"type": "math/add", "inputs": {"a": {"node": "noise"}}}},
           "outputs": {"value": {"node": "sum"}}, "layout": {"noise": [0, 0], "sum": [300, 0]}"#,
    );
    let has = |editor: &Editor, label: &str| editor.harness.query_by_label(label).is_some();
    assert!(has(&editor, "input scale of noise") && has(&editor, "input b of sum"));
    editor.harness.state_mut().canvas.zoom_to(0.4);
    editor.settle();
    for (label, is_there) in [
        ("input a of sum", true),
        ("input b of sum", false),
        ("input scale of noise", false),
        ("output value of noise", true),
    ] {
        assert_eq!(has(&editor, label), is_there, "{label}");
    }
}
