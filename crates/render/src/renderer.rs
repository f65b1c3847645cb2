//! The renderer: runs a program over a slice, tile by tile, on as many threads as it may, and hands finished bands
//! to a sink while the next ones are computed.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use rayon::ThreadPool;
use rayon::prelude::*;
use travertine_graph::program::{Operation, Program};
use travertine_noise::Level;

use crate::cancel::Cancel;
use crate::domain::{Points, Rectangle, Slice};
use crate::error::RenderError;
use crate::image::{Format, Image};
use crate::memory::default_budget;
use crate::plan::Plan;
use crate::sink::Sink;
use crate::workspace::Workspace;

/// The most pixels that a side of a picture may have.
pub const MAX_SIDE: u32 = 1 << 20;

/// How a render is carried out. Nothing here changes a bit of the result.
#[derive(Clone, Debug)]
pub struct Options {
    /// The instruction level.
    pub level: Level,
    /// How many threads; none means one for each core.
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
    /// How many rows of tiles make a band.
    tile_rows: u32,
}

/// Rows that are finished: as many as `data` holds.
struct Band {
    data: Vec<f32>,
}

/// Bands on their way to the sink: one is written while the next is computed, one waits.
const BANDS: usize = 3;

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
        bound: &'a [f32],
        slice: Slice,
        crop: Option<Rectangle>,
        options: Options,
    ) -> Result<Render<'a>, RenderError> {
        let [output] = program.outputs() else { panic!("a picture shows one output") };
        assert_eq!(bound.len(), program.slots().len(), "one float for each slot");
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
        let threads = options.threads.unwrap_or_else(rayon::current_num_threads).max(1);
        // Enough tiles in a band for every thread, and enough rows for the sink to work in peace.
        let across = crop.width.div_ceil(tile.0) as usize;
        let tile_rows = (4 * threads).div_ceil(across).max(16_usize.div_ceil(tile.1 as usize)) as u32;
        let tile_rows = tile_rows.min(crop.height.div_ceil(tile.1));
        let options = Options { threads: Some(threads), ..options };
        let render = Render { plan, format, slice, crop, options, tile, tile_rows };

        let Estimate { memory, .. } = render.estimate();
        let budget = render.options.memory;
        if memory > budget {
            return Err(RenderError::Memory { needed: memory.div_ceil(1 << 20), budget: budget >> 20 });
        }
        Ok(render)
    }

    /// Long rows, for the sake of what is shared along them, and some four thousand samples, for the caches.
    fn default_tile(crop: Rectangle) -> (u32, u32) {
        let width = crop.width.min(256);
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
        let workspaces = threads.min(tiles_across * u64::from(self.tile_rows));
        Estimate {
            pixels: self.crop.area(),
            operations: self
                .plan
                .work(u64::from(width), u64::from(height))
                .saturating_mul(tiles_down * tiles_across),
            memory: workspaces * self.plan.workspace_bytes(width as usize, height as usize)
                + band * BANDS as u64,
        }
    }

    fn band_height(&self) -> u32 {
        (self.tile.1 * self.tile_rows).min(self.crop.height)
    }

    /// Runs it and hands the rows to the sink. `progress` is told how many pixels are done, from several threads.
    ///
    /// # Errors
    ///
    /// If it is cancelled, or the sink fails.
    pub fn run<S: Sink>(
        &self,
        sink: S,
        cancel: &Cancel,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<S::Output, RenderError> {
        let pool = self.pool()?;
        let (finished, bands) = sync_channel::<Band>(BANDS - 2);
        let (recycle, recycled) = sync_channel::<Band>(BANDS);
        thread::scope(|scope| {
            let worker = scope.spawn(move || self.produce(&pool, &finished, &recycled, cancel, progress));
            let row_len = self.format.row_len();
            let mut rows = Rows { bands, recycle, current: None, next: 0, row_len, cancel, cut_short: false };
            let written = sink.write(self.format, &mut rows);
            let cut_short = rows.cut_short;
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
        self.run(crate::sink::Memory, cancel, &|_| {})
    }

    fn pool(&self) -> Result<ThreadPool, RenderError> {
        Ok(rayon::ThreadPoolBuilder::new().num_threads(self.options.threads.unwrap_or(1)).build()?)
    }

    /// Computes the bands in order; false if it ended before the last.
    fn produce(
        &self,
        pool: &ThreadPool,
        finished: &SyncSender<Band>,
        recycled: &Receiver<Band>,
        cancel: &Cancel,
        progress: &(dyn Fn(u64) + Sync),
    ) -> bool {
        let workspaces = Mutex::new(Vec::new());
        let done = AtomicU64::new(0);
        let row_len = self.format.row_len();
        let mut y = 0;
        while y < self.crop.height {
            let height = self.band_height().min(self.crop.height - y);
            let length = row_len * height as usize;
            // A new buffer costs nothing until it is written to.
            let mut data = recycled.try_recv().map_or_else(|_| vec![0.0; length], |band| band.data);
            data.resize(length, 0.0);
            let tiles = self.tiles(y, height, &mut data);
            let complete = pool.install(|| {
                tiles.into_par_iter().all(|(tile, rows)| {
                    let complete = self.tile(&workspaces, tile, rows, cancel);
                    progress(done.fetch_add(tile.area(), Ordering::Relaxed) + tile.area());
                    complete
                })
            });
            if !complete || finished.send(Band { data }).is_err() {
                return false;
            }
            y += height;
        }
        true
    }

    /// The tiles of a band, each with its part of each row.
    fn tiles<'d>(&self, top: u32, height: u32, data: &'d mut [f32]) -> Vec<(Rectangle, Vec<&'d mut [f32]>)> {
        let (tile_width, tile_height) = self.tile;
        let format = self.format;
        let mut tiles = Vec::new();
        let strips = data.chunks_mut(format.row_len() * tile_height as usize);
        for (strip, y) in strips.zip((top..top + height).step_by(tile_height as usize)) {
            let first = tiles.len();
            for x in (0..self.crop.width).step_by(tile_width as usize) {
                let tile = Rectangle {
                    x: self.crop.x + x,
                    y: self.crop.y + y,
                    width: tile_width.min(self.crop.width - x),
                    height: tile_height.min(top + height - y),
                };
                tiles.push((tile, Vec::with_capacity(tile.height as usize)));
            }
            for row in strip.chunks_mut(format.row_len()) {
                let parts = row.chunks_mut(tile_width as usize * format.channels());
                parts.zip(&mut tiles[first..]).for_each(|(part, (_, rows))| rows.push(part));
            }
        }
        tiles
    }

    fn tile(
        &self,
        workspaces: &Mutex<Vec<Workspace>>,
        tile: Rectangle,
        rows: Vec<&mut [f32]>,
        cancel: &Cancel,
    ) -> bool {
        let idle = workspaces.lock().ok().and_then(|mut idle| idle.pop());
        let (width, height) = (self.tile.0 as usize, self.tile.1 as usize);
        let mut workspace = idle.unwrap_or_else(|| Workspace::new(&self.plan, width, height));
        let complete = workspace.run(&self.plan, &self.slice, self.options.level, tile, cancel);
        let channels = self.plan.outputs.len();
        for (index, row) in rows.into_iter().enumerate().take_while(|_| !cancel.is_cancelled()) {
            for channel in 0..channels {
                let values = workspace.output(&self.plan, channel, index);
                row[channel..].iter_mut().step_by(channels).zip(values).for_each(|(out, value)| *out = value);
            }
        }
        if let Ok(mut idle) = workspaces.lock() {
            idle.push(workspace);
        }
        complete && !cancel.is_cancelled()
    }
}

/// The rows of a render, from the top, as they are finished.
pub struct Rows<'a> {
    bands: Receiver<Band>,
    recycle: SyncSender<Band>,
    current: Option<Band>,
    next: usize,
    row_len: usize,
    cancel: &'a Cancel,
    /// Whether rows were held back because the render was cancelled.
    cut_short: bool,
}

impl Rows<'_> {
    /// The next row's floats; none after the last, or when the render was cancelled.
    pub fn next_row(&mut self) -> Option<&[f32]> {
        if self.cancel.is_cancelled() {
            self.cut_short = true;
            return None;
        }
        if self.current.as_ref().is_none_or(|band| self.next >= band.data.len()) {
            let next = self.bands.recv().ok();
            if let Some(used) = std::mem::replace(&mut self.current, next) {
                // A full channel just means that the buffer is not needed again.
                let _ = self.recycle.try_send(used);
            }
            self.next = 0;
        }
        let start = self.next;
        self.next += self.row_len;
        self.current.as_ref().map(|band| &band.data[start..self.next])
    }
}

/// The outputs' floats at each of these positions (x, y, z, time), all outputs' one after the other.
///
/// Bit-equal to what a render puts into a pixel that is sampled at the same position.
///
/// # Errors
///
/// If a position is not finite.
pub fn sample(
    program: &Program,
    bound: &[f32],
    points: &[[f32; 4]],
    level: Level,
) -> Result<Vec<f32>, RenderError> {
    if let Some(index) = points.iter().position(|point| point.iter().any(|c| !c.is_finite())) {
        return Err(RenderError::Position { index });
    }
    const LENGTH: usize = 1024;
    let domain = Points(points);
    let plan = Plan::new(program, bound, &domain);
    let mut workspace = Workspace::new(&plan, LENGTH.min(points.len()), 1);
    let width = program.width();
    let mut results = vec![0.0; points.len() * width];
    for (index, results) in results.chunks_mut(LENGTH * width).enumerate() {
        let tile =
            Rectangle { x: (index * LENGTH) as u32, y: 0, width: (results.len() / width) as u32, height: 1 };
        workspace.run(&plan, &domain, level, tile, &Cancel::new());
        for output in 0..width {
            let values = workspace.output(&plan, output, 0);
            results[output..].iter_mut().step_by(width).zip(values).for_each(|(out, value)| *out = value);
        }
    }
    Ok(results)
}
