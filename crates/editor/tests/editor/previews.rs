//! The preview: its picture and its controls.

mod display;
mod handles;
mod places;
mod solids;
mod values;

use egui::accesskit::Role;
use egui::{Key, PointerButton, Rect};
use egui_kittest::kittest::Queryable as _;

use crate::painter::Picture;
use crate::support::Editor;

fn preview(editor: &Editor) -> Rect {
    editor.harness.get_by_label("Preview").rect()
}

fn seen(editor: &Editor) -> Picture {
    editor.painter.paint(&editor.harness).part(preview(editor))
}

/// All texts on the screen, painted ones too.
fn texts(editor: &Editor) -> Vec<String> {
    fn collect(shape: &egui::Shape, into: &mut Vec<String>) {
        match shape {
            egui::Shape::Text(text) => into.push(text.galley.text().to_owned()),
            egui::Shape::Vec(shapes) => shapes.iter().for_each(|shape| collect(shape, into)),
            _ => {}
        }
    }
    let mut texts = Vec::new();
    editor.harness.output().shapes.iter().for_each(|clipped| collect(&clipped.shape, &mut texts));
    texts
}

fn click(editor: &mut Editor, label: &str) {
    editor.harness.get_by_label(label).click();
    editor.settle();
}

fn choose(editor: &mut Editor, list: &str, choice: &str) {
    editor.harness.get_by_label(list).click();
    editor.harness.run_steps(3);
    click(editor, choice);
}

/// Sets a number by typing it.
fn set(editor: &mut Editor, name: &str, value: &str) {
    let field = editor.harness.get_by_role_and_label(Role::SpinButton, name).rect();
    editor.click(field.center(), PointerButton::Primary);
    editor.harness.event(egui::Event::Text(value.to_owned()));
    editor.harness.run_steps(1);
    editor.harness.key_press(Key::Enter);
    editor.harness.run_steps(2);
}

fn has(editor: &Editor, text: &str) -> bool {
    editor.harness.query_by_label_contains(text).is_some()
}
