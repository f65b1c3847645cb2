//! Bounding volume hierarchies: test whether a ray hits any triangle.

use crate::vector::{Vector, cross, dot, subtract};

/// Maximum number of triangles in a leaf.
const LEAF: usize = 4;

/// A bounding volume hierarchy.
pub(crate) struct Tree {
    /// A corner and two edges of each triangle.
    triangles: Vec<[Vector; 3]>,
    /// Nodes, each before its children.
    nodes: Vec<Node>,
}

struct Node {
    /// The least and the greatest corner of its bounding box.
    bounds: [Vector; 2],
    content: Content,
}

enum Content {
    /// The first child follows the node; the index of the second.
    Children(u32),
    /// The index of the first triangle, and of the one after the last.
    Triangles(u32, u32),
}

impl Tree {
    /// Upper bound of the bytes of a tree with a number of triangles.
    pub(crate) fn bytes(triangles: u64) -> u64 {
        // The root, and at most one more node for each triangle.
        triangles * size_of::<[Vector; 3]>() as u64 + (triangles + 1) * size_of::<Node>() as u64
    }

    /// Builds a tree from the corners of triangles, with median splits.
    pub(crate) fn new(mut corners: Vec<[Vector; 3]>) -> Tree {
        let mut tree = Tree { triangles: Vec::new(), nodes: Vec::new() };
        tree.split(&mut corners, 0);
        tree.triangles = corners.into_iter().map(|[a, b, c]| [a, subtract(b, a), subtract(c, a)]).collect();
        tree
    }

    /// Length of the diagonal of the bounding box.
    pub(crate) fn diagonal(&self) -> f64 {
        let [least, most] = self.nodes[0].bounds;
        let all = subtract(most, least);
        dot(all, all).sqrt()
    }

    fn split(&mut self, corners: &mut [[Vector; 3]], first: usize) {
        let bounds = bounds(corners.iter().flatten());
        let index = self.nodes.len();
        let end = first + corners.len();
        self.nodes.push(Node { bounds, content: Content::Triangles(first as u32, end as u32) });
        if corners.len() <= LEAF {
            return;
        }
        let middle =
            |triangle: &[Vector; 3], axis: usize| triangle.iter().map(|corner| corner[axis]).sum::<f64>();
        let spread = |axis: usize| {
            let ends = corners.iter().map(|triangle| middle(triangle, axis));
            ends.clone().fold(f64::MIN, f64::max) - ends.fold(f64::MAX, f64::min)
        };
        let spreads = [0, 1, 2].map(spread);
        let longest = if spreads[0] >= spreads[1] { 0 } else { 1 };
        let axis = if spreads[longest] >= spreads[2] { longest } else { 2 };
        let half = corners.len() / 2;
        corners.select_nth_unstable_by(half, |a, b| middle(a, axis).total_cmp(&middle(b, axis)));
        let (near, far) = corners.split_at_mut(half);
        self.split(near, first);
        self.nodes[index].content = Content::Children(self.nodes.len() as u32);
        self.split(far, first + half);
    }

    /// Whether a ray hits a triangle, from either side, within `reach` times its direction.
    pub(crate) fn is_hit(&self, origin: Vector, direction: Vector, reach: f64) -> bool {
        let [x, y, z] = direction;
        let inverse = [1.0 / x, 1.0 / y, 1.0 / z];
        // Median splits limit the depth: at most 32 nodes wait, whatever the mesh.
        let (mut waiting, mut count) = ([0; 40], 1);
        while count > 0 {
            count -= 1;
            let index = waiting[count];
            let node = &self.nodes[index as usize];
            if !enters(node.bounds, origin, inverse, reach) {
                continue;
            }
            match node.content {
                Content::Children(second) => {
                    [waiting[count], waiting[count + 1]] = [second, index + 1];
                    count += 2;
                }
                Content::Triangles(first, end) => {
                    let mut triangles = self.triangles[first as usize..end as usize].iter();
                    if triangles.any(|triangle| meets(triangle, origin, direction, reach)) {
                        return true;
                    }
                }
            }
        }
        false
    }
}

fn bounds<'c>(mut corners: impl Iterator<Item = &'c Vector>) -> [Vector; 2] {
    let first = corners.next().copied().unwrap_or_default();
    corners.fold([first; 2], |[least, most], corner| {
        [0, 1].map(|end| {
            std::array::from_fn(|axis| {
                if end == 0 { least[axis].min(corner[axis]) } else { most[axis].max(corner[axis]) }
            })
        })
    })
}

/// Whether a ray passes through a box within its reach.
fn enters([least, most]: [Vector; 2], origin: Vector, inverse: Vector, reach: f64) -> bool {
    let (mut enter, mut leave) = (0.0_f64, reach);
    for axis in 0..3 {
        // NaN for a ray along a face; min and max ignore it.
        let a = (least[axis] - origin[axis]) * inverse[axis];
        let b = (most[axis] - origin[axis]) * inverse[axis];
        enter = enter.max(a.min(b));
        leave = leave.min(a.max(b));
    }
    // A tolerance for rounding, since boxes may be flat.
    enter <= leave + 1e-12 * leave.abs()
}

/// Whether a ray hits a triangle.
///
/// Tomas Möller and Ben Trumbore, "Fast, Minimum Storage Ray-Triangle Intersection" (1997).
fn meets([corner, right, left]: &[Vector; 3], origin: Vector, direction: Vector, reach: f64) -> bool {
    let across = cross(direction, *left);
    let area = dot(*right, across);
    if area == 0.0 {
        return false;
    }
    let from = subtract(origin, *corner);
    let second = dot(from, across) / area;
    let along = cross(from, *right);
    let third = dot(direction, along) / area;
    let distance = dot(*left, along) / area;
    second >= 0.0 && third >= 0.0 && second + third <= 1.0 && distance > 0.0 && distance < reach
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn vectors(count: usize) -> impl Strategy<Value = Vec<Vector>> {
        prop::collection::vec(prop::array::uniform3(-1.0..1.0f64), count)
    }

    proptest! {
        #[test]
        fn trees_agree_with_testing_all_triangles(
            middles in vectors(60),
            offsets in vectors(180),
            rays in vectors(40),
            reach in 0.1..3.0f64,
        ) {
            let corner = |index: usize, part: usize| {
                let [middle, offset] = [middles[index], offsets[3 * index + part]];
                std::array::from_fn(|axis| middle[axis] + 0.2 * offset[axis])
            };
            let triangles: Vec<[Vector; 3]> =
                (0..middles.len()).map(|index| [0, 1, 2].map(|part| corner(index, part))).collect();
            let tree = Tree::new(triangles.clone());
            for ray in rays.as_chunks::<2>().0 {
                let [origin, direction] = *ray;
                let edges = triangles.iter().map(|[a, b, c]| [*a, subtract(*b, *a), subtract(*c, *a)]);
                let plainly = edges.clone().any(|triangle| meets(&triangle, origin, direction, reach));
                prop_assert_eq!(tree.is_hit(origin, direction, reach), plainly);
            }
        }
    }

    #[test]
    fn rays_along_axes_and_faces_hit_triangles() {
        let tree = Tree::new(vec![
            [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
            [[0.0, 0.0, 1.0], [1.0, 0.0, 1.0], [0.0, 1.0, 1.0]],
        ]);
        let forward = [0.0, 0.0, 1.0];
        assert!(tree.is_hit([0.25, 0.25, -1.0], forward, 1.5), "the first");
        assert!(!tree.is_hit([0.25, 0.25, -1.0], forward, 0.5), "out of reach");
        assert!(tree.is_hit([0.25, 0.25, 0.5], forward, 1.0), "the second, from behind");
        assert!(!tree.is_hit([0.25, 0.25, 1.5], forward, 9.0), "none is ahead");
        assert!(!tree.is_hit([-1.0, 0.25, 0.0], [1.0, 0.0, 0.0], 9.0), "in the plane of it");
        assert!((tree.diagonal() - 3f64.sqrt()).abs() < 1e-15);
    }
}
