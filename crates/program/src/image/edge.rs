//! What lies beyond the edges of an image.

use travertine_noise::Interval;

/// Continuation of an image beyond its edges.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ImageEdge {
    /// The image again.
    Repeat,
    /// The image again, every second time mirrored.
    Mirror,
    /// The texel at the edge.
    Clamp,
    /// 0.
    Zero,
}

impl ImageEdge {
    /// Name of the edge in documents and canonical texts.
    pub fn name(self) -> &'static str {
        match self {
            ImageEdge::Repeat => "repeat",
            ImageEdge::Mirror => "mirror",
            ImageEdge::Clamp => "clamp",
            ImageEdge::Zero => "zero",
        }
    }

    /// Interval of the texels and of what lies beyond the edges, by the least and the greatest texel.
    pub(super) fn interval(self, (min, max): (f32, f32)) -> Interval {
        match self {
            ImageEdge::Repeat | ImageEdge::Mirror | ImageEdge::Clamp => Interval::new(min, max),
            ImageEdge::Zero => Interval::new(min.min(0.0), max.max(0.0)),
        }
    }
}
