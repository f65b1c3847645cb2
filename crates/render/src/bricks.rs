//! Bricks: runs a program over boxes of a volume, one after the other, each on all threads.

use std::sync::Mutex;

use travertine_program::{Bound, Program};

use crate::cancel::Cancel;
use crate::domain::Rectangle;
use crate::error::RenderError;
use crate::format::Format;
use crate::options::Options;
use crate::rasters;
use crate::renderer::Estimate;
use crate::reuse::Reuse;
use crate::schedule::Schedule;
use crate::threads::Threads;
use crate::tile_executor::{TileExecutor, task_bytes};
use crate::volume::{Brick, BrickRows, Volume};
use crate::work::{WRITING, within_work};
use crate::workspace::Workspace;

/// A program and the volume where to run it, brick by brick.
///
/// A brick's rows lie along x, so that they cost what rows of a picture do: the longer, the less each sample.
pub struct VolumeRender<'a> {
    schedule: Schedule<'a>,
    format: Format,
    volume: Volume,
    most: [u32; 3],
    options: Options,
    /// For rasters, and for what is made of samples.
    threads: Threads,
    /// Those that evaluate bricks beside the thread that asks.
    beside: Threads,
    /// How many threads a brick has work for.
    busy: usize,
    tile: (u32, u32),
    raster_bytes: u64,
    raster_work: u64,
    /// Those that no thread uses now.
    workspaces: Mutex<Vec<Workspace<'a>>>,
}

impl<'a> VolumeRender<'a> {
    /// Prepares to run a program, its slots bound to `bound`, over bricks of a volume of at most so many samples along x,
    /// y and z.
    ///
    /// # Errors
    ///
    /// If the volume [cannot be evaluated](Volume::check), the memory does not suffice for what all this takes, beside the
    /// samples of bricks, or it is too much work.
    ///
    /// # Panics
    ///
    /// If the program has any other than one output, or another number of slots than `bound` has floats, or a brick has
    /// no samples or 2^32 rows.
    pub fn new(
        program: &'a Program,
        bound: &'a Bound,
        volume: Volume,
        most: [u32; 3],
        options: Options,
    ) -> Result<VolumeRender<'a>, RenderError> {
        let [output] = program.outputs() else { panic!("a volume shows one output") };
        assert_eq!(bound.values().len(), program.slots().len(), "one float for each slot");
        volume.check()?;
        let rows = Brick { start: [0; 3], size: most }.rows();
        assert!((1..1 << 32).contains(&rows) && most[0] > 0, "a brick of {most:?} samples");

        let raster_bytes = rasters::bytes(program, bound, options.thread_count(), options.memory)?;
        let whole = BrickRows { volume: &volume, brick: Brick { start: [0; 3], size: most } };
        let mut schedule = Schedule::new(program, bound, &whole, &Reuse::default());
        let format = Format::of(program, output, volume.width, volume.height);
        schedule.place_outputs([format.channels()].into_iter());
        let tile = options.tile_of(&schedule, most[0], rows as u32);
        let tiles = u64::from(most[0].div_ceil(tile.0)) * rows.div_ceil(tile.1.into());
        let count = options.thread_count();
        let busy = count.min(usize::try_from(tiles).unwrap_or(count));
        let making = busy.max(rasters::pieces(program));
        let (threads, beside) = (Threads::pool(count, making), Threads::with_asking(count, busy));
        let workspaces = Mutex::default();
        let render = VolumeRender {
            schedule,
            format,
            volume,
            most,
            options,
            threads,
            beside,
            busy,
            tile,
            raster_bytes,
            raster_work: rasters::work(program, bound),
            workspaces,
        };
        render.keep(0)?;
        within_work(render.estimate().work, render.options.work)?;
        Ok(render)
    }

    /// The volume.
    pub fn volume(&self) -> &Volume {
        &self.volume
    }

    /// What its samples hold, and the size of its slices.
    pub fn format(&self) -> Format {
        self.format
    }

    /// What it will take, but for the samples of bricks.
    pub fn estimate(&self) -> Estimate {
        let ((width, height), rows) = (self.tile, Brick { start: [0; 3], size: self.most }.rows());
        let tiles = u64::from(self.most[0].div_ceil(width)) * rows.div_ceil(height.into());
        let samples = self.volume.samples();
        let tile_work = self.schedule.work(width.into(), height.into());
        let whole_tiles = samples.div_ceil(u64::from(width) * u64::from(height));
        let operations = tile_work.saturating_mul(whole_tiles).saturating_add(self.raster_work);
        let floats = self.format.channels() as u64;
        Estimate {
            pixels: samples,
            samples,
            operations,
            work: operations.saturating_add(samples.saturating_mul(floats * WRITING)),
            memory: (self.busy as u64)
                .saturating_mul(self.schedule.workspace_bytes(width as usize, height as usize))
                .saturating_add(tiles.saturating_mul(task_bytes(height, 1)))
                .saturating_add(self.raster_bytes),
        }
    }

    /// Whether the memory suffices if somebody keeps so many bytes for samples and what is made of them.
    ///
    /// # Errors
    ///
    /// If it does not.
    pub fn keep(&self, bytes: u64) -> Result<(), RenderError> {
        self.options.within_budget(self.estimate().memory.saturating_add(bytes))
    }

    /// Evaluates a brick: the floats of a sample next to each other, then x, then y, then z. `progress` is told whenever
    /// so many more samples are done, from several threads.
    ///
    /// # Errors
    ///
    /// If it is cancelled; then the samples are worth nothing.
    ///
    /// # Panics
    ///
    /// If the brick leaves the volume or is larger than was said, or `out` has not as many floats as it.
    pub fn brick(
        &self,
        brick: Brick,
        out: &mut [f32],
        cancel: &Cancel,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<(), RenderError> {
        let (size, most) = (self.volume.size(), self.most);
        for axis in 0..3 {
            let end = brick.start[axis].checked_add(brick.size[axis]);
            let inside = end.is_some_and(|end| end <= size[axis]) && brick.size[axis] <= most[axis];
            assert!(inside && brick.size[axis] > 0, "{brick:?} in {size:?}, at most {most:?}");
        }
        assert_eq!(out.len() as u64, brick.samples() * self.format.channels() as u64, "a float for each");
        let executor = TileExecutor {
            schedule: &self.schedule,
            threads: &self.threads,
            beside: Some(&self.beside),
            level: self.options.level,
            tile: self.tile,
            workspaces: &self.workspaces,
            cancel,
            progress,
        };
        let (width, height) = (brick.size[0], brick.rows() as u32);
        let area = Rectangle { x: brick.start[0], y: 0, width, height };
        let complete = executor.fill(&BrickRows { volume: &self.volume, brick }, area, vec![out]);
        if complete { Ok(()) } else { Err(RenderError::Cancelled) }
    }

    /// Does something, in whose parallel iterators all threads of the render work.
    pub fn install<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        self.threads.install(work)
    }
}
