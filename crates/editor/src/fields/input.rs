//! Rows for editing inputs, on a node and in the inspector. They follow from the input's definition.

use egui::{
    Align, Button, Id, Label, Layout, Popup, Response, RichText, Sense, SetOpenCommand, StrokeKind, TextEdit, Ui,
    UiBuilder, Vec2,
};
use travertine_editing::{Held, Outline, Socket, actions};
use travertine_graph::constant::{Constant, NamedImage};
use travertine_graph::definition::{InputDefinition, ValueType};
use travertine_graph::json::Value;

use crate::requests::{Request, Requests};
use crate::theme::Palette;
use crate::widgets::choice::choice;
use crate::widgets::color::color;
use crate::widgets::curve::curve;
use crate::widgets::formula::formula;
use crate::widgets::number::{NumberSpec, number};
use crate::widgets::ramp::ramp;
use crate::widgets::seed::seed;
use crate::widgets::text::text;
use crate::widgets::toggle::toggle;

/// The room for a row.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Room {
    /// The width of the row, in points.
    pub width: f32,
    /// The width of the name, in points.
    pub name: f32,
    /// Whether there is room for all details, such as the stops of a ramp.
    pub full: bool,
}

/// A row with the name and the content of an input.
pub fn row(
    ui: &mut Ui,
    outline: &Outline,
    socket: &Socket,
    input: &InputDefinition,
    room: Room,
    requests: &mut Requests,
) {
    let Some(held) = outline.held(socket) else { return };
    let wide = is_wide(&input.value_type);
    let value_width = room.width - room.name - ui.spacing().item_spacing.x;
    let shown = ui.scope_builder(UiBuilder::new().id_salt(&socket.name), |ui| {
        if wide {
            ui.vertical(|ui| {
                let name = name_label(ui, input, &held, room.width);
                value(ui, outline, socket, input, &held, Room { width: room.width, ..room }, requests);
                name
            })
            .inner
        } else {
            ui.horizontal(|ui| {
                let name = name_label(ui, input, &held, room.name);
                value(ui, outline, socket, input, &held, Room { width: value_width, ..room }, requests);
                name
            })
            .inner
        }
    });
    // A right click anywhere in a row opens the menu, except on stops of ramps and points of curves.
    let is_over = if wide { shown.inner.contains_pointer() } else { shown.response.contains_pointer() };
    let opens = is_over && ui.input(|input| input.pointer.secondary_clicked());
    menu(&shown.inner, opens, outline, socket, &held, requests);
    tooltip(shown.inner, input);
}

/// Whether the field for a value of this type needs a row of its own, beneath its name.
pub fn is_wide(value_type: &ValueType) -> bool {
    matches!(value_type, ValueType::Ramp | ValueType::Curve | ValueType::Formula | ValueType::Lettering)
}

/// A name in a document, as shown.
pub fn shown_name(name: &str) -> String {
    name.replace('_', " ")
}

fn name_label(ui: &mut Ui, input: &InputDefinition, held: &Held, width: f32) -> Response {
    let palette = Palette::of(ui);
    let is_default = matches!(held, Held::Constant { is_default: true, .. } | Held::Position | Held::Noise);
    let color = match held {
        Held::Missing | Held::Unfit(_) => palette.error,
        _ if is_default => palette.weak,
        _ => palette.text,
    };
    let text = RichText::new(shown_name(&input.name)).color(color);
    let size = Vec2::new(width, ui.spacing().interact_size.y);
    ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
        ui.set_min_size(size);
        ui.add(Label::new(text).truncate().selectable(false).sense(Sense::CLICK))
    })
    .inner
}

fn tooltip(response: Response, input: &InputDefinition) {
    response.on_hover_ui(|ui| {
        ui.strong(shown_name(&input.name));
        ui.label(&*input.description);
        let mut facts = vec![input.value_type.name().to_owned()];
        if !input.unit.is_empty() {
            facts.push(format!("in {}", input.unit));
        }
        if let Some(range) = &input.hard {
            facts.push(match (*range.start(), *range.end()) {
                (start, f32::MAX) if start < 1e-30 && start > 0.0 => "above 0".to_owned(),
                (start, f32::MAX) => format!("from {start}"),
                (start, end) => format!("{start} to {end}"),
            });
        }
        ui.weak(facts.join(", "));
    });
}

/// The context menu of an input.
fn menu(response: &Response, opens: bool, outline: &Outline, socket: &Socket, held: &Held, requests: &mut Requests) {
    Popup::context_menu(response).open_memory(opens.then_some(SetOpenCommand::Bool(true))).show(|ui| {
        let is_default =
            matches!(held, Held::Constant { is_default: true, .. } | Held::Position | Held::Noise | Held::Missing);
        let reset = ui.add_enabled(!is_default, Button::new("Reset to default"));
        if reset.clicked() {
            requests.act(Ok(actions::reset_input(socket)));
        }
        let holds_value = matches!(held, Held::Constant { .. });
        let copy = ui.add_enabled(holds_value, Button::new("Copy value"));
        if let (true, Held::Constant { value, .. }) = (copy.clicked(), held) {
            requests.push(Request::Copy(Value::from(value).to_string()));
        }
        if ui.add_enabled(holds_value, Button::new("Expose as a parameter")).clicked() {
            requests.act(actions::expose(outline, socket));
        }
        let fits = |name: &&String| actions::use_parameter(outline, socket, name).is_ok();
        let fitting: Vec<&String> = outline.document().parameters.iter().map(|(name, _)| name).filter(fits).collect();
        ui.add_enabled_ui(!fitting.is_empty(), |ui| {
            ui.menu_button("Use a parameter", |ui| {
                for name in fitting {
                    let used = matches!(held, Held::Parameter(used) if used == name);
                    if ui.add(Button::selectable(used, shown_name(name))).clicked() {
                        requests.act(actions::use_parameter(outline, socket, name));
                        ui.close();
                    }
                }
            });
        });
    });
}

fn value(
    ui: &mut Ui,
    outline: &Outline,
    socket: &Socket,
    input: &InputDefinition,
    held: &Held,
    room: Room,
    requests: &mut Requests,
) {
    match held {
        Held::Position => note(ui, "position"),
        Held::Noise => note(ui, "own noise"),
        Held::Missing => note(ui, "not wired"),
        Held::Wire { from, .. } => note(ui, &from.node),
        Held::Parameter(name) => note(ui, &format!("= {}", shown_name(name))),
        Held::Unfit(value) => {
            if let Some(new) = unfit(ui, &shown_name(&input.name), input, value, room.width) {
                requests.drag(socket, actions::set_input(outline, socket, new));
            }
        }
        Held::Constant { value, .. } => {
            if let Some(new) = constant(ui, &shown_name(&input.name), Id::new(socket), input, value, room) {
                requests.drag(socket, actions::set_input(outline, socket, Value::from(&new)));
            }
        }
    }
}

/// A field with a value that does not fit its input, so that the user can correct it, or the bare value if there is no
/// such field. Returns the new value if the user changed it.
pub fn unfit(ui: &mut Ui, name: &str, input: &InputDefinition, value: &Value, width: f32) -> Option<Value> {
    let color = Palette::of(ui).error;
    match (&input.value_type, value) {
        (ValueType::Float | ValueType::Integer | ValueType::Number | ValueType::Seed, Value::Number(unfit)) => {
            let spec = NumberSpec::of(input);
            let (field, new) = number(ui, name, &spec, unfit.as_f64().unwrap_or_default(), width);
            ui.painter().rect_stroke(field.rect, 4.0, (1.0, color), StrokeKind::Inside);
            new.map(|new| if spec.whole { Value::from(new as i64) } else { Value::from(new as f32) })
        }
        (ValueType::Choice(_), Value::Text(unfit)) => {
            let choices = input.value_type.choices();
            let (field, new) = choice(ui, name, width, &unfit.as_str(), choices, |name| (*name).to_owned());
            ui.painter().rect_stroke(field.rect, 4.0, (1.0, color), StrokeKind::Inside);
            new.map(Value::from)
        }
        (ValueType::Formula, Value::Text(unfit)) => formula(ui, name, unfit, width).map(|new| Value::from(new.text())),
        (ValueType::Lettering, Value::Text(unfit)) => {
            text(ui, name, input, unfit, width).map(|new| Value::from(new.as_str()))
        }
        _ => {
            let text = RichText::new(value.to_string()).color(color);
            ui.add(Label::new(text).truncate().selectable(false));
            None
        }
    }
}

fn note(ui: &mut Ui, text: &str) {
    ui.add(Label::new(RichText::new(text).weak()).truncate().selectable(false));
}

/// A field for a constant; returns the new value if the user changed it. Fields with the same key show the same stop of
/// a ramp or point of a curve as chosen.
pub fn constant(
    ui: &mut Ui,
    name: &str,
    key: Id,
    input: &InputDefinition,
    value: &Constant,
    room: Room,
) -> Option<Constant> {
    let width = room.width;
    match value {
        Constant::Float(value) => {
            let (_, new) = number(ui, name, &NumberSpec::of(input), f64::from(*value), width);
            new.map(|new| Constant::Float(new as f32))
        }
        Constant::Integer(value) => {
            let (_, new) = number(ui, name, &NumberSpec::of(input), *value as f64, width);
            new.map(|new| Constant::Integer(new as i64))
        }
        Constant::Vector(values) => vector(ui, name, input, *values, width),
        Constant::Color(value) => color(ui, name, *value, width, true).map(Constant::Color),
        Constant::Seed(value) => seed(ui, name, *value, width).map(Constant::Seed),
        Constant::Boolean(value) => {
            let mut new = *value;
            let response = toggle(ui, &mut new, "");
            ui.ctx().accesskit_node_builder(response.id, |node| node.set_label(name));
            (new != *value).then_some(Constant::Boolean(new))
        }
        Constant::Choice(value) => {
            let choices = input.value_type.choices();
            let (_, new) = choice(ui, name, width, &value.as_str(), choices, |name| (*name).to_owned());
            new.map(|new| Constant::Choice(new.to_owned()))
        }
        Constant::Ramp(value) => ramp(ui, name, key, value, width, room.full).map(Constant::Ramp),
        Constant::Curve(value) => {
            let height = if room.full { width * 0.6 } else { 64.0 };
            curve(ui, name, key, value, Vec2::new(width, height), room.full).map(Constant::Curve)
        }
        Constant::Formula(value) => formula(ui, name, value.text(), width).map(Constant::Formula),
        Constant::Image(value) => {
            let mut name = value.name.clone();
            ui.add(TextEdit::singleline(&mut name).desired_width(width));
            (name != value.name).then_some(Constant::Image(NamedImage { name, content: None }))
        }
        Constant::Text(value) => text(ui, name, input, value, width).map(Constant::Text),
    }
}

fn vector(ui: &mut Ui, name: &str, input: &InputDefinition, values: [f32; 3], width: f32) -> Option<Constant> {
    let gap = 2.0;
    let spec = NumberSpec::of(input);
    let mut changed = None;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = gap;
        ui.spacing_mut().button_padding.x = 2.0;
        for (axis, letter) in ["x", "y", "z"].into_iter().enumerate() {
            let name = format!("{name} {letter}");
            let (_, new) = number(ui, &name, &spec, f64::from(values[axis]), (width - 2.0 * gap) / 3.0);
            if let Some(new) = new {
                let mut edited = values;
                edited[axis] = new as f32;
                changed = Some(Constant::Vector(edited));
            }
        }
    });
    changed
}
