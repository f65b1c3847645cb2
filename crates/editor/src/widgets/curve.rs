//! A curve field: the graph, and points to drag, add and delete.

use egui::{Id, Pos2, Rect, Sense, Shape, Stroke, StrokeKind, Ui, Vec2};
use travertine_program::{Curve, CurveInterpolation};

use super::choice::choice;
use crate::theme::Palette;

/// Maximum number of points in a document.
const MAX_POINTS: usize = 64;

/// The new curve if the user changed it. `full` adds the choice of interpolation.
pub fn curve(ui: &mut Ui, name: &str, value: &Curve, size: Vec2, full: bool) -> Option<Curve> {
    let mut edited = value.clone();
    let id = ui.id().with((name, "curve"));
    ui.vertical(|ui| {
        plot(ui, name, &mut edited, size, id);
        if full {
            let shown = |interpolation: &CurveInterpolation| interpolation.name().to_owned();
            let label = format!("{name}: interpolation");
            let (_, chosen) =
                choice(ui, &label, size.x, &edited.interpolation, CurveInterpolation::ALL, shown);
            edited.interpolation = chosen.unwrap_or(edited.interpolation);
        }
    });
    (edited != *value).then_some(edited)
}

fn plot(ui: &mut Ui, name: &str, curve: &mut Curve, size: Vec2, id: Id) {
    let palette = Palette::of(ui);
    let (area, background) = ui.allocate_exact_size(size, Sense::click());
    background.widget_info(|| {
        egui::WidgetInfo::labeled(
            egui::WidgetType::Other,
            true,
            format!("{name}, {} points", curve.points.len()),
        )
    });
    // The view stays during a drag; otherwise it would move away from the pointer.
    let held =
        ui.data(|data| data.get_temp::<Rect>(id)).filter(|_| ui.input(|input| input.pointer.any_down()));
    let view = held.unwrap_or_else(|| bounds(curve));
    ui.data_mut(|data| data.insert_temp(id, view));
    let inner = area.shrink(6.0);
    let to_screen =
        egui::emath::RectTransform::from_to(Rect::from_min_max(view.left_bottom(), view.right_top()), inner);

    let painter = ui.painter_at(area);
    painter.rect(area, 4.0, palette.field, Stroke::new(1.0, palette.line), StrokeKind::Inside);
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
        if let (true, Some(pointer)) = (handle.dragged(), handle.interact_pointer_pos()) {
            let point = to_screen.inverse() * pointer.clamp(area.min, area.max);
            let least = if index == 0 { f32::MIN } else { curve.points[index - 1][0] };
            let most = curve.points.get(index + 1).map_or(f32::MAX, |point| point[0]);
            let rounded = |value: f32| (value * 1000.0).round() / 1000.0;
            curve.points[index] = [rounded(point.x).clamp(least, most), rounded(point.y)];
        }
        if handle.secondary_clicked() && curve.points.len() > 1 {
            doomed = Some(index);
        }
        let color = if handle.hovered() || handle.dragged() { palette.accent } else { palette.text };
        painter.circle(center, 3.5, palette.raised, Stroke::new(1.5, color));
        handle.on_hover_text(format!("{x}, {y}"));
    }
    if let Some(index) = doomed {
        curve.points.remove(index);
    }
    if let (true, Some(pointer)) = (background.double_clicked(), background.interact_pointer_pos()) {
        add(curve, to_screen.inverse() * pointer);
    }
    background.on_hover_text("Double-click to add a point. Drag points; right-click one to delete it.");
}

fn add(curve: &mut Curve, point: Pos2) {
    if curve.points.len() < MAX_POINTS {
        let rounded = |value: f32| (value * 1000.0).round() / 1000.0;
        let index = curve.points.partition_point(|known| known[0] <= point.x);
        curve.points.insert(index, [rounded(point.x), rounded(point.y)]);
    }
}

/// The rectangle around the unit square and all points.
fn bounds(curve: &Curve) -> Rect {
    let unit = Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0));
    curve.points.iter().fold(unit, |bounds, [x, y]| bounds.union(Rect::from_pos(Pos2::new(*x, *y))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_added_in_order() {
        let mut curve =
            Curve { points: vec![[0.0, 0.0], [1.0, 1.0]], interpolation: CurveInterpolation::Linear };
        add(&mut curve, Pos2::new(0.25, 0.75));
        assert_eq!(curve.points, [[0.0, 0.0], [0.25, 0.75], [1.0, 1.0]]);
        assert_eq!(bounds(&curve), Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0)));
    }
}
