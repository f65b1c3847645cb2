//! The renderer: runs a program over a slice, tile by tile, on as many threads as it may, and hands finished bands
//! to a sink while the next ones are computed.

use std::sync::Mutex;
use std::thread;

use rayon::prelude::*;
use travertine_graph::constant::Type;
use travertine_graph::program::{Bound, Operation, Program, ProgramOutput};
use travertine_graph::raster::Raster;
use travertine_noise::Level;

use crate::cancel::Cancel;
use crate::domain::{Rectangle, Slice};
use crate::error::RenderError;
use crate::image::{Format, Image};
use crate::kept::Reuse;
use crate::memory::default_budget;
use crate::plan::Plan;
use crate::rasters;
use crate::rows::{BANDS, Band, Producer, Rows};
use crate::sink::Sink;
use crate::threads::Threads;
use crate::workspace::Workspace;

/// The most pixels that a side of a picture may have.
pub const MAX_SIDE: u32 = 1 << 20;

/// The least rows of a band, if the picture has as many.
const ROWS: u32 = 64;

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
    /// The picture of each output, and of each value that is to be kept.
    formats: Vec<Format>,
    slice: Slice,
    crop: Rectangle,
    options: Options,
    /// How many threads it may use, and how many it has work for.
    threads: usize,
    busy: usize,
    tile: (u32, u32),
    raster_bytes: u64,
    /// How many rows of tiles make a band.
    tile_rows: u32,
}

/// What the threads of a run share.
struct Crew<'c> {
    threads: &'c Threads,
    rasters: &'c [Raster],
    /// Those that no thread uses now.
    workspaces: Mutex<Vec<Workspace<'c>>>,
    cancel: &'c Cancel,
    progress: &'c (dyn Fn(u64) + Sync),
}

/// A tile and its part of each row of the outputs' bands, those of the first output first.
struct Piece<'d> {
    tile: Rectangle,
    rows: Vec<&'d mut [f32]>,
}

impl<'a> Render<'a> {
    /// Prepares to run a program, its slots bound to `bound`, over a slice, or over the pixels of it that `crop` names.
    /// Each of its outputs becomes a picture; what they share is computed once.
    ///
    /// # Errors
    ///
    /// If the picture has no pixels or too many, the crop leaves it, or the memory does not suffice.
    ///
    /// # Panics
    ///
    /// If the program has no output, or another number of slots than `bound` has floats.
    pub fn new(
        program: &'a Program,
        bound: &'a Bound,
        slice: Slice,
        crop: Option<Rectangle>,
        options: Options,
    ) -> Result<Render<'a>, RenderError> {
        Render::reusing(program, bound, slice, crop, options, &Reuse::default())
    }

    /// The same, given what is known from an earlier render and what to keep for a later one: that becomes pictures of
    /// single floats, after those of the outputs.
    pub(crate) fn reusing(
        program: &'a Program,
        bound: &'a Bound,
        slice: Slice,
        crop: Option<Rectangle>,
        options: Options,
        reuse: &Reuse<'a>,
    ) -> Result<Render<'a>, RenderError> {
        assert!(!program.outputs().is_empty(), "a picture shows an output");
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
        let mut plan = Plan::new(program, bound, &slice, reuse);
        let format = |output: &ProgramOutput| {
            let alpha = output.values.get(3).map(|alpha| program.operations()[alpha.index()]);
            let opaque = alpha == Some(Operation::Constant(1.0));
            Format { width: crop.width, height: crop.height, kind: output.kind, opaque }
        };
        let kept = Format { width: crop.width, height: crop.height, kind: Type::Float, opaque: false };
        let formats = program.outputs().iter().map(format).chain(reuse.keep.iter().map(|_| kept));
        let formats: Vec<Format> = formats.collect();
        plan.outputs.iter_mut().zip(&formats).for_each(|(floats, format)| floats.truncate(format.channels()));
        let tile = match options.tile {
            Some(Tile::Square(edge)) => (edge.clamp(1, crop.width), edge.clamp(1, crop.height)),
            Some(Tile::Whole) => (crop.width, crop.height),
            None => Render::default_tile(crop),
        };
        let threads = options.threads.unwrap_or_else(Threads::available).clamp(1, MAX_THREADS);
        // Enough tiles in a band for every thread, and enough rows to gain from what tiles below each other share.
        let across = crop.width.div_ceil(tile.0) as usize;
        let tile_rows = (4 * threads).div_ceil(across).max(ROWS.div_ceil(tile.1) as usize) as u32;
        let tile_rows = tile_rows.min(crop.height.div_ceil(tile.1));
        let tiles = across * tile_rows as usize;
        // What makes rasters has work for all threads, however small the picture.
        let busy = if program.rasters().is_empty() { threads.min(tiles) } else { threads };
        let render =
            Render { plan, formats, slice, crop, options, threads, busy, tile, raster_bytes, tile_rows };

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

    /// Long rows, for the sake of what is shared along them, and some eight thousand samples, for the caches.
    fn default_tile(crop: Rectangle) -> (u32, u32) {
        let width = crop.width.min(1024);
        (width, (8192 / width).clamp(1, crop.height))
    }

    /// For each output the size of its picture and what its pixels hold.
    pub fn formats(&self) -> &[Format] {
        &self.formats
    }

    /// Floats of a row of all pictures.
    fn row_len(&self) -> usize {
        self.formats.iter().map(Format::row_len).sum()
    }

    /// What it will take.
    pub fn estimate(&self) -> Estimate {
        let (width, height) = self.tile;
        let tiles_down = u64::from(self.crop.height.div_ceil(height));
        let tiles_across = u64::from(self.crop.width.div_ceil(width));
        let band = self.row_len() as u64 * u64::from(self.band_height()) * size_of::<f32>() as u64;
        let tiles = tiles_across * u64::from(self.tile_rows);
        let table = tiles
            * (size_of::<Piece>() as u64
                + (u64::from(height) * self.formats.len() as u64) * size_of::<&mut [f32]>() as u64);
        Estimate {
            pixels: self.crop.area(),
            operations: self
                .plan
                .work(u64::from(width), u64::from(height))
                .saturating_mul(tiles_down * tiles_across)
                .saturating_add(rasters::work(self.plan.program, self.plan.bound)),
            memory: (self.busy as u64 * self.plan.workspace_bytes(width as usize, height as usize)
                + band * BANDS as u64
                + table)
                .saturating_add(self.raster_bytes),
        }
    }

    fn band_height(&self) -> u32 {
        (self.tile.1 * self.tile_rows).min(self.crop.height)
    }

    /// Runs it and hands the rows of each output's picture to one of the sinks, which work side by side. `progress` is
    /// told whenever so many more pixels are done, from several threads.
    ///
    /// # Errors
    ///
    /// If it is cancelled, a sink fails, or the memory does not suffice for what the sinks keep.
    ///
    /// # Panics
    ///
    /// If there is not one sink for each output.
    pub fn run<S>(
        &self,
        sinks: Vec<S>,
        cancel: &Cancel,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<Vec<S::Output>, RenderError>
    where
        S: Sink<Output: Send> + Send,
    {
        assert_eq!(sinks.len(), self.formats.len(), "one sink for each output");
        let kept = sinks.iter().zip(&self.formats).map(|(sink, format)| sink.memory(*format, self.busy));
        self.within_budget(kept.fold(0, u64::saturating_add))?;
        let threads = &self.pool()?;
        let ends = self
            .formats
            .iter()
            .map(|format| Rows::new(format.row_len(), self.options.level, threads, cancel));
        let (producers, rows): (Vec<Producer>, Vec<Rows>) = ends.unzip();
        let (complete, written) = thread::scope(|scope| {
            let write = |((sink, mut rows), format): ((S, Rows<'_>), Format)| {
                let written = sink.write(format, &mut rows);
                (written, rows.was_cut_short())
            };
            let writers = sinks.into_iter().zip(rows).zip(self.formats.iter().copied());
            let writers = Vec::from_iter(writers.map(|writer| scope.spawn(move || write(writer))));
            let complete = self.produce(threads, producers, cancel, progress);
            let written = writers
                .into_iter()
                .map(|writer| writer.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            (complete, Vec::from_iter(written))
        });
        let cut_short = written.iter().any(|(_, cut_short)| *cut_short);
        if cancel.is_cancelled() && (cut_short || !complete) {
            return Err(RenderError::Cancelled);
        }
        let mut outputs = Vec::with_capacity(written.len());
        let mut failure = None;
        for (output, (written, cut_short)) in written.into_iter().enumerate() {
            match written {
                Ok(written) => outputs.push(written),
                // Where one sink fails the others are cut short.
                Err(source) if failure.is_none() || !cut_short => {
                    failure = Some(RenderError::Sink { output, source })
                }
                Err(_) => {}
            }
        }
        failure.map_or(Ok(outputs), Err)
    }

    /// Runs it into memory: the picture of the first output, mostly the only one.
    ///
    /// # Errors
    ///
    /// As [`Render::images`].
    pub fn image(&self, cancel: &Cancel) -> Result<Image, RenderError> {
        Ok(self.images(cancel)?.swap_remove(0))
    }

    /// Runs it into memory: the picture of each output.
    ///
    /// # Errors
    ///
    /// If it is cancelled, or the memory does not suffice.
    pub fn images(&self, cancel: &Cancel) -> Result<Vec<Image>, RenderError> {
        let mut images = Vec::new();
        self.images_into(&mut images, cancel)?;
        Ok(images)
    }

    /// Runs it into images, whose memory is used again.
    ///
    /// # Errors
    ///
    /// If it is cancelled, or the memory does not suffice.
    pub fn images_into(&self, images: &mut Vec<Image>, cancel: &Cancel) -> Result<(), RenderError> {
        let bytes = (self.row_len() * size_of::<f32>()) as u64;
        self.within_budget(bytes.saturating_mul(u64::from(self.crop.height)))?;
        images.resize_with(self.formats.len(), || Image { format: self.formats[0], data: Vec::new() });
        for (image, format) in images.iter_mut().zip(&self.formats) {
            image.format = *format;
            image.data.resize(format.row_len() * format.height as usize, 0.0);
        }
        // Nobody else is needed for what one thread does, but for rasters, which take all threads that they may.
        let alone = self.busy == 1 && self.plan.program.rasters().is_empty();
        let threads = if alone { Threads::Asking } else { self.pool()? };
        let bands = images.iter_mut().map(|image| image.data.as_mut_slice()).collect();
        let complete = self.crew(&threads, cancel, &|_| {}).is_some_and(|crew| self.bands(&crew, 0, bands));
        if complete { Ok(()) } else { Err(RenderError::Cancelled) }
    }

    /// The threads for a run.
    fn pool(&self) -> Result<Threads, RenderError> {
        let shared = self.threads == rayon::current_num_threads();
        Ok(Threads::pool(if shared { self.threads } else { self.busy })?)
    }

    /// Makes the rasters; none if it was cancelled.
    fn crew<'c>(
        &'c self,
        threads: &'c Threads,
        cancel: &'c Cancel,
        progress: &'c (dyn Fn(u64) + Sync),
    ) -> Option<Crew<'c>> {
        let (program, bound) = (self.plan.program, self.plan.bound);
        let sampled = self.plan.steps.iter().any(|step| step.known.is_none() && step.samples_raster());
        let made = !sampled || threads.install(|| rasters::make(program, bound, self.options.level, cancel));
        let rasters = bound.rasters().unwrap_or_default();
        made.then_some(Crew { threads, rasters, workspaces: Mutex::default(), cancel, progress })
    }

    /// Makes the rasters, then computes the bands in order; false if it ended before the last.
    fn produce(
        &self,
        threads: &Threads,
        producers: Vec<Producer>,
        cancel: &Cancel,
        progress: &(dyn Fn(u64) + Sync),
    ) -> bool {
        let Some(crew) = self.crew(threads, cancel, progress) else { return false };
        let mut y = 0;
        while y < self.crop.height {
            let height = self.band_height().min(self.crop.height - y);
            let band = |(producer, format): (&Producer, &Format)| {
                let length = format.row_len() * height as usize;
                // A new buffer costs nothing until it is written to.
                let mut band = producer.used.try_recv().unwrap_or_else(|_| vec![0.0; length]);
                band.resize(length, 0.0);
                band
            };
            let mut bands: Vec<Band> = producers.iter().zip(&self.formats).map(band).collect();
            let complete = self.bands(&crew, y, bands.iter_mut().map(Vec::as_mut_slice).collect());
            let taken = |(producer, band): (&Producer, Band)| producer.finished.send(band).is_ok();
            if !complete || !producers.iter().zip(bands).all(taken) {
                return false;
            }
            y += height;
        }
        true
    }

    /// Computes the rows from `top` on that the outputs' bands hold; false if it was cancelled.
    fn bands(&self, crew: &Crew, top: u32, bands: Vec<&mut [f32]>) -> bool {
        let pieces = self.pieces(top, bands);
        let compute = |piece| self.tile(crew, piece);
        match crew.threads {
            Threads::Asking => pieces.into_iter().all(compute),
            threads => threads.install(|| pieces.into_par_iter().all(compute)),
        }
    }

    /// The tiles of the bands, each with its part of each row; those with the same columns one after the other, as they
    /// share what varies along rows alone.
    fn pieces<'d>(&self, top: u32, bands: Vec<&'d mut [f32]>) -> Vec<Piece<'d>> {
        let (tile_width, tile_height) = self.tile;
        let height = (bands[0].len() / self.formats[0].row_len()) as u32;
        let mut pieces: Vec<Piece> = Vec::new();
        for x in (0..self.crop.width).step_by(tile_width as usize) {
            for y in (top..top + height).step_by(tile_height as usize) {
                let tile = Rectangle {
                    x: self.crop.x + x,
                    y: self.crop.y + y,
                    width: tile_width.min(self.crop.width - x),
                    height: tile_height.min(top + height - y),
                };
                let rows = Vec::with_capacity(tile.height as usize * bands.len());
                pieces.push(Piece { tile, rows });
            }
        }
        let down = height.div_ceil(tile_height) as usize;
        for (band, format) in bands.into_iter().zip(&self.formats) {
            for (y, row) in band.chunks_mut(format.row_len()).enumerate() {
                let parts = row.chunks_mut(tile_width as usize * format.channels());
                let strip = pieces.iter_mut().skip(y / tile_height as usize).step_by(down);
                parts.zip(strip).for_each(|(part, piece)| piece.rows.push(part));
            }
        }
        pieces
    }

    fn tile(&self, crew: &Crew, Piece { tile, rows }: Piece) -> bool {
        let idle = crew.workspaces.lock().ok().and_then(|mut idle| {
            let best = idle.iter().rposition(|workspace| workspace.has_columns_of(tile));
            let last = idle.len().checked_sub(1)?;
            Some(idle.swap_remove(best.unwrap_or(last)))
        });
        let (width, height) = (self.tile.0 as usize, self.tile.1 as usize);
        let mut workspace = idle.unwrap_or_else(|| Workspace::new(&self.plan, crew.rasters, width, height));
        let complete = workspace.run(&self.plan, &self.slice, self.options.level, tile, crew.cancel);
        let places = self
            .plan
            .outputs
            .iter()
            .flat_map(|floats| (0..tile.height as usize).map(move |row| (floats, row)));
        for ((floats, index), row) in places.zip(rows).take_while(|_| !crew.cancel.is_cancelled()) {
            workspace.write_row(&self.plan, self.options.level, floats, index, row);
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
