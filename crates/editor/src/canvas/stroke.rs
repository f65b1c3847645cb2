//! Strokes with the right button: they cut wires, or join two nodes.

use egui::Pos2;

/// A stroke in progress, in points of the document.
#[derive(Clone, Debug)]
pub struct Stroke {
    /// The node where it begins.
    pub from: Option<String>,
    /// Its corners.
    pub points: Vec<Pos2>,
}
