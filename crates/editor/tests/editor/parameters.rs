//! The context menu of inputs, and the parameters of a graph.

use egui::{Key, Modifiers, PointerButton, Pos2, accesskit, vec2};
use egui_kittest::kittest::Queryable as _;
use travertine_graph::document::Input;
use travertine_graph::json::Value;

use crate::support::{Editor, bundled};

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
    assert!(commands.iter().any(|command| *command == egui::OutputCommand::CopyText("5".to_owned())), "{commands:?}");
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
    let offered = |name: &str| editor.harness.query_all_by_role_and_label(accesskit::Role::Button, name).count();
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
    editor.paint("parameter-details.png");
    type_into(&mut editor, "Name of the parameter", "detail");
    assert_eq!(names(&editor), ["size", "detail", "seed"]);
    assert_eq!(held(&editor, "scale"), Some(Input::Parameter("detail".to_owned())), "what it drives follows");
    choose(&mut editor, "Remove");
    assert_eq!(names(&editor), ["size", "seed"]);
    for _ in 0..4 {
        editor.undo();
    }
    assert_eq!(names(&editor), ["size", "seed"]);
    assert!(matches!(held(&editor, "scale"), Some(Input::Constant(_))));
}

/// Types into a field, and leaves it by Enter.
fn type_into(editor: &mut Editor, label: &str, text: &str) {
    let field = editor.harness.get_by_label(label);
    field.focus();
    editor.harness.run_steps(1);
    editor.press(Modifiers::COMMAND, Key::A);
    editor.type_text(text);
    editor.press(Modifiers::NONE, Key::Enter);
}

#[test]
fn what_a_parameter_is_is_edited_in_place() {
    let mut editor = editor();
    choose(&mut editor, "Parameters tab");
    assert!(editor.harness.query_by_label("node noise").is_some(), "the node stays selected");
    choose(&mut editor, "Change parameter size");
    type_into(&mut editor, "Section of the parameter", "Look");
    type_into(&mut editor, "Unit of the parameter", "cells");
    type_into(&mut editor, "Description of the parameter", "How fine it is.");
    type_into(&mut editor, "Minimum of the parameter", "1/2");
    type_into(&mut editor, "Maximum of the parameter", "2");
    type_into(&mut editor, "Step of the parameter", "0.25");
    let parameter = editor.document().parameters[0].1.clone();
    let shown = |number: &Option<travertine_graph::json::Number>| number.as_ref().map(ToString::to_string);
    assert_eq!((shown(&parameter.min), shown(&parameter.max)), (Some("0.5".to_owned()), Some("2".to_owned())));
    assert_eq!(shown(&parameter.step), Some("0.25".to_owned()));
    assert_eq!(parameter.default, Some(Value::from(2)), "it moved into the range");
    assert_eq!(parameter.section.as_deref(), Some("Look"));
    assert_eq!(parameter.unit.as_deref(), Some("cells"));
    assert!(parameter.description.unwrap().starts_with("How fine it is."));
    type_into(&mut editor, "Maximum of the parameter", "0.1");
    assert_eq!(shown(&editor.document().parameters[0].1.max).as_deref(), Some("2"), "it is refused");
    editor.harness.get_by_label("Maximum of the parameter").focus();
    editor.harness.run_steps(1);
    editor.press(Modifiers::COMMAND, Key::A);
    editor.press(Modifiers::NONE, Key::Backspace);
    editor.press(Modifiers::NONE, Key::Enter);
    assert_eq!(editor.document().parameters[0].1.max, None);
}

#[test]
fn tabs_follow_the_selection() {
    let mut editor = editor();
    let shows = |editor: &Editor, label: &str| editor.harness.query_by_label(label).is_some();
    assert!(!shows(&editor, "Change parameter size"), "the selected node is shown");
    choose(&mut editor, "Graph tab");
    assert!(shows(&editor, "Category in menus"));
    let node = editor.center_of("node noise");
    let aside = editor.harness.state().canvas.area.left_bottom() + vec2(20.0, -20.0);
    editor.click(aside, PointerButton::Primary);
    assert!(shows(&editor, "Category in menus"), "it stays");
    choose(&mut editor, "Parameters tab");
    assert!(shows(&editor, "Change parameter size"));
    editor.click(node, PointerButton::Primary);
    assert!(!shows(&editor, "Change parameter size"));
    editor.click(aside, PointerButton::Primary);
    assert!(shows(&editor, "Change parameter size"), "the tab before the selection is back");
    choose(&mut editor, "Node tab");
    assert!(shows(&editor, "Select a node to see its inputs here."));
    editor.click(node, PointerButton::Primary);
    for shown in [true, false] {
        editor.press(Modifiers::NONE, Key::I);
        assert_eq!(shows(&editor, "Change parameter size"), shown);
    }
}

fn defaults(editor: &Editor) -> Vec<Value> {
    let parameters = editor.document().parameters.iter();
    parameters.map(|(_, parameter)| parameter.default.clone().unwrap()).collect()
}

#[test]
fn the_dice_varies_what_is_not_locked() {
    let mut editor = editor();
    choose(&mut editor, "Parameters tab");
    let before = defaults(&editor);
    choose(&mut editor, "Dice");
    choose(&mut editor, "Lock seed");
    choose(&mut editor, "Roll");
    let first = defaults(&editor);
    assert_ne!(first[0], before[0]);
    assert_eq!(first[1], before[1], "it is locked");
    editor.paint("dice.png");
    let number = editor.harness.get_by_label("Number of the roll");
    let rolled = number.value().unwrap();
    choose(&mut editor, "Roll");
    assert_ne!(defaults(&editor), first);
    type_into(&mut editor, "Number of the roll", &rolled);
    assert_eq!(defaults(&editor), first, "the same number is the same look");
    for _ in 0..3 {
        editor.undo();
    }
    assert_eq!(defaults(&editor), before);
    assert_eq!(editor.harness.state().project.history().undo_label(), None);
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
    let Some(Input::Constant(Value::Number(seed))) = held(&editor, "seed") else { panic!("there is no seed") };
    assert_eq!(seed.as_f32(), Some(7.0), "all of it is typed over");
}

#[test]
fn dragging_ends_at_the_range_of_the_slider() {
    let mut editor = editor();
    let definition = editor.harness.state().project.outline().definition("noise").cloned().unwrap();
    let input = definition.inputs.iter().find(|input| input.name == "max").unwrap();
    let (soft, hard) = (input.soft.clone().unwrap(), input.hard.clone());
    assert!(hard.is_none_or(|hard| hard.end() > soft.end()));
    editor.harness.get_by_label("more inputs of noise").click();
    editor.harness.run_steps(4);
    let point = value(&editor, "max");
    editor.drag(point, point + vec2(300.0, 0.0));
    let Some(Input::Constant(Value::Number(max))) = held(&editor, "max") else { panic!("it was not dragged") };
    assert_eq!(max.as_f32(), Some(*soft.end()));
}

#[test]
fn a_scale_is_dragged_by_factors() {
    let mut editor = editor();
    let definition = editor.harness.state().project.outline().definition("noise").cloned().unwrap();
    let input = definition.inputs.iter().find(|input| input.name == "scale").unwrap();
    let soft = input.soft.clone().unwrap();
    assert!(*soft.start() > 0.0 && soft.end() / soft.start() > 16.0, "{soft:?}");
    let scale = |editor: &Editor| match held(editor, "scale") {
        Some(Input::Constant(Value::Number(scale))) => scale.as_f32().unwrap(),
        other => panic!("{other:?}"),
    };
    let point = value(&editor, "scale");
    editor.drag(point, point + vec2(20.0, 0.0));
    let up = scale(&editor) / 5.0;
    editor.undo();
    editor.drag(point, point - vec2(20.0, 0.0));
    let down = 5.0 / scale(&editor);
    assert!(up > 1.3 && (up / down - 1.0).abs() < 0.2, "both ways are the same factor: {up} and {down}");
    editor.drag(point, point - vec2(300.0, 0.0));
    assert_eq!(scale(&editor), *soft.start());
}

/// Parameters of a bundled graph, with the dice and details, in both themes and a small window.
#[test]
fn rows_of_parameters_fit_into_a_small_window() {
    for theme in [egui::Theme::Dark, egui::Theme::Light] {
        let mut editor = Editor::new(800.0, 600.0, Some(&bundled("marble")));
        editor.harness.ctx.set_theme(theme);
        editor.settle();
        choose(&mut editor, "Dice");
        choose(&mut editor, "Roll");
        let (name, _) = editor.document().parameters[0].clone();
        editor.settle();
        editor.paint(&format!("parameters-small-{theme:?}.png"));
        let window = editor.harness.ctx.content_rect();
        for label in [format!("Lock {name}"), format!("Change parameter {name}"), "Number of the roll".to_owned()] {
            let rect = editor.harness.get_by_label(&label).rect();
            assert!(window.contains_rect(rect), "{label} is cut off: {rect:?}");
        }
        choose(&mut editor, &format!("Change parameter {name}"));
        editor.paint(&format!("details-small-{theme:?}.png"));
    }
}

#[test]
fn details_that_open_are_in_view() {
    let mut editor = editor();
    editor.harness.set_size(vec2(1280.0, 680.0));
    editor.settle();
    for label in ["Parameters tab", "Change parameter seed"] {
        editor.harness.get_by_label(label).click();
        editor.settle();
    }
    editor.harness.run_steps(60);
    editor.paint("details-in-view.png");
    let details = editor.harness.get_by_label("Description of the parameter").rect();
    let status = editor.harness.get_by_label_contains("1 node").rect();
    assert!(details.bottom() < status.top(), "{details:?}");
}
