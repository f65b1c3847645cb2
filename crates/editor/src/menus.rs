//! The menus, from the table of commands.

use egui::{Button, MenuBar, Ui};

use crate::app::App;
use crate::commands::{COMMANDS, Menu};
use crate::outbox::Outbox;

/// Shows the bar of menus.
pub fn show(ui: &mut Ui, app: &App, out: &mut Outbox) {
    MenuBar::new().ui(ui, |ui| {
        for menu in Menu::ALL {
            ui.menu_button(menu.name(), |ui| {
                for entry in COMMANDS.iter().filter(|entry| entry.menu == menu) {
                    let keys = entry.shortcut.map(|keys| ui.ctx().format_shortcut(&keys)).unwrap_or_default();
                    let button = Button::new(entry.name).shortcut_text(keys);
                    if ui.add_enabled((entry.enabled)(app), button).clicked() {
                        out.run(entry);
                        ui.close();
                    }
                }
            });
        }
    });
}
