//! Errors of exports.

use std::io;

use travertine_jobs::Failure;

/// Why an export failed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Settings that do not fit the graph, or each other.
    #[error("{0}")]
    Usage(String),
    /// The job has failed.
    #[error(transparent)]
    Job(Failure),
    /// The system starts no more threads.
    #[error("the system starts no more threads: {0}")]
    Thread(io::Error),
}
