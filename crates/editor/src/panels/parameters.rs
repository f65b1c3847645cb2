//! The tab with the parameters of a graph: presets, the dice, and a row for each parameter.

use std::collections::BTreeSet;

use egui::{Align, Id, Label, Layout, RichText, Ui, Vec2};
use travertine_editing::{Outline, actions};
use travertine_graph::constant::Constant;
use travertine_graph::definition::InputDefinition;
use travertine_graph::document::Parameter;
use travertine_graph::json::Value;

use crate::fields::input::{Room, constant, is_wide, shown_name, unfit};
use crate::icons;
use crate::panels::dice::{self, Dice};
use crate::panels::parameter_details;
use crate::panels::preset_row;
use crate::panels::sections::{section, sections};
use crate::requests::Requests;
use crate::theme::Palette;
use crate::widgets::buttons::icon;
use crate::widgets::choice::choice;

/// The width of names, in points.
const NAME: f32 = 96.0;

/// What the tab remembers.
#[derive(Default)]
pub struct State {
    dice: Dice,
    /// The parameters whose details are shown.
    unfolded: BTreeSet<String>,
}

/// Shows the tab.
pub fn show(ui: &mut Ui, outline: &Outline, state: &mut State, requests: &mut Requests) {
    let document = outline.document();
    state.dice.follow(document);
    if document.parameters.is_empty() {
        ui.weak("No parameters yet. Right-click an input of a node and expose it, to set it here, by presets or from the command line.");
        return;
    }
    preset_row::show(ui, outline, NAME, &mut state.dice.is_shown, requests);
    if state.dice.is_shown {
        dice::show(ui, outline, &mut state.dice, requests);
    }
    ui.add_space(4.0);
    for (title, members) in sections(&document.parameters) {
        if !section(ui, "parameters", title) {
            continue;
        }
        for index in members {
            let (name, parameter) = &document.parameters[index];
            let was_unfolded = state.unfolded.contains(name);
            line(ui, name, parameter, state, requests);
            if !state.unfolded.contains(name) {
                continue;
            }
            let details = ui.scope(|ui| parameter_details::show(ui, outline, index, requests));
            if !was_unfolded {
                ui.scroll_to_rect(details.response.rect, None);
            }
            if let Some(new) = details.inner {
                // The details stay open under the new name.
                state.unfolded.remove(name);
                state.unfolded.extend(new);
            }
        }
    }
}

/// The line of a parameter: its name and value, and buttons. The buttons are aligned, however wide the fields are. A
/// ramp and its like have the full width beneath their name.
fn line(ui: &mut Ui, name: &str, parameter: &Parameter, state: &mut State, requests: &mut Requests) {
    let definition = actions::definition_of(parameter);
    let is_wide = definition.as_ref().is_some_and(|definition| is_wide(&definition.value_type));
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Min), |ui| {
            let is_unfolded = state.unfolded.contains(name);
            let label = format!("Change parameter {name}");
            let button = icon(ui, icons::MORE, &label, is_unfolded);
            if button.on_hover_text("Name, range, unit, description and section").clicked() {
                if is_unfolded {
                    state.unfolded.remove(name);
                } else {
                    state.unfolded.insert(name.to_owned());
                }
            }
            if state.dice.is_shown {
                state.dice.lock(ui, name);
            }
            let width = ui.available_width() - ui.spacing().item_spacing.x;
            ui.with_layout(Layout::left_to_right(Align::Min), |ui| {
                ui.set_width(width);
                let rest = width - NAME - ui.spacing().item_spacing.x;
                label_of(ui, name, parameter, if is_wide { width } else { NAME });
                match &definition {
                    Some(definition) if !is_wide => value(ui, name, parameter, definition, rest, requests),
                    Some(_) => {}
                    None => {
                        ui.add(Label::new(RichText::new(&parameter.parameter_type).weak()).truncate());
                    }
                }
            });
        });
    });
    if let Some(definition) = definition.filter(|_| is_wide) {
        let width = ui.available_width();
        value(ui, name, parameter, &definition, width, requests);
    }
}

/// The name of a parameter.
fn label_of(ui: &mut Ui, name: &str, parameter: &Parameter, width: f32) {
    let size = Vec2::new(width, ui.spacing().interact_size.y);
    let label = ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
        ui.set_min_size(size);
        ui.add(Label::new(shown_name(name)).truncate().selectable(false))
    });
    if let Some(description) = &parameter.description {
        label.inner.on_hover_text(description);
    }
}

/// The field for the default of a parameter.
fn value(
    ui: &mut Ui,
    name: &str,
    parameter: &Parameter,
    definition: &InputDefinition,
    width: f32,
    requests: &mut Requests,
) {
    let Some(written) = &parameter.default else {
        ui.label(RichText::new("no value").color(Palette::of(ui).error));
        return;
    };
    let new = match definition.constant(written) {
        Ok(value) => edit(ui, name, definition, &value, parameter, width).map(|new| Value::from(&new)),
        Err(_) => unfit(ui, &shown_name(name), definition, written, width),
    };
    if let Some(new) = new {
        requests.drag(("parameter", name), Ok(actions::set_default(name, new)));
    }
}

fn edit(
    ui: &mut Ui,
    name: &str,
    definition: &InputDefinition,
    value: &Constant,
    parameter: &Parameter,
    width: f32,
) -> Option<Constant> {
    ui.push_id(("parameter", name), |ui| {
        if let Constant::Choice(value) = value {
            let (_, new) = choice(ui, name, width, value, parameter.choices.iter().cloned(), String::clone);
            return new.map(Constant::Choice);
        }
        let room = Room { width, name: NAME, full: true };
        constant(ui, &shown_name(name), Id::new(("parameter", name)), definition, value, room)
    })
    .inner
}
