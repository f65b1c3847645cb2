//! The canvas, which shows the nodes and wires of a document. Only this module uses the library egui_graph.
//!
//! It copies only positions from the document. It changes nothing itself, but makes requests.

mod arrange;
mod bend;
mod category;
mod copies;
mod distant;
mod drawn_wire;
mod frames;
mod graph;
pub mod heat;
mod items;
mod knife;
mod landing;
mod measured;
mod minimap;
mod node;
mod placing;
mod positions;
mod pulled;
mod pulling;
mod rows;
mod selection;
mod sharp;
mod shown;
mod sizes;
mod sockets;
mod stroke;
pub mod trail;
mod view;
mod welcome;
mod wires;

use std::collections::{BTreeSet, HashMap};

use egui::{Align2, Pos2, Rect, Vec2};
use egui_graph::{NodeId, View};
use travertine_editing::Target;

use items::Item;
use measured::Measured;
use sharp::SharpText;
use sockets::End;
use stroke::Stroke;

pub use bend::{REROUTE, around as bend_around};
pub use selection::Selection;
pub use shown::Shown;
pub use sizes::{GRID, WIDTH, expected as expected_size};

/// The part of a document to bring into view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fit {
    /// All of it.
    All,
    /// The selection, or all of it if nothing is selected.
    Selection,
}

/// The wire that the user is drawing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Drawn {
    /// The fixed end.
    from: End,
    /// The target of an existing wire that the user has picked up.
    taken: Option<Target>,
}

/// Frames and notes that the user drags, copies that follow the pointer, or a frame that the user resizes.
#[derive(Clone, Debug)]
pub struct Carried {
    /// The frame that the user resizes; `None` while frames are moved.
    corner: Option<String>,
    /// The pointer that copies follow, where it was at first; `None` in a drag.
    from: Option<Pos2>,
    nodes: BTreeSet<String>,
    frames: BTreeSet<String>,
    offset: Vec2,
}

/// The view of a document: the visible part, the selection, and drags in progress.
pub struct Canvas {
    view: View,
    items: HashMap<NodeId, Item>,
    /// The revision from which the positions were copied.
    revision: Option<u64>,
    /// What is selected.
    pub selection: Selection,
    carried: Option<Carried>,
    /// The first corner of the selection box.
    box_from: Option<Pos2>,
    /// The offset of the selected nodes in the present drag.
    dragged: Vec2,
    /// The wire into which a drop would insert the dragged node.
    landing: Option<Target>,
    /// Whether the minimap is shown.
    pub has_minimap: bool,
    /// The corner in which it is shown.
    map_corner: Align2,
    sharp: SharpText,
    /// The part to bring into view once all sizes are known.
    fit: Option<Fit>,
    /// The wire that the user is drawing.
    drawn: Option<Drawn>,
    /// The item under the pointer.
    under: Option<Item>,
    /// The stroke that cuts wires, or joins two nodes.
    stroke: Option<Stroke>,
    /// The nodes that show all their inputs.
    full: BTreeSet<String>,
    /// The rectangle of the canvas on the screen.
    pub area: Rect,
    /// The last position of the pointer, in points of the document.
    pub pointer: Pos2,
    measured: HashMap<String, Measured>,
    /// The nodes in view when the canvas was drawn last.
    pub visible: Vec<String>,
    /// Whether there are nodes without a position in the document.
    lacks_positions: bool,
    /// Whether every node has been drawn once, so that its size is known.
    is_measured: bool,
    /// The time until which scrolling counts as that of a mouse wheel.
    wheel_until: f64,
}

impl Default for Canvas {
    fn default() -> Canvas {
        Canvas {
            view: View::default(),
            items: HashMap::new(),
            revision: None,
            selection: Selection::default(),
            carried: None,
            box_from: None,
            dragged: Vec2::ZERO,
            landing: None,
            has_minimap: true,
            map_corner: Align2::RIGHT_BOTTOM,
            sharp: SharpText::default(),
            fit: Some(Fit::All),
            drawn: None,
            under: None,
            stroke: None,
            full: BTreeSet::new(),
            area: Rect::NOTHING,
            pointer: Pos2::ZERO,
            measured: HashMap::new(),
            visible: Vec::new(),
            lacks_positions: false,
            is_measured: false,
            wheel_until: 0.0,
        }
    }
}

impl Canvas {
    /// Starts with another document: everything in view, nothing selected.
    pub fn reset(&mut self) {
        *self = Canvas { area: self.area, has_minimap: self.has_minimap, ..Canvas::default() };
    }

    /// Takes the place of another canvas on the screen. The zoom and the center stay.
    pub fn follow(&mut self, before: &Canvas) {
        if self.area.is_positive() && before.area.is_positive() {
            // egui_graph keeps the zoom of the size that it has shown last.
            let size = before.area.size() / self.zoom();
            self.view.scene_rect = Rect::from_center_size(self.view.scene_rect.center(), size);
        }
        (self.area, self.has_minimap) = (before.area, before.has_minimap);
    }

    /// Whether a node, a frame or a wire is selected.
    pub fn has_selection(&self) -> bool {
        !self.selection.nodes.is_empty() || !self.selection.wires.is_empty() || !self.selection.frames.is_empty()
    }
}
