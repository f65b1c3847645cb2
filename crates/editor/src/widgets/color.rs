//! A color field: a patch that opens the color picker.

use egui::{Id, Rect, Response, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, WidgetType};

use super::color_bars::patch;
use super::picker::{self, Field};
use super::screen_color::{opaque, to_screen};
use crate::theme::Palette;

/// The new color if the user changed it: linear red, green, blue, and straight alpha.
pub fn color(ui: &mut Ui, name: &str, value: [f32; 4], width: f32, has_alpha: bool) -> Option<[f32; 4]> {
    let response = button(ui, name, value, width);
    let owner = response.id;
    toggle(&response, owner, value);
    picker::show(ui, &Field { owner, name, rect: response.rect, has_alpha }, value)
}

/// Opens or closes the picker of a field if its button was clicked.
pub fn toggle(button: &Response, owner: Id, value: [f32; 4]) {
    if !button.clicked() {
        return;
    }
    if picker::is_open_for(&button.ctx, owner) {
        picker::close(&button.ctx);
    } else {
        picker::open(&button.ctx, owner, value);
    }
}

/// A button with a color.
pub fn button(ui: &mut Ui, name: &str, value: [f32; 4], width: f32) -> Response {
    let size = Vec2::new(width, ui.spacing().interact_size.y);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::ColorButton, true, name));
    patch(ui, rect, opaque(value), to_screen(value));
    if response.hovered() || response.has_focus() {
        outline(ui, rect);
    }
    response.on_hover_text("Click to choose a color")
}

fn outline(ui: &Ui, rect: Rect) {
    ui.painter().rect_stroke(rect, 3.0, Stroke::new(1.5, Palette::of(ui).accent), StrokeKind::Outside);
}
