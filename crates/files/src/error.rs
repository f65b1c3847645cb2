//! Errors of files and folders.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use crate::path::real;

/// Why a file or a folder cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A file that Travertine did not write is at the path of an output.
    #[error("{} already exists and was not written by Travertine; move it, or choose another name", .path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// Something that Travertine may not remove is at a path that it needs.
    #[error("{} {what}; move it, or choose another path", .path.display())]
    InTheWay {
        /// The file or folder.
        path: PathBuf,
        /// A description of it: the rest of a sentence that begins with the path.
        what: &'static str,
    },
    /// An output is a file that the same work reads.
    #[error("{} is {}; choose another path", .path.display(), as_read(.path, .input))]
    Input {
        /// The output.
        path: PathBuf,
        /// The path by which it is read.
        input: PathBuf,
    },
    /// Two outputs are one file, or one where upper and lower case are not distinguished.
    #[error("{}; choose another path", as_one(.path, .other))]
    Twice {
        /// The second.
        path: PathBuf,
        /// The first.
        other: PathBuf,
    },
    /// Another process writes the same output.
    #[error("{} is being written by another process; wait until it ends, or choose another path", .path.display())]
    Busy {
        /// The output.
        path: PathBuf,
    },
    /// A file cannot be read.
    #[error("{} cannot be read: {}", .path.display(), explain(.source))]
    Read {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// A file cannot be written.
    #[error("{} cannot be written: {}", .path.display(), explain(.source))]
    Write {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
}

impl Error {
    /// A function that makes [`Error::Read`] of an error of the system.
    pub fn read(path: &Path) -> impl FnOnce(io::Error) -> Error {
        move |source| Error::Read { path: path.to_owned(), source }
    }

    /// A function that makes [`Error::Write`] of an error of the system.
    pub fn write(path: &Path) -> impl FnOnce(io::Error) -> Error {
        move |source| Error::Write { path: path.to_owned(), source }
    }
}

/// A description of an output that is read.
fn as_read(path: &Path, input: &Path) -> String {
    let plain = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    if plain(path) == plain(input) {
        "read by this command".to_owned()
    } else if path.is_dir() {
        format!("the folder of {}, which is read by this command", input.display())
    } else {
        format!("the same file as {}, which is read by this command", input.display())
    }
}

/// A description of two outputs that are one.
fn as_one(path: &Path, other: &Path) -> String {
    if real(path) == real(other) {
        format!("{} would be written twice", path.display())
    } else {
        format!("{} and {} are one file on systems that ignore case", other.display(), path.display())
    }
}

/// The cause of an error of the system, and what to do about it.
pub fn explain(error: &io::Error) -> String {
    let known = match error.kind() {
        ErrorKind::NotFound => "there is no such file or folder; check the path, or create the folder",
        ErrorKind::PermissionDenied => "permission denied; choose another folder, or change its permissions",
        ErrorKind::AlreadyExists => "something else is there; choose another path",
        ErrorKind::IsADirectory => "it is a folder; name a file",
        ErrorKind::NotADirectory => "part of the path is a file, not a folder; check the path",
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "the disk is full; make room, or choose another",
        ErrorKind::FileTooLarge => {
            "the file is larger than may be here; choose another disk, or raise the limit that `ulimit -f` shows"
        }
        ErrorKind::ReadOnlyFilesystem => "the disk is read-only; choose another",
        _ => return error.to_string(),
    };
    known.to_owned()
}
