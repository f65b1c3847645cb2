//! Pictures of the open document, and the worker that makes them.

use egui::Context;
use travertine_editing::render::{Outcome, Subject};

use super::App;
use crate::panels::curve_values;
use crate::preview;

impl App {
    /// Passes requests to the worker, and takes its results.
    pub(super) fn render(&mut self, context: &Context, subject: Option<Subject>) {
        self.rendering.worker.follow(self.project.history());
        self.preview.request(&self.rendering.worker, subject.as_ref());
        let outline = self.project.outline();
        let selected = self.canvas.selection.only_node().map(String::as_str);
        self.curve_values.follow(context, outline, selected, &self.rendering.worker);
        let visible = self.canvas.visible.iter().filter_map(|id| preview::main_output(outline, id));
        self.rendering.set_thumbnails(visible.collect());
        let probed = self.preview.probed();
        self.rendering.worker.probe(probed);
        for outcome in self.rendering.worker.outcomes() {
            match outcome {
                Outcome::View { view: curve_values::VIEW, picture, .. } => {
                    self.curve_values.take(context, picture.ok().as_deref());
                }
                Outcome::View { view, viewport, is_final, picture } => {
                    self.preview.take(context, view, viewport, is_final, picture);
                }
                Outcome::Thumbnail { socket, picture } => self.rendering.pictures.take(context, socket.node, picture),
                Outcome::Device { message, has_failed: true } => {
                    self.device.fail();
                    self.message.error(message);
                }
                Outcome::Device { message, has_failed: false } => self.message.info(message),
                Outcome::Probe { values, .. } => self.rendering.pictures.take_values(values),
                Outcome::Checked { revision, snapshot } => {
                    self.project.checked(revision, snapshot.diagnostics());
                    self.rendering.snapshot = Some(snapshot);
                }
            }
        }
        if probed.is_none() {
            self.rendering.pictures.forget_values();
        }
    }
}
