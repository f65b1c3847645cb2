//! What can go wrong between a texture and the picture of a solid.

use crate::shape::Shape;

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub enum ShapeError {
    /// The texture cannot be evaluated, or the picture cannot be rendered.
    #[error(transparent)]
    Texture(#[from] travertine::Error),
    /// Something about the scene is not a number, or out of range.
    #[error("the {name} is {value}; expected {expected}")]
    Value {
        /// What.
        name: &'static str,
        /// What it is.
        value: f32,
        /// What it may be.
        expected: &'static str,
    },
    /// Only a sphere can be displaced.
    #[error("a {} cannot be displaced, only a sphere can; leave the displacement out, or choose the sphere", .0.name())]
    Displaced(Shape),
    /// There is no height to displace by.
    #[error(
        "the graph has no height to displace by: no output `height` or `bump`; name the output that is one"
    )]
    NoHeight,
}

impl From<travertine::stages::render::RenderError> for ShapeError {
    fn from(error: travertine::stages::render::RenderError) -> ShapeError {
        ShapeError::Texture(error.into())
    }
}
