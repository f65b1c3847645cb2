//! What can go wrong with pictures and cases.

use std::path::PathBuf;

use travertine::stages::render::OverBudget;

/// Why pictures could not be compared or kept.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file or a folder cannot be read or written.
    #[error(transparent)]
    File(#[from] travertine_files::Error),
    /// A file is no picture that can be compared.
    #[error("{} is no PNG or OpenEXR picture that can be compared: {reason}", .path.display())]
    Picture {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// A picture is too large to be compared.
    #[error("{} has {width} x {height} pixels, {over}; choose a smaller picture", .path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// Pixels to the right.
        width: usize,
        /// Pixels down.
        height: usize,
        /// The memory that its pixels need, and what there is for them.
        over: OverBudget,
    },
    /// Blessing in continuous integration, where nobody looks at the pictures.
    #[error(
        "pictures are not blessed where the variable CI is set: look at them, bless them, and commit them"
    )]
    Ci,
    /// It was cancelled.
    #[error("cancelled")]
    Cancelled,
}
