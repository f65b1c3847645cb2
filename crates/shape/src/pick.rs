//! Picking: maps positions in a picture to points of the solid, and back.

use travertine_mesh::Vector;

use crate::camera::Camera;
use crate::ray::Ray;
use crate::scene::{Placement, Scene};
use crate::trace::meet;

/// Distance, in pixels, from the visible surface within which a point counts as visible.
const SLACK: f64 = 2.0;

impl Scene {
    /// The point of the solid at a position in a picture, or `None` where there is no solid.
    ///
    /// `[width, height]` is the size of the picture, in pixels; x and y are measured in pixels from its upper left
    /// corner. The point lies in the solid's unit cube around 0. For a displaced sphere, it is a point of the sphere
    /// without displacement.
    pub fn pick(&self, [width, height]: [u32; 2], [x, y]: [f32; 2]) -> Option<[f32; 3]> {
        let ray = Camera::new(self, width, height).ray(x.into(), y.into());
        let point = ray.at(self.meet(&ray)?);
        Some([point.x, point.y, point.z].map(|side| side as f32))
    }

    /// The position of a point of the solid in a picture, in pixels from its upper left corner; `None` if the solid
    /// hides the point, or if it is behind the viewer.
    pub fn seen(&self, [width, height]: [u32; 2], [x, y, z]: [f32; 3]) -> Option<[f32; 2]> {
        let camera = Camera::new(self, width, height);
        let point = Vector::new(x.into(), y.into(), z.into());
        let [x, y] = camera.project(point)?;
        let ray = camera.ray(x, y);
        let distance = self.meet(&ray)?;
        let missed = (ray.at(distance) - point).length();
        (missed <= SLACK * camera.footprint(distance)).then_some([x as f32, y as f32])
    }

    /// The distance at which a ray first meets the solid without displacement, or `None` if it misses.
    fn meet(&self, ray: &Ray) -> Option<f64> {
        match &self.model {
            Some(model) => model.meet(ray),
            None => meet(self.shape, ray),
        }
    }
}

impl Scene {
    /// The directions of the texture's x, y and z as the viewer sees them: right, down and away.
    pub fn axes(&self) -> [[f32; 3]; 3] {
        let camera = Camera::new(self, 1, 1);
        let sides = [Vector::new(1.0, 0.0, 0.0), Vector::new(0.0, 1.0, 0.0), Vector::new(0.0, 0.0, 1.0)];
        let [x, y, z] = sides.map(|side| self.placement.turned(side));
        // The inverse of a rotation is its transpose.
        [0, 1, 2].map(|axis: usize| camera.turned(Vector::new(x[axis], y[axis], z[axis])).map(|part| part as f32))
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
    use travertine::Up;

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
                assert!((0..2).all(|axis| (seen[axis] - at[axis]).abs() < 0.01), "{shape:?}: {at:?}, {seen:?}");
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

    #[test]
    fn axes_follow_the_viewer_and_the_up_of_the_texture() {
        let mut scene = Scene::new(Shape::Cube);
        (scene.view.yaw, scene.view.pitch) = (0.0, 0.0);
        assert_eq!(scene.axes(), [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]);
        scene.placement.up = Up::Z;
        assert_eq!(scene.axes()[2], [0.0, -1.0, 0.0], "z points up");
        scene.placement.up = Up::MinusY;
        scene.view.yaw = 90.0;
        let [_, _, away] = scene.axes()[0];
        assert!(away < -0.99, "the viewer has walked to where x is");
    }

    #[test]
    fn a_ground_faces_the_viewer() {
        let ground = Placement { up: Up::MinusZ, ..Placement::default() };
        for point in [[0.0, -0.5, 0.0], [0.1, 0.2, -0.5]] {
            assert_eq!(ground.position(point), Placement::default().position(point));
        }
    }

    #[test]
    fn the_top_of_a_cube_is_up_in_the_texture() {
        let top = [0.0, -0.5, 0.0];
        for (up, expected) in [(Up::MinusY, [0.5, 0.0, 0.5]), (Up::Z, [0.5, 0.5, 1.0]), (Up::X, [1.0, 0.5, 0.5])] {
            let placement = Placement { up, ..Placement::default() };
            assert_eq!(placement.position(top)[..3], expected);
            let site = placement.site(Vector::new(0.0, -0.5, 0.0), Vector::new(0.0, -1.0, 0.0), 0.0);
            let normal = site.surface.unwrap().normal;
            assert_eq!(normal.map(|part| part / 2.0 + 0.5), expected, "{up:?}");
        }
    }
}
