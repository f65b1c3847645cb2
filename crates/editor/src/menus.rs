//! The menus, from the table of commands.

use std::path::PathBuf;

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
                    if entry.name == "Open…" {
                        recent(ui, app, out);
                    }
                }
            });
        }
    });
}

/// Shows the files that were open lately.
fn recent(ui: &mut Ui, app: &App, out: &mut Outbox) {
    let Some(recent) = &app.recent else { return };
    ui.menu_button("Open recent", |ui| {
        let paths: Vec<PathBuf> = recent.paths().into_iter().filter(|path| path.exists()).collect();
        if paths.is_empty() {
            ui.weak("Nothing yet.");
        }
        for path in paths {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if ui.button(name).on_hover_text(path.display().to_string()).clicked() {
                out.open = Some(path);
                ui.close();
            }
        }
    });
}
