//! Automatic layout: columns from left to right, along the wires.
//!
//! After Kozo Sugiyama, Shojiro Tagawa and Mitsuhiko Toda, "Methods for Visual Understanding of Hierarchical System
//! Structures" (1981): layers by longest paths, dummy items where wires cross layers, an order within layers by
//! barycenters. Heights are then as near to the means of their neighbors as the order and the gaps allow, which is a
//! monotone regression: Miriam Ayer and others, "An Empirical Distribution Function for Sampling with Incomplete
//! Information" (1955).

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::arrange::renamed;
use super::nodes::move_to;
use crate::edit::Action;
use crate::outline::Outline;

/// The gap between columns, in points.
const COLUMN_GAP: f64 = 80.0;
const ROW_GAP: f64 = 32.0;

/// The size of a node whose size is unknown, in points.
const SIZE: [f64; 2] = [160.0, 100.0];

/// Maximum number of places where wires pass through layers. Many long wires in a deep graph pass through billions; those
/// for which there is no room have no say in the order.
const MAX_PASSAGES: usize = 100_000;

/// The number of passes over the layers, in both directions.
const ROUNDS: usize = 8;

/// Arranges these nodes, or all without a selection: each to the right of its sources, without overlaps. `sizes` has
/// the sizes of the nodes on the canvas, in points. The upper left corner of the arrangement stays.
pub fn arrange(
    outline: &Outline,
    selection: Option<&BTreeSet<String>>,
    sizes: &BTreeMap<String, [f64; 2]>,
) -> Action {
    let is_chosen = |id: &String| selection.is_none_or(|selection| selection.contains(id));
    let order: Vec<String> = outline.sources_first().into_iter().filter(is_chosen).collect();
    let mut layers = Layers::new(outline, &order, sizes);
    layers.order();
    layers.assign_heights();
    let layout = &outline.document().layout;
    let old = order.iter().filter_map(|id| layout.get(id).copied());
    let corner = old.reduce(|a, b| [a[0].min(b[0]), a[1].min(b[1])]).unwrap_or_default();
    let positions = layers.positions();
    let new = positions.iter().copied().reduce(|a, b| [a[0].min(b[0]), a[1].min(b[1])]).unwrap_or_default();
    let moved = |[x, y]: [f64; 2]| [(x - new[0] + corner[0]).round(), (y - new[1] + corner[1]).round()];
    renamed(move_to(order.into_iter().zip(positions.into_iter().map(moved))), "Arrange nodes")
}

/// A node, or a wire where it passes through a layer.
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
    /// The number of items that are nodes; these come first.
    nodes: usize,
    items: Vec<Item>,
    /// The items of each layer from top to bottom; the first layer is the rightmost.
    layers: Vec<Vec<usize>>,
}

impl Layers {
    fn new(outline: &Outline, order: &[String], sizes: &BTreeMap<String, [f64; 2]>) -> Layers {
        let indices: HashMap<&str, usize> =
            order.iter().enumerate().map(|(index, id)| (id.as_str(), index)).collect();
        let wires = wires(outline, &indices);
        // Each node as far to the right as its targets allow.
        let mut layer = vec![0; order.len()];
        for &(source, target, _) in wires.iter().rev() {
            layer[source] = layer[source].max(layer[target] + 1);
        }
        let item = |layer, size| Item { layer, size, sources: Vec::new(), targets: Vec::new(), middle: 0.0 };
        let size = |id: &String| sizes.get(id).copied().unwrap_or(SIZE);
        let mut items: Vec<Item> =
            order.iter().zip(&layer).map(|(id, layer)| item(*layer, size(id))).collect();
        let mut room = MAX_PASSAGES;
        for (source, target, port) in wires {
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
        // Nodes keep their vertical order unless wires decide otherwise.
        let layout = &outline.document().layout;
        let height =
            |index: usize| order.get(index).and_then(|id| layout.get(id)).map_or(0.0, |position| position[1]);
        for layer in &mut layers {
            layer.sort_by(|a, b| height(*a).total_cmp(&height(*b)));
        }
        Layers { nodes: order.len(), items, layers }
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
        let mut sorted: Vec<(f64, usize)> =
            self.layers[layer].iter().copied().enumerate().map(barycenter).collect();
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

    /// The upper left corners of the nodes.
    fn positions(&self) -> Vec<[f64; 2]> {
        let mut left = vec![0.0; self.layers.len()];
        let mut x = 0.0;
        for (layer, left) in self.layers.iter().zip(&mut left) {
            let width = layer.iter().map(|index| self.items[*index].size[0]).fold(0.0, f64::max);
            x -= width + COLUMN_GAP;
            *left = x;
        }
        let nodes = self.items[..self.nodes].iter();
        nodes.map(|item| [left[item.layer], item.middle - item.size[1] / 2.0]).collect()
    }
}

/// The wires between these nodes that follow their order, with the height at which each ends on its target.
fn wires(outline: &Outline, indices: &HashMap<&str, usize>) -> Vec<(usize, usize, f64)> {
    let index = |id: &str| indices.get(id).copied();
    let mut wires = Vec::new();
    for (from, to) in outline.wires() {
        if let (Some(source), Some(target)) = (index(&from.node), index(&to.node)) {
            let definition = outline.definition(&to.node);
            let index = definition.and_then(|definition| definition.input_index(&to.name)).unwrap_or(0);
            let count = definition.map_or(1, |definition| definition.inputs.len()).max(1);
            // A wire against the order closes a circle and is ignored.
            if source < target {
                wires.push((source, target, (index as f64 + 0.5) / count as f64));
            }
        }
    }
    // Backwards, so that all targets of a node are known before it.
    wires.sort_by(|a, b| a.1.cmp(&b.1).then(a.0.cmp(&b.0)).then(a.2.total_cmp(&b.2)));
    wires
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
    use crate::testing::documents::bundled;
    use crate::testing::outlines::{after, outline};
    use travertine::registry;

    fn overlaps(outline: &Outline, sizes: &BTreeMap<String, [f64; 2]>) -> Option<String> {
        let layout = &outline.document().layout;
        let boxes: Vec<_> =
            layout.iter().map(|(id, position)| (id, position, sizes.get(id).unwrap_or(&SIZE))).collect();
        for (index, (a, at, size)) in boxes.iter().enumerate() {
            for (b, other, extent) in &boxes[index + 1..] {
                let meet = |axis: usize| {
                    at[axis] < other[axis] + extent[axis] && other[axis] < at[axis] + size[axis]
                };
                if meet(0) && meet(1) {
                    return Some(format!("{a} and {b}"));
                }
            }
        }
        None
    }

    #[test]
    fn wires_lead_to_the_right_and_nothing_overlaps() {
        for document in bundled() {
            let sizes: BTreeMap<String, [f64; 2]> = document
                .nodes
                .keys()
                .enumerate()
                .map(|(index, id)| {
                    (id.clone(), [120.0 + 17.0 * (index % 5) as f64, 60.0 + 41.0 * (index % 7) as f64])
                })
                .collect();
            let start = Outline::new(document.into(), registry());
            let arranged = after(&start, arrange(&start, None, &sizes));
            assert_eq!(overlaps(&arranged, &sizes), None);
            let layout = &arranged.document().layout;
            for (from, to) in arranged.wires() {
                let right = layout[&from.node][0] + sizes[&from.node][0];
                assert!(right + COLUMN_GAP <= layout[&to.node][0], "{from:?} {to:?}");
            }
            let again = arrange(&arranged, None, &sizes);
            assert_eq!(after(&arranged, again).document().layout.len(), layout.len());
        }
    }

    #[test]
    fn a_chain_is_a_straight_line_and_inputs_keep_their_order() {
        let start = outline(
            r#""a": {"type": "noise/perlin"}, "b": {"type": "math/absolute", "inputs": {"value": {"node": "a"}}},
               "c": {"type": "math/absolute", "inputs": {"value": {"node": "b"}}},
               "x": {"type": "noise/perlin"},
               "sum": {"type": "math/add", "inputs": {"a": {"node": "x"}, "b": {"node": "c"}}}"#,
        );
        let arranged = after(&start, arrange(&start, None, &BTreeMap::new()));
        let layout = &arranged.document().layout;
        assert_eq!([layout["a"][1], layout["b"][1]], [layout["c"][1]; 2]);
        assert!(layout["x"][1] < layout["c"][1], "what leads to the upper input is above");
        assert!(layout["x"][0] > layout["b"][0], "as far to the right as can be");
    }

    #[test]
    fn only_the_selection_moves_and_its_corner_stays() {
        let start = outline(
            r#""a": {"type": "noise/perlin"}, "b": {"type": "math/absolute", "inputs": {"value": {"node": "a"}}},
               "c": {"type": "math/absolute", "inputs": {"value": {"node": "b"}}}"#,
        );
        let positions = ["a", "b", "c"].map(|id| (id.to_owned(), [50.0, 70.0]));
        let start = after(&start, move_to(positions));
        let chosen: BTreeSet<String> = ["a", "b"].map(str::to_owned).into();
        let arranged = after(&start, arrange(&start, Some(&chosen), &BTreeMap::new()));
        let layout = &arranged.document().layout;
        assert_eq!([layout["a"], layout["c"]], [[50.0, 70.0]; 2]);
        assert_eq!(layout["b"], [50.0 + SIZE[0] + COLUMN_GAP, 70.0]);
    }

    #[test]
    fn circles_and_long_chains_are_arranged() {
        let ring = outline(
            r#""a": {"type": "math/absolute", "inputs": {"value": {"node": "b"}}},
               "b": {"type": "math/absolute", "inputs": {"value": {"node": "a"}}}"#,
        );
        assert_eq!(overlaps(&after(&ring, arrange(&ring, None, &BTreeMap::new())), &BTreeMap::new()), None);
        let chain: Vec<String> = (0..500)
            .map(|index| match index {
                0 => r#""n0": {"type": "noise/perlin"}"#.to_owned(),
                _ => format!(
                    r#""n{index}": {{"type": "math/add", "inputs": {{"a": {{"node": "n{}"}}, "b": {{"node": "n{}"}}}}}}"#,
                    index - 1,
                    index / 2
                ),
            })
            .collect();
        let chain = outline(&chain.join(", "));
        let start = std::time::Instant::now();
        let arranged = after(&chain, arrange(&chain, None, &BTreeMap::new()));
        assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
        assert_eq!(overlaps(&arranged, &BTreeMap::new()), None);
    }

    /// Each node is wired to the one before and to the first, so that long wires have millions of passages.
    #[test]
    fn long_wires_in_a_deep_graph_take_no_room() {
        let chain: Vec<String> = (0..4000)
            .map(|index| match index {
                0 => r#""n0": {"type": "noise/perlin"}"#.to_owned(),
                _ => format!(
                    r#""n{index}": {{"type": "math/add", "inputs": {{"a": {{"node": "n{}"}}, "b": {{"node": "n0"}}}}}}"#,
                    index - 1
                ),
            })
            .collect();
        let chain = outline(&chain.join(", "));
        let start = std::time::Instant::now();
        let arranged = after(&chain, arrange(&chain, None, &BTreeMap::new()));
        assert!(start.elapsed().as_secs() < 30, "{:?}", start.elapsed());
        let columns: BTreeSet<u64> = arranged.document().layout.values().map(|[x, _]| x.to_bits()).collect();
        assert_eq!(columns.len(), 4000);
    }

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
