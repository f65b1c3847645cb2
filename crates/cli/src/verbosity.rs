//! How much is said besides results. A message may arise anywhere, and no result depends on it, so it is that of the
//! process.

use std::sync::OnceLock;

/// How much is said.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Verbosity {
    /// Only what is wrong.
    Quiet,
    /// What a user should know.
    Normal,
    /// All.
    Verbose,
}

static VERBOSITY: OnceLock<Verbosity> = OnceLock::new();

/// Sets the verbosity of the process. The first call counts, and there is one.
pub fn set(verbosity: Verbosity) {
    let _ = VERBOSITY.set(verbosity);
}

/// Whether only what is wrong is said.
pub fn is_quiet() -> bool {
    VERBOSITY.get() == Some(&Verbosity::Quiet)
}

/// Whether all is said.
pub fn is_verbose() -> bool {
    VERBOSITY.get() == Some(&Verbosity::Verbose)
}
