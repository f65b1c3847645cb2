//! Panes: the pictures that the preview can show next to each other, and the numbers of their views.

use std::sync::Arc;

use egui::{ColorImage, Context, Rect, TextureHandle, TextureOptions};
use travertine_editing::Refusal;
use travertine_editing::render::{Heat, Picture, Pixels, Viewport};

/// Whether a pane shows a plane or a solid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A plane through the field.
    Plane,
    /// A solid carved from it.
    Solid,
}

impl Kind {
    /// Both.
    pub const ALL: [Kind; 2] = [Kind::Plane, Kind::Solid];
}

/// The panes that are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Layout {
    /// The plane.
    #[default]
    Plane,
    /// The solid.
    Solid,
    /// The plane next to the solid.
    Both,
}

/// Points between two panes.
const GAP: f32 = 2.0;

impl Layout {
    /// Whether it has a pane of this kind.
    pub fn has(self, kind: Kind) -> bool {
        match self {
            Layout::Plane => kind == Kind::Plane,
            Layout::Solid => kind == Kind::Solid,
            Layout::Both => true,
        }
    }

    /// The panes and their parts of an area: side by side, or one above the other in a narrow one.
    pub fn rooms(self, area: Rect) -> Vec<(Kind, Rect)> {
        let kinds = Kind::ALL.into_iter().filter(|kind| self.has(*kind));
        if self != Layout::Both {
            return kinds.map(|kind| (kind, area)).collect();
        }
        let [first, second] = if area.width() > area.height() {
            let (left, right) = area.split_left_right_at_fraction(0.5);
            [left.with_max_x(left.right() - GAP / 2.0), right.with_min_x(right.left() + GAP / 2.0)]
        } else {
            let (upper, lower) = area.split_top_bottom_at_fraction(0.5);
            [upper.with_max_y(upper.bottom() - GAP / 2.0), lower.with_min_y(lower.top() + GAP / 2.0)]
        };
        kinds.zip([first, second]).collect()
    }
}

/// The newest picture of a view.
#[derive(Default)]
pub struct Pane {
    /// The picture.
    pub shown: Option<Shown>,
    /// Why there is none.
    pub problem: Option<String>,
    /// Whether the picture has all pixels.
    pub is_final: bool,
    /// The times of nodes for the last picture with all pixels, if they were measured.
    pub heat: Option<Arc<Heat>>,
}

/// A picture on the screen.
pub struct Shown {
    /// Its pixels.
    pub texture: TextureHandle,
    /// The part of the field that it shows.
    pub viewport: Viewport,
    /// Its facts.
    pub picture: Arc<Picture>,
}

impl Pane {
    /// Takes a picture from the worker.
    pub fn take(
        &mut self,
        context: &Context,
        viewport: Viewport,
        is_final: bool,
        picture: Result<Arc<Picture>, Refusal>,
    ) {
        self.is_final = is_final;
        self.problem = picture.as_ref().err().map(ToString::to_string);
        let Ok(picture) = picture else {
            (self.shown, self.heat) = (None, None);
            return;
        };
        if is_final {
            self.heat.clone_from(&picture.heat);
        }
        // Coarse pixels of a plane are shown as squares; a moving solid is smoothed.
        let options = if viewport.is_solid() { TextureOptions::LINEAR } else { TextureOptions::NEAREST };
        let image = color_image(&picture.pixels);
        let texture = match self.shown.take() {
            Some(Shown { mut texture, .. }) => {
                texture.set(image, options);
                texture
            }
            None => context.load_texture("preview", image, options),
        };
        self.shown = Some(Shown { texture, viewport, picture });
    }
}

/// Pixels as an egui image.
pub fn color_image(pixels: &Pixels) -> ColorImage {
    ColorImage::from_rgba_unmultiplied([pixels.width as usize, pixels.height as usize], &pixels.rgba)
}

#[cfg(test)]
mod tests {
    use egui::{Pos2, Vec2};

    use super::*;

    #[test]
    fn panes_share_the_area_along_its_longer_side() {
        let area = |width: f32, height: f32| Rect::from_min_size(Pos2::new(10.0, 20.0), Vec2::new(width, height));
        assert_eq!(Layout::Solid.rooms(area(300.0, 200.0)), [(Kind::Solid, area(300.0, 200.0))]);
        for (width, height, pane) in [(402.0, 200.0, [200.0, 200.0]), (200.0, 402.0, [200.0, 200.0])] {
            let rooms = Layout::Both.rooms(area(width, height));
            assert_eq!(rooms.iter().map(|(kind, _)| *kind).collect::<Vec<_>>(), Kind::ALL);
            assert!(rooms.iter().all(|(_, room)| [room.width(), room.height()] == pane), "{rooms:?}");
            assert!(!rooms[0].1.intersects(rooms[1].1));
        }
    }
}
