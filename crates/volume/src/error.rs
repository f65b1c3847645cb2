//! What can go wrong between a field and a volume's file.

use std::io;
use std::path::{Path, PathBuf};

use travertine::stages::render::RenderError;

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
    /// The field cannot be evaluated, or it was cancelled.
    #[error(transparent)]
    Texture(#[from] travertine::Error),
    /// The volume cannot be written.
    #[error(transparent)]
    File(#[from] travertine_files::Error),
}

impl Error {
    /// The volume cannot be written.
    pub(crate) fn write(path: &Path, source: io::Error) -> Error {
        Error::File(travertine_files::Error::write(path)(source))
    }
}

impl From<RenderError> for Error {
    fn from(error: RenderError) -> Error {
        Error::Texture(error.into())
    }
}
