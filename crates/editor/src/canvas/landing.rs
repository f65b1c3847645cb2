//! Dropping a node on a wire.

use egui::{Context, Rect, Ui, Vec2};
use travertine_editing::{Edit, Outline, Target, actions};

use super::items::{graph_id, node_id, outputs_id};
use super::pulled::dependents;
use super::sizes::TYPICAL;
use super::wires::{SHAPE, leading};
use super::{Canvas, sockets};

/// The room between a node on a wire and what follows it.
const ROOM: f32 = 40.0;

impl Canvas {
    /// The wire behind the dragged node into which a drop would insert it. Only a node without wires is inserted.
    pub(super) fn find_landing(&self, ui: &Ui, outline: &Outline) -> Option<Target> {
        let id = self.selection.only_node()?;
        let is_held = ui.input(|input| input.pointer.primary_down() || input.pointer.primary_released());
        if !is_held || self.selection.outputs || self.carried.is_some() || self.dragged == Vec2::ZERO {
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

    /// Makes room for a node on the wire to a target: moves the node behind the source, and what follows it out of its
    /// way.
    pub(super) fn make_room(&self, context: &Context, outline: &Outline, id: &str, to: &Target) -> Vec<Edit> {
        let target = self.view.layout.get(&to.node().map_or_else(outputs_id, node_id));
        let (Some(own), Some(target)) = (self.node_rect(context, id), target) else { return Vec::new() };
        let source = to.holds(outline.document()).and_then(|held| outline.source_of(held));
        let source = source.and_then(|source| self.node_rect(context, &source.node));
        let covered = source.filter(|source| source.left() < target.x && source.intersects(own));
        let aside = covered.map_or(0.0, |source| (source.right() + ROOM - own.left()).round());
        let own = own.translate(Vec2::new(aside, 0.0));
        let mut edits = vec![Edit::Position(id.to_owned(), Some([own.left(), own.top()].map(f64::from)))];
        let missing = f64::from((own.right() + ROOM - target.x).round());
        if missing <= 0.0 || target.x < own.left() {
            return edits;
        }
        // What lies farther left than the target stays.
        let is_behind = |id: &String| self.view.layout.get(&node_id(id)).is_some_and(|at| at.x >= target.x);
        let mut behind = to.node().map(|node| dependents(outline, node)).unwrap_or_default();
        behind.retain(is_behind);
        let leads_out =
            leading(outline).any(|(from, end)| end.node().is_none() && (end == *to || behind.contains(&from.node)));
        for id in &behind {
            let moved = self.position_of(node_id(id)).map(|[x, y]| [x + missing, y]);
            edits.push(Edit::Position(id.clone(), moved));
        }
        if let Some([x, y]) = self.position_of(outputs_id()).filter(|_| leads_out) {
            edits.push(Edit::OutputsPosition(Some([x + missing, y])));
        }
        edits
    }

    fn node_rect(&self, context: &Context, id: &str) -> Option<Rect> {
        let position = *self.view.layout.get(&node_id(id))?;
        let size = egui_graph::with_graph_memory(context, graph_id(), |memory| {
            memory.node_sizes().get(&node_id(id)).copied().unwrap_or(TYPICAL)
        });
        Some(Rect::from_min_size(position, size))
    }
}
