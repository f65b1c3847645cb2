//! A field for a text of several lines. While the text does not fit, the field shows why, and the last text stays.

use egui::{TextEdit, Ui};
use travertine_graph::definition::InputDefinition;
use travertine_graph::diagnostic::Diagnostic;
use travertine_graph::json::Value;

use super::draft::draft;

/// The most lines that a field shows at once; it scrolls to others as the cursor moves.
const MOST_LINES: usize = 6;

/// A field with the text of an input, as high as its lines. Returns the new text if the user changed it.
pub fn text(ui: &mut Ui, name: &str, input: &InputDefinition, text: &str, width: f32) -> Option<String> {
    let read = |typed: &str| match input.constant(&Value::from(typed)) {
        Ok(_) => Ok(typed.to_owned()),
        Err(problems) => Err(problems.iter().next().cloned().unwrap_or_else(|| {
            // Errors come with at least one problem.
            Diagnostic::error("", "the text does not fit")
        })),
    };
    let rows = text.split('\n').count().min(MOST_LINES);
    draft(ui, name, text, width, |typed| TextEdit::multiline(typed).desired_rows(rows), read)
}
