//! Projections: UVs for meshes that have none.

use crate::mesh::Mesh;
use crate::vector::{Vector, wide};

/// How UVs are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Projection {
    /// All along the axis in which the meshes are thinnest: for what is flat. What lies behind something shares its
    /// place.
    Planar,
    /// Along the axis that each triangle faces most, to one of six places for the six sides of a box. What lies behind
    /// something that faces the same way shares its place.
    Box,
}

/// What is left free around each of the six places, as a share of the texture.
const GUTTER: f64 = 1.0 / 128.0;

/// A side of a box: the axis that goes to the right on the texture and the one that goes down, with their signs.
type Side = [(usize, f64); 2];

/// Facing x, -x, y, -y, z and -z, each as seen from outside.
const SIDES: [Side; 6] = [
    [(2, -1.0), (1, -1.0)],
    [(2, 1.0), (1, -1.0)],
    [(0, 1.0), (2, 1.0)],
    [(0, 1.0), (2, -1.0)],
    [(0, 1.0), (1, -1.0)],
    [(0, -1.0), (1, -1.0)],
];

impl Projection {
    /// How many bytes meshes take with new UVs, at most, and while they get them.
    pub(crate) fn bytes(self, meshes: &[Mesh]) -> u64 {
        let (mut kept, mut passing) = (0, 0);
        for mesh in meshes {
            let (vertices, triangles) = (mesh.positions.len() as u64, mesh.triangles.len() as u64);
            let (after, more) = match self {
                Projection::Planar => (vertices, 2 * 4 * vertices),
                // Its vertices as they were, and where each of them is for each side.
                Projection::Box => {
                    ((6 * vertices).min(3 * triangles), Mesh::bytes_of(vertices, 0, 6 * 4 * vertices))
                }
            };
            kept += mesh.bytes() + Mesh::bytes_of(after.saturating_sub(vertices), 0, 0);
            passing = more.max(passing);
        }
        kept + passing
    }

    /// Gives meshes that share a texture new UVs.
    pub(crate) fn apply(self, meshes: &mut [Mesh]) {
        let bounds = Bounds::of(meshes);
        match self {
            Projection::Planar => {
                let thinnest =
                    (0..3).fold(
                        2,
                        |thin, axis| if bounds.extent(axis) < bounds.extent(thin) { axis } else { thin },
                    );
                let side = SIDES[2 * thinnest];
                let frame = Frame::new(&bounds, &[side], [1.0, 1.0]);
                for mesh in meshes {
                    mesh.uvs = Some(
                        mesh.positions.iter().map(|position| frame.uv(*position, side, [0.5, 0.5])).collect(),
                    );
                }
            }
            Projection::Box => {
                let frame = Frame::new(&bounds, &SIDES, [1.0 / 3.0, 0.5]);
                meshes.iter_mut().for_each(|mesh| split(mesh, &frame));
            }
        }
    }
}

/// Gives a mesh the vertices that it needs to be cut along the edges of the box.
fn split(mesh: &mut Mesh, frame: &Frame) {
    const NONE: u32 = u32::MAX;
    // Where a vertex is for each side, once it is needed there.
    let mut places = vec![[NONE; 6]; mesh.positions.len()];
    let (mut positions, mut normals, mut uvs) = (Vec::new(), Vec::new(), Vec::new());
    for triangle in 0..mesh.triangles.len() {
        let side = side(mesh.area(triangle as u32));
        let centre = [(2 * (side % 3) + 1) as f64 / 6.0, (2 * (side / 3) + 1) as f64 / 4.0];
        for corner in &mut mesh.triangles[triangle] {
            let vertex = *corner as usize;
            let place = &mut places[vertex][side];
            if *place == NONE {
                *place = positions.len() as u32;
                positions.push(mesh.positions[vertex]);
                normals.push(mesh.normals[vertex]);
                uvs.push(frame.uv(mesh.positions[vertex], SIDES[side], centre));
            }
            *corner = *place;
        }
    }
    (mesh.positions, mesh.normals, mesh.uvs) = (positions, normals, Some(uvs));
}

/// The side of the box that a direction faces most; of equal ones, the first.
fn side(direction: Vector) -> usize {
    let axis =
        (1..3).fold(0, |most, axis| if direction[axis].abs() > direction[most].abs() { axis } else { most });
    2 * axis + usize::from(direction[axis] < 0.0)
}

/// The box around meshes.
struct Bounds {
    least: Vector,
    greatest: Vector,
}

impl Bounds {
    fn of(meshes: &[Mesh]) -> Bounds {
        let mut bounds = Bounds { least: [f64::INFINITY; 3], greatest: [f64::NEG_INFINITY; 3] };
        for position in meshes.iter().flat_map(|mesh| &mesh.positions) {
            let position = wide(*position);
            bounds.least = [0, 1, 2].map(|axis| bounds.least[axis].min(position[axis]));
            bounds.greatest = [0, 1, 2].map(|axis| bounds.greatest[axis].max(position[axis]));
        }
        bounds
    }

    fn extent(&self, axis: usize) -> f64 {
        self.greatest[axis] - self.least[axis]
    }
}

/// How space comes onto the texture: the same scale for all sides, so that texels are equally large everywhere.
struct Frame {
    centre: Vector,
    scale: f64,
}

impl Frame {
    /// The greatest scale at which each of these sides fits into a place so wide and so high.
    fn new(bounds: &Bounds, sides: &[Side], place: [f64; 2]) -> Frame {
        let fits = sides.iter().flat_map(|side| {
            [0, 1].map(|along| (place[along] - 2.0 * GUTTER) / bounds.extent(side[along].0))
        });
        let scale = fits.fold(f64::INFINITY, f64::min);
        let centre = [0, 1, 2].map(|axis| (bounds.least[axis] + bounds.greatest[axis]) / 2.0);
        Frame { centre, scale: if scale.is_finite() { scale } else { 1.0 } }
    }

    fn uv(&self, position: [f32; 3], side: Side, centre: [f64; 2]) -> [f32; 2] {
        [0, 1].map(|along| {
            let (axis, sign) = side[along];
            let away = f64::from(position[axis]) - self.centre[axis];
            (centre[along] + sign * self.scale * away) as f32
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
            let place = |uv: [f64; 2]| ((uv[0] * 3.0).floor(), (uv[1] * 2.0).floor());
            assert!(place(a) == place(b) && place(b) == place(c));
            // Seen from outside, counterclockwise: v goes down.
            let turn = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
            assert!(turn < 0.0, "{triangle}: {turn}");
        }
        let mut places: Vec<_> = uvs.iter().map(|uv| ((uv[0] * 3.0) as u32, (uv[1] * 2.0) as u32)).collect();
        places.sort_unstable();
        places.dedup();
        assert_eq!(places.len(), 6);
    }

    #[test]
    fn planar_leaves_the_thinnest_axis_out() {
        let mut mesh = shapes::cube();
        mesh.positions.iter_mut().for_each(|position| position[1] *= 0.1);
        let mut meshes = [mesh];
        Projection::Planar.apply(&mut meshes);
        let uvs = meshes[0].uvs.as_ref().unwrap();
        assert_eq!(uvs.len(), meshes[0].positions.len());
        for (uv, position) in uvs.iter().zip(&meshes[0].positions) {
            assert!((uv[0] - 0.5) * position[0] > 0.0 && (uv[1] - 0.5) * position[2] > 0.0);
            assert!(uv.iter().all(|part| (0.0..=1.0).contains(part)));
        }
    }
}
