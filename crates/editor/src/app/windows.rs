//! Windows above the graph, such as menus and dialogs, and the effects of their answers.

use std::sync::Arc;

use egui::{Context, Ui};
use travertine::registry;
use travertine_editing::files::Workspace;
use travertine_editing::{Action, Offer, actions, offers, offers_around};
use travertine_graph::definition::Definition;

use super::App;
use super::state::Windows;
use crate::canvas::Selection;
use crate::commands::command_palette::{self, CommandPalette};
use crate::commands::gestures;
use crate::dialogs::{Answer, Dialog, Goal};
use crate::library::add_menu::{self, AddMenu};
use crate::library::example;
use crate::library::gallery::Gallery;
use crate::library::reference;
use crate::preview::Place;
use crate::requests::{NewNode, Requests};

impl App {
    /// Whether a dialog, the command palette or the menu of nodes is open.
    pub(super) fn asks(&self) -> bool {
        self.windows.dialog.is_some() || self.windows.command_palette.is_some() || self.windows.add_menu.is_some()
    }

    /// Shows the windows, the dialog last, because it must be answered first.
    pub(super) fn show_windows(&mut self, ui: &Ui, requests: &mut Requests) {
        self.show_add_menu(ui, requests);
        self.show_command_palette(ui);
        self.show_export(ui);
        self.tell_exports(ui.ctx());
        let Windows { reference, shows_gestures, type_pictures, .. } = &mut self.windows;
        *shows_gestures = *shows_gestures && gestures::show(ui);
        reference.take_if(|definition| !reference::show(ui, definition, type_pictures, requests));
        self.show_dialog(ui);
        self.show_drop(ui);
    }

    fn show_add_menu(&mut self, ui: &Ui, requests: &mut Requests) {
        let Windows { add_menu, type_pictures, .. } = &mut self.windows;
        let shown = add_menu::Shown {
            outline: self.project.outline(),
            library: &self.library.shelf.offers,
            pictures: type_pictures,
            preferences: &self.preferences,
        };
        add_menu.take_if(|menu| menu.show(ui, shown, requests) == add_menu::Fate::Closed);
    }

    fn show_command_palette(&mut self, ui: &Ui) {
        let Some(mut open) = self.windows.command_palette.take() else { return };
        match open.show(ui, &self.library.shelf.offers, |command| self.is_enabled(command)) {
            command_palette::Fate::Open => self.windows.command_palette = Some(open),
            command_palette::Fate::Closed(Some(command_palette::Choice::Command(command))) => {
                self.run(command, ui.ctx())
            }
            command_palette::Fate::Closed(Some(command_palette::Choice::Node(offer))) => {
                let at = [self.canvas.pointer.x, self.canvas.pointer.y].map(|side| f64::from(side.round()));
                let action = offer.add(self.project.outline(), at, None);
                self.add(action, ui.ctx());
            }
            command_palette::Fate::Closed(None) => {}
        }
    }

    fn show_dialog(&mut self, ui: &Ui) {
        let Some(mut dialog) = self.windows.dialog.take() else { return };
        match dialog.show(ui) {
            None => self.windows.dialog = Some(dialog),
            Some(answer) => self.answer(answer, ui.ctx()),
        }
    }

    pub(super) fn answer(&mut self, answer: Answer, context: &Context) {
        match answer {
            Answer::Cancel => self.file.after_save = None,
            Answer::Save(goal) => {
                self.file.after_save = Some(goal);
                self.save(context);
            }
            Answer::Discard(goal) => self.go(goal, context),
            Answer::Rename { from, to } => {
                let renamed = actions::rename(self.project.outline(), &from, &to);
                self.act(renamed, None);
                if self.project.outline().document().nodes.contains_key(&to) {
                    self.canvas.selection = Selection::of_node(to);
                }
            }
            Answer::UpdateGroup { name, group } => {
                let action = actions::set_group(self.project.outline(), &name, *group);
                self.act(action, None);
            }
            Answer::OpenPath(path) => self.leave(Goal::Open(path), context),
            Answer::SavePath(path) => self.save_to(&path, context),
            Answer::ColorsPath(path) => self.read_colors(path, context),
            Answer::MeshPath(path) => self.show_mesh(path),
            Answer::SaveOver => self.save_as_it_is(true, context),
            Answer::Reload => {
                self.file.after_save = None;
                self.reload();
            }
            Answer::CancelExports => {
                self.exports.queue.cancel();
                self.quit(context);
            }
            Answer::KeepMine => self.project.change(Workspace::keep_mine),
            Answer::Recover => {
                if let Some(left) = self.file.recoveries.pop() {
                    self.leave(Goal::Recover(Box::new(left)), context);
                }
            }
            Answer::ForgetLeft => {
                if let Some(left) = self.file.recoveries.pop() {
                    // A document that cannot be removed is offered again.
                    let _ = left.discard();
                }
                self.offer_recovery(context);
            }
        }
    }

    /// Closes the windows other than the graph's.
    pub(super) fn close_windows(&mut self) {
        self.windows.reference = None;
        self.windows.shows_gestures = false;
        if self.preview.place == Place::Center {
            self.preview.place = Place::Side;
        }
        self.close_export();
    }

    pub(super) fn show_gallery(&mut self) {
        self.windows.gallery = Some(Gallery::new(&self.preferences, true));
    }

    pub(super) fn open_add_menu(&mut self) {
        self.windows.gallery = None;
        let position = self.canvas.pointer;
        let menu = self.canvas.to_screen(position);
        self.windows.add_menu = Some(AddMenu::new(NewNode { menu, position, wire: None }, self.offers()));
    }

    /// The node types of the shown graph, and the groups of the documents around it.
    pub(super) fn offers(&self) -> Vec<Arc<Offer>> {
        let around = offers_around(self.project.history(), registry());
        offers(self.project.outline()).into_iter().chain(around).map(Arc::new).collect()
    }

    pub(super) fn open_palette(&mut self) {
        self.windows.command_palette = Some(CommandPalette::new(self.offers()));
    }

    pub(super) fn ask_to_rename(&mut self, context: &Context) {
        match self.canvas.selection.nodes.first() {
            Some(id) => self.windows.dialog = Some(Dialog::rename(id)),
            None => self.write_frame(context),
        }
    }

    /// Adds the nodes of a node type's example.
    pub(super) fn insert_example(&mut self, definition: &Definition, context: &Context) {
        let Some(text) = example::text(definition) else { return };
        let corner = self.canvas.to_document(self.canvas.area.min);
        let at = [corner.x, corner.y].map(|side| f64::from(side.round()));
        let action = actions::paste(self.project.outline(), &text, Some(at));
        let label = format!("Insert example of {}", definition.label);
        self.add(action.map(|action| Action { label, ..action }), context);
    }

    pub(super) fn show_reference(&mut self) {
        let selected = self.canvas.selection.nodes.first();
        self.windows.reference = selected.and_then(|id| self.project.outline().definition(id)).cloned();
    }
}
