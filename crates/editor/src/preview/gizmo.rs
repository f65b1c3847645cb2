//! Handles on the plane that change the constants of the selected node: its center and radius or lengths, or its move,
//! turn and size. They are where the node puts them; a node further on may bend what is shown.

use egui::emath::round_to_decimals;
use egui::{CursorIcon, Painter, Pos2, Rect, Sense, Shape, Stroke, Ui, Vec2, WidgetInfo, WidgetType};
use travertine_editing::{Held, Outline, Socket, actions};
use travertine_graph::constant::Constant;
use travertine_graph::json::Value;
use travertine_noise::math::{atan2, cos, sin};

use super::{Preview, Surroundings};
use crate::requests::Requests;
use crate::theme::Palette;

/// Radius of a handle and of the ring that turns, in points.
const HANDLE: f32 = 6.0;
const RING: f32 = 40.0;
/// Distance of the handles of a size of 1 from the middle, in points.
const ARM: f32 = 64.0;

/// What a handle changes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Part {
    /// The x and y of this input.
    Point(&'static str),
    /// The distance from the center.
    Radius,
    /// The length along x or y in this input.
    Length(&'static str, usize),
    /// The turn about z.
    Turn,
    /// The size along x or y.
    Size(usize),
}

impl Part {
    fn input(self) -> &'static str {
        match self {
            Part::Point(input) | Part::Length(input, _) => input,
            Part::Radius => "radius",
            Part::Turn => "rotate",
            Part::Size(_) => "scale",
        }
    }

    fn name(self) -> String {
        match self {
            Part::Point(_) | Part::Radius | Part::Turn => self.input().to_owned(),
            Part::Length(_, axis) | Part::Size(axis) => {
                format!("{} {}", self.input(), if axis == 0 { "x" } else { "y" })
            }
        }
    }
}

/// Inputs with lengths along the axes, in multiples of the distance from the center to the edge.
const LENGTHS: [(&str, f32); 2] = [("size", 2.0), ("radii", 1.0)];

/// Lengths along the axes.
#[derive(Clone, Copy, Default)]
struct Lengths {
    input: &'static str,
    /// The multiple of the distance from the center to the edge that a length is.
    times: f32,
    along: [f32; 3],
}

/// The constants of a node that have handles.
struct Grips {
    /// The input that is a point, and its value.
    at: (&'static str, [f32; 3]),
    radius: Option<f32>,
    lengths: Option<Lengths>,
    /// The turns about the axes and the sizes along them.
    transform: Option<[[f32; 3]; 2]>,
}

impl Grips {
    /// The handles of a node; `None` if it has none, or if wires give the values.
    fn of(outline: &Outline, node: &str) -> Option<Grips> {
        let constant = |name: &str| match outline.held(&Socket::new(node, name)) {
            Some(Held::Constant { value, .. }) => Some(value),
            _ => None,
        };
        let vector = |name: &str| match constant(name) {
            Some(Constant::Vector(vector)) => Some(vector),
            _ => None,
        };
        if let Some(center) = vector("center") {
            let radius = match constant("radius") {
                Some(Constant::Float(radius)) => Some(radius),
                _ => None,
            };
            let mut lengths = LENGTHS.into_iter();
            let lengths = lengths.find_map(|(input, times)| Some(Lengths { input, times, along: vector(input)? }));
            return Some(Grips { at: ("center", center), radius, lengths, transform: None });
        }
        let (rotate, scale) = (vector("rotate")?, vector("scale")?);
        Some(Grips {
            at: ("translate", vector("translate")?),
            radius: None,
            lengths: None,
            transform: Some([rotate, scale]),
        })
    }
}

impl Preview {
    /// Shows the handles of the selected node; a drag requests the new value.
    pub(super) fn show_gizmo(&self, ui: &Ui, room: Rect, around: &Surroundings, requests: &mut Requests) {
        let Some(node) = around.selected.filter(|_| !self.tiles) else { return };
        let Some(grips) = Grips::of(around.outline, node) else { return };
        let (input, at) = grips.at;
        let middle = self.plane.on_screen([at[0], at[1]].map(f64::from));
        let painter = ui.painter_at(room);
        let palette = Palette::of(ui);
        let mut handles = Vec::new();
        if let Some(radius) = grips.radius {
            let edge = self.plane.on_screen([f64::from(at[0] + radius), f64::from(at[1])]);
            ring(&painter, middle, middle.distance(edge), palette);
            handles.push((Part::Radius, edge));
        }
        if let Some(Lengths { input, times, along }) = grips.lengths {
            for axis in 0..2 {
                let mut edge = [at[0], at[1]];
                edge[axis] += along[axis] / times;
                let edge = self.plane.on_screen(edge.map(f64::from));
                line(&painter, &[middle, edge], palette);
                handles.push((Part::Length(input, axis), edge));
            }
        }
        if let Some([rotate, scale]) = grips.transform {
            let across = direction(rotate[2]);
            ring(&painter, middle, RING, palette);
            for (axis, direction) in [across, -across.rot90()].into_iter().enumerate() {
                let end = middle + direction * ARM * scale[axis];
                line(&painter, &[middle, end], palette);
                handles.push((Part::Size(axis), end));
            }
            // Between the axes, so that it never lies on the handle of a size.
            handles.push((Part::Turn, middle + direction(rotate[2] + 45.0) * RING));
        }
        handles.push((Part::Point(input), middle));
        for (part, place) in handles {
            let socket = Socket::new(node, part.input());
            if let Some(pointer) = handle(ui, &painter, room, (node, part), place, palette) {
                let value = self.value(&grips, part, middle, pointer);
                requests.drag(("gizmo", &socket), actions::set_input(around.outline, &socket, Value::from(&value)));
            }
        }
    }

    /// The value that brings a handle to the pointer.
    fn value(&self, grips: &Grips, part: Part, middle: Pos2, pointer: Pos2) -> Constant {
        let (_, at) = grips.at;
        let offset = pointer - middle;
        let [x, y] = self.plane.position(pointer).map(|side| self.rounded(side));
        let [mut rotate, mut scale] = grips.transform.unwrap_or_default();
        match part {
            Part::Point(_) => Constant::Vector([x, y, at[2]]),
            Part::Radius => {
                let [x, y] = [x - at[0], y - at[1]];
                Constant::Float(self.rounded((x * x + y * y).sqrt()))
            }
            Part::Length(_, axis) => {
                let Lengths { mut along, times, .. } = grips.lengths.unwrap_or_default();
                along[axis] = self.rounded(([x, y][axis] - at[axis]).abs() * times);
                Constant::Vector(along)
            }
            Part::Turn => {
                let degrees = atan2(offset.y, offset.x).to_degrees() - 45.0;
                // The nearest of the turns that look the same, so that a drag continues beyond half a turn.
                let turns = ((rotate[2] - degrees) / 360.0).round();
                rotate[2] = (degrees + 360.0 * turns).round();
                Constant::Vector(rotate)
            }
            Part::Size(axis) => {
                let across = direction(rotate[2]);
                let along = offset.dot(if axis == 0 { across } else { -across.rot90() });
                scale[axis] = round_to_decimals(f64::from((along / ARM).max(0.01)), 2) as f32;
                Constant::Vector(scale)
            }
        }
    }

    /// A coordinate with the decimals that a pixel can show.
    fn rounded(&self, side: f32) -> f32 {
        let coarser = [1e2, 1e3, 1e4, 1e5].into_iter().filter(|pixels| *pixels <= self.plane.scale());
        round_to_decimals(f64::from(side), 2 + coarser.count()) as f32
    }
}

/// The direction of x after a turn about z by degrees.
fn direction(degrees: f32) -> Vec2 {
    let angle = degrees.to_radians();
    Vec2::new(cos(angle), sin(angle))
}

/// Shows a handle; returns the pointer's position while it is dragged.
fn handle(
    ui: &Ui,
    painter: &Painter,
    room: Rect,
    (node, part): (&str, Part),
    place: Pos2,
    palette: &Palette,
) -> Option<Pos2> {
    let area = Rect::from_center_size(place, Vec2::splat(2.0 * HANDLE + 4.0)).intersect(room);
    if !area.is_positive() {
        return None;
    }
    let response = ui.interact(area, ui.id().with(("gizmo", part)), Sense::drag());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Other, true, format!("handle {} of {node}", part.name())));
    let is_held = response.dragged();
    let fill = if is_held || response.hovered() { palette.accent } else { palette.raised };
    painter.circle(place, HANDLE, fill, Stroke::new(2.0, palette.accent));
    painter.circle_stroke(place, HANDLE + 1.5, Stroke::new(1.0, palette.canvas));
    let pointer = response.interact_pointer_pos().filter(|_| is_held);
    response.on_hover_cursor(CursorIcon::Grab).on_hover_text(format!("{} of {node}", part.name()));
    pointer
}

/// A circle that is visible on any picture.
fn ring(painter: &Painter, middle: Pos2, radius: f32, palette: &Palette) {
    painter.circle_stroke(middle, radius, Stroke::new(3.0, palette.canvas.gamma_multiply(0.6)));
    painter.circle_stroke(middle, radius, Stroke::new(1.5, palette.accent));
}

/// A line that is visible on any picture.
fn line(painter: &Painter, points: &[Pos2; 2], palette: &Palette) {
    painter.add(Shape::line(points.to_vec(), Stroke::new(3.0, palette.canvas.gamma_multiply(0.6))));
    painter.add(Shape::line(points.to_vec(), Stroke::new(1.5, palette.accent)));
}
