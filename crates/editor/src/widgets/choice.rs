//! A field for one of several names.

use egui::{ComboBox, Response, Ui};

/// A field of a width in points that opens a list. Returns the new choice if the user changed it.
pub fn choice<T: Clone + PartialEq>(
    ui: &mut Ui,
    name: &str,
    width: f32,
    value: &T,
    choices: impl IntoIterator<Item = T>,
    shown: impl Fn(&T) -> String,
) -> (Response, Option<T>) {
    let mut new = value.clone();
    let combo =
        ComboBox::from_id_salt(name).width(width).truncate().selected_text(shown(value)).show_ui(ui, |ui| {
            for choice in choices {
                let text = shown(&choice);
                ui.selectable_value(&mut new, choice, text);
            }
        });
    ui.ctx().accesskit_node_builder(combo.response.id, |node| node.set_label(name));
    (combo.response, (new != *value).then_some(new))
}
