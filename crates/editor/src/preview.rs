//! The preview: an unbounded plane through a field, or a solid carved from it.

mod controls;
mod gizmo;
mod held;
mod hover;
mod marks;
mod mesh;
mod pane;
mod pictures;
mod plane;
mod probe;
mod solid;
mod studio;
mod tag;

use std::path::PathBuf;
use std::sync::Arc;

use egui::Context;
use travertine::{Document, Slice, Type};
use travertine_editing::files::Look;
use travertine_editing::render::{Channel, Display, Heat, Picture, Snapshot, Subject, View, Viewport, Worker};
use travertine_editing::{Outline, Refusal, Socket};
use travertine_shape::{Scene, Shape};

pub use mesh::{ENDINGS, is_mesh};
pub use pane::color_image;

use held::Held;
use mesh::Mesh;
use pane::{Kind, Layout, Pane};
use plane::PlaneView;
use solid::SolidView;
use studio::Ground;

/// The state of the preview.
#[derive(Default)]
pub struct Preview {
    /// The subject that the user chose; `None` follows the graph's first output.
    pub chosen: Option<Subject>,
    /// Where the pictures are.
    pub place: Place,
    plane: PlaneView,
    solid: SolidView,
    /// The mesh in place of the shape.
    mesh: Option<Mesh>,
    layout: Layout,
    display: Display,
    /// Whether the unit square is repeated 3 x 3 times.
    tiles: bool,
    /// Whether the tag was shown in the last frame.
    has_tag: bool,
    /// Whether the origin and the axes are marked.
    shows_axes: bool,
    /// Whether the time of nodes is measured, to show heat.
    pub is_measured: bool,
    depth: f32,
    time: f32,
    plays: bool,
    /// The newest pictures, by kind.
    panes: [Pane; 2],
    /// What the pictures are compared with.
    held: Option<Held>,
    /// The position at which values are requested.
    probe: Option<Probe>,
}

/// Where the pictures of the preview are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Place {
    /// In the panel at the side.
    #[default]
    Side,
    /// Instead of the canvas.
    Center,
    /// In a window of their own.
    Window,
}

/// A point on which the user clicked. It stays when depth, time or scale change.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Probe {
    /// A point on the plane: x and y.
    Plane([f32; 2]),
    /// A point on the solid, in its unit cube.
    Solid([f32; 3]),
}

/// What the preview is drawn from.
pub struct Surroundings<'a> {
    /// The document.
    pub outline: &'a Outline,
    /// The last checked document.
    pub snapshot: Option<&'a Arc<Snapshot>>,
    /// What is shown.
    pub subject: Option<&'a Subject>,
    /// The only selected node.
    pub selected: Option<&'a str>,
    /// The value of the subject at the probe.
    pub value: Option<&'a str>,
    /// What keeps the picture waiting.
    pub computing: Option<&'a str>,
    /// Whether the user has stopped it.
    pub is_stopped: bool,
}

/// The number of the view of a pane; those of what is held come after the others.
fn number(kind: Kind, is_held: bool) -> u32 {
    kind as u32 + 2 * u32::from(is_held)
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

    /// Requests the pictures of all panes.
    pub fn request(&mut self, worker: &Worker, subject: Option<&Subject>) {
        for kind in Kind::ALL {
            let view = subject.and_then(|subject| self.view(kind, subject));
            if view.is_none() {
                self.panes[kind as usize] = Pane::default();
            }
            show_or_hide(worker, number(kind, false), view);
            let held = self.held.as_ref().filter(|_| self.layout.has(kind));
            let view = held.and_then(|held| Some(View { is_measured: false, ..self.view(kind, &held.subject)? }));
            let before = number(kind, true);
            if let (Some(held), true) = (held, view.is_some()) {
                worker.hold(before, &held.snapshot);
            }
            show_or_hide(worker, before, view);
        }
    }

    /// The view of a pane to render in the available room; `None` if it is not shown.
    fn view(&self, kind: Kind, subject: &Subject) -> Option<View> {
        if !self.layout.has(kind) {
            return None;
        }
        let (viewport, display) = match kind {
            // Channels and ranges do not apply to the picture of a solid.
            Kind::Solid => (self.solid.viewport(self.time)?, Display::default()),
            Kind::Plane => (Viewport::Plane(self.slice()?), self.display),
        };
        Some(View { subject: subject.clone(), viewport, display, is_measured: self.is_measured })
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

    fn pane(&self, kind: Kind) -> &Pane {
        &self.panes[kind as usize]
    }

    /// Whether the plane shows single numbers.
    fn shows_numbers(&self) -> bool {
        let shown = &self.pane(Kind::Plane).shown;
        let is_float = shown.as_ref().is_none_or(|shown| shown.picture.value_type == Type::Float);
        self.display.channel != Channel::All || is_float
    }

    /// Whether only a solid is shown.
    pub fn is_solid(&self) -> bool {
        self.layout == Layout::Solid
    }

    /// Takes the picture of a view from the worker.
    pub fn take(
        &mut self,
        context: &Context,
        view: u32,
        viewport: Viewport,
        is_final: bool,
        picture: Result<Arc<Picture>, Refusal>,
    ) {
        let mut panes: Vec<&mut Pane> = self.panes.iter_mut().collect();
        panes.extend(self.held.iter_mut().flat_map(|held| &mut held.panes));
        if let Some(pane) = panes.into_iter().nth(view as usize) {
            pane.take(context, viewport, is_final, picture);
        }
    }

    /// The times of nodes, by kind of picture; `None` while they are not measured.
    pub fn heat(&self) -> Option<[Option<&Heat>; 2]> {
        self.is_measured.then(|| Kind::ALL.map(|kind| self.pane(kind).heat.as_deref()))
    }

    /// Forgets the times of nodes, because nodes of another graph may have the same ids.
    pub fn forget_heat(&mut self) {
        self.panes.iter_mut().for_each(|pane| pane.heat = None);
    }

    /// Forgets why there are no pictures, because they are tried again.
    pub fn forget_problems(&mut self) {
        self.panes.iter_mut().for_each(|pane| pane.problem = None);
    }

    /// Resets everything that belongs to a document. The solid takes the relief and the up of the new one.
    pub fn reset(&mut self, document: &Document) {
        let Preview { display, tiles, shows_axes, is_measured, solid, layout, place, .. } = std::mem::take(self);
        (self.display, self.tiles, self.shows_axes, self.is_measured) = (display, tiles, shows_axes, is_measured);
        (self.solid, self.layout, self.place) = (solid, layout, place);
        let scene = &mut self.solid.scene;
        scene.placement.up = document.up();
        scene.relief = document.relief().unwrap_or(Scene::new(scene.shape).relief);
    }

    /// How the solid is shown.
    pub fn look(&self) -> Look {
        Look {
            mesh: self.mesh.as_ref().map(|mesh| mesh.path().to_owned()),
            environment: self.solid.scene.environment,
            ground: self.solid.ground.name().to_owned(),
        }
    }

    /// Shows the solid with this look.
    pub fn set_look(&mut self, look: Look) {
        self.solid.scene.environment = look.environment;
        self.solid.ground = Ground::named(&look.ground);
        self.solid.scene.model = None;
        self.mesh = look.mesh.map(Mesh::of);
    }

    /// Shows the mesh of a file in place of the shape.
    pub fn show_mesh(&mut self, path: PathBuf) {
        self.mesh = Some(Mesh::of(path));
        if self.layout == Layout::Plane {
            self.set_layout(Layout::Solid);
        }
    }

    /// Shows a shape again.
    fn set_shape(&mut self, shape: Shape) {
        self.mesh = None;
        self.probe = None;
        self.solid.set_shape(shape);
    }

    /// Takes the mesh when it is read; returns why it cannot be, once.
    pub fn follow_mesh(&mut self, context: &Context) -> Option<Refusal> {
        let mesh = self.mesh.as_mut()?;
        let refusal = mesh.follow(context);
        if let Some(model) = mesh.model()
            && !self.solid.scene.model.as_ref().is_some_and(|shown| Arc::ptr_eq(shown, model))
        {
            self.solid.set_model(model);
            self.probe = None;
        }
        refusal
    }

    /// Whether a mesh is being read.
    pub fn is_reading(&self) -> bool {
        self.mesh.as_ref().is_some_and(Mesh::is_reading)
    }

    /// Switches between the plane and the solid.
    pub fn toggle_solid(&mut self) {
        self.set_layout(if self.layout == Layout::Plane { Layout::Solid } else { Layout::Plane });
    }

    /// Shows these panes. A probe ends with its pane.
    fn set_layout(&mut self, layout: Layout) {
        self.layout = layout;
        self.probe = self.probe.filter(|probe| match probe {
            Probe::Plane(_) => layout.has(Kind::Plane),
            Probe::Solid(_) => layout.has(Kind::Solid),
        });
    }

    /// Puts the pictures to a place, or back to the side if they are there.
    pub fn toggle_place(&mut self, place: Place) {
        self.place = if self.place == place { Place::Side } else { place };
    }

    /// Shows all of the unit square, and the solid from its best side.
    fn fit(&mut self) {
        self.plane.fit();
        self.solid.fit();
    }

    /// The time that the pictures took, once they are complete.
    pub fn took(&self) -> Option<std::time::Duration> {
        let panes = Kind::ALL.into_iter().filter(|kind| self.layout.has(*kind)).map(|kind| self.pane(kind));
        panes.map(|pane| pane.shown.as_ref().filter(|_| pane.is_final).map(|shown| shown.picture.took)).sum()
    }
}

fn show_or_hide(worker: &Worker, number: u32, view: Option<View>) {
    match view {
        Some(view) => worker.show(number, view),
        None => worker.hide(number),
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
