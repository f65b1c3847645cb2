//! Bricks: runs a program over boxes of a volume, one after the other, each on all threads.

use std::sync::Mutex;

use travertine_graph::program::{Bound, Program};

use crate::cancel::Cancel;
use crate::crew::{Crew, piece_bytes};
use crate::domain::Rectangle;
use crate::error::RenderError;
use crate::image::Format;
use crate::kept::Reuse;
use crate::plan::Plan;
use crate::rasters;
use crate::renderer::{Estimate, MAX_SIDE, Options};
use crate::threads::Threads;
use crate::volume::{Brick, BrickRows, MAX_SAMPLES, Volume};
use crate::workspace::Workspace;

/// A program and the volume where to run it, brick by brick.
///
/// A brick's rows lie along x, so that they cost what rows of a picture do: the longer, the less each sample.
pub struct VolumeRender<'a> {
    plan: Plan<'a>,
    format: Format,
    volume: Volume,
    most: [u32; 3],
    options: Options,
    /// For rasters, and for what is made of samples.
    threads: Threads,
    /// Those that evaluate bricks beside the thread that asks.
    beside: Threads,
    tile: (u32, u32),
    raster_bytes: u64,
    /// Those that no thread uses now.
    workspaces: Mutex<Vec<Workspace<'a>>>,
}

impl<'a> VolumeRender<'a> {
    /// Prepares to run a program, its slots bound to `bound`, over bricks of a volume of at most so many samples along x,
    /// y and z.
    ///
    /// # Errors
    ///
    /// If the volume has no samples or too many, its region is empty or not finite, or the memory does not suffice for
    /// what all this takes, beside the samples of bricks.
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
        let size = volume.size();
        if size.iter().any(|side| !(1..=MAX_SIDE).contains(side)) || volume.samples() > MAX_SAMPLES {
            return Err(RenderError::VolumeSize { size });
        }
        let finite = |edge: &f64| edge.is_finite() && edge.abs() <= f64::from(f32::MAX);
        let region = volume.region;
        let empty = (0..3).any(|axis| region[axis] >= region[axis + 3]);
        if !region.iter().all(finite) || !volume.time.is_finite() || empty {
            return Err(RenderError::Region);
        }
        let rows = Brick { start: [0; 3], size: most }.rows();
        assert!((1..1 << 32).contains(&rows) && most[0] > 0, "a brick of {most:?} samples");

        let raster_bytes = rasters::bytes(program, bound, options.thread_count(), options.memory)?;
        let whole = BrickRows { volume: &volume, brick: Brick { start: [0; 3], size: most } };
        let mut plan = Plan::new(program, bound, &whole, &Reuse::default());
        let format = Format::of(program, output, volume.width, volume.height);
        plan.finish([format.channels()].into_iter());
        let tile = options.tile_of(&plan, most[0], rows as u32);
        let threads = Threads::pool(options.thread_count())?;
        let beside = Threads::with_asking(options.thread_count())?;
        let workspaces = Mutex::default();
        let render = VolumeRender {
            plan,
            format,
            volume,
            most,
            options,
            threads,
            beside,
            tile,
            raster_bytes,
            workspaces,
        };
        render.keep(0)?;
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
        let work = self.plan.work(width.into(), height.into());
        let whole_tiles = samples.div_ceil(u64::from(width) * u64::from(height));
        Estimate {
            pixels: samples,
            samples,
            operations: work
                .saturating_mul(whole_tiles)
                .saturating_add(rasters::work(self.plan.program, self.plan.bound)),
            memory: (self.threads.count() as u64)
                .saturating_mul(self.plan.workspace_bytes(width as usize, height as usize))
                .saturating_add(tiles.saturating_mul(piece_bytes(height, 1)))
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
        let crew = Crew {
            plan: &self.plan,
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
        let complete = crew.fill(&BrickRows { volume: &self.volume, brick }, area, vec![out]);
        if complete { Ok(()) } else { Err(RenderError::Cancelled) }
    }

    /// Does something, in whose parallel iterators all threads of the render work.
    pub fn install<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        self.threads.install(work)
    }
}
