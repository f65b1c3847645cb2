//! Sinks: where finished rows go.

mod animation;
mod atomic;
mod encode;
mod exr;
mod lock;
mod mark;
mod pixels;
mod place;
mod png;

use std::io;

pub use animation::{AnimationFormat, Frames, Palette, write_animation};
pub use atomic::{AtomicFile, TEMPORARY, discard_unfinished};
pub use encode::{BitDepth, Encoder, Encoding};
pub use exr::Exr;
pub use lock::Lock;
pub use mark::mark;
pub use pixels::{Pixels, read_pixels};
pub use place::{flush_folder, resolve, resolve_folder};
pub use png::{Png, png_encoder};

use crate::image::Format;
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
