//! Flat charts: the triangles of a chart in its plane, turned so that the box around them is as small as possible.

use super::charts::{Chart, turn};
use super::topology::NONE;
use crate::mesh::Mesh;
use crate::vector::{Vector, basis, dot, length};

/// The plane of a chart, seen from the side to which its triangles face.
pub(super) struct Plane {
    across: Vector,
    up: Vector,
}

impl Plane {
    pub(super) fn new(normal: Vector) -> Plane {
        let [across, up] = basis(normal);
        Plane { across, up }
    }

    pub(super) fn project(&self, position: Vector) -> [f64; 2] {
        [dot(position, self.across), dot(position, self.up)]
    }

    /// The corners of a triangle.
    pub(super) fn corners(&self, mesh: &Mesh, triangle: u32) -> [[f64; 2]; 3] {
        mesh.corners(&mesh.positions, triangle).map(|position| self.project(position))
    }
}

/// A chart in the plane, in units of the mesh.
pub(super) struct Flat {
    pub(super) triangles: Vec<u32>,
    /// The vertices of the mesh that the chart uses, and their places, with least coordinates 0.
    pub(super) vertices: Vec<u32>,
    pub(super) places: Vec<[f64; 2]>,
    /// The corners of each triangle, as indices of places.
    pub(super) corners: Vec<[u32; 3]>,
    /// Both ends of each edge on the border, as indices of places.
    pub(super) border: Vec<[u32; 2]>,
    /// Width and height of the box around the chart. It is at least as high as wide.
    pub(super) size: [f64; 2],
    /// Area of the triangles in the plane.
    pub(super) area: f64,
}

impl Flat {
    /// Lays a chart flat. `locals` holds a chart and the place in it for each vertex of the mesh.
    pub(super) fn new(
        mesh: &Mesh,
        neighbors: &[[u32; 3]],
        chart: Chart,
        owners: &[u32],
        locals: &mut [[u32; 2]],
    ) -> Flat {
        let plane = Plane::new(chart.normal);
        let (mut vertices, mut places, mut border) = (Vec::new(), Vec::new(), Vec::new());
        let mut corners_of = Vec::with_capacity(chart.triangles.len());
        let (mut area, mut space) = (0.0, 0.0);
        for triangle in &chart.triangles {
            let corners = mesh.triangles[*triangle as usize];
            let local = corners.map(|vertex| {
                let local = &mut locals[vertex as usize];
                if local[0] != owners[*triangle as usize] {
                    *local = [owners[*triangle as usize], places.len() as u32];
                    vertices.push(vertex);
                    places.push(plane.project(mesh.positions[vertex as usize]));
                }
                local[1]
            });
            corners_of.push(local);
            area += turn(local.map(|place| places[place as usize])).max(0.0) / 2.0;
            space += length(mesh.area(*triangle)) / 2.0;
            for (corner, other) in neighbors[*triangle as usize].into_iter().enumerate() {
                if other == NONE || owners[other as usize] != owners[*triangle as usize] {
                    border.push([local[corner], local[(corner + 1) % 3]]);
                }
            }
        }
        let (triangles, corners) = (chart.triangles, corners_of);
        let mut flat = Flat { triangles, vertices, places, corners, border, size: [0.0; 2], area };
        flat.turn_upright();
        // A slanted triangle is foreshortened: all charts get the area that they have in space.
        let grow = (space / area).sqrt();
        if grow.is_finite() {
            flat.places.iter_mut().for_each(|place| *place = place.map(|part| part * grow));
            flat.size = flat.size.map(|side| side * grow);
            flat.area = space;
        }
        flat
    }

    /// Turns the places so that the box around them has the least area, and stands upright.
    fn turn_upright(&mut self) {
        let on_border = self.border.as_flattened().iter().map(|place| self.places[*place as usize]);
        let hull = hull(on_border.collect());
        let mut best = (f64::INFINITY, [1.0, 0.0]);
        for (index, from) in hull.iter().enumerate() {
            let to = hull[(index + 1) % hull.len()];
            let edge = [to[0] - from[0], to[1] - from[1]];
            let far = (edge[0] * edge[0] + edge[1] * edge[1]).sqrt();
            if far > 0.0 {
                let direction = edge.map(|part| part / far);
                let [[left, bottom], [right, top]] =
                    bounds(hull.iter().map(|point| turned(*point, direction)));
                let area = (right - left) * (top - bottom);
                if area < best.0 {
                    best = (area, direction);
                }
            }
        }
        let mut direction = best.1;
        let [[left, bottom], [right, top]] =
            bounds(self.places.iter().map(|place| turned(*place, direction)));
        if right - left > top - bottom {
            // A quarter turn.
            direction = [-direction[1], direction[0]];
        }
        self.places.iter_mut().for_each(|place| *place = turned(*place, direction));
        let [least, most] = bounds(self.places.iter().copied());
        self.places.iter_mut().for_each(|place| *place = [place[0] - least[0], place[1] - least[1]]);
        self.size = [most[0] - least[0], most[1] - least[1]];
    }
}

/// A point of a box of some size, turned by quarters counterclockwise together with the box.
pub(super) fn quarter([x, y]: [f64; 2], [width, height]: [f64; 2], turns: u32) -> [f64; 2] {
    match turns % 4 {
        0 => [x, y],
        1 => [height - y, x],
        2 => [width - x, height - y],
        _ => [y, width - x],
    }
}

/// A point turned so that `direction`, of length 1, points right.
fn turned([x, y]: [f64; 2], [right, up]: [f64; 2]) -> [f64; 2] {
    [x * right + y * up, y * right - x * up]
}

/// The least and the greatest coordinates.
fn bounds(points: impl Iterator<Item = [f64; 2]>) -> [[f64; 2]; 2] {
    points.fold([[f64::INFINITY; 2], [f64::NEG_INFINITY; 2]], |[least, most], point| {
        [[0, 1].map(|axis| least[axis].min(point[axis])), [0, 1].map(|axis| most[axis].max(point[axis]))]
    })
}

/// The convex hull of points, counterclockwise.
///
/// A. M. Andrew, "Another Efficient Algorithm for Convex Hulls in Two Dimensions" (1979).
fn hull(mut points: Vec<[f64; 2]>) -> Vec<[f64; 2]> {
    points.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    points.dedup();
    if points.len() < 3 {
        return points;
    }
    let mut hull: Vec<[f64; 2]> = Vec::new();
    let mut half = |points: &mut dyn Iterator<Item = &[f64; 2]>| {
        let start = hull.len();
        for point in points {
            while let [.., a, b] = hull[start..] {
                if turn([a, b, *point]) > 0.0 {
                    break;
                }
                hull.pop();
            }
            hull.push(*point);
        }
        // It starts the other half.
        hull.pop();
    };
    half(&mut points.iter());
    half(&mut points.iter().rev());
    hull
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hulls_have_only_corners() {
        let points = vec![[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [2.0, 2.0], [1.0, 1.0], [0.0, 2.0], [0.0, 0.0]];
        assert_eq!(hull(points), [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]]);
    }
}
