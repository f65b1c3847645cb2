//! Errors of a render.

use std::io;

use crate::domain::MAX_SIDE;
use crate::memory::OverBudget;
use crate::quantity::{amount, duration};

/// The reason why a render failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RenderError {
    /// The memory budget is too small, or the system refuses memory.
    #[error("the render {0}; choose a smaller size or tile, fewer threads, or a greater memory budget")]
    Memory(OverBudget),
    /// The memory budget is too small for the grids of the program's passes, or the system refuses their memory.
    #[error(
        "making the grids of the graph's nodes {0}; choose a lower resolution or fewer units for grids, or a greater \
         memory budget"
    )]
    Grids(OverBudget),
    /// The work exceeds its limit.
    #[error(
        "this takes about {} operations, or {} on one core, but the limit is {}; choose a smaller size, fewer samples, \
         frames or rounds of erosion, or a greater budget of work",
        amount(*.needed),
        duration(*.needed),
        amount(*.allowed)
    )]
    Work {
        /// Work of the render, in operations.
        needed: u64,
        /// Maximum work, in operations.
        allowed: u64,
    },
    /// A side of the picture has no pixels, or too many.
    #[error("a picture of {width} x {height} is too large; each side may have 1 to {limit} pixels")]
    Size {
        /// Requested width in pixels.
        width: u32,
        /// Requested height in pixels.
        height: u32,
        /// Maximum side in pixels.
        limit: u32,
    },
    /// A side of the volume has no samples, or too many.
    #[error(
        "a volume of {} x {} x {} is too large; each side may have 1 to {} samples",
        .size[0], .size[1], .size[2], MAX_SIDE
    )]
    VolumeSize {
        /// Requested samples along x, y and z.
        size: [u32; 3],
    },
    /// The crop has no pixels, or lies outside the picture.
    #[error("the crop is not inside the picture of {width} x {height} pixels")]
    Crop {
        /// Width of the picture in pixels.
        width: u32,
        /// Height of the picture in pixels.
        height: u32,
    },
    /// The region is empty or not finite.
    #[error(
        "the region must have edges within the range of 32-bit floats, the left one less than the right, the top one less \
         than the bottom, the near one less than the far"
    )]
    Region,
    /// A position is not finite.
    #[error("position {index} is not finite")]
    Position {
        /// Index of the position in the list, from 0.
        index: usize,
    },
    /// The render was cancelled.
    #[error("cancelled")]
    Cancelled,
    /// The [evaluator](crate::Evaluator) failed, with this message.
    #[error("{0}")]
    Evaluator(String),
    /// A sink could not write its picture.
    #[error("{source}")]
    Sink {
        /// Index of the output.
        output: usize,
        /// The error that the sink returned.
        source: io::Error,
    },
}

impl From<OverBudget> for RenderError {
    fn from(over: OverBudget) -> RenderError {
        RenderError::Memory(over)
    }
}

impl RenderError {
    /// The error of a sink: that of memory, if the system refused it.
    pub(crate) fn of_sink(output: usize, source: io::Error) -> RenderError {
        match source.downcast() {
            Ok(over) => RenderError::Memory(over),
            Err(source) => RenderError::Sink { output, source },
        }
    }

    /// The same error for work that also holds `held` bytes, which were subtracted from its memory: see
    /// [`OverBudget::beside`].
    #[must_use]
    pub fn beside(self, held: u64) -> RenderError {
        match self {
            RenderError::Memory(over) => RenderError::Memory(over.beside(held)),
            RenderError::Grids(over) => RenderError::Grids(over.beside(held)),
            other => other,
        }
    }
}
