//! The row of presets: choose one, or save, rename and remove.

use egui::containers::menu::{MenuButton, MenuConfig};
use egui::{Align, Button, Id, Label, Layout, PopupCloseBehavior, TextEdit, Ui, Vec2};
use travertine_editing::{Outline, actions};
use travertine_graph::document::Preset;

use crate::icons;
use crate::requests::Requests;
use crate::widgets::buttons::{ICON, icon};
use crate::widgets::choice::{List, Row};

/// Shows the row, names `name` points wide. One of the buttons at its end shows the dice.
pub fn show(ui: &mut Ui, outline: &Outline, name: f32, shows_dice: &mut bool, requests: &mut Requests) {
    let document = outline.document();
    // A preset stays chosen while the user changes its values, so that they can be saved under its name.
    let memory = Id::new("chosen preset");
    let exists = |name: &String| document.presets.iter().any(|(other, _)| other == name);
    let present = actions::present_preset(document).map(str::to_owned);
    let remembered = || ui.data(|data| data.get_temp::<String>(memory)).filter(exists);
    let chosen = present.clone().or_else(remembered);
    let mut choice = None;
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Min), |ui| {
            menu(ui, outline, chosen.as_deref(), ICON, requests);
            let help = "Randomize the parameters";
            *shows_dice ^= icon(ui, icons::RANDOM, "Dice", *shows_dice).on_hover_text(help).clicked();
            let width = ui.available_width() - ui.spacing().item_spacing.x;
            ui.with_layout(Layout::left_to_right(Align::Min), |ui| {
                ui.set_width(width);
                let size = Vec2::new(name, ui.spacing().interact_size.y);
                ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
                    ui.set_min_size(size);
                    ui.add(Label::new("Preset").selectable(false));
                });
                let rest = width - name - ui.spacing().item_spacing.x;
                choice = list(ui, outline, chosen.as_deref(), present.is_some(), rest);
            });
        });
    });
    if let Some(name) = &choice {
        requests.act(actions::apply_preset(outline, name));
    }
    if let Some(name) = choice.or(present) {
        ui.data_mut(|data| data.insert_temp(memory, name));
    }
}

/// The list of presets. Returns the one that the user chose.
fn list(ui: &mut Ui, outline: &Outline, chosen: Option<&str>, is_present: bool, width: f32) -> Option<String> {
    let presets = &outline.document().presets;
    let shown = match chosen {
        Some(name) if is_present => name.to_owned(),
        Some(name) => format!("{name} (changed)"),
        None if presets.is_empty() => "none yet".to_owned(),
        None => "choose".to_owned(),
    };
    let present = presets.iter().position(|(name, _)| is_present && chosen == Some(name));
    let row = |(name, preset): &(String, Preset)| Row { text: name.clone(), description: preset.description.clone() };
    let rows = presets.iter().map(row).collect();
    let hint = "Save the current values under a name, with the button next to it.";
    let (_, index) = List { name: "Preset", width, shown: &shown, present, rows, hint }.show(ui);
    Some(presets.get(index?)?.0.clone())
}

/// The menu that saves the current values, and renames or removes the chosen preset.
fn menu(ui: &mut Ui, outline: &Outline, chosen: Option<&str>, width: f32, requests: &mut Requests) {
    let config = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    let button = MenuButton::from_button(Button::new(icons::MORE).min_size(Vec2::new(width, 0.0))).config(config);
    let (response, _) = button.ui(ui, |ui| {
        let typed = ui.id().with(("name of the preset", chosen));
        let kept = ui.data(|data| data.get_temp::<String>(typed));
        let mut name = kept.unwrap_or_else(|| chosen.unwrap_or_default().to_owned());
        ui.horizontal(|ui| {
            ui.label("Name");
            let field = ui.add(TextEdit::singleline(&mut name).desired_width(150.0));
            ui.ctx().accesskit_node_builder(field.id, |node| node.set_label("Name of the preset"));
        });
        let exists = outline.document().presets.iter().any(|(other, _)| *other == name);
        let save = if exists { "Replace it with the current values" } else { "Save the current values" };
        let is_renamed = chosen.is_some_and(|chosen| chosen != name) && !exists;
        let mut is_done = false;
        if ui.add_enabled(!name.is_empty(), Button::new(save)).clicked() {
            requests.act(actions::save_preset(outline, &name));
            is_done = true;
        }
        if let Some(chosen) = chosen {
            if ui.add_enabled(is_renamed, Button::new(format!("Rename {chosen}"))).clicked() {
                requests.act(actions::rename_preset(outline, chosen, &name));
                is_done = true;
            }
            if ui.button(format!("Remove {chosen}")).clicked() {
                requests.act(actions::remove_preset(outline, chosen));
                is_done = true;
            }
        }
        ui.data_mut(|data| {
            if is_done {
                data.remove::<String>(typed);
            } else {
                data.insert_temp(typed, name);
            }
        });
        if is_done {
            ui.close();
        }
    });
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_label("Change presets"));
    response.on_hover_text("Save, rename or remove a preset");
}
