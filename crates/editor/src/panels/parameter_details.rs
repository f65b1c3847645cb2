//! What a parameter is, edited below its line: name, section, range, unit and description.

use egui::{Align, Button, Frame, Key, Label, Layout, Margin, RichText, TextEdit, Ui, Vec2};
use travertine_editing::{Action, Outline, Refusal, actions, arithmetic};
use travertine_graph::definition::ValueType;
use travertine_graph::document::Parameter;
use travertine_graph::json::Number;

use crate::requests::Requests;
use crate::theme::Palette;

/// The width of the names of the fields, in points.
const LABEL: f32 = 74.0;

/// Shows the details of the parameter with this index. Returns its new name if the user changed it, or nothing in its
/// place if the parameter goes.
pub fn show(ui: &mut Ui, outline: &Outline, index: usize, requests: &mut Requests) -> Option<Option<String>> {
    let (name, parameter) = &outline.document().parameters[index];
    let frame = Frame::new().fill(Palette::of(ui).raised).corner_radius(4).inner_margin(Margin::same(6));
    ui.push_id(("details of", name), |ui| {
        frame
            .show(ui, |ui| {
                ui.set_width(ui.available_width());
                let renamed = rename(ui, outline, name, requests);
                let mut change = |key: &str, changed: Option<Parameter>| {
                    if let Some(changed) = changed {
                        requests.drag((key, name), actions::set_parameter(outline, name, changed));
                    }
                };
                let section = text(ui, "Section", "Section of the parameter", &parameter.section, false);
                change("section", section.map(|section| Parameter { section, ..parameter.clone() }));
                let unit = text(ui, "Unit", "Unit of the parameter", &parameter.unit, false);
                change("unit", unit.map(|unit| Parameter { unit, ..parameter.clone() }));
                let description = text(ui, "About", "Description of the parameter", &parameter.description, true);
                change("description", description.map(|description| Parameter { description, ..parameter.clone() }));
                if ValueType::of_parameter(&parameter.parameter_type).is_some_and(|known| known.has_bounds()) {
                    range(ui, outline, name, parameter, requests);
                }
                let removed = buttons(ui, outline, index, name, requests);
                if removed { Some(None) } else { renamed.map(Some) }
            })
            .inner
    })
    .inner
}

/// A row with the name of a field in front.
fn row<T>(ui: &mut Ui, text: &str, content: impl FnOnce(&mut Ui, f32) -> T) -> T {
    ui.horizontal(|ui| {
        let size = Vec2::new(LABEL, ui.spacing().interact_size.y);
        ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
            ui.set_min_size(size);
            ui.add(Label::new(RichText::new(text).weak()).selectable(false));
        });
        let width = ui.available_width();
        content(ui, width)
    })
    .inner
}

fn field(ui: &mut Ui, label: &str, edit: TextEdit) -> egui::Response {
    let response = ui.add(edit);
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_label(label));
    response
}

/// The field for the name. The new name counts once the field is left by Enter.
fn rename(ui: &mut Ui, outline: &Outline, name: &str, requests: &mut Requests) -> Option<String> {
    let typed = ui.id().with("new name");
    let mut new = ui.data(|data| data.get_temp::<String>(typed)).unwrap_or_else(|| name.to_owned());
    row(ui, "Name", |ui, width| {
        let edit = TextEdit::singleline(&mut new).desired_width(width);
        let response = field(ui, "Name of the parameter", edit);
        if !response.lost_focus() {
            ui.data_mut(|data| data.insert_temp(typed, new));
            return None;
        }
        ui.data_mut(|data| data.remove_temp::<String>(typed));
        if new == name || !ui.input(|input| input.key_pressed(Key::Enter)) {
            return None;
        }
        let action = actions::rename_parameter(outline, name, &new);
        let renamed = action.is_ok();
        requests.act(action);
        renamed.then_some(new)
    })
}

/// A field for a text that may be missing. Returns the new one if the user changed it.
fn text(
    ui: &mut Ui,
    title: &str,
    label: &str,
    present: &Option<String>,
    several_lines: bool,
) -> Option<Option<String>> {
    let mut text = present.clone().unwrap_or_default();
    let changed = row(ui, title, |ui, width| {
        let edit = match several_lines {
            true => TextEdit::multiline(&mut text).desired_rows(2),
            false => TextEdit::singleline(&mut text),
        };
        field(ui, label, edit.desired_width(width)).changed()
    });
    changed.then(|| Some(text).filter(|text| !text.is_empty()))
}

/// The fields for the step, and for the least and the greatest value.
fn range(ui: &mut Ui, outline: &Outline, name: &str, parameter: &Parameter, requests: &mut Requests) {
    let (mut min, mut max) = (None, None);
    let step = row(ui, "Step", |ui, width| limit(ui, "Step of the parameter", &parameter.step, "any", width));
    if let Some(step) = step {
        requests.act(actions::set_parameter(outline, name, Parameter { step, ..parameter.clone() }));
    }
    row(ui, "Range", |ui, width| {
        let half = (width - ui.spacing().item_spacing.x) / 2.0;
        min = limit(ui, "Minimum of the parameter", &parameter.min, "no limit", half);
        max = limit(ui, "Maximum of the parameter", &parameter.max, "no limit", half);
    });
    if min.is_some() || max.is_some() {
        let min = min.unwrap_or_else(|| parameter.min.clone());
        let max = max.unwrap_or_else(|| parameter.max.clone());
        requests.act(actions::set_range(outline, name, min, max));
    }
}

/// A field for a number that may be missing, such as an end of a range. What is typed counts once the field is left.
/// Returns the new number if the user changed it.
fn limit(ui: &mut Ui, label: &str, present: &Option<Number>, hint: &str, width: f32) -> Option<Option<Number>> {
    let typed = ui.id().with(label);
    let shown = present.as_ref().map_or(String::new(), ToString::to_string);
    let mut text = ui.data(|data| data.get_temp::<String>(typed)).unwrap_or_else(|| shown.clone());
    let read = |text: &str| match text.trim() {
        "" => Some(None),
        text => arithmetic::evaluate(text).ok().and_then(|value| Number::from_f32(value as f32)).map(Some),
    };
    let is_wrong = read(&text).is_none();
    let mut edit = TextEdit::singleline(&mut text).desired_width(width).hint_text(hint);
    if is_wrong {
        edit = edit.text_color(Palette::of(ui).error);
    }
    let response = field(ui, label, edit);
    if response.lost_focus() {
        ui.data_mut(|data| data.remove_temp::<String>(typed));
        return read(&text).filter(|_| text != shown);
    }
    if response.changed() {
        ui.data_mut(|data| data.insert_temp(typed, text));
    }
    None
}

/// Buttons that move or remove the parameter; returns whether it goes.
fn buttons(ui: &mut Ui, outline: &Outline, index: usize, name: &str, requests: &mut Requests) -> bool {
    let last = outline.document().parameters.len() - 1;
    let mut removed = false;
    ui.horizontal(|ui| {
        let mut offer = |enabled: bool, text: &str, action: &dyn Fn() -> Result<Action, Refusal>| {
            let clicked = ui.add_enabled(enabled, Button::new(text)).clicked();
            if clicked {
                requests.act(action());
            }
            clicked
        };
        offer(index > 0, "Move up", &|| actions::move_parameter(outline, name, index - 1));
        offer(index < last, "Move down", &|| actions::move_parameter(outline, name, index + 1));
        removed = offer(true, "Remove", &|| actions::remove_parameter(outline, name));
    });
    removed
}
