//! Frames and notes behind the nodes.

use egui::accesskit::Role;
use egui::{Key, Modifiers, PointerButton, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use travertine_graph::document::Frame;

use crate::support::Editor;

fn editor() -> Editor {
    Editor::of(
        r#""nodes": {
            "noise": {"type": "noise/perlin"},
            "ramp": {"type": "color/ramp", "inputs": {"value": {"node": "noise"}}},
            "sum": {"type": "math/add"}},
        "outputs": {"color": {"node": "ramp"}},
        "layout": {"noise": [0, 0], "ramp": [300, 0], "sum": [600, 330]},
        "annotations": {"outputs": [640, 0]}"#,
    )
}

fn only(editor: &Editor) -> Frame {
    let frames = &editor.document().annotations.frames;
    assert_eq!(frames.len(), 1);
    frames.values().next().unwrap().clone()
}

/// Frames the noise and the ramp.
fn framed() -> Editor {
    let mut editor = editor();
    editor.harness.state_mut().canvas.selection = ["noise".to_owned(), "ramp".to_owned()].into();
    editor.press(Modifiers::COMMAND, Key::G);
    editor
}

#[test]
fn a_frame_is_made_titled_coloured_and_taken_back() {
    let mut editor = framed();
    editor.type_text("Veins");
    assert_eq!(only(&editor).title.as_deref(), Some("Veins"));
    editor.harness.get_by_label("Colour: teal").click();
    editor.harness.run_steps(3);
    assert_eq!(only(&editor).color, Some([0x4c, 0xa5, 0x9c]));
    editor.harness.hover_at(editor.place("frame frame"));
    editor.harness.run_steps(2);
    for left in [3, 2, 1, 0] {
        assert_eq!(editor.document().annotations.frames.len(), usize::from(left > 0), "{left}");
        editor.click(
            editor.harness.state().canvas.area.left_bottom() + vec2(20.0, -20.0),
            PointerButton::Primary,
        );
        editor.undo();
    }
}

#[test]
fn a_frame_moves_with_what_lies_in_it() {
    let mut editor = framed();
    let (before, frame) = (editor.document().clone(), only(&editor));
    let zoom = f64::from(editor.harness.state().canvas.zoom());
    let title = editor.place("frame frame");
    editor.drag(title, title + vec2(50.0, 25.0));
    let moved = editor.document().clone();
    let offset = [50.0 / zoom, 25.0 / zoom];
    let moved_so = |from: [f64; 2], to: [f64; 2]| {
        from.iter().zip(to).zip(offset).all(|((from, to), offset)| (to - from - offset).abs() <= 1.0)
    };
    for id in ["noise", "ramp"] {
        assert!(moved_so(before.layout[id], moved.layout[id]), "{id} is at {:?}", moved.layout[id]);
    }
    assert!(moved_so(frame.position, only(&editor).position));
    assert_eq!(moved.layout["sum"], before.layout["sum"]);
    editor.undo();
    assert_eq!(editor.document(), &before, "a drag is one step");
}

#[test]
fn a_frame_is_made_larger_and_fits_again() {
    let mut editor = framed();
    let frame = only(&editor);
    let corner = editor.place("corner of frame frame");
    editor.drag(corner, corner + vec2(60.0, 40.0));
    let larger = only(&editor);
    assert!(larger.size[0] > frame.size[0] + 30.0 && larger.size[1] > frame.size[1] + 20.0);
    assert_eq!(larger.position, frame.position);
    editor.command("Fit frame");
    assert_eq!(only(&editor), frame);
}

#[test]
fn a_frame_within_a_frame_stays_in_reach() {
    let mut editor = framed();
    editor.press(Modifiers::COMMAND, Key::A);
    editor
        .click(editor.harness.state().canvas.area.left_bottom() + vec2(20.0, -20.0), PointerButton::Primary);
    editor.press(Modifiers::COMMAND, Key::A);
    editor.press(Modifiers::COMMAND, Key::G);
    assert_eq!(editor.document().annotations.frames.len(), 2);
    let before = editor.document().clone();
    let inner = editor.place("frame frame");
    editor.drag(inner, inner + vec2(12.0, 0.0));
    let [outer, frame] = ["frame_2", "frame"].map(|id| editor.document().annotations.frames[id].clone());
    assert_eq!(outer, before.annotations.frames["frame_2"]);
    assert_ne!(frame, before.annotations.frames["frame"]);
    editor.press(Modifiers::NONE, Key::Home);
    let title = editor.place("frame frame_2");
    editor.click(title, PointerButton::Secondary);
    editor.harness.get_by_label_contains("Delete").click();
    editor.harness.run_steps(3);
    assert_eq!(editor.document().annotations.frames.len(), 1);
}

#[test]
fn a_box_selects_frames_which_nodes_then_take_along() {
    let mut editor = framed();
    let area = editor.harness.state().canvas.area;
    editor.press(Modifiers::COMMAND, Key::Minus);
    editor.drag(area.left_top() + vec2(4.0, 4.0), area.right_bottom() - vec2(4.0, 4.0));
    assert_eq!(editor.harness.state().canvas.frames.len(), 1);
    assert_eq!(editor.harness.state().canvas.selection.len(), 3);
    let before = editor.document().clone();
    let title = editor.place("node sum");
    editor.drag(title, title + vec2(-30.0, 40.0));
    let after = editor.document();
    let node = after.layout["sum"][1] - before.layout["sum"][1];
    let frame = only(&editor).position[1] - before.annotations.frames["frame"].position[1];
    assert!(node > 20.0 && (node - frame).abs() <= 1.0, "{node} {frame}");
    editor.undo();
    assert_eq!(editor.document(), &before, "it is one step");
}

#[test]
fn what_is_framed_is_copied_with_it_and_stays_without_it() {
    let mut editor = framed();
    editor.click(editor.place("frame frame"), PointerButton::Primary);
    editor.press(Modifiers::COMMAND, Key::D);
    let document = editor.document();
    assert_eq!(document.annotations.frames.len(), 2);
    assert!(document.nodes.contains_key("noise_2") && document.nodes.contains_key("ramp_2"));
    assert!(!document.nodes.contains_key("sum_2"));
    editor.undo();
    editor.click(editor.place("frame frame"), PointerButton::Primary);
    editor.press(Modifiers::NONE, Key::Delete);
    assert!(editor.document().annotations.frames.is_empty());
    assert_eq!(editor.document().nodes.len(), 3);
}

#[test]
fn a_note_is_written_moved_and_deleted() {
    let mut editor = editor();
    let place = editor.harness.state().canvas.area.center() + vec2(-150.0, 120.0);
    editor.harness.hover_at(place);
    editor.press(Modifiers::NONE, Key::N);
    editor.type_text("Try 4 to 8.");
    assert_eq!(only(&editor).text.as_deref(), Some("Try 4 to 8."), "the key that made it is not typed");
    let (note, before) = (editor.place("note note"), only(&editor).position);
    editor.drag(note, note - vec2(40.0, 0.0));
    assert!(only(&editor).position[0] < before[0] - 30.0);
    editor.press(Modifiers::NONE, Key::Delete);
    assert!(editor.document().annotations.frames.is_empty());
}

#[test]
fn a_title_is_typed_anew_after_a_double_click_or_f2() {
    let mut editor = framed();
    editor.type_text("A");
    let title = editor.place("frame frame");
    editor
        .click(editor.harness.state().canvas.area.left_bottom() + vec2(20.0, -20.0), PointerButton::Primary);
    editor.double_click(title);
    editor.type_text("B");
    assert_eq!(only(&editor).title.as_deref(), Some("AB"));
    editor
        .click(editor.harness.state().canvas.area.left_bottom() + vec2(20.0, -20.0), PointerButton::Primary);
    editor.click(title, PointerButton::Primary);
    editor.press(Modifiers::NONE, Key::F2);
    editor.type_text("C");
    assert_eq!(only(&editor).title.as_deref(), Some("ABC"));
}

/// What the title or text holds in which the user types; panics if a screen reader hears of no such field.
fn typed(editor: &mut Editor, text: &str) -> Vec<String> {
    let focused = editor.harness.root().children_recursive().find(|node| node.is_focused());
    assert!(
        focused.is_some_and(|node| node.accesskit_node().role() != Role::Window),
        "nothing has the focus"
    );
    editor.type_text(text);
    let frames = editor.document().annotations.frames.values();
    frames.map(|frame| frame.title.as_ref().or(frame.text.as_ref()).unwrap().clone()).collect()
}

#[test]
fn the_menu_and_the_palette_let_a_note_be_typed() {
    let mut editor = editor();
    editor.harness.get_by_label("Node").click();
    editor.harness.run_steps(3);
    editor.harness.get_by_label_contains("Add note").click();
    editor.harness.run_steps(3);
    assert_eq!(typed(&mut editor, "first"), ["first"]);
    editor.command("Add note");
    assert_eq!(typed(&mut editor, "second"), ["first", "second"]);
}

#[test]
fn the_palette_lets_the_title_of_a_frame_be_typed() {
    let mut editor = editor();
    editor.press(Modifiers::COMMAND, Key::A);
    editor.command("Frame selection");
    assert_eq!(typed(&mut editor, "Veins"), ["Veins"]);
}

#[test]
fn a_double_click_on_one_of_several_frames_lets_its_title_be_typed() {
    let frames = r#""layout": {"noise": [0, 400]}, "nodes": {"noise": {"type": "noise/perlin"}},
        "annotations": {"outputs": [400, 400], "frames": {
            "a": {"rectangle": [0, 0, 300, 200], "title": "A"},
            "b": {"rectangle": [400, 0, 300, 200], "title": "B"}}}"#;
    for (nodes, frames_selected) in [(true, true), (false, true), (true, false)] {
        let mut editor = Editor::of(frames);
        let title = editor.place("frame b");
        let canvas = &mut editor.harness.state_mut().canvas;
        if nodes {
            canvas.selection = ["noise".to_owned()].into();
        }
        if frames_selected {
            canvas.frames = ["a".to_owned(), "b".to_owned()].into();
        }
        editor.double_click(title);
        assert_eq!(typed(&mut editor, "C"), ["A", "BC"]);
    }
}

#[test]
fn nodes_that_the_canvas_has_placed_stay_there() {
    let mut editor = Editor::of(
        r#""nodes": {"noise": {"type": "noise/perlin"}, "sum": {"type": "math/add", "inputs": {"a": {"node": "noise"}}}}"#,
    );
    let before = editor.place("node sum");
    editor.press(Modifiers::COMMAND, Key::A);
    editor.press(Modifiers::COMMAND, Key::G);
    let (frame, layout) = (only(&editor), &editor.document().layout);
    assert_eq!(layout.len(), 2);
    for place in layout.values() {
        for axis in 0..2 {
            assert!(place[axis] > frame.position[axis], "{place:?} {frame:?}");
            assert!(place[axis] < frame.position[axis] + frame.size[axis], "{place:?} {frame:?}");
        }
    }
    assert_eq!(editor.place("node sum"), before);
    editor.press(Modifiers::NONE, Key::Escape);
    editor.undo();
    assert!(editor.document().layout.is_empty());
    editor.press(Modifiers::COMMAND, Key::A);
    editor.command("Align upper edges");
    let layout = &editor.document().layout;
    assert_eq!(layout["noise"][1], layout["sum"][1]);
    editor.undo();
    editor.press(Modifiers::NONE, Key::N);
    assert_eq!(editor.document().layout.len(), 2);
    assert_eq!(editor.place("node sum"), before);
}

#[test]
fn what_is_beyond_all_places_is_shown_all_the_same() {
    let mut editor = Editor::of(
        r#""nodes": {"noise": {"type": "noise/perlin"}, "sum": {"type": "math/add"}},
        "layout": {"noise": [1e300, -1e300], "sum": [0, 0]},
        "annotations": {"outputs": [1e99, 0], "frames": {
            "turned": {"rectangle": [0, 0, -100, -5], "title": "Turned"},
            "wide": {"rectangle": [1e30, 0, 1e38, 1e38], "text": "Wide"}}}"#,
    );
    let before = editor.document().clone();
    editor.press(Modifiers::NONE, Key::Home);
    editor.press(Modifiers::COMMAND, Key::A);
    editor.press(Modifiers::NONE, Key::F);
    assert_eq!(*editor.document(), before);
}
