//! Buttons in a row.

use egui::{Button, Ui};

/// Shows buttons in a row, the default one first; returns the index of the one that was pressed.
pub fn buttons(ui: &mut Ui, names: &[&str]) -> Option<usize> {
    let mut pressed = None;
    ui.horizontal(|ui| {
        for (index, name) in names.iter().enumerate() {
            let mut button = Button::new(*name);
            if index == 0 {
                button = button.fill(ui.visuals().selection.bg_fill);
            }
            if ui.add(button).clicked() {
                pressed = Some(index);
            }
        }
    });
    pressed
}
