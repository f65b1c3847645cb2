//! Options of a render.

use travertine_noise::Level;

use crate::error::RenderError;
use crate::memory::{default_budget, within_memory};
use crate::schedule::Schedule;
use crate::threads::Threads;
use crate::work::DEFAULT_WORK;

/// Minimum and maximum samples of a tile: enough to amortise the tile's overhead, few enough to keep all threads busy.
const LEAST_SAMPLES: u64 = 8192;
const MOST_SAMPLES: u64 = 32768;

/// Maximum size of a tile's buffers in bytes, unless the tile has the minimum number of samples: half of a small
/// second-level cache.
const TILE_BYTES: u64 = 1 << 19;

/// Maximum value of [`Options::threads`].
pub const MAX_THREADS: usize = 1024;

/// Maximum number of threads for each core. More would not be faster: idle threads of a pool search for work, which
/// takes time from those that have some.
const THREADS_PER_CORE: usize = 4;

/// Options of a render. None of them changes a bit of the result.
#[derive(Clone, Debug)]
pub struct Options {
    /// SIMD level of the kernels.
    pub level: Level,
    /// Number of threads, 1 to [`MAX_THREADS`]; none means one for each core. A render starts at most four
    /// for each core, and at most one for each tile: more would only compete for the cores.
    pub threads: Option<usize>,
    /// Size of a tile; none lets the renderer choose.
    pub tile: Option<Tile>,
    /// Memory budget in bytes. Buffers that the process keeps from one render to the next, a few MiB for each of at
    /// most 16 threads, are not counted.
    pub memory: u64,
    /// Maximum [work](crate::Estimate::work) in operations. A render that exceeds it is refused before it starts.
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
    /// The size of the tiles of an area. By default rows are long, because values along rows are shared, and a tile is
    /// as large as a small second-level cache allows, provided that there are enough tiles for all threads.
    pub(crate) fn tile_of(&self, schedule: &Schedule, width: u32, height: u32) -> (u32, u32) {
        match self.tile {
            Some(Tile::Square(edge)) => (edge.clamp(1, width), edge.clamp(1, height)),
            Some(Tile::Whole) => (width, height),
            None => {
                let share = u64::from(width) * u64::from(height) / (4 * self.thread_count() as u64);
                let fitting = TILE_BYTES / (size_of::<f32>() * schedule.full_buffers().max(1)) as u64;
                let samples = fitting.min(share).clamp(LEAST_SAMPLES, MOST_SAMPLES) as u32;
                let width = width.min(1024);
                // A multiple of the rows that are computed together.
                let rows = samples / width;
                (width, if rows > 8 { rows / 8 * 8 } else { rows.max(1) }.min(height))
            }
        }
    }

    /// The same options with another memory budget, in bytes.
    #[must_use]
    pub fn with_memory(&self, memory: u64) -> Options {
        Options { memory, ..self.clone() }
    }

    /// Maximum number of threads that a render starts: as many as requested, and at most four for each core. It starts
    /// fewer if it has less work.
    pub fn thread_count(&self) -> usize {
        let most = MAX_THREADS.min(THREADS_PER_CORE * Threads::available());
        self.threads.unwrap_or_else(Threads::available).clamp(1, most)
    }

    /// Checks a number of bytes against the memory budget.
    pub(crate) fn within_budget(&self, needed: u64) -> Result<(), RenderError> {
        Ok(within_memory(needed, self.memory)?)
    }
}

/// The size of a tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tile {
    /// A square with this side in pixels, at least 1.
    Square(u32),
    /// A single tile: the whole picture.
    Whole,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_number_of_threads_is_accepted_but_not_started() {
        let count = |threads| Options { threads, ..Options::default() }.thread_count();
        let cores = Threads::available();
        assert_eq!([count(None), count(Some(0)), count(Some(1))], [cores, 1, 1]);
        assert_eq!(count(Some(4 * cores)), (4 * cores).min(MAX_THREADS));
        assert_eq!(count(Some(MAX_THREADS)), (4 * cores).min(MAX_THREADS));
        assert_eq!(count(Some(usize::MAX)), (4 * cores).min(MAX_THREADS));
    }
}
