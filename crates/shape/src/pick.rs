//! Picking: maps positions in a picture to points of the solid, and back.

use crate::camera::Camera;
use crate::scene::{Placement, Scene};
use crate::trace::meet;
use crate::vector::Vector;

/// Distance, in pixels, from the visible surface within which a point counts as visible.
const SLACK: f64 = 2.0;

impl Scene {
    /// The point of the shape at a position in a picture, or none where there is no solid.
    ///
    /// `[width, height]` is the size of the picture, in pixels; x and y are measured in pixels from its upper left
    /// corner. The point lies in the shape's unit cube around 0. For a displaced sphere, it is a point of the sphere
    /// without displacement.
    pub fn pick(&self, [width, height]: [u32; 2], [x, y]: [f32; 2]) -> Option<[f32; 3]> {
        let ray = Camera::new(self.shape, self.view, width, height).ray(x.into(), y.into());
        let point = ray.at(meet(self.shape, &ray)?);
        Some([point.x, point.y, point.z].map(|side| side as f32))
    }

    /// The position of a point of the shape in a picture, in pixels from its upper left corner; none if the solid
    /// hides the point, or if it is behind the viewer.
    pub fn seen(&self, [width, height]: [u32; 2], [x, y, z]: [f32; 3]) -> Option<[f32; 2]> {
        let camera = Camera::new(self.shape, self.view, width, height);
        let point = Vector::new(x.into(), y.into(), z.into());
        let [x, y] = camera.project(point)?;
        let ray = camera.ray(x, y);
        let distance = meet(self.shape, &ray)?;
        let missed = (ray.at(distance) - point).length();
        (missed <= SLACK * camera.footprint(distance)).then_some([x as f32, y as f32])
    }
}

impl Placement {
    /// The position in the texture (x, y, z, time) of a point of the shape.
    pub fn position(&self, [x, y, z]: [f32; 3]) -> [f32; 4] {
        self.texture(Vector::new(x.into(), y.into(), z.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Shape;

    #[test]
    fn picked_points_are_seen_where_they_were_picked() {
        let size = [120, 90];
        for shape in Shape::ALL {
            let mut scene = Scene::new(shape);
            let mut met = 0;
            for (x, y) in (0..12).flat_map(|column| (0..9).map(move |row| (column * 10 + 5, row * 10 + 5))) {
                let at = [x as f32, y as f32];
                let Some(point) = scene.pick(size, at) else { continue };
                met += 1;
                let seen = scene.seen(size, point).unwrap();
                assert!(
                    (0..2).all(|axis| (seen[axis] - at[axis]).abs() < 0.01),
                    "{shape:?}: {at:?}, {seen:?}"
                );
            }
            assert!(met > 10, "{shape:?}");
            let front = scene.pick(size, [60.0, 50.0]);
            scene.view.yaw += 180.0;
            scene.view.pitch = -scene.view.pitch;
            if let Some(front) = front {
                assert_eq!(scene.seen(size, front), None, "{shape:?}: hidden behind the solid");
            }
            assert_eq!(scene.pick(size, [0.5, 0.5]), None, "{shape:?}: the corner is empty");
        }
    }

    #[test]
    fn the_front_of_a_cube_shows_the_default_slice() {
        let mut scene = Scene::new(Shape::Cube);
        (scene.view.yaw, scene.view.pitch) = (0.0, 0.0);
        let point = scene.pick([100, 100], [50.0, 48.0]).unwrap();
        let [x, y, z, time] = scene.placement.position(point);
        assert!((x - 0.5).abs() < 1e-6 && (y - 0.5).abs() < 0.1 && z.abs() < 1e-6, "{x} {y} {z}");
        assert_eq!(time, 0.0);
    }
}
