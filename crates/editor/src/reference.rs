//! A node type's reference: all that its definition says.

use egui::{Grid, RichText, ScrollArea, Ui, Window};
use travertine_graph::constant::Constant;
use travertine_graph::definition::{DefaultValue, Definition, InputDefinition};
use travertine_graph::json::Value;

use crate::fields::shown_name;

/// Shows the reference in a window of its own; gives whether it stays open.
pub fn show(ui: &Ui, definition: &Definition) -> bool {
    let mut open = true;
    Window::new(definition.label).id(egui::Id::new("reference")).open(&mut open).default_width(520.0).show(
        ui.ctx(),
        |ui| {
            ScrollArea::vertical().max_height(460.0).show(ui, |ui| {
                ui.weak(definition.type_name());
                ui.label(definition.description);
                ui.add_space(8.0);
                ui.label(RichText::new("Inputs").strong());
                Grid::new("inputs").num_columns(3).striped(true).max_col_width(300.0).show(ui, |ui| {
                    for input in &definition.inputs {
                        ui.label(shown_name(input.name));
                        ui.label(facts(input));
                        ui.label(input.description);
                        ui.end_row();
                    }
                });
                ui.add_space(8.0);
                ui.label(RichText::new("Outputs").strong());
                Grid::new("outputs").num_columns(2).striped(true).max_col_width(400.0).show(ui, |ui| {
                    for output in &definition.outputs {
                        ui.label(shown_name(output.name));
                        ui.label(output.description);
                        ui.end_row();
                    }
                });
            });
        },
    );
    open
}

/// What an input takes, and what it holds unless something else is said.
fn facts(input: &InputDefinition) -> String {
    let default = match &input.default {
        DefaultValue::Required => "must be wired".to_owned(),
        DefaultValue::Position => "the position".to_owned(),
        DefaultValue::Constant(Constant::Ramp(_) | Constant::Curve(_)) => String::new(),
        DefaultValue::Constant(Constant::Choice(name)) => name.clone(),
        DefaultValue::Constant(constant) => Value::from(constant).to_string(),
    };
    if default.is_empty() {
        input.kind.name().to_owned()
    } else {
        format!("{}, {default}", input.kind.name())
    }
}
