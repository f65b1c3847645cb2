//! Options: how a render is carried out.

use travertine_noise::Level;

use crate::error::RenderError;
use crate::memory::default_budget;
use crate::schedule::Schedule;
use crate::threads::Threads;
use crate::work::DEFAULT_WORK;

/// Samples of a tile: enough to amortise the tile's overhead, few enough that threads do not wait for each other.
const LEAST_SAMPLES: u64 = 8192;
const MOST_SAMPLES: u64 = 32768;

/// The most bytes of a tile's buffers, unless it has the least samples: half of a small second-level cache.
const TILE_BYTES: u64 = 1 << 19;

/// The most threads that a render starts.
pub const MAX_THREADS: usize = 1024;

/// How a render is carried out. Nothing here changes a bit of the result.
#[derive(Clone, Debug)]
pub struct Options {
    /// The instruction level.
    pub level: Level,
    /// How many threads, up to [`MAX_THREADS`]; none means one for each core.
    pub threads: Option<usize>,
    /// The size of a tile; none lets the renderer choose.
    pub tile: Option<Tile>,
    /// The most bytes it may use, beside some MiB for each of at most 16 threads that the process keeps from one render to
    /// the next.
    pub memory: u64,
    /// The most [work](crate::Estimate::work) it may take, in operations; more is refused before it starts.
    pub work: u64,
}

impl Default for Options {
    /// The best level of this machine, all its cores, three quarters of its memory, [`DEFAULT_WORK`].
    fn default() -> Options {
        let level = Level::detect();
        Options { level, threads: None, tile: None, memory: default_budget(), work: DEFAULT_WORK }
    }
}

impl Options {
    /// The size of the tiles of an area. By default long rows, for the sake of what is shared along them, and as many as the
    /// caches hold of the schedule's buffers, if there are enough tiles for all threads.
    pub(crate) fn tile_of(&self, schedule: &Schedule, width: u32, height: u32) -> (u32, u32) {
        match self.tile {
            Some(Tile::Square(edge)) => (edge.clamp(1, width), edge.clamp(1, height)),
            Some(Tile::Whole) => (width, height),
            None => {
                let share = u64::from(width) * u64::from(height) / (4 * self.thread_count() as u64);
                let fitting = TILE_BYTES / (size_of::<f32>() * schedule.full_buffers().max(1)) as u64;
                let samples = fitting.min(share).clamp(LEAST_SAMPLES, MOST_SAMPLES) as u32;
                let width = width.min(1024);
                // Not a few rows more than are worked out together.
                let rows = samples / width;
                (width, if rows > 8 { rows / 8 * 8 } else { rows.max(1) }.min(height))
            }
        }
    }

    /// The same options with another limit of memory, in bytes.
    #[must_use]
    pub fn with_memory(&self, memory: u64) -> Options {
        Options { memory, ..self.clone() }
    }

    /// The number of threads asked for. A render starts no more than it has work for.
    pub fn thread_count(&self) -> usize {
        self.threads.unwrap_or_else(Threads::available).clamp(1, MAX_THREADS)
    }

    /// Whether so many bytes may be used.
    pub(crate) fn within_budget(&self, needed: u64) -> Result<(), RenderError> {
        if needed > self.memory {
            return Err(RenderError::Memory { needed: needed.div_ceil(1 << 20), budget: self.memory >> 20 });
        }
        Ok(())
    }
}

/// The size of a tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tile {
    /// A square of so many pixels, at least 1.
    Square(u32),
    /// All of the picture.
    Whole,
}
