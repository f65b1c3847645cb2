//! Where the preview is, and what it shows beside each other.

use egui::{Key, Modifiers, PointerButton, Pos2, Rect};
use egui_kittest::kittest::Queryable as _;

use super::{click, preview, seen, set};
use crate::painter::Picture;
use crate::support::{Editor, small_marble};

#[test]
fn a_held_graph_is_compared_and_follows_the_view() {
    let mut editor = Editor::new(1280.0, 720.0, Some(&small_marble()));
    editor.settle();
    let area = preview(&editor);
    click(&mut editor, "A|B");
    // The row that has appeared moves nothing above it.
    assert_eq!(preview(&editor), area);
    let part = |picture: &Picture, from: usize, to: usize| -> Vec<_> {
        let rows = 40..picture.height - 40;
        rows.flat_map(|y| picture.pixels[y * picture.width + from..y * picture.width + to].to_vec()).collect()
    };
    let width = area.width() as usize;
    let wipe = |editor: &mut Editor, share: &str| {
        set(editor, "compare", share);
        editor.harness.hover_at(Pos2::new(400.0, 600.0));
        editor.settle();
        seen(editor)
    };
    let changes = |editor: &mut Editor| {
        let (new, old) = (wipe(editor, "0"), wipe(editor, "1"));
        let half = wipe(editor, "0.5");
        assert_eq!(part(&half, 20, width / 2 - 4), part(&old, 20, width / 2 - 4), "A is on the left");
        assert_eq!(part(&half, width / 2 + 4, width - 20), part(&new, width / 2 + 4, width - 20), "B on the right");
        (part(&new, 20, width - 20) != part(&old, 20, width - 20), old)
    };
    assert!(!changes(&mut editor).0, "nothing has changed yet");
    let node = editor.harness.get_by_label("node presence").rect();
    editor.click(node.center(), PointerButton::Primary);
    editor.press(Modifiers::NONE, Key::M);
    let (is_changed, old) = changes(&mut editor);
    assert!(is_changed, "B shows the graph with a muted node");
    editor.paint("compare.png");
    set(&mut editor, "z", "0.5");
    let (is_changed, moved) = changes(&mut editor);
    assert!(is_changed && moved.difference(&old) > 1.0, "A is rendered anew for the other depth");
    click(&mut editor, "Show the other");
    assert_eq!(part(&seen(&editor), 20, width - 20), part(&moved, 20, width - 20));
    editor.undo();
    assert!(!changes(&mut editor).0, "the node is there again");
    click(&mut editor, "A|B");
    assert!(editor.harness.query_by_label("compare").is_none());
}

#[test]
fn the_preview_fills_the_window_and_leaves_it() {
    let mut editor = Editor::new(1280.0, 720.0, Some(&small_marble()));
    editor.settle();
    let side = preview(&editor);
    editor.press(Modifiers::NONE, Key::V);
    editor.settle();
    editor.paint("filled.png");
    let filled = preview(&editor);
    assert!(filled.width() > 900.0 && filled.height() > 600.0, "{filled:?}");
    assert!(editor.harness.query_by_label("node presence").is_none(), "the canvas is away");
    assert!(editor.harness.query_by_label("Channel").is_some(), "the controls stay");
    editor.press(Modifiers::NONE, Key::Escape);
    editor.settle();
    assert_eq!(preview(&editor), side);
    assert!(editor.harness.query_by_label("node presence").is_some());
    click(&mut editor, "Fill the window");
    assert_eq!(preview(&editor), filled);
    click(&mut editor, "Shrink the preview");
    assert_eq!(preview(&editor), side);
}

#[test]
fn the_preview_has_a_window_of_its_own() {
    let mut editor = Editor::new(1280.0, 720.0, Some(&small_marble()));
    editor.settle();
    let side = preview(&editor);
    // Without windows of the platform, egui shows one inside this window.
    editor.press(Modifiers::SHIFT, Key::V);
    editor.settle();
    editor.paint("detached.png");
    let apart = preview(&editor);
    assert_ne!(apart, side);
    assert!(editor.harness.query_by_label("node presence").is_some(), "the canvas stays");
    click(&mut editor, "Detach the preview");
    assert_eq!(preview(&editor), side);
}

#[test]
fn a_plane_and_a_solid_are_shown_beside_each_other() {
    let mut editor = Editor::new(1280.0, 720.0, Some(&small_marble()));
    editor.settle();
    let whole = preview(&editor);
    click(&mut editor, "2D 3D");
    editor.press(Modifiers::NONE, Key::V);
    editor.harness.hover_at(Pos2::new(1100.0, 700.0));
    editor.settle();
    editor.paint("both.png");
    let plane = preview(&editor);
    let solid = editor.harness.get_by_label("Preview of the solid").rect();
    assert!(plane.right() < solid.left() && plane.height() == solid.height());
    let seen = |editor: &Editor, part: Rect| editor.painter.paint(&editor.harness).part(part);
    let before = [plane, solid].map(|part| seen(&editor, part));
    assert!(before[0].difference(&before[1]) > 1.0);
    editor.drag(solid.center(), solid.center() + egui::vec2(60.0, 0.0));
    editor.harness.hover_at(Pos2::new(1100.0, 700.0));
    editor.settle();
    assert!(seen(&editor, solid).difference(&before[1]) > 0.5, "the solid turns");
    assert_eq!(seen(&editor, plane).difference(&before[0]), 0.0, "the plane stays");
    editor.press(Modifiers::NONE, Key::V);
    click(&mut editor, "2D");
    assert_eq!(preview(&editor), whole);
}
