//! Images: pictures in memory, as floats.

use std::thread;

use travertine_graph::constant::Type;
use travertine_graph::program::{Operation, Program, ProgramOutput};

use crate::cancel::Cancel;
use crate::error::RenderError;
use crate::renderer::Options;
use crate::rows::Rows;
use crate::sink::Sink;
use crate::threads::Threads;

/// What a picture's pixels hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Format {
    /// Pixels to the right.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
    /// What a pixel is.
    pub kind: Type,
    /// For colours: alpha is 1 everywhere, and not stored.
    pub opaque: bool,
}

impl Format {
    /// The picture of a program's output.
    pub(crate) fn of(program: &Program, output: &ProgramOutput, width: u32, height: u32) -> Format {
        let alpha = output.values.get(3).map(|alpha| program.operations()[alpha.index()]);
        Format { width, height, kind: output.kind, opaque: alpha == Some(Operation::Constant(1.0)) }
    }

    /// Floats for each pixel: 1 for a float, 3 for a vector or an opaque colour, 4 for a colour with alpha.
    pub fn channels(&self) -> usize {
        if self.kind == Type::Color && self.opaque { 3 } else { self.kind.width() }
    }

    /// Floats for each row.
    pub fn row_len(&self) -> usize {
        self.width as usize * self.channels()
    }
}

/// A picture in memory: rows from the top, pixels from the left, channels together; unclipped, linear.
#[derive(Clone, PartialEq, Debug)]
pub struct Image {
    /// Its size and what its pixels hold.
    pub format: Format,
    /// Its floats.
    pub data: Vec<f32>,
}

impl Image {
    /// The floats of one pixel.
    pub fn pixel(&self, column: u32, row: u32) -> &[f32] {
        let channels = self.format.channels();
        let start = row as usize * self.format.row_len() + column as usize * channels;
        &self.data[start..start + channels]
    }

    /// Hands its rows to a sink, which may use that many threads and that much memory beside the image.
    ///
    /// # Errors
    ///
    /// If it is cancelled, the sink fails, or the memory does not suffice for what the sink keeps.
    pub fn write<S: Sink>(
        &self,
        sink: S,
        options: &Options,
        cancel: &Cancel,
    ) -> Result<S::Output, RenderError> {
        /// Rows that are on their way together.
        const TOGETHER: usize = 64;
        let threads = options.threads.unwrap_or_else(Threads::available);
        let needed = sink.memory(self.format, threads);
        if needed > options.memory {
            let (needed, budget) = (needed.div_ceil(1 << 20), options.memory >> 20);
            return Err(RenderError::Memory { needed, budget });
        }
        let threads = &Threads::pool(threads)?;
        let (producer, mut rows) = Rows::new(self.format.row_len(), options.level, threads, cancel);
        thread::scope(|scope| {
            scope.spawn(move || {
                let mut bands = self.data.chunks(self.format.row_len() * TOGETHER);
                // It fails when the sink has ended early, and says so itself.
                bands.all(|band| producer.finished.send(band.to_vec()).is_ok())
            });
            let written = sink.write(self.format, &mut rows);
            let cut_short = rows.was_cut_short();
            // Lets the other thread end early if the sink did.
            drop(rows);
            if cut_short {
                Err(RenderError::Cancelled)
            } else {
                written.map_err(|source| RenderError::Sink { output: 0, source })
            }
        })
    }
}
