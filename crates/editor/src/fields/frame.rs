//! The fields of a frame or note: title, text and color.

use egui::{Color32, Id, Label, RichText, Sense, Stroke, StrokeKind, TextEdit, Ui, Vec2, WidgetInfo, WidgetType};
use travertine_editing::{Outline, actions};
use travertine_graph::document::Frame;

use crate::input::focus;
use crate::requests::Requests;
use crate::theme::Palette;
use crate::widgets::color::color;
use crate::widgets::screen_color::{from_screen, to_screen};

/// Choices of colors, equally light.
const COLORS: [(&str, [u8; 3]); 7] = [
    ("red", [0xd0, 0x6a, 0x62]),
    ("orange", [0xcf, 0x8a, 0x4a]),
    ("yellow", [0xb9, 0xa2, 0x45]),
    ("green", [0x74, 0xa8, 0x5c]),
    ("teal", [0x4c, 0xa5, 0x9c]),
    ("blue", [0x64, 0x92, 0xcf]),
    ("purple", [0xa0, 0x7c, 0xc6]),
];

/// The field for the title of a frame, or for the text of a note.
pub fn field(id: &str) -> Id {
    Id::new(("text of the frame", id))
}

/// Shows the fields of a frame or a note.
pub fn show(ui: &mut Ui, outline: &Outline, id: &str, requests: &mut Requests) {
    let Some(frame) = outline.document().annotations.frames.get(id) else { return };
    let mut set = |what: &str, frame: Frame| requests.drag(("frame", id, what), Ok(actions::set_frame(id, frame)));
    let width = ui.available_width();
    ui.label(RichText::new(if frame.title.is_some() { "Frame" } else { "Note" }).heading());
    if let Some(title) = &frame.title {
        let mut title = title.clone();
        let title_field = TextEdit::singleline(&mut title).id(field(id)).hint_text("Title");
        let response = ui.add(title_field.desired_width(width));
        focus::grant(&response);
        if response.changed() {
            set("title", Frame { title: Some(title), ..frame.clone() });
        }
    }
    let mut text = frame.text.clone().unwrap_or_default();
    let mut text_field = TextEdit::multiline(&mut text).hint_text("Text").desired_rows(4);
    if frame.title.is_none() {
        text_field = text_field.id(field(id));
    }
    let response = ui.add(text_field.desired_width(width));
    focus::grant(&response);
    if response.changed() {
        let has_text = !text.is_empty() || frame.title.is_none();
        set("text", Frame { text: has_text.then_some(text), ..frame.clone() });
    }
    ui.add_space(6.0);
    ui.add(Label::new("Color"));
    ui.horizontal(|ui| {
        for (name, color) in [("none", None)].into_iter().chain(COLORS.map(|(name, color)| (name, Some(color)))) {
            if choice(ui, name, color, frame.color == color) {
                set(name, Frame { color, ..frame.clone() });
            }
        }
    });
    let shown = from_screen(Palette::of(ui).of_frame(frame));
    if let Some(new) = color(ui, "Color of the frame", shown, width, false) {
        let color = to_screen(new);
        set("color", Frame { color: Some([color.r(), color.g(), color.b()]), ..frame.clone() });
    }
    ui.add_space(6.0);
    if frame.title.is_some() {
        ui.weak("The nodes in a frame move and are copied with it. They stay when the frame is deleted.");
    }
}

/// A swatch for one choice; returns whether it was clicked.
fn choice(ui: &mut Ui, name: &str, color: Option<[u8; 3]>, is_chosen: bool) -> bool {
    let palette = Palette::of(ui);
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(22.0), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, format!("Color: {name}")));
    let inner = rect.shrink(2.0);
    match color {
        Some([red, green, blue]) => {
            ui.painter().rect_filled(inner, 4.0, Color32::from_rgb(red, green, blue));
        }
        None => {
            ui.painter().rect_stroke(inner, 4.0, Stroke::new(1.0, palette.weak), StrokeKind::Inside);
            ui.painter().line_segment([inner.left_bottom(), inner.right_top()], Stroke::new(1.0, palette.weak));
        }
    }
    if is_chosen || response.hovered() {
        let color = if is_chosen { palette.accent } else { palette.weak };
        ui.painter().rect_stroke(rect, 6.0, Stroke::new(2.0, color), StrokeKind::Inside);
    }
    response.on_hover_text(name).clicked()
}
