//! Curves.

use egui::{Key, Modifiers, PointerButton, Rect, accesskit};
use egui_kittest::kittest::Queryable as _;
use travertine_editing::{Held, Socket};
use travertine_graph::constant::Constant;

use crate::support::Editor;

/// An editor with a selected curve.
fn editor() -> Editor {
    let mut editor = Editor::of(
        r#""nodes": {
            "noise": {"type": "noise/perlin"},
            "curve": {"type": "math/curve", "inputs": {"value": {"node": "noise"},
                "curve": {"points": [[0, 0], [0.25, 0.75], [1, 1]]}}}},
        "outputs": {"value": {"node": "curve"}},
        "layout": {"noise": [0, 0], "curve": [300, 0]},
        "annotations": {"outputs": [600, 0]}"#,
    );
    editor.harness.set_size(egui::vec2(1280.0, 1000.0));
    editor.settle();
    editor.click(editor.center_of("node curve"), PointerButton::Primary);
    editor.settle();
    editor
}

fn points(editor: &Editor) -> Vec<[f32; 2]> {
    match editor.harness.state().project.outline().held(&Socket::new("curve", "curve")) {
        Some(Held::Constant { value: Constant::Curve(curve), .. }) => curve.points,
        other => panic!("the input holds no curve: {other:?}"),
    }
}

/// The plot in the inspector.
fn plot(editor: &Editor) -> Rect {
    let area = editor.harness.state().canvas.area;
    let plots = editor.harness.query_all_by_label_contains("curve, 3 points").map(|plot| plot.rect());
    plots.into_iter().find(|rect| !area.contains(rect.center())).unwrap()
}

fn choose_point(editor: &mut Editor, number: usize) {
    let area = editor.harness.state().canvas.area;
    let label = format!("curve: point {number}");
    let handles = editor.harness.query_all_by_label(&label).map(|handle| handle.rect().center());
    let handle = handles.into_iter().find(|point| !area.contains(*point)).unwrap();
    editor.click(handle, PointerButton::Primary);
}

#[test]
fn points_are_typed_and_moved_by_keys() {
    let mut editor = editor();
    let before = editor.document().clone();
    choose_point(&mut editor, 2);
    editor.press(Modifiers::NONE, Key::ArrowRight);
    assert_eq!(points(&editor)[1], [0.27, 0.75]);
    editor.undo();
    let field = editor.center_of("curve: y of point 2");
    editor.click(field, PointerButton::Primary);
    editor.press(Modifiers::COMMAND, Key::A);
    editor.type_text("1/8");
    editor.press(Modifiers::NONE, Key::Enter);
    assert_eq!(points(&editor)[1], [0.25, 0.125]);
    editor.undo();
    choose_point(&mut editor, 2);
    editor.press(Modifiers::NONE, Key::Delete);
    assert_eq!(points(&editor), [[0.0, 0.0], [1.0, 1.0]]);
    assert!(editor.document().nodes.contains_key("curve"), "the key is for the point");
    editor.undo();
    assert_eq!(editor.document(), &before);
}

#[test]
fn a_curve_starts_from_a_preset() {
    let mut editor = editor();
    let before = editor.document().clone();
    editor.harness.get_by_role_and_label(accesskit::Role::ComboBox, "curve: preset").click();
    editor.harness.run_steps(3);
    editor.paint("curve-presets.png");
    editor.harness.get_by_label("Inverse").click();
    editor.harness.run_steps(3);
    assert_eq!(points(&editor), [[0.0, 1.0], [1.0, 0.0]]);
    editor.undo();
    assert_eq!(editor.document(), &before);
}

#[test]
fn the_values_of_the_input_are_behind_the_curve() {
    let mut editor = editor();
    let area = plot(&editor);
    let behind = editor.painter.paint(&editor.harness).part(area);
    editor.paint("curve-dark.png");
    editor.harness.ctx.set_theme(egui::Theme::Light);
    editor.settle();
    editor.paint("curve-light.png");
    editor.harness.ctx.set_theme(egui::Theme::Dark);
    let action = travertine_editing::actions::disconnect(&Socket::new("curve", "value"));
    editor.harness.state_mut().project.apply(action, None).unwrap();
    editor.settle();
    let without = editor.painter.paint(&editor.harness).part(area);
    assert!(behind.difference(&without) > 1.0, "{}", behind.difference(&without));
}
