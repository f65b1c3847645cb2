//! Bounding volume hierarchies: whether a ray hits any triangle, and which it hits first.

mod build;
pub mod packet;

use self::build::{Content, Node};
use crate::vector::Vector;

/// The most nodes that wait while a ray goes through a tree: one for each level.
const WAITING: usize = build::LEVELS + 1;

/// Number of subtrees that [`Tree::above`] divides a tree into.
const SUBTREES: usize = 4;
/// How far below a plane a point counts as above it, relative to the size of coordinates.
const TOLERANCE: f64 = 1e-10;

/// A bounding volume hierarchy of triangles.
#[derive(Debug)]
pub struct Tree {
    triangles: Vec<Triangle>,
    /// Nodes, each before its children.
    nodes: Vec<Node>,
}

/// Where a ray hits a triangle.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Hit {
    /// The index of the triangle, in the order in which they were given.
    pub triangle: u32,
    /// The distance, in lengths of the ray's direction.
    pub distance: f64,
    /// The weights of the second and the third corner.
    pub weights: [f64; 2],
}

/// What a ray meets in a subtree.
enum Found {
    Nothing,
    Triangle(u32),
    /// More boxes than it may enter.
    Thicket,
}

#[derive(Debug)]
struct Triangle {
    /// A corner, and the edges from it to the other two.
    parts: [Vector; 3],
    index: u32,
}

impl Tree {
    /// Upper bound of the bytes of a tree with a number of triangles.
    pub fn bytes(triangles: u64) -> u64 {
        // At most two nodes for each triangle, in a list that grows; what is needed while it is built.
        triangles * (size_of::<Triangle>() as u64 + 3 * size_of::<Node>() as u64 + build::TRIANGLE)
    }

    /// Builds a tree from the corners of triangles, fewer than 2^32.
    pub fn new(corners: impl IntoIterator<Item = [Vector; 3]>) -> Tree {
        let corners: Vec<[Vector; 3]> = corners.into_iter().collect();
        let (nodes, order) = build::nodes(&corners);
        let triangle = |index: u32| {
            let [a, b, c] = corners[index as usize];
            Triangle { parts: [a, b - a, c - a], index }
        };
        Tree { triangles: order.into_iter().map(triangle).collect(), nodes }
    }

    /// The number of nodes and triangles that a ray through the whole tree meets, on average.
    pub fn cost(&self) -> f64 {
        let whole = build::area(self.bounds());
        if whole == 0.0 {
            return 1.0;
        }
        let cost = |node: &Node| {
            let own = match node.content {
                Content::Children(_) => 2.0,
                Content::Triangles(first, end) => f64::from(end - first),
            };
            own * build::area(node.bounds) / whole
        };
        self.nodes.iter().map(cost).sum()
    }

    /// The least and the greatest corner of the box around all triangles.
    pub fn bounds(&self) -> [[f64; 3]; 2] {
        self.nodes[0].bounds
    }

    /// Length of the diagonal of the bounding box.
    pub fn diagonal(&self) -> f64 {
        let [least, most] = self.bounds();
        (Vector::from(most) - Vector::from(least)).length()
    }

    /// The subtrees that rays from a point upwards of a plane through it may reach: all within `reach` with something
    /// above the plane. Few if the point is on a convex part of the meshes.
    pub fn above(&self, origin: Vector, up: Vector, reach: f64, subtrees: &mut Vec<u32>) {
        // Rounding never drops a triangle that a ray hits: the tolerance is far above it.
        let tolerance = TOLERANCE * (self.diagonal() + origin.length());
        subtrees.clear();
        subtrees.push(0);
        let mut at = 0;
        while let Some(index) = subtrees.get(at).copied() {
            let node = &self.nodes[index as usize];
            if !reaches_above(node.bounds, origin, up, tolerance) || distance(node.bounds, origin) > reach + tolerance {
                subtrees.swap_remove(at);
            } else if let (Content::Children(second), true) = (&node.content, subtrees.len() < SUBTREES) {
                subtrees[at] = index + 1;
                subtrees.push(*second);
            } else {
                at += 1;
            }
        }
    }

    /// Whether a ray hits this triangle, from either side, within `reach` times its direction.
    #[inline]
    pub fn hits(&self, triangle: u32, origin: Vector, direction: Vector, reach: f64) -> bool {
        self.triangles
            .get(triangle as usize)
            .is_some_and(|triangle| meets(&triangle.parts, origin, direction, reach).is_some())
    }

    /// Whether a ray hits a triangle, from either side, within `reach` times its direction.
    pub fn is_hit(&self, origin: Vector, direction: Vector, reach: f64) -> bool {
        self.hit(&[0], origin, direction, reach).is_some()
    }

    /// As [`Tree::is_hit`], for meshes that may cross themselves any number of times: a ray that enters more than
    /// `most` boxes is in a thicket, and counts as hidden.
    pub fn is_hidden(&self, origin: Vector, direction: Vector, reach: f64, most: u32) -> bool {
        !matches!(self.hit_in(0, origin, direction, reach, most), Found::Nothing)
    }

    /// The first triangle that a ray hits, from either side.
    pub fn first(&self, origin: Vector, direction: Vector) -> Option<Hit> {
        let (from, inverse) = (origin.into(), direction.map(|part| 1.0 / part).into());
        let mut nearest: Option<Hit> = None;
        // Nodes that wait, as in `hit_in`, and where the ray enters them.
        let (mut waiting, mut count) = ([(0, 0.0); WAITING], 1);
        while count > 0 {
            count -= 1;
            let (index, entry) = waiting[count];
            let reach = nearest.map_or(f64::INFINITY, |hit| hit.distance);
            if entry > reach {
                continue;
            }
            match self.nodes[index as usize].content {
                Content::Children(second) => {
                    let child =
                        |child: u32| Some((child, enters(self.nodes[child as usize].bounds, from, inverse, reach)?));
                    let mut children = [child(second), child(index + 1)];
                    // The nearer child comes next: what it has may hide the other.
                    if let [Some((_, a)), Some((_, b))] = children
                        && a < b
                    {
                        children.swap(0, 1);
                    }
                    for child in children.into_iter().flatten() {
                        waiting[count] = child;
                        count += 1;
                    }
                }
                Content::Triangles(first, end) => {
                    for triangle in &self.triangles[first as usize..end as usize] {
                        let reach = nearest.map_or(f64::INFINITY, |hit| hit.distance);
                        if let Some((distance, weights)) = meets(&triangle.parts, origin, direction, reach) {
                            nearest = Some(Hit { triangle: triangle.index, distance, weights });
                        }
                    }
                }
            }
        }
        nearest
    }

    /// A triangle of the subtrees that a ray hits, from either side, within `reach` times its direction.
    pub fn hit(&self, subtrees: &[u32], origin: Vector, direction: Vector, reach: f64) -> Option<u32> {
        subtrees.iter().find_map(|subtree| match self.hit_in(*subtree, origin, direction, reach, u32::MAX) {
            Found::Triangle(triangle) => Some(triangle),
            Found::Nothing | Found::Thicket => None,
        })
    }

    /// Looks for a triangle that a ray hits in a subtree, in `most` boxes.
    fn hit_in(&self, subtree: u32, origin: Vector, direction: Vector, reach: f64, mut most: u32) -> Found {
        let (from, inverse) = (origin.into(), direction.map(|part| 1.0 / part).into());
        let (mut waiting, mut count) = ([subtree; WAITING], 1);
        while count > 0 {
            count -= 1;
            let index = waiting[count];
            let node = &self.nodes[index as usize];
            if enters(node.bounds, from, inverse, reach).is_none() {
                continue;
            }
            let Some(fewer) = most.checked_sub(1) else { return Found::Thicket };
            most = fewer;
            match node.content {
                Content::Children(second) => {
                    [waiting[count], waiting[count + 1]] = [second, index + 1];
                    count += 2;
                }
                Content::Triangles(first, end) => {
                    let mut triangles = first..end;
                    let hit = |triangle: &u32| {
                        meets(&self.triangles[*triangle as usize].parts, origin, direction, reach).is_some()
                    };
                    if let Some(triangle) = triangles.find(hit) {
                        return Found::Triangle(triangle);
                    }
                }
            }
        }
        Found::Nothing
    }
}

/// Whether a box has a point above the plane through a point, or less than the tolerance below it.
fn reaches_above([least, most]: [[f64; 3]; 2], origin: Vector, up: Vector, tolerance: f64) -> bool {
    let highest = |axis: usize| {
        let corner = if up[axis] > 0.0 { most[axis] } else { least[axis] };
        up[axis] * (corner - origin[axis])
    };
    highest(0) + highest(1) + highest(2) > -tolerance
}

/// Distance of a point from a box; 0 inside.
fn distance([least, most]: [[f64; 3]; 2], point: Vector) -> f64 {
    let outside = |axis: usize| (least[axis] - point[axis]).max(point[axis] - most[axis]).max(0.0);
    Vector::new(outside(0), outside(1), outside(2)).length()
}

/// The distance at which a ray enters a box, if it does within its reach.
#[inline]
fn enters([least, most]: [[f64; 3]; 2], origin: [f64; 3], inverse: [f64; 3], reach: f64) -> Option<f64> {
    let (mut enter, mut leave) = (0.0_f64, reach);
    for axis in 0..3 {
        // NaN for a ray along a face; min and max ignore it.
        let a = (least[axis] - origin[axis]) * inverse[axis];
        let b = (most[axis] - origin[axis]) * inverse[axis];
        enter = enter.max(a.min(b));
        leave = leave.min(a.max(b));
    }
    // A tolerance for rounding, since boxes may be flat.
    // A ray along an axis never reaches a box beside it: it would enter at infinity, which an infinite reach allows.
    (enter < f64::INFINITY && enter <= leave + 1e-12 * leave.abs()).then_some(enter)
}

/// The distance at which a ray hits a triangle within its reach, and the weights of the second and third corner.
///
/// Tomas Möller and Ben Trumbore, "Fast, Minimum Storage Ray-Triangle Intersection" (1997).
#[inline]
fn meets(
    [corner, right, left]: &[Vector; 3],
    origin: Vector,
    direction: Vector,
    reach: f64,
) -> Option<(f64, [f64; 2])> {
    let across = direction.cross(*left);
    let area = right.dot(across);
    if area == 0.0 {
        return None;
    }
    let from = origin - *corner;
    let second = from.dot(across) / area;
    // Also if it is NaN. Most rays miss here.
    if !(0.0..=1.0).contains(&second) {
        return None;
    }
    let along = from.cross(*right);
    let third = direction.dot(along) / area;
    let distance = left.dot(along) / area;
    (third >= 0.0 && second + third <= 1.0 && distance > 0.0 && distance < reach).then_some((distance, [second, third]))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn vectors(count: usize) -> impl Strategy<Value = Vec<Vector>> {
        prop::collection::vec(prop::array::uniform3(-1.0..1.0f64).prop_map(Vector::from), count)
    }

    proptest! {
        #[test]
        fn trees_agree_with_testing_all_triangles(
            middles in vectors(60),
            offsets in vectors(180),
            rays in vectors(40),
            reach in 0.1..3.0f64,
        ) {
            let corner = |index: usize, part: usize| -> Vector {
                let [middle, offset] = [middles[index], offsets[3 * index + part]];
                middle + offset * 0.2
            };
            let triangles: Vec<[Vector; 3]> =
                (0..middles.len()).map(|index| [0, 1, 2].map(|part| corner(index, part))).collect();
            let tree = Tree::new(triangles.clone());
            for ray in rays.as_chunks::<2>().0 {
                let [origin, direction] = *ray;
                let edges = triangles.iter().map(|[a, b, c]| [*a, *b - *a, *c - *a]);
                let plainly = edges.clone().any(|triangle| meets(&triangle, origin, direction, reach).is_some());
                prop_assert_eq!(tree.is_hit(origin, direction, reach), plainly);
                let all = edges.zip(0..).filter_map(|(triangle, index)| {
                    let (distance, weights) = meets(&triangle, origin, direction, f64::INFINITY)?;
                    Some(Hit { triangle: index, distance, weights })
                });
                let first = all.min_by(|a, b| a.distance.total_cmp(&b.distance));
                let distance = |hit: Hit| hit.distance;
                prop_assert_eq!(tree.first(origin, direction).map(distance), first.map(distance));
            }
        }
    }

    proptest! {
        #[test]
        fn rays_upwards_hit_only_what_is_above(
            middles in vectors(200),
            offsets in vectors(600),
            rays in vectors(40),
            up in prop::array::uniform3(-1.0..1.0f64).prop_map(Vector::from),
            reach in 0.1..3.0f64,
        ) {
            let corner = |index: usize, part: usize| -> Vector {
                let [middle, offset] = [middles[index], offsets[3 * index + part]];
                middle + offset * 0.1
            };
            let tree = Tree::new((0..middles.len()).map(|index| [0, 1, 2].map(|part| corner(index, part))));
            let mut subtrees = Vec::new();
            for ray in rays.as_chunks::<2>().0 {
                let [origin, direction] = *ray;
                let direction = if direction.dot(up) > 0.0 { direction } else { -direction };
                let longest = reach * direction.length();
                tree.above(origin, up, longest, &mut subtrees);
                let hit = tree.hit(&subtrees, origin, direction, reach);
                prop_assert_eq!(hit.is_some(), tree.is_hit(origin, direction, reach));
                prop_assert!(hit.is_none_or(|triangle| tree.hits(triangle, origin, direction, reach)));
            }
        }
    }

    #[test]
    fn rays_are_hidden_after_more_boxes_than_the_most() {
        let tree = Tree::new([[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].map(Vector::from)]);
        let is_hidden = |origin: [f64; 3], most| tree.is_hidden(origin.into(), Vector::Z, f64::INFINITY, most);
        assert!(!is_hidden([0.9, 0.9, -1.0], 1), "through the box, past the triangle");
        assert!(is_hidden([0.9, 0.9, -1.0], 0), "one box more than the most");
        assert!(is_hidden([0.25, 0.25, -1.0], 1), "through the triangle");
        for beside in [[-1.0, 0.25, -1.0], [0.25, -1.0, -1.0], [2.0, 0.25, -1.0], [0.25, 2.0, -1.0]] {
            assert!(!is_hidden(beside, 0), "{beside:?} enters no box");
        }
    }

    #[test]
    fn rays_along_axes_and_faces_hit_triangles() {
        let triangles: [[[f64; 3]; 3]; 2] =
            [[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], [[0.0, 0.0, 1.0], [1.0, 0.0, 1.0], [0.0, 1.0, 1.0]]];
        let tree = Tree::new(triangles.map(|corners| corners.map(Vector::from)));
        assert!(tree.is_hit(Vector::new(0.25, 0.25, -1.0), Vector::Z, 1.5), "the first");
        assert!(!tree.is_hit(Vector::new(0.25, 0.25, -1.0), Vector::Z, 0.5), "out of reach");
        assert!(tree.is_hit(Vector::new(0.25, 0.25, 0.5), Vector::Z, 1.0), "the second, from behind");
        assert!(!tree.is_hit(Vector::new(0.25, 0.25, 1.5), Vector::Z, 9.0), "none is ahead");
        assert!(!tree.is_hit(Vector::new(-1.0, 0.25, 0.0), Vector::new(1.0, 0.0, 0.0), 9.0), "in the plane of it");
        assert!((tree.diagonal() - 3f64.sqrt()).abs() < 1e-15);
    }
}
