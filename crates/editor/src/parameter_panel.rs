//! The tab with the parameters of a graph: presets, the dice, and a row for each parameter.

use std::collections::BTreeSet;

use egui::{Align, Id, Label, Layout, RichText, Ui, Vec2};
use travertine_editing::{Outline, actions};
use travertine_graph::constant::Constant;
use travertine_graph::definition::InputDefinition;
use travertine_graph::document::Parameter;
use travertine_graph::json::Value;

use crate::dice::{self, Dice};
use crate::fields::{Room, constant, shown_name};
use crate::icons;
use crate::parameter_details;
use crate::preset_row;
use crate::requests::Requests;
use crate::sections::{section, sections};
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
        section(ui, title);
        for index in members {
            let (name, parameter) = &document.parameters[index];
            line(ui, name, parameter, state, requests);
            if state.unfolded.contains(name)
                && let Some(new) = parameter_details::show(ui, outline, index, requests)
            {
                // The details stay open under the new name.
                state.unfolded.remove(name);
                state.unfolded.extend(new);
            }
        }
    }
}

/// The line of a parameter: its name and value, and buttons. The buttons are aligned, however wide the fields are.
fn line(ui: &mut Ui, name: &str, parameter: &Parameter, state: &mut State, requests: &mut Requests) {
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
                value(ui, name, parameter, width, requests);
            });
        });
    });
}

/// The name and the field for the default of a parameter.
fn value(ui: &mut Ui, name: &str, parameter: &Parameter, width: f32, requests: &mut Requests) {
    let Some(definition) = actions::definition_of(parameter) else {
        ui.add_sized(
            [width, ui.spacing().interact_size.y],
            Label::new(RichText::new(format!("{name}: {}", parameter.parameter_type)).weak()).truncate(),
        );
        return;
    };
    let value = parameter.default.as_ref().and_then(|value| definition.constant(value).ok());
    ui.horizontal(|ui| {
        ui.set_width(width);
        let size = Vec2::new(NAME, ui.spacing().interact_size.y);
        let label = ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
            ui.set_min_size(size);
            ui.add(Label::new(shown_name(name)).truncate().selectable(false))
        });
        if let Some(description) = &parameter.description {
            label.inner.on_hover_text(description);
        }
        let rest = width - NAME - ui.spacing().item_spacing.x;
        match value {
            None => {
                ui.label(RichText::new("no value").color(Palette::of(ui).error));
            }
            Some(value) => {
                if let Some(new) = edit(ui, name, &definition, &value, parameter, rest) {
                    let action = actions::set_default(name, Value::from(&new));
                    requests.drag(("parameter", name), Ok(action));
                }
            }
        }
    });
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
