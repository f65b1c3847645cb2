//! Flow: the area that drains through each sample of a height field.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::f64::consts::FRAC_1_SQRT_2;

use travertine_noise::{Interval, Level, math};
use travertine_parallel as parallel;

use super::definition::{Cost, Definition, full};
use super::neighbors::AROUND;
use super::order::key;
use super::stop::{Stop, check};
use crate::grid::{Edge, Grid};
use crate::plane::{Plane, heights};

/// No sample: water ends here, or leaves the grid.
const NONE: u32 = u32::MAX;

/// The area that drains through each sample. Plane: heights. Channels: the area as a fraction of that of the grid;
/// its logarithm, from 0 for one sample to 1 for the grid. A flood is sequential.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Flow {
    /// Whether water leaves pits over their lowest rim; otherwise it ends there.
    pub overflow: bool,
}

impl Definition for Flow {
    const DOING: &'static str = "Following the water";
    const PLANES: usize = 1;
    const CHANNELS: usize = 2;

    fn cost(self, _: Grid) -> Cost {
        // The heights; where each sample drains to and what drains through it; how many samples drain to it, or its
        // state; and the queue of a flood.
        let scratch = 1 + 3 + size_of::<Queued>() / size_of::<f32>();
        Cost { kept: 2, scratch, of_thread: 0, work: if self.overflow { 1000 } else { 100 } }
    }

    fn interval(self, _: usize, _: &[Interval]) -> Interval {
        Interval::UNIT
    }

    fn run(self, grid: Grid, planes: &[Plane], _: Level, stop: Stop) -> Option<Vec<Plane>> {
        full(run(grid, &heights(&planes[0], grid), self.overflow, stop))
    }
}

/// The share of the grid that drains through each sample, itself included; and the logarithm of the number of samples,
/// from 0 for the sample alone to 1 for the whole grid.
///
/// After John O'Callaghan and David Mark, "The Extraction of Drainage Networks from Digital Elevation Data" (1984): all
/// water of a sample runs to the neighbor to which the slope is the steepest; of equal ones, the first row by row. At
/// an edge it runs inwards or leaves the grid. In a pit it ends, or, if pits `overflow`, finds its way out: see
/// [`flood`].
///
/// The steepest slopes are found in parallel. The flood and the sums are sequential: the sums in linear time, the flood
/// in `n log n`.
fn run(grid: Grid, heights: &[f32], overflow: bool, stop: Stop) -> Option<Vec<Vec<f32>>> {
    let targets = if overflow { flood(grid, heights, stop)? } else { steepest(grid, heights, stop)? };
    let counts = gathered(grid, &targets, stop)?;
    let all = grid.samples();
    let [mut share, mut flow] = [(); 2].map(|()| vec![0.0; all]);
    let columns = grid.columns();
    let rows = share.chunks_mut(columns).zip(flow.chunks_mut(columns)).zip(counts.chunks(columns));
    let most = math::ln(all as f32);
    parallel::try_for_each(rows, |((share, flow), counts)| {
        for ((share, flow), count) in share.iter_mut().zip(flow).zip(counts) {
            *share = (f64::from(*count) / all as f64) as f32;
            *flow = math::clamp01(math::div(math::ln(*count as f32), most));
        }
        check(stop)
    })
    .ok()?;
    Some(vec![share, flow])
}

/// The slope from a sample to a neighbor, in height per spacing.
fn slope(heights: &[f32], from: usize, to: usize, way: [isize; 2]) -> f64 {
    let fall = f64::from(heights[from]) - f64::from(heights[to]);
    if way[0] * way[1] == 0 { fall } else { fall * FRAC_1_SQRT_2 }
}

/// Whether a sample lies at an edge where the grid ends.
fn is_outer(grid: Grid, column: usize, row: usize) -> bool {
    let outer = column == 0 || row == 0 || column + 1 == grid.columns() || row + 1 == grid.rows();
    outer && grid.edge == Edge::Extend
}

/// The neighbor to which the ground falls most steeply, if any is lower. Only those that count are compared. Water at
/// the edge of the grid does not run along it.
fn lowest(grid: Grid, heights: &[f32], sample: usize, counts: impl Fn(usize) -> bool) -> Option<u32> {
    let (column, row) = (sample % grid.columns(), sample / grid.columns());
    let outer = is_outer(grid, column, row);
    let (mut steepest, mut target) = (0.0, None);
    for way in AROUND {
        let Some(there) = grid.neighbor(column, row, way) else { continue };
        let slope = slope(heights, sample, there, way);
        let along = || outer && is_outer(grid, there % grid.columns(), there / grid.columns());
        if slope > steepest && counts(there) && !along() {
            (steepest, target) = (slope, Some(there as u32));
        }
    }
    target
}

fn steepest(grid: Grid, heights: &[f32], stop: Stop) -> Option<Vec<u32>> {
    let columns = grid.columns();
    let mut targets = vec![NONE; heights.len()];
    parallel::try_for_each(targets.chunks_mut(columns).enumerate(), |(row, targets)| {
        for (column, target) in targets.iter_mut().enumerate() {
            *target = lowest(grid, heights, row * columns + column, |_| true).unwrap_or(NONE);
        }
        check(stop)
    })
    .ok()?;
    Some(targets)
}

/// A sample that the flood will reach: its level as a [`key`], its turn, and its index.
type Queued = Reverse<(u32, u32, u32)>;

/// After Richard Barnes, Clarence Lehman and David Mulla, "Priority-Flood" (2014): water rises from the edge of the
/// grid, or from its lowest sample if it repeats, and reaches each sample over the lowest pass; of equal samples, the
/// one found first. Each sample drains to its lowest neighbor that was reached before, or, in a pit, to the one from
/// which it was reached. So all water leaves at the edge, or meets at the lowest sample.
fn flood(grid: Grid, heights: &[f32], stop: Stop) -> Option<Vec<u32>> {
    const QUEUED: u8 = 1;
    const REACHED: u8 = 2;
    let columns = grid.columns();
    let mut targets = vec![NONE; heights.len()];
    let mut state = vec![0; heights.len()];
    let mut queue: BinaryHeap<Queued> = BinaryHeap::with_capacity(heights.len());
    let mut turn = 0;
    let first = match grid.edge {
        Edge::Repeat => {
            let lower = |best: usize, sample: usize| if heights[sample] < heights[best] { sample } else { best };
            let sample = (0..heights.len()).fold(0, lower);
            sample..sample + 1
        }
        Edge::Extend => 0..heights.len(),
    };
    for sample in first {
        let (column, row) = (sample % columns, sample / columns);
        if is_outer(grid, column, row) || grid.edge == Edge::Repeat {
            queue.push(Reverse((key(heights[sample]), turn, sample as u32)));
            (state[sample], turn) = (QUEUED, turn + 1);
        }
    }
    let mut visits = 0;
    while let Some(Reverse((level, _, sample))) = queue.pop() {
        if visits % columns == 0 {
            check(stop).ok()?;
        }
        visits += 1;
        let sample = sample as usize;
        state[sample] = REACHED;
        let down = lowest(grid, heights, sample, |there| state[there] == REACHED);
        targets[sample] = down.unwrap_or(targets[sample]);
        for way in AROUND {
            let there = grid.neighbor(sample % columns, sample / columns, way);
            let Some(there) = there.filter(|there| state[*there] == 0) else { continue };
            queue.push(Reverse((key(heights[there]).max(level), turn, there as u32)));
            (state[there], targets[there], turn) = (QUEUED, sample as u32, turn + 1);
        }
    }
    Some(targets)
}

/// The number of samples that drain through each sample.
fn gathered(grid: Grid, targets: &[u32], stop: Stop) -> Option<Vec<u32>> {
    let mut counts = vec![1; targets.len()];
    // A sample passes its water on once all those above it have.
    let mut above = vec![0_u8; targets.len()];
    for targets in targets.chunks(grid.columns()) {
        check(stop).ok()?;
        targets.iter().filter(|target| **target != NONE).for_each(|target| above[*target as usize] += 1);
    }
    // A sample that has passed its water on is not started from again.
    const DONE: u8 = u8::MAX;
    for start in 0..targets.len() {
        if start % grid.columns() == 0 {
            check(stop).ok()?;
        }
        let mut sample = start;
        while above[sample] == 0 {
            above[sample] = DONE;
            let target = targets[sample];
            if target == NONE {
                break;
            }
            counts[target as usize] += counts[sample];
            sample = target as usize;
            above[sample] -= 1;
        }
    }
    Some(counts)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{grids, land, same_for_all};
    use super::*;
    use crate::grid::Sampling;
    use crate::plane::Plane;

    /// Follows the water of every sample to its end, by rounds: the least rim over which each sample drains is found by
    /// relaxation, without a queue.
    fn levels(grid: Grid, heights: &[f32]) -> Vec<f32> {
        let outlet = |sample: usize| match grid.edge {
            Edge::Extend => AROUND.iter().any(|way| neighbor(grid, sample, *way).is_none()),
            Edge::Repeat => sample == (0..heights.len()).min_by(|a, b| heights[*a].total_cmp(&heights[*b])).unwrap(),
        };
        let mut levels: Vec<f32> =
            (0..heights.len()).map(|sample| if outlet(sample) { heights[sample] } else { f32::MAX }).collect();
        loop {
            let mut changed = false;
            for sample in 0..heights.len() {
                for there in AROUND.iter().filter_map(|way| neighbor(grid, sample, *way)) {
                    let level = levels[there].max(heights[sample]);
                    if level < levels[sample] {
                        (levels[sample], changed) = (level, true);
                    }
                }
            }
            if !changed {
                return levels;
            }
        }
    }

    fn neighbor(grid: Grid, sample: usize, way: [isize; 2]) -> Option<usize> {
        grid.neighbor(sample % grid.columns(), sample / grid.columns(), way)
    }

    #[test]
    fn shares_are_those_of_water_that_follows_its_targets() {
        for grid in grids() {
            let heights = land(grid);
            for overflow in [false, true] {
                let run = |heights: &[f32]| {
                    if overflow { flood(grid, heights, &|| false) } else { steepest(grid, heights, &|| false) }
                };
                let targets = run(&heights).unwrap();
                let mut counts = vec![0_u32; heights.len()];
                for start in 0..heights.len() {
                    let (mut sample, mut steps) = (start, 0);
                    loop {
                        counts[sample] += 1;
                        steps += 1;
                        assert!(steps <= heights.len(), "{grid:?}: water runs in a circle");
                        match targets[sample] {
                            NONE => break,
                            target => sample = target as usize,
                        }
                    }
                }
                let pass = Flow { overflow };
                let found = same_for_all(pass, grid, &[Plane::Full(heights.clone())]);
                for (sample, count) in counts.iter().enumerate() {
                    let share = (f64::from(*count) / heights.len() as f64) as f32;
                    assert_eq!(found[0].at(sample), share, "{grid:?} {overflow} {sample}");
                }
            }
        }
    }

    #[test]
    fn water_runs_down_the_steepest_slope_or_over_the_lowest_rim() {
        for grid in grids() {
            let heights = land(grid);
            let levels = levels(grid, &heights);
            let (ends, overflows) =
                (steepest(grid, &heights, &|| false).unwrap(), flood(grid, &heights, &|| false).unwrap());
            for sample in 0..heights.len() {
                let mut best: (f64, Option<usize>) = (0.0, None);
                for way in AROUND {
                    let Some(there) = neighbor(grid, sample, way) else { continue };
                    let slope = slope(&heights, sample, there, way);
                    let ends = |sample| AROUND.iter().any(|way| neighbor(grid, sample, *way).is_none());
                    if slope > best.0 && !(ends(sample) && ends(there)) {
                        best = (slope, Some(there));
                    }
                }
                assert_eq!(ends[sample], best.1.map_or(NONE, |there| there as u32), "{grid:?} {sample}");
                let target = overflows[sample];
                let flooded = levels[sample] > heights[sample];
                if !flooded && best.1.is_some_and(|there| levels[there] == heights[there]) {
                    // No pit is near.
                    let around = AROUND.iter().filter_map(|way| neighbor(grid, sample, *way));
                    if around.clone().all(|there| levels[there] == heights[there]) {
                        assert_eq!(target, ends[sample], "{grid:?} {sample}");
                    }
                }
                if target != NONE {
                    assert!(levels[target as usize] <= levels[sample], "{grid:?} {sample}: water runs up");
                }
            }
        }
    }

    #[test]
    fn a_valley_gathers_its_slopes() {
        let grid = Grid { resolution: 9, across: 1, down: 1, edge: Edge::Extend, sampling: Sampling::Linear };
        let heights: Vec<f32> =
            (0..81).map(|sample| (sample as f32 % 9.0 - 4.0).abs() * 2.0 + (8.0 - (sample / 9) as f32) * 0.1).collect();
        for overflow in [false, true] {
            let found = run(grid, &heights, overflow, &|| false).unwrap();
            assert_eq!([found[0][8 * 9 + 4], found[0][4 * 9 + 4]], [1.0, 45.0 / 81.0], "{overflow}");
            assert_eq!(found[0][0], 1.0 / 81.0);
            assert_eq!(found[1][0], 0.0);
        }
    }
}
