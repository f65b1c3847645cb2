//! Descriptions from definitions, with names of inputs as the fields show them.

use egui::text::{LayoutJob, TextFormat};
use egui::{TextStyle, Ui};

use crate::fields::input::shown_name;

/// The text with the parts between backquotes in italics.
pub fn prose(ui: &Ui, text: &str) -> LayoutJob {
    let mut job = LayoutJob::default();
    let (font, color) = (TextStyle::Body.resolve(ui.style()), ui.visuals().text_color());
    for (index, part) in text.split('`').enumerate() {
        let italics = index % 2 == 1;
        let part = if italics { shown_name(part) } else { part.to_owned() };
        let format = TextFormat { italics, ..TextFormat::simple(font.clone(), color) };
        job.append(&part, 0.0, format);
    }
    job
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_shown_as_fields_show_them() {
        egui::__run_test_ui(|ui| {
            let job = prose(ui, "What was `from_min` becomes `to_min`.");
            assert_eq!(job.text, "What was from min becomes to min.");
            let italics: Vec<bool> = job.sections.iter().map(|section| section.format.italics).collect();
            assert_eq!(italics, [false, true, false, true, false]);
        });
    }
}
