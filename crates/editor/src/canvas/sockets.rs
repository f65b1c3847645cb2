//! Sockets by number, as egui_graph counts them, and by name, as documents do.
//!
//! Inputs of a node count as in its definition, those of an unknown type as they stand in the document; the graph's
//! outputs are inputs of one item, and after the last there is room for another.

use egui::{
    Color32, PointerButton, Pos2, Rect, Sense, Shape, Stroke, Ui, UiBuilder, Vec2, WidgetInfo, WidgetType,
};
use egui_graph::{SocketKind, SocketResponses};
use travertine_editing::{Outline, Socket, Target};
use travertine_graph::definition::ValueType;
use travertine_graph::document::Input;

use super::items::{Item, layer};
use super::shown::Shown;
use super::sizes::{SOCKET, TINY};
use crate::theme::Palette;

/// A socket of an item, to which a wire may lead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct End {
    /// The item.
    pub item: Item,
    /// Whether it is an input or an output.
    pub kind: SocketKind,
    /// Its number.
    pub index: usize,
}

/// The output of that number.
pub fn output(outline: &Outline, item: &Item, index: usize) -> Option<Socket> {
    let Item::Node(id) = item else { return None };
    let definition = outline.definition(id)?;
    Some(Socket::new(id, &*definition.outputs.get(index)?.name))
}

/// What the input of that number leads to; none for the room after the graph's last output.
pub fn target(outline: &Outline, item: &Item, index: usize) -> Option<Target> {
    let document = outline.document();
    match item {
        Item::Outputs => document.outputs.get(index).map(|(name, _)| Target::Output(name.clone())),
        Item::Node(id) => {
            let name = match outline.definition(id) {
                Some(definition) => &*definition.inputs.get(index)?.name,
                None => document.nodes.get(id)?.inputs.keys().nth(index)?,
            };
            Some(Target::Input(Socket::new(id, name)))
        }
    }
}

/// The number of an output; all outputs of an unknown type are one.
pub fn output_index(outline: &Outline, from: &Socket) -> Option<usize> {
    match outline.definition(&from.node) {
        Some(definition) => definition.output_index(&from.name),
        None => outline.node(&from.node).map(|_| 0),
    }
}

/// The number of an input.
pub fn input_index(outline: &Outline, to: &Target) -> Option<usize> {
    let document = outline.document();
    match to {
        Target::Output(name) => document.outputs.iter().position(|(other, _)| other == name),
        Target::Input(input) => match outline.definition(&input.node) {
            Some(definition) => definition.input_index(&input.name),
            None => document.nodes.get(&input.node)?.inputs.keys().position(|name| *name == input.name),
        },
    }
}

/// Draws an item's sockets over it, and lets them be pressed, to draw wires from them.
pub fn show(ui: &mut Ui, shown: Shown, item: &Item, responses: &SocketResponses, grabbed: &mut Option<End>) {
    if shown.zoom < TINY {
        return;
    }
    let outline = shown.outline;
    let palette = Palette::of(ui);
    let over = ui.new_child(
        UiBuilder::new()
            .id_salt(("sockets", item.node_id()))
            .layer_id(layer(ui, item))
            .max_rect(Rect::from_min_size(ui.max_rect().min, Vec2::ZERO)),
    );
    let mut show = |kind, index, place: Pos2, color: Color32| {
        let id = over.id().with((kind == SocketKind::Input, index));
        let response = over.interact(grip(place, kind), id, Sense::click_and_drag());
        response.widget_info(|| {
            WidgetInfo::labeled(
                WidgetType::Other,
                true,
                label(outline, item, kind, index).unwrap_or_default(),
            )
        });
        if response.drag_started_by(PointerButton::Primary) {
            *grabbed = Some(End { item: item.clone(), kind, index });
        }
        let radius = if response.contains_pointer() { SOCKET + 1.5 } else { SOCKET };
        over.painter().add(Shape::circle_filled(place, radius, color));
        over.painter().add(Shape::circle_stroke(place, radius, Stroke::new(1.5, palette.canvas)));
    };
    for (index, response) in responses.outputs() {
        let kind = output(outline, item, index).and_then(|from| outline.output_type(&from));
        let color = kind.map_or(palette.error, |kind| palette.of_type(kind));
        show(SocketKind::Output, index, response.rect.center(), color);
    }
    for (index, response) in responses.inputs() {
        let color = match target(outline, item, index) {
            Some(to) => color_of(outline, &to, palette),
            None => palette.line,
        };
        show(SocketKind::Input, index, response.rect.center(), color);
    }
}

/// The colour of what a wire may lead to. What takes anything looks like what is wired in.
fn color_of(outline: &Outline, to: &Target, palette: &Palette) -> Color32 {
    let wired = matches!(to.holds(outline.document()), Some(Input::Node { .. }));
    match to {
        Target::Input(input) => match outline.input(input).map(|definition| &definition.value_type) {
            Some(ValueType::Any) if wired => {
                outline.input_type(input).map_or(palette.any, |kind| palette.of_type(kind))
            }
            Some(kind) => palette.of_value_type(kind),
            None => palette.error,
        },
        Target::Output(_) => {
            let source = to.holds(outline.document()).and_then(|held| outline.source_of(held));
            let kind = source.and_then(|source| outline.output_type(&source));
            kind.map_or(palette.any, |kind| palette.of_type(kind))
        }
    }
}

/// What assistive technology calls a socket.
fn label(outline: &Outline, item: &Item, kind: SocketKind, index: usize) -> Option<String> {
    Some(match kind {
        SocketKind::Output => {
            let from = output(outline, item, index)?;
            format!("output {} of {}", from.name, from.node)
        }
        SocketKind::Input => match target(outline, item, index) {
            Some(Target::Input(to)) => format!("input {} of {}", to.name, to.node),
            Some(Target::Output(name)) => format!("output {name} of the graph"),
            None => "another output of the graph".to_owned(),
        },
    })
}

/// Where a press takes hold of a socket: generously, but not of the fields beside it.
fn grip(place: Pos2, kind: SocketKind) -> Rect {
    const OUTWARD: f32 = 16.0;
    const INWARD: f32 = 9.0;
    const HALF: f32 = 11.0;
    let (left, right) = match kind {
        SocketKind::Input => (OUTWARD, INWARD),
        SocketKind::Output => (INWARD, OUTWARD),
    };
    Rect::from_min_max(place - Vec2::new(left, HALF), place + Vec2::new(right, HALF))
}
