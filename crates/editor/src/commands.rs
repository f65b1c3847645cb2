//! Everything that can be done by a menu, the palette or a shortcut, in one table that all three read.

use egui::{Key, KeyboardShortcut, Modifiers};
use travertine_editing::actions::{Direction, Side, align, distribute, snap};

use crate::app::App;
use crate::canvas::{Fit, GRID};

/// Something to be done, by its place in [`COMMANDS`].
pub type Command = &'static Entry;

/// A line of the table.
pub struct Entry {
    /// What it is called.
    pub name: &'static str,
    /// The menu that it is in.
    pub menu: Menu,
    /// The keys, if there are any.
    pub shortcut: Option<KeyboardShortcut>,
    /// Whether it can be done now.
    pub enabled: fn(&App) -> bool,
    /// Does it.
    pub run: fn(&mut App, &egui::Context),
}

/// The menus, in their order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Menu {
    /// Files.
    File,
    /// Changes.
    Edit,
    /// Nodes.
    Node,
    /// Where nodes are.
    Layout,
    /// What is to be seen.
    View,
    /// What is to be read.
    Help,
}

impl Menu {
    /// All of them.
    pub const ALL: [Menu; 6] = [Menu::File, Menu::Edit, Menu::Node, Menu::Layout, Menu::View, Menu::Help];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Menu::File => "File",
            Menu::Edit => "Edit",
            Menu::Node => "Node",
            Menu::Layout => "Layout",
            Menu::View => "View",
            Menu::Help => "Help",
        }
    }
}

const COMMAND: Modifiers = Modifiers::COMMAND;
const COMMAND_SHIFT: Modifiers = Modifiers::COMMAND.plus(Modifiers::SHIFT);

const fn keys(modifiers: Modifiers, key: Key) -> Option<KeyboardShortcut> {
    Some(KeyboardShortcut::new(modifiers, key))
}

const fn entry(
    name: &'static str,
    menu: Menu,
    shortcut: Option<KeyboardShortcut>,
    enabled: fn(&App) -> bool,
    run: fn(&mut App, &egui::Context),
) -> Entry {
    Entry { name, menu, shortcut, enabled, run }
}

fn always(_: &App) -> bool {
    true
}

fn has_selection(app: &App) -> bool {
    !app.canvas.selection.is_empty()
}

fn has_frame(app: &App) -> bool {
    !app.canvas.frames.is_empty()
}

fn has_any(app: &App) -> bool {
    has_selection(app) || has_frame(app)
}

fn has_several(app: &App) -> bool {
    app.canvas.selection.len() > 1
}

/// The table.
pub static COMMANDS: &[Entry] = &[
    entry("New", Menu::File, keys(COMMAND, Key::N), always, |app, context| app.new_graph(context)),
    entry("Open…", Menu::File, keys(COMMAND, Key::O), always, |app, context| app.ask_to_open(context)),
    entry("Save", Menu::File, keys(COMMAND, Key::S), always, |app, context| app.save(context)),
    entry("Save as…", Menu::File, keys(COMMAND_SHIFT, Key::S), always, |app, context| {
        app.ask_to_save(context)
    }),
    entry("Export picture…", Menu::File, keys(COMMAND, Key::E), always, |app, _| app.open_export()),
    entry("Gallery", Menu::File, None, always, |app, _| app.show_gallery()),
    entry("Quit", Menu::File, keys(COMMAND, Key::Q), always, |_, context| {
        context.send_viewport_cmd(egui::ViewportCommand::Close)
    }),
    entry(
        "Undo",
        Menu::Edit,
        keys(COMMAND, Key::Z),
        |app| app.project.history().undo_label().is_some(),
        |app, _| app.undo(),
    ),
    entry(
        "Redo",
        Menu::Edit,
        keys(COMMAND_SHIFT, Key::Z),
        |app| app.project.history().redo_label().is_some(),
        |app, _| app.redo(),
    ),
    entry("Cut", Menu::Edit, keys(COMMAND, Key::X), has_any, |app, context| app.cut(context)),
    entry("Copy", Menu::Edit, keys(COMMAND, Key::C), has_any, |app, context| app.copy(context)),
    entry("Paste", Menu::Edit, keys(COMMAND, Key::V), always, |_, context| {
        context.send_viewport_cmd(egui::ViewportCommand::RequestPaste)
    }),
    entry("Duplicate", Menu::Edit, keys(COMMAND, Key::D), has_any, |app, context| app.duplicate(context)),
    entry(
        "Delete",
        Menu::Edit,
        keys(Modifiers::NONE, Key::Delete),
        |app| app.canvas.has_selection(),
        |app, _| app.delete(),
    ),
    entry("Select all", Menu::Edit, keys(COMMAND, Key::A), always, |app, _| app.select_all()),
    entry("Add node…", Menu::Node, keys(Modifiers::NONE, Key::Space), always, |app, _| app.open_add_menu()),
    entry("Add note", Menu::Node, keys(Modifiers::NONE, Key::N), always, |app, context| {
        app.add_note(context)
    }),
    entry("Frame selection", Menu::Node, keys(COMMAND, Key::G), has_any, |app, context| app.frame(context)),
    entry("Fit frame", Menu::Node, None, has_frame, |app, context| app.fit_frame(context)),
    entry(
        "Rename…",
        Menu::Node,
        keys(Modifiers::NONE, Key::F2),
        |app| app.canvas.selection.len() == 1 || (!has_selection(app) && app.canvas.frames.len() == 1),
        |app, context| app.ask_to_rename(context),
    ),
    entry("Mute", Menu::Node, keys(Modifiers::NONE, Key::M), has_selection, |app, _| app.toggle_muted()),
    entry("Collapse", Menu::Node, keys(Modifiers::NONE, Key::H), has_selection, |app, _| {
        app.toggle_collapsed()
    }),
    entry("Hide picture", Menu::Node, keys(Modifiers::NONE, Key::T), has_selection, |app, _| {
        app.toggle_folded()
    }),
    entry(
        "Show in preview",
        Menu::Node,
        keys(Modifiers::NONE, Key::P),
        |app| app.canvas.selection.len() == 1,
        |app, _| app.preview_selected(),
    ),
    entry(
        "Bend wire",
        Menu::Node,
        keys(Modifiers::NONE, Key::R),
        |app| !app.canvas.wires.is_empty(),
        |app, _| app.bend(),
    ),
    entry(
        "Arrange",
        Menu::Layout,
        keys(Modifiers::NONE, Key::L),
        |app| !app.project.outline().document().nodes.is_empty(),
        |app, context| app.arrange(context),
    ),
    entry("Align left edges", Menu::Layout, None, has_several, |app, context| {
        app.place(context, |nodes| align(nodes, Direction::Across, Side::Start))
    }),
    entry("Align centres across", Menu::Layout, None, has_several, |app, context| {
        app.place(context, |nodes| align(nodes, Direction::Across, Side::Middle))
    }),
    entry("Align right edges", Menu::Layout, None, has_several, |app, context| {
        app.place(context, |nodes| align(nodes, Direction::Across, Side::End))
    }),
    entry("Align upper edges", Menu::Layout, None, has_several, |app, context| {
        app.place(context, |nodes| align(nodes, Direction::Down, Side::Start))
    }),
    entry("Align centres down", Menu::Layout, None, has_several, |app, context| {
        app.place(context, |nodes| align(nodes, Direction::Down, Side::Middle))
    }),
    entry("Align lower edges", Menu::Layout, None, has_several, |app, context| {
        app.place(context, |nodes| align(nodes, Direction::Down, Side::End))
    }),
    entry("Distribute across", Menu::Layout, None, has_several, |app, context| {
        app.place(context, |nodes| distribute(nodes, Direction::Across))
    }),
    entry("Distribute down", Menu::Layout, None, has_several, |app, context| {
        app.place(context, |nodes| distribute(nodes, Direction::Down))
    }),
    entry("Snap to grid", Menu::Layout, keys(Modifiers::NONE, Key::G), has_selection, |app, context| {
        app.place(context, |nodes| snap(nodes, GRID))
    }),
    entry("Show all", Menu::View, keys(Modifiers::NONE, Key::Home), always, |app, _| {
        app.canvas.fit(Fit::All)
    }),
    entry("Show selection", Menu::View, keys(Modifiers::NONE, Key::F), always, |app, _| {
        app.canvas.fit(Fit::Selection)
    }),
    entry("Zoom in", Menu::View, keys(COMMAND, Key::Plus), always, |app, _| {
        let zoom = app.canvas.zoom();
        app.canvas.zoom_to(zoom * 1.25)
    }),
    entry("Zoom out", Menu::View, keys(COMMAND, Key::Minus), always, |app, _| {
        let zoom = app.canvas.zoom();
        app.canvas.zoom_to(zoom / 1.25)
    }),
    entry("Actual size", Menu::View, keys(COMMAND, Key::Num0), always, |app, _| app.canvas.zoom_to(1.0)),
    entry("Minimap", Menu::View, None, always, |app, _| app.canvas.has_minimap ^= true),
    entry("Solid or plane", Menu::View, keys(Modifiers::NONE, Key::Num3), always, |app, _| {
        app.toggle_solid()
    }),
    entry("Dark or light theme", Menu::View, None, always, |app, context| app.toggle_theme(context)),
    entry("Commands…", Menu::Help, keys(COMMAND, Key::P), always, |app, _| app.open_palette()),
    entry(
        "About this node",
        Menu::Help,
        keys(Modifiers::NONE, Key::F1),
        |app| app.canvas.selection.len() == 1,
        |app, _| app.show_reference(),
    ),
];

/// Runs what the keys stand for that were pressed.
pub fn run_shortcuts(app: &mut App, context: &egui::Context) {
    let typing = context.egui_wants_keyboard_input();
    // Some keyboards have no other key to delete with.
    if !typing && context.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Backspace)) {
        app.delete();
    }
    // Of keys with more modifiers first: shift and Z is not Z.
    let mut entries: Vec<Command> = COMMANDS.iter().filter(|entry| entry.shortcut.is_some()).collect();
    entries.sort_by_key(|entry| {
        let modifiers = entry.shortcut.map(|shortcut| shortcut.modifiers).unwrap_or_default();
        std::cmp::Reverse(u8::from(modifiers.shift) + u8::from(modifiers.command))
    });
    for entry in entries {
        let Some(shortcut) = &entry.shortcut else { continue };
        // What edits a graph otherwise edits the text that is being typed.
        if typing && (!shortcut.modifiers.command || entry.menu == Menu::Edit) {
            continue;
        }
        if (entry.enabled)(app) && context.input_mut(|input| input.consume_shortcut(shortcut)) {
            (entry.run)(app, context);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn names_and_keys_are_unique() {
        let names: HashSet<&str> = COMMANDS.iter().map(|entry| entry.name).collect();
        assert_eq!(names.len(), COMMANDS.len());
        let keys: Vec<KeyboardShortcut> = COMMANDS.iter().filter_map(|entry| entry.shortcut).collect();
        for (index, shortcut) in keys.iter().enumerate() {
            assert!(!keys[..index].contains(shortcut), "{shortcut:?}");
        }
    }
}
