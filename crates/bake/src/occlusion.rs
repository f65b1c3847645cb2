//! Ambient occlusion: the part of the sky that a point of a surface sees past all meshes.

mod blocks;

use travertine_mesh::{Packet, TextureSet, Tree, Vector, packet};
use travertine_noise::Level;
use travertine_noise::math::{cos, sin};

use crate::surface::{Frame, Spot, Surface};

/// Distance of the rays' origin above the surface, relative to the diagonal of the meshes, so that rays do not hit
/// their own triangle.
const LIFT: f64 = 1e-7;
/// Work of a ray for each level of the tree, in operations: a rough mean.
const LEVEL_WORK: u64 = 20;

/// How many times less work packets and interpolation are than rays one by one at each point: a rough mean.
const SAVED: u64 = 8;

/// No triangle has this index, since meshes have less.
const NO_HIT: u32 = u32::MAX;

/// What the rays of one point tell about those of the next. It changes the time that they take, never the result.
#[derive(Default)]
pub(crate) struct Neighbors {
    /// For each ray, the triangle that one like it has hit.
    hits: Vec<u32>,
    subtrees: Vec<u32>,
}

/// Tests rays against all meshes.
pub(crate) struct Occlusion {
    tree: Tree,
    reach: f64,
    lift: f64,
    level: Level,
    /// Directions in the hemisphere around z.
    rays: Vec<Vector>,
}

impl Occlusion {
    /// Bytes for each sample of a stripe: its position, normal and openness.
    pub(crate) const SAMPLE: u64 = 2 * size_of::<Vector>() as u64 + 4;

    /// Upper bound of the bytes for a number of triangles.
    pub(crate) fn bytes(triangles: u64) -> u64 {
        Tree::bytes(triangles)
    }

    /// The work of the rays of a number of points, in operations.
    pub(crate) fn work(triangles: u64, points: u64, rays: u32) -> u64 {
        let levels = u64::from(triangles.max(1).ilog2()) + 1;
        points.saturating_mul(u64::from(rays) * levels * LEVEL_WORK) / SAVED
    }

    /// The occlusion by meshes up to a distance `reach`, in units of the texture.
    pub(crate) fn new(sets: &[TextureSet], frame: Frame, reach: f64, rays: u32, level: Level) -> Occlusion {
        let meshes = sets.iter().flat_map(|set| &set.meshes);
        let tree = Tree::new(meshes.flat_map(|mesh| {
            let all = (0..mesh.triangles.len() as u32).map(|triangle| mesh.positions_of(triangle));
            all.map(|corners| corners.map(|corner| frame.apply(corner)))
        }));
        let lift = LIFT * tree.diagonal();
        Occlusion { tree, reach, lift, level, rays: directions(rays) }
    }

    /// The part of the sky that a point sees, 0 to 1, weighted by the cosine of the angle to the normal.
    ///
    /// The sky is the hemisphere around the interpolated normal. Directions below the triangle itself are left out,
    /// so convex meshes see all of the sky, however few triangles they have.
    pub(crate) fn openness(&self, surface: &Surface, spot: Spot, memory: &mut Neighbors) -> f32 {
        let facing = surface.facing(spot.triangle);
        let normal = surface.normal(spot).unit().unwrap_or(facing);
        // Normals may point to the back of the triangle.
        let outward = if normal.dot(facing) < 0.0 { -facing } else { facing };
        let origin = surface.position(spot) + outward * self.lift;
        let [across, along] = normal.basis();
        let (mut open, mut all) = (0, 0);
        // Directions are longer than 1 by rounding at most.
        self.tree.above(origin, outward, self.reach * 1.000_001, &mut memory.subtrees);
        memory.hits.resize(self.rays.len(), NO_HIT);
        for (rays, last) in self.rays.chunks(packet::RAYS).zip(memory.hits.chunks_mut(packet::RAYS)) {
            let directions = rays.iter().map(|Vector { x, y, z }| across * *x + along * *y + normal * *z);
            let packet = Packet::new(origin, self.reach, directions);
            let mut left = packet.rays_above(outward);
            all += left.count_ones();
            if !memory.subtrees.is_empty() {
                self.tree.hit_together(self.level, &memory.subtrees, &packet, &mut left, last);
            }
            open += left.count_ones();
        }
        if all == 0 { 1.0 } else { open as f32 / all as f32 }
    }
}

/// Cosine-distributed directions around z: Hammersley points on the unit disc, projected up to the hemisphere. Those
/// that follow each other are close together.
fn directions(rays: u32) -> Vec<Vector> {
    let ray = |index: u32| {
        let angle = index.reverse_bits() as f32 / 4_294_967_296.0 * std::f32::consts::TAU;
        let square = (f64::from(index) + 0.5) / f64::from(rays);
        let radius = square.sqrt();
        Vector::new(radius * f64::from(cos(angle)), radius * f64::from(sin(angle)), (1.0 - square).sqrt())
    };
    let mut directions: Vec<Vector> = (0..rays).map(ray).collect();
    // Along a curve that fills the square around the disc.
    let cell = |part: f64| ((part + 1.0) * 32_767.0) as u32;
    let place = |ray: &Vector| {
        (0..16).fold(0, |place, bit| {
            place | (cell(ray.x) >> bit & 1) << (2 * bit) | (cell(ray.y) >> bit & 1) << (2 * bit + 1)
        })
    };
    directions.sort_by_key(place);
    directions
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::RAYS;

    #[test]
    fn rays_are_cosine_distributed() {
        let rays = directions(RAYS);
        assert!(rays.iter().all(|ray| (ray.length() - 1.0).abs() < 1e-6 && ray.z > 0.0));
        for (axis, expected) in [(0, 0.0), (1, 0.0), (2, 2.0 / 3.0)] {
            let mean = rays.iter().map(|ray| ray[axis]).sum::<f64>() / rays.len() as f64;
            assert!((mean - expected).abs() < 0.01, "{axis}: {mean}");
        }
    }
}
