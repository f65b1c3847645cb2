//! Results on standard output. Control characters in names are printed as escapes.

use std::fmt::Display;
use std::io::{self, BufWriter, Write};

use travertine_jobs::target::failed;

use crate::call;
use crate::failure::Failure;
use crate::terminal::Escaped;
use crate::verbosity;

/// Buffered standard output, for results only.
pub struct Output(BufWriter<Box<dyn Write>>);

impl Output {
    /// Locks standard output.
    pub fn new() -> Output {
        let target: Box<dyn Write> = match call::output() {
            Some(output) => Box::new(output),
            None => Box::new(io::stdout().lock()),
        };
        Output(BufWriter::with_capacity(1 << 16, target))
    }

    /// An output for what is as it should be, which `-q` leaves out.
    pub fn unless_quiet() -> Output {
        if verbosity::is_quiet() { Output::nowhere() } else { Output::new() }
    }

    /// An output that prints nothing.
    pub fn nowhere() -> Output {
        Output(BufWriter::with_capacity(0, Box::new(io::sink())))
    }

    /// Prints text without a line break.
    pub fn print(&mut self, text: impl Display) -> Result<(), Failure> {
        write!(self.0, "{}", Escaped(text)).map_err(failed)
    }

    /// Writes text with its control characters, which a terminal must not receive.
    pub fn exactly(&mut self, text: &str) -> Result<(), Failure> {
        self.0.write_all(text.as_bytes()).map_err(failed)
    }

    /// Prints text and a line break.
    pub fn line(&mut self, line: impl Display) -> Result<(), Failure> {
        writeln!(self.0, "{}", Escaped(line)).map_err(failed)
    }

    /// Writes the rest of the buffer. Dropping the output instead would hide a write error.
    pub fn finish(mut self) -> Result<(), Failure> {
        self.0.flush().map_err(failed)
    }
}
