//! Automatic layout: columns from left to right, along the wires.
//!
//! After Kozo Sugiyama, Shojiro Tagawa and Mitsuhiko Toda, "Methods for Visual Understanding of Hierarchical System
//! Structures" (1981): layers by longest paths, dummy items where wires cross layers, an order within layers by
//! barycenters. Heights are then as near to the means of their neighbors as the order and the gaps allow, which is a
//! monotone regression: Miriam Ayer and others, "An Empirical Distribution Function for Sampling with Incomplete
//! Information" (1955).

use std::collections::HashMap;

/// The gap between columns, in points.
pub const COLUMN_GAP: f64 = 80.0;
const ROW_GAP: f64 = 32.0;

/// Maximum number of places where wires pass through layers. Many long wires in a deep graph pass through billions;
/// those for which there is no room have no say in the order.
const MAX_PASSAGES: usize = 100_000;

/// The number of passes over the layers, in both directions.
const ROUNDS: usize = 8;

/// An area to be placed: a node, or a frame with its nodes.
#[derive(Clone, Copy, Debug)]
pub struct Area {
    pub size: [f64; 2],
    /// The old height, in points. Boxes of a column keep their order unless wires decide otherwise.
    pub y: f64,
}

/// A wire from one box to a later one.
#[derive(Clone, Copy, Debug)]
pub struct Wire {
    pub source: usize,
    pub target: usize,
    /// The height at which it ends on its target: 0 is the top, 1 the bottom.
    pub port: f64,
}

/// The upper left corners of boxes: each to the right of its sources, without overlaps, from (0, 0) on. Sources come
/// before their targets.
pub fn place(boxes: &[Area], wires: Vec<Wire>) -> Vec<[f64; 2]> {
    let mut layers = Layers::new(boxes, wires);
    layers.order();
    layers.assign_heights();
    let positions = layers.positions();
    let corner = positions.iter().copied().reduce(|a, b| [a[0].min(b[0]), a[1].min(b[1])]).unwrap_or_default();
    positions.into_iter().map(|[x, y]| [x - corner[0], y - corner[1]]).collect()
}

/// A box, or a wire where it passes through a layer.
struct Item {
    layer: usize,
    size: [f64; 2],
    /// The connected items in the next layer to the left and to the right, each with the height at which the wire ends
    /// on the right item: 0 is its top, 1 its bottom.
    sources: Vec<(usize, f64)>,
    targets: Vec<(usize, f64)>,
    /// The vertical center, in points, from the top.
    middle: f64,
}

struct Layers {
    /// The number of items that are boxes; these come first.
    boxes: usize,
    items: Vec<Item>,
    /// The items of each layer from top to bottom; the first layer is the rightmost.
    layers: Vec<Vec<usize>>,
}

impl Layers {
    fn new(boxes: &[Area], mut wires: Vec<Wire>) -> Layers {
        // Backwards, so that all targets of a box are known before it.
        wires.sort_by(|a, b| a.target.cmp(&b.target).then(a.source.cmp(&b.source)).then(a.port.total_cmp(&b.port)));
        // Each box as far to the right as its targets allow.
        let mut layer = vec![0; boxes.len()];
        for wire in wires.iter().rev() {
            layer[wire.source] = layer[wire.source].max(layer[wire.target] + 1);
        }
        let item = |layer, size| Item { layer, size, sources: Vec::new(), targets: Vec::new(), middle: 0.0 };
        let mut items: Vec<Item> = boxes.iter().zip(&layer).map(|(each, layer)| item(*layer, each.size)).collect();
        let mut room = MAX_PASSAGES;
        for Wire { source, target, port } in wires {
            let Some(rest) = room.checked_sub(layer[source] - layer[target] - 1) else { continue };
            room = rest;
            let (mut right, mut port) = (target, port);
            for between in layer[target] + 1..layer[source] {
                items.push(item(between, [0.0; 2]));
                let left = items.len() - 1;
                join(&mut items, left, right, port);
                (right, port) = (left, 0.5);
            }
            join(&mut items, source, right, port);
        }
        let count = items.iter().map(|item| item.layer + 1).max().unwrap_or(0);
        let mut layers = vec![Vec::new(); count];
        items.iter().enumerate().for_each(|(index, item)| layers[item.layer].push(index));
        let height = |index: usize| boxes.get(index).map_or(0.0, |each| each.y);
        for layer in &mut layers {
            layer.sort_by(|a, b| height(*a).total_cmp(&height(*b)));
        }
        Layers { boxes: boxes.len(), items, layers }
    }

    /// Orders each layer by the barycenters of its neighbors, from right to left and back.
    fn order(&mut self) {
        for _ in 0..ROUNDS {
            for layer in 1..self.layers.len() {
                self.sort(layer, |item| &item.targets, 1.0);
            }
            for layer in (0..self.layers.len().saturating_sub(1)).rev() {
                self.sort(layer, |item| &item.sources, 0.0);
            }
        }
        for layer in 1..self.layers.len() {
            self.sort(layer, |item| &item.targets, 1.0);
        }
    }

    /// Sorts a layer; `ports` is the weight of the height at which a wire ends.
    fn sort(&mut self, layer: usize, neighbors: impl Fn(&Item) -> &Vec<(usize, f64)>, ports: f64) {
        let mut rank = HashMap::new();
        for near in [layer.wrapping_sub(1), layer + 1] {
            let items = self.layers.get(near).into_iter().flatten();
            rank.extend(items.enumerate().map(|(row, item)| (*item, row as f64)));
        }
        let barycenter = |(row, index): (usize, usize)| {
            let near = neighbors(&self.items[index]);
            let sum: f64 = near.iter().map(|(item, port)| rank[item] + ports * port).sum();
            // An item without neighbors roughly stays.
            let mean = if near.is_empty() { row as f64 } else { sum / near.len() as f64 };
            (mean, index)
        };
        let mut sorted: Vec<(f64, usize)> = self.layers[layer].iter().copied().enumerate().map(barycenter).collect();
        sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
        self.layers[layer] = sorted.into_iter().map(|(_, index)| index).collect();
    }

    /// Assigns heights: stacked at first, then near the neighbors on both sides in turn.
    fn assign_heights(&mut self) {
        for layer in 0..self.layers.len() {
            self.spread(layer, |_| None);
        }
        for round in 0..ROUNDS {
            let leftwards = round % 2 == 1;
            for step in 0..self.layers.len() {
                let layer = if leftwards { step } else { self.layers.len() - 1 - step };
                self.spread(layer, |item| Some(if leftwards { &item.targets } else { &item.sources }));
            }
        }
    }

    /// Moves the items of a layer as near as possible to the means of their neighbors, in their order, with gaps.
    fn spread(&mut self, layer: usize, neighbors: impl Fn(&Item) -> Option<&Vec<(usize, f64)>>) {
        let wanted = |index: usize| {
            let item = &self.items[index];
            let near = neighbors(item)?;
            let sum: f64 = near.iter().map(|(other, _)| self.items[*other].middle).sum();
            Some(if near.is_empty() { item.middle } else { sum / near.len() as f64 })
        };
        // Subtracting the heights of the items above leaves only their order to be kept.
        let mut offset = 0.0;
        let mut offsets = Vec::new();
        let mut wishes = Vec::new();
        for &index in &self.layers[layer] {
            let half = self.items[index].size[1] / 2.0;
            let middle = offset + half;
            wishes.push(wanted(index).unwrap_or(middle) - middle);
            offsets.push(middle);
            offset += 2.0 * half + ROW_GAP;
        }
        let fitted = monotone(&wishes);
        for ((&index, offset), height) in self.layers[layer].iter().zip(offsets).zip(fitted) {
            self.items[index].middle = offset + height;
        }
    }

    /// The upper left corners of the boxes.
    fn positions(&self) -> Vec<[f64; 2]> {
        let mut left = vec![0.0; self.layers.len()];
        let mut x = 0.0;
        for (layer, left) in self.layers.iter().zip(&mut left) {
            let width = layer.iter().map(|index| self.items[*index].size[0]).fold(0.0, f64::max);
            x -= width + COLUMN_GAP;
            *left = x;
        }
        let boxes = self.items[..self.boxes].iter();
        boxes.map(|item| [left[item.layer], item.middle - item.size[1] / 2.0]).collect()
    }
}

fn join(items: &mut [Item], left: usize, right: usize, port: f64) {
    items[right].sources.push((left, port));
    items[left].targets.push((right, port));
}

/// The non-decreasing numbers nearest to these, by the sum of squares.
fn monotone(wishes: &[f64]) -> Vec<f64> {
    // Neighbors that would pass each other share their mean.
    let mut blocks: Vec<(f64, usize)> = Vec::new();
    for &wish in wishes {
        blocks.push((wish, 1));
        while let [.., (before, count), (last, more)] = blocks[..]
            && before > last
        {
            blocks.truncate(blocks.len() - 2);
            let all = (count + more) as f64;
            blocks.push(((before * count as f64 + last * more as f64) / all, count + more));
        }
    }
    blocks.into_iter().flat_map(|(mean, count)| std::iter::repeat_n(mean, count)).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_monotone_is_nearest(wishes in proptest::collection::vec(-10.0..10.0, 0..12)) {
            let fitted = monotone(&wishes);
            prop_assert_eq!(fitted.len(), wishes.len());
            prop_assert!(fitted.windows(2).all(|pair| pair[0] <= pair[1]));
            let sum: f64 = wishes.iter().zip(&fitted).map(|(wish, value)| wish - value).sum();
            prop_assert!(sum.abs() < 1e-9, "on the whole, nothing moves");
        }
    }
}
