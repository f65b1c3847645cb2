//! A solid, the viewer and the light: what dragging and turning the wheel do to them.

use egui::Vec2;
use travertine_editing::render::{Frame, SAMPLES};
use travertine_shape::{Scene, Shape, Size};

/// Degrees for a point of dragging.
const TURN: f32 = 0.5;

/// How far one can rise: straight above, left and right would change places.
const STEEPEST: f32 = 89.0;

/// What is seen of a solid.
#[derive(Clone, Debug, PartialEq)]
pub struct SolidView {
    /// What is shown, at time 0.
    pub scene: Scene,
    /// Pixels of the screen.
    room: [u32; 2],
}

impl Default for SolidView {
    fn default() -> SolidView {
        SolidView { scene: Scene::new(Shape::Sphere), room: [0; 2] }
    }
}

impl SolidView {
    /// Says how much room there is: points, and pixels for each.
    pub fn set_room(&mut self, room: Vec2, density: f32) {
        self.room = [room.x, room.y].map(|side| (side * density).round().max(0.0) as u32);
    }

    /// Another solid, seen from where it looks best.
    pub fn set_shape(&mut self, shape: Shape) {
        self.scene.shape = shape;
        self.fit();
    }

    /// Shows the solid from where it looks best, in its own light.
    pub fn fit(&mut self) {
        let best = Scene::new(self.scene.shape);
        (self.scene.view, self.scene.light) = (best.view, best.light);
    }

    /// Turns the solid along with the pointer.
    pub fn orbit(&mut self, points: Vec2) {
        let view = &mut self.scene.view;
        view.yaw = (view.yaw - points.x * TURN) % 360.0;
        view.pitch = (view.pitch + points.y * TURN).clamp(-STEEPEST, STEEPEST);
    }

    /// Moves the light along with the pointer.
    pub fn move_light(&mut self, points: Vec2) {
        let [yaw, pitch] = self.scene.light;
        self.scene.light =
            [(yaw + points.x * TURN) % 360.0, (pitch - points.y * TURN).clamp(-STEEPEST, STEEPEST)];
    }

    /// Comes nearer.
    pub fn zoom(&mut self, factor: f32) {
        self.scene.view.zoom = (self.scene.view.zoom * factor).clamp(0.2, 50.0);
    }

    /// What is seen at a time; nothing if there is no room.
    pub fn frame(&self, time: f32) -> Option<Frame> {
        let [width, height] = self.room;
        if width == 0 || height == 0 {
            return None;
        }
        let mut scene = self.scene.clone();
        scene.placement.time = time;
        Some(Frame::Solid { scene, size: Size { width, height, samples: SAMPLES } })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_front_follows_the_pointer_and_so_does_the_light() {
        let mut view = SolidView::default();
        let before = view.scene.clone();
        view.orbit(Vec2::new(20.0, 0.0));
        assert_eq!(view.scene.view.yaw, before.view.yaw - 10.0, "the viewer walks to the left");
        view.orbit(Vec2::new(0.0, 1e4));
        assert_eq!(view.scene.view.pitch, STEEPEST);
        view.move_light(Vec2::new(20.0, -10.0));
        assert_eq!(view.scene.light, [before.light[0] + 10.0, before.light[1] + 5.0]);
        view.zoom(1e-6);
        assert_eq!(view.scene.view.zoom, 0.2);
        view.fit();
        assert_eq!(view.scene, before);
    }

    #[test]
    fn there_is_nothing_to_see_without_room() {
        let mut view = SolidView::default();
        assert_eq!(view.frame(0.0), None);
        view.set_room(Vec2::new(100.0, 50.0), 1.5);
        assert_eq!(view.frame(2.0).unwrap().size(), [150, 75]);
    }
}
