//! The camera: rays through a picture, and directions as the viewer sees them.

use travertine_noise::math::{cos, sin};

use crate::shape::Shape;
use crate::vector::Vector;

/// From where the shape is seen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct View {
    /// How far the viewer has walked around it to the right, in degrees.
    pub yaw: f32,
    /// How far the viewer has risen, in degrees; 90 looks straight down.
    pub pitch: f32,
    /// How much it is magnified; at 1 the shape fills the picture but for a margin.
    pub zoom: f32,
}

/// How far away the viewer stands: a long lens, which distorts little.
const DISTANCE: f64 = 3.4;
/// How far below the middle of what stands the viewer looks.
const DROP: f64 = 0.03;
/// How much of the shorter side the shape takes.
const FILL: f64 = 0.86;

/// A half-line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ray {
    pub(crate) origin: Vector,
    /// 1 long.
    pub(crate) direction: Vector,
}

impl Ray {
    pub(crate) fn at(&self, way: f64) -> Vector {
        self.origin + self.direction * way
    }

    /// Where it enters and leaves a ball, in this order, if it meets it.
    pub(crate) fn through_ball(&self, middle: Vector, radius: f64) -> Option<[f64; 2]> {
        let from = self.origin - middle;
        let nearest = -from.dot(self.direction);
        let off = from + self.direction * nearest;
        let half = radius * radius - off.dot(off);
        (half > 0.0).then(|| [nearest - half.sqrt(), nearest + half.sqrt()])
    }
}

/// A viewer and a picture.
pub(crate) struct Camera {
    eye: Vector,
    right: Vector,
    down: Vector,
    forward: Vector,
    /// The length of a pixel at distance 1.
    pixel: f64,
    size: [f64; 2],
}

impl Camera {
    pub(crate) fn new(shape: Shape, view: View, width: u32, height: u32) -> Camera {
        let ([sin_yaw, cos_yaw], [sin_pitch, cos_pitch]) = (turn(view.yaw), turn(view.pitch));
        let right = Vector::new(cos_yaw, 0.0, sin_yaw);
        let forward = Vector::new(-sin_yaw * cos_pitch, sin_pitch, cos_yaw * cos_pitch);
        let down = Vector::new(sin_yaw * sin_pitch, cos_pitch, -cos_yaw * sin_pitch);
        let half = shape.visible_radius() / (DISTANCE * FILL * f64::from(view.zoom));
        // What stands on a ground is nearer to the viewer below, and has its shadow there.
        let drop = if shape.ground().is_some() { DROP } else { 0.0 };
        Camera {
            eye: shape.middle() + down * drop - forward * DISTANCE,
            right,
            down,
            forward,
            pixel: 2.0 * half / f64::from(width.min(height)),
            size: [f64::from(width), f64::from(height)],
        }
    }

    /// The ray through a point of the picture, in pixels from its upper left corner.
    pub(crate) fn ray(&self, x: f64, y: f64) -> Ray {
        let across = (x - self.size[0] / 2.0) * self.pixel;
        let along = (y - self.size[1] / 2.0) * self.pixel;
        let direction = self.forward + self.right * across + self.down * along;
        Ray { origin: self.eye, direction: direction.unit() }
    }

    /// Where in the picture a point is, in pixels from its upper left corner, if it lies before the viewer.
    pub(crate) fn place(&self, point: Vector) -> Option<[f64; 2]> {
        let off = point - self.eye;
        let ahead = off.dot(self.forward) * self.pixel;
        let place = |axis: Vector, size: f64| off.dot(axis) / ahead + size / 2.0;
        (ahead > 0.0).then(|| [place(self.right, self.size[0]), place(self.down, self.size[1])])
    }

    /// How far from the edges of the picture a ray goes through it, across and along: 0 at an edge, 1 in the middle.
    pub(crate) fn margins(&self, ray: &Ray) -> [f64; 2] {
        let ahead = ray.direction.dot(self.forward) * self.pixel / 2.0;
        [(self.right, self.size[0]), (self.down, self.size[1])]
            .map(|(axis, size)| 1.0 - (ray.direction.dot(axis) / (ahead * size)).abs())
    }

    /// How long a pixel is at a distance from the viewer.
    pub(crate) fn footprint(&self, distance: f64) -> f64 {
        self.pixel * distance
    }

    /// The direction towards something that the viewer sees so far to the right and so far above, in degrees.
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

    fn camera(yaw: f32, pitch: f32) -> Camera {
        Camera::new(Shape::Sphere, View { yaw, pitch, zoom: 1.0 }, 100, 80)
    }

    #[test]
    fn the_viewer_stands_in_front_and_walks_to_the_right_and_up() {
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
    fn margins_are_those_of_the_picture() {
        let camera = camera(30.0, 20.0);
        for (x, y, expected) in [(50.0, 40.0, [1.0, 1.0]), (0.0, 50.0, [0.0, 0.75]), (75.0, 80.0, [0.5, 0.0])]
        {
            let margins = camera.margins(&camera.ray(x, y));
            assert!(
                (0..2).all(|axis| (margins[axis] - expected[axis]).abs() < 1e-6),
                "{x}, {y}: {margins:?}"
            );
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
