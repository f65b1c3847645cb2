//! Shapes: solids as signed distance functions.
//!
//! Intersections, normals and shadows all follow from the distance. The distances of boxes and similar shapes are from
//! Inigo Quilez, *Distance functions*.

use travertine_mesh::Vector;

/// A solid inside the unit cube.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Shape {
    /// A ball.
    #[default]
    Sphere,
    /// A cube with rounded edges. Its front shows a slice of the texture.
    Cube,
    /// A ring that lies on the ground.
    Torus,
    /// A round column with rounded edges.
    Cylinder,
    /// A cube without its upper right front corner, which shows the inside.
    CutBlock,
    /// A thin tile that shows a slice of the texture.
    Plane,
}

/// Radius of rounded edges.
const EDGE: f64 = 0.022;
/// The radii of the torus's ring and tube.
const RING: [f64; 2] = [0.335, 0.165];
/// The radius of the cylinder.
const COLUMN: f64 = 0.39;
/// Thickness of the plane, and radius of its edges.
const TILE: [f64; 2] = [0.03, 0.006];
/// Distance over which curvature is measured.
const BEND: f64 = 0.03;

impl Shape {
    /// All shapes.
    pub const ALL: [Shape; 6] =
        [Shape::Sphere, Shape::Cube, Shape::Torus, Shape::Cylinder, Shape::CutBlock, Shape::Plane];

    /// The name in command lines and messages.
    pub fn name(self) -> &'static str {
        match self {
            Shape::Sphere => "sphere",
            Shape::Cube => "cube",
            Shape::Torus => "torus",
            Shape::Cylinder => "cylinder",
            Shape::CutBlock => "cut-block",
            Shape::Plane => "plane",
        }
    }

    /// Yaw and pitch of the default view, in degrees.
    pub fn best_view(self) -> [f32; 2] {
        match self {
            Shape::Sphere => [0.0, 14.0],
            Shape::Cube => [36.0, 26.0],
            Shape::Torus => [0.0, 42.0],
            Shape::Cylinder => [20.0, 24.0],
            Shape::CutBlock => [42.0, 30.0],
            Shape::Plane => [0.0, 0.0],
        }
    }

    /// Signed distance from the surface, negative inside. Never more than the true distance.
    #[inline]
    pub(crate) fn distance(self, point: Vector) -> f64 {
        match self {
            Shape::Sphere => point.length() - 0.5,
            Shape::Cube => rounded_box(point, Vector::splat(0.5), EDGE),
            Shape::Torus => {
                let from_ring = length(point.x, point.z) - RING[0];
                length(from_ring, point.y) - RING[1]
            }
            Shape::Cylinder => {
                let beyond = Vector::new(length(point.x, point.z) - COLUMN, point.y.abs() - 0.5, -1.0);
                rounded(beyond, EDGE)
            }
            Shape::CutBlock => {
                let block = rounded_box(point, Vector::splat(0.5), EDGE);
                // The removed corner: everything beyond the middle along all three axes.
                let gone = rounded(Vector::new(-point.x, point.y, point.z), EDGE / 2.0);
                let beyond = Vector::new(block + EDGE, EDGE - gone, 0.0);
                // The edges where the cut meets the outside are rounded like the others.
                let outside = length(beyond.x.max(0.0), beyond.y.max(0.0));
                outside + beyond.x.max(beyond.y).min(0.0) - EDGE
            }
            Shape::Plane => {
                let half = Vector::new(0.5, 0.5, TILE[0] / 2.0);
                rounded_box(point - self.middle(), half, TILE[1])
            }
        }
    }

    /// The outward normal at a point of the surface.
    ///
    /// From differences of the distance at the corners of a small tetrahedron.
    pub(crate) fn normal(self, point: Vector) -> Vector {
        if self == Shape::Sphere {
            return point.normalized();
        }
        const STEP: f64 = 1e-6;
        let corners = [
            Vector::new(1.0, -1.0, -1.0),
            Vector::new(-1.0, -1.0, 1.0),
            Vector::new(-1.0, 1.0, -1.0),
            Vector::new(1.0, 1.0, 1.0),
        ];
        let rise = |corner: Vector| corner * self.distance(point + corner * STEP);
        corners.into_iter().map(rise).fold(Vector::default(), |sum, rise| sum + rise).normalized()
    }

    /// The mean curvature at a point of the surface, per unit of the shape's space, as seen over a distance of
    /// [`BEND`]. Without that distance an edge would be as narrow as its rounding.
    ///
    /// The mean over eight directions along the surface of the distance's second difference, whose normal part is 0.
    pub(crate) fn curvature(self, point: Vector, tangents: [Vector; 2]) -> f64 {
        if self == Shape::Sphere {
            return 2.0;
        }
        let [right, down] = tangents;
        let diagonals = [right + down, right - down].map(Vector::normalized);
        let rise = |direction: Vector| {
            let [there, back] = [BEND, -BEND].map(|step| self.distance(point + direction * step));
            there + back
        };
        let sum: f64 = [right, down, diagonals[0], diagonals[1]].into_iter().map(rise).sum();
        sum / (4.0 * BEND * BEND)
    }

    /// The point at which the camera looks.
    pub(crate) fn middle(self) -> Vector {
        match self {
            Shape::Plane => Vector::new(0.0, 0.0, (TILE[0] - 1.0) / 2.0),
            _ => Vector::default(),
        }
    }

    /// Radius of a ball around the middle that contains the shape.
    pub(crate) fn radius(self) -> f64 {
        match self {
            Shape::Sphere | Shape::Torus => 0.5,
            Shape::Cube | Shape::CutBlock => 0.8661,
            Shape::Cylinder => 0.635,
            Shape::Plane => 0.708,
        }
    }

    /// Radius of the ball that fits the picture: approximately the visible extent from the default view.
    pub(crate) fn visible_radius(self) -> f64 {
        match self {
            Shape::Sphere | Shape::Torus | Shape::Plane => 0.5,
            Shape::Cube | Shape::CutBlock => 0.8,
            Shape::Cylinder => 0.64,
        }
    }

    /// Height (y) of the ground below the shape, or `None` for the plane.
    pub(crate) fn ground(self) -> Option<f64> {
        match self {
            Shape::Plane => None,
            Shape::Torus => Some(RING[1]),
            _ => Some(0.5),
        }
    }

    /// Whether the shape is convex.
    pub(crate) fn is_convex(self) -> bool {
        !matches!(self, Shape::Torus | Shape::CutBlock)
    }
}

#[inline]
fn length(a: f64, b: f64) -> f64 {
    (a * a + b * b).sqrt()
}

/// The distance from a box with half the sides `half` and rounded edges.
fn rounded_box(point: Vector, half: Vector, radius: f64) -> f64 {
    rounded(point.map(f64::abs) - half, radius)
}

/// The distance from the octant in which no component is above 0, with rounded edges.
#[inline]
fn rounded(beyond: Vector, radius: f64) -> f64 {
    let beyond = beyond + Vector::splat(radius);
    beyond.map(|component| component.max(0.0)).length() + beyond.max_component().min(0.0) - radius
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn curvature(shape: Shape, point: Vector) -> f64 {
        shape.curvature(point, shape.normal(point).basis_by_sign())
    }

    #[test]
    fn curvature_is_the_mean_of_the_principal_curvatures() {
        let side = Vector::new(0.3, -0.4, 0.0);
        assert!((curvature(Shape::Sphere, side) - 2.0).abs() < 0.01);
        assert_eq!(curvature(Shape::Cube, Vector::new(0.1, 0.2, -0.5)), 0.0);
        let column = Vector::new(COLUMN, 0.1, 0.0);
        assert!((curvature(Shape::Cylinder, column) - 0.5 / COLUMN).abs() < 0.01);
        // The tube bends outwards, the ring inwards.
        let inner = Vector::new(RING[0] - RING[1], 0.0, 0.0);
        let expected = 0.5 / RING[1] - 0.5 / (RING[0] - RING[1]);
        assert!((curvature(Shape::Torus, inner) - expected).abs() < 0.05);
    }

    #[test]
    fn edges_are_ridges_and_cuts_are_grooves() {
        assert!(curvature(Shape::Cube, Vector::new(0.5, 0.49, 0.0)) > 5.0);
        // Close to the line where two faces of the cut meet.
        let near = Vector::new(0.0, -0.015, -0.25);
        assert!(curvature(Shape::CutBlock, near) < -5.0, "{}", curvature(Shape::CutBlock, near));
    }

    #[test]
    fn shapes_fit_the_unit_cube_and_their_ball() {
        for shape in Shape::ALL {
            for step in 0..4000 {
                let at = |factor: u32| f64::from(step * factor % 401) / 200.0 - 1.0;
                let point = Vector::new(at(7), at(43), at(171));
                if shape.distance(point) <= 0.0 {
                    assert!(point.map(f64::abs).max_component() <= 0.5 + 1e-9, "{shape:?} {point:?}");
                    assert!((point - shape.middle()).length() <= shape.radius(), "{shape:?} {point:?}");
                    assert!(shape.ground().is_none_or(|ground| point.y <= ground), "{shape:?} {point:?}");
                }
            }
        }
    }

    #[test]
    fn flat_faces_lie_on_the_unit_cube() {
        for shape in [Shape::Cube, Shape::Plane, Shape::CutBlock] {
            let front = Vector::new(-0.2, 0.1, -0.5);
            assert!(shape.distance(front).abs() < 1e-15, "{shape:?}");
            assert!((shape.normal(front) - Vector::new(0.0, 0.0, -1.0)).length() < 1e-9, "{shape:?}");
        }
        assert!(Shape::CutBlock.distance(Vector::new(0.2, -0.2, -0.2)) > 0.1, "the corner is gone");
        assert!(Shape::CutBlock.distance(Vector::new(0.2, 0.2, -0.2)) < -0.1, "only that corner is gone");
    }

    proptest! {
        /// The distance is 1-Lipschitz, as sphere tracing requires.
        #[test]
        fn distances_change_no_faster_than_the_position(
            shape in 0usize..6,
            a in prop::array::uniform3(-1.0..1.0f64),
            b in prop::array::uniform3(-1.0..1.0f64),
        ) {
            let shape = Shape::ALL[shape];
            let [a, b] = [a, b].map(|[x, y, z]| Vector::new(x, y, z));
            let change = (shape.distance(a) - shape.distance(b)).abs();
            prop_assert!(change <= (a - b).length() + 1e-12, "{shape:?}: {change}");
        }
    }
}
