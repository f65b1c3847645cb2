//! Commands: whether each is available, and its effect.

use egui::{Context, Key, Modifiers, ViewportCommand};
use travertine_editing::actions::{self, Direction, Side, align, distribute, snap};

use super::App;
use crate::canvas::{Fit, GRID};
use crate::commands::{Command, Menu, shortcuts};
use crate::input::sequence;
use crate::preview::Place;
use crate::widgets::picker;

/// Factor of one zoom step.
const ZOOM_STEP: f32 = 1.25;

impl App {
    /// Whether a command is available.
    pub(super) fn is_enabled(&self, command: Command) -> bool {
        let (nodes, frames) = (self.canvas.selection.nodes.len(), self.canvas.selection.frames.len());
        match command {
            Command::Undo => self.project.history().undo_label().is_some(),
            Command::Redo => self.project.history().redo_label().is_some(),
            Command::Cut | Command::Copy | Command::Duplicate | Command::FrameSelection => nodes + frames > 0,
            Command::Delete => self.canvas.has_selection(),
            Command::FitFrame => frames > 0,
            Command::Group => nodes + frames > 0,
            Command::Ungroup => {
                self.canvas.selection.nodes.iter().any(|id| self.project.outline().group_of(id).is_some())
            }
            Command::EnterGroup => self.selected_instance().is_some(),
            Command::LeaveGroup => !self.project.history().path().is_empty(),
            Command::RemoveUnusedGroups => !actions::unused_groups(self.project.outline().document()).is_empty(),
            Command::Rename => nodes == 1 || (nodes == 0 && frames == 1),
            Command::Mute | Command::Collapse | Command::HidePicture | Command::SnapToGrid => nodes > 0,
            Command::ShowInPreview | Command::AboutNode => nodes == 1,
            Command::BendWire => !self.canvas.selection.wires.is_empty(),
            Command::Arrange => !self.project.outline().document().nodes.is_empty(),
            Command::AlignLeft
            | Command::AlignCentersAcross
            | Command::AlignRight
            | Command::AlignUpper
            | Command::AlignCentersDown
            | Command::AlignLower
            | Command::DistributeAcross
            | Command::DistributeDown => nodes > 1,
            Command::New
            | Command::Open
            | Command::Save
            | Command::SaveAs
            | Command::Export
            | Command::Gallery
            | Command::Quit
            | Command::Paste
            | Command::SelectAll
            | Command::AddNode
            | Command::AddNote
            | Command::ShowAll
            | Command::ShowSelection
            | Command::ZoomIn
            | Command::ZoomOut
            | Command::ActualSize
            | Command::Minimap
            | Command::Heat
            | Command::Library
            | Command::Parameters
            | Command::SolidOrPlane
            | Command::FillWindow
            | Command::DetachPreview
            | Command::Theme
            | Command::Palette
            | Command::MouseAndKeys => true,
        }
    }

    /// Runs a command.
    pub(super) fn run(&mut self, command: Command, context: &Context) {
        use {Direction::*, Side::*};
        match command {
            Command::New => self.new_graph(context),
            Command::Open => self.ask_to_open(context),
            Command::Save => self.save(context),
            Command::SaveAs => self.ask_to_save(context),
            Command::Export => self.open_export(),
            Command::Gallery => self.show_gallery(),
            Command::Quit => context.send_viewport_cmd(ViewportCommand::Close),
            Command::Undo => self.undo(),
            Command::Redo => self.redo(),
            Command::Cut => self.cut(context),
            Command::Copy => self.copy(context),
            Command::Paste => context.send_viewport_cmd(ViewportCommand::RequestPaste),
            Command::Duplicate => self.duplicate(context),
            Command::Delete => self.delete(),
            Command::SelectAll => self.select_all(),
            Command::AddNode => self.open_add_menu(),
            Command::AddNote => self.add_note(context),
            Command::FrameSelection => self.frame(context),
            Command::FitFrame => self.fit_frame(context),
            Command::Group => self.group(context),
            Command::Ungroup => self.ungroup(),
            Command::EnterGroup => self.enter_group(),
            Command::LeaveGroup => self.leave_group(),
            Command::RemoveUnusedGroups => self.remove_unused_groups(),
            Command::Rename => self.ask_to_rename(context),
            Command::Mute => self.toggle_muted(),
            Command::Collapse => self.toggle_collapsed(),
            Command::HidePicture => self.toggle_folded(),
            Command::ShowInPreview => self.preview_selected(),
            Command::BendWire => self.bend(),
            Command::Arrange => self.arrange(context),
            Command::AlignLeft => self.arrange_selected(context, |nodes| align(nodes, Across, Start)),
            Command::AlignCentersAcross => self.arrange_selected(context, |nodes| align(nodes, Across, Middle)),
            Command::AlignRight => self.arrange_selected(context, |nodes| align(nodes, Across, End)),
            Command::AlignUpper => self.arrange_selected(context, |nodes| align(nodes, Down, Start)),
            Command::AlignCentersDown => self.arrange_selected(context, |nodes| align(nodes, Down, Middle)),
            Command::AlignLower => self.arrange_selected(context, |nodes| align(nodes, Down, End)),
            Command::DistributeAcross => self.arrange_selected(context, |nodes| distribute(nodes, Across)),
            Command::DistributeDown => self.arrange_selected(context, |nodes| distribute(nodes, Down)),
            Command::SnapToGrid => self.arrange_selected(context, |nodes| snap(nodes, GRID)),
            Command::ShowAll => self.canvas.fit(Fit::All),
            Command::ShowSelection => self.canvas.fit(Fit::Selection),
            Command::ZoomIn => self.canvas.zoom_to(self.canvas.zoom() * ZOOM_STEP),
            Command::ZoomOut => self.canvas.zoom_to(self.canvas.zoom() / ZOOM_STEP),
            Command::ActualSize => self.canvas.zoom_to(1.0),
            Command::Minimap => self.canvas.has_minimap ^= true,
            Command::Heat => self.preview.is_measured ^= true,
            Command::Library => {
                self.library.is_shown ^= true;
                self.windows.gallery = None;
            }
            Command::Parameters => self.inspector.toggle_parameters(),
            Command::SolidOrPlane => self.preview.toggle_solid(),
            Command::FillWindow => self.preview.toggle_place(Place::Center),
            Command::DetachPreview => self.preview.toggle_place(Place::Window),
            Command::Theme => toggle_theme(context),
            Command::Palette => self.open_palette(),
            Command::AboutNode => self.show_reference(),
            Command::MouseAndKeys => self.windows.shows_gestures = true,
        }
    }

    /// Runs the commands whose shortcuts were pressed.
    pub(super) fn run_shortcuts(&mut self, context: &Context) {
        let (focused, typing) = (context.egui_wants_keyboard_input(), context.text_edit_focused());
        for (entry, shortcut) in shortcuts() {
            // `run_tab` handles it.
            let is_tab = shortcut.logical_key == Key::Tab;
            // While the user types, keys edit the text, not the graph. Plain keys belong to any focused widget.
            let is_text = (focused && !shortcut.modifiers.command) || (typing && entry.menu == Menu::Edit);
            if is_tab || is_text || !context.input_mut(|input| input.consume_shortcut(&shortcut)) {
                continue;
            }
            // The key of a command that is not available means nothing else.
            if self.is_enabled(entry.command) {
                self.run(entry.command, context);
            }
        }
    }

    /// The command of Tab. On the canvas, Tab enters the selected group or adds a node, and Shift+Tab leaves the group;
    /// elsewhere they move the focus.
    fn tab_command(&self, context: &Context, modifiers: Modifiers) -> Option<Command> {
        let over = context.pointer_hover_pos().is_some_and(|pointer| self.canvas.area.contains(pointer));
        let is_free = !context.egui_wants_keyboard_input() && !picker::is_open(context);
        if self.asks() || self.windows.gallery.is_some() || !is_free {
            return None;
        }
        let commands: &[Command] = match modifiers {
            Modifiers::NONE if over => &[Command::EnterGroup, Command::AddNode],
            Modifiers::NONE => &[Command::EnterGroup],
            Modifiers::SHIFT => &[Command::LeaveGroup],
            _ => &[],
        };
        commands.iter().copied().find(|command| self.is_enabled(*command))
    }

    /// Runs the command of Tab, if it was pressed where it has one.
    pub(super) fn run_tab(&mut self, context: &Context) {
        let modifiers = sequence::take_tab(context);
        if let Some(command) = modifiers.and_then(|modifiers| self.tab_command(context, modifiers)) {
            self.run(command, context);
        }
    }

    /// Takes Tab from the focus in the next frame, where it has a command.
    pub(super) fn claim_tab(&self, context: &Context) {
        let with = [Modifiers::NONE, Modifiers::SHIFT].into_iter();
        let claimed = with.filter(|modifiers| self.tab_command(context, *modifiers).is_some());
        sequence::claim_tab(context, claimed.collect());
    }
}

fn toggle_theme(context: &Context) {
    let other = if context.theme() == egui::Theme::Dark { egui::Theme::Light } else { egui::Theme::Dark };
    context.set_theme(other);
}
