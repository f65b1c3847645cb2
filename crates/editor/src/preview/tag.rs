//! The tag on the picture: what it waits for, or which values it shows, and where they end.

use egui::emath::round_to_decimals;
use egui::{Button, Frame, Label, Margin, Rect, RichText, Ui, UiBuilder, Vec2};
use travertine_editing::render::DisplayRange;

use super::pane::Kind;
use super::{Preview, Surroundings};
use crate::requests::{Request, Requests};
use crate::theme::Palette;

/// The height of the strip that it takes at the lower edge, in points.
pub const HEIGHT: f32 = 34.0;

/// Shows the tag in the lower left corner of the picture, if there is something to say.
pub fn show(ui: &mut Ui, area: Rect, preview: &mut Preview, around: &Surroundings, requests: &mut Requests) {
    let computing = around.computing.filter(|_| !around.is_stopped);
    let is_plane = preview.layout.has(Kind::Plane) && preview.pane(Kind::Plane).shown.is_some();
    let range = range(preview).filter(|_| is_plane && computing.is_none());
    let is_dimmed = is_plane && computing.is_none() && preview.covered(area).is_some();
    preview.has_tag = computing.is_some() || around.is_stopped || range.is_some() || is_dimmed;
    if !preview.has_tag {
        return;
    }
    let room = Rect::from_min_max(area.left_bottom() - Vec2::new(0.0, HEIGHT), area.right_bottom()).shrink(4.0);
    let palette = Palette::of(ui);
    let mut ui = ui.new_child(UiBuilder::new().max_rect(room));
    Frame::NONE.fill(palette.panel).corner_radius(4).inner_margin(Margin::symmetric(6, 2)).show(&mut ui, |ui| {
        ui.horizontal(|ui| {
            let text = |ui: &mut Ui, text: &str| {
                let text = RichText::new(text).small().color(palette.text);
                ui.add(Label::new(text).truncate().selectable(false))
            };
            let button = |ui: &mut Ui, name: &str, explanation: &str| {
                ui.add(Button::new(RichText::new(name).small())).on_hover_text(explanation).clicked()
            };
            if around.is_stopped {
                text(ui, "stopped");
                if button(ui, "Resume", "Start the stopped work again, such as an erosion.") {
                    requests.push(Request::MakeRasters(true));
                }
            } else if let Some(computing) = computing {
                text(ui, computing);
                if button(ui, "Stop", "Stop this. Pictures that need it wait until you resume it.") {
                    requests.push(Request::MakeRasters(false));
                }
            }
            if let Some((said, other)) = range {
                let (name, explanation) = match other {
                    DisplayRange::Fit => ("fit range", "Show the least value black and the greatest white, as thumbnails do."),
                    _ => ("0 to 1", "Show 0 black and 1 white, as files do."),
                };
                if button(ui, name, explanation) {
                    preview.display.span = other;
                }
                // There is no room for both.
                if !is_dimmed {
                    text(ui, &said).on_hover_text("The values in the picture, and those shown black and white.");
                }
            }
            if is_dimmed {
                text(ui, "dimmed: beyond the grid").on_hover_text(
                    "A node before this, such as an erosion, works on a grid. Beyond it, the values of its border go on. \
                     Its inputs `across` and `down` make the grid larger, and `edge` repeats it.",
                );
            }
        });
    });
}

/// The values shown black and white, if values of the picture lie beyond 0 and 1, and the range to change to.
fn range(preview: &Preview) -> Option<(String, DisplayRange)> {
    let picture = &preview.pane(Kind::Plane).shown.as_ref()?.picture;
    let short = |value: f32| round_to_decimals(f64::from(value), 3);
    let shown = picture.observed.iter().take(3).copied();
    let [low, high] = shown.reduce(|[low, high], [least, most]| [low.min(least), high.max(most)])?.map(short);
    if low >= 0.0 && high <= 1.0 {
        return None;
    }
    match preview.display.span {
        DisplayRange::Fit => {
            let [black, white] = picture.span.map(short);
            Some((format!("shows {black} … {white}"), DisplayRange::Unit))
        }
        DisplayRange::Unit => Some((format!("shows 0 … 1 of {low} … {high}"), DisplayRange::Fit)),
        DisplayRange::Between(..) => None,
    }
}
