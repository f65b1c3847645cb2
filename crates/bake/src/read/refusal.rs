//! Errors of reading meshes.

use crate::error::Error;

/// Why a mesh cannot be read.
#[derive(Debug)]
pub(super) enum Refusal {
    /// The file is invalid: the problem, its location, and how to solve it.
    Wrong(String),
    /// A limit is exceeded, or another file cannot be read.
    Other(Error),
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
