//! What lies beyond the edges of an image.

/// Continuation of an image beyond its edges.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ImageEdge {
    /// The image again.
    Repeat,
    /// The image again, every second time mirrored.
    Mirror,
    /// The texel at the edge.
    Clamp,
}

impl ImageEdge {
    /// Name of the edge in documents and canonical texts.
    pub fn name(self) -> &'static str {
        match self {
            ImageEdge::Repeat => "repeat",
            ImageEdge::Mirror => "mirror",
            ImageEdge::Clamp => "clamp",
        }
    }
}
