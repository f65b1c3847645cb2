//! The camera: rays through the pixels of a picture of a model.

use travertine_shape::{Placement, Scene};

use super::tree::Ray;
use super::vector::{Vector, along, dot, subtract, unit};

/// Distance from the middle of the model: a long lens, with little perspective, as for other solids.
const DISTANCE: f32 = 3.4;
/// The model's part of the picture's shorter side.
const FILL: f32 = 0.86;

/// A camera and the size of its picture.
pub(super) struct Camera {
    eye: Vector,
    right: Vector,
    down: Vector,
    forward: Vector,
    /// Width of a pixel at distance 1.
    pixel: f32,
    size: [f32; 2],
}

impl Camera {
    /// The camera of a scene around a ball with this radius.
    pub fn new(scene: &Scene, radius: f32, [width, height]: [u32; 2]) -> Camera {
        let [right, down, forward] = axes(scene);
        let half = radius / (DISTANCE * FILL * scene.view.zoom);
        Camera {
            eye: forward.map(|side| -DISTANCE * side),
            right,
            down,
            forward,
            pixel: 2.0 * half / width.min(height).max(1) as f32,
            size: [width as f32, height as f32],
        }
    }

    /// The ray through a point of the picture, in pixels from the upper left corner.
    pub fn ray(&self, [x, y]: [f32; 2]) -> Ray {
        let [across, down] = [x - self.size[0] / 2.0, y - self.size[1] / 2.0].map(|off| off * self.pixel);
        let direction = along(along(self.forward, self.right, across), self.down, down);
        Ray { origin: self.eye, direction: unit(direction) }
    }

    /// The point of the picture that shows a position; none if it is behind the viewer.
    pub fn project(&self, point: Vector) -> Option<[f32; 2]> {
        let off = subtract(point, self.eye);
        let ahead = dot(off, self.forward) * self.pixel;
        (ahead > 0.0).then(|| {
            [0, 1].map(|axis| dot(off, [self.right, self.down][axis]) / ahead + self.size[axis] / 2.0)
        })
    }

    /// Width of a pixel at a distance from the viewer.
    pub fn footprint(&self, distance: f32) -> f32 {
        self.pixel * distance
    }
}

/// The directions to the right, down and away of the viewer.
pub(super) fn axes(scene: &Scene) -> [Vector; 3] {
    // Those of a texture that is not turned are those of the model.
    let axes = Scene { placement: Placement::default(), ..scene.clone() }.axes();
    [0, 1, 2].map(|direction: usize| axes.map(|axis| axis[direction]))
}

#[cfg(test)]
mod tests {
    use travertine_shape::Shape;

    use super::super::vector::length;
    use super::*;

    #[test]
    fn rays_pass_through_what_is_projected() {
        let mut scene = Scene::new(Shape::Cube);
        (scene.view.yaw, scene.view.pitch, scene.view.zoom) = (33.0, 21.0, 1.5);
        let camera = Camera::new(&scene, 0.7, [200, 160]);
        for point in [[0.1, -0.2, 0.3], [-0.4, 0.0, 0.2]] {
            let ray = camera.ray(camera.project(point).unwrap());
            let distance = length(subtract(point, ray.origin));
            assert!(length(subtract(along(ray.origin, ray.direction, distance), point)) < 1e-5);
        }
        assert_eq!(camera.project(along(camera.eye, camera.forward, -1.0)), None);
    }

    #[test]
    fn the_camera_stands_where_that_of_other_solids_stands() {
        let mut scene = Scene::new(Shape::Cube);
        (scene.view.yaw, scene.view.pitch) = (90.0, 0.0);
        assert!(Camera::new(&scene, 0.5, [10, 10]).eye[0] > 3.3, "to the right");
        (scene.view.yaw, scene.view.pitch) = (0.0, 90.0);
        assert!(Camera::new(&scene, 0.5, [10, 10]).eye[1] < -3.3, "above");
    }
}
