//! A curve field: the graph with its points, and below it numbers for the chosen point, presets and the interpolation.

use egui::emath::RectTransform;
use egui::{Id, Key, Modifiers, Pos2, Rect, Response, Sense, Shape, Stroke, StrokeKind, Ui, Vec2};
use travertine_program::{Curve, CurveInterpolation};

use super::buttons::{STEP, step};
use super::choice::{List, Row, explained};
use super::color_bars::keys;
use super::curve_presets::PRESETS;
use super::histogram;
use super::number::{NumberSpec, number};
use crate::icons;
use crate::theme::Palette;

/// Maximum number of points in a document.
const MAX_POINTS: usize = 64;

/// The new curve if the user changed it. `full` adds the chosen point, presets and the interpolation. Curves with the
/// same key share the chosen point and the histogram behind.
pub fn curve(ui: &mut Ui, name: &str, key: Id, value: &Curve, size: Vec2, full: bool) -> Option<Curve> {
    let mut edited = value.clone();
    let memory = key.with("chosen point");
    let before = ui.data(|data| data.get_temp::<usize>(memory)).unwrap_or(0).min(value.points.len() - 1);
    let mut chosen = before;
    ui.vertical(|ui| {
        plot(ui, (name, key), &mut edited, size, full, &mut chosen);
        if full {
            point(ui, name, &mut edited, size.x, &mut chosen);
            shape(ui, name, &mut edited, size.x, &mut chosen);
        }
    });
    if chosen != before {
        ui.data_mut(|data| data.insert_temp(memory, chosen));
    }
    (edited != *value).then_some(edited)
}

/// The name of an interpolation, and what it does.
pub fn interpolation(interpolation: &CurveInterpolation) -> (&'static str, &'static str) {
    let help = match interpolation {
        CurveInterpolation::Linear => "Straight between two points.",
        CurveInterpolation::Step => "The value of a point holds up to the next one.",
        CurveInterpolation::Smooth => "Level at each point, and soft between.",
    };
    (interpolation.name(), help)
}

fn plot(ui: &mut Ui, (name, key): (&str, Id), curve: &mut Curve, size: Vec2, full: bool, chosen: &mut usize) {
    let palette = Palette::of(ui);
    let id = ui.id().with((name, "curve"));
    let (area, background) = ui.allocate_exact_size(size, Sense::click());
    background.widget_info(|| {
        egui::WidgetInfo::labeled(egui::WidgetType::Other, true, format!("{name}, {} points", curve.points.len()))
    });
    // The view stays during a drag; otherwise it would move away from the pointer.
    let held = ui.data(|data| data.get_temp::<Rect>(id)).filter(|_| ui.input(|input| input.pointer.any_down()));
    let view = held.unwrap_or_else(|| bounds(curve));
    ui.data_mut(|data| data.insert_temp(id, view));
    let inner = area.shrink(6.0);
    let to_screen = RectTransform::from_to(Rect::from_min_max(view.left_bottom(), view.right_top()), inner);

    let painter = ui.painter_at(area);
    painter.rect(area, 4.0, palette.field, Stroke::new(1.0, palette.line), StrokeKind::Inside);
    if let Some(histogram) = histogram::of(ui.ctx(), key) {
        histogram.paint(&painter, palette.fill, |value, height| {
            Pos2::new((to_screen * Pos2::new(value, 0.0)).x, egui::lerp(inner.bottom()..=inner.top(), height))
        });
    }
    let faint = Stroke::new(1.0, palette.line);
    for grid in [0.0, 0.5, 1.0] {
        let at = to_screen * Pos2::new(grid, grid);
        painter.vline(at.x, inner.y_range(), faint);
        painter.hline(inner.x_range(), at.y, faint);
    }
    let columns = (inner.width() / 2.0).max(2.0) as u32;
    let line = (0..=columns).map(|column| {
        let x = egui::lerp(view.x_range(), column as f32 / columns as f32);
        to_screen * Pos2::new(x, curve.at(x))
    });
    painter.add(Shape::line(line.collect(), Stroke::new(1.5, palette.text)));

    let mut doomed = None;
    for index in 0..curve.points.len() {
        let [x, y] = curve.points[index];
        let center = to_screen * Pos2::new(x, y);
        let rect = Rect::from_center_size(center, Vec2::splat(11.0));
        let handle = ui.interact(rect, id.with(index), Sense::click_and_drag());
        handle.widget_info(|| {
            egui::WidgetInfo::labeled(egui::WidgetType::Other, true, format!("{name}: point {}", index + 1))
        });
        if handle.drag_started() || handle.clicked() {
            handle.request_focus();
        }
        let new = moved(ui, &handle, area, to_screen, view, [x, y]);
        if handle.gained_focus() || new.is_some() {
            *chosen = index;
        }
        if let Some(new) = new {
            put(curve, index, new);
        }
        let deletes = handle.has_focus() && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Delete));
        if deletes || handle.secondary_clicked() {
            doomed = Some(index);
        }
        // On a node, only while the keys move it.
        let is_chosen = *chosen == index && (full || handle.has_focus());
        let color = if handle.hovered() || handle.dragged() || is_chosen { palette.accent } else { palette.text };
        let fill = if is_chosen { palette.accent } else { palette.raised };
        painter.circle(center, 3.5, fill, Stroke::new(1.5, color));
        handle.on_hover_text(format!("{x}, {y}"));
    }
    if let Some(index) = doomed {
        remove(curve, index, chosen);
    }
    if let (true, Some(pointer)) = (background.double_clicked(), background.interact_pointer_pos()) {
        add(curve, to_screen.inverse() * pointer, chosen);
    }
    background.on_hover_text(
        "Double-click to add a point. Drag points, or move them by the arrow keys; right-click one to delete it.",
    );
}

/// Where the user moves a point: by the pointer, or by the arrow keys.
fn moved(
    ui: &Ui,
    handle: &Response,
    area: Rect,
    to_screen: RectTransform,
    view: Rect,
    [x, y]: [f32; 2],
) -> Option<[f32; 2]> {
    if let (true, Some(pointer)) = (handle.dragged(), handle.interact_pointer_pos()) {
        let point = to_screen.inverse() * pointer.clamp(area.min, area.max);
        return Some([point.x, point.y]);
    }
    let step = keys(ui, handle);
    (step != Vec2::ZERO).then(|| [x + step.x * view.width(), y + step.y * view.height()])
}

/// The chosen point: its numbers, and buttons for points.
fn point(ui: &mut Ui, name: &str, curve: &mut Curve, width: f32, chosen: &mut usize) {
    const LETTER: f32 = 12.0;
    ui.horizontal(|ui| {
        let gap = ui.spacing().item_spacing.x;
        let half = (width - 2.0 * (LETTER + STEP) - 5.0 * gap) / 2.0;
        let index = *chosen;
        let mut place = curve.points[index];
        for (axis, letter) in ["x", "y"].into_iter().enumerate() {
            ui.add_sized([LETTER, ui.spacing().interact_size.y], egui::Label::new(letter).selectable(false));
            let spec = NumberSpec { hard: -1e6..=1e6, ..NumberSpec::between(0.0..=1.0) };
            let label = format!("{name}: {letter} of point {}", index + 1);
            if let (_, Some(new)) = number(ui, &label, &spec, f64::from(place[axis]), half) {
                place[axis] = new as f32;
                put_exactly(curve, index, place);
            }
        }
        let count = curve.points.len();
        let mut button = |enabled, text, help| step(ui, enabled, text, help);
        if button(count < MAX_POINTS, icons::ADD, "Add a point after the chosen one") {
            let next = curve.points.get(index + 1).map_or(place[0] + 0.1, |point| point[0]);
            let x = (place[0] + next) / 2.0;
            add(curve, Pos2::new(x, curve.at(x)), chosen);
        }
        if button(count > 1, icons::REMOVE, "Delete the chosen point") {
            remove(curve, index, chosen);
        }
    });
}

/// The interpolation, and curves to begin with.
fn shape(ui: &mut Ui, name: &str, curve: &mut Curve, width: f32, chosen: &mut usize) {
    ui.horizontal(|ui| {
        let half = (width - ui.spacing().item_spacing.x) / 2.0;
        let label = format!("{name}: interpolation");
        let (_, new) = explained(ui, &label, half, &curve.interpolation, CurveInterpolation::ALL, interpolation);
        curve.interpolation = new.unwrap_or(curve.interpolation);
        let present = PRESETS.iter().position(|preset| preset.curve() == *curve);
        let shown = present.map_or("Presets", |index| PRESETS[index].name);
        let rows = PRESETS.iter().map(|preset| Row::from(preset.name.to_owned())).collect();
        let label = format!("{name}: preset");
        let list = List { name: &label, width: half, shown, present, rows, hint: "" };
        if let (_, Some(index)) = list.show(ui) {
            *curve = PRESETS[index].curve();
            *chosen = 0;
        }
    });
}

fn rounded(value: f32) -> f32 {
    (value * 1000.0).round() / 1000.0
}

/// Moves a point to a place with few digits.
fn put(curve: &mut Curve, index: usize, place: [f32; 2]) {
    put_exactly(curve, index, place.map(rounded));
}

/// Moves a point, between its neighbors.
fn put_exactly(curve: &mut Curve, index: usize, [x, y]: [f32; 2]) {
    let least = if index == 0 { f32::MIN } else { curve.points[index - 1][0] };
    let most = curve.points.get(index + 1).map_or(f32::MAX, |point| point[0]);
    curve.points[index] = [x.clamp(least, most), y];
}

fn add(curve: &mut Curve, point: Pos2, chosen: &mut usize) {
    if curve.points.len() < MAX_POINTS {
        let index = curve.points.partition_point(|known| known[0] <= point.x);
        curve.points.insert(index, [rounded(point.x), rounded(point.y)]);
        *chosen = index;
    }
}

fn remove(curve: &mut Curve, index: usize, chosen: &mut usize) {
    if curve.points.len() > 1 {
        curve.points.remove(index);
        *chosen = index.saturating_sub(1);
    }
}

/// The rectangle around the unit square and all points.
pub fn bounds(curve: &Curve) -> Rect {
    let unit = Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0));
    curve.points.iter().fold(unit, |bounds, [x, y]| bounds.union(Rect::from_pos(Pos2::new(*x, *y))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_keep_their_order() {
        let mut curve = Curve { points: vec![[0.0, 0.0], [1.0, 1.0]], interpolation: CurveInterpolation::Linear };
        let mut chosen = 0;
        add(&mut curve, Pos2::new(0.25, 0.75), &mut chosen);
        assert_eq!((curve.points.as_slice(), chosen), (&[[0.0, 0.0], [0.25, 0.75], [1.0, 1.0]][..], 1));
        assert_eq!(bounds(&curve), Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0)));
        put(&mut curve, 1, [7.0, 0.12345]);
        assert_eq!(curve.points[1], [1.0, 0.123]);
        for expected in [0, 0] {
            remove(&mut curve, chosen, &mut chosen);
            assert_eq!(chosen, expected);
        }
        remove(&mut curve, 0, &mut chosen);
        assert_eq!(curve.points.len(), 1, "one stays");
    }
}
