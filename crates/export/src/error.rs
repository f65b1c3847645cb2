//! Errors of exports.

use std::io;

use travertine::stages::render::RenderError;
use travertine_jobs::Failure;
use travertine_shape::ShapeError;

/// Why an export failed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Settings that do not fit the graph, or each other.
    #[error("{0}")]
    Usage(String),
    /// An exceeded limit of size or memory.
    #[error("{0}")]
    Limit(String),
    /// A set or a sheet cannot be made.
    #[error(transparent)]
    Job(#[from] Failure),
    /// The system starts no more threads.
    #[error("the system starts no more threads: {0}")]
    Thread(io::Error),
    /// The texture cannot be evaluated, or the export was cancelled.
    #[error(transparent)]
    Texture(#[from] travertine::Error),
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] travertine_files::Error),
    /// A solid cannot be rendered.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// A mesh cannot be baked.
    #[error(transparent)]
    Bake(#[from] travertine_bake::Error),
    /// A volume cannot be written.
    #[error(transparent)]
    Volume(#[from] travertine_volume::Error),
    /// An animation cannot be written.
    #[error(transparent)]
    Animation(#[from] travertine_animation::Error),
}

impl Error {
    /// Settings that do not fit.
    pub(crate) fn usage(message: impl Into<String>) -> Error {
        Error::Usage(message.into())
    }
}

impl From<RenderError> for Error {
    fn from(error: RenderError) -> Error {
        Error::Texture(error.into())
    }
}
