//! Panning and zooming.

use egui::{Pos2, Rect, Ui, Vec2};
use travertine_editing::Outline;
use travertine_noise::math::exp2;

use super::{Canvas, Item, TYPICAL, graph_id, node_id, outputs_id};

/// 10 %.
pub const MIN_ZOOM: f32 = 0.1;
/// 400 %.
pub const MAX_ZOOM: f32 = 4.0;

/// What to show of a document.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fit {
    /// All of it.
    All,
    /// What is selected, or all of it if nothing is.
    Selection,
}

impl Canvas {
    /// How large a point of the document is on the screen.
    pub fn zoom(&self) -> f32 {
        let width = self.view.scene_rect.width();
        if width > 0.0 && self.area.is_positive() {
            (self.area.width() / width).clamp(MIN_ZOOM, MAX_ZOOM)
        } else {
            1.0
        }
    }

    /// Shows all of it, or the selection, from the next frame on.
    pub fn fit(&mut self, fit: Fit) {
        self.fit = Some(fit);
    }

    /// Zooms so that the middle of the canvas stays where it is.
    pub fn zoom_to(&mut self, zoom: f32) {
        let center = self.area.center();
        self.zoom_about(center, zoom);
    }

    /// Where a place on the screen is in the document.
    pub fn to_document(&self, place: Pos2) -> Pos2 {
        self.view.scene_rect.min + (place - self.area.min) / self.zoom()
    }

    /// Where a place of the document is on the screen.
    pub fn to_screen(&self, place: Pos2) -> Pos2 {
        self.area.min + (place - self.view.scene_rect.min) * self.zoom()
    }

    /// Where every node is and how large, as shown last.
    pub fn rects(&self, context: &egui::Context) -> Vec<(String, Rect)> {
        let sizes = egui_graph::with_graph_memory(context, graph_id(), |memory| memory.node_sizes().clone());
        let rect = |id, name: &str| {
            let place = self.view.layout.get(id)?;
            Some((name.to_owned(), Rect::from_min_size(*place, *sizes.get(id)?)))
        };
        let known = self.items.iter().filter_map(|(id, item)| match item {
            Item::Node(name) => rect(id, name),
            Item::Outputs => rect(id, "outputs"),
        });
        known.collect()
    }

    pub(super) fn pointer_on_screen(&self) -> Pos2 {
        self.to_screen(self.pointer)
    }

    /// Does what is to be done before the canvas is shown: fits, and lets a mouse's wheel zoom.
    pub(super) fn prepare_view(&mut self, ui: &Ui, outline: &Outline) {
        if self.fit.is_some() {
            self.show_all(ui, outline);
            // Sizes are known once everything has been shown.
            if self.is_measured {
                self.fit = None;
            } else {
                ui.ctx().request_repaint();
            }
        }
        let pointer = ui.input(|input| input.pointer.hover_pos());
        let over = pointer.filter(|pointer| self.area.contains(*pointer) && is_uncovered(ui, *pointer));
        if let Some(pointer) = over {
            let wheel = ui.input_mut(|input| {
                let turned = input.raw.events.iter().any(|event| {
                    matches!(event, egui::Event::MouseWheel { unit: egui::MouseWheelUnit::Line, .. })
                });
                // A wheel goes on turning for some frames; fingers on a pad pan.
                if turned {
                    self.wheel_until = input.time + 0.3;
                }
                let shifted = input.modifiers.shift || input.modifiers.command;
                let by_wheel = input.time < self.wheel_until && !shifted;
                if by_wheel { std::mem::take(&mut input.smooth_scroll_delta).y } else { 0.0 }
            });
            if wheel != 0.0 {
                self.zoom_about(pointer, self.zoom() * exp2(wheel / 150.0));
            }
        }
        self.follow_pointer(ui.ctx());
    }

    /// Takes note of where the pointer is. Keys that are pressed are looked at before the canvas is shown, and what they
    /// do is done there.
    pub fn follow_pointer(&mut self, context: &egui::Context) {
        let pointer = context.input(|input| input.pointer.latest_pos());
        if let Some(pointer) = pointer.filter(|pointer| self.area.contains(*pointer)) {
            self.pointer = self.to_document(pointer);
        }
    }

    fn zoom_about(&mut self, place: Pos2, zoom: f32) {
        let zoom = zoom.clamp(MIN_ZOOM, MAX_ZOOM);
        let fixed = self.to_document(place);
        let min = fixed - (place - self.area.min) / zoom;
        self.view.scene_rect = Rect::from_min_size(min, self.area.size() / zoom);
    }

    fn show_all(&mut self, ui: &Ui, outline: &Outline) {
        let chosen = self.fit == Some(Fit::Selection) && !self.selection.is_empty();
        let sizes = egui_graph::with_graph_memory(ui.ctx(), graph_id(), |memory| memory.node_sizes().clone());
        let ids = outline.document().nodes.keys();
        let nodes = ids.filter(|id| !chosen || self.selection.contains(*id)).map(|id| node_id(id));
        let bounds = nodes.chain((!chosen).then(outputs_id)).fold(Rect::NOTHING, |bounds, id| {
            let place = self.view.layout.get(&id).copied().unwrap_or_default();
            bounds.union(Rect::from_min_size(place, sizes.get(&id).copied().unwrap_or(TYPICAL)))
        });
        if !bounds.is_positive() || !self.area.is_positive() {
            return;
        }
        let bounds = bounds.expand(40.0);
        let zoom = (self.area.size() / bounds.size()).min_elem().clamp(MIN_ZOOM, 1.0);
        let size: Vec2 = self.area.size() / zoom;
        self.view.scene_rect = Rect::from_center_size(bounds.center(), size);
    }
}

/// Whether no menu or window lies over the canvas there.
fn is_uncovered(ui: &Ui, place: Pos2) -> bool {
    ui.ctx().layer_id_at(place).is_none_or(|layer| layer.order == ui.layer_id().order)
}
