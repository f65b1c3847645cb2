//! Sockets by index, as in egui_graph, and by name, as in documents.
//!
//! Inputs of a node are numbered as in its definition, those of an unknown type as in the document. The graph's outputs
//! are inputs of one item; an empty row follows the last one.

use egui::{Color32, PointerButton, Pos2, Rect, Sense, Shape, Stroke, Ui, UiBuilder, Vec2, WidgetInfo, WidgetType};
use egui_graph::{SocketKind, SocketResponses};
use travertine_editing::{Outline, Socket, Target};
use travertine_graph::definition::ValueType;
use travertine_graph::document::Input;

use super::items::{Item, layer};
use super::shown::Shown;
use super::sizes::{FAR, SOCKET, TINY};
use crate::theme::Palette;

/// How much of its color a socket keeps that is not open to the drawn wire.
const DIM: f32 = 0.2;

/// A socket of an item: one end of a wire.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct End {
    /// The item.
    pub item: Item,
    /// Whether it is an input or an output.
    pub kind: SocketKind,
    /// Its index among the inputs or outputs of the item.
    pub index: usize,
}

/// The output with this index.
pub fn output(outline: &Outline, item: &Item, index: usize) -> Option<Socket> {
    let Item::Node(id) = item else { return None };
    let definition = outline.definition(id)?;
    Some(Socket::new(id, &*definition.outputs.get(index)?.name))
}

/// The target with this index; `None` for the empty row after the graph's last output.
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

/// The index of an output; an unknown type has one socket for all outputs.
pub fn output_index(outline: &Outline, from: &Socket) -> Option<usize> {
    match outline.definition(&from.node) {
        Some(definition) => definition.output_index(&from.name),
        None => outline.node(&from.node).map(|_| 0),
    }
}

/// The index of a target.
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

/// The output and the input that a collapsed node shows, all of whose sockets are in one place: the first with a wire,
/// or else the first. The others are reached when it is unfolded. `None` if it is not collapsed.
fn only(outline: &Outline, item: &Item) -> Option<[usize; 2]> {
    let Item::Node(id) = item else { return None };
    let document = outline.document();
    if !document.annotations.collapsed.contains(id) {
        return None;
    }
    let held = document.nodes.values().flat_map(|node| node.inputs.values());
    let held = held.chain(document.outputs.iter().map(|(_, held)| held));
    let leaving = held.filter(|held| matches!(held, Input::Node { node, .. } if node == id));
    let from = leaving.filter_map(|held| output_index(outline, &outline.source_of(held)?)).min();
    let definition = outline.definition(id);
    let is_wired =
        |name: &str| matches!(document.nodes.get(id).and_then(|node| node.inputs.get(name)), Some(Input::Node { .. }));
    let inputs = definition.map(|definition| definition.inputs.as_slice()).unwrap_or_default();
    let wired = inputs.iter().position(|input| is_wired(&input.name));
    let free = || inputs.iter().position(|input| !input.value_type.is_setting() && outline.shows(id, input));
    Some([from.unwrap_or(0), wired.or_else(free).unwrap_or(0)])
}

/// Draws the sockets of an item above it, and handles presses, which start wires. Those that are not open to the drawn
/// wire are dim.
pub fn show(
    ui: &mut Ui,
    shown: Shown,
    item: &Item,
    responses: &SocketResponses,
    is_open: impl Fn(SocketKind, usize) -> bool,
    grabbed: &mut Option<End>,
) {
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
    let mut show = |kind, index, center: Pos2, color: Color32| {
        let id = over.id().with((kind == SocketKind::Input, index));
        let response = over.interact(grip(center, kind), id, Sense::click_and_drag());
        response.widget_info(|| {
            WidgetInfo::labeled(WidgetType::Other, true, label(outline, item, kind, index).unwrap_or_default())
        });
        if response.drag_started_by(PointerButton::Primary) {
            *grabbed = Some(End { item: item.clone(), kind, index });
        }
        let color = if is_open(kind, index) { color } else { palette.raised.lerp_to_gamma(color, DIM) };
        let radius = if response.contains_pointer() { SOCKET + 1.5 } else { SOCKET };
        over.painter().add(Shape::circle_filled(center, radius, color));
        if shown.zoom >= FAR {
            over.painter().add(Shape::circle_stroke(center, radius, Stroke::new(1.5, palette.canvas)));
        }
    };
    // A node out of view has no sockets.
    let has_any = responses.outputs().next().is_some() || responses.inputs().next().is_some();
    let only = if has_any { only(outline, item) } else { None };
    for (index, response) in responses.outputs().filter(|(index, _)| only.is_none_or(|[only, _]| only == *index)) {
        let kind = output(outline, item, index).and_then(|from| outline.output_type(&from));
        let color = kind.map_or(palette.error, |kind| palette.of_type(kind));
        show(SocketKind::Output, index, response.rect.center(), color);
    }
    for (index, response) in responses.inputs().filter(|(index, _)| only.is_none_or(|[_, only]| only == *index)) {
        let color = match target(outline, item, index) {
            Some(to) => color_of(outline, &to, palette),
            None => palette.line,
        };
        show(SocketKind::Input, index, response.rect.center(), color);
    }
}

/// The color of a target. An input of any type has the color of its present type.
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

/// The name of a socket for assistive technology.
fn label(outline: &Outline, item: &Item, kind: SocketKind, index: usize) -> Option<String> {
    Some(match kind {
        SocketKind::Output => {
            let from = output(outline, item, index)?;
            format!("output {} of {}", from.name, from.node)
        }
        SocketKind::Input => match target(outline, item, index) {
            Some(Target::Input(to)) => format!("input {} of {}", to.name, to.node),
            Some(Target::Output(name)) => format!("output {name} of the graph"),
            None => "new output of the graph".to_owned(),
        },
    })
}

/// The area in which a press hits a socket: large, but without the fields next to it.
fn grip(center: Pos2, kind: SocketKind) -> Rect {
    const OUTWARD: f32 = 16.0;
    const INWARD: f32 = 9.0;
    const HALF: f32 = 11.0;
    let (left, right) = match kind {
        SocketKind::Input => (OUTWARD, INWARD),
        SocketKind::Output => (INWARD, OUTWARD),
    };
    Rect::from_min_max(center - Vec2::new(left, HALF), center + Vec2::new(right, HALF))
}
