//! Carrying out the requests of a frame.

use egui::Context;
use travertine_editing::render::Subject;

use super::App;
use crate::dialogs::Goal;
use crate::dialogs::file_dialog::Purpose;
use crate::fields;
use crate::input::focus;
use crate::library::add_menu::AddMenu;
use crate::preview::{self, Place};
use crate::requests::{Request, Requests};

impl App {
    /// Carries out the requests of a frame.
    pub(super) fn carry_out(&mut self, requests: Requests, context: &Context) {
        for request in requests.in_order() {
            self.perform(request, context);
        }
    }

    fn perform(&mut self, request: Request, context: &Context) {
        match request {
            Request::Act(action, key) => drop(self.act(action, key)),
            Request::Add(action) => drop(self.add(action, context)),
            Request::Cut(targets) => self.cut_wires(targets),
            Request::Embed(embed) => self.embed(&embed),
            Request::InsertExample(definition) => self.insert_example(&definition, context),
            Request::Run(command) => {
                if self.is_enabled(command) {
                    self.run(command, context);
                }
            }
            Request::ChooseType(node) => self.windows.add_menu = Some(AddMenu::new(node, self.offers())),
            Request::Reveal(node) => {
                self.canvas.reveal(context, &node);
                if self.preview.place == Place::Center {
                    self.preview.place = Place::Side;
                }
            }
            Request::Preview(node) => self.preview_node(&node),
            Request::MakeRasters(true) => {
                self.rendering.worker.resume();
                self.preview.forget_problems();
            }
            Request::MakeRasters(false) => self.rendering.worker.stop(),
            Request::ChooseMesh => self.ask_for_file(Purpose::Model, context),
            Request::ComputeOn(name) => self.compute_on(name, context),
            Request::Open(path) => self.leave(Goal::Open(path), context),
            Request::Write(frame) => focus::wish(context, fields::frame::field(&frame)),
            Request::UpdateGroup(group) => self.ask_to_update(&group, context),
            Request::SaveGroup(group) => self.save_group(&group, context),
            Request::Go(go) => self.go_to(go),
            Request::Copy(text) => context.copy_text(text),
            Request::Remember(list, text) => self.preferences.add(list, &text),
            Request::Mark(list, text) => self.preferences.toggle(list, &text),
        }
    }

    pub(super) fn preview_selected(&mut self) {
        if let Some(id) = self.canvas.selection.nodes.first().cloned() {
            self.preview_node(&id);
        }
    }

    fn preview_node(&mut self, id: &str) {
        self.preview.chosen = preview::main_output(self.project.outline(), id).map(Subject::Node);
    }
}
