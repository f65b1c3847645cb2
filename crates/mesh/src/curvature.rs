//! Curvature of meshes at their vertices.
//!
//! The mean curvature by cotangents of the triangles' angles: Mark Meyer, Mathieu Desbrun, Peter Schröder and Alan
//! Barr, "Discrete Differential-Geometry Operators for Triangulated 2-Manifolds" (2003), with a third of each
//! triangle's area for each corner. Curvature is as fine as the mesh: an edge between two large faces bends all of
//! both.

use crate::mesh::Mesh;
use crate::vector::Vector;
use crate::weld;

impl Mesh {
    /// Bytes needed for the curvatures of meshes.
    pub fn curvature_bytes(meshes: &[Mesh]) -> u64 {
        // Its point, normal and bend.
        const VERTEX: u64 = weld::VERTEX + 4 + 24 + 32;
        let vertices = || meshes.iter().map(|mesh| mesh.positions.len() as u64);
        4 * vertices().sum::<u64>() + VERTEX * vertices().max().unwrap_or(0)
    }

    /// The mean curvature at each vertex, per unit of the mesh: positive on ridges, negative in grooves.
    ///
    /// Vertices at one position are one point, whose normal is that of all triangles around it, weighted by area: seams
    /// of UVs and hard edges bend, too.
    pub fn curvatures(&self) -> Vec<f32> {
        let points = weld::points(self.positions.iter());
        let place = |vertex: usize| Vector::from(self.positions[vertex]);
        let corners = |triangle: u32| self.corners(&points, triangle).map(|point| point as usize);

        let mut normals = vec![Vector::default(); points.len()];
        for triangle in 0..self.triangles.len() as u32 {
            let area = self.area(triangle);
            for corner in corners(triangle) {
                normals[corner] = normals[corner] + area;
            }
        }
        normals.iter_mut().for_each(|normal| *normal = normal.unit().unwrap_or_default());

        // The weighted edges of each point as a sum, and twice its area.
        let mut bends = vec![(Vector::default(), 0.0); points.len()];
        for triangle in 0..self.triangles.len() as u32 {
            let corners = corners(triangle);
            let double_area = self.area(triangle).length();
            if double_area == 0.0 {
                continue;
            }
            for corner in 0..3 {
                let [at, next, last] = [0, 1, 2].map(|step| corners[(corner + step) % 3]);
                let (to_next, to_last) = (place(next) - place(at), place(last) - place(at));
                let opposite = (place(last) - place(next)) * (to_next.dot(to_last) / double_area);
                bends[next].0 = bends[next].0 + opposite;
                bends[last].0 = bends[last].0 - opposite;
                bends[at].1 += double_area / 3.0;
            }
        }
        let mean = |point: &u32| {
            let ((bend, double_area), normal) = (bends[*point as usize], normals[*point as usize]);
            let mean = -0.5 * bend.dot(normal) / double_area;
            // A point of triangles without an area has none.
            if mean.is_finite() { mean.clamp(f64::from(f32::MIN), f64::from(f32::MAX)) as f32 } else { 0.0 }
        };
        points.iter().map(mean).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::Raw;

    /// A grid of points over a piece of a surface, with two triangles for each of its cells.
    fn patch(at: impl Fn(f64, f64) -> [f64; 3]) -> Mesh {
        const SIDE: u32 = 17;
        let corner = |index: u32| f64::from(index) / f64::from(SIDE - 1) - 0.5;
        let points = (0..SIDE * SIDE).map(|index| at(corner(index % SIDE), corner(index / SIDE)));
        let cell = |index: u32| {
            let first = index / (SIDE - 1) * SIDE + index % (SIDE - 1);
            [[first, first + 1, first + SIDE], [first + 1, first + SIDE + 1, first + SIDE]]
        };
        Mesh::new(Raw {
            name: "patch".to_owned(),
            positions: points.collect(),
            triangles: (0..(SIDE - 1) * (SIDE - 1)).flat_map(cell).collect(),
            ..Raw::default()
        })
        .unwrap()
    }

    /// The curvature in the middle of a patch.
    fn middle(mesh: &Mesh) -> f32 {
        let nearest = |vertex: &usize| {
            let [x, y, _] = mesh.positions[*vertex];
            ((x * x + y * y) * 1e6) as u64
        };
        let vertex = (0..mesh.positions.len()).min_by_key(nearest).unwrap();
        mesh.curvatures()[vertex]
    }

    #[test]
    fn a_ball_has_the_reciprocal_of_its_radius_and_a_plane_has_none() {
        for radius in [1.0, 2.0] {
            let ball = |x: f64, y: f64| [x, y, (radius * radius - x * x - y * y).sqrt()];
            let found = middle(&patch(ball));
            assert!((f64::from(found) * radius - 1.0).abs() < 0.05, "{found}");
            // The same from inside is a groove.
            let bowl = |x: f64, y: f64| [-x, y, (radius * radius - x * x - y * y).sqrt()];
            assert!((f64::from(middle(&patch(bowl))) * radius + 1.0).abs() < 0.05);
        }
        assert!(patch(|x, y| [x, y, 0.25]).curvatures().iter().all(|curvature| *curvature == 0.0));
    }

    #[test]
    fn hard_edges_bend() {
        // A roof without shared vertices: a mesh without normals gets three vertices for each triangle.
        let roof = patch(|x, y| [x, y, -x.abs()]);
        assert!(middle(&roof) > 3.0, "{}", middle(&roof));
    }

    #[test]
    fn triangles_without_an_area_do_not_matter() {
        let raw = Raw {
            name: "point".to_owned(),
            positions: vec![[1e30, -1e30, 0.0]; 3],
            triangles: vec![[0, 1, 2], [0, 0, 0]],
            ..Raw::default()
        };
        assert_eq!(Mesh::new(raw).unwrap().curvatures(), [0.0; 6]);
    }
}
