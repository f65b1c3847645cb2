//! Panning and zooming.

use egui::emath::GuiRounding as _;
use egui::{Mesh, Pos2, Rect, Ui, Vec2};
use travertine_editing::Outline;
use travertine_noise::math::exp2;

use super::items::{Item, graph_id, node_id, outputs_id};
use super::positions::rect;
use super::selection::Selection;
use super::sizes::{FAR, GRID, TYPICAL};
use super::{Canvas, Fit};
use crate::theme::Palette;

/// Minimum zoom: 2 %, at which large graphs fit into small windows.
pub const MIN_ZOOM: f32 = 0.02;
/// Maximum zoom: 400 %.
pub const MAX_ZOOM: f32 = 4.0;

impl Canvas {
    /// Points of the screen per point of the document.
    pub fn zoom(&self) -> f32 {
        let width = self.view.scene_rect.width();
        if width > 0.0 && self.area.is_positive() { (self.area.width() / width).clamp(MIN_ZOOM, MAX_ZOOM) } else { 1.0 }
    }

    /// Brings everything or the selection into view, from the next frame on.
    pub fn fit(&mut self, fit: Fit) {
        self.fit = Some(fit);
    }

    /// Selects a node and brings it into the middle of the view, at a zoom at which it can be read.
    pub fn reveal(&mut self, context: &egui::Context, id: &str) {
        self.selection = Selection::of_node(id.to_owned());
        let rects = self.rects(context);
        let Some((_, rect)) = rects.iter().find(|(name, _)| name == id) else { return };
        let zoom = if self.zoom() < FAR { 1.0 } else { self.zoom() };
        self.view.scene_rect = Rect::from_center_size(rect.center(), self.area.size() / zoom);
        self.fit = None;
    }

    /// Zooms around the center of the canvas.
    pub fn zoom_to(&mut self, zoom: f32) {
        let center = self.area.center();
        self.zoom_about(center, zoom);
    }

    /// The position in the document of a point of the screen.
    pub fn to_document(&self, point: Pos2) -> Pos2 {
        self.view.scene_rect.min + (point - self.area.min) / self.zoom()
    }

    /// The point of the screen of a position in the document.
    pub fn to_screen(&self, point: Pos2) -> Pos2 {
        self.area.min + (point - self.view.scene_rect.min) * self.zoom()
    }

    /// The rectangles of all nodes as last drawn.
    pub fn rects(&self, context: &egui::Context) -> Vec<(String, Rect)> {
        let sizes = egui_graph::with_graph_memory(context, graph_id(), |memory| memory.node_sizes().clone());
        let rect = |id, name: &str| {
            let point = self.view.layout.get(id)?;
            Some((name.to_owned(), Rect::from_min_size(*point, *sizes.get(id)?)))
        };
        let known = self.items.iter().filter_map(|(id, item)| match item {
            Item::Node(name) => rect(id, name),
            Item::Outputs => rect(id, "outputs"),
        });
        known.collect()
    }

    /// A painter above the nodes, in points of the screen.
    pub(super) fn above(&self, context: &egui::Context) -> egui::Painter {
        let layer = egui::LayerId::new(egui::Order::Middle, egui::Id::new("above nodes"));
        context.layer_painter(layer).with_clip_rect(self.area)
    }

    pub(super) fn pointer_on_screen(&self) -> Pos2 {
        self.to_screen(self.pointer)
    }

    /// Fits the view and handles the mouse wheel, before the canvas is drawn.
    pub(super) fn prepare_view(&mut self, ui: &Ui, outline: &Outline) {
        if self.fit.is_some() {
            self.show_all(ui, outline);
            // All sizes are known once everything has been drawn.
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
                let turned = input
                    .raw
                    .events
                    .iter()
                    .any(|event| matches!(event, egui::Event::MouseWheel { unit: egui::MouseWheelUnit::Line, .. }));
                // A wheel scrolls for several frames; fingers on a touchpad pan.
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

    /// Records the position of the pointer. Shortcuts are handled before the canvas is drawn, and act there.
    pub fn follow_pointer(&mut self, context: &egui::Context) {
        let pointer = context.input(|input| input.pointer.latest_pos());
        if let Some(pointer) = pointer.filter(|pointer| self.area.contains(*pointer)) {
            self.pointer = self.to_document(pointer);
        }
    }

    /// Paints the dots of the grid; they are farther apart when zoomed out.
    pub(super) fn paint_ground(&self, ui: &Ui) {
        const LEAST_STEP: f32 = 16.0;
        let palette = Palette::of(ui);
        ui.painter().rect_filled(self.area, 0.0, palette.canvas);
        let (zoom, mut step) = (self.zoom(), GRID as f32);
        while step * zoom < LEAST_STEP {
            step *= 2.0;
        }
        let view = Rect::from_min_max(self.to_document(self.area.min), self.to_document(self.area.max));
        let along = |low: f32, high: f32| {
            let first = (low / step).ceil() as i32;
            (first..=(high / step).floor() as i32).map(|index| index as f32 * step)
        };
        let dot = Vec2::splat(zoom.clamp(1.0, 2.0));
        let pixels = ui.pixels_per_point();
        let mut dots = Mesh::default();
        for x in along(view.left(), view.right()) {
            for y in along(view.top(), view.bottom()) {
                let point = self.to_screen(Pos2::new(x, y)).round_to_pixels(pixels);
                dots.add_colored_rect(Rect::from_min_size(point, dot), palette.line);
            }
        }
        ui.painter().with_clip_rect(self.area).add(dots);
    }

    fn zoom_about(&mut self, point: Pos2, zoom: f32) {
        let zoom = zoom.clamp(MIN_ZOOM, MAX_ZOOM);
        let fixed = self.to_document(point);
        let min = fixed - (point - self.area.min) / zoom;
        self.view.scene_rect = Rect::from_min_size(min, self.area.size() / zoom);
    }

    fn show_all(&mut self, ui: &Ui, outline: &Outline) {
        let chosen =
            self.fit == Some(Fit::Selection) && !(self.selection.nodes.is_empty() && self.selection.frames.is_empty());
        let sizes = egui_graph::with_graph_memory(ui.ctx(), graph_id(), |memory| memory.node_sizes().clone());
        let ids = outline.document().nodes.keys();
        let nodes = ids.filter(|id| !chosen || self.selection.nodes.contains(*id)).map(|id| node_id(id));
        let bounds = nodes.chain((!chosen).then(outputs_id)).fold(Rect::NOTHING, |bounds, id| {
            let point = self.view.layout.get(&id).copied().unwrap_or_default();
            bounds.union(Rect::from_min_size(point, sizes.get(&id).copied().unwrap_or(TYPICAL)))
        });
        let frames = outline.document().annotations.frames.iter();
        let framed = frames.filter(|(id, _)| !chosen || self.selection.frames.contains(*id));
        let bounds = framed.fold(bounds, |bounds, (_, frame)| bounds.union(rect(frame)));
        if !bounds.is_positive() || !self.area.is_positive() {
            return;
        }
        let bounds = bounds.expand(40.0);
        let zoom = (self.area.size() / bounds.size()).min_elem().clamp(MIN_ZOOM, 1.0);
        let size: Vec2 = self.area.size() / zoom;
        self.view.scene_rect = Rect::from_center_size(bounds.center(), size);
    }
}

/// Whether no menu or window covers this point of the canvas.
pub(super) fn is_uncovered(ui: &Ui, point: Pos2) -> bool {
    ui.ctx().layer_id_at(point).is_none_or(|layer| layer.order == ui.layer_id().order)
}
