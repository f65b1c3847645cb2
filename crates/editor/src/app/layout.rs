//! The parts of the window: bars, panels, and what is in the middle.

use std::path::Path;

use egui::{Align2, CentralPanel, FontId, Frame, Id, LayerId, Order, Panel, StrokeKind, Ui, UiBuilder};
use travertine_editing::render::Subject;

use super::App;
use super::previewing::Picked;
use crate::canvas::{Shown, heat, trail};
use crate::commands::menus;
use crate::panels::inspector::{self, Selected};
use crate::panels::status::{self, Status};
use crate::preview::{self, Place};
use crate::requests::Requests;
use crate::theme::Palette;

/// The width that panels leave to the canvas, so that a graph fits into it, in points.
const LEAST_CANVAS: f32 = 240.0;
/// Minimum width of the panel with the preview, in points.
const LEAST_SIDE: f32 = 260.0;
/// Minimum width of the library, in points.
const LEAST_SHELF: f32 = 212.0;

impl App {
    /// Shows the menus and the status line.
    pub(super) fn show_bars(&mut self, ui: &mut Ui, requests: &mut Requests) {
        Panel::top("menu").show(ui, |ui| {
            menus::show(ui, |command| self.is_enabled(command), &self.preferences, &self.device, requests);
        });
        let asks_for_problems = Panel::bottom("status").show(ui, |ui| status::show(ui, self.status())).inner;
        if asks_for_problems {
            self.inspector.show_problems();
        }
    }

    /// Shows the library, the preview and the inspector; beside the gallery, none of them.
    pub(super) fn show_panels(&mut self, ui: &mut Ui, picked: &Picked, requests: &mut Requests) {
        self.library.shelf.update(ui.ctx(), self.project.workspace().path());
        if self.windows.gallery.is_none() {
            if self.library.is_shown {
                let most = (ui.available_width() - LEAST_CANVAS - LEAST_SIDE).clamp(LEAST_SHELF, 520.0);
                let panel = Panel::left("library").default_size(LEAST_SHELF).size_range(LEAST_SHELF..=most);
                panel.show(ui, |ui| self.library.shelf.show(ui, &self.preferences, requests));
            }
            self.show_side(ui, picked, requests);
        }
    }

    /// Shows the canvas, or else the gallery or the preview.
    pub(super) fn show_center(&mut self, ui: &mut Ui, picked: &Picked, requests: &mut Requests) {
        let panel = CentralPanel::default().frame(Frame::NONE);
        if let Some(gallery) = &mut self.windows.gallery {
            if let Some(choice) = panel.show(ui, |ui| gallery.show(ui)).inner {
                self.begin_with(choice, ui.ctx());
            }
        } else if self.preview.place == Place::Center {
            panel.show(ui, |ui| self.show_pictures(ui, picked, requests));
        } else {
            panel.show(ui, |ui| self.show_canvas(ui, picked, requests));
        }
    }

    fn show_canvas(&mut self, ui: &mut Ui, picked: &Picked, requests: &mut Requests) {
        let history = self.project.history();
        if !history.path().is_empty() {
            let title = self.project.workspace().title();
            let frame = Frame::new().fill(Palette::of(ui).panel).inner_margin(4);
            Panel::top("trail").frame(frame).show(ui, |ui| trail::show(ui, history, &title, requests));
        }
        let previewed = match &picked.subject {
            Some(Subject::Node(socket)) => Some(socket.node.as_str()),
            _ => None,
        };
        let shown = Shown {
            outline: self.project.outline(),
            revision: self.project.history().shown_revision(),
            problems: self.project.problems(),
            pictures: &self.rendering.pictures,
            previewed,
            heat: self.preview.heat(),
            zoom: self.canvas.zoom(),
        };
        self.canvas.show(ui, shown, requests);
    }

    /// The content of the status line.
    fn status(&self) -> Status<'_> {
        Status {
            message: &self.message,
            zoom: self.canvas.zoom(),
            nodes: self.project.outline().document().nodes.len(),
            problems: self.project.problems(),
            work: self.rendering.worker.busy(),
            took: self.preview.took(),
            heat: self.preview.heat().as_ref().and_then(heat::all).map(|time| (time, heat::EXPLANATION)),
            autosave_problem: self.project.workspace().autosave_problem(),
        }
    }

    /// Shows the preview, and below it the selected node or the graph.
    fn show_side(&mut self, ui: &mut Ui, picked: &Picked, requests: &mut Requests) {
        let most = (ui.available_width() - LEAST_CANVAS).clamp(LEAST_SIDE, 900.0);
        Panel::right("side").default_size(320.0).size_range(LEAST_SIDE..=most).show(ui, |ui| {
            // Wide content is clipped; it must not push the panel's edge.
            let room = ui.available_rect_before_wrap();
            let mut inner = ui.new_child(UiBuilder::new().max_rect(room));
            ui.advance_cursor_after_rect(room);
            let ui = &mut inner;
            ui.shrink_clip_rect(room);
            ui.add_space(6.0);
            let height = ui.available_width().min(ui.available_height() * 0.45);
            self.show_preview(ui, picked, height, requests);
            let (outline, problems) = (self.project.outline(), self.project.problems());
            ui.separator();
            let selected = match (picked.selected.as_deref(), self.canvas.selection.frames.first()) {
                (Some(node), _) => Some(Selected::Node(node)),
                (None, Some(frame)) if self.canvas.selection.nodes.is_empty() => Some(Selected::Frame(frame)),
                _ => None,
            };
            let group = self.project.history().path().last().map(String::as_str);
            let shown = inspector::Shown { selected, group };
            self.inspector.show(ui, outline, &self.library.shelf.library, problems, shown, requests);
        });
    }

    /// Shows what happens to a file that is dragged over the window when it is dropped.
    pub(super) fn show_drop(&self, ui: &Ui) {
        let held = ui.input(|input| input.raw.hovered_files.first().map(|file| file.path.clone()));
        let Some(path) = held else { return };
        let name = path.as_deref().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
        let palette = Palette::of(ui);
        let layer = LayerId::new(Order::Foreground, Id::new("drop"));
        let painter = ui.ctx().layer_painter(layer);
        let area = ui.ctx().content_rect();
        painter.rect_filled(area, 0.0, palette.canvas.gamma_multiply(0.8));
        painter.rect_stroke(area.shrink(8.0), 6.0, (2.0, palette.accent), StrokeKind::Inside);
        let name = name.as_deref().unwrap_or("it");
        let text = match path.as_deref().is_some_and(preview::is_mesh) {
            true => format!("Drop to show {name} in the preview"),
            false => format!("Drop to open {name}"),
        };
        painter.text(area.center(), Align2::CENTER_CENTER, text, FontId::proportional(20.0), palette.text);
    }
}
