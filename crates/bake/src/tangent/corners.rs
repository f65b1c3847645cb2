//! Corners: find the corners of triangles that are the same vertex.

use travertine_mesh::{Mesh, anchor, from_anchor};

use super::vector::Vector;
use crate::surface::Surface;

/// The corners of all triangles of a surface. Corners of a class have the same bits in position, normal and UV.
pub(super) struct Corners<'s, 'a> {
    surface: &'s Surface<'a>,
    anchor: travertine_mesh::Vector,
    pub(super) classes: Vec<[u32; 3]>,
}

impl<'s, 'a> Corners<'s, 'a> {
    pub(super) fn new(surface: &'s Surface<'a>) -> Corners<'s, 'a> {
        // All vertices of all meshes, including unused ones.
        let meshes = surface.meshes();
        let anchor = anchor(meshes);
        let vertices = meshes
            .iter()
            .enumerate()
            .flat_map(|(mesh, of)| (0..of.positions.len() as u32).map(move |vertex| (mesh as u32, vertex)));
        let key = |(mesh, vertex): &(u32, u32)| key(&meshes[*mesh as usize], *vertex as usize, anchor);
        let count = meshes.iter().map(|mesh| mesh.positions.len()).sum();
        let mut sorted = Vec::with_capacity(count);
        sorted.extend(vertices);
        sorted.sort_unstable_by_key(key);

        let mut first = Vec::with_capacity(meshes.len());
        let mut next = 0;
        for mesh in meshes {
            first.push(next);
            next += mesh.positions.len();
        }
        let mut class_of = vec![0; count];
        for (class, same) in sorted.chunk_by(|a, b| key(a) == key(b)).enumerate() {
            for (mesh, vertex) in same {
                class_of[first[*mesh as usize] + *vertex as usize] = class as u32;
            }
        }
        let classes = |triangle: u32| {
            let (mesh, triangle) = surface.indices(triangle);
            let corners = meshes[mesh as usize].triangles[triangle as usize];
            corners.map(|corner| class_of[first[mesh as usize] + corner as usize])
        };
        Corners { surface, anchor, classes: (0..surface.len()).map(classes).collect() }
    }

    pub(super) fn positions(&self, triangle: u32) -> [Vector; 3] {
        let (mesh, triangle) = self.surface.source(triangle);
        mesh.corners(&mesh.positions, triangle).map(|position| from_anchor(position, self.anchor))
    }

    pub(super) fn normal(&self, triangle: u32, corner: usize) -> Vector {
        let (mesh, triangle) = self.surface.source(triangle);
        mesh.normals[mesh.triangles[triangle as usize][corner] as usize]
    }

    /// The UVs of a triangle's corners, with v up.
    pub(super) fn uvs(&self, triangle: u32) -> [[f32; 2]; 3] {
        self.surface.uvs(triangle).map(upwards)
    }
}

fn upwards([u, v]: [f64; 2]) -> [f32; 2] {
    [u as f32, (1.0 - v) as f32]
}

/// The sort key of a vertex: the bits of position, normal and UV.
fn key(mesh: &Mesh, vertex: usize, anchor: travertine_mesh::Vector) -> [u32; 8] {
    let ([x, y, z], [a, b, c]) = (from_anchor(mesh.positions[vertex], anchor), mesh.normals[vertex]);
    let [u, v] = upwards(mesh.uvs.as_ref().map_or([0.0; 2], |uvs| uvs[vertex].map(f64::from)));
    [x, y, z, a, b, c, u, v].map(f32::to_bits)
}
