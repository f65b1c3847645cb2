//! The trail above the canvas: the groups around what is shown, which lead out.

use egui::{Button, RichText, Ui};
use travertine_editing::History;
use travertine_graph::document::Document;

use crate::requests::{Go, Request, Requests};
use crate::theme::Palette;

/// Shows the trail. `title` is that of the whole graph.
pub fn show(ui: &mut Ui, history: &History, title: &str, requests: &mut Requests) {
    let path = history.path();
    ui.horizontal(|ui| {
        ui.add_space(4.0);
        let mut document: &Document = history.document();
        for depth in 0..=path.len() {
            let name = match depth.checked_sub(1).map(|index| &path[index]) {
                None => title,
                Some(name) => {
                    ui.label(RichText::new("›").color(Palette::of(ui).weak));
                    let Some(group) = document.groups.get(name) else { break };
                    document = &group.document;
                    document.name.as_deref().unwrap_or(name)
                }
            };
            if depth == path.len() {
                ui.strong(name);
            } else {
                let button = ui.add(Button::new(name).frame(false));
                if button.on_hover_text("Leave to here").clicked() {
                    requests.push(Request::Go(Go::Out(depth)));
                }
            }
        }
        if let Some(instance) = history.instance() {
            let label = ui.weak(format!("as in {instance}"));
            label.on_hover_text("The pictures show what happens in this instance.");
        }
        ui.weak("   Shift+Tab to leave");
    });
}
