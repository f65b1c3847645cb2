//! The parts of the color picker that are dragged: a square and bars. The arrow keys move them, too.

use egui::{
    Color32, CornerRadius, EventFilter, Id, Key, Mesh, Modifiers, Pos2, Rect, Response, Sense, Shape, Stroke,
    StrokeKind, Ui, Vec2, WidgetInfo, WidgetType,
};

use crate::theme::Palette;

/// The part of the whole by which an arrow key moves; a tenth of it with Shift.
const STEP: f32 = 0.02;

/// A square of colors. `at` is the handle, from the left lower corner; returns where the user moved it.
pub fn square(
    ui: &mut Ui,
    id: Id,
    name: &str,
    size: Vec2,
    at: Vec2,
    color: impl Fn(Vec2) -> Color32,
) -> (Response, Option<Vec2>) {
    const CELLS: u32 = 24;
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let response = ui.interact(rect, id, Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Slider, true, name));
    let mut mesh = Mesh::default();
    for row in 0..=CELLS {
        for column in 0..=CELLS {
            let part = Vec2::new(column as f32, row as f32) / CELLS as f32;
            let point = rect.left_bottom() + Vec2::new(part.x, -part.y) * rect.size();
            mesh.colored_vertex(point, color(part));
            if row < CELLS && column < CELLS {
                let first = row * (CELLS + 1) + column;
                let above = first + CELLS + 1;
                mesh.add_triangle(first, first + 1, above);
                mesh.add_triangle(above, first + 1, above + 1);
            }
        }
    }
    ui.painter().add(Shape::mesh(mesh));
    frame(ui, rect, &response);
    let inside = at.clamp(Vec2::ZERO, Vec2::splat(1.0));
    let handle = rect.left_bottom() + Vec2::new(inside.x, -inside.y) * rect.size();
    ui.painter().circle_stroke(handle, 6.0, Stroke::new(3.0, Color32::BLACK));
    ui.painter().circle_stroke(handle, 6.0, Stroke::new(1.5, Color32::WHITE));
    let moved = pressed_at(&response).map(|pointer| {
        let offset = (pointer - rect.left_bottom()) / rect.size();
        Vec2::new(offset.x, -offset.y).clamp(Vec2::ZERO, Vec2::splat(1.0))
    });
    let step = keys(ui, &response);
    let stepped = (step != Vec2::ZERO).then(|| (at + step).clamp(Vec2::ZERO, Vec2::splat(1.0)));
    (response, moved.or(stepped))
}

/// A bar of colors. `at` is the handle, from the left; returns where the user moved it.
pub fn bar(ui: &mut Ui, id: Id, name: &str, size: Vec2, at: f32, color: impl Fn(f32) -> Color32) -> Option<f32> {
    const COLUMNS: u32 = 64;
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let response = ui.interact(rect, id, Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::slider(true, f64::from(at), name));
    checks(ui, rect);
    let mut mesh = Mesh::default();
    for column in 0..=COLUMNS {
        let part = column as f32 / COLUMNS as f32;
        let x = egui::lerp(rect.x_range(), part);
        mesh.colored_vertex(Pos2::new(x, rect.top()), color(part));
        mesh.colored_vertex(Pos2::new(x, rect.bottom()), color(part));
        if column < COLUMNS {
            mesh.add_triangle(2 * column, 2 * column + 1, 2 * column + 2);
            mesh.add_triangle(2 * column + 1, 2 * column + 3, 2 * column + 2);
        }
    }
    ui.painter().add(Shape::mesh(mesh));
    frame(ui, rect, &response);
    let x = egui::lerp(rect.x_range(), at.clamp(0.0, 1.0));
    let handle = Rect::from_center_size(Pos2::new(x, rect.center().y), Vec2::new(6.0, rect.height() + 4.0));
    ui.painter().rect(handle, 2.0, Color32::WHITE, Stroke::new(1.0, Color32::BLACK), StrokeKind::Inside);
    let moved = pressed_at(&response).map(|pointer| ((pointer.x - rect.left()) / rect.width()).clamp(0.0, 1.0));
    let step = keys(ui, &response);
    let stepped = (step != Vec2::ZERO).then(|| (at + step.x + step.y).clamp(0.0, 1.0));
    moved.or(stepped)
}

/// A patch of a color. The right half shows how transparent it is.
pub fn patch(ui: &Ui, rect: Rect, opaque: Color32, shown: Color32) {
    let (left, right) = rect.split_left_right_at_fraction(0.5);
    if opaque == shown {
        ui.painter().rect_filled(rect, 3.0, opaque);
    } else {
        checks(ui, right);
        ui.painter().rect_filled(right, CornerRadius { ne: 3, se: 3, nw: 0, sw: 0 }, shown);
        ui.painter().rect_filled(left, CornerRadius { nw: 3, sw: 3, ne: 0, se: 0 }, opaque);
    }
    ui.painter().rect_stroke(rect, 3.0, Stroke::new(1.0, Palette::of(ui).line), StrokeKind::Inside);
}

/// The pattern behind transparent colors.
fn checks(ui: &Ui, rect: Rect) {
    const SIDE: f32 = 5.0;
    ui.painter().rect_filled(rect, 0.0, Color32::from_gray(150));
    let (columns, rows) = ((rect.width() / SIDE).ceil() as i32, (rect.height() / SIDE).ceil() as i32);
    let mut mesh = Mesh::default();
    for row in 0..rows {
        for column in (row % 2..columns).step_by(2) {
            let corner = rect.min + Vec2::new(column as f32, row as f32) * SIDE;
            let cell = Rect::from_min_size(corner, Vec2::splat(SIDE)).intersect(rect);
            mesh.add_colored_rect(cell, Color32::from_gray(100));
        }
    }
    ui.painter().add(Shape::mesh(mesh));
}

fn frame(ui: &Ui, rect: Rect, response: &Response) {
    let palette = Palette::of(ui);
    let stroke = match response.has_focus() {
        true => Stroke::new(2.0, palette.accent),
        false => Stroke::new(1.0, palette.line),
    };
    ui.painter().rect_stroke(rect, 2.0, stroke, StrokeKind::Outside);
}

fn pressed_at(response: &Response) -> Option<Pos2> {
    response.interact_pointer_pos().filter(|_| response.is_pointer_button_down_on() || response.clicked())
}

/// The motion by the arrow keys, if the widget has the focus.
pub fn keys(ui: &Ui, response: &Response) -> Vec2 {
    if !response.has_focus() {
        return Vec2::ZERO;
    }
    // Otherwise the arrow keys move the focus.
    let filter = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
    ui.input_mut(|input| {
        let step = if input.modifiers.shift { STEP / 10.0 } else { STEP };
        let mut pressed = |key| input.count_and_consume_key(Modifiers::NONE, key) as f32 * step;
        Vec2::new(pressed(Key::ArrowRight) - pressed(Key::ArrowLeft), pressed(Key::ArrowUp) - pressed(Key::ArrowDown))
    })
}
