//! A switch with its name: a toggle that looks like one.

use egui::{Response, Sense, StrokeKind, TextStyle, Ui, Vec2, WidgetInfo, WidgetType};

use crate::theme::Palette;

/// The size of the switch, in points.
const SWITCH: Vec2 = Vec2::new(22.0, 12.0);
const GAP: f32 = 4.0;

/// Shows a switch and its name; a click on either turns it.
pub fn toggle(ui: &mut Ui, is_on: &mut bool, name: &str) -> Response {
    let palette = Palette::of(ui);
    let font = TextStyle::Body.resolve(ui.style());
    let color = if ui.is_enabled() { palette.text } else { palette.weak };
    let text = ui.painter().layout_no_wrap(name.to_owned(), font, color);
    let size = Vec2::new(SWITCH.x + GAP + text.size().x, ui.spacing().interact_size.y);
    let (rect, mut response) = ui.allocate_exact_size(size, Sense::click());
    if response.clicked() {
        *is_on = !*is_on;
        response.mark_changed();
    }
    let info = WidgetInfo::selected(WidgetType::Checkbox, ui.is_enabled(), *is_on, name);
    response.widget_info(|| info.clone());
    if ui.is_rect_visible(rect) {
        let moved = ui.ctx().animate_bool_responsive(response.id, *is_on);
        let track = egui::Rect::from_min_size(rect.left_center() - Vec2::new(0.0, SWITCH.y / 2.0), SWITCH);
        let round = SWITCH.y / 2.0;
        let fill = if *is_on { palette.accent } else { palette.field };
        let edge = if response.hovered() || response.has_focus() { palette.text } else { palette.weak };
        ui.painter().rect(track, round, fill, (1.0, if *is_on { palette.accent } else { edge }), StrokeKind::Inside);
        if response.has_focus() {
            ui.painter().rect_stroke(track.expand(2.0), round + 2.0, (1.0, edge), StrokeKind::Inside);
        }
        let x = egui::lerp(track.left() + round..=track.right() - round, moved);
        let knob = if *is_on { palette.raised } else { edge };
        ui.painter().circle_filled(egui::pos2(x, track.center().y), round - 3.0, knob);
        let corner = rect.right_center() - Vec2::new(text.size().x, text.size().y / 2.0);
        ui.painter().galley(corner, text, color);
    }
    response
}
