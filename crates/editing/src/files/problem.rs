//! Failures to read or write a document's file.

use std::io;
use std::path::{Path, PathBuf};

use travertine::Diagnostics;
use travertine_files::explain;

/// The reason why a document was not opened or saved.
#[derive(Debug, thiserror::Error)]
pub enum FileProblem {
    /// The file cannot be read.
    #[error("{} cannot be read: {}", .path.display(), explain(.source))]
    Read {
        /// The path of the file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The document cannot be opened: it exceeds the memory with its images.
    #[error("{} cannot be opened: {source}", .path.display())]
    Open {
        /// The path of the file.
        path: PathBuf,
        /// The reason.
        source: travertine::Error,
    },
    /// The file cannot be written; it is unchanged.
    #[error("{} cannot be written: {}", .path.display(), explain(.source))]
    Write {
        /// The path of the file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The file is not a document, or part of it would be lost.
    #[error("{}", .diagnostics.render(Some(&.path.display().to_string())).trim_end())]
    Invalid {
        /// The path of the file.
        path: PathBuf,
        /// All errors in its structure.
        diagnostics: Diagnostics,
    },
    /// Another program has changed the file since it was opened or saved here.
    #[error("{} has changed on disk; reload it or overwrite it", .0.display())]
    Changed(PathBuf),
    /// The file is an image of the document.
    #[error("{} is an image of the graph; choose another file name", .0.display())]
    Image(PathBuf),
    /// The document has no file yet.
    #[error("the graph has no file yet; choose a file name")]
    Nameless,
}

impl FileProblem {
    pub(super) fn read(path: &Path) -> impl FnOnce(io::Error) -> FileProblem {
        move |source| FileProblem::Read { path: path.to_owned(), source }
    }

    pub(super) fn open(path: &Path) -> impl FnOnce(travertine::Error) -> FileProblem {
        move |source| FileProblem::Open { path: path.to_owned(), source }
    }

    pub(super) fn write(path: &Path) -> impl FnOnce(io::Error) -> FileProblem {
        move |source| FileProblem::Write { path: path.to_owned(), source }
    }
}
