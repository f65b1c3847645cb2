//! Wires: coloured by what they carry, and, where that is converted on the way, by what becomes of it.

use egui::{Shape, Stroke, Ui};
use egui_graph::edge::{Edge, EdgePaintCtx, EdgeShape};
use egui_graph::{EdgesCtx, SocketKind};
use travertine_editing::{Outline, Socket, Target, actions};
use travertine_graph::constant::Type;

use super::{Canvas, Item, node_id, outputs_id, remove_wire, sockets};
use crate::outbox::Outbox;
use crate::theme::Palette;

const SHAPE: EdgeShape = EdgeShape::Flow { curvature: 0.5, min_span: 40.0 };

impl Canvas {
    pub(super) fn show_wires(
        &mut self,
        context: &mut EdgesCtx,
        ui: &mut Ui,
        outline: &Outline,
        out: &mut Outbox,
    ) {
        let document = outline.document().clone();
        let between = outline.wires().map(|(from, to)| (from, Target::Input(to)));
        let outputs = document.outputs.iter();
        let leaving =
            outputs.filter_map(|(name, held)| Some((outline.source_of(held)?, Target::Output(name.clone()))));
        for (from, to) in between.chain(leaving) {
            self.show_wire(context, ui, outline, &from, to, out);
        }
        self.show_drawn_wire(context, ui, outline);
    }

    fn show_wire(
        &mut self,
        context: &mut EdgesCtx,
        ui: &mut Ui,
        outline: &Outline,
        from: &Socket,
        to: Target,
        out: &mut Outbox,
    ) {
        let (Some(start), Some(end)) =
            (sockets::output_index(outline, from), sockets::input_index(outline, &to))
        else {
            return;
        };
        let target = to.node().map_or_else(outputs_id, node_id);
        let carried = outline.output_type(from);
        let taken = match &to {
            Target::Input(input) => outline.input(input).and_then(|input| input.kind.field_type()),
            Target::Output(_) => None,
        };
        let palette = Palette::of(ui);
        let color = |kind: Option<Type>| kind.map_or(palette.error, |kind| palette.of_type(kind));
        let (first, second) = (color(carried), color(taken.or(carried)));
        let mut selected = self.wires.contains(&to);
        let response = Edge::new((node_id(&from.node), start), (target, end), &mut selected)
            .shape(SHAPE)
            .distance_per_point(8.0)
            .show_with(context, ui, |ui, edge| paint(ui, &edge, [first, second], palette));
        if response.deleted() {
            out.act(remove_wire(outline, &to));
        } else if selected {
            self.wires.insert(to);
        } else {
            self.wires.remove(&to);
        }
    }

    fn show_drawn_wire(&mut self, context: &EdgesCtx, ui: &mut Ui, outline: &Outline) {
        self.hint = None;
        let Some(edge) = context.in_progress(ui) else { return };
        let palette = Palette::of(ui);
        let item = self.items.get(&edge.start.socket.node);
        let kind = item.and_then(|item| match edge.start.socket.kind {
            SocketKind::Output => {
                outline.output_type(&sockets::output(outline, item, edge.start.socket.index)?)
            }
            SocketKind::Input => match sockets::target(outline, item, edge.start.socket.index)? {
                Target::Input(input) => outline.input(&input)?.kind.field_type(),
                Target::Output(_) => None,
            },
        });
        self.hint = self.judge(ui, outline);
        let color = match &self.hint {
            Some(Err(_)) => palette.error,
            _ => kind.map_or(palette.any, |kind| palette.of_type(kind)),
        };
        edge.show_styled(ui, Some(Stroke::new(2.5, color)), SHAPE);
        let said = match &self.hint {
            Some(Err(refusal)) => Some(refusal.as_str()),
            Some(Ok(conversion)) => *conversion,
            None => None,
        };
        if let Some(said) = said {
            egui::Tooltip::always_open(
                ui.ctx().clone(),
                ui.layer_id(),
                egui::Id::new("wire hint"),
                egui::PopupAnchor::Pointer,
            )
            .gap(16.0)
            .show(|ui| ui.label(said));
        }
    }

    /// What would become of the wire that is being drawn if it ended on the socket under the pointer.
    fn judge(&self, ui: &Ui, outline: &Outline) -> Option<Result<Option<&'static str>, String>> {
        let (begun, kind, index) = self.drawn.as_ref()?;
        let (other, ended) = self.socket_at(ui, *kind)?;
        let (from, to) = match kind {
            SocketKind::Output => ((begun, *index), (&other, ended)),
            SocketKind::Input => ((&other, ended), (begun, *index)),
        };
        let from = sockets::output(outline, from.0, from.1)?;
        match sockets::target(outline, to.0, to.1)? {
            Target::Input(to) => {
                Some(actions::check_wire(outline, &from, &to).map_err(|refusal| refusal.to_string()))
            }
            Target::Output(_) => None,
        }
    }

    /// The socket under the pointer at which a wire could end that began at one of that kind.
    fn socket_at(&self, ui: &Ui, begun: SocketKind) -> Option<(Item, usize)> {
        const REACH: f32 = 20.0;
        egui_graph::with_graph_memory(ui.ctx(), super::graph_id(), |memory| {
            let near = |(index, place, _): (usize, egui::Pos2, egui::Vec2)| {
                let distance = place.distance(self.pointer);
                (distance < REACH).then_some((index, distance))
            };
            let mut nearest: Option<(Item, usize, f32)> = None;
            for (id, sockets) in memory.node_sockets() {
                let best = |found: Vec<(usize, f32)>| found.into_iter().min_by(|a, b| a.1.total_cmp(&b.1));
                let found = match begun {
                    SocketKind::Output => best(sockets.inputs().filter_map(near).collect()),
                    SocketKind::Input => best(sockets.outputs().filter_map(near).collect()),
                };
                if let (Some((index, distance)), Some(item)) = (found, self.items.get(id))
                    && nearest.as_ref().is_none_or(|(.., least)| distance < *least)
                {
                    nearest = Some((item.clone(), index, distance));
                }
            }
            nearest.map(|(item, index, _)| (item, index))
        })
    }
}

fn paint(ui: &Ui, edge: &EdgePaintCtx, [first, second]: [egui::Color32; 2], palette: &Palette) {
    let width = if edge.hovered || edge.selected { 3.5 } else { 2.0 };
    let points = edge.points;
    if edge.selected {
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
