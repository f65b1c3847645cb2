//! Surfaces: map points of a texture set to positions in space.

use travertine::{Site, SurfacePoint, Turn, Up};
use travertine_mesh::uvs::{self, between, has_area, turn};
use travertine_mesh::{Mesh, Vector};

/// Direction, scale and position of the meshes in the texture: first turned, so that their up is that of the texture,
/// then scaled, then moved.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Placement {
    /// The direction that points up in the meshes.
    pub up: Up,
    /// Factor for the coordinates, above 0.
    pub scale: f64,
    /// Offset added after scaling, in units of the texture.
    pub offset: [f64; 3],
}

impl Default for Placement {
    /// With y up, as in glTF, scale 1 and no offset.
    fn default() -> Placement {
        Placement { up: Up::Y, scale: 1.0, offset: [0.0; 3] }
    }
}

impl Placement {
    /// The placement that fits a box of a mesh, its least and its greatest corner, into the unit cube of a texture, as
    /// pictures of solids do; `None` if the box has no size.
    pub fn fitted([least, most]: [[f64; 3]; 2], up: Up, texture_up: Up) -> Option<Placement> {
        let [least, most] = [least, most].map(Vector::from);
        let extent = <[f64; 3]>::from(most - least).into_iter().fold(0.0, f64::max);
        let factor = 1.0 / extent;
        let middle = Turn::new(up, texture_up).apply(((least + most) * (factor / 2.0)).into());
        let offset = middle.map(|part| 0.5 - part);
        (extent > 0.0 && offset.iter().all(|part| part.is_finite())).then_some(Placement { up, scale: factor, offset })
    }
}

/// The space of a bake, in units of the texture but with the axes of the meshes, and its place in the texture.
///
/// Tangents, rays and normal maps stay in the axes of the meshes. Only what the texture sees is turned.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    pub(crate) scale: f64,
    /// The offset, in the axes of the meshes.
    offset: Vector,
    turn: Turn,
}

impl Frame {
    /// The frame of meshes in a texture with an up.
    pub(crate) fn new(placement: &Placement, up: Up) -> Frame {
        let Placement { up: mesh_up, scale, offset } = *placement;
        Frame { scale, offset: Turn::new(up, mesh_up).apply(offset).into(), turn: Turn::new(mesh_up, up) }
    }

    /// The position of a vertex of a mesh.
    pub(crate) fn apply(&self, position: Vector) -> Vector {
        position * self.scale + self.offset
    }

    /// A position as one in the texture, with the time.
    pub(crate) fn point(&self, position: Vector, time: f32) -> [f32; 4] {
        let [x, y, z] = self.turn.apply(position.into()).map(|part| part as f32);
        [x, y, z, time]
    }

    /// A site of the texture: a position with the unit normal, the curvature and the UVs of the surface there.
    pub(crate) fn site(
        &self,
        position: Vector,
        time: f32,
        normal: Vector,
        curvature: f64,
        uv: Option<[f64; 2]>,
    ) -> Site {
        let curvature = curvature / self.scale;
        let curvature = curvature.clamp(f64::from(f32::MIN), f64::from(f32::MAX)) as f32;
        let normal = self.turn.apply(normal.into()).map(|part| part as f32);
        let uv = uv.map(|uv| uv.map(|part| part as f32));
        Site { position: self.point(position, time), surface: Some(SurfacePoint { normal, curvature, uv }) }
    }
}

/// The triangles of a texture set.
pub(crate) struct Surface<'a> {
    meshes: &'a [Mesh],
    /// Mesh index and triangle index of each triangle that has an area.
    triangles: Vec<(u32, u32)>,
    pub(crate) frame: Frame,
    /// The curvature at each vertex of each mesh, per unit of the mesh; empty unless requested.
    curvatures: Vec<Vec<f32>>,
    /// Number of triangles without an area, in space or in UVs.
    pub(crate) degenerate: usize,
}

/// A point of a surface: a triangle, and the barycentric weights of its second and third corner.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Spot {
    pub(crate) triangle: u32,
    weights: [f64; 2],
}

impl<'a> Surface<'a> {
    /// Bytes of a surface with a number of triangles.
    pub(crate) fn bytes(triangles: u64) -> u64 {
        size_of::<(u32, u32)>() as u64 * triangles
    }

    /// The surface of those meshes that have UVs.
    pub(crate) fn new(meshes: &'a [Mesh], frame: Frame) -> Surface<'a> {
        let count = meshes.iter().map(|mesh| mesh.triangles.len()).sum();
        let triangles = Vec::with_capacity(count);
        let mut surface = Surface { meshes, triangles, frame, curvatures: Vec::new(), degenerate: 0 };
        for (index, mesh) in meshes.iter().enumerate().filter(|(_, mesh)| mesh.uvs.is_some()) {
            for triangle in 0..mesh.triangles.len() as u32 {
                if has_area(mesh, triangle) {
                    surface.triangles.push((index as u32, triangle));
                } else {
                    surface.degenerate += 1;
                }
            }
        }
        surface
    }

    /// The surface with the curvature of its meshes, which is 0 otherwise.
    pub(crate) fn with_curvature(mut self) -> Surface<'a> {
        self.curvatures = self.meshes.iter().map(Mesh::curvatures).collect();
        self
    }

    /// The site of a spot in the texture, at a time.
    pub(crate) fn site(&self, spot: Spot, time: f32) -> Site {
        let (mesh, triangle) = self.source(spot.triangle);
        let position = self.position(spot);
        let normal = self.unit_normal(spot);
        let (index, _) = self.indices(spot.triangle);
        let curvature = self.curvatures.get(index as usize).map_or(0.0, |curvatures| {
            spot.mix(mesh.corners(curvatures, triangle).map(|curvature| [f64::from(curvature)]))[0]
        });
        self.frame.site(position, time, normal, curvature, Some(spot.mix(self.uvs(spot.triangle))))
    }

    /// The meshes, including triangles without an area.
    pub(crate) fn meshes(&self) -> &'a [Mesh] {
        self.meshes
    }

    /// The mesh index of a triangle, and its index in the mesh.
    pub(crate) fn indices(&self, triangle: u32) -> (u32, u32) {
        self.triangles[triangle as usize]
    }

    /// Number of triangles with an area.
    pub(crate) fn len(&self) -> u32 {
        self.triangles.len() as u32
    }

    /// The mesh of a triangle, and its index in the mesh.
    pub(crate) fn source(&self, triangle: u32) -> (&'a Mesh, u32) {
        let (mesh, triangle) = self.triangles[triangle as usize];
        (&self.meshes[mesh as usize], triangle)
    }

    /// The UVs of a triangle's corners.
    pub(crate) fn uvs(&self, triangle: u32) -> [[f64; 2]; 3] {
        let (mesh, triangle) = self.source(triangle);
        uvs::of(mesh, triangle)
    }

    /// The point of a triangle whose UVs are nearest to `point`.
    pub(crate) fn nearest(&self, triangle: u32, point: [f64; 2]) -> Spot {
        Spot { triangle, weights: nearest(self.uvs(triangle), point) }
    }

    /// The position of a spot.
    pub(crate) fn position(&self, spot: Spot) -> Vector {
        let (mesh, triangle) = self.source(spot.triangle);
        self.frame.apply(spot.mix(mesh.corners(&mesh.positions, triangle)).into())
    }

    /// The interpolated normal, not of length 1.
    pub(crate) fn normal(&self, spot: Spot) -> Vector {
        let (mesh, triangle) = self.source(spot.triangle);
        spot.mix(mesh.corners(&mesh.normals, triangle).map(|normal| normal.map(f64::from))).into()
    }

    /// The interpolated unit normal; that of the triangle if the corners' normals cancel.
    pub(crate) fn unit_normal(&self, spot: Spot) -> Vector {
        self.normal(spot).unit().unwrap_or_else(|| self.facing(spot.triangle))
    }

    /// The unit normal of a triangle.
    pub(crate) fn facing(&self, triangle: u32) -> Vector {
        let (mesh, triangle) = self.source(triangle);
        mesh.area(triangle).unit().unwrap_or(Vector::Z)
    }

    /// The mean distance between neighboring texels in units of the texture, for a texture of the given size.
    pub(crate) fn spacing(&self, [columns, rows]: [u32; 2]) -> f64 {
        let (mut space, mut plane) = (0.0, 0.0);
        for triangle in 0..self.len() {
            let (mesh, index) = self.source(triangle);
            let [a, b, c] = self.uvs(triangle);
            space += mesh.area(index).length();
            plane += turn(between(a, b), between(a, c)).abs();
        }
        let cells = plane * f64::from(columns) * f64::from(rows);
        (space / cells).sqrt() * self.frame.scale
    }
}

impl Spot {
    /// Interpolates values of the three corners.
    pub(crate) fn mix<const N: usize>(self, [a, b, c]: [[f64; N]; 3]) -> [f64; N] {
        let [second, third] = self.weights;
        // In this form, equal corners give exactly their value.
        std::array::from_fn(|part| a[part] + (b[part] - a[part]) * second + (c[part] - a[part]) * third)
    }
}

/// The weights of the second and third corner at the point of a triangle nearest to a point in its plane.
fn nearest([a, b, c]: [[f64; 2]; 3], point: [f64; 2]) -> [f64; 2] {
    let (right, left, there) = (between(a, b), between(a, c), between(a, point));
    let area = turn(right, left);
    let (second, third) = (turn(there, left) / area, turn(right, there) / area);
    if second >= 0.0 && third >= 0.0 && 1.0 - second - third >= 0.0 {
        return [second, third];
    }
    let mut least = (f64::INFINITY, [0.0; 2]);
    for (start, end, weights) in [
        (a, b, (|share: f64| [share, 0.0]) as fn(f64) -> [f64; 2]),
        (b, c, |share| [1.0 - share, share]),
        (c, a, |share| [0.0, 1.0 - share]),
    ] {
        let (edge, there) = (between(start, end), between(start, point));
        let square = edge[0] * edge[0] + edge[1] * edge[1];
        let along = if square > 0.0 { (there[0] * edge[0] + there[1] * edge[1]) / square } else { 0.0 };
        let share = along.clamp(0.0, 1.0);
        let [x, y] = [there[0] - edge[0] * share, there[1] - edge[1] * share];
        let distance = x * x + y * y;
        if distance < least.0 {
            least = (distance, weights(share));
        }
    }
    least.1
}

/// A direction in the basis of a tangent, a bitangent and a normal, which may have any length and need not be
/// perpendicular. A renderer turns the result back into the direction.
///
/// Morten S. Mikkelsen, "Simulation of Wrinkled Surfaces Revisited" (2008).
pub(crate) fn in_basis(direction: Vector, [tangent, bitangent, normal]: [Vector; 3]) -> Option<Vector> {
    let rows = [bitangent.cross(normal), normal.cross(tangent), tangent.cross(bitangent)];
    let sign = if tangent.dot(rows[0]) < 0.0 { -1.0 } else { 1.0 };
    (Vector::from(rows.map(|row| direction.dot(row))) * sign).unit()
}

/// A unit normal tilted by the gradient `rise` of the height, which is perpendicular to the normal.
pub(crate) fn tilted(normal: Vector, rise: Vector) -> Vector {
    (normal - rise).unit().unwrap_or(normal)
}

#[cfg(test)]
mod tests {
    use super::*;
    use travertine_mesh::shapes;

    #[test]
    fn the_nearest_point_is_inside_on_an_edge_or_a_corner() {
        let triangle = [[0.0, 0.0], [4.0, 0.0], [0.0, 4.0]];
        for (point, weights) in [
            ([1.0, 2.0], [0.25, 0.5]),
            ([2.0, -3.0], [0.5, 0.0]),
            ([-1.0, 1.0], [0.0, 0.25]),
            ([4.0, 4.0], [0.5, 0.5]),
            ([9.0, -1.0], [1.0, 0.0]),
            ([-1.0, -1.0], [0.0, 0.0]),
        ] {
            assert_eq!(nearest(triangle, point), weights, "{point:?}");
        }
    }

    #[test]
    fn triangles_without_area_are_left_out() {
        let mut mesh = shapes::cube();
        mesh.triangles.push([0, 0, 1]);
        let surface = Surface::new(std::slice::from_ref(&mesh), Frame::new(&Placement::default(), Up::Y));
        assert_eq!((surface.len(), surface.degenerate), (12, 1));
    }

    #[test]
    fn placement_scales_before_it_moves() {
        let mesh = shapes::cube();
        let placement = Placement { scale: 2.0, offset: [10.0, 0.0, 0.0], ..Placement::default() };
        let surface = Surface::new(std::slice::from_ref(&mesh), Frame::new(&placement, Up::Y));
        // The center of the first face, which faces x.
        let spot = surface.nearest(0, [0.125, 0.25]);
        assert_eq!(surface.position(spot), Vector::new(11.0, 0.0, 0.0));
        // A face has the size 1 x 1 and covers 1/8 of the texture.
        assert!((surface.spacing([64, 64]) - 2.0 / (64.0 * 64.0 / 8.0_f64).sqrt()).abs() < 1e-12);
    }

    #[test]
    fn a_fitted_box_fills_the_unit_cube() {
        let bounds = [[10.0, -4.0, 2.0], [14.0, 4.0, 3.0]];
        for texture_up in Up::ALL {
            let placement = Placement::fitted(bounds, Up::Y, texture_up).unwrap();
            let frame = Frame::new(&placement, texture_up);
            let corners = bounds.map(|corner| frame.point(frame.apply(corner.into()), 0.0));
            let sides = [0, 1, 2].map(|axis| (corners[0][axis] - corners[1][axis]).abs());
            let mut sorted = sides;
            sorted.sort_by(f32::total_cmp);
            assert_eq!(sorted, [0.125, 0.5, 1.0], "{texture_up:?}");
            let sums = [0, 1, 2].map(|axis| corners[0][axis] + corners[1][axis]);
            assert!(sums.iter().all(|sum| (sum - 1.0).abs() < 1e-6), "{texture_up:?}: {sums:?}");
        }
        assert_eq!(Placement::fitted([[1.0; 3]; 2], Up::Y, Up::Y), None);
    }

    #[test]
    fn directions_are_recovered_from_any_basis() {
        let basis = [[2.0, 0.0, 0.0], [0.5, 1.0, 0.0], [0.0, 0.3, 3.0]].map(Vector::from);
        let direction = Vector::new(0.3, -0.4, 0.8).unit().unwrap();
        let Vector { x, y, z } = in_basis(direction, basis).unwrap();
        let again = (basis[0] * x + basis[1] * y + basis[2] * z).unit().unwrap();
        assert!((again - direction).length() < 1e-12);
    }
}
