//! Ambient occlusion: the part of the sky that a point of a surface sees past all meshes.

use travertine_noise::math::{cos, sin};
use travertine_noise::{Kernel, Level};

use crate::packet::{LANES, Lanes, Packet};
use crate::set::TextureSet;
use crate::surface::{Frame, Spot, Surface};
use crate::tree::{NO_HIT, Tree};
use crate::vector::{Vector, add, basis, dot, scale, unit, wide};

/// Number of rays per point.
const RAYS: u32 = 128;
/// Number of packets of them.
const PACKETS: usize = RAYS as usize / LANES;
/// Distance of the rays' origin above the surface, relative to the diagonal of the meshes, so that rays do not hit
/// their own triangle.
const LIFT: f64 = 1e-7;
/// Work of a ray for each level of the tree, in operations: a rough mean.
const LEVEL_WORK: u64 = 20;

/// What the rays of one point tell about those of the next. It changes the time that they take, never the result.
pub(crate) struct Neighbors {
    /// For each ray, the triangle that one like it has hit.
    hits: [[u32; LANES]; PACKETS],
    subtrees: Vec<u32>,
}

impl Default for Neighbors {
    fn default() -> Neighbors {
        Neighbors { hits: [[NO_HIT; LANES]; PACKETS], subtrees: Vec::new() }
    }
}

/// Tests rays against all meshes.
pub(crate) struct Occlusion {
    tree: Tree,
    reach: f64,
    lift: f64,
    /// Directions in the hemisphere around z, by axis. Those of a packet are close to each other.
    rays: [[Lanes; 3]; PACKETS],
}

impl Occlusion {
    /// Upper bound of the bytes for a number of triangles.
    pub(crate) fn bytes(triangles: u64) -> u64 {
        Tree::bytes(triangles)
    }

    /// The work of the rays of a number of points, in operations.
    pub(crate) fn work(triangles: u64, points: u64) -> u64 {
        let levels = u64::from(triangles.max(1).ilog2()) + 1;
        points.saturating_mul(u64::from(RAYS) * levels * LEVEL_WORK)
    }

    /// The occlusion by meshes up to a distance `reach`, in units of the texture.
    pub(crate) fn new(sets: &[TextureSet], frame: Frame, reach: f64) -> Occlusion {
        let meshes = || sets.iter().flat_map(|set| &set.meshes);
        let mut triangles = Vec::with_capacity(meshes().map(|mesh| mesh.triangles.len()).sum());
        for mesh in meshes() {
            let corners = |triangle| mesh.corners(&mesh.positions, triangle).map(wide);
            let all = (0..mesh.triangles.len() as u32).map(corners);
            triangles.extend(all.map(|corners| corners.map(|corner| frame.apply(corner))));
        }
        let tree = Tree::new(triangles);
        let lift = LIFT * tree.diagonal();
        Occlusion { tree, reach, lift, rays: packets() }
    }

    /// The part of the sky that a point sees, 0 to 1, weighted by the cosine of the angle to the normal.
    ///
    /// The sky is the hemisphere around the interpolated normal. Directions below the triangle itself are left out,
    /// so convex meshes see all of the sky, however few triangles they have.
    pub(crate) fn openness(
        &self,
        surface: &Surface,
        spot: Spot,
        level: Level,
        memory: &mut Neighbors,
    ) -> f32 {
        let facing = surface.facing(spot.triangle);
        let normal = unit(surface.normal(spot)).unwrap_or(facing);
        // Normals may point to the back of the triangle.
        let outward = if dot(normal, facing) < 0.0 { scale(facing, -1.0) } else { facing };
        let origin = add(surface.position(spot), scale(outward, self.lift));
        // Directions are longer than 1 by rounding at most.
        self.tree.above(origin, outward, self.reach * 1.000_001, &mut memory.subtrees);
        let (mut open, mut all) = (0, 0);
        let counts = [&mut open, &mut all];
        level.run(Sky { occlusion: self, origin, normal, outward, memory, counts });
        if all == 0 { 1.0 } else { open as f32 / all as f32 }
    }
}

/// Counts the rays from a point that hit nothing, and all rays above the plane of its triangle.
struct Sky<'a> {
    occlusion: &'a Occlusion,
    origin: Vector,
    normal: Vector,
    /// Up from the plane.
    outward: Vector,
    memory: &'a mut Neighbors,
    counts: [&'a mut u32; 2],
}

impl Kernel for Sky<'_> {
    #[inline(always)]
    fn run(self) {
        let Sky { occlusion, origin, normal, outward, memory, counts: [free, all] } = self;
        let [across, along] = basis(normal);
        for (rays, hits) in occlusion.rays.iter().zip(&mut memory.hits) {
            let (mut directions, mut open) = ([[0.0; LANES]; 3], [false; LANES]);
            for lane in 0..LANES {
                let [x, y, z] = [0, 1, 2].map(|axis| rays[axis][lane]);
                let direction = add(add(scale(across, x), scale(along, y)), scale(normal, z));
                for axis in 0..3 {
                    directions[axis][lane] = direction[axis];
                }
                open[lane] = dot(direction, outward) > 0.0;
            }
            *all += count(&open);
            if !memory.subtrees.is_empty() {
                // The triangles that hid the sky from the last point often hide it from this one.
                let packet = Packet { origin, directions, reach: occlusion.reach };
                occlusion.tree.block(&memory.subtrees, &packet, &mut open, hits);
            }
            *free += count(&open);
        }
    }
}

#[inline(always)]
fn count(lanes: &[bool; LANES]) -> u32 {
    lanes.iter().map(|lane| u32::from(*lane)).sum()
}

/// The directions of [`rays`], those close to each other in one packet.
fn packets() -> [[Lanes; 3]; PACKETS] {
    fn gather(rays: &mut [Vector], axis: usize) {
        if rays.len() > LANES {
            let middle = rays.len() / 2;
            rays.select_nth_unstable_by(middle, |a, b| a[axis].total_cmp(&b[axis]));
            let (low, high) = rays.split_at_mut(middle);
            gather(low, 1 - axis);
            gather(high, 1 - axis);
        }
    }
    let mut rays = rays();
    gather(&mut rays, 0);
    let ray = |packet: usize, lane: usize| rays[packet * LANES + lane];
    std::array::from_fn(|packet| [0, 1, 2].map(|axis| std::array::from_fn(|lane| ray(packet, lane)[axis])))
}

/// Cosine-distributed directions around z: Hammersley points on the unit disc, projected up to the hemisphere.
fn rays() -> Vec<Vector> {
    let ray = |index: u32| {
        let angle = index.reverse_bits() as f32 / 4_294_967_296.0 * std::f32::consts::TAU;
        let square = (f64::from(index) + 0.5) / f64::from(RAYS);
        let radius = square.sqrt();
        [radius * f64::from(cos(angle)), radius * f64::from(sin(angle)), (1.0 - square).sqrt()]
    };
    (0..RAYS).map(ray).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vector::length;

    #[test]
    fn packets_have_all_rays() {
        let mut found: Vec<Vector> = packets()
            .iter()
            .flat_map(|packet| (0..LANES).map(|lane| [0, 1, 2].map(|axis| packet[axis][lane])))
            .collect();
        let mut all = rays();
        for rays in [&mut found, &mut all] {
            rays.sort_by(|a, b| a.partial_cmp(b).unwrap());
        }
        assert_eq!(found, all);
    }

    #[test]
    fn rays_are_cosine_distributed() {
        let rays = rays();
        assert!(rays.iter().all(|ray| (length(*ray) - 1.0).abs() < 1e-6 && ray[2] > 0.0));
        for (axis, expected) in [(0, 0.0), (1, 0.0), (2, 2.0 / 3.0)] {
            let mean = rays.iter().map(|ray| ray[axis]).sum::<f64>() / rays.len() as f64;
            assert!((mean - expected).abs() < 0.01, "{axis}: {mean}");
        }
    }
}
