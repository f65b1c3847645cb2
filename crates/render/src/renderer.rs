//! The renderer: runs a program over a slice, tile by tile, on as many threads as it may, and hands finished bands
//! to a sink while the next ones are computed.

use std::num::NonZero;
use std::sync::Mutex;
use std::thread;

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use travertine_graph::program::{Bound, Operation, Program};
use travertine_graph::raster::Raster;
use travertine_noise::Level;

use crate::cancel::Cancel;
use crate::domain::{Rectangle, Slice};
use crate::error::RenderError;
use crate::image::{Format, Image};
use crate::memory::default_budget;
use crate::plan::Plan;
use crate::rasters;
use crate::rows::{BANDS, Producer, Rows};
use crate::sink::Sink;
use crate::workspace::Workspace;

/// The most pixels that a side of a picture may have.
pub const MAX_SIDE: u32 = 1 << 20;

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
    /// How many bytes it may use.
    pub memory: u64,
}

impl Default for Options {
    /// The best level of this machine, all its cores, three quarters of its memory.
    fn default() -> Options {
        Options { level: Level::detect(), threads: None, tile: None, memory: default_budget() }
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

/// What a render will take, known before it starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Estimate {
    /// How many pixels.
    pub pixels: u64,
    /// How many results of operations are computed for them.
    pub operations: u64,
    /// How many bytes are used at most, beside the program itself.
    pub memory: u64,
}

/// A program and where to run it.
pub struct Render<'a> {
    plan: Plan<'a>,
    format: Format,
    slice: Slice,
    crop: Rectangle,
    options: Options,
    tile: (u32, u32),
    raster_bytes: u64,
    /// How many rows of tiles make a band.
    tile_rows: u32,
}

/// What the threads of a run share.
struct Crew<'c> {
    /// None where the thread that asked does it all.
    pool: Option<&'c ThreadPool>,
    rasters: &'c [Raster],
    /// Those that no thread uses now.
    workspaces: Mutex<Vec<Workspace<'c>>>,
    cancel: &'c Cancel,
    progress: &'c (dyn Fn(u64) + Sync),
}

/// A tile and its part of each row of a band.
struct Piece<'d> {
    tile: Rectangle,
    rows: Vec<&'d mut [f32]>,
}

impl<'a> Render<'a> {
    /// Prepares to run a program, its slots bound to `bound`, over a slice, or over the pixels of it that `crop` names.
    ///
    /// # Errors
    ///
    /// If the picture has no pixels or too many, the crop leaves it, or the memory does not suffice.
    ///
    /// # Panics
    ///
    /// If the program has any other than one output, or another number of slots than `bound` has floats.
    pub fn new(
        program: &'a Program,
        bound: &'a Bound,
        slice: Slice,
        crop: Option<Rectangle>,
        options: Options,
    ) -> Result<Render<'a>, RenderError> {
        let [output] = program.outputs() else { panic!("a picture shows one output") };
        assert_eq!(bound.values().len(), program.slots().len(), "one float for each slot");
        let Slice { width, height, region, .. } = slice;
        if [width, height].iter().any(|side| !(1..=MAX_SIDE).contains(side)) {
            return Err(RenderError::Size { width, height, limit: MAX_SIDE });
        }
        let finite = region.iter().all(|edge| edge.is_finite() && edge.abs() <= f64::from(f32::MAX));
        let finite = finite && slice.depth.is_finite() && slice.time.is_finite();
        if !finite || region[0] >= region[2] || region[1] >= region[3] {
            return Err(RenderError::Region);
        }
        let crop = crop.unwrap_or(Rectangle { x: 0, y: 0, width, height });
        let inside = |start: u32, length: u32, whole: u32| {
            length > 0 && start.checked_add(length).is_some_and(|end| end <= whole)
        };
        if !inside(crop.x, crop.width, width) || !inside(crop.y, crop.height, height) {
            return Err(RenderError::Crop { width, height });
        }

        let raster_bytes = rasters::bytes(program, options.memory)?;
        let mut plan = Plan::new(program, bound, &slice);
        let alpha = output.values.get(3).map(|alpha| program.operations()[alpha.index()]);
        let opaque = alpha == Some(Operation::Constant(1.0));
        let format = Format { width: crop.width, height: crop.height, kind: output.kind, opaque };
        plan.outputs.truncate(format.channels());
        let tile = match options.tile {
            Some(Tile::Square(edge)) => (edge.clamp(1, crop.width), edge.clamp(1, crop.height)),
            Some(Tile::Whole) => (crop.width, crop.height),
            None => Render::default_tile(crop),
        };
        let cores = || thread::available_parallelism().map_or(1, NonZero::get);
        let threads = options.threads.unwrap_or_else(cores).clamp(1, MAX_THREADS);
        // Enough tiles in a band for every thread, and enough rows for the sink to work in peace.
        let across = crop.width.div_ceil(tile.0) as usize;
        let tile_rows = (4 * threads).div_ceil(across).max(16_usize.div_ceil(tile.1 as usize)) as u32;
        let tile_rows = tile_rows.min(crop.height.div_ceil(tile.1));
        let tiles = across * tile_rows as usize;
        // What makes rasters has work for all threads, however small the picture.
        let busy = if program.rasters().is_empty() { threads.min(tiles) } else { threads };
        let options = Options { threads: Some(busy), ..options };
        let render = Render { plan, format, slice, crop, options, tile, raster_bytes, tile_rows };

        render.within_budget(0)?;
        Ok(render)
    }

    /// Whether the memory suffices, beside what a sink keeps.
    fn within_budget(&self, kept: u64) -> Result<(), RenderError> {
        let needed = self.estimate().memory.saturating_add(kept);
        let budget = self.options.memory;
        if needed > budget {
            return Err(RenderError::Memory { needed: needed.div_ceil(1 << 20), budget: budget >> 20 });
        }
        Ok(())
    }

    /// Long rows, for the sake of what is shared along them, and some four thousand samples, for the caches.
    fn default_tile(crop: Rectangle) -> (u32, u32) {
        let width = crop.width.min(1024);
        (width, (4096 / width).clamp(1, crop.height))
    }

    /// The size of the picture and what its pixels hold.
    pub fn format(&self) -> Format {
        self.format
    }

    /// What it will take.
    pub fn estimate(&self) -> Estimate {
        let threads = self.options.threads.unwrap_or(1) as u64;
        let (width, height) = self.tile;
        let tiles_down = u64::from(self.crop.height.div_ceil(height));
        let tiles_across = u64::from(self.crop.width.div_ceil(width));
        let band = self.format.row_len() as u64 * u64::from(self.band_height()) * size_of::<f32>() as u64;
        let tiles = tiles_across * u64::from(self.tile_rows);
        let table = tiles * (size_of::<Piece>() as u64 + u64::from(height) * size_of::<&mut [f32]>() as u64);
        Estimate {
            pixels: self.crop.area(),
            operations: self
                .plan
                .work(u64::from(width), u64::from(height))
                .saturating_mul(tiles_down * tiles_across)
                .saturating_add(rasters::work(self.plan.program, self.plan.bound)),
            memory: (threads * self.plan.workspace_bytes(width as usize, height as usize)
                + band * BANDS as u64
                + table)
                .saturating_add(self.raster_bytes),
        }
    }

    fn band_height(&self) -> u32 {
        (self.tile.1 * self.tile_rows).min(self.crop.height)
    }

    /// Runs it and hands the rows to the sink. `progress` is told whenever so many more pixels are done, from several
    /// threads.
    ///
    /// # Errors
    ///
    /// If it is cancelled, the sink fails, or the memory does not suffice for what the sink keeps.
    pub fn run<S: Sink>(
        &self,
        sink: S,
        cancel: &Cancel,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<S::Output, RenderError> {
        let threads = self.options.threads.unwrap_or(1);
        self.within_budget(sink.memory(self.format, threads))?;
        let pool = &ThreadPoolBuilder::new().num_threads(threads).build()?;
        let (producer, mut rows) = Rows::new(self.format.row_len(), self.options.level, pool, cancel);
        thread::scope(|scope| {
            let worker = scope.spawn(move || self.produce(pool, &producer, cancel, progress));
            let written = sink.write(self.format, &mut rows);
            let cut_short = rows.was_cut_short();
            // Lets the worker end early if the sink did.
            drop(rows);
            match worker.join() {
                Ok(complete) if cancel.is_cancelled() && (cut_short || !complete) => {
                    Err(RenderError::Cancelled)
                }
                Ok(_) => Ok(written?),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        })
    }

    /// Runs it into memory.
    ///
    /// # Errors
    ///
    /// If it is cancelled.
    pub fn image(&self, cancel: &Cancel) -> Result<Image, RenderError> {
        let mut image = Image { format: self.format, data: Vec::new() };
        self.image_into(&mut image, cancel)?;
        Ok(image)
    }

    /// Runs it into an image, whose memory is used again.
    ///
    /// # Errors
    ///
    /// If it is cancelled, or the memory does not suffice.
    pub fn image_into(&self, image: &mut Image, cancel: &Cancel) -> Result<(), RenderError> {
        let bytes = (self.format.row_len() * size_of::<f32>()) as u64;
        self.within_budget(bytes.saturating_mul(u64::from(self.format.height)))?;
        image.format = self.format;
        image.data.resize(self.format.row_len() * self.format.height as usize, 0.0);
        let threads = self.options.threads.unwrap_or(1);
        // Nobody else is needed for what one thread does, but for rasters, which take all threads that they may.
        let pool = if threads > 1 || !self.plan.program.rasters().is_empty() {
            Some(ThreadPoolBuilder::new().num_threads(threads).build()?)
        } else {
            None
        };
        let Some(crew) = self.crew(pool.as_ref(), cancel, &|_| {}) else {
            return Err(RenderError::Cancelled);
        };
        if !self.band(&crew, 0, &mut image.data) {
            return Err(RenderError::Cancelled);
        }
        Ok(())
    }

    /// Makes the rasters, on the pool if there is one; none if it was cancelled.
    fn crew<'c>(
        &'c self,
        pool: Option<&'c ThreadPool>,
        cancel: &'c Cancel,
        progress: &'c (dyn Fn(u64) + Sync),
    ) -> Option<Crew<'c>> {
        let (program, bound) = (self.plan.program, self.plan.bound);
        let make = || rasters::make(program, bound, self.options.level, cancel);
        let made = pool.map_or_else(make, |pool| pool.install(make));
        let rasters = bound.rasters().unwrap_or_default();
        made.then_some(Crew { pool, rasters, workspaces: Mutex::default(), cancel, progress })
    }

    /// Makes the rasters, then computes the bands in order; false if it ended before the last.
    fn produce(
        &self,
        pool: &ThreadPool,
        producer: &Producer,
        cancel: &Cancel,
        progress: &(dyn Fn(u64) + Sync),
    ) -> bool {
        let Some(crew) = self.crew(Some(pool), cancel, progress) else { return false };
        let row_len = self.format.row_len();
        let mut y = 0;
        while y < self.crop.height {
            let height = self.band_height().min(self.crop.height - y);
            let length = row_len * height as usize;
            // A new buffer costs nothing until it is written to.
            let mut band = producer.used.try_recv().unwrap_or_else(|_| vec![0.0; length]);
            band.resize(length, 0.0);
            let complete = self.band(&crew, y, &mut band);
            if !complete || producer.finished.send(band).is_err() {
                return false;
            }
            y += height;
        }
        true
    }

    /// Computes the rows from `top` on that a band holds; false if it was cancelled.
    fn band(&self, crew: &Crew, top: u32, band: &mut [f32]) -> bool {
        let height = (band.len() / self.format.row_len()) as u32;
        let pieces = self.pieces(top, height, band);
        let compute = |piece| self.tile(crew, piece);
        match crew.pool {
            Some(pool) => pool.install(|| pieces.into_par_iter().all(compute)),
            None => pieces.into_iter().all(compute),
        }
    }

    /// The tiles of a band, each with its part of each row.
    fn pieces<'d>(&self, top: u32, height: u32, band: &'d mut [f32]) -> Vec<Piece<'d>> {
        let (tile_width, tile_height) = self.tile;
        let format = self.format;
        let mut pieces: Vec<Piece> = Vec::new();
        let strips = band.chunks_mut(format.row_len() * tile_height as usize);
        for (strip, y) in strips.zip((top..top + height).step_by(tile_height as usize)) {
            let first = pieces.len();
            for x in (0..self.crop.width).step_by(tile_width as usize) {
                let tile = Rectangle {
                    x: self.crop.x + x,
                    y: self.crop.y + y,
                    width: tile_width.min(self.crop.width - x),
                    height: tile_height.min(top + height - y),
                };
                pieces.push(Piece { tile, rows: Vec::with_capacity(tile.height as usize) });
            }
            for row in strip.chunks_mut(format.row_len()) {
                let parts = row.chunks_mut(tile_width as usize * format.channels());
                parts.zip(&mut pieces[first..]).for_each(|(part, piece)| piece.rows.push(part));
            }
        }
        pieces
    }

    fn tile(&self, crew: &Crew, Piece { tile, rows }: Piece) -> bool {
        let idle = crew.workspaces.lock().ok().and_then(|mut idle| idle.pop());
        let (width, height) = (self.tile.0 as usize, self.tile.1 as usize);
        let mut workspace = idle.unwrap_or_else(|| Workspace::new(&self.plan, crew.rasters, width, height));
        let complete = workspace.run(&self.plan, &self.slice, self.options.level, tile, crew.cancel);
        for (index, row) in rows.into_iter().enumerate().take_while(|_| !crew.cancel.is_cancelled()) {
            workspace.write_row(&self.plan, index, row);
        }
        if let Ok(mut idle) = crew.workspaces.lock() {
            idle.push(workspace);
        }
        let complete = complete && !crew.cancel.is_cancelled();
        if complete {
            (crew.progress)(tile.area());
        }
        complete
    }
}
