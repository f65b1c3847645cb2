//! Errors of comparing and blessing pictures.

use std::path::PathBuf;

use travertine::stages::render::OverBudget;

/// Why pictures could not be compared or blessed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file or a folder that cannot be read or written.
    #[error(transparent)]
    File(#[from] travertine_files::Error),
    /// A file that is not a picture, or one of an unsupported format.
    #[error("{} cannot be read as a PNG or OpenEXR picture: {reason}", .path.display())]
    Picture {
        /// Path of the file.
        path: PathBuf,
        /// What is wrong with the file.
        reason: String,
    },
    /// A picture that does not fit into memory.
    #[error("{} has {width} x {height} pixels, {over}; choose a smaller picture", .path.display())]
    TooLarge {
        /// Path of the file.
        path: PathBuf,
        /// Width, in pixels.
        width: usize,
        /// Height, in pixels.
        height: usize,
        /// The memory that the pixels need, and the memory for a picture.
        over: OverBudget,
    },
    /// Blessing in continuous integration, where the pictures are not reviewed.
    #[error(
        "golden pictures cannot be blessed where the environment variable CI is set; bless them on your machine, \
         review them, and commit them"
    )]
    Ci,
    /// The run was cancelled.
    #[error("cancelled")]
    Cancelled,
}
