//! What an empty canvas shows: ways to begin.

use egui::{Align2, Area, Frame, Id, Margin, Order, Rect, RichText, Ui, Vec2};

use crate::commands::Command;
use crate::icons;
use crate::requests::Requests;
use crate::theme::Palette;
use crate::widgets::buttons;

const WIDTH: f32 = 250.0;
/// Distance above the center, where the list of outputs is.
const ABOVE: f32 = 50.0;

/// Shows the ways to begin above the list of outputs.
pub fn show(ui: &Ui, area: Rect, requests: &mut Requests) {
    let place = area.center() - Vec2::new(0.0, ABOVE);
    let card = Area::new(Id::new("welcome")).order(Order::Middle).pivot(Align2::CENTER_BOTTOM).fixed_pos(place);
    card.constrain_to(area).show(ui.ctx(), |ui| {
        let palette = Palette::of(ui);
        Frame::new().fill(palette.panel).corner_radius(8).inner_margin(Margin::same(14)).show(ui, |ui| {
            ui.set_width(WIDTH);
            ui.label(RichText::new("Hello").heading());
            ui.label(RichText::new("Add nodes, and wire the last one to the outputs.").weak());
            ui.add_space(6.0);
            for (icon, text, command) in [
                (icons::ADD, "Add the first node", Command::AddNode),
                (icons::EXAMPLES, "Start from an example", Command::Gallery),
                (icons::OPEN, "Open a file", Command::Open),
            ] {
                if buttons::wide(ui, icon, text, command.shortcut()).clicked() {
                    requests.run(command);
                }
            }
        });
    });
}
