//! Errors of reading meshes.

use std::path::Path;

use crate::error::Error;

/// Why a mesh cannot be read.
#[derive(Debug)]
pub(super) enum Refusal {
    /// The file is invalid: the problem, its location, and how to solve it.
    Wrong(String),
    /// A limit is exceeded, or another file cannot be read.
    Other(Error),
}

impl Refusal {
    /// The error about a file.
    pub(super) fn of(self, path: &Path) -> Error {
        match self {
            Refusal::Wrong(problem) => Error::wrong(path, problem),
            Refusal::Other(error) => error,
        }
    }
}

impl From<String> for Refusal {
    fn from(problem: String) -> Refusal {
        Refusal::Wrong(problem)
    }
}

impl From<&str> for Refusal {
    fn from(problem: &str) -> Refusal {
        Refusal::Wrong(problem.to_owned())
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Refusal {
        Refusal::Other(error)
    }
}
