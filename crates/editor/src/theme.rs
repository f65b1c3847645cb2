//! The dark and the light theme.

use egui::{Color32, CornerRadius, FontFamily, FontId, Margin, Shadow, Stroke, TextStyle, Theme, Vec2};
use travertine_graph::definition::ValueType;
use travertine_graph::document::Frame;
use travertine_program::Type;

/// The colors of a theme.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Palette {
    /// The background of the canvas.
    pub canvas: Color32,
    /// The background of solids.
    pub studio: Color32,
    /// The background of panels.
    pub panel: Color32,
    /// The background of nodes, menus and windows.
    pub raised: Color32,
    /// The background of fields.
    pub field: Color32,
    /// The background of a field under the pointer.
    pub field_hovered: Color32,
    /// The filled part of a slider.
    pub fill: Color32,
    /// Lines and borders.
    pub line: Color32,
    /// Text.
    pub text: Color32,
    /// Secondary text.
    pub weak: Color32,
    /// The selection.
    pub accent: Color32,
    /// Warnings.
    pub warning: Color32,
    /// Errors.
    pub error: Color32,
    /// Sockets and wires of numbers.
    pub float: Color32,
    /// Sockets and wires of vectors.
    pub vector: Color32,
    /// Sockets and wires of colors.
    pub color: Color32,
    /// Sockets of any type.
    pub any: Color32,
}

impl Palette {
    /// The default, for dim rooms: pictures are easier to judge on dark.
    pub const DARK: Palette = Palette {
        canvas: Color32::from_rgb(0x1c, 0x1d, 0x20),
        studio: Color32::from_rgb(0x3e, 0x40, 0x45),
        panel: Color32::from_rgb(0x25, 0x26, 0x2a),
        raised: Color32::from_rgb(0x30, 0x32, 0x37),
        field: Color32::from_rgb(0x3d, 0x40, 0x46),
        field_hovered: Color32::from_rgb(0x4a, 0x4d, 0x54),
        fill: Color32::from_rgb(0x55, 0x5f, 0x6d),
        line: Color32::from_rgb(0x45, 0x48, 0x4f),
        text: Color32::from_rgb(0xe9, 0xe8, 0xe4),
        weak: Color32::from_rgb(0xb0, 0xb1, 0xb4),
        accent: Color32::from_rgb(0xe6, 0xac, 0x62),
        warning: Color32::from_rgb(0xf0, 0xc0, 0x55),
        error: Color32::from_rgb(0xff, 0x8a, 0x7a),
        float: Color32::from_rgb(0xa9, 0xb4, 0xc2),
        vector: Color32::from_rgb(0x8d, 0x93, 0xf5),
        color: Color32::from_rgb(0xe8, 0xc9, 0x4f),
        any: Color32::from_rgb(0x86, 0xc9, 0xa0),
    };

    /// For bright rooms.
    pub const LIGHT: Palette = Palette {
        canvas: Color32::from_rgb(0xdd, 0xda, 0xd4),
        studio: Color32::from_rgb(0xee, 0xec, 0xe7),
        panel: Color32::from_rgb(0xf2, 0xf0, 0xec),
        raised: Color32::from_rgb(0xfb, 0xfa, 0xf8),
        field: Color32::from_rgb(0xe6, 0xe3, 0xdd),
        field_hovered: Color32::from_rgb(0xdb, 0xd7, 0xcf),
        fill: Color32::from_rgb(0xc6, 0xcf, 0xdb),
        line: Color32::from_rgb(0xc4, 0xc0, 0xb8),
        text: Color32::from_rgb(0x23, 0x24, 0x26),
        weak: Color32::from_rgb(0x55, 0x56, 0x58),
        accent: Color32::from_rgb(0x9a, 0x55, 0x0c),
        warning: Color32::from_rgb(0x86, 0x5b, 0x00),
        error: Color32::from_rgb(0xb4, 0x24, 0x18),
        float: Color32::from_rgb(0x66, 0x71, 0x80),
        vector: Color32::from_rgb(0x4f, 0x50, 0xc8),
        color: Color32::from_rgb(0xa8, 0x7c, 0x00),
        any: Color32::from_rgb(0x2f, 0x85, 0x55),
    };

    /// Whether it is the dark theme.
    pub fn is_dark(&self) -> bool {
        *self == Palette::DARK
    }

    /// The colors of the present theme.
    pub fn of(ui: &egui::Ui) -> &'static Palette {
        if ui.visuals().dark_mode { &Palette::DARK } else { &Palette::LIGHT }
    }

    /// The color of a type.
    pub fn of_type(&self, value_type: Type) -> Color32 {
        match value_type {
            Type::Float => self.float,
            Type::Vector => self.vector,
            Type::Color => self.color,
        }
    }

    /// The color of an input's value_type.
    pub fn of_value_type(&self, value_type: &ValueType) -> Color32 {
        value_type.field_type().map_or(self.any, |value_type| self.of_type(value_type))
    }

    /// The color of a frame or note: its own, or that of secondary text.
    pub fn of_frame(&self, frame: &Frame) -> Color32 {
        frame.color.map_or(self.weak, |[red, green, blue]| Color32::from_rgb(red, green, blue))
    }
}

/// Opacity of the accent behind selected text; a higher one makes the text unreadable.
const SELECTED: f32 = 0.22;

/// Installs both themes.
pub fn install(context: &egui::Context) {
    for (theme, palette) in [(Theme::Dark, Palette::DARK), (Theme::Light, Palette::LIGHT)] {
        context.style_mut_of(theme, |style| apply(style, &palette));
    }
}

fn apply(style: &mut egui::Style, palette: &Palette) {
    let size = |size: f32| FontId::new(size, FontFamily::Proportional);
    style.text_styles = [
        (TextStyle::Small, size(11.0)),
        (TextStyle::Body, size(13.0)),
        (TextStyle::Button, size(13.0)),
        (TextStyle::Heading, size(16.0)),
        (TextStyle::Monospace, FontId::new(12.0, FontFamily::Monospace)),
    ]
    .into();
    style.drag_value_text_style = TextStyle::Body;

    let spacing = &mut style.spacing;
    spacing.item_spacing = Vec2::new(6.0, 4.0);
    spacing.button_padding = Vec2::new(6.0, 2.0);
    spacing.interact_size = Vec2::new(36.0, 20.0);
    spacing.window_margin = Margin::same(10);
    spacing.menu_margin = Margin::same(6);
    spacing.icon_width = 15.0;
    spacing.tooltip_width = 340.0;

    let corner = CornerRadius::same(4);
    let visuals = &mut style.visuals;
    visuals.weak_text_color = Some(palette.weak);
    visuals.panel_fill = palette.panel;
    visuals.window_fill = palette.raised;
    visuals.window_stroke = Stroke::new(1.0, palette.line);
    visuals.window_corner_radius = CornerRadius::same(6);
    visuals.menu_corner_radius = CornerRadius::same(6);
    let shadow = Shadow { offset: [0, 3], blur: 12, spread: 0, color: Color32::from_black_alpha(70) };
    (visuals.window_shadow, visuals.popup_shadow) = (shadow, shadow);
    visuals.extreme_bg_color = palette.field;
    visuals.text_edit_bg_color = Some(palette.field);
    visuals.faint_bg_color = palette.raised;
    visuals.code_bg_color = palette.field;
    visuals.hyperlink_color = palette.accent;
    visuals.warn_fg_color = palette.warning;
    visuals.error_fg_color = palette.error;
    visuals.selection.bg_fill = palette.accent.gamma_multiply(SELECTED);
    visuals.selection.stroke = Stroke::new(1.5, palette.accent);
    visuals.slider_trailing_fill = true;

    let widgets = &mut visuals.widgets;
    let states = [
        (&mut widgets.noninteractive, palette.panel, palette.text),
        (&mut widgets.inactive, palette.field, palette.text),
        (&mut widgets.hovered, palette.field_hovered, palette.text),
        (&mut widgets.active, palette.fill, palette.text),
        (&mut widgets.open, palette.field_hovered, palette.text),
    ];
    for (widget, fill, text) in states {
        (widget.bg_fill, widget.weak_bg_fill) = (fill, fill);
        widget.bg_stroke = Stroke::NONE;
        widget.fg_stroke = Stroke::new(1.0, text);
        widget.corner_radius = corner;
        widget.expansion = 0.0;
    }
    widgets.noninteractive.bg_stroke = Stroke::new(1.0, palette.line);
}

/// The contrast of two colors: Web Content Accessibility Guidelines 2.1, 1.4.3.
#[cfg(test)]
pub fn contrast(a: Color32, b: Color32) -> f32 {
    let luminance = |color: Color32| {
        let [red, green, blue, _] = egui::Rgba::from(color).to_array();
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    };
    let (light, dark) = (luminance(a).max(luminance(b)), luminance(a).min(luminance(b)));
    (light + 0.05) / (dark + 0.05)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_readable_on_every_background() {
        for palette in [Palette::DARK, Palette::LIGHT] {
            for ground in [palette.canvas, palette.panel, palette.raised, palette.field] {
                for (text, least) in
                    [(palette.text, 7.0), (palette.weak, 4.5), (palette.accent, 4.0), (palette.error, 4.0)]
                {
                    assert!(contrast(text, ground) >= least, "{text:?} on {ground:?}: {}", contrast(text, ground));
                }
            }
            let selected = palette.raised.blend(palette.accent.gamma_multiply(SELECTED));
            assert!(contrast(palette.accent, selected) >= 3.8, "{}", contrast(palette.accent, selected));
            assert!(contrast(palette.text, palette.fill) >= 4.5, "a value over its slider");
        }
    }

    #[test]
    fn sockets_stand_out() {
        for palette in [Palette::DARK, Palette::LIGHT] {
            for socket in [palette.float, palette.vector, palette.color, palette.any] {
                assert!(contrast(socket, palette.canvas) >= 2.5, "{}", contrast(socket, palette.canvas));
            }
        }
    }
}
