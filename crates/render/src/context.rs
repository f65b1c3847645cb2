//! Contexts: options, cancel flag and progress function of a computation.

use std::fmt;
use std::sync::Arc;

use travertine_noise::Level;

use crate::cancel::Cancel;
use crate::error::RenderError;
use crate::evaluator::{Evaluator, FallibleEvaluator};
use crate::memory::{OverBudget, default_budget, reserve, within_memory_beside};
use crate::profile::Profile;
use crate::raster_cache::RasterCache;
use crate::schedule::Schedule;
use crate::threads::Threads;
use crate::work::{DEFAULT_WORK, within_work};

/// Minimum and maximum samples of a tile: enough to amortize the tile's overhead, few enough to keep all threads busy.
const LEAST_SAMPLES: u64 = 8192;
const MOST_SAMPLES: u64 = 32768;

/// Maximum size of a tile's buffers in bytes, unless the tile has the minimum number of samples: half of a small
/// second-level cache.
const TILE_BYTES: u64 = 1 << 19;

/// Maximum value of [`Context::threads`].
pub const MAX_THREADS: usize = 1024;

/// Maximum number of threads for each core. More would not be faster: idle threads of a pool search for work, which
/// takes time from those that have some.
const THREADS_PER_CORE: usize = 4;

/// Options of a computation, the flag that cancels it, and the function that receives its progress. Nothing here
/// changes a bit of the result.
///
/// The default has the best instruction level of this machine, all its cores, three quarters of its memory,
/// [`DEFAULT_WORK`], and neither a flag nor a function.
///
/// ```
/// use std::sync::atomic::{AtomicU64, Ordering};
/// use travertine_render::{Cancel, Context};
///
/// let (cancel, done) = (Cancel::new(), AtomicU64::new(0));
/// let progress = |samples| {
///     done.fetch_add(samples, Ordering::Relaxed);
/// };
/// let context = Context::default().threads(2).memory(256 << 20).cancel(&cancel).progress(&progress);
/// assert_eq!(context.thread_count(), 2);
/// ```
#[derive(Clone)]
pub struct Context<'c> {
    level: Level,
    threads: Option<usize>,
    tile: Option<Tile>,
    memory: u64,
    held: u64,
    work: u64,
    cancel: Cancel,
    rasters: Option<Arc<RasterCache>>,
    computes_rasters: bool,
    evaluator: Option<Arc<FallibleEvaluator>>,
    profile: Option<Arc<Profile>>,
    progress: Option<&'c (dyn Fn(u64) + Sync)>,
}

impl Default for Context<'_> {
    fn default() -> Self {
        Context {
            level: Level::detect(),
            threads: None,
            tile: None,
            memory: default_budget(),
            held: 0,
            work: DEFAULT_WORK,
            cancel: Cancel::new(),
            rasters: None,
            computes_rasters: true,
            evaluator: None,
            profile: None,
            progress: None,
        }
    }
}

impl fmt::Debug for Context<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Context")
            .field("level", &self.level)
            .field("threads", &self.threads)
            .field("tile", &self.tile)
            .field("memory", &self.memory)
            .field("work", &self.work)
            .field("cancelled", &self.is_cancelled())
            .finish_non_exhaustive()
    }
}

impl<'c> Context<'c> {
    /// Sets the instruction level.
    #[must_use]
    pub fn level(self, level: Level) -> Self {
        Context { level, ..self }
    }

    /// Sets the number of threads, 1 to [`MAX_THREADS`]; `None` is one for each core. A render starts at most four for
    /// each core, and at most one for each tile: more would only compete for the cores.
    #[must_use]
    pub fn threads(self, threads: impl Into<Option<usize>>) -> Self {
        Context { threads: threads.into(), ..self }
    }

    /// Sets the size of tiles; `None` lets the renderer choose.
    #[must_use]
    pub fn tile(self, tile: impl Into<Option<Tile>>) -> Self {
        Context { tile: tile.into(), ..self }
    }

    /// Sets the limit of memory in bytes. A few MiB for each of at most 16 threads that the process keeps from one
    /// render to the next come on top.
    #[must_use]
    pub fn memory(self, bytes: u64) -> Self {
        Context { memory: bytes, ..self }
    }

    /// Counts bytes that the caller holds towards the memory limit, in addition to those that it holds already.
    #[must_use]
    pub fn holding(self, bytes: u64) -> Self {
        Context { held: self.held.saturating_add(bytes), ..self }
    }

    /// Sets the limit of [work](crate::Estimate::work) in operations; more is refused before it starts. It bounds a
    /// picture, or one brick of a volume.
    #[must_use]
    pub fn work(self, operations: u64) -> Self {
        Context { work: operations, ..self }
    }

    /// Sets the flag that stops the computation.
    #[must_use]
    pub fn cancel(self, cancel: &Cancel) -> Self {
        Context { cancel: cancel.clone(), ..self }
    }

    /// Sets the cache of rasters, which several contexts may share. What it keeps comes on top of the limit of memory.
    #[must_use]
    pub fn rasters(self, cache: &Arc<RasterCache>) -> Self {
        Context { rasters: Some(Arc::clone(cache)), ..self }
    }

    /// Lets the computation end as cancelled where it needs a raster that the [cache](Context::rasters) does not keep.
    /// Without a cache it makes its rasters as ever.
    #[must_use]
    pub fn kept_rasters_only(self, only: bool) -> Self {
        Context { computes_rasters: !only, ..self }
    }

    /// Sets the evaluator of pictures, volumes and lists of sites. Pictures with a [cache](crate::RenderCache) of
    /// values are still computed on the CPU.
    #[must_use]
    pub fn evaluator(self, evaluator: impl Evaluator + 'static) -> Self {
        Context { evaluator: Some(Arc::new(FallibleEvaluator::new(evaluator))), ..self }
    }

    /// Sets the profile to which computations on the CPU add their time. Measuring takes a few percent.
    #[must_use]
    pub fn profile(self, profile: &Arc<Profile>) -> Self {
        Context { profile: Some(Arc::clone(profile)), ..self }
    }

    /// Sets the progress function. It is called with the number of samples finished since the last call, from several
    /// threads or the calling one.
    #[must_use]
    pub fn progress<'p>(self, progress: &'p (dyn Fn(u64) + Sync)) -> Context<'p>
    where
        'c: 'p,
    {
        Context { progress: Some(progress), ..self }
    }

    /// The same context without a progress function.
    #[must_use]
    pub fn without_progress(&self) -> Context<'static> {
        let Context { level, threads, tile, memory, held, work, ref cancel, .. } = *self;
        let Context { ref rasters, computes_rasters, ref evaluator, ref profile, .. } = *self;
        let (cancel, rasters, evaluator) = (cancel.clone(), rasters.clone(), evaluator.clone());
        let profile = profile.clone();
        Context {
            level,
            threads,
            tile,
            memory,
            held,
            work,
            cancel,
            rasters,
            computes_rasters,
            evaluator,
            profile,
            progress: None,
        }
    }

    /// The same context without progress and profile.
    pub(crate) fn silent(&self) -> Context<'static> {
        Context { profile: None, ..self.without_progress() }
    }

    /// The SIMD level of the kernels.
    pub fn simd_level(&self) -> Level {
        self.level
    }

    /// Maximum number of threads that a render starts: as many as requested, and at most four for each core. It starts
    /// fewer if it has less work.
    pub fn thread_count(&self) -> usize {
        let most = MAX_THREADS.min(THREADS_PER_CORE * Threads::available());
        let most = if cfg!(feature = "threads") { most } else { 1 };
        self.threads.unwrap_or_else(Threads::available).clamp(1, most)
    }

    /// Whether the number of threads was set.
    pub fn has_thread_count(&self) -> bool {
        self.threads.is_some()
    }

    /// The size of tiles, if it was set.
    pub fn tile_size(&self) -> Option<Tile> {
        self.tile
    }

    /// The limit of memory in bytes.
    pub fn memory_limit(&self) -> u64 {
        self.memory
    }

    /// The limit of work in operations.
    pub fn work_limit(&self) -> u64 {
        self.work
    }

    /// Whether the computation is to stop, because the flag is set or the evaluator has failed.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.is_cancelled() || self.failure().is_some()
    }

    /// The error of a computation that [is to stop](Context::is_cancelled).
    pub fn stopped(&self) -> RenderError {
        self.failure().map_or(RenderError::Cancelled, |message| RenderError::Evaluator(message.to_owned()))
    }

    /// The message with which the evaluator failed, if it has.
    fn failure(&self) -> Option<&str> {
        self.evaluator.as_deref()?.failure()
    }

    /// Reports the number of samples finished since the last report.
    pub fn advance(&self, samples: u64) {
        if let Some(progress) = self.progress {
            progress(samples);
        }
    }

    /// Checks a number of bytes, in addition to those that are [held](Context::holding), against the memory limit, and
    /// that the system grants them.
    ///
    /// # Errors
    ///
    /// If they exceed it, or the system refuses them.
    pub fn check_memory(&self, bytes: u64) -> Result<(), RenderError> {
        Ok(self.within_memory(bytes)?)
    }

    /// As [`Context::check_memory`], with the need itself as the error.
    pub(crate) fn within_memory(&self, bytes: u64) -> Result<(), OverBudget> {
        within_memory_beside(bytes, self.held, self.memory)
    }

    /// Makes a buffer as long as this; new floats are 0.
    ///
    /// # Errors
    ///
    /// If the system refuses the memory.
    pub(crate) fn resize(&self, buffer: &mut Vec<f32>, length: usize) -> Result<(), RenderError> {
        reserve(buffer, length)?;
        buffer.resize(length, 0.0);
        Ok(())
    }

    /// The limit of memory without what is [held](Context::holding), in bytes.
    pub fn memory_left(&self) -> u64 {
        self.memory.saturating_sub(self.held)
    }

    /// Checks a number of operations against the limit of work.
    ///
    /// # Errors
    ///
    /// If they exceed it.
    pub fn check_work(&self, operations: u64) -> Result<(), RenderError> {
        within_work(operations, self.work)
    }

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

    /// The profile, if there is one.
    pub(crate) fn profile_of(&self) -> Option<&Arc<Profile>> {
        self.profile.as_ref()
    }

    /// The cache of rasters, if there is one.
    pub(crate) fn raster_cache(&self) -> Option<&RasterCache> {
        self.rasters.as_deref()
    }

    /// Whether a computation may end early although nothing failed.
    pub(crate) fn may_end_early(&self) -> bool {
        self.is_cancelled() || !self.computes_rasters
    }

    /// Whether rasters that the cache does not keep are made.
    pub(crate) fn computes_rasters(&self) -> bool {
        self.computes_rasters
    }

    /// The evaluator, if there is one.
    pub(crate) fn fallible_evaluator(&self) -> Option<&Arc<FallibleEvaluator>> {
        self.evaluator.as_ref()
    }

    /// The flag itself.
    pub(crate) fn flag(&self) -> &Cancel {
        &self.cancel
    }
}

/// The size of a tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Tile {
    /// A square with this side in pixels, at least 1.
    Square(u32),
    /// The whole picture.
    Whole,
}

#[cfg(test)]
#[cfg(feature = "threads")]
mod tests {
    use super::*;

    #[test]
    fn any_number_of_threads_is_accepted_but_not_started() {
        let count = |threads: Option<usize>| Context::default().threads(threads).thread_count();
        let cores = Threads::available();
        assert_eq!([count(None), count(Some(0)), count(Some(1))], [cores, 1, 1]);
        assert_eq!(count(Some(4 * cores)), (4 * cores).min(MAX_THREADS));
        assert_eq!(count(Some(MAX_THREADS)), (4 * cores).min(MAX_THREADS));
        assert_eq!(count(Some(usize::MAX)), (4 * cores).min(MAX_THREADS));
    }
}
