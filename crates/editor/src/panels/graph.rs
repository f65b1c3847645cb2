//! The tab with the graph itself: its problems, name, description, category and search words.

use egui::{Label, Link, RichText, TextEdit, Ui};
use travertine_editing::{Action, Edit, Outline};

use crate::fields;
use crate::project::problems::{Problem, Problems};
use crate::requests::{Request, Requests};
use crate::theme::Palette;

/// Shows the tab.
pub fn show(ui: &mut Ui, outline: &Outline, problems: &Problems, title: &str, requests: &mut Requests) {
    let document = outline.document();
    let width = ui.available_width();
    ui.add(Label::new(RichText::new(title).heading()).truncate());
    // One scope, so that the fields below keep their focus when problems come and go.
    ui.scope(|ui| list(ui, problems, requests));
    let mut name = document.name.clone().unwrap_or_default();
    let field = ui.add(TextEdit::singleline(&mut name).hint_text("Name").desired_width(width));
    if field.changed() {
        let name = Some(name).filter(|name| !name.is_empty());
        requests.drag("name", Ok(Action::new("Rename graph", Edit::Name(name))));
    }
    let mut text = document.description.clone().unwrap_or_default();
    let field = ui.add(TextEdit::multiline(&mut text).hint_text("Description").desired_width(width).desired_rows(2));
    if field.changed() {
        let text = Some(text).filter(|text| !text.is_empty());
        requests.drag("description", Ok(Action::new("Change description", Edit::Description(text))));
    }
    fields::graph::as_node(ui, outline, requests);
}

/// The problems come first: a click on their number opens this tab.
fn list(ui: &mut Ui, problems: &Problems, requests: &mut Requests) {
    if problems.count() == 0 {
        return;
    }
    ui.label(RichText::new("Problems").strong());
    for problem in problems.general() {
        ui.label(colored(ui, problem, &problem.text));
    }
    for (id, problem) in problems.nodes() {
        let row = ui.add(Link::new(colored(ui, problem, &format!("{id}: {}", problem.text))));
        if row.on_hover_text("Show this node").clicked() {
            requests.push(Request::Reveal(id.to_owned()));
        }
    }
    ui.add_space(8.0);
}

/// A text in the color of a problem.
pub fn colored(ui: &Ui, problem: &Problem, text: &str) -> RichText {
    RichText::new(text).color(problem.color(Palette::of(ui)))
}
