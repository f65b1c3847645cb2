//! Windows above the graph, such as menus and dialogs, and the effects of their answers.

use std::collections::BTreeSet;
use std::sync::Arc;

use egui::{Context, Ui};
use travertine::registry;
use travertine_editing::files::Workspace;
use travertine_editing::{Offer, actions, offers, offers_around};

use super::App;
use crate::add_menu::{self, AddMenu};
use crate::dialogs::{Answer, Dialog, Goal};
use crate::export::ExportWindow;
use crate::gallery::Gallery;
use crate::palette::{self, CommandPalette};
use crate::requests::{Go, NewNode, Requests};

impl App {
    pub(super) fn show_add_menu(&mut self, ui: &Ui, requests: &mut Requests) {
        if let Some(menu) = &mut self.add_menu
            && menu.show(ui, self.project.outline(), &self.shelf.offers, requests) == add_menu::Fate::Closed
        {
            self.add_menu = None;
        }
    }

    pub(super) fn show_palette(&mut self, ui: &Ui) {
        let Some(mut open) = self.palette.take() else { return };
        match open.show(ui, &self.shelf.offers, |command| self.is_enabled(command)) {
            palette::Fate::Open => self.palette = Some(open),
            palette::Fate::Closed(Some(palette::Choice::Command(command))) => self.run(command, ui.ctx()),
            palette::Fate::Closed(Some(palette::Choice::Node(offer))) => {
                let at = [self.canvas.pointer.x, self.canvas.pointer.y].map(|side| f64::from(side.round()));
                let action = offer.add(self.project.outline(), at, None);
                self.act(action, None);
            }
            palette::Fate::Closed(None) => {}
        }
    }

    pub(super) fn show_dialog(&mut self, ui: &Ui) {
        let Some(mut dialog) = self.dialog.take() else { return };
        match dialog.show(ui) {
            None => self.dialog = Some(dialog),
            Some(answer) => self.answer(answer, ui.ctx()),
        }
    }

    pub(super) fn answer(&mut self, answer: Answer, context: &Context) {
        match answer {
            Answer::Cancel => self.then = None,
            Answer::Save(goal) => {
                self.then = Some(goal);
                self.save(context);
            }
            Answer::Discard(goal) => self.go(goal, context),
            Answer::Rename { from, to } => {
                let renamed = actions::rename(self.project.outline(), &from, &to);
                self.act(renamed, None);
                if self.project.outline().document().nodes.contains_key(&to) {
                    self.canvas.selection = BTreeSet::from([to]);
                }
            }
            Answer::UpdateGroup { name, group } => {
                let action = actions::set_group(self.project.outline(), &name, *group);
                self.act(action, None);
            }
            Answer::OpenPath(path) => self.leave(Goal::Open(path), context),
            Answer::SavePath(path) => self.save_to(&path, context),
            Answer::SaveOver => self.save_as_it_is(true, context),
            Answer::Reload => {
                self.then = None;
                self.reload();
            }
            Answer::KeepMine => self.project.change(Workspace::keep_mine),
            Answer::Recover => {
                if let Some(left) = self.left.pop() {
                    self.leave(Goal::Recover(Box::new(left)), context);
                }
            }
            Answer::ForgetLeft => {
                if let Some(left) = self.left.pop() {
                    // A document that cannot be removed is offered again.
                    let _ = left.discard();
                }
                self.offer_recovery(context);
            }
        }
    }

    /// Closes the windows beside the graph.
    pub(super) fn close_windows(&mut self) {
        self.reference = None;
        // An export in progress is not cancelled by accident.
        if self.export.as_ref().is_some_and(|export| !export.is_writing()) {
            self.export = None;
        }
    }

    pub(super) fn open_export(&mut self) {
        // Pictures are those of the whole graph.
        self.go_to(Go::Out(0));
        self.export = Some(ExportWindow::new(self.project.workspace().path(), &self.preview));
    }

    pub(super) fn show_gallery(&mut self) {
        self.gallery = Some(Gallery::new(self.recent.as_ref(), true));
    }

    pub(super) fn open_add_menu(&mut self) {
        self.gallery = None;
        let position = self.canvas.pointer;
        let menu = self.canvas.to_screen(position);
        self.add_menu = Some(AddMenu::new(NewNode { menu, position, wire: None }, self.offers()));
    }

    /// The node types of the shown graph, and the groups of the documents around it.
    pub(super) fn offers(&self) -> Vec<Arc<Offer>> {
        let around = offers_around(self.project.history(), registry());
        offers(self.project.outline()).into_iter().chain(around).map(Arc::new).collect()
    }

    pub(super) fn open_palette(&mut self) {
        self.palette = Some(CommandPalette::new(self.offers()));
    }

    pub(super) fn ask_to_rename(&mut self, context: &Context) {
        match self.canvas.selection.first() {
            Some(id) => self.dialog = Some(Dialog::rename(id)),
            None => self.write_frame(context),
        }
    }

    pub(super) fn show_reference(&mut self) {
        let selected = self.canvas.selection.first();
        self.reference = selected.and_then(|id| self.project.outline().definition(id)).cloned();
    }
}
