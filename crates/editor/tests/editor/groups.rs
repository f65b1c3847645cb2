//! Groups: made, entered, changed, left and taken apart.

use egui::{Key, Modifiers, PointerButton};
use egui_kittest::kittest::Queryable as _;

use crate::support::Editor;

const ALT: Modifiers = Modifiers::COMMAND.plus(Modifiers::ALT);

/// Two nodes that can be a group, between two others.
fn editor() -> Editor {
    Editor::of(
        r#""name": "Floor", "nodes": {
            "noise": {"type": "noise/perlin"},
            "fold": {"type": "math/absolute", "inputs": {"value": {"node": "noise"}}},
            "half": {"type": "math/multiply", "inputs": {"a": {"node": "fold"}, "b": 0.5}},
            "ramp": {"type": "color/ramp", "inputs": {"value": {"node": "half"}}}},
        "outputs": {"color": {"node": "ramp"}},
        "layout": {"noise": [0, 0], "fold": [260, 0], "half": [260, 240], "ramp": [540, 0]},
        "annotations": {"outputs": [820, 0], "frames": {"inner": {"title": "Soften", "rectangle": [230, -50, 290, 560]}}}"#,
    )
}

fn select(editor: &mut Editor, ids: &[&str]) {
    editor.harness.state_mut().canvas.selection.nodes = ids.iter().map(|id| (*id).to_owned()).collect();
    editor.harness.hover_at(editor.harness.state().canvas.area.center());
    editor.harness.run_steps(2);
}

fn path(editor: &Editor) -> Vec<String> {
    editor.harness.state().project.history().path().to_vec()
}

fn grouped() -> Editor {
    let mut editor = editor();
    select(&mut editor, &["fold", "half"]);
    editor.press(ALT, Key::G);
    editor.settle();
    editor
}

#[test]
fn a_selection_becomes_a_group_and_comes_apart() {
    let mut editor = editor();
    let before = editor.document().to_json();
    select(&mut editor, &["fold", "half"]);
    editor.press(ALT, Key::G);
    let document = editor.document();
    assert_eq!(document.nodes.keys().collect::<Vec<_>>(), ["group", "noise", "ramp"]);
    let inside = &document.groups["group"].document;
    assert!(inside.annotations.frames.contains_key("inner"), "the frame around them comes along");
    assert_eq!(editor.harness.state().canvas.selection.nodes.first().map(String::as_str), Some("group"));
    editor.settle();
    editor.press(ALT.plus(Modifiers::SHIFT), Key::G);
    assert_eq!(editor.document().to_json(), before);
    editor.undo();
    editor.undo();
    assert_eq!(editor.document().to_json(), before);
}

#[test]
fn the_keyboard_enters_and_leaves() {
    let mut editor = grouped();
    let view = |editor: &Editor| {
        let canvas = &editor.harness.state().canvas;
        (canvas.zoom(), canvas.to_screen(egui::pos2(0.0, 0.0)).round())
    };
    let before = view(&editor);
    editor.press(Modifiers::NONE, Key::Tab);
    assert_eq!(path(&editor), ["group"]);
    editor.settle();
    assert!(editor.harness.query_by_label("node fold").is_some());
    assert!(editor.harness.query_by_label("node ramp").is_none());
    editor.harness.hover_at(editor.harness.state().canvas.area.center());
    editor.press(Modifiers::SHIFT, Key::Tab);
    assert!(path(&editor).is_empty());
    assert!(editor.harness.query_by_label("node ramp").is_some());
    editor.settle();
    assert_eq!(view(&editor), before, "the view is where it was");
    // With nothing selected, Tab adds a node.
    select(&mut editor, &[]);
    editor.press(Modifiers::NONE, Key::Tab);
    assert!(editor.harness.query_by_label("Search nodes").is_some());
}

#[test]
fn a_double_click_enters_and_the_trail_leads_out() {
    let mut editor = grouped();
    let title = editor.center_of("node group");
    editor.double_click(title);
    assert_eq!(path(&editor), ["group"]);
    editor.settle();
    select(&mut editor, &["fold"]);
    editor.press(ALT, Key::G);
    editor.settle();
    editor.press(Modifiers::NONE, Key::Tab);
    editor.settle();
    assert_eq!(path(&editor), ["group", "group"]);
    editor.harness.get_by_label("graph.json").click();
    editor.harness.run_steps(3);
    assert!(path(&editor).is_empty());
    editor.undo();
    assert_eq!(path(&editor), ["group"], "undo shows the place of the change");
    assert!(editor.document().groups["group"].document.groups.is_empty());
}

#[test]
fn changes_inside_change_every_instance() {
    let mut editor = grouped();
    select(&mut editor, &["group"]);
    editor.press(Modifiers::COMMAND, Key::D);
    assert!(editor.document().nodes.contains_key("group_2"));
    assert_eq!(editor.document().groups.len(), 1);
    // The copy stays where it is instead of following the pointer.
    editor.press(Modifiers::NONE, Key::Escape);
    let title = editor.center_of("node group_2");
    editor.double_click(title);
    editor.settle();
    assert!(editor.harness.query_by_label("as in group_2").is_some(), "its pictures are shown");
    select(&mut editor, &["half"]);
    editor.press(Modifiers::NONE, Key::M);
    assert!(editor.document().groups["group"].document.nodes["half"].muted);
    // Inputs inside are exposed, and appear at the instances.
    let field = editor.harness.get_all_by_label("b").next().unwrap().rect().center();
    editor.click(field, PointerButton::Secondary);
    editor.harness.get_by_label("Expose as a parameter").click();
    editor.harness.run_steps(3);
    editor.harness.hover_at(editor.harness.state().canvas.area.center());
    editor.press(Modifiers::SHIFT, Key::Tab);
    editor.settle();
    let outline = editor.harness.state().project.outline();
    let inputs = |id: &str| outline.definition(id).unwrap().inputs.len();
    assert_eq!((inputs("group"), inputs("group_2")), (2, 2));
}

#[test]
fn groups_are_found_by_their_words() {
    let mut editor = grouped();
    select(&mut editor, &["group"]);
    editor.press(Modifiers::NONE, Key::Tab);
    editor.settle();
    select(&mut editor, &[]);
    editor.harness.get_by_label("Graph tab").click();
    editor.harness.run_steps(3);
    editor.harness.get_by_label("Category in menus").click();
    editor.harness.run_steps(2);
    editor.type_text("surface");
    editor.harness.get_by_label("Search words").click();
    editor.harness.run_steps(2);
    editor.type_text("velvet soft");
    editor.press(Modifiers::NONE, Key::Escape);
    editor.harness.hover_at(editor.harness.state().canvas.area.center());
    editor.harness.run_steps(2);
    editor.command("Leave group");
    assert!(path(&editor).is_empty());
    let document = &editor.document().groups["group"].document;
    assert_eq!(document.category.as_deref(), Some("surface"));
    assert_eq!(document.search, ["velvet", "soft"]);
    editor.command("add velvet");
    assert!(editor.document().nodes.contains_key("group_2"));
    editor.press(Modifiers::NONE, Key::Space);
    editor.harness.get_by_label("Search nodes").type_text("velv");
    editor.harness.run_steps(2);
    editor.press(Modifiers::NONE, Key::Enter);
    assert!(editor.document().nodes.contains_key("group_3"));
}

#[test]
fn an_error_inside_is_shown_at_the_instance() {
    let mut editor = grouped();
    select(&mut editor, &["group"]);
    editor.press(Modifiers::NONE, Key::Tab);
    editor.settle();
    select(&mut editor, &["fold", "half"]);
    editor.press(Modifiers::NONE, Key::Delete);
    editor.settle();
    editor.command("Leave group");
    editor.settle();
    let problems = editor.harness.state().project.problems();
    assert!(problems.of_node("group").is_some_and(|problem| problem.text.contains("in group")), "{problems:?}");
}

/// How groups look, in both themes and two sizes.
#[test]
fn groups_are_seen() {
    for (name, width, height) in [("small", 1280.0, 720.0), ("large", 2560.0, 1440.0)] {
        for theme in [egui::Theme::Dark, egui::Theme::Light] {
            let mut editor = grouped();
            editor.harness.set_size(egui::vec2(width, height));
            editor.harness.ctx.set_theme(theme);
            select(&mut editor, &["group"]);
            editor.press(Modifiers::NONE, Key::Home);
            editor.settle();
            editor.paint(&format!("group-{name}-{theme:?}.png"));
            editor.press(Modifiers::NONE, Key::Tab);
            editor.settle();
            editor.paint(&format!("inside-{name}-{theme:?}.png"));
            let trail = editor.harness.get_by_label("graph.json").rect();
            assert!(editor.harness.ctx.content_rect().contains_rect(trail));
        }
    }
}
