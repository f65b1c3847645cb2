//! The preview: a field over a plane, which can be moved and enlarged without end, or a solid carved from it.

mod controls;
mod plane;
mod probe;
mod show;
mod solid;

use std::sync::Arc;

use egui::{ColorImage, Context, TextureHandle, TextureOptions};
use travertine::Slice;
use travertine_editing::render::{Display, Frame, Picture, Pixels, Subject, View};
use travertine_editing::{Outline, Refusal, Socket};
use travertine_shape::Scene;

use plane::PlaneView;
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
    kept: Option<RenderCache>,
    /// Where the values of all nodes are wanted.
    probe: Option<Probe>,
}

/// The point where the user has clicked. It keeps its place in the picture when depth, time or scale change.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Probe {
    /// On the plane: x and y.
    Plane([f32; 2]),
    /// On the solid: a point of its unit cube.
    Solid([f32; 3]),
}

/// A picture that has come.
struct Shown {
    texture: TextureHandle,
    frame: Frame,
    picture: Arc<Picture>,
}

/// A picture that was held.
struct RenderCache {
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
}

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
