//! What can go wrong with pictures and cases.

use std::io;
use std::path::{Path, PathBuf};

use travertine::explain;
use travertine::sink::AtomicFile;

/// Why pictures could not be compared or kept.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file or a folder cannot be read or written.
    #[error("{}: {}", .path.display(), explain(.source))]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file is no picture that can be compared.
    #[error("{} is no PNG or OpenEXR picture that can be compared: {reason}", .path.display())]
    Picture {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// A picture is too large to be compared.
    #[error(
        "{} has {width} x {height} pixels, which take more than the {} MiB that there are for them",
        .path.display(),
        .budget >> 20
    )]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// Pixels to the right.
        width: usize,
        /// Pixels down.
        height: usize,
        /// How many bytes there are.
        budget: u64,
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

impl Error {
    pub(crate) fn io(path: &Path) -> impl FnOnce(io::Error) -> Error {
        move |source| Error::Io { path: path.to_owned(), source }
    }
}

/// Writes a file that appears when it is whole.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let write = || {
        let mut file = AtomicFile::create(path)?;
        io::Write::write_all(&mut file, bytes)?;
        file.finish()
    };
    write().map_err(Error::io(path))
}
