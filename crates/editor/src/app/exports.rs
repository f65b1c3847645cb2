//! The export window, and messages about exports.

use egui::{Context, Ui};
use travertine_export::Status;

use super::App;
use crate::export::{ExportWindow, Exported, Wish, wrote};
use crate::requests::Go;

impl App {
    pub(super) fn open_export(&mut self) {
        // Exports are those of the whole graph.
        self.go_to(Go::Out(0));
        let graph = self.project.workspace().path();
        self.exports.window = Some(ExportWindow::new(graph, &self.preview, &self.preferences));
    }

    /// Closes the window; exports continue.
    pub(super) fn close_export(&mut self) {
        if let Some(window) = self.exports.window.take() {
            window.keep(self.project.workspace().path(), &mut self.preferences);
        }
    }

    pub(super) fn show_export(&mut self, ui: &Ui) {
        let Some(window) = &mut self.exports.window else { return };
        let workspace = self.project.workspace();
        let exported = Exported {
            document: workspace.history().document(),
            graph: workspace.path(),
            is_changed: workspace.is_changed(),
            preview: &self.preview,
            rasters: self.rendering.worker.rasters(),
            has_dialogs: self.native_dialogs,
        };
        match window.show(ui, &exported, &mut self.exports.queue, &mut self.preferences) {
            Wish::Stay => {}
            Wish::Close => self.close_export(),
            Wish::Choose(purpose) => self.ask_for_file(purpose, ui.ctx()),
        }
    }

    /// Tells in the status line what has become of exports; their window may be closed.
    pub(super) fn tell_exports(&mut self, context: &Context) {
        while let Some(entry) = self.exports.queue.news() {
            if self.exports.window.is_some() {
                // Its window shows it.
                continue;
            }
            match entry.status() {
                Status::Done(report) => self.message.info(wrote(&report)),
                Status::Failed(reason) => self.message.error(format!("{}: {reason}", entry.title)),
                Status::Cancelled | Status::Waiting | Status::Running(_) => {}
            }
            context.request_repaint();
        }
    }
}
