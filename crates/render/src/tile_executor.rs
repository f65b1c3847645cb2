//! Crews: the threads that evaluate a schedule over areas of a domain's grid, tile by tile.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use travertine_noise::Level;

use crate::cancel::Cancel;
use crate::domain::{Domain, Rectangle};
use crate::rasters;
use crate::schedule::Schedule;
use crate::threads::Threads;
use crate::workspace::Workspace;

/// What the threads of a run share.
pub(crate) struct TileExecutor<'c, 'a> {
    pub(crate) schedule: &'c Schedule<'a>,
    pub(crate) threads: &'c Threads,
    /// Those that work beside the thread that asks, which starts at once, while others take time to wake; none if it waits
    /// for all threads instead.
    pub(crate) beside: Option<&'c Threads>,
    pub(crate) level: Level,
    /// The size of a tile.
    pub(crate) tile: (u32, u32),
    /// Those that no thread uses now.
    pub(crate) workspaces: &'c Mutex<Vec<Workspace<'a>>>,
    pub(crate) cancel: &'c Cancel,
    pub(crate) progress: &'c (dyn Fn(u64) + Sync),
}

/// A tile and its part of the outputs' buffers, that of the first output first: one slice for each, or one for each of its
/// rows where these do not lie next to each other.
struct TileTask<'d> {
    tile: Rectangle,
    parts: Vec<&'d mut [f32]>,
}

/// The bytes of what is kept of one tile, of so many rows, besides its samples.
pub(crate) fn task_bytes(height: u32, outputs: usize) -> u64 {
    size_of::<TileTask>() as u64 + u64::from(height) * outputs as u64 * size_of::<&mut [f32]>() as u64
}

/// Does all the work, or some of it if a part fails, on the thread that asks and on those beside it.
fn shared_out<T: Send>(beside: &Threads, work: Vec<T>, part: impl Fn(T) -> bool + Sync) -> bool {
    let others = beside.count();
    // Neighbours mostly share something, and many turns for each even out who is faster.
    let at_once = (work.len() / (32 * (others + 1))).max(1);
    let (left, complete) = (Mutex::new(work.into_iter()), AtomicBool::new(true));
    let labour = || {
        while complete.load(Ordering::Relaxed) {
            let parts: Vec<T> = match left.lock() {
                Ok(mut left) => left.by_ref().take(at_once).collect(),
                Err(_) => break,
            };
            if parts.is_empty() {
                break;
            }
            if !parts.into_iter().all(&part) {
                complete.store(false, Ordering::Relaxed);
            }
        }
    };
    beside.scope(|scope| {
        (0..others).for_each(|_| scope.spawn(labour));
        labour();
    });
    complete.into_inner()
}

impl TileExecutor<'_, '_> {
    /// Computes the rows of an area, for each output into a buffer, and before them the rasters that they sample, unless
    /// those are there; false if it was cancelled.
    pub(crate) fn fill(&self, domain: &impl Domain, area: Rectangle, buffers: Vec<&mut [f32]>) -> bool {
        let Schedule { program, bound, .. } = self.schedule;
        if self.schedule.samples_rasters()
            && !self.threads.install(|| rasters::make(program, bound, self.level, self.cancel))
        {
            return false;
        }
        let pieces = self.pieces(area, buffers);
        let compute = |piece| self.tile(domain, piece);
        match self.beside {
            Some(Threads::Asking) => pieces.into_iter().all(compute),
            Some(beside) => shared_out(beside, pieces, compute),
            None => self.threads.install(|| pieces.into_par_iter().all(compute)),
        }
    }

    /// The tiles of an area, each with its part of each row; those with the same columns one after the other, as they
    /// share what varies along rows alone.
    fn pieces<'d>(&self, area: Rectangle, buffers: Vec<&'d mut [f32]>) -> Vec<TileTask<'d>> {
        let (tile_width, tile_height) = self.tile;
        let mut pieces: Vec<TileTask> = Vec::new();
        for x in (0..area.width).step_by(tile_width as usize) {
            for y in (0..area.height).step_by(tile_height as usize) {
                let tile = Rectangle {
                    x: area.x + x,
                    y: area.y + y,
                    width: tile_width.min(area.width - x),
                    height: tile_height.min(area.height - y),
                };
                pieces.push(TileTask { tile, parts: Vec::new() });
            }
        }
        let down = area.height.div_ceil(tile_height) as usize;
        for (output, buffer) in buffers.into_iter().enumerate() {
            let floats = self.schedule.outputs[output].values.len();
            let length = area.width as usize * floats;
            if tile_width >= area.width {
                let tiles = buffer.chunks_mut(length * tile_height as usize);
                pieces.iter_mut().zip(tiles).for_each(|(piece, part)| piece.parts.push(part));
                continue;
            }
            for (y, row) in buffer.chunks_mut(length).enumerate() {
                let parts = row.chunks_mut(tile_width as usize * floats);
                let strip = pieces.iter_mut().skip(y / tile_height as usize).step_by(down);
                parts.zip(strip).for_each(|(part, piece)| piece.parts.push(part));
            }
        }
        pieces
    }

    fn tile(&self, domain: &impl Domain, TileTask { tile, mut parts }: TileTask) -> bool {
        let idle = self.workspaces.lock().ok().and_then(|mut idle| {
            let best = idle.iter().rposition(|workspace| workspace.has_columns_of(tile));
            let last = idle.len().checked_sub(1)?;
            Some(idle.swap_remove(best.unwrap_or(last)))
        });
        let (width, height) = (self.tile.0 as usize, self.tile.1 as usize);
        let rasters = self.schedule.bound.rasters().unwrap_or_default();
        let mut workspace = idle.unwrap_or_else(|| Workspace::new(self.schedule, rasters, width, height));
        let complete = workspace.run(self.schedule, domain, self.level, tile, self.cancel);
        // Without all of the tile, there is nothing to write.
        let count = parts.len() / self.schedule.outputs.len();
        for (output, parts) in self.schedule.outputs.iter().zip(parts.chunks_mut(count)).filter(|_| complete)
        {
            workspace.write(self.schedule, self.level, output, parts, self.cancel);
        }
        if let Ok(mut idle) = self.workspaces.lock() {
            idle.push(workspace);
        }
        let complete = complete && !self.cancel.is_cancelled();
        if complete {
            (self.progress)(tile.area());
        }
        complete
    }
}
