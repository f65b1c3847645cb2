//! Errors from a graph's file to a picture.

use std::path::PathBuf;

use travertine_graph::diagnostic::Diagnostics;
use travertine_graph::json::MAX_SIZE;
use travertine_program::TooLarge;
use travertine_render::{OverBudget, RenderError};

/// The reason why a texture could not be loaded, changed or rendered.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The document is invalid.
    #[error("{}", .diagnostics.render(.file.as_deref()).trim_end())]
    Invalid {
        /// Path of the document's file, as messages show it.
        file: Option<String>,
        /// Every error of the document.
        diagnostics: Diagnostics,
    },
    /// A name or a value from the caller does not fit the texture.
    #[error("{}", .0.render(None).trim_end())]
    Argument(Diagnostics),
    /// The document's file exceeds the limit of documents.
    #[error(
        "{} is larger than {} MiB, the limit of documents; is it a graph?",
        .path.display(),
        MAX_SIZE >> 20
    )]
    FileTooLarge {
        /// Path of the file.
        path: PathBuf,
    },
    /// The document and its images exceed the limit of memory.
    #[error("the graph with its images {0}; use smaller images, or raise the limit")]
    Memory(OverBudget),
    /// The graph unfolds into too many operations or rasters.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// The work was cancelled.
    #[error("cancelled")]
    Cancelled,
    /// The work exceeds a limit of the context, or a side has no pixels or too many.
    #[error(transparent)]
    Limit(RenderError),
    /// A region is empty or not finite, a crop leaves its picture, or a position is not finite.
    #[error(transparent)]
    Geometry(RenderError),
    /// A sink could not write its picture.
    #[error(transparent)]
    Sink(RenderError),
    /// The evaluator of the context failed.
    #[error(transparent)]
    Evaluator(RenderError),
    /// The ending of a picture's file is not that of a supported format.
    #[error("{} has an unsupported format; use .png, .exr, .tif, .tga, .jpg, .webp, .ktx2 or .dds", .path.display())]
    Ending {
        /// Path of the file.
        path: PathBuf,
    },
    /// A side of the picture has more pixels than its format allows.
    #[error(
        "a picture of {width} x {height} is too large for a .{format}, whose sides have at most {limit} pixels; use .png, .exr or .tif"
    )]
    FormatSize {
        /// Ending of the format.
        format: &'static str,
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
        /// Maximum side in pixels.
        limit: u32,
    },
    /// The picture has an alpha, and its format has none.
    #[error(
        "the picture may be transparent, but a .{format} has no alpha; use .png, .webp, .tif, .tga or .exr, or make the graph's alpha 1"
    )]
    FormatAlpha {
        /// Ending of the format.
        format: &'static str,
    },
    /// The texels chosen for a texture cannot hold the picture.
    #[error("cannot store the picture in a .{format}: {reason}")]
    Texels {
        /// Ending of the format.
        format: &'static str,
        /// The reason, and what to do.
        reason: &'static str,
    },
    /// An output to be added has the name of an existing one.
    #[error("the graph already has an output `{output}`; choose another name")]
    Taken {
        /// Name of the output.
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
            RenderError::Crop { .. } | RenderError::Region | RenderError::Position { .. } => Error::Geometry(error),
            RenderError::Sink { .. } => Error::Sink(error),
            RenderError::Evaluator(_) => Error::Evaluator(error),
            _ => Error::Limit(error),
        }
    }
}
