//! Packets: rays from one point in similar directions, which go through a tree together.
//!
//! Boxes are tested in floats of 32 bits, a ray in each lane, and generously; triangles exactly. So a packet hits what
//! its rays hit one by one.

use travertine_noise::{Kernel, Level};

use super::build::Content;
use super::{Tree, WAITING};
use crate::vector::Vector;

/// Maximum number of rays in a packet.
pub const RAYS: usize = 16;

/// How much earlier a ray enters a box, and how much later it leaves it, than 32 bits say: far more than they round.
const TOLERANCE: f32 = 1e-5;
/// The inverse of 0: a ray along a face is inside of it all the way.
const GREATEST: f32 = 1e30;

/// Rays from one point.
#[derive(Clone, Debug)]
pub struct Packet {
    origin: Vector,
    reach: f64,
    directions: [Vector; RAYS],
    /// The inverses of the directions, by axis.
    inverses: [[f32; RAYS]; 3],
    count: usize,
}

impl Packet {
    /// Rays in up to [`RAYS`] directions, each `reach` times as long as its direction.
    #[inline]
    pub fn new(origin: Vector, reach: f64, directions: impl IntoIterator<Item = Vector>) -> Packet {
        let (mut all, mut inverses, mut count) = ([Vector::Z; RAYS], [[GREATEST; RAYS]; 3], 0);
        for direction in directions.into_iter().take(RAYS) {
            all[count] = direction;
            for (axis, inverses) in inverses.iter_mut().enumerate() {
                inverses[count] = (1.0 / direction[axis] as f32).clamp(-GREATEST, GREATEST);
            }
            count += 1;
        }
        Packet { origin, reach, directions: all, inverses, count }
    }

    /// The rays that lead above a plane, a bit for each.
    #[inline]
    pub fn rays_above(&self, up: Vector) -> u32 {
        let above = |ray: usize| u32::from(self.directions[ray].dot(up) > 0.0) << ray;
        (0..self.count).map(above).sum()
    }
}

impl Tree {
    /// Clears the bits in `rays` of the packet's rays that hit a triangle of the subtrees, from either side.
    ///
    /// `hits` has a triangle for each ray, which is tested first; a ray that hits another one stores it there.
    pub fn hit_together(&self, level: Level, subtrees: &[u32], packet: &Packet, rays: &mut u32, hits: &mut [u32]) {
        level.run(Search { tree: self, subtrees, packet, rays, hits });
    }
}

struct Search<'s> {
    tree: &'s Tree,
    subtrees: &'s [u32],
    packet: &'s Packet,
    rays: &'s mut u32,
    hits: &'s mut [u32],
}

impl Kernel for Search<'_> {
    #[inline(always)]
    fn run(self) {
        let Search { tree, subtrees, packet, rays, hits } = self;
        let Packet { origin, reach, ref directions, ref inverses, count: length } = *packet;
        for (ray, triangle) in hits.iter().enumerate().take(length) {
            if *rays >> ray & 1 == 1 && tree.hits(*triangle, origin, directions[ray], reach) {
                *rays &= !(1 << ray);
            }
        }
        if *rays == 0 {
            return;
        }
        let from = [origin.x, origin.y, origin.z];
        // In units of the tree, floats of 32 bits neither overflow nor lose their precision.
        let scale = 1.0 / tree.diagonal().max(f64::MIN_POSITIVE);
        let farthest = (reach * scale) as f32;
        // Nodes that wait, and the rays that enter the boxes around them.
        let mut waiting = [(0, 0); WAITING];
        for subtree in subtrees {
            waiting[0] = (*subtree, *rays);
            let mut count = 1;
            while count > 0 {
                count -= 1;
                let (index, candidates) = waiting[count];
                if candidates & *rays == 0 {
                    continue;
                }
                let node = &tree.nodes[index as usize];
                let mut inside = candidates & *rays & entering(node.bounds, from, scale, inverses, farthest);
                match node.content {
                    _ if inside == 0 => {}
                    Content::Children(second) => {
                        [waiting[count], waiting[count + 1]] = [(second, inside), (index + 1, inside)];
                        count += 2;
                    }
                    Content::Triangles(first, end) => {
                        while inside != 0 {
                            let ray = inside.trailing_zeros() as usize;
                            inside &= inside - 1;
                            for triangle in first..end {
                                if tree.hits(triangle, origin, directions[ray], reach) {
                                    *rays &= !(1 << ray);
                                    hits[ray] = triangle;
                                    break;
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The rays that may enter a box within their reach, a bit for each.
#[inline(always)]
fn entering([least, most]: [[f64; 3]; 2], from: [f64; 3], scale: f64, inverses: &[[f32; RAYS]; 3], reach: f32) -> u32 {
    let (mut enter, mut leave) = ([0.0_f32; RAYS], [reach; RAYS]);
    for axis in 0..3 {
        let near = ((least[axis] - from[axis]) * scale) as f32;
        let far = ((most[axis] - from[axis]) * scale) as f32;
        for ray in 0..RAYS {
            let (a, b) = (near * inverses[axis][ray], far * inverses[axis][ray]);
            let (first, last) = if a < b { (a, b) } else { (b, a) };
            enter[ray] = if first > enter[ray] { first } else { enter[ray] };
            leave[ray] = if last < leave[ray] { last } else { leave[ray] };
        }
    }
    let mut entering = 0;
    for ray in 0..RAYS {
        // Both are at least 0, or the ray leaves before it enters.
        entering |= u32::from(enter[ray] * (1.0 - TOLERANCE) <= leave[ray] * (1.0 + TOLERANCE)) << ray;
    }
    entering
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn vectors(count: usize) -> impl Strategy<Value = Vec<Vector>> {
        prop::collection::vec(prop::array::uniform3(-1.0..1.0f64).prop_map(Vector::from), count)
    }

    /// Which of the rays hit a tree: together, and any of its triangles one by one.
    fn found(
        tree: &Tree,
        level: Level,
        origin: Vector,
        directions: &[Vector],
        reach: f64,
        hits: &mut [u32],
    ) -> [u32; 2] {
        let packet = Packet::new(origin, reach, directions.iter().copied());
        let all = (1 << directions.len()) - 1;
        let mut open = all;
        tree.hit_together(level, &[0], &packet, &mut open, hits);
        let meets = |ray: usize| {
            (0..tree.triangles.len() as u32).any(|triangle| tree.hits(triangle, origin, directions[ray], reach))
        };
        let alone = |ray: usize| u32::from(meets(ray)) << ray;
        [all & !open, (0..directions.len()).map(alone).sum()]
    }

    proptest! {
        #[test]
        fn packets_hit_what_their_rays_hit(
            middles in vectors(100),
            offsets in vectors(300),
            directions in vectors(RAYS),
            origins in vectors(4),
            reach in 0.1..3.0f64,
            exponent in -15..15i32,
        ) {
            // Sizes that floats of 32 bits do not hold.
            let scale = f64::from_bits(((1023 + 33 * i64::from(exponent)) as u64) << 52);
            let corner = |index: usize, part: usize| (middles[index] + offsets[3 * index + part] * 0.2) * scale;
            let tree = Tree::new((0..100).map(|index| [0, 1, 2].map(|part| corner(index, part))));
            let mut hits = [u32::MAX; RAYS];
            for origin in origins {
                for count in [1, RAYS] {
                    for level in Level::available() {
                        let [together, alone] =
                            found(&tree, level, origin * scale, &directions[..count], reach * scale, &mut hits);
                        prop_assert_eq!(together, alone);
                    }
                }
            }
        }
    }

    #[test]
    fn rays_along_axes_and_faces_hit_triangles() {
        let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].map(Vector::from);
        let tree = Tree::new([corners, corners.map(|corner| corner + Vector::Z)]);
        let directions = [Vector::Z, -Vector::Z, Vector::new(1.0, 0.0, 0.0), Vector::new(0.0, -1.0, 0.0)];
        for origin in [[0.25, 0.25, -1.0], [0.0, 0.0, 0.5], [0.25, 0.0, 0.5], [0.25, 2.0, 0.0], [0.25, 0.25, 0.0]] {
            for reach in [0.4, 1.5, f64::INFINITY] {
                let mut hits = [u32::MAX; RAYS];
                let [together, alone] = found(&tree, Level::detect(), origin.into(), &directions, reach, &mut hits);
                assert_eq!(together, alone, "{origin:?} {reach}");
            }
        }
    }
}
