//! Positions of nodes: those of the document, or else of an automatic layout.

use std::collections::{BTreeMap, BTreeSet};

use travertine_presentation::{Outline, arrange};

/// Room around what has no position.
pub const GAP: f64 = 80.0;

/// A coordinate of the document. Very large ones are limited.
pub fn limited(coordinate: f64) -> f64 {
    const FAR: f64 = 1e6;
    if coordinate.is_nan() { 0.0 } else { coordinate.clamp(-FAR, FAR) }
}

/// The upper left corner of every node. Nodes without a position stand below all others, in the order of their wires.
pub fn positions(outline: &Outline, sizes: &BTreeMap<String, [f64; 2]>) -> BTreeMap<String, [f64; 2]> {
    let document = outline.document();
    let is_placed = |id: &&String| document.layout.contains_key(*id);
    let mut positions: BTreeMap<String, [f64; 2]> =
        document.nodes.keys().filter(is_placed).map(|id| (id.clone(), document.layout[id].map(limited))).collect();
    let others: BTreeSet<String> = document.nodes.keys().filter(|id| !is_placed(id)).cloned().collect();
    if others.is_empty() {
        return positions;
    }
    let bottom = |(id, [_, y]): (&String, &[f64; 2])| y + sizes.get(id).map_or(0.0, |size| size[1]) + GAP;
    let below = positions.iter().map(bottom).reduce(f64::max).unwrap_or_default();
    let left = positions.values().map(|[x, _]| *x).reduce(f64::min).unwrap_or_default();
    let arranged = arrange(outline, Some(&others), sizes).nodes.into_iter();
    positions.extend(arranged.map(|(id, [x, y])| (id, [x + left, y + below].map(limited))));
    positions
}
