//! Pilots: how long a render takes, from the time of a few of its tiles.

use std::sync::Mutex;
use std::time::Instant;

use crate::domain::{Domain, Rectangle};
use crate::rasters;
use crate::threads::Threads;
use crate::tile_executor::TileExecutor;

/// The most spots of an area whose tiles are timed, and the time after which no other follows, in seconds.
const SPOTS: u32 = 24;
const ENOUGH: f64 = 0.15;

impl TileExecutor<'_, '_> {
    /// About how many seconds one thread takes for a sample of an area, in the mean, once rasters are made: a few tiles
    /// are computed and timed. `None` if the pilot is cancelled, or if another evaluator than this one does the work.
    pub(crate) fn seconds_per_sample(&self, domain: &impl Domain, area: Rectangle) -> Option<f64> {
        let (schedule, context) = (self.schedule, self.context);
        if context.fallible_evaluator().is_some() {
            return None;
        }
        if schedule.samples_rasters() && !rasters::make(schedule.program, schedule.bound, context, Some(self.threads)) {
            return None;
        }
        let (threads, silent) = (Threads::with_caller(1, 1), context.silent());
        let (tile, workspaces) = (self.tile, Mutex::default());
        let helpers = Some(&threads);
        let pilot =
            TileExecutor { schedule, threads: &threads, helpers, tile, workspaces: &workspaces, context: &silent };
        let (width, height) = (self.tile.0.min(area.width), self.tile.1.min(area.height));
        let floats = schedule.outputs.iter().map(|output| output.values.len());
        let mut buffers: Vec<Vec<f32>> = floats.map(|floats| vec![0.0; floats * (width * height) as usize]).collect();
        let mut compute = |x, y| {
            let tile = Rectangle { x: area.x + x, y: area.y + y, width, height };
            let start = Instant::now();
            let complete = pilot.fill(domain, tile, buffers.iter_mut().map(Vec::as_mut_slice).collect());
            complete.then(|| start.elapsed().as_secs_f64())
        };
        let (mut total, mut count) = (0.0, 0);
        // The R2 sequence covers an area evenly however many of its points are taken.
        while count < SPOTS && total < ENOUGH {
            let place = |step: f64, length: u32| ((f64::from(count) * step).fract() * f64::from(length + 1)) as u32;
            let x = place(0.754_877_666_246_692_7, area.width - width);
            let y = place(0.569_840_290_998_053_2, area.height - height);
            // The first tile of a column also computes what the others share.
            compute(x, y.checked_sub(height).unwrap_or(y))?;
            total += compute(x, y)?;
            count += 1;
        }
        Some(total / f64::from(count) / f64::from(width * height))
    }
}
