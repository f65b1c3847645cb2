//! What a right click on an input offers, and the parameters of a graph.

use egui::{Key, Modifiers, PointerButton, accesskit};
use egui_kittest::kittest::Queryable as _;
use travertine_graph::document::Input;

use crate::support::Editor;

fn editor() -> Editor {
    let mut editor = Editor::of(
        r#""parameters": {"size": {"type": "float", "default": 3}, "seed": {"type": "seed", "default": 1}},
        "nodes": {"noise": {"type": "noise/perlin", "inputs": {"scale": 5}}},
        "outputs": {"value": {"node": "noise"}},
        "layout": {"noise": [0, 0]},
        "annotations": {"outputs": [300, 0]}"#,
    );
    let node = editor.place("node noise");
    editor.click(node, PointerButton::Primary);
    editor
}

/// Right-clicks the value of an input on the node, not its name.
fn menu(editor: &mut Editor, input: &str) {
    let area = editor.harness.state().canvas.area;
    let fields = editor.harness.query_all_by_role_and_label(accesskit::Role::SpinButton, input);
    let on_node = fields.map(|field| field.rect().center()).find(|place| area.contains(*place)).unwrap();
    editor.click(on_node, PointerButton::Secondary);
    editor.harness.run_steps(2);
}

fn choose(editor: &mut Editor, label: &str) {
    editor.harness.get_by_label(label).click();
    editor.harness.run_steps(3);
}

fn held(editor: &Editor, input: &str) -> Option<Input> {
    editor.document().nodes["noise"].inputs.get(input).cloned()
}

fn names(editor: &Editor) -> Vec<&str> {
    editor.document().parameters.iter().map(|(name, _)| name.as_str()).collect()
}

#[test]
fn an_input_is_reset_copied_and_exposed() {
    let mut editor = editor();
    menu(&mut editor, "scale");
    editor.harness.get_by_label("Copy value").click();
    editor.harness.run_steps(1);
    let commands = &editor.harness.output().platform_output.commands;
    assert!(
        commands.iter().any(|command| *command == egui::OutputCommand::CopyText("5".to_owned())),
        "{commands:?}"
    );
    editor.harness.run_steps(2);
    menu(&mut editor, "scale");
    choose(&mut editor, "Expose as a parameter");
    assert_eq!(held(&editor, "scale"), Some(Input::Parameter("scale".to_owned())));
    assert_eq!(names(&editor), ["size", "seed", "scale"]);
    editor.undo();
    menu(&mut editor, "scale");
    choose(&mut editor, "Reset to default");
    assert_eq!(held(&editor, "scale"), None);
}

#[test]
fn an_input_is_driven_by_a_parameter_that_fits() {
    let mut editor = editor();
    menu(&mut editor, "scale");
    editor.harness.get_by_label_contains("Use a parameter").click();
    editor.harness.run_steps(3);
    let offered =
        |name: &str| editor.harness.query_all_by_role_and_label(accesskit::Role::Button, name).count();
    assert_eq!((offered("size"), offered("seed")), (1, 0), "a seed drives no scale");
    let sizes = editor.harness.query_all_by_role_and_label(accesskit::Role::Button, "size");
    sizes.into_iter().next().expect("it is offered").click();
    editor.harness.run_steps(3);
    assert_eq!(held(&editor, "scale"), Some(Input::Parameter("size".to_owned())));
}

#[test]
fn parameters_are_renamed_moved_and_removed() {
    let mut editor = editor();
    menu(&mut editor, "scale");
    editor.paint("input-menu.png");
    choose(&mut editor, "Expose as a parameter");
    let aside = editor.harness.state().canvas.area.left_bottom() + egui::vec2(20.0, -20.0);
    editor.click(aside, PointerButton::Primary);
    choose(&mut editor, "Change parameter scale");
    choose(&mut editor, "Move up");
    assert_eq!(names(&editor), ["size", "scale", "seed"]);
    choose(&mut editor, "Change parameter scale");
    editor.paint("parameter-menu.png");
    let field = editor.harness.get_by_label("Name of the parameter");
    field.focus();
    editor.harness.run_steps(1);
    editor.press(Modifiers::COMMAND, Key::A);
    editor.type_text("detail");
    editor.press(Modifiers::NONE, Key::Enter);
    assert_eq!(names(&editor), ["size", "detail", "seed"]);
    assert_eq!(held(&editor, "scale"), Some(Input::Parameter("detail".to_owned())), "what it drives follows");
    choose(&mut editor, "Change parameter detail");
    choose(&mut editor, "Remove");
    assert_eq!(names(&editor), ["size", "seed"]);
    for _ in 0..4 {
        editor.undo();
    }
    assert_eq!(names(&editor), ["size", "seed"]);
    assert!(matches!(held(&editor, "scale"), Some(Input::Constant(_))));
}
