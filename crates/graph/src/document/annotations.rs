//! Annotations: what an editor shows beside nodes and wires.

use std::collections::{BTreeMap, BTreeSet};

use crate::json::Value;

/// What an editor shows of a graph beside its nodes and wires. None of it reaches a picture.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Annotations {
    /// Frames and notes by id, from the back to the front.
    pub frames: BTreeMap<String, Frame>,
    /// The ids of nodes that show their title only.
    pub collapsed: BTreeSet<String>,
    /// The ids of nodes that show no picture of their output.
    pub folded: BTreeSet<String>,
    /// Where the list of the graph's outputs is shown: x to the right and y down, in points.
    pub outputs: Option<[f64; 2]>,
    /// Fields that this version does not know.
    pub extra: Vec<(String, Value)>,
}

/// A rectangle behind the nodes. One with a title frames what lies in it; one with a text is a note.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Frame {
    /// What stands above it.
    pub title: Option<String>,
    /// What stands in it.
    pub text: Option<String>,
    /// Red, green and blue in sRGB; left out, the editor chooses.
    pub color: Option<[u8; 3]>,
    /// Its left and its upper edge, in points.
    pub position: [f64; 2],
    /// Its width and height, in points.
    pub size: [f64; 2],
    /// Fields that this version does not know.
    pub extra: Vec<(String, Value)>,
}

impl Annotations {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        let Annotations { frames, collapsed, folded, outputs, extra } = self;
        frames.is_empty()
            && collapsed.is_empty()
            && folded.is_empty()
            && outputs.is_none()
            && extra.is_empty()
    }
}
