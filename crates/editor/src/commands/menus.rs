//! The menus, from the table of commands.

use egui::{Button, MenuBar, Popup, Response, SetOpenCommand, Ui};
use travertine_editing::files::Preferences;
use travertine_editing::files::preferences::RECENT_FILES;

use crate::commands::{COMMANDS, Command, Entry, Menu};
use crate::device::DeviceChoice;
use crate::requests::{Request, Requests};

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

/// The commands that begin a section within a menu, below a line.
const BEGINNINGS: &[Command] = &[
    Command::Save,
    Command::Export,
    Command::Quit,
    Command::Cut,
    Command::SelectAll,
    Command::FrameSelection,
    Command::Group,
    Command::Rename,
    Command::ShowInPreview,
    Command::AlignLeft,
    Command::DistributeAcross,
    Command::SnapToGrid,
    Command::ZoomIn,
    Command::Minimap,
    Command::SolidOrPlane,
    Command::Theme,
];

/// Calls `show` for commands in the order of the table, with a line between sections.
fn in_sections(ui: &mut Ui, is_listed: impl Fn(&Entry) -> bool, mut show: impl FnMut(&mut Ui, &Entry)) {
    let (mut section, mut before) = (0, None);
    for entry in COMMANDS {
        section += usize::from(BEGINNINGS.contains(&entry.command));
        if is_listed(entry) {
            let here = Some((entry.menu, section));
            if before.is_some() && before != here {
                ui.separator();
            }
            before = here;
            show(ui, entry);
        }
    }
}

/// Shows a context menu with the commands of these lists, in the order of the table; `opens` opens it.
pub fn at_pointer(response: &Response, opens: bool, lists: &[&[Command]], requests: &mut Requests) {
    let is_listed = |command: Command| lists.iter().any(|list| list.contains(&command));
    Popup::context_menu(response).open_memory(opens.then_some(SetOpenCommand::Bool(true))).show(|ui| {
        in_sections(
            ui,
            |entry| is_listed(entry.command),
            |ui, entry| {
                let keys = entry.shortcut.map(|keys| ui.ctx().format_shortcut(&keys)).unwrap_or_default();
                if ui.add(Button::new(entry.name).shortcut_text(keys)).clicked() {
                    requests.run(entry.command);
                    ui.close();
                }
            },
        );
    });
}

/// Shows the menu bar.
pub fn show(
    ui: &mut Ui,
    is_enabled: impl Fn(Command) -> bool,
    preferences: &Preferences,
    device: &DeviceChoice,
    requests: &mut Requests,
) {
    MenuBar::new().ui(ui, |ui| {
        for menu in Menu::ALL {
            ui.menu_button(menu.name(), |ui| {
                in_sections(
                    ui,
                    |entry| entry.menu == menu,
                    |ui, entry| {
                        let keys = entry.shortcut.map(|keys| ui.ctx().format_shortcut(&keys)).unwrap_or_default();
                        let button = Button::new(entry.name).shortcut_text(keys);
                        if ui.add_enabled(is_enabled(entry.command), button).clicked() {
                            requests.run(entry.command);
                            ui.close();
                        }
                        if entry.command == Command::Open {
                            open_recent(ui, preferences, requests);
                        }
                        if entry.command == Command::DetachPreview {
                            device.show(ui, requests);
                        }
                    },
                );
            });
        }
    });
}

/// Shows the recent files.
fn open_recent(ui: &mut Ui, preferences: &Preferences, requests: &mut Requests) {
    ui.menu_button("Open recent", |ui| {
        let mut paths = preferences.get(&RECENT_FILES);
        paths.retain(|path| path.exists());
        if paths.is_empty() {
            ui.weak("No files yet.");
        }
        for path in paths {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if ui.button(name).on_hover_text(path.display().to_string()).clicked() {
                requests.push(Request::Open(path));
                ui.close();
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_has_commands_on_both_sides() {
        for beginning in BEGINNINGS {
            let index = COMMANDS.iter().position(|entry| entry.command == *beginning).unwrap();
            let above = index.checked_sub(1).map(|above| COMMANDS[above].menu);
            assert_eq!(above, Some(COMMANDS[index].menu), "{beginning:?} is the first of its menu");
        }
    }
}
