//! Images: pictures of floats in memory.

use std::io;

use crate::context::Context;
use crate::error::RenderError;
use crate::format::Format;
use crate::row_writer::write_pulled;
use crate::rows::{Band, Rows};
use crate::sink::{Sink, cut_short};
use crate::threads::Threads;

/// A picture in memory: rows from the top, pixels from the left, channels adjacent; linear and unclipped.
#[derive(Clone, PartialEq, Debug)]
pub struct Image {
    /// Size and type of the pixels.
    pub format: Format,
    /// The floats of all pixels.
    pub data: Vec<f32>,
}

impl Image {
    /// The floats of one pixel.
    pub fn pixel(&self, column: u32, row: u32) -> &[f32] {
        let channels = self.format.channels();
        let start = row as usize * self.format.row_len() + column as usize * channels;
        &self.data[start..start + channels]
    }

    /// Writes the image to a sink. The context limits the sink's threads, and its memory in addition to the image.
    ///
    /// # Errors
    ///
    /// If it is cancelled, the sink fails, or the memory budget is too small for the sink.
    pub fn write<S: Sink>(&self, sink: S, context: &Context) -> Result<S::Output, RenderError> {
        /// Rows that are passed on together.
        const ROWS_PER_BATCH: usize = 64;
        /// Bytes of floats for which another thread pays.
        const BYTES_PER_THREAD: usize = 1 << 18;
        let length = self.format.row_len() * ROWS_PER_BATCH;
        let count = context.thread_count();
        context.check_memory(sink.memory(self.format, count).saturating_add((length * size_of::<f32>()) as u64))?;
        let mut left = self.data.chunks(length);
        let next = |band: &mut Band| {
            left.next().is_some_and(|rows| {
                band.clear();
                band.extend_from_slice(rows);
                true
            })
        };
        let threads = Threads::pool(count, size_of_val(self.data.as_slice()).div_ceil(BYTES_PER_THREAD));
        let rows = Rows::pulled(next, self.format, 1, context, &threads);
        write_pulled(sink, self.format, rows, 0, context)
    }
}

/// A sink that collects a picture's floats in a buffer.
pub(crate) struct Floats<'b>(pub(crate) &'b mut [f32]);

impl Sink for Floats<'_> {
    type Output = ();

    fn write(self, format: Format, rows: &mut Rows) -> io::Result<()> {
        for out in self.0.chunks_exact_mut(format.row_len()) {
            out.copy_from_slice(rows.next_row().ok_or_else(cut_short)?);
        }
        Ok(())
    }
}
