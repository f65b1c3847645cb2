//! Flat charts: the triangles of a chart in its plane, turned so that the box around them is as small as possible.

use super::charts::{Chart, turn};
use super::topology::NONE;
use crate::mesh::Mesh;
use crate::vector::Vector;

/// The plane of a chart, seen from the side to which its triangles face.
pub(super) struct Plane {
    across: Vector,
    up: Vector,
}

impl Plane {
    pub(super) fn new(normal: Vector) -> Plane {
        let [across, up] = normal.basis();
        Plane { across, up }
    }

    pub(super) fn project(&self, position: Vector) -> [f64; 2] {
        [position.dot(self.across), position.dot(self.up)]
    }

    /// The corners of a triangle.
    pub(super) fn corners(&self, mesh: &Mesh, triangle: u32) -> [[f64; 2]; 3] {
        mesh.positions_of(triangle).map(|position| self.project(position))
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

/// Numbers of what charts have.
#[derive(Clone, Copy, Default)]
pub(super) struct Counts {
    pub(super) charts: u64,
    pub(super) triangles: u64,
    pub(super) vertices: u64,
    pub(super) borders: u64,
}

impl Counts {
    /// Counts what the charts of a mesh will have.
    pub(super) fn of(mesh: &Mesh, neighbors: &[[u32; 3]], charts: &[Chart], owners: &[u32]) -> Counts {
        let mut seen = vec![NONE; mesh.positions.len()];
        let mut counts = Counts { charts: charts.len() as u64, ..Counts::default() };
        for triangle in charts.iter().flat_map(|chart| &chart.triangles) {
            let owner = owners[*triangle as usize];
            counts.triangles += 1;
            for vertex in mesh.triangles[*triangle as usize] {
                let last = std::mem::replace(&mut seen[vertex as usize], owner);
                counts.vertices += u64::from(last != owner);
            }
            let others = neighbors[*triangle as usize].iter();
            let outside = others.filter(|other| **other == NONE || owners[**other as usize] != owner);
            counts.borders += outside.count() as u64;
        }
        counts
    }

    /// Bytes of the charts.
    pub(super) fn bytes(&self) -> u64 {
        // Each of the five lists is an allocation.
        const CHART: u64 = size_of::<Flat>() as u64 + 5 * 16;
        self.charts * CHART + self.triangles * (4 + 12) + self.vertices * (4 + 16) + self.borders * 8
    }
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
                    places.push(plane.project(mesh.positions[vertex as usize].into()));
                }
                local[1]
            });
            corners_of.push(local);
            area += turn(local.map(|place| places[place as usize])).max(0.0) / 2.0;
            space += mesh.area(*triangle).length() / 2.0;
            for (corner, other) in neighbors[*triangle as usize].into_iter().enumerate() {
                if other == NONE || owners[other as usize] != owners[*triangle as usize] {
                    border.push([local[corner], local[(corner + 1) % 3]]);
                }
            }
        }
        // Charts stay until all are packed.
        vertices.shrink_to_fit();
        places.shrink_to_fit();
        border.shrink_to_fit();
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
        let mut direction = narrowest(&hull(on_border.collect())).0;
        let [[left, bottom], [right, top]] = bounds(self.places.iter().map(|place| turned(*place, direction)));
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
pub(super) fn bounds(points: impl Iterator<Item = [f64; 2]>) -> [[f64; 2]; 2] {
    points.fold([[f64::INFINITY; 2], [f64::NEG_INFINITY; 2]], |[least, most], point| {
        [[0, 1].map(|axis| least[axis].min(point[axis])), [0, 1].map(|axis| most[axis].max(point[axis]))]
    })
}

/// The direction of the edge of a convex hull along which the box around it has the least area, and the number of steps
/// that it takes to find it.
///
/// Godfried Toussaint, "Solving Geometric Problems with the Rotating Calipers" (1983): from edge to edge, the corners
/// that touch the box move around the hull once.
fn narrowest(hull: &[[f64; 2]]) -> ([f64; 2], usize) {
    let (mut best, mut steps) = ((f64::INFINITY, [1.0, 0.0]), 0);
    let at = |corner: usize| hull[corner % hull.len()];
    let (mut right, mut top, mut left) = (0, 0, 0);
    for corner in 0..hull.len() {
        let [from, to] = [at(corner), at(corner + 1)];
        let edge = [to[0] - from[0], to[1] - from[1]];
        let far = (edge[0] * edge[0] + edge[1] * edge[1]).sqrt();
        if far == 0.0 {
            continue;
        }
        let direction = edge.map(|part| part / far);
        let [along, up] = [0, 1].map(|axis| move |corner: usize| turned(at(corner), direction)[axis]);
        // Each touches at or after the one before it, counterclockwise.
        let mut climb = |touching: &mut usize, first: usize, height: &dyn Fn(usize) -> f64| {
            *touching = (*touching).max(first);
            while height(*touching + 1) > height(*touching) {
                *touching += 1;
                steps += 1;
            }
            height(*touching)
        };
        let width = climb(&mut right, corner + 1, &along);
        let height = climb(&mut top, right, &up) - up(corner);
        let width = width + climb(&mut left, top, &|corner| -along(corner));
        if width * height < best.0 {
            best = (width * height, direction);
        }
    }
    (best.1, steps)
}

/// The convex hull of points, counterclockwise.
///
/// A. M. Andrew, "Another Efficient Algorithm for Convex Hulls in Two Dimensions" (1979).
fn hull(mut points: Vec<[f64; 2]>) -> Vec<[f64; 2]> {
    // Points nearer than this part of the extent are one. Of two that only rounding separates, the calipers could not
    // tell which is further.
    const NEAR: f64 = 1.0 / (1_u64 << 40) as f64;
    let [least, most] = bounds(points.iter().copied());
    let extent = (most[0] - least[0]).max(most[1] - least[1]);
    // The power of two below it, so that the division is exact.
    let near = f64::from_bits(extent.to_bits() & f64::INFINITY.to_bits()) * NEAR;
    if near > 0.0 && near.is_finite() {
        points.iter_mut().for_each(|point| *point = point.map(|part| (part / near).round() * near));
    }
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

    /// Points on a circle, moved inwards by amounts that look random.
    fn circle(count: u32, depth: f64) -> Vec<[f64; 2]> {
        use travertine_noise::math::{cos, sin};
        let point = |index: u32| {
            let angle = index as f32 / count as f32 * std::f32::consts::TAU;
            let radius = 1.0 - depth * f64::from(index.wrapping_mul(2_654_435_761) >> 8) / f64::from(1 << 24);
            [radius * f64::from(cos(angle)), 0.7 * radius * f64::from(sin(angle))]
        };
        (0..count).map(point).collect()
    }

    #[test]
    fn calipers_find_the_least_box_in_steps_as_many_as_corners() {
        for depth in [0.0, 1e-7, 1e-3, 0.5] {
            for count in [3, 4, 7, 100, 3000] {
                let points = circle(count, depth);
                let hull = hull(points.clone());
                let (direction, steps) = narrowest(&hull);
                assert!(steps <= 4 * hull.len(), "{count}, {depth}: {steps} for {} corners", hull.len());
                // Every edge, with every point.
                let area = |direction| {
                    let [least, most] = bounds(points.iter().map(|point| turned(*point, direction)));
                    (most[0] - least[0]) * (most[1] - least[1])
                };
                let ends = hull.iter().zip(hull.iter().cycle().skip(1));
                let areas = ends.map(|(from, to)| {
                    let edge = [to[0] - from[0], to[1] - from[1]];
                    area(edge.map(|part| part / (edge[0] * edge[0] + edge[1] * edge[1]).sqrt()))
                });
                let least = areas.fold(f64::INFINITY, f64::min);
                assert!(area(direction) <= least * 1.000_001, "{count}, {depth}: {} {least}", area(direction));
            }
        }
    }

    #[test]
    fn points_that_rounding_separates_do_not_stop_the_calipers() {
        let corners = [[0.0, 0.0], [3.0, 0.0], [3.0, 1.0], [0.0, 1.0]];
        let twins = corners.map(|[x, y]| [x * (1.0 + 1e-16), y + 1e-17]);
        let shifted = corners.map(|[x, y]| [x - 4e-16, y + 2e-16]);
        let points: Vec<[f64; 2]> = [corners, twins, shifted].concat();
        for angle in [0.1, 0.7, 2.0_f32] {
            let direction = [travertine_noise::math::cos(angle), travertine_noise::math::sin(angle)];
            let turned = points.iter().map(|point| turned(*point, direction.map(f64::from)));
            let hull = hull(turned.collect());
            let (direction, _) = narrowest(&hull);
            let [least, most] = bounds(hull.iter().map(|point| super::turned(*point, direction)));
            assert!((most[0] - least[0]) * (most[1] - least[1]) < 3.000_01, "{angle}");
        }
        assert_eq!(narrowest(&[]).0, [1.0, 0.0]);
        assert_eq!(narrowest(&[[1.0, 2.0]]).0, [1.0, 0.0]);
    }

    #[test]
    fn hulls_have_only_corners() {
        let points = vec![[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [2.0, 2.0], [1.0, 1.0], [0.0, 2.0], [0.0, 0.0]];
        assert_eq!(hull(points), [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]]);
    }
}
