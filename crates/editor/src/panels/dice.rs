//! The dice: random values for the parameters of a graph, except those that are locked.

use std::collections::{BTreeMap, BTreeSet};

use egui::{Button, Ui, Vec2};
use travertine_editing::actions::{self, Roll};
use travertine_editing::{Action, Outline, Refusal};
use travertine_graph::document::Document;
use travertine_graph::json::Value;

use crate::icons;
use crate::requests::Requests;
use crate::widgets::buttons::icon;
use crate::widgets::number::{NumberSpec, number};
use crate::widgets::seed::{random, seed};

type Values = BTreeMap<String, Value>;

/// The dice and the last roll.
pub struct Dice {
    /// Whether its row is shown.
    pub is_shown: bool,
    roll: Roll,
    /// The values before the first roll of a series: each roll starts from them, so that a number means the same look.
    from: Values,
    rolled: Rolled,
}

/// What the last roll gave.
#[derive(PartialEq)]
enum Rolled {
    /// Nothing, or something that the user has changed since.
    Nothing,
    /// The values that the document has next.
    Soon,
    /// These values.
    Values(Values),
}

impl Default for Dice {
    fn default() -> Dice {
        let roll = Roll { seed: 1, strength: 0.3, locked: BTreeSet::new() };
        Dice { is_shown: false, roll, from: Values::new(), rolled: Rolled::Nothing }
    }
}

fn values(document: &Document) -> Values {
    let known = document.parameters.iter();
    known.filter_map(|(name, parameter)| Some((name.clone(), parameter.default.clone()?))).collect()
}

impl Dice {
    /// Looks at what became of the last roll.
    pub fn follow(&mut self, document: &Document) {
        if self.rolled == Rolled::Soon {
            self.rolled = Rolled::Values(values(document));
        } else if matches!(&self.rolled, Rolled::Values(rolled) if *rolled != values(document)) {
            self.rolled = Rolled::Nothing;
        }
    }

    fn roll(&mut self, outline: &Outline) -> Result<Action, Refusal> {
        if self.rolled == Rolled::Nothing {
            self.from = values(outline.document());
        }
        let action = actions::vary(outline, &self.from, &self.roll)?;
        self.rolled = Rolled::Soon;
        Ok(action)
    }

    /// A button that locks a parameter.
    pub fn lock(&mut self, ui: &mut Ui, name: &str) {
        let locked = &mut self.roll.locked;
        let is_locked = locked.contains(name);
        let shown = if is_locked { icons::LOCKED } else { icons::UNLOCKED };
        let button = icon(ui, shown, &format!("Lock {name}"), is_locked);
        if button.on_hover_text("Keep this value when the dice are rolled").clicked() && !locked.remove(name) {
            locked.insert(name.to_owned());
        }
    }
}

/// Shows the row of the dice: a button that rolls them, how far values may go, and the number of the roll.
pub fn show(ui: &mut Ui, outline: &Outline, dice: &mut Dice, requests: &mut Requests) {
    const BUTTON: f32 = 64.0;
    ui.horizontal(|ui| {
        let gap = ui.spacing().item_spacing.x;
        let size = Vec2::new(BUTTON, ui.spacing().interact_size.y);
        let half = (ui.available_width() - BUTTON - 2.0 * gap) / 2.0;
        let button = ui.add_sized(size, Button::new("Roll"));
        if button
            .on_hover_text("Vary all parameters that are not locked, from where they were before the first roll")
            .clicked()
        {
            dice.roll.seed = random(ui, dice.roll.seed);
            requests.act(dice.roll(outline));
        }
        let spec = NumberSpec { unit: "%".into(), step: Some(1.0), ..NumberSpec::between(0.0..=100.0) };
        let percent = f64::from(dice.roll.strength * 100.0).round();
        let (field, new) = number(ui, "Strength of the dice", &spec, percent, half);
        field.on_hover_text("How far values may go, in percent of their ranges");
        if let Some(new) = new {
            dice.roll.strength = new as f32 / 100.0;
            if dice.rolled != Rolled::Nothing {
                requests.drag("dice", dice.roll(outline));
            }
        }
        if let Some(new) = seed(ui, "Number of the roll", dice.roll.seed, half) {
            dice.roll.seed = new;
            requests.drag("dice", dice.roll(outline));
        }
    });
}
