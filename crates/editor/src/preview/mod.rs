//! The preview: a field over a plane, which can be moved and enlarged without end, or a solid carved from it.

mod controls;
mod plane;
mod probe;
mod solid;

use std::sync::Arc;

use egui::{
    Color32, ColorImage, Context, CursorIcon, PointerButton, Pos2, Rect, RichText, Sense, TextureHandle,
    TextureOptions, Ui, Vec2,
};
use travertine::Slice;
use travertine_editing::render::{Display, Frame, Picture, Pixels, Subject, View};
use travertine_editing::{Outline, Refusal, Socket};
use travertine_shape::Scene;

use crate::theme::Palette;
use plane::PlaneView;
use probe::Probe;
use solid::SolidView;

/// The number of the view that the worker keeps up to date.
pub const VIEW: u32 = 0;

/// What is shown, and how.
pub struct Preview {
    /// What the user wants to see; none follows the graph's first output.
    pub chosen: Option<Subject>,
    plane: PlaneView,
    solid: SolidView,
    /// Shows the solid, not the plane.
    is_solid: bool,
    display: Display,
    /// Shows the unit square three times in each direction.
    tiles: bool,
    depth: f32,
    time: f32,
    plays: bool,
    shown: Option<Shown>,
    problem: Option<String>,
    is_final: bool,
    /// What it is compared with, and how much of it is seen.
    kept: Option<Kept>,
    /// Where the values of all nodes are wanted.
    probe: Option<Probe>,
}

/// A picture that has come.
struct Shown {
    texture: TextureHandle,
    frame: Frame,
    picture: Arc<Picture>,
}

/// A picture that was held.
struct Kept {
    texture: TextureHandle,
    frame: Frame,
    /// From 0 to 1: what lies left of it is the held picture.
    wipe: f32,
}

impl Default for Preview {
    fn default() -> Preview {
        Preview {
            chosen: None,
            plane: PlaneView::default(),
            solid: SolidView::default(),
            is_solid: false,
            display: Display::default(),
            tiles: false,
            depth: 0.0,
            time: 0.0,
            plays: false,
            shown: None,
            problem: None,
            is_final: false,
            kept: None,
            probe: None,
        }
    }
}

impl Preview {
    /// What is to be seen: what was chosen, or else the graph's first output, or else the selected node.
    pub fn subject(&self, outline: &Outline, selected: Option<&str>) -> Option<Subject> {
        let document = outline.document();
        let exists = |subject: &&Subject| match subject {
            Subject::Output(name) => document.outputs.iter().any(|(other, _)| other == name),
            Subject::Node(socket) => outline.output_type(socket).is_some(),
        };
        let first = || document.outputs.first().map(|(name, _)| Subject::Output(name.clone()));
        let node = || selected.and_then(|id| main_output(outline, id)).map(Subject::Node);
        self.chosen.as_ref().filter(exists).cloned().or_else(first).or_else(node)
    }

    /// What the worker shall render for the room that there is.
    pub fn view(&self, subject: Subject) -> Option<View> {
        if self.is_solid {
            // Of a picture of a solid, nothing but the picture is of use.
            let frame = self.solid.frame(self.time)?;
            return Some(View { subject, frame, display: Display::default() });
        }
        Some(View { subject, frame: Frame::Plane(self.slice()?), display: self.display })
    }

    /// What is seen of the plane; nothing if there is no room.
    pub fn slice(&self) -> Option<Slice> {
        let slice = if self.tiles { self.plane.square() } else { self.plane.slice() }?;
        Some(Slice { depth: self.depth, time: self.time, ..slice })
    }

    /// The solid as it is seen.
    pub fn scene(&self) -> Scene {
        self.solid.scene(self.time)
    }

    /// The output of the graph that was chosen, if it is one.
    pub fn output(&self) -> Option<&str> {
        match &self.chosen {
            Some(Subject::Output(name)) => Some(name),
            _ => None,
        }
    }

    /// Whether a solid is shown.
    pub fn is_solid(&self) -> bool {
        self.is_solid
    }

    /// Takes a picture that the worker has made.
    pub fn take(
        &mut self,
        context: &Context,
        frame: Frame,
        is_final: bool,
        picture: Result<Arc<Picture>, Refusal>,
    ) {
        self.is_final = is_final;
        match picture {
            Err(refusal) => {
                self.problem = Some(refusal.to_string());
                self.shown = None;
            }
            Ok(picture) => {
                self.problem = None;
                let image = color_image(&picture.pixels);
                // Each picture has a texture of its own: one that was held goes on being shown.
                // Coarse pixels of a plane are seen as what they are; a solid that moves looks smooth.
                let options = if frame.is_solid() { TextureOptions::LINEAR } else { TextureOptions::NEAREST };
                let texture = context.load_texture("preview", image, options);
                self.shown = Some(Shown { texture, frame, picture });
            }
        }
    }

    /// Forgets everything that was of another document.
    pub fn reset(&mut self) {
        let Preview { display, tiles, solid, is_solid, .. } = std::mem::take(self);
        (self.display, self.tiles, self.solid, self.is_solid) = (display, tiles, solid, is_solid);
    }

    /// Shows a solid in place of a plane, or the other way around. What was held of the other goes.
    pub fn toggle_solid(&mut self) {
        self.is_solid = !self.is_solid;
        (self.kept, self.probe) = (None, None);
    }

    /// How long the picture took, once it is whole.
    pub fn took(&self) -> Option<std::time::Duration> {
        self.shown.as_ref().filter(|_| self.is_final).map(|shown| shown.picture.took)
    }

    /// Shows the picture and what changes it; `value` is what the subject is where it is probed.
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
        if let (true, false, Some(place)) =
            (response.clicked(), response.double_clicked(), response.interact_pointer_pos())
        {
            self.probe_at(place);
        }
        if response.secondary_clicked() {
            self.probe = None;
        }
        let painter = ui.painter_at(area);
        painter.rect_filled(area, 4.0, palette.canvas);
        match &self.shown {
            Some(shown) if has_subject => {
                self.paint(&painter, area, &shown.frame, &shown.texture, palette);
                if let Some(kept) = &self.kept {
                    let edge = egui::lerp(area.x_range(), kept.wipe);
                    let left = Rect::from_min_max(area.min, Pos2::new(edge, area.bottom()));
                    let painter = painter.with_clip_rect(left.intersect(area));
                    self.paint(&painter, area, &kept.frame, &kept.texture, palette);
                    ui.painter_at(area).vline(edge, area.y_range(), (2.0, palette.accent));
                }
                self.mark_probe(&painter, palette);
            }
            _ => {
                let text = match (&self.problem, has_subject) {
                    (Some(problem), true) => problem.as_str(),
                    (None, true) => "",
                    (_, false) => "Select a node, or wire one to the outputs, to see it here.",
                };
                let color = if self.problem.is_some() && has_subject { palette.error } else { palette.weak };
                let inner = area.shrink(16.0);
                // Apart: it must not move what comes below.
                let mut inner = ui.new_child(egui::UiBuilder::new().max_rect(inner));
                inner.centered_and_justified(|ui| ui.label(RichText::new(text).color(color)));
            }
        }
    }

    /// Paints a picture where it is of: a part of the plane, or all of the room for a solid.
    fn paint(
        &self,
        painter: &egui::Painter,
        area: Rect,
        frame: &Frame,
        texture: &TextureHandle,
        palette: &Palette,
    ) {
        match frame {
            Frame::Plane(slice) => {
                checkers(painter, area, palette);
                for offset in self.offsets() {
                    painter.image(texture.id(), self.plane.place(slice, offset), UV, Color32::WHITE);
                }
            }
            Frame::Solid { .. } => {
                painter.rect_filled(area, 4.0, palette.studio);
                painter.image(texture.id(), area, UV, Color32::WHITE);
            }
        }
    }

    /// Where the picture is drawn, in its own widths and heights: once, or three times three.
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
        if let Some((place, factor)) = wheel(ui, response) {
            self.plane.zoom(place, f64::from(factor));
        }
        response.clone().on_hover_cursor(CursorIcon::Crosshair);
    }

    /// Turns the solid, or, with the other button, moves the light.
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

/// Where the wheel was turned over something, and how much larger everything shall be for it.
fn wheel(ui: &Ui, response: &egui::Response) -> Option<(Pos2, f32)> {
    let place = response.hover_pos().filter(|_| response.hovered())?;
    let (turned, zoomed) =
        ui.input_mut(|input| (std::mem::take(&mut input.smooth_scroll_delta).y, input.zoom_delta()));
    let factor = travertine_noise::math::exp2(turned / 120.0) * zoomed;
    (factor != 1.0).then_some((place, factor))
}

/// All of a texture.
const UV: Rect = Rect { min: Pos2::ZERO, max: Pos2::new(1.0, 1.0) };

/// The main output of a node.
pub fn main_output(outline: &Outline, id: &str) -> Option<Socket> {
    outline.definition(id)?;
    Some(outline.source(id, None))
}

/// The node's output that is seen.
pub fn socket(outline: &Outline, subject: &Subject) -> Option<Socket> {
    match subject {
        Subject::Node(socket) => Some(socket.clone()),
        Subject::Output(name) => {
            let (_, source) = outline.document().outputs.iter().find(|(other, _)| other == name)?;
            outline.source_of(source)
        }
    }
}

/// Pixels as egui takes them.
pub fn color_image(pixels: &Pixels) -> ColorImage {
    ColorImage::from_rgba_unmultiplied([pixels.width as usize, pixels.height as usize], &pixels.rgba)
}

/// What is seen where a picture is not opaque.
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
