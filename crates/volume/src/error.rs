//! What can go wrong between a field and a volume's file.

use std::io;
use std::path::PathBuf;

use travertine::{RenderError, explain};

/// Why there is no volume.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The file's name has an ending that says nothing.
    #[error(
        "{} names no volume that can be written; let it end with .zarr, .nrrd, .dds, .df3 or .raw",
        .path.display()
    )]
    Ending {
        /// The file.
        path: PathBuf,
    },
    /// The format does not hold what it shall hold.
    #[error("{0}")]
    Unsupported(String),
    /// The format does not hold so much.
    #[error("{0}")]
    TooLarge(String),
    /// The field cannot be evaluated, or was cancelled.
    #[error(transparent)]
    Texture(#[from] travertine::Error),
    /// Something is in the way that is not Travertine's to remove.
    #[error("{} {what}; move it away, or name another place", .path.display())]
    Foreign {
        /// What is in the way.
        path: PathBuf,
        /// What it is.
        what: &'static str,
    },
    /// Another process writes the same volume.
    #[error("{} is being written by another process; wait for it, or name another place", .path.display())]
    Busy {
        /// The volume.
        path: PathBuf,
    },
    /// The volume cannot be written.
    #[error("{} cannot be written: {}", .path.display(), explain(.source))]
    Write {
        /// The volume.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
}

impl From<RenderError> for Error {
    fn from(error: RenderError) -> Error {
        Error::Texture(error.into())
    }
}
