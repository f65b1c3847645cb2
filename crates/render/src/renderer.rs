//! The renderer: evaluates a program over a slice, tile by tile, on several threads. Sinks receive finished bands while
//! the next ones are computed; with one thread, each band is computed when the sink requests it.

use std::sync::Mutex;

use travertine_program::{Bound, Program, Type};

use crate::context::Context;
use crate::domain::{MAX_SIDE, Rectangle, Slice};
use crate::error::RenderError;
use crate::format::Format;
use crate::image::{Floats, Image};
use crate::mean::Mean;
use crate::rasters;
use crate::reuse::Reuse;
use crate::row_writer::{write_produced, write_pulled};
use crate::rows::{BANDS, Band, Producer, Rows};
use crate::schedule::Schedule;
use crate::sink::Sink;
use crate::threads::Threads;
use crate::tile_executor::{TileExecutor, task_bytes};
use crate::work::WRITING;
use crate::workspace::Workspace;

/// Minimum band height in rows, unless the bands of all outputs would then exceed [`ROWS_BYTES`].
const ROWS: u32 = 64;

/// Maximum size of bands of minimum height, in bytes, to fit the caches.
const ROWS_BYTES: u64 = 4 << 20;

/// Cost of a render, known before it starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Estimate {
    /// Number of pixels of one picture.
    pub pixels: u64,
    /// Number of samples of all pixels; progress counts these.
    pub samples: u64,
    /// Number of computed results of operations, passes of rasters included.
    pub operations: u64,
    /// Work in operations: `operations`, and the encoding of the results.
    pub work: u64,
    /// Maximum memory in bytes, without the program and the buffers that the process [keeps](Context::memory).
    pub memory: u64,
}

/// A program and the slice that it is evaluated over.
pub struct Render<'a> {
    schedule: Schedule<'a>,
    /// Format of each output's picture, then of each value to cache.
    formats: Vec<Format>,
    /// The same formats, with samples in place of pixels.
    sampled: Vec<Format>,
    /// Samples along each side of a pixel.
    samples: u32,
    slice: Slice,
    crop: Rectangle,
    context: Context<'a>,
    /// Number of threads that it may use, and number that it has work for.
    threads: usize,
    busy: usize,
    tile: (u32, u32),
    raster_bytes: u64,
    raster_work: u64,
    /// Rows of tiles in a band.
    tile_rows: u32,
}

impl<'a> Render<'a> {
    /// Prepares to evaluate a program, its slots bound to `bound`, over a slice, or over the `crop` of its pixels. Each
    /// output becomes a picture in the [format of files](Format::of_files); values that outputs share are computed
    /// once.
    ///
    /// # Errors
    ///
    /// If the picture has no pixels or too many, the crop lies outside it, the memory budget is too small, or the work
    /// exceeds its limit.
    ///
    /// # Panics
    ///
    /// If the program has no output, or if `bound` does not have one float for each slot.
    pub fn new(
        program: &'a Program,
        bound: &'a Bound,
        slice: Slice,
        crop: Option<Rectangle>,
        context: &Context<'a>,
    ) -> Result<Render<'a>, RenderError> {
        Render::reusing(program, bound, slice, crop, context, &Reuse::default(), Format::of_files)
    }

    /// As [`Render::new`], for programs that take pixels unchanged: every color has four channels.
    ///
    /// # Errors
    ///
    /// As [`Render::new`].
    ///
    /// # Panics
    ///
    /// As [`Render::new`].
    pub fn with_alpha(
        program: &'a Program,
        bound: &'a Bound,
        slice: Slice,
        crop: Option<Rectangle>,
        context: &Context<'a>,
    ) -> Result<Render<'a>, RenderError> {
        Render::reusing(program, bound, slice, crop, context, &Reuse::default(), Format::of_pixels)
    }

    /// As [`Render::new`], with cached values of an earlier render, and pictures in the given `formats`. Values
    /// to cache for a later one become pictures of single floats after those of the outputs.
    pub(crate) fn reusing(
        program: &'a Program,
        bound: &'a Bound,
        slice: Slice,
        crop: Option<Rectangle>,
        context: &Context<'a>,
        reuse: &Reuse<'a>,
        formats: impl Fn(&Program, &Bound, u32, u32) -> Vec<Format>,
    ) -> Result<Render<'a>, RenderError> {
        assert!(!program.outputs().is_empty(), "a picture shows an output");
        assert_eq!(bound.values().len(), program.slots().len(), "one float for each slot");
        let Slice { width, height, region, samples_per_side: samples, .. } = slice;
        let limit = MAX_SIDE / samples.max(1);
        if samples == 0 || [width, height].iter().any(|side| !(1..=limit).contains(side)) {
            return Err(RenderError::Size { width, height, limit });
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

        let (picture, slice, crop) = (crop, slice.fine(), crop.fine(samples));
        let raster_bytes = rasters::bytes(program, bound, context)?;
        let mut schedule = Schedule::new(program, bound, &slice, reuse);
        let kept = Format { width: picture.width, height: picture.height, value_type: Type::Float, opaque: false };
        let mut formats = formats(program, bound, picture.width, picture.height);
        formats.extend(reuse.keep.iter().map(|_| kept));
        let fine = |format: &Format| Format { width: crop.width, height: crop.height, ..*format };
        let sampled: Vec<Format> = formats.iter().map(fine).collect();
        schedule.place_outputs(sampled.iter().map(Format::channels));
        let tile = context.tile_of(&schedule, crop.width, crop.height);
        let threads = context.thread_count();
        // Enough tiles in a band for every thread, and enough rows to profit from values that a column of tiles shares.
        let across = crop.width.div_ceil(tile.0) as usize;
        let row_bytes = sampled.iter().map(Format::row_len).sum::<usize>() * size_of::<f32>();
        let rows = (ROWS_BYTES / row_bytes as u64).clamp(1, ROWS.into()) as u32;
        let shared = if threads == 1 { 1 } else { 4 * threads };
        let tile_rows = shared.div_ceil(across).max(rows.div_ceil(tile.1) as usize) as u32;
        let tile_rows = tile_rows.min(crop.height.div_ceil(tile.1));
        let tiles = across * tile_rows as usize;
        let busy = threads.min(tiles.max(rasters::pieces(program)));
        let render = Render {
            schedule,
            formats,
            sampled,
            samples,
            slice,
            crop,
            context: context.clone(),
            threads,
            busy,
            tile,
            raster_bytes,
            raster_work: rasters::work(program, bound),
            tile_rows,
        };

        render.within_budget(0)?;
        render.within_work(1)?;
        Ok(render)
    }

    /// Checks the memory budget, with the bytes that sinks use.
    fn within_budget(&self, kept: u64) -> Result<(), RenderError> {
        self.context.check_memory(self.estimate().memory.saturating_add(kept))
    }

    /// Checks that `times` pictures like this one, with the same rasters, stay within the limit of work.
    ///
    /// # Errors
    ///
    /// [`RenderError::Work`] if they exceed it.
    pub fn within_work(&self, times: u64) -> Result<(), RenderError> {
        let one = self.estimate().work - self.raster_work;
        self.context.check_work(one.saturating_mul(times).saturating_add(self.raster_work))
    }

    /// The format of each output's picture.
    pub fn formats(&self) -> &[Format] {
        &self.formats
    }

    /// Floats of a row of samples of all pictures.
    fn row_len(&self) -> usize {
        self.sampled.iter().map(Format::row_len).sum()
    }

    /// Cost of this render.
    pub fn estimate(&self) -> Estimate {
        let (width, height) = self.tile;
        let tiles_down = u64::from(self.crop.height.div_ceil(height));
        let tiles_across = u64::from(self.crop.width.div_ceil(width));
        let band = self.row_len() as u64 * u64::from(self.band_height()) * size_of::<f32>() as u64;
        let tiles = tiles_across * u64::from(self.tile_rows);
        let table = tiles * task_bytes(height, self.formats.len());
        let pixels = u64::from(self.formats[0].width) * u64::from(self.formats[0].height);
        let tile_work = self.schedule.work(u64::from(width), u64::from(height));
        let operations = tile_work.saturating_mul(tiles_down * tiles_across).saturating_add(self.raster_work);
        let floats = self.formats.iter().map(|format| format.channels() as u64).sum::<u64>();
        Estimate {
            pixels,
            samples: self.crop.area(),
            operations,
            work: operations.saturating_add(pixels.saturating_mul(floats * WRITING)),
            memory: (self.busy as u64 * self.schedule.workspace_bytes(width as usize, height as usize)
                + band * BANDS as u64
                + table)
                .saturating_add(self.raster_bytes),
        }
    }

    /// About how many seconds it takes on all its threads, without the encoding of pictures. Makes the rasters if there
    /// are any, which the render then uses, and computes a few tiles to time them. `None` if it is cancelled, or if an
    /// [`Evaluator`](crate::Evaluator) does the work.
    pub fn seconds(&self) -> Option<f64> {
        let (threads, workspaces) = (self.pool(), Mutex::default());
        let each = self.executor(&threads, false, &workspaces).seconds_per_sample(&self.slice, self.crop)?;
        Some(each * self.crop.area() as f64 / self.busy as f64)
    }

    fn band_height(&self) -> u32 {
        (self.tile.1 * self.tile_rows).min(self.crop.height)
    }

    /// Renders each output's picture into one of the sinks, which run in parallel. Progress is called with the number
    /// of samples of each finished tile, by several threads.
    ///
    /// # Errors
    ///
    /// If it is cancelled, a sink fails, or the memory budget is too small for the sinks.
    ///
    /// # Panics
    ///
    /// If the number of sinks differs from the number of outputs.
    pub fn run<S>(&self, sinks: Vec<S>) -> Result<Vec<S::Output>, RenderError>
    where
        S: Sink<Output: Send> + Send,
    {
        self.run_beside(sinks, 0)
    }

    /// As [`Render::run`], while `used` bytes of the memory budget are in use elsewhere.
    fn run_beside<S>(&self, mut sinks: Vec<S>, used: u64) -> Result<Vec<S::Output>, RenderError>
    where
        S: Sink<Output: Send> + Send,
    {
        assert_eq!(sinks.len(), self.sampled.len(), "one sink for each output");
        let several = self.samples > 1;
        let kept = sinks.iter().zip(&self.formats).map(|(sink, format)| {
            let mean = if several { Mean::bytes(*format) } else { 0 };
            sink.memory(*format, self.busy).saturating_add(mean)
        });
        self.within_budget(kept.fold(used, u64::saturating_add))?;
        let (formats, samples, context) = (&self.formats, self.samples, &self.context);
        let workspaces = Mutex::default();
        // A single thread computes rows on demand. Several compute bands while the sinks write others.
        let asked = sinks.len() == 1 && self.threads == 1;
        let (threads, join) = if asked { self.joined() } else { (self.pool(), false) };
        let executor = self.executor(&threads, join, &workspaces);
        if !asked {
            let make = |producers| self.produce(&executor, producers);
            match write_produced(sinks, formats, samples, context, &threads, make) {
                Ok(written) => return written,
                Err(left) => sinks = left,
            }
        }
        // On the calling thread, one picture after the other.
        let mut written = Vec::with_capacity(sinks.len());
        for (output, sink) in sinks.into_iter().enumerate() {
            let (mut left, mut bands) = (self.bands(), vec![Band::new(); formats.len()]);
            let mut failure = None;
            let make = |band: &mut Band| {
                std::mem::swap(band, &mut bands[output]);
                let made = left.next().map(|rows| self.make(&executor, rows, &mut bands));
                std::mem::swap(band, &mut bands[output]);
                made.is_some_and(|made| made.map_err(|error| failure = Some(error)).is_ok())
            };
            let rows = Rows::pulled(make, formats[output], samples, context, &threads);
            let result = write_pulled(sink, formats[output], rows, output, context);
            written.push(failure.map_or(result, Err)?);
        }
        Ok(written)
    }

    /// Renders the first output into memory.
    ///
    /// # Errors
    ///
    /// As [`Render::images`].
    pub fn image(&self) -> Result<Image, RenderError> {
        Ok(self.images()?.swap_remove(0))
    }

    /// Renders every output into memory.
    ///
    /// # Errors
    ///
    /// If it is cancelled, the memory budget is too small for the pictures, or the system refuses their memory.
    pub fn images(&self) -> Result<Vec<Image>, RenderError> {
        let mut images = Vec::new();
        self.images_into(&mut images)?;
        Ok(images)
    }

    /// Renders every output into images, reusing their memory.
    ///
    /// # Errors
    ///
    /// As [`Render::images`].
    pub fn images_into(&self, images: &mut Vec<Image>) -> Result<(), RenderError> {
        let floats = self.formats.iter().map(Format::floats).fold(0, u64::saturating_add);
        let bytes = floats.saturating_mul(size_of::<f32>() as u64);
        self.within_budget(bytes)?;
        images.resize_with(self.formats.len(), || Image { format: self.formats[0], data: Vec::new() });
        for (image, format) in images.iter_mut().zip(&self.formats) {
            image.format = *format;
            self.context.resize(&mut image.data, format.floats() as usize)?;
        }
        self.fill(images.iter_mut().map(|image| image.data.as_mut_slice()).collect(), bytes)
    }

    /// Runs it into the caller's buffers, one for each output: rows from the top, pixels from the left, channels
    /// together.
    ///
    /// # Errors
    ///
    /// If it is cancelled, or the memory does not suffice; then the buffers hold anything.
    ///
    /// # Panics
    ///
    /// If there is not one buffer for each output, or one has another length than its format's
    /// [`floats`](Format::floats).
    pub fn write_into(&self, buffers: Vec<&mut [f32]>) -> Result<(), RenderError> {
        assert_eq!(buffers.len(), self.formats.len(), "one buffer for each output");
        for (buffer, format) in buffers.iter().zip(&self.formats) {
            assert_eq!(buffer.len() as u64, format.floats(), "the length of the buffer of a picture as {format:?}");
        }
        self.fill(buffers, 0)
    }

    /// Renders every output into a buffer, while `used` bytes of the memory budget are in use elsewhere.
    fn fill(&self, buffers: Vec<&mut [f32]>, used: u64) -> Result<(), RenderError> {
        if self.samples > 1 {
            return self.run_beside(buffers.into_iter().map(Floats).collect(), used).map(drop);
        }
        let (threads, join) = self.joined();
        let workspaces = Mutex::default();
        let executor = self.executor(&threads, join, &workspaces);
        let complete = executor.fill(&self.slice, self.rows(0, self.crop.height), buffers);
        if complete { Ok(()) } else { Err(self.context.stopped()) }
    }

    /// Threads, and whether the calling thread works along with them. If there are rasters to make, it waits instead,
    /// because they use every thread.
    fn joined(&self) -> (Threads, bool) {
        if !self.schedule.program.rasters().is_empty() {
            return (self.pool(), false);
        }
        (Threads::with_caller(self.threads, self.busy), true)
    }

    /// Threads that the calling thread waits for.
    fn pool(&self) -> Threads {
        Threads::pool(self.threads, self.busy)
    }

    fn executor<'c>(
        &'c self,
        threads: &'c Threads,
        join: bool,
        workspaces: &'c Mutex<Vec<Workspace<'a>>>,
    ) -> TileExecutor<'c, 'a> {
        let (schedule, tile, context) = (&self.schedule, self.tile, &self.context);
        TileExecutor { schedule, threads, helpers: join.then_some(threads), tile, workspaces, context }
    }

    /// The rows of each band, from the top.
    fn bands(&self) -> impl Iterator<Item = Rectangle> {
        let (height, most) = (self.crop.height, self.band_height());
        (0..height).step_by(most as usize).map(move |top| self.rows(top, most.min(height - top)))
    }

    /// Computes all bands; false if a sink ended before the last.
    fn produce(&self, executor: &TileExecutor, producers: Vec<Producer>) -> Result<bool, RenderError> {
        for rows in self.bands() {
            let used = producers.iter().map(|producer| producer.used.try_recv().unwrap_or_default());
            let mut bands: Vec<Band> = used.collect();
            self.make(executor, rows, &mut bands)?;
            let taken = |(producer, band): (&Producer, Band)| producer.finished.send(band).is_ok();
            if !producers.iter().zip(bands).all(taken) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Computes a band of each output.
    fn make(&self, executor: &TileExecutor, rows: Rectangle, bands: &mut [Band]) -> Result<(), RenderError> {
        for (band, format) in bands.iter_mut().zip(&self.sampled) {
            self.context.resize(band, format.row_len() * rows.height as usize)?;
        }
        let buffers = bands.iter_mut().map(Vec::as_mut_slice).collect();
        if executor.fill(&self.slice, rows, buffers) { Ok(()) } else { Err(self.context.stopped()) }
    }

    /// The pixels of `height` rows from `top`.
    fn rows(&self, top: u32, height: u32) -> Rectangle {
        Rectangle { y: self.crop.y + top, height, ..self.crop }
    }
}
