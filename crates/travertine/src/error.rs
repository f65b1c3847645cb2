//! What can go wrong between a graph's file and a picture.

use std::path::PathBuf;

use travertine_graph::diagnostic::Diagnostics;
use travertine_graph::json::MAX_SIZE;
use travertine_program::TooLarge;
use travertine_render::RenderError;

/// Why there is no texture, or no picture of it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
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
    /// It was cancelled.
    #[error("cancelled")]
    Cancelled,
    /// It needs more memory or work than the context allows, or a side has too many pixels or none.
    #[error(transparent)]
    Limit(RenderError),
    /// A region is empty or not finite, a crop leaves its picture, or a position is not finite.
    #[error(transparent)]
    Geometry(RenderError),
    /// A sink failed.
    #[error(transparent)]
    Sink(RenderError),
    /// The name of a picture's file has an ending that says nothing.
    #[error("{} names no picture file that can be written; let it end with .png or .exr", .path.display())]
    Ending {
        /// The file.
        path: PathBuf,
    },
    /// An output that shall be added has the name of one that there is.
    #[error("the graph has an output `{output}` already; choose another name")]
    Taken {
        /// The name.
        output: String,
    },
    /// A file or a folder cannot be read or written.
    #[error(transparent)]
    File(#[from] travertine_files::Error),
}

impl Error {
    /// The same error for work that also holds `held` bytes, which were subtracted from its memory: see
    /// [`RenderError::beside`].
    #[must_use]
    pub fn beside(self, held: u64) -> Error {
        match self {
            Error::Limit(error) => Error::Limit(error.beside(held)),
            other => other,
        }
    }
}

impl From<RenderError> for Error {
    fn from(error: RenderError) -> Error {
        match error {
            RenderError::Cancelled => Error::Cancelled,
            RenderError::Memory { .. }
            | RenderError::Grids { .. }
            | RenderError::Work { .. }
            | RenderError::Size { .. }
            | RenderError::VolumeSize { .. } => Error::Limit(error),
            RenderError::Crop { .. } | RenderError::Region | RenderError::Position { .. } => {
                Error::Geometry(error)
            }
            RenderError::Sink { .. } => Error::Sink(error),
        }
    }
}
