//! Tangents by MikkTSpace: the directions of u on the surface, as in other programs.
//!
//! Morten S. Mikkelsen, "Simulation of Wrinkled Surfaces Revisited" (2008). v points up there, so green is up in normal
//! maps, as in glTF.
//!
//! For triangles with an area, the result has the same bits as that of the crate `bevy_mikktspace`; tests compare them.
//! That crate recurses for each triangle around a vertex, compares all pairs of them, and takes about 800 bytes per
//! triangle. Here everything except sorting takes linear time.

mod corners;
mod groups;
mod vector;

use travertine_mesh::{Vector, neighbors};

use self::corners::Corners;
use self::groups::Groups;
use crate::surface::{Spot, Surface};

/// For each corner of each triangle: the tangent, and the sign of the bitangent.
pub(crate) struct Tangents(Vec<[[f32; 4]; 3]>);

impl Tangents {
    /// Upper bound of the bytes needed to compute the tangents of a number of triangles.
    pub(crate) fn bytes(triangles: u64) -> u64 {
        // Corners: three classes, and to find those, a vertex for each corner in two lists.
        const CORNERS: u64 = 3 * 4 + 3 * (4 + 8 + 4);
        // Neighbors, and to find those, three edges.
        const NEIGHBORS: u64 = 3 * 4 + 3 * 12;
        // Two directions and three flags; the members of a group, perhaps all triangles.
        const GROUPS: u64 = 2 * 3 * 4 + 8 + 2 * 48;
        const TANGENTS: u64 = 3 * 4 * 4;
        triangles * (CORNERS + NEIGHBORS + GROUPS + TANGENTS)
    }

    pub(crate) fn new(surface: &Surface) -> Tangents {
        let corners = Corners::new(surface);
        let neighbors = neighbors::find(&corners.classes);
        Tangents(Groups::new(&corners, &neighbors).tangents())
    }

    /// Interpolated tangent, bitangent and normal at a spot, not of length 1.
    pub(crate) fn basis(&self, surface: &Surface, spot: Spot) -> [Vector; 3] {
        let corners = self.0[spot.triangle as usize];
        let normal = surface.normal(spot);
        let tangent: Vector = spot.mix(corners.map(|[x, y, z, _]| [x, y, z].map(f64::from))).into();
        let side = f64::from(corners[0][3]);
        if tangent.unit().is_none() || side == 0.0 {
            // Without a direction of u, any basis will do.
            let normal = normal.unit().unwrap_or_else(|| surface.facing(spot.triangle));
            let [tangent, bitangent] = normal.basis();
            return [tangent, bitangent, normal];
        }
        [tangent, normal.cross(tangent) * side, normal]
    }
}

#[cfg(test)]
mod tests {
    use bevy_mikktspace::{Geometry, Ops, TangentSpace, generate_tangents};
    use proptest::prelude::*;
    use travertine::Up;
    use travertine_noise::math;

    use super::*;
    use crate::surface::{Frame, Placement};
    use travertine_mesh::Mesh;
    use travertine_mesh::shapes;

    /// The frame of meshes whose axes are those of the texture.
    fn frame() -> Frame {
        Frame::new(&Placement::default(), Up::Y)
    }

    #[test]
    fn tangents_follow_u_and_bitangents_point_up() {
        let mesh = shapes::cube();
        let surface = Surface::new(std::slice::from_ref(&mesh), frame());
        let tangents = Tangents::new(&surface);
        // The fifth face, which faces z: u points along x, v down.
        let spot = surface.nearest(8, [0.3, 0.6]);
        let [tangent, bitangent, normal] = tangents.basis(&surface, spot);
        assert_eq!([tangent, bitangent, normal], [Vector::new(1.0, 0.0, 0.0), Vector::new(0.0, 1.0, 0.0), Vector::Z]);
    }

    /// A surface in the interface of the crate.
    struct Reference<'s, 'a> {
        surface: &'s Surface<'a>,
        tangents: Vec<[[f32; 4]; 3]>,
    }

    struct Exact;

    impl Ops for Exact {
        fn sqrt(x: f32) -> f32 {
            x.sqrt()
        }

        fn acos(x: f32) -> f32 {
            math::acos(x)
        }
    }

    impl Geometry<Exact> for Reference<'_, '_> {
        fn num_faces(&self) -> usize {
            self.surface.len() as usize
        }

        fn num_vertices_of_face(&self, _: usize) -> usize {
            3
        }

        fn position(&self, face: usize, corner: usize) -> [f32; 3] {
            let (mesh, triangle) = self.surface.source(face as u32);
            mesh.corners(&mesh.positions, triangle)[corner].map(|part| part as f32)
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

    /// The bits of all tangents: ours, and those of the crate.
    fn both(meshes: &[Mesh]) -> [Vec<u32>; 2] {
        let surface = Surface::new(meshes, frame());
        let mut reference = Reference { surface: &surface, tangents: vec![[[0.0; 4]; 3]; surface.len() as usize] };
        generate_tangents(&mut reference).unwrap();
        let bits = |tangents: &[[[f32; 4]; 3]]| {
            tangents.as_flattened().as_flattened().iter().map(|part| part.to_bits()).collect()
        };
        [bits(&Tangents::new(&surface).0), bits(&reference.tangents)]
    }

    /// A mesh of triangles over few positions, normals and UVs.
    fn mesh(triangles: Vec<[u32; 3]>, uvs: Vec<[f32; 2]>, positions: Vec<[f32; 3]>) -> Mesh {
        let normals = positions.iter().map(|[x, y, _]| [[0.0, 0.0, 1.0], [0.6, 0.0, 0.8]][usize::from(x > y)]);
        let normals = normals.collect();
        let positions = positions.into_iter().map(|position| position.map(f64::from)).collect();
        Mesh { normals, positions, uvs: Some(uvs), triangles, ..shapes::cube() }
    }

    /// Floats with many repetitions, and some tiny and huge values.
    fn float() -> impl Strategy<Value = f32> {
        prop_oneof![
            8 => (-3_i8..4).prop_map(f32::from),
            2 => -1.0..1.0_f32,
            1 => prop::sample::select(vec![-0.0, 1e-30, -1e-22, 1e19, -1e25, 1e-40]),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn tangents_are_those_of_the_crate(
            triangles in prop::collection::vec(prop::array::uniform3(0_u32..12), 1..40),
            uvs in prop::collection::vec(prop::array::uniform2(float()), 12),
            positions in prop::collection::vec(prop::array::uniform3(float()), 12),
        ) {
            let [here, there] = both(&[mesh(triangles, uvs, positions)]);
            prop_assert_eq!(here, there);
        }

        /// Triangles around one vertex, which are compared with each other.
        #[test]
        fn fans_have_the_tangents_of_the_crate(
            uvs in prop::collection::vec(prop::array::uniform2(float()), 12),
            positions in prop::collection::vec(prop::array::uniform3(float()), 12),
            closed in any::<bool>(),
        ) {
            let last = if closed { 12 } else { 11 };
            let triangles = (1..last).map(|corner| [0, corner, corner % 11 + 1]).collect();
            let [here, there] = both(&[mesh(triangles, uvs, positions)]);
            prop_assert_eq!(here, there);
        }
    }

    #[test]
    fn tangents_of_whole_bodies_are_those_of_the_crate() {
        let mut mirrored = shapes::cube();
        mirrored.uvs.iter_mut().flatten().for_each(|uv| uv[0] = 1.0 - uv[0]);
        let [here, there] = both(&[shapes::cube(), mirrored, shapes::cube()]);
        assert_eq!(here, there);
    }

    /// More triangles around a vertex than recursive calls fit onto a stack.
    #[test]
    fn any_number_of_triangles_may_share_a_vertex() {
        const COUNT: u32 = 1 << 18;
        let around = |index: u32| {
            let angle = index as f32 / COUNT as f32 * std::f32::consts::TAU;
            [math::cos(angle), math::sin(angle)]
        };
        let rim: Vec<[f32; 2]> = (0..COUNT).map(around).collect();
        let positions = std::iter::once([0.0; 3]).chain(rim.iter().map(|[x, y]| [f64::from(*x), f64::from(*y), 0.0]));
        let uvs = std::iter::once([0.5; 2]).chain(rim.iter().map(|rim| rim.map(|part| 0.5 + 0.4 * part)));
        let fan = Mesh {
            normals: vec![[0.0, 0.0, 1.0]; COUNT as usize + 1],
            positions: positions.collect(),
            uvs: Some(uvs.collect()),
            triangles: (0..COUNT).map(|index| [0, index + 1, (index + 1) % COUNT + 1]).collect(),
            ..shapes::cube()
        };
        let surface = Surface::new(std::slice::from_ref(&fan), frame());
        let tangents = Tangents::new(&surface);
        let middle = tangents.0[0][0];
        assert!(tangents.0.iter().all(|corners| corners[0] == middle));
        assert!((middle[0] - 1.0).abs() < 1e-3 && middle[3] == -1.0, "{middle:?}");
    }
}
