//! A stroke with the secondary button while Ctrl is held: it cuts the wires that it crosses, or joins the node where it
//! begins to the one where it ends.

use egui::{Context, CursorIcon, PointerButton, Pos2, Rect, Shape, Ui};
use travertine_editing::{Outline, Target, actions};

use super::items::{Item, graph_id, node_id, outputs_id};
use super::stroke::Stroke;
use super::view::is_uncovered;
use super::wires::{SHAPE, leading};
use super::{Canvas, sockets};
use crate::requests::{Request, Requests};
use crate::theme::Palette;

/// Least distance of successive points, in points of the screen.
const STEP: f32 = 4.0;

impl Canvas {
    /// Begins, continues, shows or ends a stroke.
    pub(super) fn follow_stroke(&mut self, ui: &Ui, outline: &Outline, requests: &mut Requests) {
        let (pressed, down, cancelled) = ui.input(|input| {
            let pressed = input.pointer.button_pressed(PointerButton::Secondary) && input.modifiers.command;
            let cancelled = input.key_pressed(egui::Key::Escape);
            (pressed, input.pointer.button_down(PointerButton::Secondary), cancelled)
        });
        let pointer = ui.input(|input| input.pointer.latest_pos());
        let Some(pointer) = pointer else { return };
        if pressed && self.area.contains(pointer) && is_uncovered(ui, pointer) {
            let from = match &self.under {
                Some(Item::Node(id)) => Some(id.clone()),
                _ => None,
            };
            self.stroke = Some(Stroke { from, points: vec![self.pointer] });
        }
        let (here, step) = (self.to_document(pointer), STEP / self.zoom());
        let Some(stroke) = self.stroke.as_mut().filter(|_| !cancelled) else {
            self.stroke = None;
            return;
        };
        if stroke.points.last().is_none_or(|last| last.distance(here) >= step) {
            stroke.points.push(here);
        }
        if let (false, Some(stroke)) = (down, self.stroke.clone()) {
            self.stroke = None;
            self.finish_stroke(ui.ctx(), outline, &stroke, requests);
        }
        self.show_stroke(ui, outline);
    }

    fn finish_stroke(&self, context: &Context, outline: &Outline, stroke: &Stroke, requests: &mut Requests) {
        let Some(from) = &stroke.from else {
            requests.push(Request::Cut(self.crossed(context, outline, &stroke.points)));
            return;
        };
        match &self.under {
            Some(Item::Node(to)) if to != from => requests.act(actions::join(outline, from, to)),
            Some(Item::Outputs) => {
                let output = outline.source(from, None);
                requests.act(actions::add_output(outline, &output, &output.name));
            }
            _ => {}
        }
    }

    fn show_stroke(&self, ui: &Ui, outline: &Outline) {
        let Some(stroke) = &self.stroke else { return };
        let (palette, painter) = (Palette::of(ui), self.above(ui.ctx()));
        let on_screen = |points: &[Pos2]| points.iter().map(|point| self.to_screen(*point)).collect();
        if stroke.from.is_some() {
            let ends: Vec<Pos2> = stroke.points.first().into_iter().chain(stroke.points.last()).copied().collect();
            painter.add(Shape::line(on_screen(&ends), (2.5, palette.accent)));
            painter.extend(ends.iter().map(|end| Shape::circle_filled(self.to_screen(*end), 4.0, palette.accent)));
        } else {
            for target in self.crossed(ui.ctx(), outline, &stroke.points) {
                let path: Vec<Pos2> = self.path(ui.ctx(), outline, &target).unwrap_or_default();
                painter.add(Shape::line(on_screen(&path), (3.0, palette.error)));
            }
            painter.add(Shape::line(on_screen(&stroke.points), (1.5, palette.text)));
        }
        ui.ctx().set_cursor_icon(CursorIcon::Crosshair);
        ui.ctx().request_repaint();
    }

    /// The targets of the wires that a line crosses.
    fn crossed(&self, context: &Context, outline: &Outline, line: &[Pos2]) -> Vec<Target> {
        let around = Rect::from_points(line);
        let is_cut = |target: &Target| {
            let path = self.path(context, outline, target).unwrap_or_default();
            Rect::from_points(&path).intersects(around)
                && path.windows(2).any(|a| line.windows(2).any(|b| cross([a[0], a[1]], [b[0], b[1]])))
        };
        leading(outline).map(|(_, target)| target).filter(is_cut).collect()
    }

    /// The points of the wire to a target.
    fn path(&self, context: &Context, outline: &Outline, target: &Target) -> Option<Vec<Pos2>> {
        let from = outline.source_of(target.holds(outline.document())?)?;
        let start = sockets::output_index(outline, &from)?;
        let end = sockets::input_index(outline, target)?;
        egui_graph::with_graph_memory(context, graph_id(), |memory| {
            let sockets = memory.node_sockets();
            let start = sockets.get(&node_id(&from.node))?.output(start)?;
            let end = sockets.get(&target.node().map_or_else(outputs_id, node_id))?.input(end)?;
            Some(SHAPE.path(start, &[], end).flatten(8.0).collect())
        })
    }
}

/// Whether two lines cross.
fn cross(a: [Pos2; 2], b: [Pos2; 2]) -> bool {
    let side = |[from, to]: [Pos2; 2], point: Pos2| {
        let (along, aside) = (to - from, point - from);
        along.x * aside.y - along.y * aside.x
    };
    // A line that begins where another passes counts once.
    let parts = |line, [first, second]: [Pos2; 2]| (side(line, first) < 0.0) != (side(line, second) < 0.0);
    parts(a, b) && parts(b, a)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_cross_within_their_ends() {
        let line = |a: f32, b: f32, c: f32, d: f32| [Pos2::new(a, b), Pos2::new(c, d)];
        assert!(cross(line(0.0, 0.0, 2.0, 2.0), line(0.0, 2.0, 2.0, 0.0)));
        assert!(!cross(line(0.0, 0.0, 2.0, 2.0), line(3.0, 4.0, 4.0, 3.0)));
        assert!(!cross(line(0.0, 0.0, 2.0, 0.0), line(0.0, 1.0, 2.0, 1.0)), "parallel");
        let parts = [line(0.0, 0.0, 1.0, 1.0), line(1.0, 1.0, 2.0, 2.0)];
        assert_eq!(parts.into_iter().filter(|part| cross(*part, line(1.0, 0.0, 1.0, 2.0))).count(), 1);
    }
}
