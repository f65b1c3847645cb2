//! The inspector: the selected node and its inputs, or else the graph with its name, parameters and problems.

use egui::containers::menu::{MenuButton, MenuConfig};
use egui::{Align, Button, Key, Label, Layout, PopupCloseBehavior, RichText, ScrollArea, TextEdit, Ui, Vec2};
use travertine_editing::{Action, Edit, Outline, Refusal, Socket, actions};
use travertine_graph::constant::Constant;
use travertine_graph::definition::{InputDefinition, ValueType};
use travertine_graph::document::Parameter;
use travertine_graph::json::Value;
use travertine_library::Library;

use crate::fields::{Room, constant, row, shown_name};
use crate::frame_fields;
use crate::graph_fields;
use crate::preset_row;
use crate::problems::Problems;
use crate::prose::prose;
use crate::requests::Requests;
use crate::sections::sections;
use crate::theme::Palette;
use crate::widgets::choice::choice;

const NAME: f32 = 96.0;
/// The width of the button that opens a menu, in points.
const MORE: f32 = 22.0;

/// The subject of the inspector.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shown<'a> {
    /// The node with this id.
    Node(&'a str),
    /// The frame or note with this id.
    Frame(&'a str),
    /// The graph.
    Graph,
    /// The graph of the group with this name.
    Group(&'a str),
}

/// Shows the inspector.
pub fn show(
    ui: &mut Ui,
    outline: &Outline,
    library: &Library,
    problems: &Problems,
    shown: Shown,
    requests: &mut Requests,
) {
    ScrollArea::vertical().id_salt("inspector").auto_shrink(false).show(ui, |ui| {
        // Room for the scroll bar.
        ui.set_width(ui.available_width() - 10.0);
        match shown {
            Shown::Node(id) => node(ui, outline, (library, problems), id, requests),
            Shown::Frame(id) => frame_fields::show(ui, outline, id, requests),
            Shown::Graph => graph(ui, outline, problems, "Graph", requests),
            Shown::Group(name) => graph(ui, outline, problems, &format!("Group {name}"), requests),
        }
    });
}

fn node(
    ui: &mut Ui,
    outline: &Outline,
    (library, problems): (&Library, &Problems),
    id: &str,
    requests: &mut Requests,
) {
    ui.add(Label::new(RichText::new(id).heading()).truncate());
    if let Some(problem) = problems.of_node(id) {
        let palette = Palette::of(ui);
        ui.label(RichText::new(&problem.text).color(if problem.is_error {
            palette.error
        } else {
            palette.warning
        }));
    }
    let Some(definition) = outline.definition(id) else {
        let node_type = outline.document().nodes.get(id).map_or("", |node| node.node_type.as_str());
        ui.label(format!("This version has no node type `{node_type}`. The node is preserved unchanged."));
        return;
    };
    ui.label(RichText::new(format!("{} · {}", definition.label, definition.type_name())).weak());
    if !definition.description.is_empty() {
        ui.label(prose(ui, &definition.description));
    }
    ui.add_space(6.0);
    let room = Room { width: ui.available_width(), name: NAME, full: true };
    let Some((name, group)) = outline.group_of(id) else {
        for input in definition.inputs.iter().filter(|input| outline.shows(id, input)) {
            row(ui, outline, &Socket::new(id, &*input.name), input, room, requests);
        }
        return;
    };
    graph_fields::group(ui, outline, library, id, (name, group), requests);
    ui.add_space(6.0);
    let parameters = &group.document.parameters;
    let is_parameter = |input: &InputDefinition| parameters.iter().any(|(name, _)| *name == input.name);
    // The number of iterations is no parameter.
    for input in definition.inputs.iter().filter(|input| !is_parameter(input)) {
        row(ui, outline, &Socket::new(id, &*input.name), input, room, requests);
    }
    for (title, members) in sections(parameters) {
        section(ui, title);
        for (name, _) in members.iter().filter_map(|index| parameters.get(*index)) {
            if let Some(index) = definition.input_index(name) {
                let input = &definition.inputs[index];
                row(ui, outline, &Socket::new(id, name), input, room, requests);
            }
        }
    }
}

/// The title of a section of parameters.
fn section(ui: &mut Ui, title: &str) {
    if !title.is_empty() {
        ui.add_space(6.0);
        ui.label(RichText::new(title).small().color(Palette::of(ui).accent));
    }
}

fn graph(ui: &mut Ui, outline: &Outline, problems: &Problems, title: &str, requests: &mut Requests) {
    let document = outline.document();
    let width = ui.available_width();
    ui.add(Label::new(RichText::new(title).heading()).truncate());
    let mut name = document.name.clone().unwrap_or_default();
    let field = ui.add(TextEdit::singleline(&mut name).hint_text("Name").desired_width(width));
    if field.changed() {
        let name = Some(name).filter(|name| !name.is_empty());
        requests.drag("name", Ok(Action::new("Rename graph", Edit::Name(name))));
    }
    let mut text = document.description.clone().unwrap_or_default();
    let field =
        ui.add(TextEdit::multiline(&mut text).hint_text("Description").desired_width(width).desired_rows(2));
    if field.changed() {
        let text = Some(text).filter(|text| !text.is_empty());
        requests.drag("description", Ok(Action::new("Change description", Edit::Description(text))));
    }
    graph_fields::as_node(ui, outline, requests);
    ui.add_space(8.0);
    if document.parameters.is_empty() {
        ui.label(RichText::new("Parameters").strong());
        ui.weak("Right-click an input and expose it to set it here or from the command line.");
    } else {
        preset_row::show(ui, outline, NAME, MORE, requests);
    }
    for (title, members) in sections(&document.parameters) {
        section(ui, title);
        for index in members {
            let (name, _) = &document.parameters[index];
            // The buttons are aligned, however wide the fields are.
            ui.horizontal(|ui| {
                ui.with_layout(Layout::right_to_left(Align::Min), |ui| {
                    more(ui, outline, index, name, requests);
                    let width = ui.available_width() - ui.spacing().item_spacing.x;
                    ui.with_layout(Layout::left_to_right(Align::Min), |ui| {
                        parameter(ui, outline, index, name, width, requests);
                    });
                });
            });
        }
    }
    if problems.count() > 0 {
        ui.add_space(8.0);
        ui.label(RichText::new("Problems").strong());
    }
    let palette = Palette::of(ui);
    for problem in problems.general() {
        ui.label(RichText::new(&problem.text).color(if problem.is_error {
            palette.error
        } else {
            palette.warning
        }));
    }
    for (id, problem) in problems.nodes() {
        let color = if problem.is_error { palette.error } else { palette.warning };
        ui.label(RichText::new(format!("{id}: {}", problem.text)).color(color));
    }
}

/// The menu of a parameter.
fn more(ui: &mut Ui, outline: &Outline, index: usize, name: &str, requests: &mut Requests) {
    let config = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    let button = MenuButton::from_button(Button::new("…").min_size(Vec2::new(MORE, 0.0))).config(config);
    let (response, _) = button.ui(ui, |ui| {
        let typed = ui.id().with(("new name of", name));
        let mut new = ui.data(|data| data.get_temp::<String>(typed)).unwrap_or_else(|| name.to_owned());
        ui.horizontal(|ui| {
            ui.label("Name");
            let field = ui.add(TextEdit::singleline(&mut new).desired_width(150.0));
            ui.ctx().accesskit_node_builder(field.id, |node| node.set_label("Name of the parameter"));
            let done = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            if done && new != name {
                requests.act(actions::rename_parameter(outline, name, &new));
            }
            if done {
                ui.close();
            } else {
                ui.data_mut(|data| data.insert_temp(typed, new));
            }
        });
        section_field(ui, outline, index, name, requests);
        let last = outline.document().parameters.len() - 1;
        let mut offer =
            |ui: &mut Ui, enabled: bool, text: &str, action: &dyn Fn() -> Result<Action, Refusal>| {
                if ui.add_enabled(enabled, Button::new(text)).clicked() {
                    requests.act(action());
                    ui.close();
                }
            };
        offer(ui, index > 0, "Move up", &|| actions::move_parameter(outline, name, index - 1));
        offer(ui, index < last, "Move down", &|| actions::move_parameter(outline, name, index + 1));
        offer(ui, true, "Remove", &|| actions::remove_parameter(outline, name));
    });
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_label(format!("Change parameter {name}")));
    response.on_hover_text("Rename, move or remove");
}

/// The field for the section of a parameter.
fn section_field(ui: &mut Ui, outline: &Outline, index: usize, name: &str, requests: &mut Requests) {
    let parameter = &outline.document().parameters[index].1;
    let mut title = parameter.section.clone().unwrap_or_default();
    ui.horizontal(|ui| {
        ui.label("Section");
        let field = ui.add(TextEdit::singleline(&mut title).desired_width(140.0));
        ui.ctx().accesskit_node_builder(field.id, |node| node.set_label("Section of the parameter"));
        if field.changed() {
            let section = Some(title).filter(|title| !title.is_empty());
            let changed = Parameter { section, ..parameter.clone() };
            requests.drag(("section", name), actions::set_parameter(outline, name, changed));
        }
    });
}

/// The field for a parameter's default.
fn parameter(ui: &mut Ui, outline: &Outline, index: usize, name: &str, width: f32, requests: &mut Requests) {
    let parameter = &outline.document().parameters[index].1;
    let Some(definition) = definition_of(parameter) else {
        ui.add_sized(
            [width, ui.spacing().interact_size.y],
            Label::new(RichText::new(format!("{name}: {}", parameter.parameter_type)).weak()).truncate(),
        );
        return;
    };
    let value = parameter.default.as_ref().and_then(|value| definition.constant(value).ok());
    ui.horizontal(|ui| {
        ui.set_width(width);
        let size = Vec2::new(NAME, ui.spacing().interact_size.y);
        let label = ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
            ui.set_min_size(size);
            ui.add(Label::new(shown_name(name)).truncate().selectable(false))
        });
        if let Some(description) = &parameter.description {
            label.inner.on_hover_text(description);
        }
        let rest = width - NAME - ui.spacing().item_spacing.x;
        match value {
            None => {
                ui.label(RichText::new("no value").color(Palette::of(ui).error));
            }
            Some(value) => {
                if let Some(new) = edit(ui, name, &definition, &value, parameter, rest) {
                    let action = actions::set_default(name, Value::from(&new));
                    requests.drag(("parameter", name), Ok(action));
                }
            }
        }
    });
}

fn edit(
    ui: &mut Ui,
    name: &str,
    definition: &InputDefinition,
    value: &Constant,
    parameter: &Parameter,
    width: f32,
) -> Option<Constant> {
    ui.push_id(("parameter", name), |ui| {
        if let Constant::Choice(value) = value {
            let (_, new) = choice(ui, name, width, value, parameter.choices.iter().cloned(), String::clone);
            return new.map(Constant::Choice);
        }
        constant(ui, &shown_name(name), definition, value, Room { width, name: NAME, full: true })
    })
    .inner
}

/// The definition of an input that accepts the parameter's values.
fn definition_of(parameter: &Parameter) -> Option<InputDefinition> {
    let value_type = ValueType::of_parameter(&parameter.parameter_type)?;
    let definition = InputDefinition::required("value", value_type);
    let bound =
        |number: &Option<travertine_graph::json::Number>| number.as_ref().and_then(|number| number.as_f32());
    Some(match (bound(&parameter.min), bound(&parameter.max)) {
        (None, None) => definition,
        (min, max) => definition.hard(min.unwrap_or(f32::MIN)..=max.unwrap_or(f32::MAX)),
    })
}
