//! Errors of rendering solids.

/// Why a solid could not be rendered.
#[derive(Debug, thiserror::Error)]
pub enum ShapeError {
    /// The texture cannot be evaluated, or the picture cannot be rendered.
    #[error(transparent)]
    Texture(#[from] travertine::Error),
    /// A value of the scene that is NaN or out of range.
    #[error("the {name} is {value}; expected {expected}")]
    Value {
        /// Name of the value.
        name: &'static str,
        /// The value.
        value: f32,
        /// The valid values, in words.
        expected: &'static str,
    },
    /// A displacement of another solid than a sphere, such as a cube.
    #[error("a {0} cannot be displaced; choose the sphere, or set the displacement to 0")]
    Displaced(&'static str),
    /// A displacement without a height.
    #[error("the graph has no output `height` or `bump` to displace by; name the output that holds the height")]
    NoHeight,
}

impl From<travertine::stages::render::RenderError> for ShapeError {
    fn from(error: travertine::stages::render::RenderError) -> ShapeError {
        ShapeError::Texture(error.into())
    }
}
