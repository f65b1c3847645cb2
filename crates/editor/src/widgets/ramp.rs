//! A ramp field: the colours, and below them stops to drag, add and delete.

use egui::{Color32, Id, Key, Mesh, Pos2, Rect, Response, Sense, Shape, Stroke, Ui, Vec2};
use travertine_graph::ramp::{Ramp, RampSpace, Stop};
use travertine_noise::math::{linear_to_srgb, srgb_to_linear};
use travertine_program::{Curve, CurveInterpolation};

use super::choice::choice;
use super::color::{from_screen, swatch, to_screen};
use super::number::{NumberSpec, number};
use crate::theme::Palette;

const BAR_HEIGHT: f32 = 18.0;
const HANDLE: Vec2 = Vec2::new(9.0, 11.0);
/// Maximum number of stops in a document.
const MAX_STOPS: usize = 64;

/// The new ramp if the user changed it. `full` adds the selected stop and the interpolation.
pub fn ramp(ui: &mut Ui, name: &str, value: &Ramp, width: f32, full: bool) -> Option<Ramp> {
    let mut edited = value.clone();
    let id = ui.id().with((name, "ramp"));
    let chosen = ui.data(|data| data.get_temp::<usize>(id)).unwrap_or(0).min(value.stops.len() - 1);
    let mut next = chosen;
    ui.vertical(|ui| {
        bar(ui, name, &mut edited, width, &mut next, id);
        if full {
            details(ui, name, &mut edited, width, &mut next);
        }
    });
    if next != chosen {
        ui.data_mut(|data| data.insert_temp(id, next));
    }
    (edited != *value).then_some(edited)
}

fn bar(ui: &mut Ui, name: &str, ramp: &mut Ramp, width: f32, chosen: &mut usize, id: Id) {
    let palette = Palette::of(ui);
    let (area, background) = ui.allocate_exact_size(Vec2::new(width, BAR_HEIGHT + HANDLE.y), Sense::click());
    let bar =
        Rect::from_min_size(area.min, Vec2::new(width, BAR_HEIGHT)).shrink2(Vec2::new(HANDLE.x / 2.0, 0.0));
    let across = |position: f32| bar.left() + bar.width() * position;
    let position = |x: f32| ((x - bar.left()) / bar.width()).clamp(0.0, 1.0);
    ui.painter().add(gradient(ramp, bar));
    ui.painter().rect_stroke(bar, 2.0, Stroke::new(1.0, palette.line), egui::StrokeKind::Outside);
    background.widget_info(|| {
        egui::WidgetInfo::labeled(
            egui::WidgetType::Other,
            true,
            format!("{name}, {} stops", ramp.stops.len()),
        )
    });

    let handles: Vec<(usize, Response)> = (0..ramp.stops.len())
        .map(|index| {
            let center = Pos2::new(across(ramp.stops[index].position), bar.bottom() + HANDLE.y / 2.0);
            let rect = Rect::from_center_size(center, HANDLE);
            (index, ui.interact(rect, id.with(index), Sense::click_and_drag()))
        })
        .collect();
    for (index, handle) in &handles {
        if handle.drag_started() || handle.clicked() {
            *chosen = *index;
        }
        if let (true, Some(pointer)) = (handle.dragged() && *chosen == *index, handle.interact_pointer_pos())
        {
            // Limited by its neighbours, so that the stops keep their order during a drag.
            let least = if *index == 0 { 0.0 } else { ramp.stops[index - 1].position };
            let most = ramp.stops.get(index + 1).map_or(1.0, |stop| stop.position);
            let step = (position(pointer.x) * 1000.0).round() / 1000.0;
            ramp.stops[*index].position = step.clamp(least, most);
        }
        draw_handle(ui, handle, to_screen(ramp.stops[*index].color), *index == *chosen, palette);
    }
    let doomed = handles.iter().find(|(_, handle)| handle.secondary_clicked()).map(|(index, _)| *index);
    if let Some(index) = doomed.filter(|_| ramp.stops.len() > 1) {
        ramp.stops.remove(index);
        *chosen = index.saturating_sub(1);
    }
    if let (true, Some(pointer)) = (background.double_clicked(), background.interact_pointer_pos()) {
        add(ramp, (position(pointer.x) * 1000.0).round() / 1000.0, chosen);
    }
    background.on_hover_text("Double-click to add a stop. Drag stops; right-click one to delete it.");
}

fn details(ui: &mut Ui, name: &str, ramp: &mut Ramp, width: f32, chosen: &mut usize) {
    let gap = ui.spacing().item_spacing.x;
    ui.horizontal(|ui| {
        let index = *chosen;
        let mut color = to_screen(ramp.stops[index].color);
        if swatch(ui, &format!("{name}: color of stop {}", index + 1), &mut color, 40.0).changed() {
            ramp.stops[index].color = from_screen(color);
        }
        let least = if index == 0 { 0.0 } else { ramp.stops[index - 1].position };
        let most = ramp.stops.get(index + 1).map_or(1.0, |stop| stop.position);
        let spec = NumberSpec::between(f64::from(least)..=f64::from(most));
        let label = format!("{name}: position of stop {}", index + 1);
        let rest = width - 40.0 - 2.0 * 24.0 - 3.0 * gap;
        if let (_, Some(position)) = number(ui, &label, &spec, f64::from(ramp.stops[index].position), rest) {
            ramp.stops[index].position = position as f32;
        }
        let full = ramp.stops.len() >= MAX_STOPS;
        let plus = ui.add_enabled(!full, egui::Button::new("+").min_size(Vec2::new(24.0, 0.0)));
        if plus.on_hover_text("Add a stop after the selected one.").clicked() {
            let next = ramp.stops.get(index + 1).map_or(1.0, |stop| stop.position);
            add(ramp, (ramp.stops[index].position + next) / 2.0, chosen);
        }
        let minus =
            ui.add_enabled(ramp.stops.len() > 1, egui::Button::new("−").min_size(Vec2::new(24.0, 0.0)));
        let delete = ui.input(|input| input.key_pressed(Key::Delete)) && minus.has_focus();
        if minus.on_hover_text("Delete the selected stop.").clicked() || delete {
            ramp.stops.remove(index);
            *chosen = index.saturating_sub(1);
        }
    });
    ui.horizontal(|ui| {
        let half = (width - gap) / 2.0;
        let label = format!("{name}: interpolation");
        let shown = |interpolation: &CurveInterpolation| interpolation.name().to_owned();
        let (_, interpolation) =
            choice(ui, &label, half, &ramp.interpolation, CurveInterpolation::ALL, shown);
        ramp.interpolation = interpolation.unwrap_or(ramp.interpolation);
        let shown = |space: &RampSpace| space.name().to_owned();
        let (response, space) =
            choice(ui, &format!("{name}: space"), half, &ramp.space, RampSpace::ALL, shown);
        ramp.space = space.unwrap_or(ramp.space);
        response.on_hover_text("The color space for mixing: `linear` mixes like light, `srgb` looks even.");
    });
}

/// Adds a stop with the colour of the ramp at its position.
fn add(ramp: &mut Ramp, position: f32, chosen: &mut usize) {
    if ramp.stops.len() >= MAX_STOPS {
        return;
    }
    let index = ramp.stops.partition_point(|stop| stop.position <= position);
    let color = from_screen(to_screen(Channels::of(ramp).at(position)));
    ramp.stops.insert(index, Stop { position, color });
    *chosen = index;
}

/// A ramp as four curves, one per channel.
pub struct Channels {
    curves: [Curve; 4],
    space: RampSpace,
}

impl Channels {
    /// The channels of a ramp.
    pub fn of(ramp: &Ramp) -> Channels {
        let encoded = |value: f32, channel: usize| match ramp.space {
            RampSpace::Srgb if channel < 3 => linear_to_srgb(value),
            _ => value,
        };
        let curve = |channel| Curve {
            points: ramp
                .stops
                .iter()
                .map(|stop| [stop.position, encoded(stop.color[channel], channel)])
                .collect(),
            interpolation: ramp.interpolation,
        };
        Channels { curves: [0, 1, 2, 3].map(curve), space: ramp.space }
    }

    /// The colour at a position.
    pub fn at(&self, position: f32) -> [f32; 4] {
        let [red, green, blue, alpha] = [0, 1, 2, 3].map(|channel: usize| self.curves[channel].at(position));
        match self.space {
            RampSpace::Linear => [red, green, blue, alpha],
            RampSpace::Srgb => [srgb_to_linear(red), srgb_to_linear(green), srgb_to_linear(blue), alpha],
        }
    }
}

fn gradient(ramp: &Ramp, rect: Rect) -> Shape {
    const COLUMNS: u32 = 96;
    let channels = Channels::of(ramp);
    let mut mesh = Mesh::default();
    for column in 0..COLUMNS {
        let at = |edge: u32| rect.left() + rect.width() * edge as f32 / COLUMNS as f32;
        let color = to_screen(channels.at((column as f32 + 0.5) / COLUMNS as f32));
        let cell = Rect::from_x_y_ranges(at(column)..=at(column + 1), rect.y_range());
        mesh.add_colored_rect(cell, color);
    }
    Shape::mesh(mesh)
}

fn draw_handle(ui: &Ui, handle: &Response, color: Color32, chosen: bool, palette: &Palette) {
    let rect = handle.rect;
    let outline = if chosen || handle.hovered() { palette.accent } else { palette.weak };
    let points = vec![
        rect.center_top(),
        Pos2::new(rect.right(), rect.top() + 4.0),
        rect.right_bottom(),
        rect.left_bottom(),
        Pos2::new(rect.left(), rect.top() + 4.0),
    ];
    let width = if chosen { 2.0 } else { 1.0 };
    ui.painter().add(Shape::convex_polygon(points, color.to_opaque(), Stroke::new(width, outline)));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn black_to_white(space: RampSpace) -> Ramp {
        let stop = |position, value| Stop { position, color: [value, value, value, 1.0] };
        Ramp { stops: vec![stop(0.0, 0.0), stop(1.0, 1.0)], interpolation: CurveInterpolation::Linear, space }
    }

    #[test]
    fn a_new_stop_changes_no_color() {
        let mut ramp = black_to_white(RampSpace::Srgb);
        let mut chosen = 0;
        add(&mut ramp, 0.5, &mut chosen);
        assert_eq!((chosen, ramp.stops.len()), (1, 3));
        let middle = Channels::of(&ramp).at(0.5)[0];
        assert!((linear_to_srgb(middle) - 0.5).abs() < 0.003, "{middle}");
    }

    #[test]
    fn mixing_follows_the_space() {
        assert_eq!(Channels::of(&black_to_white(RampSpace::Linear)).at(0.5)[0], 0.5);
        let even = Channels::of(&black_to_white(RampSpace::Srgb)).at(0.5)[0];
        assert!((even - 0.214).abs() < 0.001, "{even}");
    }
}
