//! The content of the color picker: a square, bars, numbers, digits and patches for one color.

use egui::{
    Align2, Color32, Id, Label, RichText, Sense, Stroke, StrokeKind, TextEdit, TextStyle, Ui, Vec2, WidgetInfo,
    WidgetType,
};
use travertine_editing::color::{Components, hex_of, hsv_of, of_hex, of_hsv, of_oklch, oklch_of, srgb_of_hsv};
use travertine_noise::math::{linear_to_srgb, srgb_to_linear};

use super::color_bars::{bar, patch, square};
use super::number::{NumberSpec, number};
use super::screen_color::{opaque, to_screen};
use crate::theme::Palette;

/// The width in points.
pub const WIDTH: f32 = 276.0;
const SQUARE: Vec2 = Vec2::new(200.0, 130.0);
const LABEL: f32 = 40.0;
const BAR: f32 = 14.0;
const SWATCH: f32 = 18.0;
/// The greatest chroma of the slider; no color of a screen has more.
const CHROMA: f32 = 0.33;

/// A linear color with straight alpha.
pub type Color = [f32; 4];

/// A color that is being chosen.
#[derive(Clone)]
pub struct Picked {
    /// The color at first.
    pub before: Color,
    /// The color now.
    pub color: Color,
    /// Hue, saturation and value. The hue stays when the color becomes gray.
    hsv: Components,
    /// Lightness, chroma and hue.
    oklch: Components,
}

/// Colors to choose from, under titles.
pub type Offered<'a> = [(&'a str, &'a [Color])];

fn rgb([red, green, blue, _]: Color) -> Components {
    [red, green, blue]
}

/// A label in front of a row. Assistive technology reads the names of the fields instead.
fn label(ui: &mut Ui, text: &str) {
    let size = Vec2::new(LABEL, ui.spacing().interact_size.y);
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let font = TextStyle::Body.resolve(ui.style());
    ui.painter().text(rect.left_center(), Align2::LEFT_CENTER, text, font, Palette::of(ui).weak);
}

impl Picked {
    /// Starts with a color.
    pub fn new(color: Color) -> Picked {
        let (hsv, oklch) = (hsv_of(rgb(color), 0.0), oklch_of(rgb(color), 0.0));
        Picked { before: color, color, hsv, oklch }
    }

    /// Takes a color from elsewhere.
    pub fn take(&mut self, color: Color) {
        self.color = color;
        self.hsv = hsv_of(rgb(color), self.hsv[0]);
        self.oklch = oklch_of(rgb(color), self.oklch[2]);
    }

    /// Takes a color without its alpha from elsewhere.
    pub fn take_rgb(&mut self, color: Color) {
        self.set_rgb(rgb(color));
    }

    fn set_rgb(&mut self, [red, green, blue]: Components) {
        self.take([red, green, blue, self.color[3]]);
    }

    fn set_hsv(&mut self, hsv: Components) {
        // Another hue of gray is the same gray.
        if of_hsv(hsv) != of_hsv(self.hsv) {
            self.set_rgb(of_hsv(hsv));
        }
        self.hsv = hsv;
    }

    fn set_oklch(&mut self, oklch: Components) {
        if of_oklch(oklch) != of_oklch(self.oklch) {
            self.set_rgb(of_oklch(oklch));
        }
        self.oklch = oklch;
    }

    /// Shows everything by which the color is chosen. With `takes_focus`, the keyboard moves the square. `tried` is the
    /// color under the eyedropper.
    pub fn show(&mut self, ui: &mut Ui, has_alpha: bool, takes_focus: bool, tried: Option<Color>, offered: &Offered) {
        let id = Id::new("color picker");
        ui.horizontal_top(|ui| {
            let [hue, saturation, value] = self.hsv;
            let shade = |part: Vec2| screen_of_srgb(srgb_of_hsv([hue, part.x, part.y]));
            let (name, at) = ("Saturation and value", Vec2::new(saturation, value));
            let (response, moved) = square(ui, id.with("square"), name, SQUARE, at, shade);
            if takes_focus {
                response.request_focus();
            }
            if let Some(part) = moved {
                self.set_hsv([hue, part.x, part.y]);
            }
            ui.vertical(|ui| self.before_and_after(ui, tried));
        });
        let [hue, saturation, value] = self.hsv;
        let shade = |hue| screen_of_srgb(srgb_of_hsv([hue, 1.0, 1.0]));
        if let Some(hue) = bar(ui, id.with("hue"), "Hue", Vec2::new(WIDTH, BAR), hue, shade) {
            self.set_hsv([hue, saturation, value]);
        }
        ui.add_space(4.0);
        self.sliders(ui, id);
        if has_alpha {
            let [red, green, blue, alpha] = self.color;
            let shade = |alpha| to_screen([red, green, blue, alpha]);
            let spec = NumberSpec::between(0.0..=1.0);
            if let Some(alpha) = slider(ui, id, "Alpha", "Alpha", (alpha, 1.0), &spec, shade) {
                self.color[3] = alpha;
            }
        }
        ui.add_space(4.0);
        let encoded = rgb(self.color).map(linear_to_srgb);
        if let Some((channel, new)) = channels(ui, "sRGB", encoded) {
            self.set_channel(channel, srgb_to_linear(new));
        }
        if let Some((channel, new)) = channels(ui, "Linear", rgb(self.color)) {
            self.set_channel(channel, new);
        }
        self.hex(ui);
        for (title, colors) in offered {
            if let Some(color) = swatches(ui, title, colors) {
                if has_alpha { self.take(color) } else { self.take_rgb(color) }
            }
        }
    }

    fn set_channel(&mut self, channel: usize, value: f32) {
        let mut color = self.color;
        color[channel] = value;
        self.take(color);
    }

    /// The new color above the one before; a click on that brings it back.
    fn before_and_after(&mut self, ui: &mut Ui, tried: Option<Color>) {
        let size = Vec2::new(ui.available_width(), SQUARE.y / 2.0 - 18.0);
        ui.spacing_mut().item_spacing.y = 2.0;
        for (name, color) in [("New", tried.unwrap_or(self.color)), ("Before", self.before)] {
            ui.add(Label::new(RichText::new(name).small().weak()).selectable(false));
            let (rect, response) = ui.allocate_exact_size(size, Sense::click());
            response.widget_info(|| WidgetInfo::labeled(WidgetType::ColorButton, true, name));
            patch(ui, rect, opaque(color), to_screen(color));
            if name == "Before" && response.on_hover_text("Take this color again").clicked() {
                self.take(color);
            }
        }
    }

    /// Sliders for lightness, chroma and hue as people see them.
    fn sliders(&mut self, ui: &mut Ui, id: Id) {
        let names = [("L", "OKLCh lightness", 1.0), ("C", "OKLCh chroma", CHROMA), ("h", "OKLCh hue", 1.0)];
        for (component, (text, name, most)) in names.into_iter().enumerate() {
            let oklch = self.oklch;
            let with = |part: f32| {
                let mut oklch = oklch;
                oklch[component] = part * most;
                oklch
            };
            let shade = |part| {
                let [red, green, blue] = of_oklch(with(part));
                opaque([red, green, blue, 1.0])
            };
            let spec = match component {
                2 => NumberSpec { unit: "degrees".into(), ..NumberSpec::between(0.0..=360.0) },
                _ => NumberSpec::between(0.0..=f64::from(most)),
            };
            if let Some(part) = slider(ui, id, text, name, (oklch[component] / most, most), &spec, shade) {
                self.set_oklch(with(part));
            }
        }
    }

    /// The field for hexadecimal digits. What is typed counts once it is complete and the field is left.
    fn hex(&mut self, ui: &mut Ui) {
        ui.horizontal(|ui| {
            label(ui, "Hex");
            let id = ui.id().with("hex");
            let present = hex_of(rgb(self.color));
            let typed = ui.data(|data| data.get_temp::<String>(id));
            let mut text = typed.clone().unwrap_or_else(|| present.clone());
            let is_wrong = of_hex(&text).is_none();
            let mut edit = TextEdit::singleline(&mut text).desired_width(84.0).font(TextStyle::Monospace);
            if is_wrong {
                edit = edit.text_color(Palette::of(ui).error);
            }
            let response = ui.add(edit);
            ui.ctx().accesskit_node_builder(response.id, |node| node.set_label("Hex"));
            if response.lost_focus() {
                ui.data_mut(|data| data.remove_temp::<String>(id));
                // Only digits that were typed: the color may lie between colors of 8 bits.
                if let Some(color) = typed.and_then(|typed| of_hex(&typed)) {
                    self.set_rgb(color);
                }
            } else if response.changed() {
                ui.data_mut(|data| data.insert_temp(id, text));
            }
            if is_wrong {
                ui.label(RichText::new("six digits, such as #ff8800").small().color(Palette::of(ui).error));
            } else if rgb(self.color).iter().any(|channel| !(0.0..=1.0).contains(channel)) {
                ui.label(RichText::new("beyond the screen's range").small().weak());
            }
        });
    }
}

fn screen_of_srgb(color: Components) -> Color32 {
    let [red, green, blue] = color.map(|channel| (channel.clamp(0.0, 1.0) * 255.0).round() as u8);
    Color32::from_rgb(red, green, blue)
}

/// A row of a bar and a number. `at` is the position on the bar and the value at its end; returns the new position.
fn slider(
    ui: &mut Ui,
    id: Id,
    text: &str,
    name: &str,
    (at, most): (f32, f32),
    spec: &NumberSpec,
    color: impl Fn(f32) -> Color32,
) -> Option<f32> {
    const NUMBER: f32 = 64.0;
    ui.horizontal(|ui| {
        label(ui, text);
        let width = WIDTH - LABEL - NUMBER - 2.0 * ui.spacing().item_spacing.x;
        let moved = bar(ui, id.with(name), &format!("{name} bar"), Vec2::new(width, BAR), at, color);
        // The value as written: a part, a chroma, or degrees.
        let scale = if spec.unit.is_empty() { most } else { 360.0 };
        let (_, typed) = number(ui, name, spec, f64::from(at * scale), NUMBER);
        moved.or(typed.map(|typed| typed as f32 / scale))
    })
    .inner
}

/// A row of red, green and blue; returns the channel that the user changed, and its value.
fn channels(ui: &mut Ui, text: &str, color: Components) -> Option<(usize, f32)> {
    let spec = NumberSpec { hard: -1e6..=1e6, ..NumberSpec::between(0.0..=1.0) };
    ui.horizontal(|ui| {
        label(ui, text);
        let width = (WIDTH - LABEL) / 3.0 - ui.spacing().item_spacing.x;
        let mut changed = None;
        for (channel, name) in ["red", "green", "blue"].into_iter().enumerate() {
            let name = format!("{text} {name}");
            let (_, new) = number(ui, &name, &spec, f64::from(color[channel]), width);
            changed = changed.or(new.map(|new| (channel, new as f32)));
        }
        changed
    })
    .inner
}

/// Rows of small patches; returns the color that the user clicked.
fn swatches(ui: &mut Ui, title: &str, colors: &[Color]) -> Option<Color> {
    if colors.is_empty() {
        return None;
    }
    ui.add_space(4.0);
    ui.add(Label::new(RichText::new(title).small().weak()).selectable(false));
    let mut chosen = None;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = Vec2::splat(3.0);
        for color in colors {
            let (rect, response) = ui.allocate_exact_size(Vec2::splat(SWATCH), Sense::click());
            let name = hex_of(rgb(*color));
            response.widget_info(|| WidgetInfo::labeled(WidgetType::ColorButton, true, format!("{title}: {name}")));
            patch(ui, rect, opaque(*color), to_screen(*color));
            if response.has_focus() || response.hovered() {
                let stroke = Stroke::new(2.0, Palette::of(ui).accent);
                ui.painter().rect_stroke(rect, 3.0, stroke, StrokeKind::Outside);
            }
            if response.on_hover_text(name).clicked() {
                chosen = Some(*color);
            }
        }
    });
    chosen
}
