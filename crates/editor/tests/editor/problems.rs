//! Errors and warnings: found, shown at their nodes, and corrected.

use egui::accesskit::Role;
use egui::{Color32, Key, Modifiers, PointerButton, Pos2, Rect};
use egui_kittest::kittest::Queryable as _;
use travertine_graph::document::Input;
use travertine_graph::json::Value;

use crate::support::Editor;

/// A node with a number beyond its range, far right of another, and a parameter beyond its own.
fn editor() -> Editor {
    Editor::of(
        r#""parameters": {"size": {"type": "float", "default": 9, "min": 0, "max": 1}},
        "nodes": {
            "good": {"type": "noise/perlin", "inputs": {"scale": {"parameter": "size"}}},
            "bad": {"type": "noise/perlin", "inputs": {"octaves": 99}}},
        "outputs": {"value": {"node": "good"}},
        "layout": {"good": [0, 0], "bad": [6000, 0]},
        "annotations": {"outputs": [300, 0]}"#,
    )
}

fn click(editor: &mut Editor, label: &str) {
    editor.harness.get_by_label(label).click();
    editor.harness.run_steps(3);
}

/// The rectangle of a node on the screen.
fn rect(editor: &Editor, id: &str) -> Rect {
    let canvas = &editor.harness.state().canvas;
    let (_, rect) = canvas.rects(&editor.harness.ctx).into_iter().find(|(other, _)| other == id).unwrap();
    Rect::from_min_max(canvas.to_screen(rect.min), canvas.to_screen(rect.max))
}

/// Types a number into the field with this name at this place.
fn type_into(editor: &mut Editor, name: &str, is_meant: impl Fn(Pos2) -> bool, text: &str) {
    let fields = editor.harness.query_all_by_role_and_label(Role::SpinButton, name);
    let field = fields.map(|field| field.rect().center()).find(|point| is_meant(*point)).unwrap();
    editor.click(field, PointerButton::Primary);
    editor.type_text(text);
    editor.press(Modifiers::NONE, Key::Enter);
    editor.settle();
}

#[test]
fn a_click_on_a_problem_shows_its_node() {
    let mut editor = editor();
    editor.harness.state_mut().canvas.zoom_to(1.0);
    editor.harness.run_steps(3);
    let area = editor.harness.state().canvas.area;
    assert!(!area.intersects(rect(&editor, "bad")));
    click(&mut editor, "2 problems");
    let row = editor.harness.get_by_label_contains("bad: octaves").rect().center();
    editor.paint("problems.png");
    editor.click(row, PointerButton::Primary);
    editor.harness.run_steps(3);
    let canvas = &editor.harness.state().canvas;
    assert_eq!(canvas.selection.only_node().map(String::as_str), Some("bad"));
    assert!(rect(&editor, "bad").center().distance(area.center()) < 2.0, "it is in the middle");
    editor.paint("problem.png");
}

#[test]
fn a_number_beyond_its_range_can_be_corrected() {
    let mut editor = editor();
    click(&mut editor, "2 problems");
    let row = editor.harness.get_by_label_contains("bad: octaves").rect().center();
    editor.click(row, PointerButton::Primary);
    editor.settle();
    let area = editor.harness.state().canvas.area;
    type_into(&mut editor, "octaves", |point| area.contains(point), "4");
    let octaves = &editor.document().nodes["bad"].inputs["octaves"];
    assert_eq!(*octaves, Input::Constant(Value::from(4)));
    click(&mut editor, "Parameters tab");
    editor.paint("unfit-parameter.png");
    type_into(&mut editor, "size", |point| !area.contains(point), "0.5");
    let (_, size) = &editor.document().parameters[0];
    assert_eq!(size.default, Some(Value::from(0.5)));
    assert!(editor.harness.query_by_label_contains("problem").is_none());
}

/// The borders of this width and color in a part of the screen.
fn borders(editor: &Editor, color: Color32, around: Rect) -> usize {
    fn count(shape: &egui::Shape, color: Color32, around: Rect) -> usize {
        match shape {
            egui::Shape::Rect(rect) => usize::from(rect.stroke.color == color && around.contains_rect(rect.rect)),
            egui::Shape::Vec(shapes) => shapes.iter().map(|shape| count(shape, color, around)).sum(),
            _ => 0,
        }
    }
    editor.harness.output().shapes.iter().map(|clipped| count(&clipped.shape, color, around)).sum()
}

#[test]
fn a_node_with_a_problem_has_a_border_of_its_color() {
    let mut editor = Editor::of(
        r#""nodes": {
            "good": {"type": "noise/perlin"},
            "bad": {"type": "noise/perlin", "inputs": {"octaves": 99}}},
        "outputs": {"value": {"node": "good"}},
        "layout": {"good": [0, 0], "bad": [300, 0]},
        "annotations": {"outputs": [600, 0]}"#,
    );
    let error = Color32::from_rgb(0xff, 0x8a, 0x7a);
    let of = |editor: &Editor, id: &str| borders(editor, error, rect(editor, id).expand(4.0));
    assert_eq!(of(&editor, "good"), 0);
    assert!(of(&editor, "bad") > 0);
    let area = editor.harness.state().canvas.area;
    type_into(&mut editor, "octaves", |point| area.contains(point) && point.x > area.center().x, "4");
    editor.click(area.left_bottom() + egui::vec2(20.0, -20.0), PointerButton::Primary);
    assert_eq!(of(&editor, "bad"), 0, "it is corrected");
}

#[test]
fn a_problem_of_a_parameter_names_it() {
    let mut editor = editor();
    click(&mut editor, "2 problems");
    assert!(editor.harness.query_by_label_contains("parameter size: ").is_some());
}
