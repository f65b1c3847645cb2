//! Wires, in the color of their type; a wire that converts runs from one color to the other.

use egui::{Response, Shape, Stroke, Ui};
use egui_graph::EdgesCtx;
use egui_graph::edge::{Edge, EdgePaintCtx, EdgeShape};
use travertine_editing::{Outline, Socket, Target, actions};
use travertine_program::Type;

use super::items::{node_id, outputs_id};
use super::shown::Shown;
use super::{Canvas, bend, sockets};
use crate::requests::Requests;
use crate::theme::Palette;

pub(super) const SHAPE: EdgeShape = EdgeShape::Flow { curvature: 0.5, min_span: 40.0 };

impl Canvas {
    pub(super) fn show_wires(&mut self, context: &mut EdgesCtx, ui: &mut Ui, shown: Shown, requests: &mut Requests) {
        let outline = shown.outline;
        let taken = self.drawn.as_ref().and_then(|drawn| drawn.taken.clone());
        for (from, to) in leading(outline).filter(|(_, to)| taken.as_ref() != Some(to)) {
            self.show_wire(context, ui, shown, &from, to, requests);
        }
        self.show_drawn_wire(ui, outline, requests);
    }

    fn show_wire(
        &mut self,
        context: &mut EdgesCtx,
        ui: &mut Ui,
        shown: Shown,
        from: &Socket,
        to: Target,
        requests: &mut Requests,
    ) {
        let outline = shown.outline;
        let (Some(start), Some(end)) = (sockets::output_index(outline, from), sockets::input_index(outline, &to))
        else {
            return;
        };
        let target = to.node().map_or_else(outputs_id, node_id);
        let carried = outline.output_type(from);
        let taken = match &to {
            Target::Input(input) => outline.input(input).and_then(|input| input.value_type.field_type()),
            Target::Output(_) => None,
        };
        let palette = Palette::of(ui);
        let color = |kind: Option<Type>| kind.map_or(palette.error, |kind| palette.of_type(kind));
        let (first, second) = (color(carried), color(taken.or(carried)));
        let mut selected = self.selection.wires.contains(&to);
        let lands = self.landing.as_ref() == Some(&to);
        let is_of_selected = self.selection.nodes.contains(&from.node)
            || to.node().map_or(self.selection.outputs, |node| self.selection.nodes.contains(node));
        let emphasis = Emphasis { lands, is_of_selected };
        let response = Edge::new((node_id(&from.node), start), (target, end), &mut selected)
            .shape(SHAPE)
            .distance_per_point(8.0 / shown.zoom.min(1.0))
            .show_with(context, ui, |ui, edge| paint(ui, &edge, [first, second], emphasis, palette));
        if let Some(conversion) = carried.zip(taken).and_then(|(from, to)| actions::conversion(from, to)) {
            Response::clone(&response).on_hover_text_at_pointer(conversion);
        }
        if response.double_clicked() {
            let position = bend::around(self.pointer);
            requests.act(actions::insert_on_wire(outline, bend::REROUTE, position, &to));
        } else if response.deleted() {
            requests.act(actions::remove_wire(outline, &to));
        } else if selected {
            self.selection.wires.insert(to);
        } else {
            self.selection.wires.remove(&to);
        }
    }
}

/// All wires: the output and the target.
pub(super) fn leading(outline: &Outline) -> impl Iterator<Item = (Socket, Target)> {
    let outputs = outline.document().outputs.iter();
    let leaving = outputs.filter_map(|(name, held)| Some((outline.source_of(held)?, Target::Output(name.clone()))));
    outline.wires().map(|(from, to)| (from, Target::Input(to))).chain(leaving)
}

/// What makes a wire stand out.
#[derive(Clone, Copy)]
struct Emphasis {
    /// A drop would insert the dragged node here.
    lands: bool,
    /// It leads to or from a selected node.
    is_of_selected: bool,
}

fn paint(
    ui: &Ui,
    edge: &EdgePaintCtx,
    [first, second]: [egui::Color32; 2],
    Emphasis { lands, is_of_selected }: Emphasis,
    palette: &Palette,
) {
    let width = if edge.hovered || edge.selected || is_of_selected { 3.5 } else { 2.0 };
    let points = edge.points;
    if edge.selected || lands {
        ui.painter().add(Shape::line(points.to_vec(), Stroke::new(7.0, palette.accent.gamma_multiply(0.45))));
    }
    let middle = points.len() / 2;
    if first == second || middle == 0 {
        ui.painter().add(Shape::line(points.to_vec(), Stroke::new(width, first)));
        return;
    }
    ui.painter().add(Shape::line(points[..=middle].to_vec(), Stroke::new(width, first)));
    ui.painter().add(Shape::line(points[middle..].to_vec(), Stroke::new(width, second)));
    ui.painter().circle_filled(points[middle], 3.5, second);
}
