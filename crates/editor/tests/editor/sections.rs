//! Sections of parameters fold, and ramps have room beneath their names.

use egui::PointerButton;
use egui::accesskit::Role;
use egui_kittest::kittest::Queryable as _;

use crate::support::Editor;

const PARAMETERS: &str = r##""parameters": {
    "size": {"type": "float", "default": 3, "section": "Shape"},
    "amount": {"type": "float", "default": 1, "section": "Look"},
    "colors": {"type": "ramp", "section": "Look", "default": {"stops": [
        {"position": 0, "color": [0, 0, 0, 1]}, {"position": 1, "color": [1, 1, 1, 1]}]}}},
    "nodes": {"noise": {"type": "noise/perlin", "inputs": {
            "scale": {"parameter": "size"}, "max": {"parameter": "amount"}}},
        "ramp": {"type": "color/ramp", "inputs": {
            "value": {"node": "noise"}, "ramp": {"parameter": "colors"}}}},
    "outputs": {"color": {"node": "ramp"}}"##;

fn click(editor: &mut Editor, label: &str) {
    editor.harness.get_by_label(label).click();
    editor.harness.run_steps(3);
}

fn has_field(editor: &Editor, name: &str) -> bool {
    editor.harness.query_by_role_and_label(Role::SpinButton, name).is_some()
}

#[test]
fn a_section_stays_folded_until_it_is_unfolded() {
    let mut editor = Editor::of(&format!(r#"{PARAMETERS}, "annotations": {{"collapsed": ["noise", "ramp"]}}"#));
    assert!(has_field(&editor, "size") && has_field(&editor, "amount"));
    click(&mut editor, "Look");
    assert!(has_field(&editor, "size") && !has_field(&editor, "amount"));
    click(&mut editor, "Graph tab");
    click(&mut editor, "Parameters tab");
    editor.paint("folded.png");
    assert!(!has_field(&editor, "amount"), "it is remembered");
    click(&mut editor, "Look");
    assert!(has_field(&editor, "amount"));
}

#[test]
fn the_inspector_of_an_instance_has_the_same_sections() {
    let mut editor = Editor::of(&format!(
        r#""groups": {{"thing": {{"format": "travertine", "version": 1, {PARAMETERS}}}}},
           "nodes": {{"thing": {{"type": "group/thing"}}}}, "outputs": {{"color": {{"node": "thing"}}}},
           "annotations": {{"collapsed": ["thing"]}}"#
    ));
    let node = editor.center_of("node thing");
    editor.click(node, PointerButton::Primary);
    editor.settle();
    assert!(has_field(&editor, "size") && has_field(&editor, "amount"));
    click(&mut editor, "Shape");
    assert!(!has_field(&editor, "size") && has_field(&editor, "amount"));
}

#[test]
fn a_ramp_has_the_width_beneath_its_name() {
    let editor = Editor::of(PARAMETERS);
    editor.paint("ramp-parameter.png");
    let ramp = editor.harness.get_by_label("colors, 2 stops").rect();
    let button = editor.harness.get_by_label("Change parameter colors").rect();
    assert!(ramp.top() >= button.bottom() - 1.0, "{ramp} is beneath {button}");
    let panel = editor.harness.ctx.content_rect().right() - editor.harness.state().canvas.area.right();
    assert!(ramp.width() > panel * 0.8, "{ramp} in {panel}");
}
