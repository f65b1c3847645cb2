//! Bounding volume hierarchies: the first triangle that a ray meets, or whether it meets any.

use super::vector::{Vector, cross, dot, subtract};

/// Maximum number of triangles in a leaf.
const LEAF: usize = 4;

/// A ray of light, traced backwards.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ray {
    pub origin: Vector,
    /// Of length 1.
    pub direction: Vector,
}

/// Where a ray meets a triangle.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Meeting {
    pub distance: f32,
    /// The index of the triangle in the mesh.
    pub triangle: u32,
    /// The weights of its second and third corner.
    pub at: [f32; 2],
}

/// A bounding volume hierarchy.
pub(super) struct Tree {
    /// A corner and two edges of each triangle, and its index in the mesh.
    triangles: Vec<([Vector; 3], u32)>,
    /// Nodes, each before its children.
    nodes: Vec<Node>,
}

struct Node {
    /// The least and the greatest corner of its box.
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
    /// The bytes of a tree with a number of triangles.
    pub fn bytes(triangles: u64) -> u64 {
        // While it is built, the corners exist twice. There is at most one node for each triangle.
        triangles * (2 * size_of::<([Vector; 3], u32)>() + size_of::<Node>()) as u64
    }

    /// Builds a tree of triangles with median splits.
    pub fn new(triangles: impl Iterator<Item = [Vector; 3]>) -> Tree {
        let mut corners: Vec<([Vector; 3], u32)> = triangles.zip(0..).collect();
        let mut tree = Tree { triangles: Vec::new(), nodes: Vec::new() };
        tree.split(&mut corners, 0);
        let edges = |([a, b, c], index): ([Vector; 3], u32)| ([a, subtract(b, a), subtract(c, a)], index);
        tree.triangles = corners.into_iter().map(edges).collect();
        tree
    }

    /// The depth is the logarithm of the number of triangles.
    fn split(&mut self, corners: &mut [([Vector; 3], u32)], first: usize) {
        let (index, end) = (self.nodes.len(), first + corners.len());
        let bounds = bounds(corners.iter().flat_map(|(triangle, _)| triangle));
        self.nodes.push(Node { bounds, content: Content::Triangles(first as u32, end as u32) });
        if corners.len() <= LEAF {
            return;
        }
        let middle =
            |triangle: &[Vector; 3], axis: usize| triangle.iter().map(|corner| corner[axis]).sum::<f32>();
        let spread = |axis: usize| {
            let ends = corners.iter().map(|(triangle, _)| middle(triangle, axis));
            ends.fold([f32::MAX, f32::MIN], |[low, high], at| [low.min(at), high.max(at)])
        };
        let spreads = [0, 1, 2].map(spread).map(|[low, high]| high - low);
        let axis = (0..3).fold(0, |widest, axis| if spreads[axis] > spreads[widest] { axis } else { widest });
        let half = corners.len() / 2;
        corners.select_nth_unstable_by(half, |(a, _), (b, _)| middle(a, axis).total_cmp(&middle(b, axis)));
        let (near, far) = corners.split_at_mut(half);
        self.split(near, first);
        self.nodes[index].content = Content::Children(self.nodes.len() as u32);
        self.split(far, first + half);
    }

    /// The least and the greatest corner of the box around all triangles.
    pub fn bounds(&self) -> [Vector; 2] {
        self.nodes[0].bounds
    }

    /// The first triangle that a ray meets, from either side.
    pub fn meet(&self, ray: &Ray) -> Option<Meeting> {
        let mut nearest: Option<Meeting> = None;
        self.search(ray, f32::MAX, |meeting| {
            nearest = Some(meeting);
            Some(meeting.distance)
        });
        nearest
    }

    /// Whether a ray meets a triangle, from either side, within a distance.
    pub fn is_met(&self, ray: &Ray, reach: f32) -> bool {
        let mut is_met = false;
        self.search(ray, reach, |_| {
            is_met = true;
            None
        });
        is_met
    }

    /// Finds triangles within reach. `found` returns the new reach, or none to end.
    fn search(&self, ray: &Ray, mut reach: f32, mut found: impl FnMut(Meeting) -> Option<f32>) {
        let inverse = ray.direction.map(|side| 1.0 / side);
        // Median splits limit the depth: at most 32 nodes wait, whatever the mesh.
        let (mut waiting, mut count) = ([0u32; 40], 1);
        while count > 0 {
            count -= 1;
            let index = waiting[count];
            let node = &self.nodes[index as usize];
            if entry(node.bounds, ray.origin, inverse, reach).is_none() {
                continue;
            }
            match node.content {
                Content::Children(second) => {
                    let enters =
                        |child: u32| entry(self.nodes[child as usize].bounds, ray.origin, inverse, reach);
                    // The nearer child comes first: what it has may hide the other.
                    let (first, second) = match (enters(index + 1), enters(second)) {
                        (Some(a), Some(b)) if b < a => (second, index + 1),
                        _ => (index + 1, second),
                    };
                    [waiting[count], waiting[count + 1]] = [second, first];
                    count += 2;
                }
                Content::Triangles(first, end) => {
                    for (triangle, index) in &self.triangles[first as usize..end as usize] {
                        let Some((distance, at)) = meeting(triangle, ray, reach) else { continue };
                        match found(Meeting { distance, triangle: *index, at }) {
                            Some(nearer) => reach = nearer,
                            None => return,
                        }
                    }
                }
            }
        }
    }
}

fn bounds<'c>(corners: impl Iterator<Item = &'c Vector>) -> [Vector; 2] {
    corners.fold([[f32::MAX; 3], [f32::MIN; 3]], |[least, most], corner| {
        [
            [0, 1, 2].map(|axis| least[axis].min(corner[axis])),
            [0, 1, 2].map(|axis| most[axis].max(corner[axis])),
        ]
    })
}

/// The distance at which a ray enters a box, if it does within its reach.
fn entry([least, most]: [Vector; 2], origin: Vector, inverse: Vector, reach: f32) -> Option<f32> {
    let (mut enter, mut leave) = (0f32, reach);
    for axis in 0..3 {
        // NaN for a ray along a face; min and max ignore it.
        let a = (least[axis] - origin[axis]) * inverse[axis];
        let b = (most[axis] - origin[axis]) * inverse[axis];
        enter = enter.max(a.min(b));
        leave = leave.min(a.max(b));
    }
    // A tolerance for rounding, since boxes may be flat.
    (enter <= leave * (1.0 + 1e-5)).then_some(enter)
}

/// The distance at which a ray meets a triangle, and the weights of the second and third corner.
///
/// Tomas Möller and Ben Trumbore, "Fast, Minimum Storage Ray-Triangle Intersection" (1997).
fn meeting([corner, right, left]: &[Vector; 3], ray: &Ray, reach: f32) -> Option<(f32, [f32; 2])> {
    let across = cross(ray.direction, *left);
    let area = dot(*right, across);
    if area == 0.0 {
        return None;
    }
    let from = subtract(ray.origin, *corner);
    let second = dot(from, across) / area;
    // Also if it is NaN. Most rays miss here.
    if !(0.0..=1.0).contains(&second) {
        return None;
    }
    let along = cross(from, *right);
    let third = dot(ray.direction, along) / area;
    let distance = dot(*left, along) / area;
    (third >= 0.0 && second + third <= 1.0 && distance > 0.0 && distance < reach)
        .then_some((distance, [second, third]))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::vector::unit;
    use super::*;

    fn vectors(count: usize) -> impl Strategy<Value = Vec<Vector>> {
        prop::collection::vec(prop::array::uniform3(-1.0..1.0f32), count)
    }

    proptest! {
        #[test]
        fn trees_agree_with_testing_all_triangles(
            middles in vectors(60),
            offsets in vectors(180),
            rays in vectors(40),
            reach in 0.1..3.0f32,
        ) {
            let corner = |index: usize, part: usize| {
                let [middle, offset]: [Vector; 2] = [middles[index], offsets[3 * index + part]];
                [0, 1, 2].map(|axis| middle[axis] + 0.2 * offset[axis])
            };
            let triangles: Vec<[Vector; 3]> =
                (0..middles.len()).map(|index| [0, 1, 2].map(|part| corner(index, part))).collect();
            let tree = Tree::new(triangles.iter().copied());
            for [origin, direction] in rays.as_chunks::<2>().0 {
                let ray = Ray { origin: *origin, direction: unit(*direction) };
                let edges = triangles.iter().map(|[a, b, c]| [*a, subtract(*b, *a), subtract(*c, *a)]);
                let all = edges.zip(0..).filter_map(|(edges, index)| Some((meeting(&edges, &ray, f32::MAX)?.0, index)));
                let first = all.min_by(|(a, _), (b, _)| a.total_cmp(b));
                let found = tree.meet(&ray).map(|meeting| (meeting.distance, meeting.triangle));
                prop_assert_eq!(found, first);
                prop_assert_eq!(tree.is_met(&ray, reach), first.is_some_and(|(distance, _)| distance < reach));
            }
        }
    }
}
