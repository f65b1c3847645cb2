//! The reference of a node type, from its definition.

use std::sync::Arc;

use egui::{Image, RichText, ScrollArea, Ui, Vec2, Window};
use travertine_graph::constant::Constant;
use travertine_graph::definition::{DefaultValue, Definition, InputDefinition};
use travertine_graph::json::Value;

use crate::fields::input::shown_name;
use crate::fields::prose::prose;
use crate::pictures::of_types::TypePictures;
use crate::requests::{Request, Requests};
use crate::theme::Palette;
use crate::widgets::number::shown;

/// The width and height of the picture, in points.
const PICTURE: f32 = 128.0;

/// Shows the reference in a window; returns whether it stays open.
pub fn show(ui: &Ui, definition: &Arc<Definition>, pictures: &mut TypePictures, requests: &mut Requests) -> bool {
    let mut open = true;
    Window::new(&*definition.label)
        .id(egui::Id::new("reference"))
        .open(&mut open)
        .default_pos([72.0, 56.0])
        .default_width(460.0)
        .show(ui.ctx(), |ui| {
            ScrollArea::vertical().max_height(460.0).show(ui, |ui| {
                ui.horizontal_top(|ui| {
                    if let Some(picture) = pictures.get(ui.ctx(), &definition.id) {
                        ui.add(Image::new((picture, Vec2::splat(PICTURE))).corner_radius(4).alt_text("Example"));
                    }
                    ui.vertical(|ui| {
                        ui.weak(definition.type_name());
                        ui.label(prose(ui, &definition.description));
                    });
                });
                if !definition.example.is_empty() {
                    let button = ui.button("Insert example");
                    let button = button.on_hover_text("Adds the nodes that make the picture.");
                    if button.clicked() {
                        requests.push(Request::InsertExample(Arc::clone(definition)));
                    }
                }
                if !definition.inputs.is_empty() {
                    heading(ui, "Inputs");
                }
                for input in &definition.inputs {
                    entry(ui, &input.name, &facts(input), &input.description);
                }
                heading(ui, "Outputs");
                for output in &definition.outputs {
                    entry(ui, &output.name, "", &output.description);
                }
            });
        });
    open
}

fn heading(ui: &mut Ui, text: &str) {
    ui.add_space(10.0);
    ui.label(RichText::new(text).heading());
}

fn entry(ui: &mut Ui, name: &str, facts: &str, description: &str) {
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        ui.label(RichText::new(shown_name(name)).color(Palette::of(ui).accent));
        ui.weak(facts);
    });
    ui.label(prose(ui, description));
}

/// The type, default and range of an input.
fn facts(input: &InputDefinition) -> String {
    let mut facts = vec![input.value_type.name().to_owned()];
    match &input.default {
        DefaultValue::Required => facts.push("must be wired".to_owned()),
        DefaultValue::Position => facts.push("the position".to_owned()),
        DefaultValue::Noise => facts.push("a noise of its own".to_owned()),
        DefaultValue::Constant(Constant::Ramp(_) | Constant::Curve(_)) => {}
        DefaultValue::Constant(Constant::Choice(name)) => facts.push(format!("default {name}")),
        DefaultValue::Constant(constant) => facts.push(format!("default {}", Value::from(constant))),
    }
    if let Some(range) = input.soft.as_ref().or(input.hard.as_ref()) {
        let end = |value: f32| shown(f64::from(value));
        facts.push(format!("{} to {} {}", end(*range.start()), end(*range.end()), input.unit).trim_end().to_owned());
    }
    facts.join(", ")
}
