//! What a command says besides its results, and what it asks: `-q`, `-v`, `--yes`.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::sync::OnceLock;

use clap::Args;

use crate::failure::Failure;
use crate::terminal::Escaped;
use crate::verbosity::{self, Verbosity};

/// The flags of every command.
#[derive(Args)]
pub struct DialogFlags {
    /// Say only what is wrong: no notes, no progress, nothing about files and graphs that are as they should be
    #[arg(short, long, global = true, conflicts_with = "verbose", help_heading = "Messages")]
    quiet: bool,

    /// Say more: every written file, notes that have not changed, all about each of several graphs
    #[arg(short, long, global = true, help_heading = "Messages")]
    verbose: bool,

    /// Begin without a question what takes more than an hour, or more than 8 GiB on disk
    #[arg(short, long, global = true, help_heading = "Messages")]
    yes: bool,
}

/// Whether `--yes` is given.
static AGREES: OnceLock<bool> = OnceLock::new();

impl DialogFlags {
    /// Applies the flags to the process.
    pub fn apply(&self) {
        verbosity::set(match (self.quiet, self.verbose) {
            (true, _) => Verbosity::Quiet,
            (_, true) => Verbosity::Verbose,
            _ => Verbosity::Normal,
        });
        // The first call counts, and there is one.
        let _ = AGREES.set(self.yes);
    }
}

/// Asks whether to begin a large piece of work. Without a terminal, `--yes` is the only way to agree.
pub fn ask(work: &dyn Display) -> Result<(), Failure> {
    if AGREES.get() == Some(&true) {
        return Ok(());
    }
    if !io::stdin().is_terminal() || !io::stderr().is_terminal() {
        return Err(Failure::usage(format!("{work}; add --yes to begin, or choose less")));
    }
    // A question that cannot be shown is answered by no one.
    let _ = write!(io::stderr().lock(), "{}; begin? [y/N] ", Escaped(work));
    let mut answer = String::new();
    let _ = io::stdin().read_line(&mut answer);
    match answer.trim().to_ascii_lowercase().as_str() {
        "y" | "yes" => Ok(()),
        _ => Err(Failure::usage("not begun")),
    }
}
