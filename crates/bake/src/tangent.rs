//! Tangents, as MikkTSpace makes them: the way that u goes on the surface, the same in all programs.
//!
//! Morten S. Mikkelsen, "Simulation of Wrinkled Surfaces Revisited" (2008). The v of its UVs goes up, so that green is
//! up on normal maps, as in glTF.

use bevy_mikktspace::{Geometry, Ops, TangentSpace, generate_tangents};
use travertine_noise::math;

use crate::surface::{Spot, Surface};
use crate::vector::{Vector, basis, cross, scale, unit, wide};

/// For each corner of each triangle of a surface: the tangent, and on which side of it the bitangent is.
pub(crate) struct Tangents(Vec<[[f32; 4]; 3]>);

impl Tangents {
    pub(crate) fn new(surface: &Surface) -> Tangents {
        let mut corners = Corners { surface, tangents: vec![[[0.0; 4]; 3]; surface.len() as usize] };
        // The error has no values.
        let _ = generate_tangents(&mut corners);
        Tangents(corners.tangents)
    }

    /// Tangent, bitangent and normal at a place, as renderers interpolate them: not of length 1.
    pub(crate) fn basis(&self, surface: &Surface, spot: Spot) -> [Vector; 3] {
        let corners = self.0[spot.triangle as usize];
        let normal = surface.normal(spot);
        let tangent = spot.mix(corners.map(|[x, y, z, _]| wide([x, y, z])));
        let side = f64::from(corners[0][3]);
        if unit(tangent).is_none() || side == 0.0 {
            // Where UVs say nothing, any way is as good as another.
            let normal = unit(normal).unwrap_or_else(|| surface.facing(spot.triangle));
            let [tangent, bitangent] = basis(normal);
            return [tangent, bitangent, normal];
        }
        [tangent, scale(cross(normal, tangent), side), normal]
    }
}

/// A surface as MikkTSpace asks for it.
struct Corners<'s, 'a> {
    surface: &'s Surface<'a>,
    tangents: Vec<[[f32; 4]; 3]>,
}

/// The same on every machine.
struct Exact;

impl Ops for Exact {
    fn sqrt(x: f32) -> f32 {
        x.sqrt()
    }

    fn acos(x: f32) -> f32 {
        math::acos(x)
    }
}

impl Geometry<Exact> for Corners<'_, '_> {
    fn num_faces(&self) -> usize {
        self.surface.len() as usize
    }

    fn num_vertices_of_face(&self, _: usize) -> usize {
        3
    }

    fn position(&self, face: usize, corner: usize) -> [f32; 3] {
        let (mesh, triangle) = self.surface.source(face as u32);
        mesh.corners(&mesh.positions, triangle)[corner]
    }

    fn normal(&self, face: usize, corner: usize) -> [f32; 3] {
        let (mesh, triangle) = self.surface.source(face as u32);
        mesh.corners(&mesh.normals, triangle)[corner]
    }

    fn tex_coord(&self, face: usize, corner: usize) -> [f32; 2] {
        let [u, v] = self.surface.uvs(face as u32)[corner];
        [u as f32, (1.0 - v) as f32]
    }

    fn set_tangent(&mut self, space: Option<TangentSpace>, face: usize, corner: usize) {
        if let Some(space) = space {
            self.tangents[face][corner] = space.tangent_encoded();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shapes;
    use crate::surface::Placement;

    #[test]
    fn tangents_follow_u_and_bitangents_go_up() {
        let mesh = shapes::cube();
        let surface = Surface::new(std::slice::from_ref(&mesh), Placement::default());
        let tangents = Tangents::new(&surface);
        // The fifth face, which faces z: u goes along x, and v down.
        let spot = surface.nearest(8, [0.3, 0.6]);
        let [tangent, bitangent, normal] = tangents.basis(&surface, spot);
        assert_eq!((tangent, bitangent, normal), ([1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]));
    }
}
