//! Errors of meshes.

use std::io;
use std::path::{Path, PathBuf};

use travertine_render::RenderError;

/// Why a mesh cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file that is not a mesh, or a damaged one.
    #[error("{}: {problem}", .path.display())]
    Mesh {
        /// Path of the mesh.
        path: PathBuf,
        /// The problem, its location in the mesh, and how to solve it.
        problem: String,
    },
    /// Options that do not fit the mesh.
    #[error("{0}")]
    Usage(String),
    /// An exceeded limit of size or memory.
    #[error("{0}")]
    Limit(String),
    /// The work was cancelled, or a texture is too large.
    #[error(transparent)]
    Render(#[from] RenderError),
    /// A file cannot be read.
    #[error(transparent)]
    File(#[from] travertine_files::Error),
}

impl Error {
    /// A problem of a mesh: its location, and how to solve it.
    pub fn wrong(path: &Path, problem: String) -> Error {
        Error::Mesh { path: path.to_owned(), problem }
    }

    pub(crate) fn read(path: &Path) -> impl FnOnce(io::Error) -> Error {
        |source| travertine_files::Error::read(path)(source).into()
    }
}
