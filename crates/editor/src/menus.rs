//! The menus, from the table of commands.

use std::path::PathBuf;

use egui::{Button, MenuBar, Popup, Response, SetOpenCommand, Ui};
use travertine_editing::files::Recent;

use crate::commands::{COMMANDS, Command, Menu};
use crate::requests::Requests;

/// The commands in the context menu of a node.
pub const OF_NODES: &[Command] = &[
    Command::Cut,
    Command::Copy,
    Command::Duplicate,
    Command::Delete,
    Command::FrameSelection,
    Command::Group,
    Command::Rename,
    Command::Mute,
    Command::Collapse,
    Command::HidePicture,
    Command::ShowInPreview,
    Command::AboutNode,
];

/// The commands that the context menu of an instance of a group has besides those of every node.
pub const OF_INSTANCES: &[Command] = &[Command::Ungroup, Command::EnterGroup];

/// The commands in the context menu of a frame or note.
pub const OF_FRAMES: &[Command] =
    &[Command::Cut, Command::Copy, Command::Duplicate, Command::Delete, Command::FitFrame, Command::Rename];

/// Shows a context menu with the commands of these lists, in the order of the table; `opens` opens it.
pub fn at_pointer(response: &Response, opens: bool, lists: &[&[Command]], requests: &mut Requests) {
    let is_listed = |command: Command| lists.iter().any(|list| list.contains(&command));
    Popup::context_menu(response).open_memory(opens.then_some(SetOpenCommand::Bool(true))).show(|ui| {
        for entry in COMMANDS.iter().filter(|entry| is_listed(entry.command)) {
            let keys = entry.shortcut.map(|keys| ui.ctx().format_shortcut(&keys)).unwrap_or_default();
            if ui.add(Button::new(entry.name).shortcut_text(keys)).clicked() {
                requests.run(entry.command);
                ui.close();
            }
        }
    });
}

/// Shows the menu bar.
pub fn show(
    ui: &mut Ui,
    is_enabled: impl Fn(Command) -> bool,
    recent: Option<&Recent>,
    requests: &mut Requests,
) {
    MenuBar::new().ui(ui, |ui| {
        for menu in Menu::ALL {
            ui.menu_button(menu.name(), |ui| {
                for entry in COMMANDS.iter().filter(|entry| entry.menu == menu) {
                    let keys = entry.shortcut.map(|keys| ui.ctx().format_shortcut(&keys)).unwrap_or_default();
                    let button = Button::new(entry.name).shortcut_text(keys);
                    if ui.add_enabled(is_enabled(entry.command), button).clicked() {
                        requests.run(entry.command);
                        ui.close();
                    }
                    if let (Command::Open, Some(recent)) = (entry.command, recent) {
                        open_recent(ui, recent, requests);
                    }
                }
            });
        }
    });
}

/// Shows the recent files.
fn open_recent(ui: &mut Ui, recent: &Recent, requests: &mut Requests) {
    ui.menu_button("Open recent", |ui| {
        let paths: Vec<PathBuf> = recent.paths().into_iter().filter(|path| path.exists()).collect();
        if paths.is_empty() {
            ui.weak("No files yet.");
        }
        for path in paths {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if ui.button(name).on_hover_text(path.display().to_string()).clicked() {
                requests.open = Some(path);
                ui.close();
            }
        }
    });
}
