//! The preview: at the side, instead of the canvas, or in a window of its own.

use std::path::PathBuf;

use egui::{CentralPanel, Context, Frame, Ui, ViewportBuilder, ViewportId};
use travertine_editing::render::Subject;

use super::App;
use crate::preview::{self, Place, Preview, Surroundings};
use crate::requests::Requests;
use crate::theme::Palette;

/// What a frame shows.
pub(super) struct Picked {
    /// What the preview shows.
    pub(super) subject: Option<Subject>,
    /// The only selected node.
    pub(super) selected: Option<String>,
}

impl App {
    /// Shows the preview at the side. The pictures may be elsewhere.
    pub(super) fn show_preview(&mut self, ui: &mut Ui, picked: &Picked, height: f32, requests: &mut Requests) {
        self.with_preview(picked, |preview, around| {
            preview.play(ui.ctx());
            preview.show_subject(ui, around);
            if preview.place == Place::Side {
                preview.show_pictures(ui, around, height, requests);
            }
            preview.show_controls(ui, around.value, requests);
        });
    }

    /// Shows the mesh of a file in the preview.
    pub(super) fn show_mesh(&mut self, path: PathBuf) {
        self.windows.gallery = None;
        self.preview.show_mesh(std::path::absolute(&path).unwrap_or(path));
    }

    /// Brings the mesh of the preview when it is read, and keeps how the solid is shown.
    pub(super) fn follow_look(&mut self, context: &Context) {
        if let Some(refusal) = self.preview.follow_mesh(context) {
            self.message.error(refusal.to_string());
        }
        let look = self.preview.look();
        if look != self.look {
            self.preferences.keep_look(self.project.workspace().path(), &look);
            self.look = look;
        }
    }

    /// Shows the pictures in all of the room.
    pub(super) fn show_pictures(&mut self, ui: &mut Ui, picked: &Picked, requests: &mut Requests) {
        let height = ui.available_height();
        self.with_preview(picked, |preview, around| preview.show_pictures(ui, around, height, requests));
    }

    /// Shows the pictures in a window of their own, if the user wants one.
    pub(super) fn show_detached(&mut self, context: &Context, picked: &Picked, requests: &mut Requests) {
        if self.preview.place != Place::Window {
            return;
        }
        let title = format!("Preview of {}", self.project.workspace().title());
        let window = ViewportBuilder::default().with_title(title).with_inner_size([720.0, 720.0]);
        context.show_viewport_immediate(ViewportId::from_hash_of("preview"), window, |ui, _| {
            let frame = Frame::NONE.fill(Palette::of(ui).panel);
            CentralPanel::default().frame(frame).show(ui, |ui| self.show_pictures(ui, picked, requests));
            if ui.input(|input| input.viewport().close_requested()) {
                self.preview.place = Place::Side;
            }
        });
    }

    fn with_preview(&mut self, picked: &Picked, show: impl FnOnce(&mut Preview, &Surroundings)) {
        let outline = self.project.outline();
        let (subject, selected) = (picked.subject.as_ref(), picked.selected.as_deref());
        let probed = subject.and_then(|subject| preview::socket(outline, subject));
        let value = probed.as_ref().and_then(|socket| self.rendering.pictures.value_of(&socket.node, &socket.name));
        let (computing, snapshot) = (self.rendering.worker.raster_progress(), self.rendering.snapshot.as_ref());
        let (computing, is_stopped) = (computing.as_deref(), self.rendering.worker.is_stopped());
        let around = Surroundings { outline, snapshot, subject, selected, value, computing, is_stopped };
        show(&mut self.preview, &around);
    }
}
