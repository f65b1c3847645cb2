//! Errors of writing volumes.

use std::io;
use std::path::{Path, PathBuf};

use travertine::stages::render::RenderError;

/// Why a volume could not be written.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file name without a known extension.
    #[error(
        "{} has an unsupported volume format; use .zarr, .nrrd, .dds, .df3 or .raw",
        .path.display()
    )]
    Ending {
        /// Path of the file.
        path: PathBuf,
    },
    /// A combination of format, type and bits that is not supported.
    #[error("{0}")]
    Unsupported(String),
    /// A volume beyond the limits of its format.
    #[error("{0}")]
    TooLarge(String),
    /// The field cannot be evaluated, the job was cancelled, or a file cannot be written.
    #[error(transparent)]
    Texture(#[from] travertine::Error),
    /// The volume cannot be written.
    #[error(transparent)]
    File(#[from] travertine_files::Error),
}

impl Error {
    /// An error of writing the volume.
    pub(crate) fn write(path: &Path, source: io::Error) -> Error {
        Error::File(travertine_files::Error::write(path)(source))
    }
}

impl From<RenderError> for Error {
    fn from(error: RenderError) -> Error {
        Error::Texture(error.into())
    }
}
