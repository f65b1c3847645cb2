//! Marks of the origin and the axes.

use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Stroke, StrokeKind, Vec2};

use super::Preview;
use super::pane::Kind;
use crate::theme::Palette;

/// The part of the upper right corner that buttons cover, in points.
const BUTTONS: Vec2 = Vec2::new(96.0, 36.0);

/// Length of an axis of a solid, in points.
const LENGTH: f32 = 24.0;

impl Preview {
    /// Marks the origin and the axes of a pane, if the user wants them.
    pub(super) fn mark_axes(&self, painter: &Painter, kind: Kind, room: Rect, palette: &Palette) {
        match (self.shows_axes, kind) {
            (true, Kind::Plane) => self.axes_of_plane(painter, room, palette),
            (true, Kind::Solid) => self.axes_of_solid(painter, room, palette),
            (false, _) => {}
        }
    }

    /// Lines through the origin, and the unit square.
    fn axes_of_plane(&self, painter: &Painter, room: Rect, palette: &Palette) {
        let [origin, far] = [0.0, 1.0].map(|side| self.plane.on_screen([side, side]));
        for (width, color) in [(3.0, palette.canvas.gamma_multiply(0.6)), (1.0, palette.accent)] {
            let stroke = Stroke::new(width, color);
            painter.hline(room.x_range(), origin.y, stroke);
            painter.vline(origin.x, room.y_range(), stroke);
            painter.rect_stroke(Rect::from_min_max(origin, far), 0.0, stroke, StrokeKind::Middle);
        }
        // At the edge of the pane if an axis is outside.
        let inner = room.shrink(10.0);
        let text = |at: Pos2, name: &str| letter(painter, inner.clamp(at), name, palette.accent, palette);
        text(origin + Vec2::new(8.0, 9.0), "0");
        // Buttons are in the upper right corner.
        let is_beside_buttons = origin.y < room.top() + BUTTONS.y;
        let right = if is_beside_buttons { room.right() - BUTTONS.x } else { room.right() };
        text(Pos2::new(right, origin.y + 9.0), "x");
        text(Pos2::new(origin.x + 8.0, room.bottom()), "y");
        if inner.contains(far) {
            text(far + Vec2::new(7.0, 8.0), "1");
        }
    }

    /// The directions of the axes, in the lower left corner.
    fn axes_of_solid(&self, painter: &Painter, room: Rect, palette: &Palette) {
        let middle = room.left_bottom() + Vec2::new(1.6, -1.6) * LENGTH;
        let mut axes: Vec<([f32; 3], &str)> = self.solid.scene.axes().into_iter().zip(["x", "y", "z"]).collect();
        // Those that point to the viewer come last, above the others.
        axes.sort_by(|([.., a], _), ([.., b], _)| b.total_cmp(a));
        for ([right, down, away], name) in axes {
            let color = if away > 0.3 { palette.weak } else { palette.accent };
            let direction = Vec2::new(right, down) * LENGTH;
            for (width, color) in [(4.0, palette.canvas.gamma_multiply(0.6)), (2.0, color)] {
                painter.line_segment([middle, middle + direction], Stroke::new(width, color));
            }
            letter(painter, middle + direction * 1.35, name, color, palette);
        }
    }
}

/// A letter that is readable on any picture.
fn letter(painter: &Painter, at: Pos2, text: &str, color: Color32, palette: &Palette) {
    painter.circle_filled(at, 7.0, palette.canvas.gamma_multiply(0.75));
    painter.text(at, Align2::CENTER_CENTER, text, FontId::proportional(11.0), color);
}
