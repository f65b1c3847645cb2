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
    editor.harness.state_mut().canvas.selection.nodes = ["noise".to_owned(), "ramp".to_owned()].into();
    editor.press(Modifiers::COMMAND, Key::G);
    editor
}

#[test]
fn a_frame_is_added_titled_colored_and_undone() {
    let mut editor = framed();
    editor.type_text("Veins");
    assert_eq!(only(&editor).title.as_deref(), Some("Veins"));
    editor.harness.get_by_label("Color: teal").click();
    editor.harness.run_steps(3);
    assert_eq!(only(&editor).color, Some([0x4c, 0xa5, 0x9c]));
    editor.harness.hover_at(editor.center_of("frame frame"));
    editor.harness.run_steps(2);
    for left in [3, 2, 1, 0] {
        assert_eq!(editor.document().annotations.frames.len(), usize::from(left > 0), "{left}");
        editor.click(editor.harness.state().canvas.area.left_bottom() + vec2(20.0, -20.0), PointerButton::Primary);
        editor.undo();
    }
}

#[test]
fn a_frame_moves_with_its_content() {
    let mut editor = framed();
    let (before, frame) = (editor.document().clone(), only(&editor));
    let zoom = f64::from(editor.harness.state().canvas.zoom());
    let title = editor.center_of("frame frame");
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
fn a_frame_is_resized_and_fitted() {
    let mut editor = framed();
    let frame = only(&editor);
    let corner = editor.center_of("corner of frame frame");
    editor.drag(corner, corner + vec2(60.0, 40.0));
    let larger = only(&editor);
    assert!(larger.size[0] > frame.size[0] + 30.0 && larger.size[1] > frame.size[1] + 20.0);
    assert_eq!(larger.position, frame.position);
    editor.command("Fit frame");
    assert_eq!(only(&editor), frame);
}

#[test]
fn a_frame_within_a_frame_can_be_clicked() {
    let mut editor = framed();
    editor.press(Modifiers::COMMAND, Key::A);
    editor.click(editor.harness.state().canvas.area.left_bottom() + vec2(20.0, -20.0), PointerButton::Primary);
    editor.press(Modifiers::COMMAND, Key::A);
    editor.press(Modifiers::COMMAND, Key::G);
    assert_eq!(editor.document().annotations.frames.len(), 2);
    let before = editor.document().clone();
    let inner = editor.center_of("frame frame");
    editor.drag(inner, inner + vec2(12.0, 0.0));
    let [outer, frame] = ["frame_2", "frame"].map(|id| editor.document().annotations.frames[id].clone());
    assert_eq!(outer, before.annotations.frames["frame_2"]);
    assert_ne!(frame, before.annotations.frames["frame"]);
    editor.press(Modifiers::NONE, Key::Home);
    let title = editor.center_of("frame frame_2");
    editor.click(title, PointerButton::Secondary);
    editor.harness.get_by_label_contains("Delete").click();
    editor.harness.run_steps(3);
    assert_eq!(editor.document().annotations.frames.len(), 1);
}

#[test]
fn a_box_selects_frames_that_move_with_nodes() {
    let mut editor = framed();
    let area = editor.harness.state().canvas.area;
    editor.press(Modifiers::COMMAND, Key::Minus);
    editor.drag(area.left_top() + vec2(4.0, 4.0), area.right_bottom() - vec2(4.0, 4.0));
    assert_eq!(editor.harness.state().canvas.selection.frames.len(), 1);
    assert_eq!(editor.harness.state().canvas.selection.nodes.len(), 3);
    let before = editor.document().clone();
    let title = editor.center_of("node sum");
    editor.drag(title, title + vec2(-30.0, 40.0));
    let after = editor.document();
    let node = after.layout["sum"][1] - before.layout["sum"][1];
    let frame = only(&editor).position[1] - before.annotations.frames["frame"].position[1];
    assert!(node > 20.0 && (node - frame).abs() <= 1.0, "{node} {frame}");
    editor.undo();
    assert_eq!(editor.document(), &before, "it is one step");
}

#[test]
fn content_is_copied_with_a_frame_and_stays_after_its_deletion() {
    let mut editor = framed();
    editor.click(editor.center_of("frame frame"), PointerButton::Primary);
    editor.press(Modifiers::COMMAND, Key::D);
    let document = editor.document();
    assert_eq!(document.annotations.frames.len(), 2);
    assert!(document.nodes.contains_key("noise_2") && document.nodes.contains_key("ramp_2"));
    assert!(!document.nodes.contains_key("sum_2"));
    editor.undo();
    // The view has followed the copy.
    editor.harness.state_mut().canvas.fit(travertine_editor::canvas::Fit::All);
    editor.harness.run_steps(4);
    editor.click(editor.center_of("frame frame"), PointerButton::Primary);
    editor.press(Modifiers::NONE, Key::Delete);
    assert!(editor.document().annotations.frames.is_empty());
    assert_eq!(editor.document().nodes.len(), 3);
}

#[test]
fn a_note_is_written_moved_and_deleted() {
    let mut editor = editor();
    let point = editor.harness.state().canvas.area.center() + vec2(-150.0, 120.0);
    editor.harness.hover_at(point);
    editor.press(Modifiers::NONE, Key::N);
    editor.type_text("Try 4 to 8.");
    assert_eq!(only(&editor).text.as_deref(), Some("Try 4 to 8."), "the key that made it is not typed");
    let (note, before) = (editor.center_of("note note"), only(&editor).position);
    editor.drag(note, note - vec2(40.0, 0.0));
    assert!(only(&editor).position[0] < before[0] - 30.0);
    editor.press(Modifiers::NONE, Key::Delete);
    assert!(editor.document().annotations.frames.is_empty());
}

#[test]
fn a_double_click_or_f2_edits_a_title() {
    let mut editor = framed();
    editor.type_text("A");
    let title = editor.center_of("frame frame");
    editor.click(editor.harness.state().canvas.area.left_bottom() + vec2(20.0, -20.0), PointerButton::Primary);
    editor.double_click(title);
    editor.type_text("B");
    assert_eq!(only(&editor).title.as_deref(), Some("AB"));
    editor.click(editor.harness.state().canvas.area.left_bottom() + vec2(20.0, -20.0), PointerButton::Primary);
    editor.click(title, PointerButton::Primary);
    editor.press(Modifiers::NONE, Key::F2);
    editor.type_text("C");
    assert_eq!(only(&editor).title.as_deref(), Some("ABC"));
}

/// The titles or texts of frames after typing; panics if no text field is announced to screen readers.
fn typed(editor: &mut Editor, text: &str) -> Vec<String> {
    let focused = editor.harness.root().children_recursive().find(|node| node.is_focused());
    assert!(focused.is_some_and(|node| node.accesskit_node().role() != Role::Window), "nothing has the focus");
    editor.type_text(text);
    let frames = editor.document().annotations.frames.values();
    frames.map(|frame| frame.title.as_ref().or(frame.text.as_ref()).unwrap().clone()).collect()
}

#[test]
fn the_menu_and_the_palette_focus_the_text_of_a_note() {
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
fn the_palette_focuses_the_title_of_a_frame() {
    let mut editor = editor();
    editor.press(Modifiers::COMMAND, Key::A);
    editor.command("Frame selection");
    assert_eq!(typed(&mut editor, "Veins"), ["Veins"]);
}

#[test]
fn a_double_click_on_one_of_several_frames_edits_its_title() {
    let frames = r#""layout": {"noise": [0, 400]}, "nodes": {"noise": {"type": "noise/perlin"}},
        "annotations": {"outputs": [400, 400], "frames": {
            "a": {"rectangle": [0, 0, 300, 200], "title": "A"},
            "b": {"rectangle": [400, 0, 300, 200], "title": "B"}}}"#;
    for (nodes, frames_selected) in [(true, true), (false, true), (true, false)] {
        let mut editor = Editor::of(frames);
        let title = editor.center_of("frame b");
        let canvas = &mut editor.harness.state_mut().canvas;
        if nodes {
            canvas.selection.nodes = ["noise".to_owned()].into();
        }
        if frames_selected {
            canvas.selection.frames = ["a".to_owned(), "b".to_owned()].into();
        }
        editor.double_click(title);
        assert_eq!(typed(&mut editor, "C"), ["A", "BC"]);
    }
}

#[test]
fn nodes_positioned_by_the_canvas_stay_there() {
    let mut editor = Editor::of(
        r#""nodes": {"noise": {"type": "noise/perlin"}, "sum": {"type": "math/add", "inputs": {"a": {"node": "noise"}}}}"#,
    );
    let before = editor.center_of("node sum");
    editor.press(Modifiers::COMMAND, Key::A);
    editor.press(Modifiers::COMMAND, Key::G);
    let (frame, layout) = (only(&editor), &editor.document().layout);
    assert_eq!(layout.len(), 2);
    for point in layout.values() {
        for axis in 0..2 {
            assert!(point[axis] > frame.position[axis], "{point:?} {frame:?}");
            assert!(point[axis] < frame.position[axis] + frame.size[axis], "{point:?} {frame:?}");
        }
    }
    assert_eq!(editor.center_of("node sum"), before);
    editor.press(Modifiers::NONE, Key::Escape);
    editor.undo();
    assert!(editor.document().layout.is_empty());
    editor.press(Modifiers::COMMAND, Key::A);
    editor.command("Align top edges");
    let layout = &editor.document().layout;
    assert_eq!(layout["noise"][1], layout["sum"][1]);
    editor.undo();
    editor.press(Modifiers::NONE, Key::N);
    assert_eq!(editor.document().layout.len(), 2);
    assert_eq!(editor.center_of("node sum"), before);
}

#[test]
fn positions_beyond_the_limit_are_shown() {
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
