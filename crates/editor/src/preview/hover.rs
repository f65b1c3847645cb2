//! The numbers under the pointer: the position and, on a plane, the value.

use egui::emath::round_to_decimals;
use egui::{Align2, FontId, Painter, Pos2, Rect, Vec2};
use travertine::Slice;
use travertine_editing::render::{Picture, Viewport};

use super::Preview;
use super::pane::Kind;
use super::tag;
use crate::theme::Palette;

impl Preview {
    /// What a pane shows at a point of the screen, as text; `None` next to a solid.
    fn numbers_at(&self, kind: Kind, point: Pos2) -> Option<String> {
        match kind {
            Kind::Solid => {
                let [x, y, z, _] = self.solid.scene(self.time).placement.position(self.solid.point(point)?);
                Some(list([x, y, z]))
            }
            Kind::Plane => {
                let mut position = self.plane.position(point);
                if self.tiles {
                    position = position.map(|side| side - side.floor());
                }
                let shown = self.pane(kind).shown.as_ref()?;
                let Viewport::Plane(slice) = &shown.viewport else { return None };
                let value = value(&shown.picture, slice, position);
                let value = value.map(|value| format!("  =  {}", list(value))).unwrap_or_default();
                Some(list(position) + &value)
            }
        }
    }

    /// Shows the numbers under the pointer in the lower right corner of a pane.
    pub(super) fn show_numbers(&self, painter: &Painter, kind: Kind, room: Rect, pointer: Pos2, palette: &Palette) {
        let Some(text) = self.numbers_at(kind, pointer) else { return };
        let galley = painter.layout_no_wrap(text, FontId::proportional(11.0), palette.text);
        let size = galley.size() + Vec2::new(12.0, 6.0);
        let mut room = room.shrink(4.0);
        if self.has_tag {
            room.max.y -= tag::HEIGHT - 6.0;
        }
        let ground = Align2::RIGHT_BOTTOM.align_size_within_rect(size, room);
        painter.rect_filled(ground, 4.0, palette.panel.gamma_multiply(0.9));
        painter.galley(ground.min + Vec2::new(6.0, 3.0), galley, palette.text);
    }
}

/// The value of the pixel of a picture at a position; `None` outside.
fn value(picture: &Picture, slice: &Slice, [x, y]: [f32; 2]) -> Option<Vec<f32>> {
    let values = picture.values.as_ref()?;
    let [left, top, right, bottom] = slice.region;
    let pixel = |at: f32, from: f64, to: f64, count: u32| {
        let pixel = (f64::from(at) - from) / (to - from) * f64::from(count);
        (0.0..f64::from(count)).contains(&pixel).then_some(pixel as u32)
    };
    let column = pixel(x, left, right, values.format.width)?;
    let row = pixel(y, top, bottom, values.format.height)?;
    Some(values.pixel(column, row).to_vec())
}

/// Numbers with at most three decimals.
fn list(numbers: impl IntoIterator<Item = f32>) -> String {
    let short = |number: f32| round_to_decimals(f64::from(number), 3).to_string();
    numbers.into_iter().map(short).collect::<Vec<String>>().join(", ")
}
