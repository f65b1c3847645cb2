//! What can go wrong between a graph's file and a picture.

use std::io::{self, ErrorKind};
use std::path::PathBuf;

use travertine_graph::diagnostic::Diagnostics;
use travertine_graph::json::MAX_SIZE;
use travertine_graph::program::TooLarge;
use travertine_render::RenderError;

/// Why there is no texture, or no picture of it.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The document does not mean anything.
    #[error("{}", .diagnostics.render(.file.as_deref()).trim_end())]
    Invalid {
        /// The document's file, as messages show it.
        file: Option<String>,
        /// All that is wrong with it.
        diagnostics: Diagnostics,
    },
    /// A name or a value that the caller gave does not fit the texture.
    #[error("{}", .0.render(None).trim_end())]
    Argument(Diagnostics),
    /// The document's file is greater than a document may be.
    #[error(
        "{} is greater than {} MiB, which no document may be; is it a graph?",
        .path.display(),
        MAX_SIZE >> 20
    )]
    FileTooLarge {
        /// The file.
        path: PathBuf,
    },
    /// The graph unfolds into too many operations.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// The picture cannot be rendered.
    #[error(transparent)]
    Render(RenderError),
    /// The name of a picture's file has an ending that says nothing.
    #[error("{} names no picture file that can be written; let it end with .png or .exr", .path.display())]
    Ending {
        /// The file.
        path: PathBuf,
    },
    /// A file cannot be read.
    #[error("{} cannot be read: {}", .path.display(), explain(.source))]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file cannot be written.
    #[error("{} cannot be written: {}", .path.display(), explain(.source))]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

impl From<RenderError> for Error {
    fn from(error: RenderError) -> Error {
        Error::Render(error)
    }
}

/// What is wrong with a file, and what to do about it.
pub fn explain(error: &io::Error) -> String {
    let known = match error.kind() {
        ErrorKind::NotFound => "there is no such file or folder; check the path, or create the folder",
        ErrorKind::PermissionDenied => "permission denied; choose another place, or change its permissions",
        ErrorKind::IsADirectory => "it is a folder; name a file",
        ErrorKind::NotADirectory => "part of the path is a file, not a folder; check the path",
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "the disk is full; make room, or choose another",
        ErrorKind::ReadOnlyFilesystem => "the disk is read-only; choose another place",
        _ => return error.to_string(),
    };
    known.to_owned()
}
