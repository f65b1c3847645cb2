//! Results on standard output. Characters in names that a terminal would obey are printed as escapes.

use std::fmt::Display;
use std::io::{self, BufWriter, StdoutLock, Write};

use crate::failure::Failure;
use crate::terminal::Harmless;

/// Standard output, buffered: results and nothing else.
pub struct Output(BufWriter<StdoutLock<'static>>);

impl Output {
    /// Standard output, for this command alone.
    pub fn new() -> Output {
        Output(BufWriter::with_capacity(1 << 16, io::stdout().lock()))
    }

    /// Prints a text.
    pub fn print(&mut self, text: impl Display) -> Result<(), Failure> {
        write!(self.0, "{}", Harmless(text)).map_err(failed)
    }

    /// Prints a line.
    pub fn line(&mut self, line: impl Display) -> Result<(), Failure> {
        writeln!(self.0, "{}", Harmless(line)).map_err(failed)
    }

    /// Sends what is still buffered; without it, nobody would learn that it failed.
    pub fn finish(mut self) -> Result<(), Failure> {
        self.0.flush().map_err(failed)
    }
}

fn failed(error: io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::ClosedOutput,
        _ => Failure::InputOutput(format!("error: standard output cannot be written: {error}")),
    }
}
