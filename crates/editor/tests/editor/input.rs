//! Events in their order, the keyboard in lists, and what is selected.

use egui::{Event, Key, Modifiers, PointerButton, Pos2, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

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

fn button(pos: Pos2, pressed: bool) -> Event {
    Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE }
}

fn key(key: Key, modifiers: Modifiers) -> [Event; 2] {
    let event = |pressed| Event::Key { key, physical_key: None, pressed, repeat: false, modifiers };
    [event(true), event(false)]
}

/// The center of the title of an item.
fn title(editor: &Editor, item: &str) -> Pos2 {
    let canvas = &editor.harness.state().canvas;
    let rects = canvas.rects(&editor.harness.ctx);
    let (_, rect) = rects.iter().find(|(name, _)| name == item).unwrap();
    canvas.to_screen(rect.center_top() + vec2(0.0, 12.0))
}

#[test]
fn adding_a_node_selects_only_that_node() {
    let mut editor = editor();
    editor.click(title(&editor, "outputs"), PointerButton::Primary);
    editor.click(editor.harness.state().canvas.area.center() - vec2(0.0, 60.0), PointerButton::Secondary);
    editor.harness.get_by_label("Search nodes").type_text("negate");
    editor.harness.run_steps(2);
    editor.press(Modifiers::NONE, Key::Enter);
    let outputs = editor.document().annotations.outputs;
    let from = title(&editor, "negate");
    editor.drag(from, from + vec2(0.0, -50.0));
    assert_eq!(editor.document().annotations.outputs, outputs, "the list of outputs stays");
}

#[test]
fn redo_beyond_the_end_does_nothing() {
    let mut editor = editor();
    let before = editor.document().clone();
    editor.click(editor.center_of("node free"), PointerButton::Primary);
    editor.press(Modifiers::NONE, Key::Delete);
    let after = editor.document().clone();
    for redo in [(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z), (Modifiers::COMMAND, Key::Y)] {
        editor.undo();
        assert_eq!(editor.document(), &before);
        for _ in 0..2 {
            editor.press(redo.0, redo.1);
            assert_eq!(editor.document(), &after, "{redo:?}");
        }
    }
}

#[test]
fn a_click_within_one_frame_counts() {
    let mut editor = editor();
    let free = editor.center_of("node free");
    editor.at_once([Event::PointerMoved(free), button(free, true), button(free, false)]);
    editor.press(Modifiers::NONE, Key::Delete);
    assert!(!editor.document().nodes.contains_key("free"));
}

#[test]
fn a_drag_belongs_to_what_was_pressed() {
    let mut editor = editor();
    let before = editor.document().clone();
    let free = editor.center_of("node free");
    let edge = Pos2::new(editor.harness.state().canvas.area.right(), free.y);
    editor.at_once([Event::PointerMoved(edge), button(edge, true), Event::PointerMoved(free)]);
    editor.at_once([Event::PointerMoved(free - vec2(30.0, 20.0))]);
    editor.at_once([button(free - vec2(30.0, 20.0), false)]);
    assert_eq!(editor.document().layout, before.layout, "the edge was dragged, not the node");
    assert!(editor.harness.state().canvas.area.right() < edge.x - 50.0, "the panel is wider");
}

#[test]
fn letters_reach_the_palette_that_was_opened_before_them() {
    let mut editor = editor();
    editor.harness.hover_at(editor.harness.state().canvas.area.center());
    editor.harness.run_steps(1);
    let typed = |letter, text: &str| {
        let [down, up] = key(letter, Modifiers::NONE);
        [down, Event::Text(text.to_owned()), up]
    };
    let events = key(Key::P, Modifiers::COMMAND).into_iter().chain(typed(Key::N, "n")).chain(typed(Key::E, "e"));
    editor.at_once(events);
    assert!(editor.document().annotations.frames.is_empty(), "no note was added");
    let field = editor.harness.get_by_label("Search commands");
    assert_eq!(field.accesskit_node().value().as_deref(), Some("ne"));
}

#[test]
fn tab_waits_for_the_keys_before_it() {
    let mut editor = editor();
    editor.harness.hover_at(editor.harness.state().canvas.area.center());
    editor.harness.run_steps(1);
    editor.at_once(key(Key::P, Modifiers::COMMAND).into_iter().chain(key(Key::Tab, Modifiers::NONE)));
    assert!(editor.harness.query_by_label("Search commands").is_some());
    assert!(editor.harness.query_by_label("Search nodes").is_none(), "Tab was pressed in the palette");
    editor.press(Modifiers::NONE, Key::Escape);
    let [down, up] = key(Key::N, Modifiers::NONE);
    let events = key(Key::Tab, Modifiers::NONE).into_iter().chain([down, Event::Text("n".to_owned()), up]);
    editor.at_once(events);
    let field = editor.harness.get_by_label("Search nodes");
    assert_eq!(field.accesskit_node().value().as_deref(), Some("n"), "the letter comes after Tab");
}

#[test]
fn escape_closes_the_list_and_not_the_window() {
    let mut editor = editor();
    editor.press(Modifiers::COMMAND, Key::E);
    editor.harness.get_by_label("bits").click();
    editor.harness.run_steps(3);
    assert!(editor.harness.query_by_label("16").is_some());
    editor.press(Modifiers::NONE, Key::Escape);
    assert!(editor.harness.query_by_label("16").is_none());
    assert!(editor.harness.query_by_label("bits").is_some(), "the window is still open");
    editor.press(Modifiers::NONE, Key::Escape);
    assert!(editor.harness.query_by_label("bits").is_none());
}

#[test]
fn arrow_keys_move_in_lists() {
    let mut editor = editor();
    editor.press(Modifiers::COMMAND, Key::E);
    let shown = |editor: &Editor| editor.harness.get_by_label("bits").accesskit_node().value();
    let before = shown(&editor);
    editor.harness.get_by_label("bits").click();
    editor.harness.run_steps(3);
    editor.press(Modifiers::NONE, Key::ArrowDown);
    editor.press(Modifiers::NONE, Key::Enter);
    assert_ne!(shown(&editor), before);
    let chosen = shown(&editor);
    editor.harness.get_by_label("bits").click();
    editor.harness.run_steps(3);
    editor.press(Modifiers::NONE, Key::ArrowUp);
    editor.press(Modifiers::NONE, Key::Escape);
    assert_eq!(shown(&editor), chosen, "Escape chooses nothing");
}

#[test]
fn everything_fits_beside_a_wide_panel() {
    let mut editor = Editor::new(800.0, 600.0, Some(&crate::support::small_marble()));
    editor.settle();
    let edge = Pos2::new(editor.harness.state().canvas.area.right(), 300.0);
    editor.drag(edge, Pos2::new(20.0, 300.0));
    editor.harness.hover_at(Pos2::new(400.0, 300.0));
    editor.press(Modifiers::NONE, Key::Home);
    editor.settle();
    editor.paint("wide-panel.png");
    let canvas = &editor.harness.state().canvas;
    for (name, rect) in canvas.rects(&editor.harness.ctx) {
        for corner in [rect.min, rect.max] {
            let point = canvas.to_screen(corner);
            assert!(canvas.area.contains(point), "{name} at {point} is outside {}", canvas.area);
        }
    }
}
