//! What can go wrong between a mesh and its textures.

use std::io;
use std::path::{Path, PathBuf};

use travertine::stages::render::RenderError;

/// Why nothing was baked.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The file is no mesh, or one that cannot be baked.
    #[error("{}: {problem}", .path.display())]
    Mesh {
        /// The mesh's file.
        path: PathBuf,
        /// What is wrong, where, and what to do.
        problem: String,
    },
    /// What is asked for does not fit the mesh or the graph.
    #[error("{0}")]
    Usage(String),
    /// Something is too large.
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
    pub(crate) fn wrong(path: &Path, problem: String) -> Error {
        Error::Mesh { path: path.to_owned(), problem }
    }

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
