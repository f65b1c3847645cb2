//! Drawing the preview, and mouse input on it.

use egui::{Align2, Color32, CursorIcon, FontId, PointerButton, Pos2, Rect, RichText, Sense, Ui, Vec2};
use travertine_editing::render::Viewport;

use super::pane::{Kind, Layout, Shown};
use super::{Place, Preview, Surroundings, tag};
use crate::icons;
use crate::requests::Requests;
use crate::theme::Palette;
use crate::widgets::buttons::{self, ICON};

impl Preview {
    /// Lets time pass while it plays.
    pub fn play(&mut self, context: &egui::Context) {
        if self.plays {
            self.time += context.input(|input| input.stable_dt).min(0.1);
            context.request_repaint();
        }
    }

    /// Shows the pictures in the room, of which they take this height.
    pub fn show_pictures(&mut self, ui: &mut Ui, around: &Surroundings, height: f32, requests: &mut Requests) {
        let size = Vec2::new(ui.available_width(), height);
        let (area, _) = ui.allocate_exact_size(size, Sense::hover());
        let rooms = self.layout.rooms(area);
        for (kind, room) in &rooms {
            self.show_pane(ui, around.subject.is_some(), *kind, *room);
            if *kind == Kind::Plane && around.subject.is_some() {
                self.show_gizmo(ui, *room, around, requests);
            }
        }
        if let Some((_, room)) = rooms.first() {
            tag::show(ui, *room, self, around, requests);
        }
        self.show_buttons(ui, area);
    }

    /// The buttons in the upper right corner of the pictures.
    fn show_buttons(&mut self, ui: &mut Ui, area: Rect) {
        let size = Vec2::new(3.0 * (ICON + 2.0), ICON);
        let room = Align2::RIGHT_TOP.align_size_within_rect(size, area.shrink(4.0));
        ui.painter().rect_filled(room.expand(1.0), 5.0, Palette::of(ui).panel.gamma_multiply(0.8));
        let layout = egui::Layout::right_to_left(egui::Align::Center);
        let mut ui = ui.new_child(egui::UiBuilder::new().max_rect(room).layout(layout));
        ui.spacing_mut().item_spacing.x = 2.0;
        let is_apart = self.place == Place::Window;
        let detach = buttons::icon(&mut ui, icons::DETACH, "Detach the preview", is_apart);
        if detach.on_hover_text("Show the pictures in a window of their own, or bring them back.").clicked() {
            self.toggle_place(Place::Window);
        }
        let fills = self.place == Place::Center;
        let (icon, name) = if fills { (icons::SHRINK, "Shrink the preview") } else { (icons::FILL, "Fill the window") };
        if buttons::icon(&mut ui, icon, name, fills).on_hover_text(format!("{name} (V)")).clicked() {
            self.toggle_place(Place::Center);
        }
        let fit = buttons::icon(&mut ui, icons::FIT, "Fit the view", false);
        if fit.on_hover_text("Fit the view. A double click on a picture does the same.").clicked() {
            self.fit();
        }
    }

    fn show_pane(&mut self, ui: &mut Ui, has_subject: bool, kind: Kind, room: Rect) {
        let palette = Palette::of(ui);
        let response = ui.interact(room, ui.id().with(("pane", kind as usize)), Sense::click_and_drag());
        let is_second = self.layout == Layout::Both && kind == Kind::Solid;
        let name = if is_second { "Preview of the solid" } else { "Preview" };
        response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Image, true, name));
        match kind {
            Kind::Plane => {
                self.plane.set_room(room, ui.pixels_per_point());
                self.navigate(ui, &response);
            }
            Kind::Solid => {
                self.solid.set_room(room, ui.pixels_per_point());
                self.turn(ui, &response);
            }
        }
        if let (true, false, Some(point)) =
            (response.clicked(), response.double_clicked(), response.interact_pointer_pos())
        {
            self.probe_at(kind, point);
        }
        if response.secondary_clicked() {
            self.probe = None;
        }
        let painter = ui.painter_at(room);
        painter.rect_filled(room, 4.0, palette.canvas);
        let pane = self.pane(kind);
        let Some(shown) = pane.shown.as_ref().filter(|_| has_subject) else {
            let (text, color) = match (&pane.problem, has_subject) {
                (Some(problem), true) => (problem.as_str(), palette.error),
                (None, true) => ("", palette.weak),
                (_, false) => ("Select a node, or wire one to the outputs, to preview it here.", palette.weak),
            };
            // A separate child: its size must not move the rows below.
            let mut inner = ui.new_child(egui::UiBuilder::new().max_rect(room.shrink(16.0)));
            // Filled in one direction only: text that fills both is justified.
            let middle = egui::Layout::top_down(egui::Align::Center)
                .with_main_align(egui::Align::Center)
                .with_main_justify(true);
            inner.with_layout(middle, |ui| ui.label(RichText::new(text).color(color)));
            return;
        };
        self.paint(&painter, room, shown, palette);
        if let Some(held) = &self.held
            && let Some(before) = &held.panes[kind as usize].shown
        {
            let edge = egui::lerp(room.x_range(), held.wipe);
            let left = room.with_max_x(edge);
            self.paint(&painter.with_clip_rect(left), room, before, palette);
            painter.vline(edge, room.y_range(), (2.0, palette.accent));
            let corners = [(left, "A"), (room.with_min_x(edge), "B")];
            for (part, name) in corners.into_iter().filter(|(part, _)| part.width() > 30.0) {
                let middle = part.left_top() + Vec2::splat(13.0);
                painter.circle_filled(middle, 9.0, palette.panel.gamma_multiply(0.85));
                painter.text(middle, Align2::CENTER_CENTER, name, FontId::proportional(12.0), palette.text);
            }
        }
        if let Some(covered) = self.covered(room).filter(|_| kind == Kind::Plane) {
            dim_around(&painter, room, covered, palette);
        }
        self.mark_axes(&painter, kind, room, palette);
        self.mark_probe(&painter, kind, palette);
        if let Some(pointer) = response.hover_pos().filter(|_| response.hovered()) {
            self.show_numbers(&painter, kind, room, pointer, palette);
        }
    }

    /// Paints a picture: a plane at the position of its region, a solid in all of the room.
    fn paint(&self, painter: &egui::Painter, area: Rect, shown: &Shown, palette: &Palette) {
        let texture = &shown.texture;
        match &shown.viewport {
            Viewport::Plane(slice) => {
                checkers(painter, area, palette);
                for offset in self.offsets() {
                    painter.image(texture.id(), self.plane.rect_of(slice, offset), UV, Color32::WHITE);
                }
            }
            Viewport::Solid { .. } => {
                let ground = self.solid.ground.gray().map_or(palette.studio, Color32::from_gray);
                painter.rect_filled(area, 4.0, ground);
                painter.image(texture.id(), area, UV, Color32::WHITE);
            }
        }
    }

    /// The rectangle on the screen that grids of the graph cover, if the picture shows more.
    pub(super) fn covered(&self, area: Rect) -> Option<Rect> {
        let shown = self.pane(Kind::Plane).shown.as_ref().filter(|_| !self.tiles)?;
        let far = shown.picture.covered?.map(f64::from);
        let covered = Rect::from_min_max(self.plane.on_screen([0.0; 2]), self.plane.on_screen(far));
        // A square preview shows a whole unit: its border is no news.
        (!covered.expand(1.0).contains_rect(area)).then_some(covered)
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
    let (turned, zoomed) = ui.input_mut(|input| (std::mem::take(&mut input.smooth_scroll_delta).y, input.zoom_delta()));
    let factor = travertine_noise::math::exp2(turned / 120.0) * zoomed;
    (factor != 1.0).then_some((point, factor))
}

/// Dims an area outside a rectangle, and draws the border.
fn dim_around(painter: &egui::Painter, area: Rect, inner: Rect, palette: &Palette) {
    let shade = palette.canvas.gamma_multiply(0.72);
    let within = inner.intersect(area);
    let rows = [
        Rect::from_min_max(area.min, Pos2::new(area.right(), inner.top())),
        Rect::from_min_max(Pos2::new(area.left(), inner.bottom()), area.max),
    ];
    let sides = [
        Rect::from_min_max(Pos2::new(area.left(), within.top()), Pos2::new(inner.left(), within.bottom())),
        Rect::from_min_max(Pos2::new(inner.right(), within.top()), Pos2::new(area.right(), within.bottom())),
    ];
    for rect in rows.into_iter().chain(sides).map(|rect| rect.intersect(area)).filter(Rect::is_positive) {
        painter.rect_filled(rect, 0.0, shade);
    }
    painter.rect_stroke(inner, 0.0, egui::Stroke::new(1.0, palette.weak), egui::StrokeKind::Outside);
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
