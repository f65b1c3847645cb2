//! Volume renders: evaluate a program over bricks of a volume, one brick at a time, each on all threads.

use std::sync::Mutex;

use travertine_program::{Bound, Program};

use crate::context::Context;
use crate::domain::Rectangle;
use crate::error::RenderError;
use crate::format::Format;
use crate::rasters;
use crate::renderer::Estimate;
use crate::reuse::Reuse;
use crate::schedule::Schedule;
use crate::threads::Threads;
use crate::tile_executor::{TileExecutor, task_bytes};
use crate::volume::{Brick, BrickRows, Volume};
use crate::work::WRITING;
use crate::workspace::Workspace;

/// A program and the volume that it is evaluated over, brick by brick.
///
/// The rows of a brick lie along x and cost as much as rows of a picture: the longer they are, the cheaper each sample.
pub struct VolumeRender<'a> {
    schedule: Schedule<'a>,
    format: Format,
    volume: Volume,
    most: [u32; 3],
    context: Context<'a>,
    /// Threads that make rasters, and that work on finished samples.
    threads: Threads,
    /// Helper threads that evaluate bricks along with the calling thread.
    helpers: Threads,
    /// Number of threads that a brick has work for.
    busy: usize,
    tile: (u32, u32),
    raster_bytes: u64,
    raster_work: u64,
    /// Idle workspaces.
    workspaces: Mutex<Vec<Workspace<'a>>>,
}

impl<'a> VolumeRender<'a> {
    /// Prepares to evaluate a program, its slots bound to `bound`, over bricks of a volume. `most` is the size of the
    /// largest brick: samples along x, y and z. Samples have the [format of files](Format::of_files).
    ///
    /// # Errors
    ///
    /// If the [volume is invalid](Volume::check), the memory budget is too small for everything but the samples of
    /// bricks, or the work of the largest brick exceeds its limit.
    ///
    /// # Panics
    ///
    /// If the program does not have exactly one output, if `bound` does not have one float for each slot, or if a brick
    /// has no samples or more than 2^32 - 1 rows.
    pub fn new(
        program: &'a Program,
        bound: &'a Bound,
        volume: Volume,
        most: [u32; 3],
        context: &Context<'a>,
    ) -> Result<VolumeRender<'a>, RenderError> {
        VolumeRender::in_format(program, bound, volume, most, context, Format::of_files)
    }

    /// As [`VolumeRender::new`], for programs that take samples unchanged: every color has four channels.
    ///
    /// # Errors
    ///
    /// As [`VolumeRender::new`].
    ///
    /// # Panics
    ///
    /// As [`VolumeRender::new`].
    pub fn with_alpha(
        program: &'a Program,
        bound: &'a Bound,
        volume: Volume,
        most: [u32; 3],
        context: &Context<'a>,
    ) -> Result<VolumeRender<'a>, RenderError> {
        VolumeRender::in_format(program, bound, volume, most, context, Format::of_pixels)
    }

    fn in_format(
        program: &'a Program,
        bound: &'a Bound,
        volume: Volume,
        most: [u32; 3],
        context: &Context<'a>,
        formats: impl Fn(&Program, &Bound, u32, u32) -> Vec<Format>,
    ) -> Result<VolumeRender<'a>, RenderError> {
        assert_eq!(program.outputs().len(), 1, "a volume shows one output");
        assert_eq!(bound.values().len(), program.slots().len(), "one float for each slot");
        volume.check()?;
        let rows = Brick { start: [0; 3], size: most }.rows();
        assert!((1..1 << 32).contains(&rows) && most[0] > 0, "a brick of {most:?} samples");

        let raster_bytes = rasters::bytes(program, bound, context)?;
        let whole = BrickRows { volume: &volume, brick: Brick { start: [0; 3], size: most } };
        let mut schedule = Schedule::new(program, bound, &whole, &Reuse::default());
        let format = formats(program, bound, volume.width, volume.height)[0];
        schedule.place_outputs([format.channels()].into_iter());
        let tile = context.tile_of(&schedule, most[0], rows as u32);
        let tiles = u64::from(most[0].div_ceil(tile.0)) * rows.div_ceil(tile.1.into());
        let count = context.thread_count();
        let busy = count.min(usize::try_from(tiles).unwrap_or(count));
        let making = busy.max(rasters::pieces(program));
        let (threads, helpers) = (Threads::pool(count, making), Threads::with_caller(count, busy));
        let workspaces = Mutex::default();
        let render = VolumeRender {
            schedule,
            format,
            volume,
            most,
            context: context.clone(),
            threads,
            helpers,
            busy,
            tile,
            raster_bytes,
            raster_work: rasters::work(program, bound),
            workspaces,
        };
        render.keep(0)?;
        context.check_work(render.brick_work())?;
        Ok(render)
    }

    /// The volume that is evaluated.
    pub fn volume(&self) -> &Volume {
        &self.volume
    }

    /// The type of the samples, and the width and height of a slice.
    pub fn format(&self) -> Format {
        self.format
    }

    /// Work of the largest brick and of the rasters, in operations.
    fn brick_work(&self) -> u64 {
        let samples = Brick { start: [0; 3], size: self.most }.samples();
        self.operations(samples).saturating_add(self.writing(samples))
    }

    /// Number of computed results of operations for a number of samples, passes of rasters included.
    fn operations(&self, samples: u64) -> u64 {
        let (width, height) = (u64::from(self.tile.0), u64::from(self.tile.1));
        let tiles = samples.div_ceil(width * height);
        self.schedule.work(width, height).saturating_mul(tiles).saturating_add(self.raster_work)
    }

    /// Work of encoding a number of samples, in operations.
    fn writing(&self, samples: u64) -> u64 {
        samples.saturating_mul(self.format.channels() as u64 * WRITING)
    }

    /// Cost of the whole volume, without the memory of bricks' samples.
    pub fn estimate(&self) -> Estimate {
        let ((width, height), rows) = (self.tile, Brick { start: [0; 3], size: self.most }.rows());
        let tiles = u64::from(self.most[0].div_ceil(width)) * rows.div_ceil(height.into());
        let samples = self.volume.samples();
        let operations = self.operations(samples);
        Estimate {
            pixels: samples,
            samples,
            operations,
            work: operations.saturating_add(self.writing(samples)),
            memory: (self.busy as u64)
                .saturating_mul(self.schedule.workspace_bytes(width as usize, height as usize))
                .saturating_add(tiles.saturating_mul(task_bytes(height, 1)))
                .saturating_add(self.raster_bytes),
        }
    }

    /// About how many seconds the whole volume takes on all its threads, without the encoding of samples. Makes the
    /// rasters if there are any, which the render then uses, and computes a few tiles to time them. `None` if it is
    /// cancelled, or if an [`Evaluator`](crate::Evaluator) does the work.
    pub fn seconds(&self) -> Option<f64> {
        // Bricks along the diagonal.
        const BRICKS: [u32; 3] = [0, 1, 2];
        let each = BRICKS.map(|index| {
            let start = [0, 1, 2].map(|axis| (self.volume.size()[axis] - self.most[axis]) / 2 * index);
            let brick = Brick { start, size: self.most };
            let area = Rectangle { x: start[0], y: 0, width: brick.size[0], height: brick.rows() as u32 };
            self.executor().seconds_per_sample(&BrickRows { volume: &self.volume, brick }, area)
        });
        let each: Option<Vec<f64>> = each.into_iter().collect();
        let mean = each?.iter().sum::<f64>() / BRICKS.len() as f64;
        Some(mean * self.volume.samples() as f64 / self.busy as f64)
    }

    /// Checks that the memory budget also covers `bytes`, which the caller holds for samples and their encoding.
    ///
    /// # Errors
    ///
    /// [`RenderError::Memory`] if it does not.
    pub fn keep(&self, bytes: u64) -> Result<(), RenderError> {
        self.context.check_memory(self.estimate().memory.saturating_add(bytes))
    }

    /// Makes a buffer as long as [`VolumeRender::brick`] needs it for a brick; new floats are 0.
    ///
    /// # Errors
    ///
    /// If the system refuses the memory.
    pub fn resize(&self, samples: &mut Vec<f32>, brick: Brick) -> Result<(), RenderError> {
        self.context.resize(samples, brick.samples() as usize * self.format.channels())
    }

    /// Evaluates a brick. The floats of a sample are adjacent, then samples along x, then y, then z.
    ///
    /// # Errors
    ///
    /// If it is cancelled, or the evaluator of the context fails; the contents of `out` are then unspecified.
    ///
    /// # Panics
    ///
    /// If the brick lies outside the volume or is larger than announced, or if `out` has the wrong length.
    pub fn brick(&self, brick: Brick, out: &mut [f32]) -> Result<(), RenderError> {
        let (size, most) = (self.volume.size(), self.most);
        for axis in 0..3 {
            let end = brick.start[axis].checked_add(brick.size[axis]);
            let inside = end.is_some_and(|end| end <= size[axis]) && brick.size[axis] <= most[axis];
            assert!(inside && brick.size[axis] > 0, "{brick:?} in {size:?}, at most {most:?}");
        }
        assert_eq!(out.len() as u64, brick.samples() * self.format.channels() as u64, "a float for each");
        let (width, height) = (brick.size[0], brick.rows() as u32);
        let area = Rectangle { x: brick.start[0], y: 0, width, height };
        let complete = self.executor().fill(&BrickRows { volume: &self.volume, brick }, area, vec![out]);
        if complete { Ok(()) } else { Err(self.context.stopped()) }
    }

    fn executor(&self) -> TileExecutor<'_, 'a> {
        TileExecutor {
            schedule: &self.schedule,
            threads: &self.threads,
            helpers: Some(&self.helpers),
            tile: self.tile,
            workspaces: &self.workspaces,
            context: &self.context,
        }
    }

    /// Runs `work`, its parallel loops on all threads of the render.
    pub fn install<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        self.threads.install(work)
    }
}
