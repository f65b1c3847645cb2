//! Why a file is not read.

use crate::error::Error;

/// Why a file is not read.
#[derive(Debug)]
pub(super) enum Refusal {
    /// The file is wrong: what is, where, and what to do.
    Wrong(String),
    /// It takes too much memory, or another file cannot be read.
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
