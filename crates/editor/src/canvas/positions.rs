//! Positions and sizes of nodes and frames, in the document and on the canvas.

use std::collections::{BTreeMap, BTreeSet};

use egui::{Context, Pos2, Rect, Vec2};
use travertine_editing::actions::{self, NodeBox};
use travertine_editing::{Edit, Outline};
use travertine_graph::document::Frame;

use super::items::{graph_id, node_id};
use super::sizes::{GAP, TYPICAL};

/// A position of the document as a point of the canvas; very large coordinates are limited.
pub fn point(position: [f64; 2]) -> Pos2 {
    const FAR: f64 = 1e6;
    let [x, y] = position.map(|side| side.clamp(-FAR, FAR) as f32);
    Pos2::new(x, y)
}

/// The rectangle of a frame in the document.
pub fn rect(frame: &Frame) -> Rect {
    Rect::from_min_size(point(frame.position), point(frame.size).to_vec2().max(Vec2::ZERO))
}

/// Positions for nodes without one in the document: below all others, in the order of their wires.
pub fn positions_for_others(context: &Context, outline: &Outline) -> BTreeMap<String, [f64; 2]> {
    let document = outline.document();
    let others = document.nodes.keys().filter(|id| !document.layout.contains_key(*id));
    let others: BTreeSet<String> = others.cloned().collect();
    if others.is_empty() {
        return BTreeMap::new();
    }
    let sizes = sizes(context, document.nodes.keys());
    let arranged = actions::arrange(outline, Some(&others), &sizes);
    let lowest = rectangles(outline, sizes).into_iter().map(|node| node.position[1] + node.size[1] + GAP);
    let below = lowest.reduce(f64::max).unwrap_or_default();
    let parts = arranged.edit.parts().into_iter().filter_map(moved_node);
    parts.map(|(id, [x, y])| (id.clone(), [x, y + below])).collect()
}

/// The rectangles of the nodes that have a position in the document.
pub fn rectangles(outline: &Outline, sizes: BTreeMap<String, [f64; 2]>) -> Vec<NodeBox> {
    let layout = &outline.document().layout;
    let boxes = sizes.into_iter().filter_map(|(id, size)| {
        let position = *layout.get(&id)?;
        Some(NodeBox { id, position, size })
    });
    boxes.collect()
}

/// The sizes of nodes as last drawn.
pub fn sizes<'a>(context: &Context, ids: impl IntoIterator<Item = &'a String>) -> BTreeMap<String, [f64; 2]> {
    let known = egui_graph::with_graph_memory(context, graph_id(), |memory| memory.node_sizes().clone());
    let size = |id: &String| {
        let size = known.get(&node_id(id)).copied().unwrap_or(TYPICAL);
        (id.clone(), [f64::from(size.x), f64::from(size.y)])
    };
    ids.into_iter().map(size).collect()
}

/// The node that an edit moves, and its new position.
pub fn moved_node(edit: &Edit) -> Option<(&String, [f64; 2])> {
    match edit {
        Edit::Position(id, Some(position)) => Some((id, *position)),
        _ => None,
    }
}
