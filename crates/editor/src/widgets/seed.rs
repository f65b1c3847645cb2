//! A seed field: a number, and a button for a random one.

use egui::{Button, Ui};

use crate::icons;

use super::number::{NumberSpec, number};

/// The width of the button, in points.
const DICE: f32 = 26.0;

/// The new seed if the user changed it.
pub fn seed(ui: &mut Ui, name: &str, value: u32, width: f32) -> Option<u32> {
    let width = width - DICE - ui.spacing().item_spacing.x;
    let (_, typed) = number(ui, name, &NumberSpec::seeds(), f64::from(value), width);
    let dice = ui.add_sized([DICE, ui.spacing().interact_size.y], Button::new(icons::RANDOM));
    ui.ctx().accesskit_node_builder(dice.id, |node| node.set_label("Random seed"));
    if dice.on_hover_text("Random seed.").clicked() {
        return Some(random(ui, value));
    }
    typed.map(|typed| typed as u32)
}

/// Another seed, which nobody can foresee.
pub fn random(ui: &Ui, present: u32) -> u32 {
    // The time is unpredictable enough; small numbers are easier to remember.
    let time = ui.input(|input| input.time).to_bits();
    let mixed = (time ^ u64::from(present)).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
    let rolled = (mixed % 10_000) as u32;
    if rolled == present { present ^ 1 } else { rolled }
}
