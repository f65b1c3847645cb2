//! Ambient occlusion: how much of the sky each place of a surface sees past all meshes.

use travertine_noise::math::{cos, sin};

use crate::set::TextureSet;
use crate::surface::{Placement, Spot, Surface};
use crate::tree::Tree;
use crate::vector::{Vector, add, basis, dot, scale, unit, wide};

/// Towards how many places of the sky each place looks.
const RAYS: u32 = 128;
/// How far above the surface rays begin, as a part of the meshes' diagonal, so that they do not meet it itself.
const LIFT: f64 = 1e-7;

/// All that may hide the sky.
pub(crate) struct Occlusion {
    tree: Tree,
    reach: f64,
    lift: f64,
    /// Towards the sky above z.
    rays: Vec<Vector>,
}

impl Occlusion {
    /// The most bytes that the occlusion of a number of triangles takes.
    pub(crate) fn bytes(triangles: u64) -> u64 {
        Tree::bytes(triangles)
    }

    /// That of meshes, as far as so many units of the texture's space.
    pub(crate) fn new(sets: &[TextureSet], placement: Placement, reach: f64) -> Occlusion {
        let meshes = || sets.iter().flat_map(|set| &set.meshes);
        let mut triangles = Vec::with_capacity(meshes().map(|mesh| mesh.triangles.len()).sum());
        for mesh in meshes() {
            let corners = |triangle| mesh.corners(&mesh.positions, triangle).map(wide);
            let all = (0..mesh.triangles.len() as u32).map(corners);
            triangles.extend(all.map(|corners| corners.map(|corner| placement.apply(corner))));
        }
        let tree = Tree::new(triangles);
        let lift = LIFT * tree.diagonal();
        Occlusion { tree, reach, lift, rays: rays() }
    }

    /// How much of the sky a place sees, from 0 to 1, what is straight above counting most.
    ///
    /// The sky is that above the normal which renderers interpolate. What the triangle itself hides of it is left out,
    /// so that bodies that bulge everywhere see all of it, however few triangles they have.
    pub(crate) fn openness(&self, surface: &Surface, spot: Spot) -> f32 {
        let facing = surface.facing(spot.triangle);
        let normal = unit(surface.normal(spot)).unwrap_or(facing);
        // Normals may be the other way round than the triangle.
        let outward = if dot(normal, facing) < 0.0 { scale(facing, -1.0) } else { facing };
        let origin = add(surface.position(spot), scale(outward, self.lift));
        let [across, along] = basis(normal);
        let (mut open, mut all) = (0u32, 0u32);
        for [x, y, z] in &self.rays {
            let direction = add(add(scale(across, *x), scale(along, *y)), scale(normal, *z));
            if dot(direction, outward) > 0.0 {
                all += 1;
                open += u32::from(!self.tree.is_met(origin, direction, self.reach));
            }
        }
        if all == 0 { 1.0 } else { open as f32 / all as f32 }
    }
}

/// Directions around z, as many as a matt surface takes light from there: Hammersley's points on the disc below.
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
    fn rays_are_as_dense_as_light_counts() {
        let rays = rays();
        assert!(rays.iter().all(|ray| (length(*ray) - 1.0).abs() < 1e-6 && ray[2] > 0.0));
        for (axis, expected) in [(0, 0.0), (1, 0.0), (2, 2.0 / 3.0)] {
            let mean = rays.iter().map(|ray| ray[axis]).sum::<f64>() / rays.len() as f64;
            assert!((mean - expected).abs() < 0.01, "{axis}: {mean}");
        }
    }
}
