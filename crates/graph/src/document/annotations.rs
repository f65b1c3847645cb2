//! Annotations: frames, notes and hidden parts of nodes, for editors.

use std::collections::{BTreeMap, BTreeSet};

use crate::json::Value;

/// Content of a graph for editors. It never affects a picture.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Annotations {
    /// Frames and notes by id, from back to front.
    pub frames: BTreeMap<String, Frame>,
    /// Ids of the nodes that show only their title.
    pub collapsed: BTreeSet<String>,
    /// Ids of the nodes that hide the picture of their output.
    pub folded: BTreeSet<String>,
    /// Position of the list of the graph's outputs: x to the right, y down, in points.
    pub outputs: Option<[f64; 2]>,
    /// Fields that this version does not know.
    pub extra: Vec<(String, Value)>,
}

/// A rectangle behind the nodes. With a title, it frames the nodes inside it; with a text, it is a note.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Frame {
    /// Title above the rectangle.
    pub title: Option<String>,
    /// Text inside the rectangle.
    pub text: Option<String>,
    /// Red, green and blue in sRGB; without it, the editor chooses a color.
    pub color: Option<[u8; 3]>,
    /// Left and top edge, in points.
    pub position: [f64; 2],
    /// Width and height, in points.
    pub size: [f64; 2],
    /// Fields that this version does not know.
    pub extra: Vec<(String, Value)>,
}

impl Annotations {
    /// Whether there are no annotations.
    pub fn is_empty(&self) -> bool {
        let Annotations { frames, collapsed, folded, outputs, extra } = self;
        frames.is_empty() && collapsed.is_empty() && folded.is_empty() && outputs.is_none() && extra.is_empty()
    }
}
