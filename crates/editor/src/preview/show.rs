//! Drawing the preview, and mouse input on it.

use egui::{Color32, CursorIcon, PointerButton, Pos2, Rect, RichText, Sense, TextureHandle, Ui, Vec2};
use travertine_editing::Outline;
use travertine_editing::render::{Subject, Viewport};

use super::{Preview, controls};
use crate::theme::Palette;

impl Preview {
    /// Shows the picture and its controls; `value` is the value of the subject at the probe.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        outline: &Outline,
        subject: Option<&Subject>,
        value: Option<&str>,
        height: f32,
    ) {
        if self.plays {
            self.time += ui.input(|input| input.stable_dt).min(0.1);
            ui.ctx().request_repaint();
        }
        controls::subject(ui, self, outline, subject);
        self.picture(ui, subject.is_some(), height);
        if self.is_solid {
            controls::solid(ui, self, value);
        } else {
            controls::plane(ui, self, value);
        }
    }

    fn picture(&mut self, ui: &mut Ui, has_subject: bool, height: f32) {
        let palette = Palette::of(ui);
        let size = Vec2::new(ui.available_width(), height);
        let (area, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Image, true, "Preview"));
        self.plane.set_room(area, ui.pixels_per_point());
        self.solid.set_room(area, ui.pixels_per_point());
        if self.is_solid {
            self.turn(ui, &response);
        } else {
            self.navigate(ui, &response);
        }
        if let (true, false, Some(point)) =
            (response.clicked(), response.double_clicked(), response.interact_pointer_pos())
        {
            self.probe_at(point);
        }
        if response.secondary_clicked() {
            self.probe = None;
        }
        let painter = ui.painter_at(area);
        painter.rect_filled(area, 4.0, palette.canvas);
        match &self.shown {
            Some(shown) if has_subject => {
                self.paint(&painter, area, &shown.viewport, &shown.texture, palette);
                if let Some(kept) = &self.kept {
                    let edge = egui::lerp(area.x_range(), kept.wipe);
                    let left = Rect::from_min_max(area.min, Pos2::new(edge, area.bottom()));
                    let painter = painter.with_clip_rect(left.intersect(area));
                    self.paint(&painter, area, &kept.viewport, &kept.texture, palette);
                    ui.painter_at(area).vline(edge, area.y_range(), (2.0, palette.accent));
                }
                self.mark_probe(&painter, palette);
            }
            _ => {
                let text = match (&self.problem, has_subject) {
                    (Some(problem), true) => problem.as_str(),
                    (None, true) => "",
                    (_, false) => "Select a node, or wire one to the outputs, to preview it here.",
                };
                let color = if self.problem.is_some() && has_subject { palette.error } else { palette.weak };
                let inner = area.shrink(16.0);
                // A separate child: its size must not move the rows below.
                let mut inner = ui.new_child(egui::UiBuilder::new().max_rect(inner));
                inner.centered_and_justified(|ui| ui.label(RichText::new(text).color(color)));
            }
        }
    }

    /// Paints a picture: a plane at the position of its region, a solid in all of the room.
    fn paint(
        &self,
        painter: &egui::Painter,
        area: Rect,
        viewport: &Viewport,
        texture: &TextureHandle,
        palette: &Palette,
    ) {
        match viewport {
            Viewport::Plane(slice) => {
                checkers(painter, area, palette);
                for offset in self.offsets() {
                    painter.image(texture.id(), self.plane.rect_of(slice, offset), UV, Color32::WHITE);
                }
            }
            Viewport::Solid { .. } => {
                painter.rect_filled(area, 4.0, palette.studio);
                painter.image(texture.id(), area, UV, Color32::WHITE);
            }
        }
    }

    /// The offsets at which the picture is drawn, in multiples of its size: one, or 3 x 3.
    fn offsets(&self) -> Vec<Vec2> {
        if !self.tiles {
            return vec![Vec2::ZERO];
        }
        (-1..=1).flat_map(|row| (-1..=1).map(move |column| Vec2::new(column as f32, row as f32))).collect()
    }

    fn navigate(&mut self, ui: &Ui, response: &egui::Response) {
        if response.dragged() {
            self.plane.pan(response.drag_delta());
        }
        if response.double_clicked() {
            self.plane.fit();
        }
        if let Some((point, factor)) = wheel(ui, response) {
            self.plane.zoom(point, f64::from(factor));
        }
        response.clone().on_hover_cursor(CursorIcon::Crosshair);
    }

    /// Turns the solid, or moves the light with the other button.
    fn turn(&mut self, ui: &Ui, response: &egui::Response) {
        if response.dragged_by(PointerButton::Primary) {
            self.solid.orbit(response.drag_delta());
        }
        if response.dragged_by(PointerButton::Secondary) {
            self.solid.move_light(response.drag_delta());
        }
        if response.double_clicked() {
            self.solid.fit();
        }
        if let Some((_, factor)) = wheel(ui, response) {
            self.solid.zoom(factor);
        }
        response.clone().on_hover_cursor(CursorIcon::Grab);
    }
}

/// The pointer and the zoom factor of the mouse wheel over a widget.
fn wheel(ui: &Ui, response: &egui::Response) -> Option<(Pos2, f32)> {
    let point = response.hover_pos().filter(|_| response.hovered())?;
    let (turned, zoomed) =
        ui.input_mut(|input| (std::mem::take(&mut input.smooth_scroll_delta).y, input.zoom_delta()));
    let factor = travertine_noise::math::exp2(turned / 120.0) * zoomed;
    (factor != 1.0).then_some((point, factor))
}

/// The texture coordinates of a whole texture.
const UV: Rect = Rect { min: Pos2::ZERO, max: Pos2::new(1.0, 1.0) };

/// The pattern behind transparent pictures.
fn checkers(painter: &egui::Painter, area: Rect, palette: &Palette) {
    const CELL: f32 = 8.0;
    painter.rect_filled(area, 0.0, palette.field);
    let (columns, rows) = ((area.width() / CELL).ceil() as u32, (area.height() / CELL).ceil() as u32);
    let mut mesh = egui::Mesh::default();
    for row in 0..rows {
        for column in (row % 2..columns).step_by(2) {
            let min = area.min + Vec2::new(column as f32, row as f32) * CELL;
            mesh.add_colored_rect(Rect::from_min_size(min, Vec2::splat(CELL)), palette.line);
        }
    }
    painter.with_clip_rect(area.intersect(painter.clip_rect())).add(egui::Shape::mesh(mesh));
}
