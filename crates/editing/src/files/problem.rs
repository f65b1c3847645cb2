//! What can go wrong with a document's file.

use std::io;
use std::path::{Path, PathBuf};

use travertine::Diagnostics;
use travertine_files::explain;

/// Why a document was not opened or not saved.
#[derive(Debug, thiserror::Error)]
pub enum FileProblem {
    /// The file cannot be read.
    #[error("{} cannot be read: {}", .path.display(), explain(.source))]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The file cannot be written; it is as it was.
    #[error("{} cannot be written: {}", .path.display(), explain(.source))]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The file is no document, or one of which a part would be lost.
    #[error("{}", .diagnostics.render(Some(&.path.display().to_string())).trim_end())]
    Invalid {
        /// The file.
        path: PathBuf,
        /// All that is wrong with its shape.
        diagnostics: Diagnostics,
    },
    /// The file is not what was opened or saved here: somebody else has changed it.
    #[error("{} has changed on the disk; reload it, or save over it", .0.display())]
    Changed(PathBuf),
    /// The document has no file yet.
    #[error("the graph has no file yet; save it under a name")]
    Nameless,
}

impl FileProblem {
    pub(super) fn read(path: &Path) -> impl FnOnce(io::Error) -> FileProblem {
        move |source| FileProblem::Read { path: path.to_owned(), source }
    }

    pub(super) fn write(path: &Path) -> impl FnOnce(io::Error) -> FileProblem {
        move |source| FileProblem::Write { path: path.to_owned(), source }
    }
}
