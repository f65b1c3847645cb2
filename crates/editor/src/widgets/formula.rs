//! A field for a formula. While the text is no formula, the field shows why, and the last formula stays.

use egui::{TextEdit, TextStyle, Ui};
use travertine_graph::formula::Formula;

use super::draft::draft;

/// A field with the text of a formula. Returns the new formula if the user changed it.
pub fn formula(ui: &mut Ui, name: &str, text: &str, width: f32) -> Option<Formula> {
    draft(ui, name, text, width, |typed| TextEdit::singleline(typed).font(TextStyle::Monospace), Formula::parse)
}
