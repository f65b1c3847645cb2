//! Sections of parameters, in the order of their first parameter.

use egui::{RichText, Ui};
use travertine_graph::document::Parameter;

use crate::theme::Palette;

/// The titles of the sections, each with the indices of its parameters. Parameters without a section come first, without
/// a title.
pub fn sections(parameters: &[(String, Parameter)]) -> Vec<(&str, Vec<usize>)> {
    let mut sections: Vec<(&str, Vec<usize>)> = vec![("", Vec::new())];
    for (index, (_, parameter)) in parameters.iter().enumerate() {
        let title = parameter.section.as_deref().unwrap_or_default();
        match sections.iter_mut().find(|(known, _)| *known == title) {
            Some((_, members)) => members.push(index),
            None => sections.push((title, vec![index])),
        }
    }
    sections.retain(|(_, members)| !members.is_empty());
    sections
}

/// Shows the title of a section.
pub fn section(ui: &mut Ui, title: &str) {
    if !title.is_empty() {
        ui.add_space(6.0);
        ui.label(RichText::new(title).small().color(Palette::of(ui).accent));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_gather_under_their_titles() {
        let parameters = ["a", "", "b", "a", ""].map(|title| {
            let section = Some(title.to_owned()).filter(|title| !title.is_empty());
            (String::new(), Parameter { section, ..Parameter::default() })
        });
        assert_eq!(sections(&parameters), [("", vec![1, 4]), ("a", vec![0, 3]), ("b", vec![2])]);
        assert!(sections(&[]).is_empty());
    }
}
