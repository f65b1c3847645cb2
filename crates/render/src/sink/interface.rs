//! The interface of sinks.

use std::io;

use crate::format::Format;
use crate::rows::Rows;

/// Receives the rows of a picture as they are finished: a file format, a network connection, a statistic.
///
/// ```
/// use std::io;
/// use travertine_render::sink::Sink;
/// use travertine_render::{Format, Rows};
///
/// /// The greatest value of a picture.
/// struct Greatest;
///
/// impl Sink for Greatest {
///     type Output = f32;
///
///     fn write(self, format: Format, rows: &mut Rows) -> io::Result<f32> {
///         let mut greatest = f32::MIN;
///         for _ in 0..format.height {
///             let row = rows.next_row().ok_or(io::ErrorKind::UnexpectedEof)?;
///             greatest = row.iter().copied().fold(greatest, f32::max);
///         }
///         Ok(greatest)
///     }
/// }
/// ```
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
