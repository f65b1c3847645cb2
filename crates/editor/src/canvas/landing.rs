//! Dropping a node on a wire.

use egui::{Context, Rect, Ui};
use travertine_editing::{Outline, Target, actions};

use super::items::{graph_id, node_id, outputs_id};
use super::sizes::TYPICAL;
use super::wires::{SHAPE, leading};
use super::{Canvas, sockets};

impl Canvas {
    /// The wire behind the dragged node into which a drop would insert it. Only a node without wires is inserted.
    pub(super) fn find_landing(&self, ui: &Ui, outline: &Outline) -> Option<Target> {
        let id = self.selection.first().filter(|_| self.selection.len() == 1)?;
        let is_held = ui.input(|input| input.pointer.primary_down() || input.pointer.primary_released());
        if !is_held || self.outputs_selected || self.carried.is_some() || self.dragged == egui::Vec2::ZERO {
            return None;
        }
        if leading(outline).any(|(from, to)| from.node == *id || to.node() == Some(id)) {
            return None;
        }
        let rect = self.node_rect(ui.ctx(), id)?;
        let inner = rect.shrink2(rect.size() * 0.15);
        let reached = leading(outline).filter_map(|(from, to)| {
            let (start, end) = (sockets::output_index(outline, &from)?, sockets::input_index(outline, &to)?);
            let path = egui_graph::with_graph_memory(ui.ctx(), graph_id(), |memory| {
                let sockets = memory.node_sockets();
                let target = to.node().map_or_else(outputs_id, node_id);
                let start = sockets.get(&node_id(&from.node))?.output(start)?;
                Some(SHAPE.path(start, &[], sockets.get(&target)?.input(end)?))
            })?;
            if !path.intersects_rect(8.0, inner) || actions::put_on_wire(outline, id, &to).is_err() {
                return None;
            }
            let distance = path.closest_point(8.0, inner.center()).distance(inner.center());
            Some((to, distance))
        });
        reached.min_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(to, _)| to)
    }

    fn node_rect(&self, context: &Context, id: &str) -> Option<Rect> {
        let position = *self.view.layout.get(&node_id(id))?;
        let size = egui_graph::with_graph_memory(context, graph_id(), |memory| {
            memory.node_sizes().get(&node_id(id)).copied().unwrap_or(TYPICAL)
        });
        Some(Rect::from_min_size(position, size))
    }
}
