//! Sizes of nodes on the canvas.

use super::rows::Extent;

/// The size of a node when it was last shown in full.
pub struct Measured {
    /// The state it was measured in: the type, whether it has a picture, whether it is collapsed, and its inputs.
    pub key: (String, bool, bool, Extent),
    /// The height, in points of the document.
    pub height: f32,
    /// The indices of the inputs, and the heights of their sockets below the upper edge.
    pub inputs: Vec<(usize, f32)>,
    /// The same for the outputs.
    pub outputs: Vec<(usize, f32)>,
}
