//! The context menu of inputs, and the parameters of a graph.

use egui::{Key, Modifiers, PointerButton, Pos2, accesskit, vec2};
use egui_kittest::kittest::Queryable as _;
use travertine_graph::document::Input;
use travertine_graph::json::Value;

use crate::support::Editor;

fn editor() -> Editor {
    let mut editor = Editor::of(
        r#""parameters": {"size": {"type": "float", "default": 3}, "seed": {"type": "seed", "default": 1}},
        "nodes": {"noise": {"type": "noise/perlin", "inputs": {"scale": 5}}},
        "outputs": {"value": {"node": "noise"}},
        "layout": {"noise": [0, 0]},
        "annotations": {"outputs": [300, 0]}"#,
    );
    // Tall enough for the menus of all parameters.
    editor.harness.set_size(vec2(1280.0, 900.0));
    editor.settle();
    let node = editor.center_of("node noise");
    editor.click(node, PointerButton::Primary);
    editor
}

/// The position of an input's value on the node.
fn value(editor: &Editor, input: &str) -> Pos2 {
    let area = editor.harness.state().canvas.area;
    let fields = editor.harness.query_all_by_role_and_label(accesskit::Role::SpinButton, input);
    fields.map(|field| field.rect().center()).find(|point| area.contains(*point)).unwrap()
}

/// Right-clicks the value of an input on the node, not its name.
fn menu(editor: &mut Editor, input: &str) {
    let on_node = value(editor, input);
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
fn an_input_is_driven_by_a_fitting_parameter() {
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
    let aside = editor.harness.state().canvas.area.left_bottom() + vec2(20.0, -20.0);
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

#[test]
fn an_unedited_number_stays_exact() {
    let inputs = r#"{"scale": 0.33333334, "max": 0.66666667, "seed": 4294967295}"#;
    let mut editor = Editor::of(&format!(
        r#""nodes": {{"noise": {{"type": "noise/perlin", "inputs": {inputs}}}}}, "layout": {{"noise": [0, 0]}}"#
    ));
    let before = editor.document().clone();
    for input in ["scale", "max", "seed"] {
        let on_node = value(&editor, input);
        editor.click(on_node, PointerButton::Primary);
        editor.press(Modifiers::NONE, Key::Tab);
    }
    let on_node = value(&editor, "octaves");
    editor.click(on_node, PointerButton::Primary);
    for _ in 0..10 {
        editor.press(Modifiers::NONE, Key::Tab);
    }
    for _ in 0..12 {
        editor.press(Modifiers::SHIFT, Key::Tab);
    }
    assert_eq!(*editor.document(), before);
    assert_eq!(editor.harness.state().project.history().undo_label(), None);
    let on_node = value(&editor, "seed");
    editor.click(on_node, PointerButton::Primary);
    editor.type_text("7");
    editor.press(Modifiers::NONE, Key::Enter);
    let Some(Input::Constant(Value::Number(seed))) = held(&editor, "seed") else {
        panic!("there is no seed")
    };
    assert_eq!(seed.as_f32(), Some(7.0), "all of it is typed over");
}

#[test]
fn dragging_ends_at_the_range_of_the_slider() {
    let mut editor = editor();
    let definition = editor.harness.state().project.outline().definition("noise").cloned().unwrap();
    let input = definition.inputs.iter().find(|input| input.name == "max").unwrap();
    let (soft, hard) = (input.soft.clone().unwrap(), input.hard.clone());
    assert!(hard.is_none_or(|hard| hard.end() > soft.end()));
    let point = value(&editor, "max");
    editor.drag(point, point + vec2(300.0, 0.0));
    let Some(Input::Constant(Value::Number(max))) = held(&editor, "max") else {
        panic!("it was not dragged")
    };
    assert_eq!(max.as_f32(), Some(*soft.end()));
}
