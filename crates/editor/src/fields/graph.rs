//! What the inspector shows of the graph as a node: its category and search words; and of an instance, its group.

use egui::{RichText, TextEdit, Ui};
use travertine_editing::{Action, Copied, Edit, Outline, actions};
use travertine_graph::document::Group;
use travertine_library::Library;

use crate::requests::{Go, Request, Requests};
use crate::theme::Palette;

/// Shows the category and the search words of a graph.
pub fn as_node(ui: &mut Ui, outline: &Outline, requests: &mut Requests) {
    let document = outline.document();
    let width = ui.available_width();
    let mut category = document.category.clone().unwrap_or_default();
    let field = ui.add(TextEdit::singleline(&mut category).hint_text("Category in menus").desired_width(width));
    ui.ctx().accesskit_node_builder(field.id, |node| node.set_label("Category in menus"));
    if field.changed() {
        let category = Some(category).filter(|category| !category.is_empty());
        requests.drag("category", Ok(Action::new("Change category", Edit::Category(category))));
    }
    // A space at the end begins another word, so the text is kept as typed.
    let typed = ui.id().with("search words");
    let shown = document.search.join(" ");
    let kept = ui.data(|data| data.get_temp::<String>(typed)).filter(|kept| words(kept) == document.search);
    let mut text = kept.unwrap_or(shown);
    let field = ui.add(TextEdit::singleline(&mut text).hint_text("Search words").desired_width(width));
    ui.ctx().accesskit_node_builder(field.id, |node| node.set_label("Search words"));
    if field.changed() {
        requests.drag("search", Ok(Action::new("Change search words", Edit::Search(words(&text)))));
        ui.data_mut(|data| data.insert_temp(typed, text));
    }
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// Shows the name of the group that an instance belongs to, and where the group comes from.
pub fn group(
    ui: &mut Ui,
    outline: &Outline,
    library: &Library,
    id: &str,
    (name, group): (&str, &Group),
    requests: &mut Requests,
) {
    ui.horizontal(|ui| {
        ui.label("Group");
        let typed = ui.id().with(("new name of group", name));
        let mut new = ui.data(|data| data.get_temp::<String>(typed)).unwrap_or_else(|| name.to_owned());
        let field = ui.add(TextEdit::singleline(&mut new).desired_width(150.0));
        ui.ctx().accesskit_node_builder(field.id, |node| node.set_label("Name of the group"));
        if field.lost_focus() {
            if new != name {
                requests.act(actions::rename_group(outline, name, &new));
            }
            ui.data_mut(|data| data.remove_temp::<String>(typed));
        } else if field.changed() {
            ui.data_mut(|data| data.insert_temp(typed, new));
        }
        if ui.button("Enter").on_hover_text("Show the nodes inside (Tab)").clicked() {
            requests.push(Request::Go(Go::Into(id.to_owned())));
        }
    });
    let path = group.source.as_ref().map_or("", |source| &source.path);
    ui.horizontal_wrapped(|ui| {
        let state = outline.copied(name);
        match state {
            Copied::Own => {}
            Copied::Same => {
                ui.weak(format!("from the library, {path}"));
            }
            Copied::Changed => {
                let text = RichText::new("changed here").color(Palette::of(ui).warning);
                ui.label(text).on_hover_text(format!("It differs from {path}, of which it is a copy."));
            }
        }
        if state != Copied::Same {
            let save = ui.button("Save to library");
            if save.on_hover_text("Write the group to a file that other graphs can use").clicked() {
                requests.push(Request::SaveGroup(name.to_owned()));
            }
        }
        if state == Copied::Changed {
            let keep = ui.button("Keep here");
            if keep.on_hover_text("Make it this graph's own group, which follows no library").clicked() {
                requests.act(actions::keep_group(outline, name));
            }
        }
        if library.newer(group).is_some() {
            let update = ui.button("Update…");
            if update.on_hover_text("The library has another version of this group").clicked() {
                requests.push(Request::UpdateGroup(name.to_owned()));
            }
        }
    });
}
