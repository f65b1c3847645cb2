//! Bounding volume hierarchies: test whether rays hit any triangle.

use crate::packet::{LANES, Packet};
use crate::vector::{Vector, dot, length, subtract};

/// No triangle has this index, since meshes have less.
pub(crate) const NO_HIT: u32 = u32::MAX;

/// Maximum number of triangles in a leaf.
const LEAF: usize = 4;

/// Number of subtrees that [`Tree::above`] divides a tree into.
const SUBTREES: usize = 4;
/// How far below a plane a point counts as above it, relative to the size of coordinates.
const TOLERANCE: f64 = 1e-10;

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

    /// The subtrees that rays from a point upwards of a plane through it may reach: all within `reach` with something
    /// above the plane. Few if the point is on a convex part of the meshes.
    pub(crate) fn above(&self, origin: Vector, up: Vector, reach: f64, subtrees: &mut Vec<u32>) {
        // Rounding never drops a triangle that a ray hits: the tolerance is far above it.
        let tolerance = TOLERANCE * (self.diagonal() + length(origin));
        subtrees.clear();
        subtrees.push(0);
        let mut at = 0;
        while let Some(index) = subtrees.get(at).copied() {
            let node = &self.nodes[index as usize];
            if !reaches_above(node.bounds, origin, up, tolerance)
                || distance(node.bounds, origin) > reach + tolerance
            {
                subtrees.swap_remove(at);
            } else if let (Content::Children(second), true) = (&node.content, subtrees.len() < SUBTREES) {
                subtrees[at] = index + 1;
                subtrees.push(*second);
            } else {
                at += 1;
            }
        }
    }

    /// Finds the rays of a packet that hit a triangle, from either side: clears them in `open`, and stores the triangle of
    /// each in `hits`. Only rays in `open` count. Triangles in `hits` are tried first; others may be [`NO_HIT`].
    #[inline(always)]
    pub(crate) fn block(
        &self,
        subtrees: &[u32],
        packet: &Packet,
        open: &mut [bool; LANES],
        hits: &mut [u32; LANES],
    ) {
        for lane in 0..LANES {
            if open[lane] && hits[lane] != NO_HIT {
                self.close(hits[lane], packet, open, hits);
            }
        }
        let inverses = packet.inverses();
        for subtree in subtrees {
            // Median splits limit the depth: at most 32 nodes wait, whatever the mesh.
            let (mut waiting, mut count) = ([*subtree; 40], 1);
            while count > 0 && *open != [false; LANES] {
                count -= 1;
                let index = waiting[count];
                let node = &self.nodes[index as usize];
                if !packet.enter(&node.bounds, &inverses, open) {
                    continue;
                }
                match node.content {
                    Content::Children(second) => {
                        [waiting[count], waiting[count + 1]] = [second, index + 1];
                        count += 2;
                    }
                    Content::Triangles(first, end) => {
                        for triangle in first..end {
                            self.close(triangle, packet, open, hits);
                        }
                    }
                }
            }
        }
    }

    /// As [`block`](Tree::block), for one triangle.
    #[inline(always)]
    fn close(&self, triangle: u32, packet: &Packet, open: &mut [bool; LANES], hits: &mut [u32; LANES]) {
        let meets = packet.meet(&self.triangles[triangle as usize]);
        for lane in 0..LANES {
            let closes = open[lane] & meets[lane];
            hits[lane] = if closes { triangle } else { hits[lane] };
            open[lane] &= !closes;
        }
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

/// Whether a box has a point above the plane through a point, or less than the tolerance below it.
fn reaches_above([least, most]: [Vector; 2], origin: Vector, up: Vector, tolerance: f64) -> bool {
    let highest = |axis: usize| {
        let corner = if up[axis] > 0.0 { most[axis] } else { least[axis] };
        up[axis] * (corner - origin[axis])
    };
    highest(0) + highest(1) + highest(2) > -tolerance
}

/// Distance of a point from a box; 0 inside.
fn distance([least, most]: [Vector; 2], point: Vector) -> f64 {
    let outside = |axis: usize| (least[axis] - point[axis]).max(point[axis] - most[axis]).max(0.0);
    length([outside(0), outside(1), outside(2)])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use travertine_noise::{Kernel, Level};

    use super::*;
    use crate::vector::cross;

    fn vectors(count: usize) -> impl Strategy<Value = Vec<Vector>> {
        prop::collection::vec(prop::array::uniform3(-1.0..1.0f64), count)
    }

    /// A mesh of small triangles around some points.
    fn mesh(middles: &[Vector], offsets: &[Vector], size: f64) -> Vec<[Vector; 3]> {
        let corner = |index: usize, part: usize| {
            let [middle, offset] = [middles[index], offsets[3 * index + part]];
            std::array::from_fn(|axis| middle[axis] + size * offset[axis])
        };
        (0..middles.len()).map(|index| [0, 1, 2].map(|part| corner(index, part))).collect()
    }

    /// Whether a ray hits a triangle: the definition.
    fn meets([a, b, c]: [Vector; 3], origin: Vector, direction: Vector, reach: f64) -> bool {
        let [corner, right, left] = [a, subtract(b, a), subtract(c, a)];
        let across = cross(direction, left);
        let area = dot(right, across);
        let from = subtract(origin, corner);
        let along = cross(from, right);
        let [second, third] = [dot(from, across) / area, dot(direction, along) / area];
        let distance = dot(left, along) / area;
        area != 0.0
            && (0.0..=1.0).contains(&second)
            && third >= 0.0
            && second + third <= 1.0
            && distance > 0.0
            && distance < reach
    }

    fn packet(origin: Vector, directions: &[Vector], reach: f64) -> Packet {
        let lane = |axis: usize| std::array::from_fn(|lane| directions[lane % directions.len()][axis]);
        Packet { origin, directions: [0, 1, 2].map(lane), reach }
    }

    /// The triangles that rays hit, by a search compiled for a level.
    fn hits(
        tree: &Tree,
        subtrees: &[u32],
        packet: &Packet,
        level: Level,
        hints: [u32; LANES],
    ) -> [u32; LANES] {
        struct Search<'a>(&'a Tree, &'a [u32], &'a Packet, &'a mut [bool; LANES], &'a mut [u32; LANES]);
        impl Kernel for Search<'_> {
            #[inline(always)]
            fn run(self) {
                self.0.block(self.1, self.2, self.3, self.4);
            }
        }
        let (mut open, mut hits) = ([true; LANES], hints);
        level.run(Search(tree, subtrees, packet, &mut open, &mut hits));
        std::array::from_fn(|lane| if open[lane] { NO_HIT } else { hits[lane] })
    }

    fn is_hit(tree: &Tree, origin: Vector, direction: Vector, reach: f64) -> bool {
        let packet = packet(origin, &[direction], reach);
        hits(tree, &[0], &packet, Level::detect(), [NO_HIT; LANES])[0] != NO_HIT
    }

    proptest! {
        #[test]
        fn trees_agree_with_testing_all_triangles(
            middles in vectors(60),
            offsets in vectors(180),
            origins in vectors(20),
            directions in vectors(LANES),
            hint in 0..60_u32,
            reach in 0.1..3.0f64,
        ) {
            let triangles = mesh(&middles, &offsets, 0.2);
            let tree = Tree::new(triangles.clone());
            for origin in origins {
                let packet = packet(origin, &directions, reach);
                for level in Level::available() {
                    let found = hits(&tree, &[0], &packet, level, [hint; LANES]);
                    for (direction, hit) in directions.iter().zip(found) {
                        let plainly = triangles.iter().any(|corners| meets(*corners, origin, *direction, reach));
                        prop_assert_eq!(hit != NO_HIT, plainly, "{}", level);
                        let [corner, right, left] = tree.triangles.get(hit as usize).copied().unwrap_or_default();
                        let edges = packet.meet(&[corner, right, left]);
                        prop_assert!(hit == NO_HIT || edges.contains(&true));
                    }
                }
            }
        }
    }

    proptest! {
        #[test]
        fn rays_upwards_hit_only_what_is_above(
            middles in vectors(200),
            offsets in vectors(600),
            rays in vectors(40),
            up in prop::array::uniform3(-1.0..1.0f64),
            reach in 0.1..3.0f64,
        ) {
            let tree = Tree::new(mesh(&middles, &offsets, 0.1));
            let mut subtrees = Vec::new();
            for ray in rays.as_chunks::<2>().0 {
                let [origin, direction] = *ray;
                let direction = if dot(direction, up) > 0.0 { direction } else { direction.map(|part| -part) };
                let longest = reach * length(direction);
                tree.above(origin, up, longest, &mut subtrees);
                let packet = packet(origin, &[direction], reach);
                let hit = hits(&tree, &subtrees, &packet, Level::detect(), [NO_HIT; LANES])[0];
                prop_assert_eq!(hit != NO_HIT, is_hit(&tree, origin, direction, reach));
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
        assert!(is_hit(&tree, [0.25, 0.25, -1.0], forward, 1.5), "the first");
        assert!(!is_hit(&tree, [0.25, 0.25, -1.0], forward, 0.5), "out of reach");
        assert!(is_hit(&tree, [0.25, 0.25, 0.5], forward, 1.0), "the second, from behind");
        assert!(!is_hit(&tree, [0.25, 0.25, 1.5], forward, 9.0), "none is ahead");
        assert!(!is_hit(&tree, [-1.0, 0.25, 0.0], [1.0, 0.0, 0.0], 9.0), "in the plane of it");
        assert!((tree.diagonal() - 3f64.sqrt()).abs() < 1e-15);
    }
}
