//! What can go wrong while rendering.

use std::io;

use crate::domain::MAX_SIDE;
use crate::quantity::{amount, duration};

/// Why a render gave no picture.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// It would need more memory than it may use.
    #[error(
        "the render needs about {needed} MiB of memory, and may use {budget} MiB; \
         choose a smaller size or tile, fewer threads, or a greater memory budget"
    )]
    Memory {
        /// What it needs, in MiB.
        needed: u64,
        /// What it may use, in MiB.
        budget: u64,
    },
    /// What the program's passes are taken on would need more memory than it may use.
    #[error(
        "the grids of the graph's nodes need about {needed} MiB of memory, and the render may use {budget} MiB; \
         choose a lower resolution or fewer units for them, or a greater memory budget"
    )]
    Grids {
        /// What they need, in MiB.
        needed: u64,
        /// What it may use, in MiB.
        budget: u64,
    },
    /// It would take more work than it may.
    #[error(
        "this takes about {} operations, some {} on one core, and may take {}; choose a smaller size, fewer samples, \
         frames or rounds of erosion, or a greater budget of work",
        amount(*.needed),
        duration(*.needed),
        amount(*.allowed)
    )]
    Work {
        /// How many operations it takes.
        needed: u64,
        /// How many it may take.
        allowed: u64,
    },
    /// The picture is too large to be one.
    #[error("a picture of {width} x {height} is too large; each side may have 1 to {limit} pixels")]
    Size {
        /// Pixels to the right.
        width: u32,
        /// Pixels down.
        height: u32,
        /// The most that a side may have.
        limit: u32,
    },
    /// The volume is too large to be one, or too small.
    #[error(
        "a volume of {} x {} x {} is too large; each side may have 1 to {} samples",
        .size[0], .size[1], .size[2], MAX_SIDE
    )]
    VolumeSize {
        /// Samples along x, y and z.
        size: [u32; 3],
    },
    /// The rectangle is not inside the picture.
    #[error("the crop is not inside the picture of {width} x {height} pixels")]
    Crop {
        /// Pixels to the right.
        width: u32,
        /// Pixels down.
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
        /// Its place in the list, from 0.
        index: usize,
    },
    /// It was cancelled.
    #[error("cancelled")]
    Cancelled,
    /// A picture could not be written.
    #[error("{source}")]
    Sink {
        /// The place of its output.
        output: usize,
        /// Why not.
        source: io::Error,
    },
}
