//! Sections of parameters, in the order of their first parameter.

use egui::{Align2, CursorIcon, Id, Sense, TextStyle, Ui, Vec2, WidgetInfo, WidgetType};
use travertine_graph::document::Parameter;

use crate::icons;
use crate::theme::Palette;

/// The titles of the sections, each with the indices of its parameters. Parameters without a section come first,
/// without a title.
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

/// Shows the heading of a section; returns whether the section is unfolded. A click on the heading folds it or unfolds
/// it, until the program ends, for all sections of this title within `scope`. Without a title there is nothing to fold.
pub fn section(ui: &mut Ui, scope: &str, title: &str) -> bool {
    if title.is_empty() {
        return true;
    }
    ui.add_space(4.0);
    let id = Id::new(("section", scope, title));
    let mut is_folded = ui.data(|data| data.get_temp::<bool>(id)).unwrap_or_default();
    let size = Vec2::new(ui.available_width(), ui.spacing().interact_size.y);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::selected(WidgetType::CollapsingHeader, true, !is_folded, title));
    if response.clicked() {
        is_folded = !is_folded;
        ui.data_mut(|data| data.insert_temp(id, is_folded));
    }
    let palette = Palette::of(ui);
    let is_marked = response.hovered() || response.has_focus();
    let color = if is_marked { palette.text } else { palette.accent };
    let caret = if is_folded { icons::FOLDED } else { icons::UNFOLDED };
    let font = TextStyle::Small.resolve(ui.style());
    let caret = ui.painter().text(rect.left_center(), Align2::LEFT_CENTER, caret, font.clone(), color);
    let after = caret.right_center() + Vec2::new(4.0, 0.0);
    ui.painter().text(after, Align2::LEFT_CENTER, title, font, color);
    response.on_hover_cursor(CursorIcon::PointingHand);
    !is_folded
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
