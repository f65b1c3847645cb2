//! The visible part of a plane, in pixels of the screen and in units.

use egui::{Pos2, Rect, Vec2};
use travertine::Slice;

/// Maximum pixels per unit: beyond it, floats cannot distinguish neighboring pixels.
const FINEST: f64 = 1e6;
/// Minimum pixels per unit.
const COARSEST: f64 = 1.0;

/// A window onto a plane. Its corner lies on a whole pixel, so that a completely visible square has the pixels of a
/// picture of that size.
#[derive(Clone, Debug, PartialEq)]
pub struct PlaneView {
    /// The rectangle on the screen, in points.
    room: Rect,
    /// Pixels per point.
    density: f32,
    /// Pixels per unit; `None` until there is room.
    scale: Option<f64>,
    /// The upper left corner of the window, in pixels from the plane's origin.
    corner: [f64; 2],
}

impl Default for PlaneView {
    fn default() -> PlaneView {
        PlaneView { room: Rect::NOTHING, density: 1.0, scale: None, corner: [0.0; 2] }
    }
}

impl PlaneView {
    /// Sets the rectangle and the pixel density; the center stays.
    pub fn set_room(&mut self, room: Rect, density: f32) {
        let (before, after) = (self.pixels_of(self.room, self.density), self.pixels_of(room, density));
        (self.room, self.density) = (room, density);
        if self.scale.is_none() {
            self.fit();
        } else if before != after {
            self.corner = [0, 1].map(|axis: usize| self.corner[axis] + (before[axis] - after[axis]) / 2.0);
        }
    }

    fn pixels_of(&self, room: Rect, density: f32) -> [f64; 2] {
        [room.width(), room.height()].map(|side| f64::from((side * density).round().max(0.0)))
    }

    fn pixels(&self) -> [f64; 2] {
        self.pixels_of(self.room, self.density)
    }

    /// Fits the unit square into the window.
    pub fn fit(&mut self) {
        let [width, height] = self.pixels();
        let scale = width.min(height);
        if scale >= 1.0 {
            self.scale = Some(scale);
            self.corner = [((scale - width) / 2.0).floor(), ((scale - height) / 2.0).floor()];
        }
    }

    /// Pixels per unit.
    pub fn scale(&self) -> f64 {
        self.scale.unwrap_or(1.0)
    }

    /// Moves the plane with the pointer.
    pub fn pan(&mut self, points: Vec2) {
        let moved = [points.x, points.y].map(|side| f64::from(side * self.density));
        self.corner = [self.corner[0] - moved[0], self.corner[1] - moved[1]];
    }

    /// Zooms around a point of the screen.
    pub fn zoom(&mut self, at: Pos2, factor: f64) {
        let old = self.scale();
        let new = (old * factor).clamp(COARSEST, FINEST);
        let pointer = self.pixel(at);
        self.corner = [0, 1].map(|axis: usize| (self.corner[axis] + pointer[axis]) * (new / old) - pointer[axis]);
        self.scale = Some(new);
    }

    /// A point of the screen, in pixels from the corner of the window.
    fn pixel(&self, point: Pos2) -> [f64; 2] {
        let offset = (point - self.room.min) * self.density;
        [f64::from(offset.x), f64::from(offset.y)]
    }

    /// The position on the plane at a point of the screen.
    pub fn position(&self, point: Pos2) -> [f32; 2] {
        let pixel = self.pixel(point);
        [0, 1].map(|axis: usize| ((self.corner[axis].round() + pixel[axis]) / self.scale()) as f32)
    }

    /// The point of the screen at a position.
    pub fn on_screen(&self, position: [f64; 2]) -> Pos2 {
        let [x, y] = [0, 1].map(|axis: usize| {
            ((position[axis] * self.scale() - self.corner[axis].round()) / f64::from(self.density)) as f32
        });
        self.room.min + Vec2::new(x, y)
    }

    /// The visible part; `None` without room.
    pub fn slice(&self) -> Option<Slice> {
        let [width, height] = self.pixels();
        let scale = self.scale?;
        if width < 1.0 || height < 1.0 {
            return None;
        }
        let [left, top] = self.corner.map(f64::round);
        let region = [left / scale, top / scale, (left + width) / scale, (top + height) / scale];
        Some(Slice { region, ..Slice::new(width as u32, height as u32) })
    }

    /// The unit square in its visible size, at most that of the window.
    pub fn square(&self) -> Option<Slice> {
        let [width, height] = self.pixels();
        let side = self.scale?.round().min(width.max(height));
        (side >= 1.0).then(|| Slice::new(side as u32, side as u32))
    }

    /// The rectangle of a slice on the screen, moved by multiples of its size.
    pub fn rect_of(&self, slice: &Slice, offset: Vec2) -> Rect {
        let [left, top, right, bottom] = slice.region;
        let rect = Rect::from_min_max(self.on_screen([left, top]), self.on_screen([right, bottom]));
        rect.translate(offset * rect.size())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view(width: f32, height: f32) -> PlaneView {
        let mut view = PlaneView::default();
        view.set_room(Rect::from_min_size(Pos2::new(10.0, 20.0), Vec2::new(width, height)), 1.0);
        view
    }

    #[test]
    fn a_completely_visible_square_equals_the_picture() {
        assert_eq!(view(300.0, 300.0).slice(), Some(Slice::new(300, 300)));
        let wide = view(400.0, 300.0).slice().unwrap();
        assert_eq!((wide.width, wide.height), (400, 300));
        let picture = Slice::new(300, 300);
        for column in 0..300 {
            assert_eq!(wide.position(column + 50, 7), picture.position(column, 7));
        }
    }

    #[test]
    fn zooming_keeps_the_point_under_the_pointer() {
        let mut view = view(300.0, 200.0);
        let pointer = Pos2::new(100.0, 90.0);
        let before = view.position(pointer);
        view.zoom(pointer, 3.0);
        let after = view.position(pointer);
        assert!((before[0] - after[0]).abs() < 0.005 && (before[1] - after[1]).abs() < 0.005);
        assert_eq!(view.scale(), 600.0);
        view.pan(Vec2::new(30.0, 0.0));
        assert!((view.on_screen([f64::from(before[0]), 0.0]).x - 130.0).abs() < 1.5);
        view.zoom(pointer, 1e-9);
        assert_eq!(view.scale(), COARSEST);
    }

    #[test]
    fn pictures_are_drawn_at_their_regions() {
        let mut view = view(300.0, 300.0);
        let slice = view.slice().unwrap();
        assert_eq!(view.rect_of(&slice, Vec2::ZERO), Rect::from_min_size(Pos2::new(10.0, 20.0), Vec2::splat(300.0)));
        view.pan(Vec2::new(5.0, 0.0));
        assert_eq!(view.rect_of(&slice, Vec2::ZERO).left(), 15.0);
        assert_eq!(view.rect_of(&slice, Vec2::new(1.0, 0.0)).left(), 315.0);
    }
}
