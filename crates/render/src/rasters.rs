//! Rasters: evaluates the input planes of passes over their grids, on all threads.

use std::time::Instant;

use travertine_parallel as parallel;
use travertine_program::{Bound, Fields, Program, RasterSource, Value};
use travertine_raster::pass::Watch;
use travertine_raster::{Grid, Raster};

use crate::context::Context;
use crate::domain::{Rectangle, Slice};
use crate::error::RenderError;
use crate::profile::Part;
use crate::reuse::Reuse;
use crate::schedule::Schedule;
use crate::threads::Threads;
use crate::workspace::Workspace;

/// Samples of a tile, to fit the caches.
const TILE: usize = 4096;

/// Makes the rasters of a program on some threads, or else on the current pool, unless they exist or the context's
/// cache has them; false if cancelled, or if one is missing that the context does not make.
pub(crate) fn make(program: &Program, bound: &Bound, context: &Context, threads: Option<&Threads>) -> bool {
    if bound.rasters().is_some() {
        return true;
    }
    let cache = context.raster_cache();
    let mut keys = cache.map(|_| program.raster_keys(bound)).unwrap_or_default().into_iter();
    program.make_rasters(bound, |source, rasters| {
        let made = |watch: &dyn Watch| {
            let fields = fields(source, &source.varying(program.rasters()), bound, rasters, context)?;
            let start = Instant::now();
            let made = source.make(program.rasters(), bound.values(), rasters, fields, context.simd_level(), watch);
            if let Some(profile) = context.profile_of() {
                // The pass occupies all threads, whether it has work for them or not.
                let time = start.elapsed() * context.thread_count() as u32;
                profile
                    .add([(Part { origin: program.origin_of(rasters.len()), operation: source.pass().doing() }, time)]);
            }
            made
        };
        let made = |watch: &dyn Watch| match threads {
            Some(threads) => threads.install(|| made(watch)),
            None => made(watch),
        };
        match cache.zip(keys.next()) {
            Some((cache, key)) if !context.computes_rasters() => cache.kept(key),
            Some((cache, key)) => cache.get(key, source.pass(), context.flag(), made),
            None => made(&|| context.is_cancelled()),
        }
    })
}

/// Maximum memory while a program's rasters are made, in bytes, in addition to what its functions hold, and with that.
///
/// # Errors
///
/// [`RenderError::Memory`] or [`RenderError::Grids`] if it exceeds the limit of the context.
pub(crate) fn bytes(program: &Program, bound: &Bound, context: &Context) -> Result<u64, RenderError> {
    // Before anything asks the functions: letters are put in their places then.
    let (held, threads) = (program.held_bytes(), context.thread_count());
    context.check_memory(held)?;
    context.check_work(program.preparation())?;
    let (mut made, mut most) = (held, held);
    for source in program.rasters() {
        let slice = slice(source.grid());
        let schedule = Schedule::new(source.planes(), bound, &slice, &Reuse::default());
        let columns = slice.width as usize;
        let workspaces = schedule.workspace_bytes(columns, rows(columns)).saturating_mul(threads as u64);
        most = most.max(made.saturating_add(source.bytes(threads)).saturating_add(workspaces));
        made = made.saturating_add(source.kept_bytes());
    }
    context.within_memory(most).map_err(RenderError::Grids)?;
    Ok(most)
}

/// Memory of a program's finished rasters, and of what its functions hold, in bytes.
pub(crate) fn kept_bytes(program: &Program) -> u64 {
    program.rasters().iter().map(RasterSource::kept_bytes).fold(program.held_bytes(), u64::saturating_add)
}

/// Rows of a tile, for a grid with this many columns.
fn rows(columns: usize) -> usize {
    (TILE / columns).max(1)
}

/// Maximum number of threads that the program's rasters have work for.
pub(crate) fn pieces(program: &Program) -> usize {
    let pieces = |source: &RasterSource| source.grid().samples().div_ceil(TILE);
    program.rasters().iter().map(pieces).max().unwrap_or_default()
}

/// Work of what is made once, in operations: the input planes and passes of rasters, and what functions need.
pub(crate) fn work(program: &Program, bound: &Bound) -> u64 {
    let sources = program.rasters().iter();
    sources.map(|source| work_of(source, bound)).fold(program.preparation(), u64::saturating_add)
}

/// As [`work`], without the rasters that exist or that the context's cache has.
pub(crate) fn work_left(program: &Program, bound: &Bound, context: &Context) -> u64 {
    if bound.rasters().is_some() {
        return 0;
    }
    let Some(cache) = context.raster_cache() else { return work(program, bound) };
    let missing = program.rasters().iter().zip(program.raster_keys(bound));
    let missing = missing.filter(|(_, key)| cache.kept(*key).is_none());
    missing.map(|(source, _)| work_of(source, bound)).fold(program.preparation(), u64::saturating_add)
}

/// Work of a raster, in operations.
fn work_of(source: &RasterSource, bound: &Bound) -> u64 {
    let slice = slice(source.grid());
    Schedule::new(source.planes(), bound, &slice, &Reuse::default())
        .work(slice.width.into(), slice.height.into())
        .saturating_add(source.pass().work(source.grid()))
}

/// The slice whose pixels are the samples of a grid.
fn slice(grid: Grid) -> Slice {
    let region = [0.0, 0.0, f64::from(grid.across), f64::from(grid.down)];
    Slice { region, ..Slice::new(grid.columns() as u32, grid.rows() as u32) }
}

/// Evaluates values of a source's planes at all samples; `None` if cancelled.
fn fields(
    source: &RasterSource,
    values: &[Value],
    bound: &Bound,
    rasters: &[Raster],
    context: &Context,
) -> Option<Fields> {
    let slice = slice(source.grid());
    let (columns, samples) = (slice.width as usize, source.grid().samples());
    let mut fields = vec![vec![0.0; samples]; values.len()];
    if fields.is_empty() {
        return Some(fields);
    }
    let schedule = Schedule::new(source.planes(), bound, &slice, &Reuse::default());
    let outputs = &source.planes().outputs()[0].values;
    let index = |value: &Value| outputs.iter().position(|output| output == value).unwrap_or_default();
    let indices: Vec<usize> = values.iter().map(index).collect();

    let (rows, level) = (rows(columns), context.simd_level());
    let mut bands: Vec<Vec<&mut [f32]>> = Vec::new();
    bands.resize_with(samples.div_ceil(rows * columns), Vec::new);
    for field in &mut fields {
        field.chunks_mut(rows * columns).zip(&mut bands).for_each(|(part, band)| band.push(part));
    }
    let made = parallel::try_for_each_with(
        bands.into_iter().enumerate(),
        || Workspace::new(&schedule, rasters, columns, rows, context.profile_of()),
        |workspace, (index, band)| {
            let height = band[0].len() / columns;
            let tile = Rectangle { x: 0, y: (index * rows) as u32, width: slice.width, height: height as u32 };
            let complete = workspace.run(&schedule, &slice, level, tile, context.flag());
            // A cancelled tile has no rows.
            for (output, part) in indices.iter().zip(band).filter(|_| complete) {
                for (row, out) in part.chunks_mut(columns).enumerate() {
                    workspace.write_rows(
                        &schedule,
                        level,
                        &schedule.outputs[0].values[*output..=*output],
                        row..row + 1,
                        out,
                    );
                }
            }
            if complete { Ok(()) } else { Err(()) }
        },
    );
    made.is_ok().then_some(fields)
}
