//! Evaluates programs at lists of positions.

use std::sync::{Arc, Mutex};

use travertine_noise::Level;
use travertine_parallel as parallel;
use travertine_program::{Axis, Bound, Program, Site, Value};
use travertine_raster::Raster;

use crate::cancel::Cancel;
use crate::context::Context;
use crate::domain::{Points, Rectangle};
use crate::error::RenderError;
use crate::evaluator::FallibleEvaluator;
use crate::profile::Profile;
use crate::rasters;
use crate::reuse::Reuse;
use crate::schedule::Schedule;
use crate::site_grid::{SiteGrid, axes_of};
use crate::threads::Threads;
use crate::workspace::Workspace;

/// Maximum number of positions evaluated together, provided that the program's buffers stay below [`BYTES`] and the
/// memory budget.
const POSITIONS: u64 = 1024;
const BYTES: u64 = 64 << 20;

/// Maximum number of positions for which an evaluator is asked at once, and its bytes for each: twice the coordinates.
const EVALUATED: u64 = 1 << 16;
const EVALUATED_BYTES: u64 = 2 * (Axis::ALL.len() * size_of::<f32>()) as u64;

/// A program prepared for evaluation at lists of positions, from any number of threads.
///
/// Its results have the bits of a render's pixel sampled at the same position.
pub struct Sampler<'a> {
    schedule: Schedule<'a>,
    /// The values of all outputs.
    outputs: Vec<Value>,
    rasters: &'a [Raster],
    level: Level,
    /// Capacity of a workspace in positions.
    length: usize,
    bytes: u64,
    /// Idle workspaces.
    workspaces: Mutex<Vec<Workspace<'a>>>,
    profile: Option<Arc<Profile>>,
    /// The evaluator of the context, which computes in place of the CPU, and its cancel flag.
    evaluator: Option<(Arc<FallibleEvaluator>, Cancel)>,
}

impl<'a> Sampler<'a> {
    /// Prepares a program, its slots bound to `bound`. The rasters of its passes are made on the current pool, or else
    /// on as many threads as the context requests. Rasters and the buffers of all threads together must stay within the
    /// limits of memory and work of the context.
    ///
    /// # Errors
    ///
    /// If a limit is exceeded, or it is cancelled while rasters are made.
    ///
    /// # Panics
    ///
    /// If `bound` does not have one float for each slot.
    pub fn new(program: &'a Program, bound: &'a Bound, context: &Context) -> Result<Sampler<'a>, RenderError> {
        assert_eq!(bound.values().len(), program.slots().len(), "one float for each slot");
        let (level, memory) = (context.simd_level(), context.memory_left());
        let threads = context.thread_count();
        let making = rasters::bytes(program, bound, context)?;
        if bound.rasters().is_none() {
            context.check_work(rasters::work(program, bound))?;
        }
        let kept = rasters::kept_bytes(program);
        let schedule = Schedule::new(program, bound, &Points::<Site>(&[]), &Reuse::default());
        let evaluator = context.fallible_evaluator().map(|evaluator| (evaluator.clone(), context.flag().clone()));
        // Bytes for each position, and for each thread.
        let (position, fixed, most) = match &evaluator {
            Some(_) => (EVALUATED_BYTES, 0, EVALUATED),
            None => (schedule.buffer_bytes(1, 1).max(1), schedule.need_bytes(POSITIONS as usize, 1), POSITIONS),
        };
        let threads = threads as u64;
        context.check_memory(kept.saturating_add((position + fixed).saturating_mul(threads)))?;
        let room = (memory - kept) / threads - fixed;
        // The rest of the budget is left to the caller.
        let length = ((room / 4).min(BYTES) / position).clamp(1, most);
        let bytes = making.max(kept + (length * position + fixed) * threads);
        let pool = || Threads::pool(context.thread_count(), rasters::pieces(program));
        let threads = (!program.rasters().is_empty() && !parallel::is_inside()).then(pool);
        // An evaluator has its own.
        if evaluator.is_none() && !rasters::make(program, bound, context, threads.as_ref()) {
            return Err(RenderError::Cancelled);
        }
        let rasters = bound.rasters().unwrap_or_default();
        let outputs = schedule.outputs.iter().flat_map(|output| &output.values).copied().collect();
        let length = length as usize;
        let (workspaces, profile) = (Mutex::default(), context.profile_of().cloned());
        Ok(Sampler { schedule, outputs, rasters, level, length, bytes, workspaces, profile, evaluator })
    }

    /// Maximum memory in bytes: rasters, and a buffer for each thread of the context.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Work of evaluating a number of positions, in operations.
    pub fn work(&self, positions: u64) -> u64 {
        self.schedule.work(positions, 1)
    }

    /// Floats per sample, of all outputs together.
    pub fn width(&self) -> usize {
        self.outputs.len()
    }

    /// Evaluates the program at each site, or at each position (x, y, z, time) without a surface. Lists of some
    /// thousand are the most efficient.
    ///
    /// # Errors
    ///
    /// If a coordinate is not finite; `out` is then unchanged. If the evaluator of the context fails.
    ///
    /// # Panics
    ///
    /// If `out` does not have [`Sampler::width`] floats for each position.
    pub fn sample<S>(&self, points: &[S], out: &mut [f32]) -> Result<(), RenderError>
    where
        S: Copy + Into<Site> + Sync,
    {
        let width = self.width();
        assert_eq!(out.len(), points.len() * width, "one float for each component of each sample");
        if let Some(index) = points.iter().position(|point| !(*point).into().is_finite()) {
            return Err(RenderError::Position { index });
        }
        if out.is_empty() {
            return Ok(());
        }
        if let Some((evaluator, cancel)) = &self.evaluator {
            let Schedule { program, bound, .. } = self.schedule;
            let axes = axes_of(program);
            let evaluate = |(points, out): (&[S], &mut [f32])| {
                evaluator.evaluate(program, bound, &SiteGrid::of_points(points, axes), out, cancel)
            };
            let mut lists = points.chunks(self.length).zip(out.chunks_mut(self.length * width));
            let is_complete = lists.all(evaluate);
            let message = evaluator.failure().filter(|_| !is_complete);
            return message.map_or(Ok(()), |message| Err(RenderError::Evaluator(message.to_owned())));
        }
        let idle = self.workspaces.lock().ok().and_then(|mut idle| idle.pop());
        let profile = self.profile.as_ref();
        let mut workspace =
            idle.unwrap_or_else(|| Workspace::new(&self.schedule, self.rasters, self.length, 1, profile));
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

/// The work of [`sample`] at a number of positions, in operations: also that of the rasters, unless the cache of the
/// context keeps them.
pub fn sample_work(program: &Program, bound: &Bound, positions: u64, context: &Context) -> u64 {
    let schedule = Schedule::new(program, bound, &Points::<Site>(&[]), &Reuse::default());
    schedule.work(positions, 1).saturating_add(rasters::work_left(program, bound, context))
}

/// Evaluates a program at each site, or at each position (x, y, z, time) without a surface, and returns the floats of
/// all outputs of one after the other. Of the context, the level and the limits of memory and work apply.
///
/// # Errors
///
/// If a coordinate is not finite, or a limit is exceeded.
///
/// # Panics
///
/// If `bound` does not have one float for each slot.
pub fn sample<S>(program: &Program, bound: &Bound, points: &[S], context: &Context) -> Result<Vec<f32>, RenderError>
where
    S: Copy + Into<Site> + Sync,
{
    let bytes = (points.len() as u64).saturating_mul((program.width() * size_of::<f32>()) as u64);
    context.check_memory(bytes)?;
    let sampler = Sampler::new(program, bound, &context.clone().holding(bytes))?;
    let mut results = vec![0.0; points.len() * sampler.width()];
    sampler.sample(points, &mut results)?;
    Ok(results)
}
