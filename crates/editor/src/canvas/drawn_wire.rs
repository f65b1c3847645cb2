//! The wire that the user is drawing, from the press on a socket to the release.

use egui::{Key, Pos2, Stroke, Ui, Vec2};
use egui_graph::SocketKind;
use travertine_editing::actions::{self, Loose};
use travertine_editing::{Outline, Refusal, Socket, Target};

use super::items::{Item, graph_id};
use super::sizes::WIDTH;
use super::sockets::{self, End};
use super::wires::SHAPE;
use super::{Canvas, Drawn};
use crate::requests::{NewNode, Request, Requests};
use crate::theme::Palette;

/// Distance within which the pointer hits a socket, in points of the document.
const REACH: f32 = 20.0;
/// A wire released within this distance from its start is ignored, in points of the document.
const NEAR: f32 = 14.0;

impl Canvas {
    /// Starts a wire at a socket; at a wired input, picks up the end of the wire.
    pub(super) fn begin_wire(&mut self, outline: &Outline, grabbed: End) {
        let taken = match grabbed.kind {
            SocketKind::Output => None,
            SocketKind::Input => sockets::target(outline, &grabbed.item, grabbed.index),
        };
        let held = taken.and_then(|target| {
            let from = outline.source_of(target.holds(outline.document())?)?;
            let index = sockets::output_index(outline, &from)?;
            let from = End { item: Item::Node(from.node), kind: SocketKind::Output, index };
            Some(Drawn { from, taken: Some(target) })
        });
        self.drawn = Some(held.unwrap_or(Drawn { from: grabbed, taken: None }));
        self.selection.wires.clear();
    }

    /// Shows the wire and the effect of releasing it; on release, requests the action.
    pub(super) fn show_drawn_wire(&mut self, ui: &Ui, outline: &Outline, requests: &mut Requests) {
        let Some(drawn) = self.drawn.clone() else { return };
        let point = |end: &End| {
            egui_graph::with_graph_memory(ui.ctx(), graph_id(), |memory| {
                let sockets = memory.node_sockets().get(&end.item.node_id())?;
                match end.kind {
                    SocketKind::Output => sockets.output(end.index),
                    SocketKind::Input => sockets.input(end.index),
                }
            })
        };
        let begun = point(&drawn.from);
        let (Some(begun), false) = (begun, ui.input(|input| input.key_pressed(Key::Escape))) else {
            self.drawn = None;
            return;
        };
        let on_item = || self.end_on(outline, self.under.as_ref()?);
        // The sockets of a collapsed node are in one place, so the first that fits is meant.
        let is_collapsed =
            |item: &Item| matches!(item, Item::Node(id) if outline.document().annotations.collapsed.contains(id));
        let end = match self.socket_at(ui, drawn.from.kind) {
            Some(end) if is_collapsed(&end.item) => self.end_on(outline, &end.item),
            Some(end) => Some(end),
            None => on_item(),
        };
        if !ui.input(|input| input.pointer.primary_down()) {
            self.drawn = None;
            let released = ui.input(|input| input.pointer.latest_pos()).unwrap_or(self.area.center());
            self.let_go(outline, &drawn, (begun.0, released), end, requests);
            return;
        }
        let verdict = end.as_ref().and_then(|end| judge(outline, &drawn.from, end));
        let palette = Palette::of(ui);
        let color = match &verdict {
            Some(Err(_)) => palette.error,
            _ => type_of(outline, &drawn.from).map_or(palette.any, |kind| palette.of_type(kind)),
        };
        let loose = (self.pointer, -begun.1);
        let ended = end.as_ref().and_then(point).unwrap_or(loose);
        // Above the nodes, in points of the screen.
        let points = SHAPE.path(begun, &[], ended).flatten(8.0).map(|point| self.to_screen(point)).collect();
        let width = 2.5 * self.zoom().max(0.6);
        self.above(ui.ctx()).add(egui::Shape::line(points, Stroke::new(width, color)));
        let said = match &verdict {
            Some(Err(refusal)) => Some(refusal.to_string()),
            Some(Ok(conversion)) => conversion.map(str::to_owned),
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
        ui.ctx().request_repaint();
    }

    fn let_go(
        &self,
        outline: &Outline,
        drawn: &Drawn,
        (begun, released): (Pos2, Pos2),
        end: Option<End>,
        requests: &mut Requests,
    ) {
        let Some(end) = end else {
            match &drawn.taken {
                Some(target) => requests.act(actions::remove_wire(outline, target)),
                None if begun.distance(self.pointer) < NEAR => {}
                None => {
                    let loose = match drawn.from.kind {
                        SocketKind::Output => {
                            sockets::output(outline, &drawn.from.item, drawn.from.index).map(Loose::From)
                        }
                        SocketKind::Input => {
                            sockets::target(outline, &drawn.from.item, drawn.from.index).map(Loose::To)
                        }
                    };
                    let position = match drawn.from.kind {
                        SocketKind::Output => self.pointer,
                        // The wire comes out of the new node on its right.
                        SocketKind::Input => self.pointer - Vec2::new(WIDTH, 0.0),
                    };
                    if let Some(wire) = loose {
                        requests.push(Request::ChooseType(NewNode { menu: released, position, wire: Some(wire) }));
                    }
                }
            }
            return;
        };
        let Some((from, to)) = ends(outline, &drawn.from, &end) else { return };
        if drawn.taken.is_some() && drawn.taken == to {
            return;
        }
        if let (Some(Target::Input(old)), Some(Target::Input(new))) = (&drawn.taken, &to) {
            return requests.act(actions::move_wire(outline, old, new));
        }
        let wired = match &to {
            Some(Target::Input(input)) => actions::connect(outline, &from, input),
            Some(Target::Output(name)) => actions::set_output(outline, name, &from),
            None => actions::add_output(outline, &from, &from.name),
        };
        requests.act(match &drawn.taken {
            // Both ends are in the list of outputs; the output that is left stays.
            Some(Target::Output(_)) if !matches!(to, Some(Target::Input(_))) => wired,
            Some(taken) => wired.and_then(|wired| Ok(wired.and(actions::remove_wire(outline, taken)?))),
            None => wired,
        });
    }

    /// The socket under the pointer at which a wire can end that started at a socket of this kind.
    fn socket_at(&self, ui: &Ui, begun: SocketKind) -> Option<End> {
        egui_graph::with_graph_memory(ui.ctx(), graph_id(), |memory| {
            let mut nearest: Option<(End, f32)> = None;
            for (id, sockets) in memory.node_sockets() {
                let Some(item) = self.items.get(id) else { continue };
                let mut look = |kind, index, point: Pos2| {
                    let distance = point.distance(self.pointer);
                    if distance < REACH && nearest.as_ref().is_none_or(|(_, least)| distance < *least) {
                        nearest = Some((End { item: item.clone(), kind, index }, distance));
                    }
                };
                match begun {
                    SocketKind::Output => {
                        sockets.inputs().for_each(|(index, point, _)| look(SocketKind::Input, index, point));
                    }
                    SocketKind::Input => {
                        sockets.outputs().for_each(|(index, point, _)| look(SocketKind::Output, index, point));
                    }
                }
            }
            nearest.map(|(end, _)| end)
        })
    }

    /// Moves the view while the wire is near its edge.
    pub(super) fn pan_at_edge(&mut self, ui: &Ui) {
        const MARGIN: f32 = 32.0;
        const SPEED: f32 = 900.0;
        let pointer = ui.input(|input| input.pointer.latest_pos());
        let (Some(pointer), Some(_)) = (pointer, &self.drawn) else { return };
        let into = |low: f32, high: f32, at: f32| {
            let depth = |depth: f32| (depth / MARGIN).clamp(0.0, 1.0);
            depth(at - (high - MARGIN)) - depth(low + MARGIN - at)
        };
        let area = self.area;
        let speed =
            Vec2::new(into(area.left(), area.right(), pointer.x), into(area.top(), area.bottom(), pointer.y)) * SPEED;
        let step = speed * ui.input(|input| input.stable_dt) / self.zoom();
        self.view.scene_rect = self.view.scene_rect.translate(step);
    }
}

/// The source and the target of a wire between two sockets; the empty row of the list of outputs has no target.
fn ends(outline: &Outline, begun: &End, ended: &End) -> Option<(Socket, Option<Target>)> {
    let (from, to) = match begun.kind {
        SocketKind::Output => (begun, ended),
        SocketKind::Input => (ended, begun),
    };
    let source = sockets::output(outline, &from.item, from.index)?;
    Some((source, sockets::target(outline, &to.item, to.index)))
}

/// The effect of a wire between two sockets.
fn judge(outline: &Outline, begun: &End, ended: &End) -> Option<Result<Option<&'static str>, Refusal>> {
    match ends(outline, begun, ended)? {
        (from, Some(Target::Input(to))) => Some(actions::check_wire(outline, &from, &to)),
        _ => None,
    }
}

/// The type of a wire from this socket.
fn type_of(outline: &Outline, begun: &End) -> Option<travertine_program::Type> {
    match begun.kind {
        SocketKind::Output => outline.output_type(&sockets::output(outline, &begun.item, begun.index)?),
        SocketKind::Input => match sockets::target(outline, &begun.item, begun.index)? {
            Target::Input(input) => outline.input(&input)?.value_type.field_type(),
            Target::Output(_) => None,
        },
    }
}
