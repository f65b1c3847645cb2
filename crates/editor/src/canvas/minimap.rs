//! The minimap: all nodes and frames, and the part in view.

use egui::{
    Align2, Area, Color32, Context, Id, Mesh, Order, Rect, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, WidgetType,
};
use egui_graph::NodeId;
use travertine_editing::Outline;

use super::Canvas;
use super::items::{Item, graph_id};
use super::positions;
use crate::theme::Palette;

/// Maximum width and height, in points.
const MOST: Vec2 = Vec2::new(190.0, 140.0);
const PADDING: f32 = 6.0;
const MARGIN: f32 = 12.0;

/// Opacity of a map over nodes: what they say can be read through it.
const COVERING: f32 = 0.3;

/// The corners in which it may be, the best first.
const CORNERS: [Align2; 4] = [Align2::RIGHT_BOTTOM, Align2::LEFT_BOTTOM, Align2::RIGHT_TOP, Align2::LEFT_TOP];

impl Canvas {
    /// Shows the minimap unless everything is in view; a click or a drag moves the view.
    pub(super) fn show_minimap(&mut self, ui: &Ui, outline: &Outline) {
        let view = self.view.scene_rect;
        let rects = self.outlines(ui.ctx());
        let frames = &outline.document().annotations.frames;
        let framed = frames.values().map(positions::rect);
        let all = rects.iter().map(|(rect, _)| *rect).chain(framed).fold(Rect::NOTHING, Rect::union);
        let fits = self.area.width() > 3.0 * MOST.x && self.area.height() > 2.0 * MOST.y;
        if !self.has_minimap || !all.is_positive() || view.contains_rect(all) || !fits {
            return;
        }
        let bounds = all.expand(all.size().max_elem() * 0.04);
        let scale = ((MOST - Vec2::splat(2.0 * PADDING)) / bounds.size()).min_elem();
        let size = (bounds.size() * scale + Vec2::splat(2.0 * PADDING)).max(Vec2::splat(60.0));
        let covered = self.choose_corner(ui, &rects, size);
        let map = self.corner_rect(self.map_corner, size);
        let position = map.min;
        // Over nodes, these are seen through it, unless the user turns to it.
        let is_used = ui.input(|input| input.pointer.hover_pos().is_some_and(|pointer| map.contains(pointer)));
        let is_faded = covered > 0.0 && !is_used;
        let shown = ui.ctx().animate_bool_responsive(Id::new("shown minimap"), !is_faded);
        let opacity = egui::lerp(COVERING..=1.0, shown);
        let area = Area::new(Id::new("minimap")).order(Order::Middle).fixed_pos(position).constrain(false);
        let target = area.show(ui.ctx(), |ui| {
            let palette = Palette::of(ui);
            ui.set_opacity(opacity);
            let (rect, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
            response.widget_info(|| WidgetInfo::labeled(WidgetType::Other, true, "Minimap"));
            let inner = rect.shrink(PADDING);
            let to_map = |position: egui::Pos2| inner.center() + (position - bounds.center()) * scale;
            let on_map = |shown: Rect| Rect::from_min_max(to_map(shown.min), to_map(shown.max));
            let painter = ui.painter_at(rect);
            painter.rect_filled(rect, 6.0, palette.panel);
            let mut mesh = Mesh::default();
            for frame in frames.values() {
                let color = palette.panel.lerp_to_gamma(palette.of_frame(frame), 0.4);
                mesh.add_colored_rect(on_map(positions::rect(frame)), color);
            }
            for (shown, is_selected) in &rects {
                let color = if *is_selected { palette.accent } else { palette.weak };
                // Anything smaller than a pixel would flicker.
                let shown = on_map(*shown);
                mesh.add_colored_rect(
                    Rect::from_center_size(shown.center(), shown.size().max(Vec2::splat(2.0))),
                    color,
                );
            }
            painter.add(mesh);
            let seen = on_map(view).intersect(rect);
            painter.rect_filled(seen, 2.0, Color32::from_white_alpha(14));
            painter.rect_stroke(seen, 2.0, Stroke::new(1.5, palette.text), StrokeKind::Inside);
            painter.rect_stroke(rect, 6.0, Stroke::new(1.0, palette.line), StrokeKind::Inside);
            let pointer = response.interact_pointer_pos().filter(|_| response.is_pointer_button_down_on());
            pointer.map(|pointer| bounds.center() + (pointer - inner.center()) / scale)
        });
        if let Some(target) = target.inner {
            self.view.scene_rect = Rect::from_center_size(target, view.size());
            ui.ctx().request_repaint();
        }
    }

    /// Moves the map to the corner in which it covers the least of nodes: it stays where it is, if that is no worse,
    /// and while the pointer is on it or drags something. Returns the area that it covers, in square points.
    fn choose_corner(&mut self, ui: &Ui, rects: &[(Rect, bool)], size: Vec2) -> f32 {
        let covered = |corner: Align2| -> f32 {
            let map = self.corner_rect(corner, size).expand(MARGIN);
            let map = Rect::from_min_max(self.to_document(map.min), self.to_document(map.max));
            let common = rects.iter().map(|(rect, _)| rect.intersect(map));
            common.filter(Rect::is_positive).map(|common| common.area()).sum()
        };
        let map = self.corner_rect(self.map_corner, size);
        let is_held = ui.input(|input| {
            input.pointer.any_down() || input.pointer.hover_pos().is_some_and(|pointer| map.contains(pointer))
        });
        let mut best = (self.map_corner, covered(self.map_corner));
        for corner in CORNERS.into_iter().filter(|_| !is_held) {
            let covers = covered(corner);
            if covers < best.1 {
                best = (corner, covers);
            }
        }
        self.map_corner = best.0;
        best.1
    }

    fn corner_rect(&self, corner: Align2, size: Vec2) -> Rect {
        corner.align_size_within_rect(size, self.area.shrink(MARGIN))
    }

    /// The rectangles of all items, and whether each is selected.
    pub(super) fn outlines(&self, context: &Context) -> Vec<(Rect, bool)> {
        egui_graph::with_graph_memory(context, graph_id(), |memory| {
            let rect = |(id, item): (&NodeId, &Item)| {
                let rect = Rect::from_min_size(*self.view.layout.get(id)?, *memory.node_sizes().get(id)?);
                let is_selected = match item {
                    Item::Node(name) => self.selection.nodes.contains(name),
                    Item::Outputs => self.selection.outputs,
                };
                Some((rect, is_selected))
            };
            self.items.iter().filter_map(rect).collect()
        })
    }
}
