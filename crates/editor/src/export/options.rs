//! The fields of a job without a row of their own, shown by their definitions.

use egui::{CollapsingHeader, Grid, Ui};
use travertine_export::{BETWEEN, Settings};
use travertine_jobs::{Field, Shape};

use super::rows::{FIELD, NAME, row, text};
use crate::widgets::choice::choice;
use crate::widgets::toggle::toggle;

/// Shows the fields below a heading that opens them.
pub fn show(ui: &mut Ui, settings: &mut Settings) {
    let job = settings.kind.job();
    CollapsingHeader::new("More options").id_salt(("options", job)).show(ui, |ui| {
        let mut section = None;
        Grid::new(("options", job)).num_columns(2).min_col_width(NAME).show(ui, |ui| {
            for field in settings.options() {
                if section.as_ref() != Some(&field.section) {
                    if !field.section.is_empty() {
                        ui.strong(&field.section);
                        ui.end_row();
                    }
                    section = Some(field.section.clone());
                }
                show_field(ui, settings, &field);
            }
        });
    });
}

fn show_field(ui: &mut Ui, settings: &mut Settings, field: &Field) {
    let mut value = settings.option(&field.name).to_owned();
    let name = field.name.replace('-', " ");
    if field.shape == Shape::Switch {
        row(ui, "", |ui| {
            let mut is_on = !value.is_empty();
            toggle(ui, &mut is_on, &name).on_hover_text(&field.help);
            settings.set_option(&field.name, if is_on { "true".to_owned() } else { String::new() });
        });
        return;
    }
    row(ui, &name, |ui| {
        if field.choices.is_empty() {
            text(ui, &name, &hint(field), &mut value, FIELD).on_hover_text(&field.help);
        } else {
            let unset =
                field.default.as_ref().map_or("default".to_owned(), |default| format!("default: {default}"));
            let shown = |choice: &String| if choice.is_empty() { unset.clone() } else { choice.clone() };
            let choices = [String::new()].into_iter().chain(field.choices.iter().cloned());
            let (shown, new) = choice(ui, &name, FIELD, &value, choices, shown);
            shown.on_hover_text(&field.help);
            value = new.unwrap_or(value);
        }
        settings.set_option(&field.name, value);
    });
}

/// What an empty field shows.
fn hint(field: &Field) -> String {
    let notation = match field.shape {
        Shape::Optional => format!("{}, or true", field.notation),
        Shape::List | Shape::Named => format!("{notation}{BETWEEN} …", notation = field.notation),
        Shape::Single | Shape::Switch => field.notation.clone(),
    };
    field.default.as_ref().map_or(notation, |default| format!("default: {default}"))
}
