//! The field for a text that is drawn.

use egui::{Key, Modifiers, PointerButton, Pos2, accesskit};
use egui_kittest::kittest::Queryable as _;
use travertine_graph::document::Input;
use travertine_graph::json::Value;

use crate::support::Editor;

fn editor(text: &str) -> Editor {
    let mut editor = Editor::of(&format!(
        r#""nodes": {{"label": {{"type": "input/text", "inputs": {{"text": "{text}"}}}}}},
        "outputs": {{"value": {{"node": "label"}}}},
        "layout": {{"label": [0, 0]}},
        "annotations": {{"outputs": [300, 0]}}"#
    ));
    let node = editor.center_of("node label");
    editor.click(node, PointerButton::Primary);
    editor
}

/// The field on the node, which has several lines.
fn field(editor: &Editor) -> Pos2 {
    let area = editor.harness.state().canvas.area;
    let fields = editor.harness.query_all_by_role_and_label(accesskit::Role::MultilineTextInput, "text");
    fields.map(|field| field.rect().center()).find(|point| area.contains(*point)).unwrap()
}

fn held(editor: &Editor) -> Option<Input> {
    editor.document().nodes["label"].inputs.get("text").cloned()
}

fn constant(text: &str) -> Option<Input> {
    Some(Input::Constant(Value::from(text)))
}

#[test]
fn a_text_of_several_lines_is_typed_on_the_node() {
    let mut editor = editor("Tea");
    let on_node = field(&editor);
    editor.click(on_node, PointerButton::Primary);
    editor.press(Modifiers::COMMAND, Key::A);
    editor.type_text("Toys");
    editor.press(Modifiers::NONE, Key::Enter);
    editor.type_text("& Tea");
    assert_eq!(held(&editor), constant("Toys\n& Tea"));
    editor.type_text("中");
    assert_eq!(held(&editor), constant("Toys\n& Tea"), "the last text that can be written stays");
    let shown = |editor: &Editor| {
        editor.harness.query_all_by_label_contains("no glyph for `中`, character 6 of line 2").count() > 0
    };
    assert!(shown(&editor));
    editor.paint("text");
    editor.press(Modifiers::NONE, Key::Backspace);
    assert!(!shown(&editor));
    while editor.harness.state().project.history().undo_label().is_some() {
        editor.command("Undo");
    }
    assert_eq!(held(&editor), constant("Tea"));
}

#[test]
fn a_text_with_a_mistake_can_be_corrected() {
    let mut editor = editor("Tea 中");
    assert!(editor.harness.query_all_by_label_contains("no glyph for `中`").count() > 0);
    let on_node = field(&editor);
    editor.click(on_node, PointerButton::Primary);
    editor.press(Modifiers::COMMAND, Key::A);
    editor.type_text("Tea");
    assert_eq!(held(&editor), constant("Tea"));
}
