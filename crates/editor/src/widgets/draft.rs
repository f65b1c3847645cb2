//! Fields for texts that must fit. While a text does not, the field shows why, and the last one that did stays.

use egui::{Label, RichText, TextEdit, Ui};
use travertine_graph::diagnostic::Diagnostic;

use crate::theme::Palette;

/// What was typed into a field, and the text that its document had then. Another text, as after an undo, replaces it.
#[derive(Clone, Default)]
struct Draft {
    typed: String,
    document: String,
}

/// A field with a text, and below it what is wrong with a text that does not fit. `edit` makes the field, and `read`
/// the value that the text stands for. Returns the new value if the user changed it.
pub fn draft<T>(
    ui: &mut Ui,
    name: &str,
    text: &str,
    width: f32,
    edit: impl for<'t> FnOnce(&'t mut String) -> TextEdit<'t>,
    read: impl Fn(&str) -> Result<T, Diagnostic>,
) -> Option<T> {
    let id = ui.make_persistent_id(name);
    let draft = ui.data(|data| data.get_temp::<Draft>(id)).filter(|draft| draft.document == text);
    let mut typed = draft.map_or_else(|| text.to_owned(), |draft| draft.typed);
    let error = Palette::of(ui).error;
    let is_wrong = read(&typed).is_err();
    let mut field = edit(&mut typed).id(id).desired_width(width);
    if is_wrong {
        field = field.text_color(error);
    }
    let response = ui.add(field);
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_label(name));
    let value = read(&typed);
    if let Err(problem) = &value {
        let expected = problem.expected.as_ref().map(|expected| format!("expected {expected}"));
        let help = problem.help.clone().or(expected).map_or(String::new(), |help| format!("; {help}"));
        let problem = RichText::new(format!("{}{help}", problem.message)).color(error);
        ui.scope(|ui| {
            ui.set_max_width(width);
            ui.add(Label::new(problem).wrap());
        });
    }
    if !response.changed() {
        return None;
    }
    if let Ok(value) = value {
        ui.data_mut(|data| data.remove_temp::<Draft>(id));
        return Some(value);
    }
    ui.data_mut(|data| data.insert_temp(id, Draft { typed, document: text.to_owned() }));
    None
}
