//! The table of commands: names, menus and shortcuts, for the `menus`, the `command_palette` and the keyboard.
//!
//! The window of `gestures` lists them beside what the mouse does.

pub mod command_palette;
pub mod gestures;
pub mod menus;

use egui::{Key, KeyboardShortcut, Modifiers};

/// A command of a menu, the palette or a shortcut. The table has its name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Command {
    New,
    Open,
    Save,
    SaveAs,
    Export,
    Gallery,
    Quit,
    Undo,
    Redo,
    Cut,
    Copy,
    Paste,
    Duplicate,
    Delete,
    SelectAll,
    AddNode,
    AddNote,
    FrameSelection,
    FitFrame,
    Group,
    Ungroup,
    EnterGroup,
    LeaveGroup,
    RemoveUnusedGroups,
    Rename,
    Mute,
    Collapse,
    HidePicture,
    ShowInPreview,
    BendWire,
    Arrange,
    AlignLeft,
    AlignCentersAcross,
    AlignRight,
    AlignUpper,
    AlignCentersDown,
    AlignLower,
    DistributeAcross,
    DistributeDown,
    SnapToGrid,
    ShowAll,
    ShowSelection,
    ZoomIn,
    ZoomOut,
    ActualSize,
    Minimap,
    Heat,
    Library,
    Parameters,
    SolidOrPlane,
    FillWindow,
    DetachPreview,
    Theme,
    Palette,
    AboutNode,
    MouseAndKeys,
}

/// A row of the table.
pub struct Entry {
    /// The command.
    pub command: Command,
    /// The name on the screen.
    pub name: &'static str,
    /// The menu that has it.
    pub menu: Menu,
    /// The shortcut.
    pub shortcut: Option<KeyboardShortcut>,
}

/// The menus, from left to right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Menu {
    /// Commands for files.
    File,
    /// Commands that change the graph.
    Edit,
    /// Commands for nodes.
    Node,
    /// Commands that arrange nodes.
    Layout,
    /// Commands for the view of the graph.
    View,
    /// Commands that show help.
    Help,
}

impl Menu {
    /// All of them.
    pub const ALL: [Menu; 6] = [Menu::File, Menu::Edit, Menu::Node, Menu::Layout, Menu::View, Menu::Help];

    /// The name on the screen.
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

const NONE: Modifiers = Modifiers::NONE;
const COMMAND: Modifiers = Modifiers::COMMAND;
const COMMAND_ALT: Modifiers = Modifiers::COMMAND.plus(Modifiers::ALT);
const COMMAND_SHIFT: Modifiers = Modifiers::COMMAND.plus(Modifiers::SHIFT);

const fn keys(modifiers: Modifiers, key: Key) -> Option<KeyboardShortcut> {
    Some(KeyboardShortcut::new(modifiers, key))
}

const fn entry(command: Command, name: &'static str, menu: Menu, shortcut: Option<KeyboardShortcut>) -> Entry {
    Entry { command, name, menu, shortcut }
}

/// The table, in the order of the menus.
pub static COMMANDS: &[Entry] = &[
    entry(Command::New, "New", Menu::File, keys(COMMAND, Key::N)),
    entry(Command::Open, "Open…", Menu::File, keys(COMMAND, Key::O)),
    entry(Command::Gallery, "New from…", Menu::File, None),
    entry(Command::Save, "Save", Menu::File, keys(COMMAND, Key::S)),
    entry(Command::SaveAs, "Save as…", Menu::File, keys(COMMAND_SHIFT, Key::S)),
    entry(Command::Export, "Export…", Menu::File, keys(COMMAND, Key::E)),
    entry(Command::Quit, "Quit", Menu::File, keys(COMMAND, Key::Q)),
    entry(Command::Undo, "Undo", Menu::Edit, keys(COMMAND, Key::Z)),
    entry(Command::Redo, "Redo", Menu::Edit, keys(COMMAND_SHIFT, Key::Z)),
    entry(Command::Cut, "Cut", Menu::Edit, keys(COMMAND, Key::X)),
    entry(Command::Copy, "Copy", Menu::Edit, keys(COMMAND, Key::C)),
    entry(Command::Paste, "Paste", Menu::Edit, keys(COMMAND, Key::V)),
    entry(Command::Duplicate, "Duplicate", Menu::Edit, keys(COMMAND, Key::D)),
    entry(Command::Delete, "Delete", Menu::Edit, keys(NONE, Key::Delete)),
    entry(Command::SelectAll, "Select all", Menu::Edit, keys(COMMAND, Key::A)),
    entry(Command::AddNode, "Add node…", Menu::Node, keys(NONE, Key::Space)),
    entry(Command::AddNote, "Add note", Menu::Node, keys(NONE, Key::N)),
    entry(Command::FrameSelection, "Frame selection", Menu::Node, keys(COMMAND, Key::G)),
    entry(Command::FitFrame, "Fit frame", Menu::Node, None),
    entry(Command::Group, "Group selection", Menu::Node, keys(COMMAND_ALT, Key::G)),
    entry(Command::Ungroup, "Ungroup", Menu::Node, keys(COMMAND_ALT.plus(Modifiers::SHIFT), Key::G)),
    entry(Command::EnterGroup, "Enter group", Menu::Node, keys(NONE, Key::Tab)),
    entry(Command::LeaveGroup, "Leave group", Menu::Node, keys(Modifiers::SHIFT, Key::Tab)),
    entry(Command::RemoveUnusedGroups, "Remove unused groups", Menu::Node, None),
    entry(Command::Rename, "Rename…", Menu::Node, keys(NONE, Key::F2)),
    entry(Command::Mute, "Mute", Menu::Node, keys(NONE, Key::M)),
    entry(Command::Collapse, "Collapse", Menu::Node, keys(NONE, Key::H)),
    entry(Command::HidePicture, "Hide picture", Menu::Node, keys(NONE, Key::T)),
    entry(Command::ShowInPreview, "Show in preview", Menu::Node, keys(NONE, Key::P)),
    entry(Command::BendWire, "Bend wire", Menu::Node, keys(NONE, Key::R)),
    entry(Command::Arrange, "Arrange", Menu::Layout, keys(NONE, Key::L)),
    entry(Command::AlignLeft, "Align left edges", Menu::Layout, None),
    entry(Command::AlignCentersAcross, "Align centers horizontally", Menu::Layout, None),
    entry(Command::AlignRight, "Align right edges", Menu::Layout, None),
    entry(Command::AlignUpper, "Align top edges", Menu::Layout, None),
    entry(Command::AlignCentersDown, "Align centers vertically", Menu::Layout, None),
    entry(Command::AlignLower, "Align bottom edges", Menu::Layout, None),
    entry(Command::DistributeAcross, "Distribute horizontally", Menu::Layout, None),
    entry(Command::DistributeDown, "Distribute vertically", Menu::Layout, None),
    entry(Command::SnapToGrid, "Snap to grid", Menu::Layout, keys(NONE, Key::G)),
    entry(Command::ShowAll, "Show all", Menu::View, keys(NONE, Key::Home)),
    entry(Command::ShowSelection, "Show selection", Menu::View, keys(NONE, Key::F)),
    entry(Command::ZoomIn, "Zoom in", Menu::View, keys(COMMAND, Key::Plus)),
    entry(Command::ZoomOut, "Zoom out", Menu::View, keys(COMMAND, Key::Minus)),
    entry(Command::ActualSize, "Actual size", Menu::View, keys(COMMAND, Key::Num0)),
    entry(Command::Minimap, "Minimap", Menu::View, None),
    entry(Command::Heat, "Heat: time of each node", Menu::View, keys(Modifiers::SHIFT, Key::H)),
    entry(Command::Library, "Library", Menu::View, keys(NONE, Key::B)),
    entry(Command::Parameters, "Parameters", Menu::View, keys(NONE, Key::I)),
    entry(Command::SolidOrPlane, "2D or 3D preview", Menu::View, keys(NONE, Key::Num3)),
    entry(Command::FillWindow, "Preview fills the window", Menu::View, keys(NONE, Key::V)),
    entry(Command::DetachPreview, "Preview in its own window", Menu::View, keys(Modifiers::SHIFT, Key::V)),
    entry(Command::Theme, "Dark or light theme", Menu::View, None),
    entry(Command::Palette, "Commands…", Menu::Help, keys(COMMAND, Key::P)),
    entry(Command::AboutNode, "About this node", Menu::Help, keys(NONE, Key::F1)),
    entry(Command::MouseAndKeys, "Mouse and keys", Menu::Help, None),
];

impl Command {
    /// The first shortcut.
    pub fn shortcut(self) -> Option<KeyboardShortcut> {
        COMMANDS.iter().find(|entry| entry.command == self)?.shortcut
    }
}

/// Second shortcuts: some keyboards have no Delete key, and some people know another key for Redo.
pub static ALIASES: &[(Command, KeyboardShortcut)] = &[
    (Command::Delete, KeyboardShortcut::new(NONE, Key::Backspace)),
    (Command::Redo, KeyboardShortcut::new(COMMAND, Key::Y)),
];

/// All shortcuts and their commands. Those with more modifiers come first, so that Ctrl+Shift+Z is not taken for
/// Ctrl+Z.
pub fn shortcuts() -> Vec<(&'static Entry, KeyboardShortcut)> {
    let first = COMMANDS.iter().filter_map(|entry| Some((entry, entry.shortcut?)));
    let second = COMMANDS.iter().flat_map(|entry| {
        let own = ALIASES.iter().filter(|(command, _)| *command == entry.command);
        own.map(move |(_, shortcut)| (entry, *shortcut))
    });
    let mut all: Vec<(&Entry, KeyboardShortcut)> = first.chain(second).collect();
    all.sort_by_key(|(_, KeyboardShortcut { modifiers, .. })| {
        let count = [modifiers.shift, modifiers.alt, modifiers.command].map(u8::from).iter().sum::<u8>();
        std::cmp::Reverse(count)
    });
    all
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn commands_names_and_keys_are_unique() {
        let commands: HashSet<Command> = COMMANDS.iter().map(|entry| entry.command).collect();
        assert_eq!(commands.len(), COMMANDS.len());
        let names: HashSet<&str> = COMMANDS.iter().map(|entry| entry.name).collect();
        assert_eq!(names.len(), COMMANDS.len());
        let keys: Vec<KeyboardShortcut> = shortcuts().into_iter().map(|(_, shortcut)| shortcut).collect();
        for (index, shortcut) in keys.iter().enumerate() {
            assert!(!keys[..index].contains(shortcut), "{shortcut:?}");
        }
    }
    #[test]
    fn the_guide_lists_all_keys() {
        let guide = include_str!("../../../docs/guides/editor.md");
        for entry in COMMANDS {
            let own = shortcuts().into_iter().filter(|(other, _)| other.command == entry.command);
            let keys: Vec<String> = own.map(|(_, keys)| keys.format(&egui::ModifierNames::NAMES, false)).collect();
            let row = format!("| {} | {} |", keys.join(", "), entry.name);
            assert!(keys.is_empty() || guide.contains(&row), "docs/guides/editor.md has no row {row}");
        }
    }
}
