//! The view of a solid: how dragging and scrolling move the camera and the light.

use std::sync::Arc;

use egui::{Pos2, Rect, Vec2};
use travertine_editing::render::{SAMPLES, Viewport};
use travertine_shape::{Model, Scene, Shape, Size};

use super::studio::{Ground, Light};

/// Degrees per point of dragging.
const TURN: f32 = 0.5;

/// Maximum pitch in degrees: beyond it, left and right would be swapped.
const STEEPEST: f32 = 89.0;

/// The view of a solid.
#[derive(Clone, Debug)]
pub struct SolidView {
    /// The scene, at time 0.
    pub scene: Scene,
    /// What is behind and below it.
    pub ground: Ground,
    /// The rectangle on the screen, in points.
    room: Rect,
    /// Pixels per point.
    density: f32,
}

impl Default for SolidView {
    fn default() -> SolidView {
        let scene = Scene::new(Shape::Sphere);
        SolidView { scene, ground: Ground::default(), room: Rect::ZERO, density: 1.0 }
    }
}

impl SolidView {
    /// Sets the rectangle in points, and the pixels per point.
    pub fn set_room(&mut self, room: Rect, density: f32) {
        (self.room, self.density) = (room, density);
    }

    /// The width and height in pixels.
    fn pixels(&self) -> [u32; 2] {
        [self.room.width(), self.room.height()].map(|side| (side * self.density).round().max(0.0) as u32)
    }

    /// The point on the solid at a point of the screen.
    pub fn point(&self, point: Pos2) -> Option<[f32; 3]> {
        let Vec2 { x, y } = (point - self.room.min) * self.density;
        self.scene.pick(self.pixels(), [x, y])
    }

    /// The point of the screen at which a point of the solid is visible.
    pub fn on_screen(&self, point: [f32; 3]) -> Option<Pos2> {
        let [x, y] = self.scene.seen(self.pixels(), point)?;
        Some(self.room.min + Vec2::new(x, y) / self.density)
    }

    /// Changes the shape, and resets the camera.
    pub fn set_shape(&mut self, shape: Shape) {
        self.scene.shape = shape;
        self.scene.model = None;
        self.fit();
    }

    /// Shows a model in place of the shape, and resets the camera.
    pub fn set_model(&mut self, model: &Arc<Model>) {
        self.scene.model = Some(Arc::clone(model));
        self.fit();
    }

    /// The light, if it is one of the list.
    pub fn light(&self) -> Option<Light> {
        Light::ALL.into_iter().find(|light| light.direction() == self.scene.light)
    }

    /// Chooses a light of the list.
    pub fn set_light(&mut self, light: Light) {
        self.scene.light = light.direction();
    }

    /// Resets the camera and the light.
    pub fn fit(&mut self) {
        let best = match &self.scene.model {
            Some(model) => Scene::of_model(Arc::clone(model)),
            None => Scene::new(self.scene.shape),
        };
        (self.scene.view, self.scene.light) = (best.view, best.light);
    }

    /// Turns the solid with the pointer.
    pub fn orbit(&mut self, points: Vec2) {
        let view = &mut self.scene.view;
        view.yaw = (view.yaw - points.x * TURN) % 360.0;
        view.pitch = (view.pitch + points.y * TURN).clamp(-STEEPEST, STEEPEST);
    }

    /// Moves the light with the pointer.
    pub fn move_light(&mut self, points: Vec2) {
        let [yaw, pitch] = self.scene.light;
        self.scene.light = [(yaw + points.x * TURN) % 360.0, (pitch - points.y * TURN).clamp(-STEEPEST, STEEPEST)];
    }

    /// Moves the camera closer or farther by a factor.
    pub fn zoom(&mut self, factor: f32) {
        self.scene.view.zoom = (self.scene.view.zoom * factor).clamp(0.2, 50.0);
    }

    /// The scene at a time.
    pub fn scene(&self, time: f32) -> Scene {
        let mut scene = self.scene.clone();
        scene.placement.time = time;
        scene.shadow = self.ground != Ground::None;
        scene
    }

    /// The viewport at a time; `None` without room.
    pub fn viewport(&self, time: f32) -> Option<Viewport> {
        let [width, height] = self.pixels();
        if width == 0 || height == 0 {
            return None;
        }
        let size = Size { width, height, samples: SAMPLES };
        Some(Viewport::Solid { scene: self.scene(time), size })
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
    fn there_is_no_view_without_room() {
        let mut view = SolidView::default();
        assert_eq!(view.viewport(0.0), None);
        view.set_room(Rect::from_min_size(Pos2::ZERO, Vec2::new(100.0, 50.0)), 1.5);
        assert_eq!(view.viewport(2.0).unwrap().size(), [150, 75]);
    }

    #[test]
    fn a_point_moves_with_the_solid() {
        let mut view = SolidView::default();
        view.set_room(Rect::from_min_size(Pos2::new(10.0, 20.0), Vec2::splat(200.0)), 2.0);
        assert_eq!(view.point(Pos2::new(11.0, 21.0)), None, "there is nothing in the corner");
        let clicked = Pos2::new(110.0, 118.0);
        let point = view.point(clicked).unwrap();
        assert!((view.on_screen(point).unwrap() - clicked).length() < 0.1);
        view.orbit(Vec2::new(40.0, 0.0));
        let moved = view.on_screen(point).unwrap();
        assert!(moved.x > clicked.x + 10.0, "it follows the pointer: {moved:?}");
        view.orbit(Vec2::new(320.0, 0.0));
        assert_eq!(view.on_screen(point), None, "it is behind");
    }
}
