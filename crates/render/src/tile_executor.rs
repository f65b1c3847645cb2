//! The tile executor: evaluates a schedule over an area, tile by tile, on several threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use travertine_parallel as parallel;

use crate::context::Context;
use crate::domain::{Domain, Rectangle};
use crate::evaluated;
use crate::rasters;
use crate::schedule::Schedule;
use crate::threads::Threads;
use crate::workspace::Workspace;

/// State that the threads of a run share.
pub(crate) struct TileExecutor<'c, 'a> {
    pub(crate) schedule: &'c Schedule<'a>,
    pub(crate) threads: &'c Threads,
    /// Helper threads in addition to the calling thread, which starts at once while they take time to wake; `None` if
    /// the calling thread waits for `threads` instead.
    pub(crate) helpers: Option<&'c Threads>,
    /// Width and height of a tile, in samples.
    pub(crate) tile: (u32, u32),
    /// Idle workspaces.
    pub(crate) workspaces: &'c Mutex<Vec<Workspace<'a>>>,
    pub(crate) context: &'c Context<'c>,
}

/// A tile and its parts of the outputs' buffers, output by output: one slice for each output, or one for each of its
/// rows if these are not adjacent.
struct TileTask<'d> {
    tile: Rectangle,
    parts: Vec<&'d mut [f32]>,
}

/// Memory of a task for a tile of `height` rows, in bytes, without its samples.
pub(crate) fn task_bytes(height: u32, outputs: usize) -> u64 {
    size_of::<TileTask>() as u64 + u64::from(height) * outputs as u64 * size_of::<&mut [f32]>() as u64
}

/// Processes all tasks on the calling thread and the helpers. Stops early and returns false if `run` fails for one.
fn distribute<T: Send>(helpers: &Threads, tasks: Vec<T>, run: impl Fn(T) -> bool + Sync) -> bool {
    let others = helpers.count();
    // Neighboring tasks share values. Many turns for each thread balance the load.
    let at_once = (tasks.len() / (32 * (others + 1))).max(1);
    let (left, complete) = (Mutex::new(tasks.into_iter()), AtomicBool::new(true));
    let work = || {
        while complete.load(Ordering::Relaxed) {
            let next: Vec<T> = match left.lock() {
                Ok(mut left) => left.by_ref().take(at_once).collect(),
                Err(_) => break,
            };
            if next.is_empty() {
                break;
            }
            if !next.into_iter().all(&run) {
                complete.store(false, Ordering::Relaxed);
            }
        }
    };
    helpers.scope(|scope| {
        (0..others).for_each(|_| scope.spawn(work));
        work();
    });
    complete.into_inner()
}

impl TileExecutor<'_, '_> {
    /// Computes an area into a buffer for each output, after the rasters that it samples unless they exist; false if
    /// cancelled or the evaluator fails.
    pub(crate) fn fill(&self, domain: &impl Domain, area: Rectangle, buffers: Vec<&mut [f32]>) -> bool {
        let Schedule { program, bound, outputs, .. } = self.schedule;
        // An evaluator does not give values to keep.
        if let Some(evaluator) = self.context.fallible_evaluator().filter(|_| outputs.len() == program.outputs().len())
        {
            return evaluated::fill(evaluator, self.schedule, domain, area, buffers, self.context);
        }
        if self.schedule.samples_rasters() && !rasters::make(program, bound, self.context, Some(self.threads)) {
            return false;
        }
        let tasks = self.tasks(area, buffers);
        let compute = |task| self.tile(domain, task);
        match self.helpers {
            Some(helpers) if helpers.is_calling() => tasks.into_iter().all(compute),
            Some(helpers) => distribute(helpers, tasks, compute),
            None => {
                let compute = |task| if compute(task) { Ok(()) } else { Err(()) };
                self.threads.install(|| parallel::try_for_each(tasks, compute)).is_ok()
            }
        }
    }

    /// The tiles of an area, each with its parts of the buffers; column by column, because tiles of a column share the
    /// values along rows.
    fn tasks<'d>(&self, area: Rectangle, buffers: Vec<&'d mut [f32]>) -> Vec<TileTask<'d>> {
        let (tile_width, tile_height) = self.tile;
        let mut tasks: Vec<TileTask> = Vec::new();
        for x in (0..area.width).step_by(tile_width as usize) {
            for y in (0..area.height).step_by(tile_height as usize) {
                let tile = Rectangle {
                    x: area.x + x,
                    y: area.y + y,
                    width: tile_width.min(area.width - x),
                    height: tile_height.min(area.height - y),
                };
                tasks.push(TileTask { tile, parts: Vec::new() });
            }
        }
        let down = area.height.div_ceil(tile_height) as usize;
        for (output, buffer) in buffers.into_iter().enumerate() {
            let floats = self.schedule.outputs[output].values.len();
            let length = area.width as usize * floats;
            if tile_width >= area.width {
                let tiles = buffer.chunks_mut(length * tile_height as usize);
                tasks.iter_mut().zip(tiles).for_each(|(task, part)| task.parts.push(part));
                continue;
            }
            for (y, row) in buffer.chunks_mut(length).enumerate() {
                let parts = row.chunks_mut(tile_width as usize * floats);
                let strip = tasks.iter_mut().skip(y / tile_height as usize).step_by(down);
                parts.zip(strip).for_each(|(part, task)| task.parts.push(part));
            }
        }
        tasks
    }

    fn tile(&self, domain: &impl Domain, TileTask { tile, mut parts }: TileTask) -> bool {
        let idle = self.workspaces.lock().ok().and_then(|mut idle| {
            let best = idle.iter().rposition(|workspace| workspace.has_columns_of(tile));
            let last = idle.len().checked_sub(1)?;
            Some(idle.swap_remove(best.unwrap_or(last)))
        });
        let (width, height) = (self.tile.0 as usize, self.tile.1 as usize);
        let rasters = self.schedule.bound.rasters().unwrap_or_default();
        let new = || Workspace::new(self.schedule, rasters, width, height, self.context.profile_of());
        let mut workspace = idle.unwrap_or_else(new);
        let (level, cancel) = (self.context.simd_level(), self.context.flag());
        let complete = workspace.run(self.schedule, domain, level, tile, cancel);
        // A cancelled tile has nothing to write.
        let count = parts.len() / self.schedule.outputs.len();
        for (output, parts) in parts.chunks_mut(count).enumerate().filter(|_| complete) {
            workspace.write(self.schedule, level, output, parts, cancel);
        }
        if let Ok(mut idle) = self.workspaces.lock() {
            idle.push(workspace);
        }
        let complete = complete && !cancel.is_cancelled();
        if complete {
            self.context.advance(tile.area());
        }
        complete
    }
}
