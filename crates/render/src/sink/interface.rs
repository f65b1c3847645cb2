//! What every sink offers.

use std::io;

use crate::format::Format;
use crate::rows::Rows;

/// Takes the rows of a picture as they are finished.
pub trait Sink {
    /// What is left when the last row is taken.
    type Output;

    /// How many bytes it keeps of a picture of that format, on so many threads; none unless it says so.
    fn memory(&self, _format: Format, _threads: usize) -> u64 {
        0
    }

    /// Takes all rows. If they end early, the render was cancelled, and what was written is worth nothing.
    ///
    /// # Errors
    ///
    /// If the rows cannot be written.
    fn write(self, format: Format, rows: &mut Rows) -> io::Result<Self::Output>;
}

/// The rows ended before the picture did: the render was cancelled, and says so itself.
pub(crate) fn cut_short() -> io::Error {
    io::Error::new(io::ErrorKind::UnexpectedEof, "the picture was cut short")
}
