//! A field for a formula. While the text is no formula, the field shows why, and the last formula stays.

use egui::{Label, RichText, TextEdit, TextStyle, Ui};
use travertine_graph::formula::Formula;

use crate::theme::Palette;

/// What was typed into a field, and the text that its document had then. Another text, as after an undo, replaces it.
#[derive(Clone, Default)]
struct Draft {
    typed: String,
    document: String,
}

/// A field with the text of a formula, and below it what is wrong with a text that is none. Returns the new formula if
/// the user changed it.
pub fn formula(ui: &mut Ui, name: &str, text: &str, width: f32) -> Option<Formula> {
    let id = ui.make_persistent_id("formula");
    let draft = ui.data(|data| data.get_temp::<Draft>(id)).filter(|draft| draft.document == text);
    let mut typed = draft.map_or_else(|| text.to_owned(), |draft| draft.typed);
    let error = Palette::of(ui).error;
    let is_wrong = Formula::parse(&typed).is_err();
    let mut field = TextEdit::singleline(&mut typed).id(id).font(TextStyle::Monospace).desired_width(width);
    if is_wrong {
        field = field.text_color(error);
    }
    let response = ui.add(field);
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_label(name));
    let parsed = Formula::parse(&typed);
    if let Err(problem) = &parsed {
        let help = problem.help.as_ref().map_or(String::new(), |help| format!("; {help}"));
        let problem = RichText::new(format!("{}{help}", problem.message)).color(error);
        ui.scope(|ui| {
            ui.set_max_width(width);
            ui.add(Label::new(problem).wrap());
        });
    }
    if !response.changed() {
        return None;
    }
    if let Ok(formula) = parsed {
        ui.data_mut(|data| data.remove_temp::<Draft>(id));
        return Some(formula);
    }
    ui.data_mut(|data| data.insert_temp(id, Draft { typed, document: text.to_owned() }));
    None
}
