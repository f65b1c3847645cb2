//! The places and sizes of nodes and frames: those in the document, and those on the canvas.

use std::collections::{BTreeMap, BTreeSet};

use egui::{Context, Pos2, Rect, Vec2};
use travertine_editing::actions::{self, Placed};
use travertine_editing::{Edit, Outline};
use travertine_graph::document::Frame;

use super::items::{graph_id, node_id};
use super::sizes::{GAP, TYPICAL};

/// A place of the document as a point of the canvas. Places that are very far away are brought nearer.
pub fn point(place: [f64; 2]) -> Pos2 {
    const FAR: f64 = 1e6;
    let [x, y] = place.map(|side| side.clamp(-FAR, FAR) as f32);
    Pos2::new(x, y)
}

/// The rectangle of a frame, as the document has it.
pub fn rect(frame: &Frame) -> Rect {
    Rect::from_min_size(point(frame.position), point(frame.size).to_vec2().max(Vec2::ZERO))
}

/// Places for the nodes for which the document has none: below all others, in the order of their wires.
pub fn places_for_others(context: &Context, outline: &Outline) -> BTreeMap<String, [f64; 2]> {
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
    let parts = arranged.edit.parts().into_iter().filter_map(place);
    parts.map(|(id, [x, y])| (id.clone(), [x, y + below])).collect()
}

/// The nodes of these sizes that have a place in the document.
pub fn rectangles(outline: &Outline, sizes: BTreeMap<String, [f64; 2]>) -> Vec<Placed> {
    let layout = &outline.document().layout;
    let placed = sizes.into_iter().filter_map(|(id, size)| {
        let position = *layout.get(&id)?;
        Some(Placed { id, position, size })
    });
    placed.collect()
}

/// The sizes of nodes when they were last shown.
pub fn sizes<'a>(context: &Context, ids: impl IntoIterator<Item = &'a String>) -> BTreeMap<String, [f64; 2]> {
    let known = egui_graph::with_graph_memory(context, graph_id(), |memory| memory.node_sizes().clone());
    let size = |id: &String| {
        let size = known.get(&node_id(id)).copied().unwrap_or(TYPICAL);
        (id.clone(), [f64::from(size.x), f64::from(size.y)])
    };
    ids.into_iter().map(size).collect()
}

/// The node that an edit moves, and its place.
pub fn place(edit: &Edit) -> Option<(&String, [f64; 2])> {
    match edit {
        Edit::Position(id, Some(place)) => Some((id, *place)),
        _ => None,
    }
}
