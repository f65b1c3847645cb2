//! Projections: generate UVs for meshes that have none.

use crate::mesh::Mesh;
use crate::vector::Vector;

/// A method of generating UVs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Projection {
    /// Projects everything along the axis in which the meshes are thinnest, for flat meshes. Surfaces behind each other
    /// overlap.
    Planar,
    /// Projects each triangle along the axis that it faces most, into one of six rectangles for the six sides of a box.
    /// Surfaces behind each other that face the same way overlap.
    Box,
}

/// Free space around each of the six rectangles, as a fraction of the texture.
const GUTTER: f64 = 1.0 / 128.0;

/// A side of a box: the axes that point right and down on the texture, with their signs.
type Side = [(usize, f64); 2];

/// The sides facing x, -x, y, -y, z and -z, as seen from outside.
const SIDES: [Side; 6] = [
    [(2, -1.0), (1, -1.0)],
    [(2, 1.0), (1, -1.0)],
    [(0, 1.0), (2, 1.0)],
    [(0, 1.0), (2, -1.0)],
    [(0, 1.0), (1, -1.0)],
    [(0, -1.0), (1, -1.0)],
];

impl Projection {
    /// Upper bound of the bytes of meshes with new UVs, and of the work on them.
    pub(crate) fn bytes(self, meshes: &[Mesh]) -> u64 {
        let (mut meshes_bytes, mut temporary) = (0, 0);
        for mesh in meshes {
            let (vertices, triangles) = (mesh.positions.len() as u64, mesh.triangles.len() as u64);
            let (after, more) = match self {
                Projection::Planar => (vertices, 2 * 4 * vertices),
                // The old vertices, and the index of each vertex for each side.
                Projection::Box => ((6 * vertices).min(3 * triangles), Mesh::bytes_of(vertices, 0, 6 * 4 * vertices)),
            };
            meshes_bytes += mesh.bytes() + Mesh::bytes_of(after.saturating_sub(vertices), 0, 0);
            temporary = more.max(temporary);
        }
        meshes_bytes + temporary
    }

    /// Replaces the UVs of meshes that share a texture.
    pub(crate) fn apply(self, meshes: &mut [Mesh]) {
        let bounds = Bounds::of(meshes);
        match self {
            Projection::Planar => {
                let thinnest =
                    (0..3).fold(2, |thin, axis| if bounds.extent(axis) < bounds.extent(thin) { axis } else { thin });
                let side = SIDES[2 * thinnest];
                let mapping = Mapping::new(&bounds, &[side], [1.0, 1.0]);
                for mesh in meshes {
                    mesh.uvs =
                        Some(mesh.positions.iter().map(|position| mapping.uv(*position, side, [0.5, 0.5])).collect());
                }
            }
            Projection::Box => {
                let mapping = Mapping::new(&bounds, &SIDES, [1.0 / 3.0, 0.5]);
                meshes.iter_mut().for_each(|mesh| split(mesh, &mapping));
            }
        }
    }
}

/// Duplicates the vertices of a mesh where it is cut along the edges of the box.
fn split(mesh: &mut Mesh, mapping: &Mapping) {
    const NONE: u32 = u32::MAX;
    // The new index of each vertex for each side, once it is needed.
    let mut indices = vec![[NONE; 6]; mesh.positions.len()];
    let (mut from, mut uvs) = (Vec::new(), Vec::new());
    for triangle in 0..mesh.triangles.len() {
        let side = side(mesh.area(triangle as u32));
        let center = [(2 * (side % 3) + 1) as f64 / 6.0, (2 * (side / 3) + 1) as f64 / 4.0];
        for corner in &mut mesh.triangles[triangle] {
            let vertex = *corner as usize;
            let index = &mut indices[vertex][side];
            if *index == NONE {
                *index = uvs.len() as u32;
                from.push(*corner);
                uvs.push(mapping.uv(mesh.positions[vertex], SIDES[side], center));
            }
            *corner = *index;
        }
    }
    mesh.take_vertices(&from);
    mesh.uvs = Some(uvs);
}

/// The side of the box that a direction faces most; the first of equal ones.
fn side(direction: Vector) -> usize {
    let axis = (1..3).fold(0, |most, axis| if direction[axis].abs() > direction[most].abs() { axis } else { most });
    2 * axis + usize::from(direction[axis] < 0.0)
}

/// The bounding box of meshes.
struct Bounds {
    least: [f64; 3],
    greatest: [f64; 3],
}

impl Bounds {
    fn of(meshes: &[Mesh]) -> Bounds {
        let mut bounds = Bounds { least: [f64::INFINITY; 3], greatest: [f64::NEG_INFINITY; 3] };
        for position in meshes.iter().flat_map(|mesh| &mesh.positions) {
            bounds.least = [0, 1, 2].map(|axis| bounds.least[axis].min(position[axis]));
            bounds.greatest = [0, 1, 2].map(|axis| bounds.greatest[axis].max(position[axis]));
        }
        bounds
    }

    fn extent(&self, axis: usize) -> f64 {
        self.greatest[axis] - self.least[axis]
    }
}

/// The mapping from space to UVs. It has one scale for all sides, so that texels have the same size everywhere.
struct Mapping {
    center: [f64; 3],
    scale: f64,
}

impl Mapping {
    /// The mapping with the greatest scale at which each side fits into a rectangle of the given width and height.
    fn new(bounds: &Bounds, sides: &[Side], rectangle: [f64; 2]) -> Mapping {
        let fits = sides
            .iter()
            .flat_map(|side| [0, 1].map(|along| (rectangle[along] - 2.0 * GUTTER) / bounds.extent(side[along].0)));
        let scale = fits.fold(f64::INFINITY, f64::min);
        let center = [0, 1, 2].map(|axis| (bounds.least[axis] + bounds.greatest[axis]) / 2.0);
        Mapping { center, scale: if scale.is_finite() { scale } else { 1.0 } }
    }

    fn uv(&self, position: [f64; 3], side: Side, center: [f64; 2]) -> [f32; 2] {
        [0, 1].map(|along| {
            let (axis, sign) = side[along];
            let away = position[axis] - self.center[axis];
            (center[along] + sign * self.scale * away) as f32
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shapes;

    #[test]
    fn a_box_has_six_sides_that_do_not_overlap() {
        let mut meshes = [shapes::cube()];
        Projection::Box.apply(&mut meshes);
        let uvs = meshes[0].uvs.as_ref().unwrap();
        for triangle in 0..12 {
            let [a, b, c] = meshes[0].corners(uvs, triangle).map(|uv| uv.map(f64::from));
            let rectangle = |uv: [f64; 2]| ((uv[0] * 3.0).floor(), (uv[1] * 2.0).floor());
            assert!(rectangle(a) == rectangle(b) && rectangle(b) == rectangle(c));
            // Counterclockwise seen from outside, with v down.
            let turn = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
            assert!(turn < 0.0, "{triangle}: {turn}");
        }
        let mut rectangles: Vec<_> = uvs.iter().map(|uv| ((uv[0] * 3.0) as u32, (uv[1] * 2.0) as u32)).collect();
        rectangles.sort_unstable();
        rectangles.dedup();
        assert_eq!(rectangles.len(), 6);
    }

    #[test]
    fn planar_projects_along_the_thinnest_axis() {
        let mut mesh = shapes::cube();
        mesh.positions.iter_mut().for_each(|position| position[1] *= 0.1);
        let mut meshes = [mesh];
        Projection::Planar.apply(&mut meshes);
        let uvs = meshes[0].uvs.as_ref().unwrap();
        assert_eq!(uvs.len(), meshes[0].positions.len());
        for (uv, position) in uvs.iter().zip(&meshes[0].positions) {
            let apart = |uv: f32, position: f64| f64::from(uv - 0.5) * position;
            assert!(apart(uv[0], position[0]) > 0.0 && apart(uv[1], position[2]) > 0.0);
            assert!(uv.iter().all(|part| (0.0..=1.0).contains(part)));
        }
    }
}
