//! How much a command says besides its results: `-q` and `-v`.

use std::sync::OnceLock;

use clap::Args;

/// The flags of every command.
#[derive(Args)]
pub struct VerbosityFlags {
    /// Say only what is wrong: no notes, no progress, nothing about files and graphs that are as they should be
    #[arg(short, long, global = true, conflicts_with = "verbose", help_heading = "Messages")]
    quiet: bool,

    /// Say more: every written file, notes that have not changed, all about each of several graphs
    #[arg(short, long, global = true, help_heading = "Messages")]
    verbose: bool,
}

/// How much a command says.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verbosity {
    Quiet,
    Normal,
    Verbose,
}

/// That of this process. A message may arise anywhere, and no result depends on it.
static VERBOSITY: OnceLock<Verbosity> = OnceLock::new();

impl VerbosityFlags {
    /// Applies the flags to all messages of the process.
    pub fn apply(&self) {
        let verbosity = match (self.quiet, self.verbose) {
            (true, _) => Verbosity::Quiet,
            (_, true) => Verbosity::Verbose,
            _ => Verbosity::Normal,
        };
        // The first call counts, and there is one.
        let _ = VERBOSITY.set(verbosity);
    }
}

/// Whether only what is wrong is said.
pub fn is_quiet() -> bool {
    VERBOSITY.get() == Some(&Verbosity::Quiet)
}

/// Whether more is said.
pub fn is_verbose() -> bool {
    VERBOSITY.get() == Some(&Verbosity::Verbose)
}
