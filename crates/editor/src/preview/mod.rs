//! The preview: an unbounded plane through a field, or a solid carved from it.

mod controls;
mod plane;
mod probe;
mod show;
mod solid;

use std::sync::Arc;

use egui::{ColorImage, Context, TextureHandle, TextureOptions};
use travertine::Slice;
use travertine_editing::render::{Display, Picture, Pixels, Subject, View, Viewport};
use travertine_editing::{Outline, Refusal, Socket};
use travertine_shape::Scene;

use plane::PlaneView;
use solid::SolidView;

/// The number of the view that the worker keeps up to date.
pub const VIEW: u32 = 0;

/// The state of the preview.
pub struct Preview {
    /// The subject that the user chose; `None` follows the graph's first output.
    pub chosen: Option<Subject>,
    plane: PlaneView,
    solid: SolidView,
    /// Whether a solid is shown.
    is_solid: bool,
    display: Display,
    /// Whether the unit square is repeated 3 x 3 times.
    tiles: bool,
    depth: f32,
    time: f32,
    plays: bool,
    shown: Option<Shown>,
    problem: Option<String>,
    is_final: bool,
    /// The held picture for comparison.
    kept: Option<HeldPicture>,
    /// The position at which values are requested.
    probe: Option<Probe>,
}

/// A point on which the user clicked. It stays when depth, time or scale change.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Probe {
    /// A point on the plane: x and y.
    Plane([f32; 2]),
    /// A point on the solid, in its unit cube.
    Solid([f32; 3]),
}

/// The newest picture.
struct Shown {
    texture: TextureHandle,
    viewport: Viewport,
    picture: Arc<Picture>,
}

/// The held picture.
struct HeldPicture {
    texture: TextureHandle,
    viewport: Viewport,
    /// The share of the width in which the held picture is shown, from 0 to 1.
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
    /// The subject: the chosen one, or else the graph's first output, or else the selected node.
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

    /// The view to render in the available room.
    pub fn view(&self, subject: Subject) -> Option<View> {
        if self.is_solid {
            // Channels and ranges do not apply to the picture of a solid.
            let viewport = self.solid.viewport(self.time)?;
            return Some(View { subject, viewport, display: Display::default() });
        }
        Some(View { subject, viewport: Viewport::Plane(self.slice()?), display: self.display })
    }

    /// The visible part of the plane; `None` without room.
    pub fn slice(&self) -> Option<Slice> {
        let slice = if self.tiles { self.plane.square() } else { self.plane.slice() }?;
        Some(Slice { depth: self.depth, time: self.time, ..slice })
    }

    /// The scene of the solid.
    pub fn scene(&self) -> Scene {
        self.solid.scene(self.time)
    }

    /// The chosen output of the graph.
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

    /// Takes a picture from the worker.
    pub fn take(
        &mut self,
        context: &Context,
        viewport: Viewport,
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
                // Each picture has its own texture, because a held one stays visible. Coarse pixels of a plane are
                // shown as squares; a moving solid is smoothed.
                let options =
                    if viewport.is_solid() { TextureOptions::LINEAR } else { TextureOptions::NEAREST };
                let texture = context.load_texture("preview", image, options);
                self.shown = Some(Shown { texture, viewport, picture });
            }
        }
    }

    /// Resets everything that belongs to a document.
    pub fn reset(&mut self) {
        let Preview { display, tiles, solid, is_solid, .. } = std::mem::take(self);
        (self.display, self.tiles, self.solid, self.is_solid) = (display, tiles, solid, is_solid);
    }

    /// Switches between the plane and the solid, and drops the held picture.
    pub fn toggle_solid(&mut self) {
        self.is_solid = !self.is_solid;
        (self.kept, self.probe) = (None, None);
    }

    /// The time that the picture took, once it is complete.
    pub fn took(&self) -> Option<std::time::Duration> {
        self.shown.as_ref().filter(|_| self.is_final).map(|shown| shown.picture.took)
    }
}

/// The first output of a node.
pub fn main_output(outline: &Outline, id: &str) -> Option<Socket> {
    outline.definition(id)?;
    Some(outline.source(id, None))
}

/// The output of a node that a subject refers to.
pub fn socket(outline: &Outline, subject: &Subject) -> Option<Socket> {
    match subject {
        Subject::Node(socket) => Some(socket.clone()),
        Subject::Output(name) => {
            let (_, source) = outline.document().outputs.iter().find(|(other, _)| other == name)?;
            outline.source_of(source)
        }
    }
}

/// Pixels as an egui image.
pub fn color_image(pixels: &Pixels) -> ColorImage {
    ColorImage::from_rgba_unmultiplied([pixels.width as usize, pixels.height as usize], &pixels.rgba)
}
