//! Buttons: in a row, with an icon and a text, or an icon alone.

use egui::{Align2, Button, KeyboardShortcut, Response, TextStyle, Ui, Vec2};

use crate::theme::Palette;

/// The width and height of a button with an icon alone, in points.
pub const ICON: f32 = 22.0;

/// Shows buttons in a row, the default one first; returns the index of the one that was pressed.
pub fn buttons(ui: &mut Ui, names: &[&str]) -> Option<usize> {
    let mut pressed = None;
    ui.horizontal(|ui| {
        for (index, name) in names.iter().enumerate() {
            let mut button = Button::new(*name);
            if index == 0 {
                button = button.fill(ui.visuals().selection.bg_fill);
            }
            if ui.add(button).clicked() {
                pressed = Some(index);
            }
        }
    });
    pressed
}

/// A button with an icon alone. The name is that for assistive technology; `is_on` marks it as chosen.
pub fn icon(ui: &mut Ui, icon: &str, name: &str, is_on: bool) -> Response {
    // The usual padding would make it wider than high.
    let padding = std::mem::take(&mut ui.spacing_mut().button_padding);
    let button = ui.add_sized(Vec2::splat(ICON), Button::selectable(is_on, icon));
    ui.spacing_mut().button_padding = padding;
    ui.ctx().accesskit_node_builder(button.id, |node| node.set_label(name));
    button
}

/// The width of a [`step`], in points.
pub const STEP: f32 = 24.0;

/// A small button for a step of an edit; whether it was pressed.
pub fn step(ui: &mut Ui, enabled: bool, text: &str, help: &str) -> bool {
    let button = ui.add_enabled(enabled, Button::new(text).min_size(Vec2::new(STEP, 0.0)));
    ui.ctx().accesskit_node_builder(button.id, |node| node.set_label(help));
    button.on_hover_text(help).clicked()
}

/// A button as wide as the room, with an icon, a text and a shortcut.
pub fn wide(ui: &mut Ui, icon: &str, text: &str, shortcut: Option<KeyboardShortcut>) -> Response {
    const INDENT: f32 = 20.0;
    let palette = Palette::of(ui);
    let keys = shortcut.map(|keys| ui.ctx().format_shortcut(&keys)).unwrap_or_default();
    let size = Vec2::new(ui.available_width(), 26.0);
    let response = ui.add_sized(size, Button::new(""));
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_label(text));
    let inner = response.rect.shrink2(Vec2::new(8.0, 0.0));
    let font = TextStyle::Button.resolve(ui.style());
    let from = |x: f32| egui::pos2(x, inner.center().y);
    let painter = ui.painter();
    painter.text(from(inner.left()), Align2::LEFT_CENTER, icon, font.clone(), palette.accent);
    painter.text(from(inner.left() + INDENT), Align2::LEFT_CENTER, text, font.clone(), palette.text);
    painter.text(from(inner.right()), Align2::RIGHT_CENTER, keys, font, palette.weak);
    response
}
