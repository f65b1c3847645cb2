//! Builds trees: divides triangles where rays are expected to meet the fewest boxes.
//!
//! Ingo Wald, "On Fast Construction of SAH-based Bounding Volume Hierarchies" (2007), along the axis on which the
//! triangles spread most.

use crate::vector::Vector;

/// Maximum number of triangles in a leaf.
const LEAF: usize = 4;

/// Number of places where a division is tried.
const BINS: usize = 16;

/// Up to this level, the expected cost decides; then triangles are divided into halves, so that no mesh makes a tree
/// deep.
const FREE: usize = 40;

/// Upper bound of the number of levels: halves of fewer than 2^32 triangles.
pub(super) const LEVELS: usize = FREE + 32;

/// Bytes needed for each triangle while a tree is built.
pub(super) const TRIANGLE: u64 = (size_of::<Item>() + size_of::<[Vector; 3]>() + 4) as u64;

/// A box around nothing.
const EMPTY: [[f64; 3]; 2] = [[f64::INFINITY; 3], [f64::NEG_INFINITY; 3]];

#[derive(Debug)]
pub(super) struct Node {
    /// The least and the greatest corner of its bounding box.
    pub(super) bounds: [[f64; 3]; 2],
    pub(super) content: Content,
}

#[derive(Debug)]
pub(super) enum Content {
    /// The first child follows the node; the index of the second.
    Children(u32),
    /// The index of the first triangle, and of the one after the last.
    Triangles(u32, u32),
}

/// A triangle in its box.
struct Item {
    bounds: [[f64; 3]; 2],
    index: u32,
}

impl Item {
    /// Twice the middle of its box.
    #[inline]
    fn middle(&self, axis: usize) -> f64 {
        self.bounds[0][axis] + self.bounds[1][axis]
    }
}

/// The nodes of a tree, each before its children, and the triangles in the order of its leaves.
pub(super) fn nodes(corners: &[[Vector; 3]]) -> (Vec<Node>, Vec<u32>) {
    let item = |(index, corners): (u32, &[Vector; 3])| {
        let mut bounds = EMPTY;
        corners.map(<[f64; 3]>::from).iter().for_each(|corner| grow(&mut bounds, [corner, corner]));
        Item { bounds, index }
    };
    let mut items: Vec<Item> = (0..).zip(corners).map(item).collect();
    let mut nodes = Vec::with_capacity(items.len());
    split(&mut nodes, &mut items, 0, 0);
    (nodes, items.into_iter().map(|item| item.index).collect())
}

fn split(nodes: &mut Vec<Node>, items: &mut [Item], first: usize, level: usize) {
    // The boxes around the triangles, and around twice their middles.
    let (mut bounds, mut middles) = (EMPTY, EMPTY);
    for Item { bounds: [least, most], .. } in items.iter() {
        grow(&mut bounds, [least, most]);
        let middle = [0, 1, 2].map(|axis| least[axis] + most[axis]);
        grow(&mut middles, [&middle, &middle]);
    }
    if items.is_empty() {
        bounds = Default::default();
    }
    let index = nodes.len();
    let end = first + items.len();
    nodes.push(Node { bounds, content: Content::Triangles(first as u32, end as u32) });
    if items.len() <= LEAF {
        return;
    }
    let count = divide(items, middles, level);
    let (near, far) = items.split_at_mut(count);
    split(nodes, near, first, level + 1);
    nodes[index].content = Content::Children(nodes.len() as u32);
    split(nodes, far, first + count, level + 1);
}

/// Sorts items into two parts, and returns the length of the first.
fn divide(items: &mut [Item], middles: [[f64; 3]; 2], level: usize) -> usize {
    let half = items.len() / 2;
    let sides = Vector::from(middles[1]) - Vector::from(middles[0]);
    let axis = (1..3).fold(0, |most, axis| if sides[axis] > sides[most] { axis } else { most });
    let scale = BINS as f64 / sides[axis];
    if level < FREE && scale.is_finite() {
        let start = middles[0][axis];
        let bin = |item: &Item| (((item.middle(axis) - start) * scale) as usize).min(BINS - 1);
        if let Some(last) = cheapest(items, bin) {
            return partition(items, |item| bin(item) <= last);
        }
    }
    items.select_nth_unstable_by(half, |a, b| a.middle(axis).total_cmp(&b.middle(axis)));
    half
}

/// The last bin of the first part where two parts cost least.
fn cheapest(items: &[Item], bin: impl Fn(&Item) -> usize) -> Option<usize> {
    let mut bins = [(EMPTY, 0_usize); BINS];
    for item in items {
        let (bounds, count) = &mut bins[bin(item)];
        grow(bounds, item.bounds.each_ref());
        *count += 1;
    }
    // The cost of the part from each bin to the last.
    let mut costs = [0.0; BINS];
    let (mut bounds, mut count) = (EMPTY, 0);
    for at in (0..BINS).rev() {
        grow(&mut bounds, bins[at].0.each_ref());
        count += bins[at].1;
        costs[at] = if count > 0 { area(bounds) * count as f64 } else { 0.0 };
    }
    let (mut bounds, mut count) = (EMPTY, 0);
    let mut least = None;
    for (at, (other, more)) in bins.iter().enumerate().take(BINS - 1) {
        grow(&mut bounds, other.each_ref());
        count += more;
        if count == 0 || count == items.len() {
            continue;
        }
        let cost = area(bounds) * count as f64 + costs[at + 1];
        if least.is_none_or(|(other, _)| cost < other) {
            least = Some((cost, at));
        }
    }
    least.map(|(_, at)| at)
}

/// Moves the items of the first part before the others, and returns their number.
fn partition(items: &mut [Item], is_first: impl Fn(&Item) -> bool) -> usize {
    let mut count = 0;
    for at in 0..items.len() {
        if is_first(&items[at]) {
            items.swap(count, at);
            count += 1;
        }
    }
    count
}

/// Grows a box around another.
#[inline]
fn grow([least, most]: &mut [[f64; 3]; 2], [low, high]: [&[f64; 3]; 2]) {
    *least = [smaller(least[0], low[0]), smaller(least[1], low[1]), smaller(least[2], low[2])];
    *most = [greater(most[0], high[0]), greater(most[1], high[1]), greater(most[2], high[2])];
}

// As one instruction of the processor, unlike `f64::min`, which minds NaN.
#[inline]
fn smaller(a: f64, b: f64) -> f64 {
    if b < a { b } else { a }
}

#[inline]
fn greater(a: f64, b: f64) -> f64 {
    if b > a { b } else { a }
}

/// Half the surface of a box.
pub(super) fn area([least, most]: [[f64; 3]; 2]) -> f64 {
    let Vector { x, y, z } = Vector::from(most) - Vector::from(least);
    x * y + y * z + z * x
}
