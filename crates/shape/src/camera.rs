//! The camera: rays through pixels, and directions relative to the viewer.

use travertine_mesh::Vector;
use travertine_noise::math::{cos, sin};

use crate::ray::Ray;
use crate::scene::Scene;

/// Distance of the camera from the middle of the shape: a long lens, with little perspective.
const DISTANCE: f64 = 3.4;
/// Distance of the view's center below the middle of a shape on the ground.
const DROP: f64 = 0.03;
/// The shape's part of the picture's shorter side.
const FILL: f64 = 0.86;

/// A camera and the size of its picture.
pub(crate) struct Camera {
    eye: Vector,
    right: Vector,
    down: Vector,
    forward: Vector,
    /// Width of a pixel at distance 1.
    pixel: f64,
    size: [f64; 2],
}

impl Camera {
    pub(crate) fn new(scene: &Scene, width: u32, height: u32) -> Camera {
        let view = scene.view;
        let ([sin_yaw, cos_yaw], [sin_pitch, cos_pitch]) = (turn(view.yaw), turn(view.pitch));
        let right = Vector::new(cos_yaw, 0.0, sin_yaw);
        let forward = Vector::new(-sin_yaw * cos_pitch, sin_pitch, cos_yaw * cos_pitch);
        let down = Vector::new(sin_yaw * sin_pitch, cos_pitch, -cos_yaw * sin_pitch);
        let half = scene.visible_radius() / (DISTANCE * FILL * f64::from(view.zoom));
        // The lower part of a shape on the ground is nearer to the viewer, and the shadow is below.
        let drop = if scene.floor().is_some() { DROP } else { 0.0 };
        Camera {
            eye: scene.middle() + down * drop - forward * DISTANCE,
            right,
            down,
            forward,
            pixel: 2.0 * half / f64::from(width.min(height)),
            size: [f64::from(width), f64::from(height)],
        }
    }

    /// The ray through a point of the picture, given in pixels from the upper left corner.
    #[inline]
    pub(crate) fn ray(&self, x: f64, y: f64) -> Ray {
        let across = (x - self.size[0] / 2.0) * self.pixel;
        let along = (y - self.size[1] / 2.0) * self.pixel;
        let direction = self.forward + self.right * across + self.down * along;
        Ray { origin: self.eye, direction: direction.normalized() }
    }

    /// The position of a point in the picture, in pixels from the upper left corner, or `None` if it is behind the
    /// viewer.
    pub(crate) fn project(&self, point: Vector) -> Option<[f64; 2]> {
        let off = point - self.eye;
        let ahead = off.dot(self.forward) * self.pixel;
        let pixels = |axis: Vector, size: f64| off.dot(axis) / ahead + size / 2.0;
        (ahead > 0.0).then(|| [pixels(self.right, self.size[0]), pixels(self.down, self.size[1])])
    }

    /// A direction as the viewer sees it: right, down and away.
    pub(crate) fn turned(&self, direction: Vector) -> [f64; 3] {
        [self.right, self.down, self.forward].map(|axis| direction.dot(axis))
    }

    /// How far a vector points to the right and down.
    #[inline]
    pub(crate) fn across(&self, vector: Vector) -> [f64; 2] {
        [self.right.dot(vector), self.down.dot(vector)]
    }

    /// Distance of a ray from the vertical and the horizontal edges of the picture: 0 at an edge, 1 in the middle.
    pub(crate) fn margins(&self, ray: &Ray) -> [f64; 2] {
        let ahead = ray.direction.dot(self.forward) * self.pixel / 2.0;
        [(self.right, self.size[0]), (self.down, self.size[1])]
            .map(|(axis, size)| 1.0 - (ray.direction.dot(axis) / (ahead * size)).abs())
    }

    /// The distance of a point from the viewer.
    pub(crate) fn distance_of(&self, point: Vector) -> f64 {
        (point - self.eye).length()
    }

    /// Width of a pixel at a distance from the viewer.
    #[inline]
    pub(crate) fn footprint(&self, distance: f64) -> f64 {
        self.pixel * distance
    }

    /// The direction towards an object at an angle to the right of and above the viewer, in degrees.
    pub(crate) fn towards(&self, yaw: f32, pitch: f32) -> Vector {
        let ([sin_yaw, cos_yaw], [sin_pitch, cos_pitch]) = (turn(yaw), turn(pitch));
        self.right * (sin_yaw * cos_pitch) - self.down * sin_pitch - self.forward * (cos_yaw * cos_pitch)
    }
}

/// Sine and cosine of degrees.
fn turn(degrees: f32) -> [f64; 2] {
    let angle = degrees.to_radians();
    [sin(angle).into(), cos(angle).into()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::View;
    use crate::shape::Shape;

    fn camera(yaw: f32, pitch: f32) -> Camera {
        let view = View { yaw, pitch, zoom: 1.0 };
        Camera::new(&Scene { view, ..Scene::new(Shape::Sphere) }, 100, 80)
    }

    #[test]
    fn the_camera_starts_in_front_and_turns_right_and_up() {
        let near = |a: Vector, b: Vector| (a - b).length() < 1e-6;
        assert!(near(camera(0.0, 0.0).eye, Vector::new(0.0, DROP, -DISTANCE)));
        assert!(near(camera(90.0, 0.0).eye, Vector::new(DISTANCE, DROP, 0.0)));
        assert!(near(camera(0.0, 90.0).eye, Vector::new(0.0, -DISTANCE, -DROP)));
        let middle = camera(30.0, 20.0);
        assert!(near(middle.ray(50.0, 40.0).at(DISTANCE), middle.down * DROP));
        assert!(camera(0.0, 0.0).ray(60.0, 50.0).direction.x > 0.0);
        assert!(camera(0.0, 0.0).ray(60.0, 50.0).direction.y > 0.0);
    }

    #[test]
    fn margins_are_0_at_the_edges_and_1_in_the_middle() {
        let camera = camera(30.0, 20.0);
        for (x, y, expected) in [(50.0, 40.0, [1.0, 1.0]), (0.0, 50.0, [0.0, 0.75]), (75.0, 80.0, [0.5, 0.0])] {
            let margins = camera.margins(&camera.ray(x, y));
            assert!((0..2).all(|axis| (margins[axis] - expected[axis]).abs() < 1e-6), "{x}, {y}: {margins:?}");
        }
    }

    #[test]
    fn lights_stay_where_the_viewer_sees_them() {
        for (yaw, pitch) in [(0.0, 0.0), (120.0, 35.0)] {
            let camera = camera(yaw, pitch);
            assert!((camera.towards(0.0, 0.0) + camera.forward).length() < 1e-6, "behind the viewer");
            assert!((camera.towards(90.0, 0.0) - camera.right).length() < 1e-6);
            assert!((camera.towards(0.0, 90.0) + camera.down).length() < 1e-6);
        }
    }
}
