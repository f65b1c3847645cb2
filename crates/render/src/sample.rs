//! Samples: a program at lists of positions.

use std::sync::Mutex;

use travertine_graph::program::{Bound, Program};
use travertine_graph::raster::Raster;
use travertine_noise::Level;

use crate::cancel::Cancel;
use crate::domain::{Points, Rectangle};
use crate::error::RenderError;
use crate::kept::Reuse;
use crate::plan::{Buffer, Plan};
use crate::rasters;
use crate::renderer::Options;
use crate::workspace::Workspace;

/// How many positions are evaluated at a time, if the program's buffers for them stay below [`BYTES`] and what is allowed.
const POSITIONS: u64 = 1024;
const BYTES: u64 = 64 << 20;

/// A program made ready to be evaluated at any positions, list after list, from as many threads as one likes.
///
/// Bit-equal to what a render puts into a pixel that is sampled at the same position.
pub struct Sampler<'a> {
    plan: Plan<'a>,
    /// The buffers of all outputs' floats.
    outputs: Vec<Buffer>,
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
    /// of the current pool. They, and the buffers with which as many threads evaluate positions, may take `memory` bytes.
    ///
    /// # Errors
    ///
    /// If it needs more memory, or it was cancelled while the grids were made.
    ///
    /// # Panics
    ///
    /// If the program has another number of slots than `bound` has floats.
    pub fn new(
        program: &'a Program,
        bound: &'a Bound,
        level: Level,
        memory: u64,
        cancel: &Cancel,
    ) -> Result<Sampler<'a>, RenderError> {
        assert_eq!(bound.values().len(), program.slots().len(), "one float for each slot");
        let threads = rayon::current_num_threads() as u64;
        let making = rasters::bytes(program, bound, threads as usize, memory)?;
        let kept = rasters::kept_bytes(program);
        let plan = Plan::new(program, bound, &Points(&[]), &Reuse::default());
        let position = plan.workspace_bytes(1, 1).max(1);
        let room = memory.saturating_sub(kept) / threads;
        if position > room {
            let needed = (kept + position * threads).div_ceil(1 << 20);
            return Err(RenderError::Memory { needed, budget: memory >> 20 });
        }
        // Some room is left to others.
        let length = ((room / 4).min(BYTES) / position).clamp(1, POSITIONS);
        let bytes = making.max(kept + length * position * threads);
        if !rasters::make(program, bound, level, cancel) {
            return Err(RenderError::Cancelled);
        }
        let rasters = bound.rasters().unwrap_or_default();
        let outputs = plan.outputs.iter().flat_map(|output| &output.buffers).copied().collect();
        let length = length as usize;
        Ok(Sampler { plan, outputs, rasters, level, length, bytes, workspaces: Mutex::default() })
    }

    /// The bytes that it takes at most: its grids, and a buffer for each thread of the pool in which it was made.
    pub fn bytes(&self) -> u64 {
        self.bytes
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
        let mut workspace = idle.unwrap_or_else(|| Workspace::new(&self.plan, self.rasters, self.length, 1));
        for (points, out) in points.chunks(self.length).zip(out.chunks_mut(self.length * width)) {
            let tile = Rectangle { x: 0, y: 0, width: points.len() as u32, height: 1 };
            workspace.run(&self.plan, &Points(points), self.level, tile, &Cancel::new());
            workspace.write_rows(&self.plan, self.level, &self.outputs, 0..1, out);
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
/// If a position is not finite, or more memory is needed than the options allow.
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
    let memory = options.memory - bytes;
    let sampler = Sampler::new(program, bound, options.level, memory, &Cancel::new())?;
    let mut results = vec![0.0; points.len() * sampler.width()];
    sampler.sample(points, &mut results)?;
    Ok(results)
}
