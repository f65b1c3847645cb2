//! The field for a formula.

use egui::{Key, Modifiers, PointerButton, Pos2, accesskit};
use egui_kittest::kittest::Queryable as _;
use travertine_graph::document::Input;
use travertine_graph::json::Value;

use crate::support::Editor;

fn editor(formula: &str) -> Editor {
    let mut editor = Editor::of(&format!(
        r#""nodes": {{"line": {{"type": "math/formula", "inputs": {{"formula": "{formula}"}}}}}},
        "outputs": {{"value": {{"node": "line"}}}},
        "layout": {{"line": [0, 0]}},
        "annotations": {{"outputs": [300, 0]}}"#
    ));
    let node = editor.center_of("node line");
    editor.click(node, PointerButton::Primary);
    editor
}

/// The field on the node.
fn field(editor: &Editor) -> Pos2 {
    let area = editor.harness.state().canvas.area;
    let fields = editor.harness.query_all_by_role_and_label(accesskit::Role::TextInput, "formula");
    fields.map(|field| field.rect().center()).find(|point| area.contains(*point)).unwrap()
}

/// Types over the formula on the node.
fn write(editor: &mut Editor, text: &str) {
    let on_node = field(editor);
    editor.click(on_node, PointerButton::Primary);
    editor.press(Modifiers::COMMAND, Key::A);
    editor.type_text(text);
}

fn held(editor: &Editor) -> Option<Input> {
    editor.document().nodes["line"].inputs.get("formula").cloned()
}

fn constant(text: &str) -> Option<Input> {
    Some(Input::Constant(Value::from(text)))
}

#[test]
fn only_formulas_reach_the_document() {
    let mut editor = editor("x*8");
    write(&mut editor, "fract(y)");
    assert_eq!(held(&editor), constant("fract(y)"));
    write(&mut editor, "fract(y) + tme");
    assert_eq!(held(&editor), constant("fract(y)"), "the last formula stays");
    let shown = |editor: &Editor, text: &str| editor.harness.query_all_by_label_contains(text).count() > 0;
    assert!(shown(&editor, "unknown name `tme` at character 12"));
    write(&mut editor, "fract(y) + time");
    assert_eq!(held(&editor), constant("fract(y) + time"));
    assert!(!shown(&editor, "unknown name"));
    write(&mut editor, "fract(");
    editor.paint("formula");
    while editor.harness.state().project.history().undo_label().is_some() {
        editor.command("Undo");
    }
    assert_eq!(held(&editor), constant("x*8"));
    assert!(!shown(&editor, "the formula ends"), "an undo replaces what was typed");
}

#[test]
fn a_formula_with_a_mistake_can_be_corrected() {
    let mut editor = editor("flor(x*8)");
    assert!(editor.harness.query_all_by_label_contains("did you mean `floor`?").count() > 0);
    write(&mut editor, "floor(x*8)");
    assert_eq!(held(&editor), constant("floor(x*8)"));
}
