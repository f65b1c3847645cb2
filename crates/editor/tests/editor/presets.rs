//! The presets of a graph.

use egui::{Key, Modifiers, accesskit};
use egui_kittest::kittest::Queryable as _;

use crate::support::Editor;

fn editor() -> Editor {
    Editor::of(
        r#""parameters": {"size": {"type": "float", "default": 3}, "seed": {"type": "seed", "default": 1}},
        "presets": {"Large": {"description": "Seen from near.", "values": {"size": 1}}, "Other": {"values": {"seed": 7}}},
        "nodes": {"noise": {"type": "noise/perlin", "inputs": {"scale": {"parameter": "size"}, "seed": {"parameter": "seed"}}}},
        "outputs": {"value": {"node": "noise"}},
        "layout": {"noise": [0, 0]},
        "annotations": {"outputs": [300, 0]}"#,
    )
}

fn click(editor: &mut Editor, label: &str) {
    editor.harness.get_by_label(label).click();
    editor.harness.run_steps(3);
}

/// Chooses a preset from the list.
fn choose(editor: &mut Editor, name: &str) {
    editor.harness.get_by_role_and_label(accesskit::Role::ComboBox, "Preset").click();
    editor.harness.run_steps(3);
    editor.paint("preset-list.png");
    click(editor, name);
}

/// Types a name into the menu of presets.
fn name(editor: &mut Editor, name: &str) {
    click(editor, "Change presets");
    editor.harness.get_by_label("Name of the preset").focus();
    editor.harness.run_steps(1);
    editor.press(Modifiers::COMMAND, Key::A);
    editor.type_text(name);
    editor.paint("preset-menu.png");
}

fn values(editor: &Editor) -> Vec<String> {
    let parameters = editor.document().parameters.iter();
    parameters.map(|(_, parameter)| parameter.default.as_ref().unwrap().to_string()).collect()
}

fn presets(editor: &Editor) -> Vec<&str> {
    editor.document().presets.iter().map(|(name, _)| name.as_str()).collect()
}

#[test]
fn a_preset_is_applied_as_one_step() {
    let mut editor = editor();
    choose(&mut editor, "Large");
    assert_eq!(values(&editor), ["1", "1"]);
    choose(&mut editor, "Other");
    assert_eq!(values(&editor), ["3", "7"], "it looks as it did before the first was applied");
    editor.undo();
    assert_eq!(values(&editor), ["1", "1"]);
    editor.undo();
    assert_eq!(values(&editor), ["3", "1"]);
    assert_eq!(editor.harness.state().project.history().undo_label(), None);
}

#[test]
fn presets_are_saved_renamed_and_removed() {
    let mut editor = editor();
    name(&mut editor, "Mine");
    click(&mut editor, "Save the current values");
    assert_eq!(presets(&editor), ["Large", "Other", "Mine"]);
    assert_eq!(editor.document().presets[2].1.values.len(), 2);
    choose(&mut editor, "Large");
    name(&mut editor, "Great");
    click(&mut editor, "Rename Large");
    assert_eq!(presets(&editor), ["Great", "Other", "Mine"]);
    name(&mut editor, "Other");
    click(&mut editor, "Replace it with the current values");
    assert_eq!(editor.document().presets[1].1.values["size"].to_string(), "1");
    click(&mut editor, "Change presets");
    // Of two presets with the current values, the one that specifies more of them is shown.
    click(&mut editor, "Remove Other");
    assert_eq!(presets(&editor), ["Great", "Mine"]);
    for _ in 0..5 {
        editor.undo();
    }
    assert_eq!(presets(&editor), ["Large", "Other"]);
    assert_eq!(values(&editor), ["3", "1"]);
}
