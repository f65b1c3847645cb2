//! A ramp field: the colors, and below them stops to drag, add and delete.

use egui::{
    Color32, Id, Key, Mesh, Modifiers, Pos2, Rect, Response, Sense, Shape, Stroke, Ui, Vec2, WidgetInfo, WidgetType,
};
use travertine_editing::palette::Taken;
use travertine_graph::ramp::{Ramp, RampSpace, Stop};
use travertine_noise::math::{linear_to_srgb, srgb_to_linear};
use travertine_program::{Curve, CurveInterpolation};

use super::buttons::{STEP, step};
use super::choice::explained;
use super::color::{self, toggle};
use super::color_bars::keys;
use super::curve::interpolation;
use super::number::{NumberSpec, number};
use super::picker::{self, Field};
use super::ramp_file;
use super::screen_color::{opaque, to_screen};
use crate::icons;
use crate::theme::Palette;

const BAR_HEIGHT: f32 = 18.0;
const HANDLE: Vec2 = Vec2::new(9.0, 11.0);
/// Maximum number of stops in a document.
const MAX_STOPS: usize = 64;

/// The new ramp if the user changed it. `full` adds the chosen stop and the interpolation. Ramps with the same key
/// share the chosen stop.
pub fn ramp(ui: &mut Ui, name: &str, key: Id, value: &Ramp, width: f32, full: bool) -> Option<Ramp> {
    let mut edited = value.clone();
    let memory = key.with("chosen stop");
    let chosen = ui.data(|data| data.get_temp::<usize>(memory)).unwrap_or(0);
    if let Some((stops, taken)) = ramp_file::take_delivery(ui.ctx(), key) {
        edited.stops = stops;
        if taken == Taken::Line {
            // For this its stops were chosen.
            (edited.interpolation, edited.space) = (CurveInterpolation::Linear, RampSpace::Srgb);
        }
    }
    let chosen = chosen.min(edited.stops.len() - 1);
    let mut stop = Chosen { index: chosen, id: ui.id().with((name, "ramp")), opens: false };
    let shown = ui.vertical(|ui| {
        bar(ui, name, &mut edited, width, full, &mut stop);
        if full {
            details(ui, name, &mut edited, width, &mut stop);
            mixing(ui, name, &mut edited, width);
            ramp_file::menu(ui, name, key, width);
        }
    });
    let Chosen { index, id, opens } = stop;
    if index != chosen {
        ui.data_mut(|data| data.insert_temp(memory, index));
    }
    // The picker shows the chosen stop, whichever that is.
    if opens || (index != chosen && picker::is_open_for(ui.ctx(), id)) {
        picker::open(ui.ctx(), id, edited.stops[index].color);
    }
    let title = format!("{name}: color of stop {}", index + 1);
    let field = Field { owner: id, name: &title, rect: shown.response.rect, has_alpha: true };
    if let Some(color) = picker::show(ui, &field, edited.stops[index].color) {
        edited.stops[index].color = color;
    }
    (edited != *value).then_some(edited)
}

/// The chosen stop.
struct Chosen {
    index: usize,
    /// The id of the ramp, for which its picker is opened.
    id: Id,
    /// Whether the user opens the picker.
    opens: bool,
}

/// The colors and the stops. A click adds a stop; on a node, where a click may be meant for the node, a double click
/// does.
fn bar(ui: &mut Ui, name: &str, ramp: &mut Ramp, width: f32, at_a_click: bool, chosen: &mut Chosen) {
    let palette = Palette::of(ui);
    let (area, background) = ui.allocate_exact_size(Vec2::new(width, BAR_HEIGHT + HANDLE.y), Sense::click());
    let bar = Rect::from_min_size(area.min, Vec2::new(width, BAR_HEIGHT)).shrink2(Vec2::new(HANDLE.x / 2.0, 0.0));
    let across = |position: f32| bar.left() + bar.width() * position;
    let position = |x: f32| ((x - bar.left()) / bar.width()).clamp(0.0, 1.0);
    ui.painter().add(gradient(ramp, bar));
    ui.painter().rect_stroke(bar, 2.0, Stroke::new(1.0, palette.line), egui::StrokeKind::Outside);
    background
        .widget_info(|| WidgetInfo::labeled(WidgetType::Other, true, format!("{name}, {} stops", ramp.stops.len())));

    let handles: Vec<(usize, Response)> = (0..ramp.stops.len())
        .map(|index| {
            let center = Pos2::new(across(ramp.stops[index].position), bar.bottom() + HANDLE.y / 2.0);
            let rect = Rect::from_center_size(center, HANDLE);
            (index, ui.interact(rect, chosen.id.with(index), Sense::click_and_drag()))
        })
        .collect();
    for (index, handle) in &handles {
        if handle.drag_started() || handle.clicked() {
            chosen.index = *index;
            handle.request_focus();
        }
        handle.widget_info(|| WidgetInfo::labeled(WidgetType::Other, true, format!("{name}: stop {}", index + 1)));
        let step = keys(ui, handle).x;
        if handle.gained_focus() || step != 0.0 {
            chosen.index = *index;
        }
        if step != 0.0 {
            put(ramp, *index, ramp.stops[*index].position + step);
        }
        chosen.opens |= handle.double_clicked();
        if let (true, Some(pointer)) = (handle.dragged() && chosen.index == *index, handle.interact_pointer_pos()) {
            put(ramp, *index, position(pointer.x));
        }
        draw_handle(ui, handle, opaque(ramp.stops[*index].color), *index == chosen.index, palette);
    }
    let deletes = |handle: &Response| {
        let key = || ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Delete));
        handle.secondary_clicked() || (handle.has_focus() && key())
    };
    let doomed = handles.iter().find(|(_, handle)| deletes(handle)).map(|(index, _)| *index);
    if let Some(index) = doomed.filter(|_| ramp.stops.len() > 1) {
        ramp.stops.remove(index);
        chosen.index = index.saturating_sub(1);
    }
    let is_second = background.double_clicked();
    let adds = if at_a_click { background.clicked() && !is_second } else { is_second };
    if let (true, Some(pointer)) = (adds, background.interact_pointer_pos()) {
        add(ramp, (position(pointer.x) * 1000.0).round() / 1000.0, &mut chosen.index);
    }
    chosen.opens |= at_a_click && is_second;
    let way = if at_a_click { "Click" } else { "Double-click" };
    background.on_hover_text(format!(
        "{way} the bar to add a stop, double-click a stop to choose its color. Drag stops, or move them by the arrow keys; \
         right-click one to delete it."
    ));
}

/// The chosen stop: its color and position, and buttons for stops.
fn details(ui: &mut Ui, name: &str, ramp: &mut Ramp, width: f32, chosen: &mut Chosen) {
    const SWATCH: f32 = 40.0;
    const FLIP: f32 = 38.0;
    let gap = ui.spacing().item_spacing.x;
    ui.horizontal(|ui| {
        let index = chosen.index;
        let label = format!("{name}: color of stop {}", index + 1);
        let color = ramp.stops[index].color;
        toggle(&color::button(ui, &label, color, SWATCH), chosen.id, color);
        let least = if index == 0 { 0.0 } else { ramp.stops[index - 1].position };
        let most = ramp.stops.get(index + 1).map_or(1.0, |stop| stop.position);
        let spec = NumberSpec::between(f64::from(least)..=f64::from(most));
        let label = format!("{name}: position of stop {}", index + 1);
        let rest = width - SWATCH - 3.0 * STEP - FLIP - 5.0 * gap;
        if let (_, Some(position)) = number(ui, &label, &spec, f64::from(ramp.stops[index].position), rest) {
            ramp.stops[index].position = position as f32;
        }
        let count = ramp.stops.len();
        let mut button = |enabled, text, help| step(ui, enabled, text, help);
        if button(count < MAX_STOPS, icons::ADD, "Add a stop after the chosen one") {
            let next = ramp.stops.get(index + 1).map_or(1.0, |stop| stop.position);
            add(ramp, (ramp.stops[index].position + next) / 2.0, &mut chosen.index);
        }
        if button(count > 1, icons::REMOVE, "Delete the chosen stop") {
            ramp.stops.remove(index);
            chosen.index = index.saturating_sub(1);
        }
        if button(count > 1, icons::DISTRIBUTE, "Distribute the stops evenly") {
            distribute(ramp);
        }
        if button(true, "Flip", "Flip the ramp") {
            flip(ramp);
            chosen.index = count - 1 - index;
        }
    });
}

/// How colors between stops are mixed.
fn mixing(ui: &mut Ui, name: &str, ramp: &mut Ramp, width: f32) {
    const LABEL: f32 = 40.0;
    let gap = ui.spacing().item_spacing.x;
    let field = (width - 2.0 * LABEL - 3.0 * gap) / 2.0;
    let label = |ui: &mut Ui, text: &str| {
        let text = egui::Label::new(egui::RichText::new(text).weak()).selectable(false);
        ui.add_sized(Vec2::new(LABEL, ui.spacing().interact_size.y), text);
    };
    ui.horizontal(|ui| {
        label(ui, "Curve");
        let title = format!("{name}: interpolation");
        let (_, chosen) = explained(ui, &title, field, &ramp.interpolation, CurveInterpolation::ALL, interpolation);
        ramp.interpolation = chosen.unwrap_or(ramp.interpolation);
        label(ui, "Mix in");
        let shown = |space: &RampSpace| match space {
            RampSpace::Linear => {
                ("linear light", "Colors mix as light does: brighter between two stops, right for glow.")
            }
            RampSpace::Srgb => {
                ("sRGB", "Colors mix as in drawing programs: steps look even, darker between two stops.")
            }
        };
        let (_, chosen) = explained(ui, &format!("{name}: space"), field, &ramp.space, RampSpace::ALL, shown);
        ramp.space = chosen.unwrap_or(ramp.space);
    });
}

/// Moves a stop, between its neighbors, so that the stops keep their order.
fn put(ramp: &mut Ramp, index: usize, position: f32) {
    let least = if index == 0 { 0.0 } else { ramp.stops[index - 1].position };
    let most = ramp.stops.get(index + 1).map_or(1.0, |stop| stop.position);
    let rounded = (position * 1000.0).round() / 1000.0;
    ramp.stops[index].position = rounded.clamp(least, most);
}

/// Spaces the stops evenly from 0 to 1.
fn distribute(ramp: &mut Ramp) {
    let last = (ramp.stops.len() - 1).max(1) as f32;
    for (index, stop) in ramp.stops.iter_mut().enumerate() {
        stop.position = index as f32 / last;
    }
}

/// Exchanges left and right.
fn flip(ramp: &mut Ramp) {
    ramp.stops.reverse();
    for stop in &mut ramp.stops {
        stop.position = 1.0 - stop.position;
    }
}

/// Adds a stop with the color of the ramp at its position.
fn add(ramp: &mut Ramp, position: f32, chosen: &mut usize) {
    if ramp.stops.len() >= MAX_STOPS {
        return;
    }
    let index = ramp.stops.partition_point(|stop| stop.position <= position);
    let color = Channels::of(ramp).at(position);
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
            points: ramp.stops.iter().map(|stop| [stop.position, encoded(stop.color[channel], channel)]).collect(),
            interpolation: ramp.interpolation,
        };
        Channels { curves: [0, 1, 2, 3].map(curve), space: ramp.space }
    }

    /// The color at a position.
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
    ui.painter().add(Shape::convex_polygon(points, color, Stroke::new(width, outline)));
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
    fn stops_are_distributed_and_flipped() {
        let mut ramp = black_to_white(RampSpace::Linear);
        add(&mut ramp, 0.25, &mut 0);
        flip(&mut ramp);
        let positions = |ramp: &Ramp| ramp.stops.iter().map(|stop| stop.position).collect::<Vec<_>>();
        assert_eq!(positions(&ramp), [0.0, 0.75, 1.0]);
        assert_eq!(ramp.stops[0].color, [1.0; 4]);
        distribute(&mut ramp);
        assert_eq!(positions(&ramp), [0.0, 0.5, 1.0]);
    }

    #[test]
    fn mixing_follows_the_space() {
        assert_eq!(Channels::of(&black_to_white(RampSpace::Linear)).at(0.5)[0], 0.5);
        let even = Channels::of(&black_to_white(RampSpace::Srgb)).at(0.5)[0];
        assert!((even - 0.214).abs() < 0.001, "{even}");
    }
}
