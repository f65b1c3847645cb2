//! Samples: a program at lists of positions.

use std::sync::Mutex;

use travertine_noise::Level;
use travertine_program::raster::Raster;
use travertine_program::{Bound, Program, Value};

use crate::cancel::Cancel;
use crate::domain::{Points, Rectangle};
use crate::error::RenderError;
use crate::options::Options;
use crate::rasters;
use crate::reuse::Reuse;
use crate::schedule::Schedule;
use crate::threads::Threads;
use crate::work::within_work;
use crate::workspace::Workspace;

/// How many positions are evaluated at a time, if the program's buffers for them stay below [`BYTES`] and what is allowed.
const POSITIONS: u64 = 1024;
const BYTES: u64 = 64 << 20;

/// A program made ready to be evaluated at any positions, list after list, from as many threads as one likes.
///
/// Bit-equal to what a render puts into a pixel that is sampled at the same position.
pub struct Sampler<'a> {
    schedule: Schedule<'a>,
    /// The floats of all outputs.
    outputs: Vec<Value>,
    rasters: &'a [Raster],
    level: Level,
    /// Positions that a workspace has room for.
    length: usize,
    bytes: u64,
    /// Those that no thread uses now.
    workspaces: Mutex<Vec<Workspace<'a>>>,
}

impl<'a> Sampler<'a> {
    /// Makes a program ready, its slots bound to `bound`. The grids of its passes, if it has any, are made on the threads
    /// of the pool that it is called from, or else on as many as the options ask for. They, and the buffers with which as many
    /// threads evaluate positions, may take as much memory and work as the options allow.
    ///
    /// # Errors
    ///
    /// If it needs more of either, or it was cancelled while the grids were made.
    ///
    /// # Panics
    ///
    /// If the program has another number of slots than `bound` has floats.
    pub fn new(
        program: &'a Program,
        bound: &'a Bound,
        options: &Options,
        cancel: &Cancel,
    ) -> Result<Sampler<'a>, RenderError> {
        assert_eq!(bound.values().len(), program.slots().len(), "one float for each slot");
        let (level, memory, threads) = (options.level, options.memory, options.thread_count());
        let making = rasters::bytes(program, bound, threads, memory)?;
        if bound.rasters().is_none() {
            within_work(rasters::work(program, bound), options.work)?;
        }
        let kept = rasters::kept_bytes(program);
        let schedule = Schedule::new(program, bound, &Points(&[]), &Reuse::default());
        let (position, threads) = (schedule.workspace_bytes(1, 1).max(1), threads as u64);
        let room = memory.saturating_sub(kept) / threads;
        if position > room {
            let needed = (kept + position * threads).div_ceil(1 << 20);
            return Err(RenderError::Memory { needed, budget: memory >> 20 });
        }
        // Some room is left to others.
        let length = ((room / 4).min(BYTES) / position).clamp(1, POSITIONS);
        let bytes = making.max(kept + length * position * threads);
        let make = || rasters::make(program, bound, level, cancel);
        let made = if program.rasters().is_empty() || rayon::current_thread_index().is_some() {
            make()
        } else {
            Threads::pool(options.thread_count(), rasters::pieces(program)).install(make)
        };
        if !made {
            return Err(RenderError::Cancelled);
        }
        let rasters = bound.rasters().unwrap_or_default();
        let outputs = schedule.outputs.iter().flat_map(|output| &output.values).copied().collect();
        let length = length as usize;
        Ok(Sampler { schedule, outputs, rasters, level, length, bytes, workspaces: Mutex::default() })
    }

    /// The bytes that it takes at most: its grids, and a buffer for each thread that the options ask for.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The work of evaluating a number of positions, in operations.
    pub fn work(&self, positions: u64) -> u64 {
        self.schedule.work(positions, 1)
    }

    /// Floats of a sample, all outputs' one after the other.
    pub fn width(&self) -> usize {
        self.outputs.len()
    }

    /// Evaluates it at each of these positions (x, y, z, time). Some thousand of them at a time take the least time.
    ///
    /// # Errors
    ///
    /// If a position is not finite; then nothing is written.
    ///
    /// # Panics
    ///
    /// If `out` has not [`Sampler::width`] floats for each position.
    pub fn sample(&self, points: &[[f32; 4]], out: &mut [f32]) -> Result<(), RenderError> {
        let width = self.width();
        assert_eq!(out.len(), points.len() * width, "one place for each float of each sample");
        if let Some(index) = points.iter().position(|point| point.iter().any(|c| !c.is_finite())) {
            return Err(RenderError::Position { index });
        }
        if out.is_empty() {
            return Ok(());
        }
        let idle = self.workspaces.lock().ok().and_then(|mut idle| idle.pop());
        let mut workspace =
            idle.unwrap_or_else(|| Workspace::new(&self.schedule, self.rasters, self.length, 1));
        for (points, out) in points.chunks(self.length).zip(out.chunks_mut(self.length * width)) {
            let tile = Rectangle { x: 0, y: 0, width: points.len() as u32, height: 1 };
            workspace.run(&self.schedule, &Points(points), self.level, tile, &Cancel::new());
            workspace.write_rows(&self.schedule, self.level, &self.outputs, 0..1, out);
        }
        if let Ok(mut idle) = self.workspaces.lock() {
            idle.push(workspace);
        }
        Ok(())
    }
}

/// The outputs' floats at each of these positions (x, y, z, time), all outputs' one after the other. Of the options, the
/// level and the memory count.
///
/// # Errors
///
/// If a position is not finite, or more memory or work is needed than the options allow.
///
/// # Panics
///
/// If the program has another number of slots than `bound` has floats.
pub fn sample(
    program: &Program,
    bound: &Bound,
    points: &[[f32; 4]],
    options: &Options,
) -> Result<Vec<f32>, RenderError> {
    let bytes = (points.len() as u64).saturating_mul((program.width() * size_of::<f32>()) as u64);
    options.within_budget(bytes)?;
    let options = options.with_memory(options.memory - bytes);
    let sampler = Sampler::new(program, bound, &options, &Cancel::new())?;
    let mut results = vec![0.0; points.len() * sampler.width()];
    sampler.sample(points, &mut results)?;
    Ok(results)
}
