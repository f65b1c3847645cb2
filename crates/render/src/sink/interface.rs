//! The interface of sinks.

use std::io;

use crate::format::Format;
use crate::rows::Rows;

/// Receives the rows of a picture as they are finished.
pub trait Sink {
    /// Result of the sink after the last row.
    type Output;

    /// Memory that the sink uses for a picture of this format with `threads` threads, in bytes. The default is 0.
    fn memory(&self, _format: Format, _threads: usize) -> u64 {
        0
    }

    /// Receives all rows. If they end early, the render was cancelled, and the output is discarded.
    ///
    /// # Errors
    ///
    /// If the rows cannot be written.
    fn write(self, format: Format, rows: &mut Rows) -> io::Result<Self::Output>;
}

/// The rows ended early: the render was cancelled, and reports that itself.
pub(crate) fn cut_short() -> io::Error {
    io::Error::new(io::ErrorKind::UnexpectedEof, "the picture was cut short")
}
