//! Errors of baking.

use std::io;
use std::path::Path;

use travertine::stages::render::RenderError;

/// Why a bake failed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The mesh cannot be read or baked.
    #[error(transparent)]
    Mesh(#[from] travertine_mesh::Error),
    /// Options that do not fit the mesh or the graph.
    #[error("{0}")]
    Usage(String),
    /// An exceeded limit of size.
    #[error("{0}")]
    Limit(String),
    /// The texture cannot be evaluated.
    #[error(transparent)]
    Texture(#[from] travertine::Error),
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] travertine_files::Error),
}

impl Error {
    pub(crate) fn read(path: &Path) -> impl FnOnce(io::Error) -> Error {
        |source| travertine_files::Error::read(path)(source).into()
    }

    pub(crate) fn write(path: &Path) -> impl FnOnce(io::Error) -> Error {
        |source| travertine_files::Error::write(path)(source).into()
    }
}

impl From<RenderError> for Error {
    fn from(error: RenderError) -> Error {
        Error::Texture(error.into())
    }
}
