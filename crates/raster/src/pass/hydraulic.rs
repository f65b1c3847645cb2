//! Hydraulic erosion: drops of rain run downhill, wash soil away where they are fast, and deposit it where they are
//! slow.

#[expect(clippy::needless_range_loop, reason = "a loop that indexes several arrays is vectorized")]
mod drops;
mod record;
#[expect(clippy::needless_range_loop, reason = "a loop that indexes several arrays is vectorized")]
mod soil;

use travertine_noise::hash::hash;
use travertine_noise::{Interval, Level};
use travertine_parallel as parallel;

use self::drops::{Heights, RECORDS, Rain};
use self::record::{REACHED, Records};
use self::soil::{MARGIN, Settle, Soil};
use super::definition::{Cost, Definition, full};
use super::stop::{Stop, Stopped, check};
use crate::grid::Grid;
use crate::plane::{Plane, clamped, extent, heights};

/// In each round, one drop falls on each block with this many samples along a side.
const BLOCK: usize = 8;
/// Spacing of the blocks that have drops at the same time, in blocks along a side. Drops of one turn should rarely
/// meet, because they do not affect each other.
const BLOCK_SPACING: usize = 4;
/// Approximate operations of a round for each sample: about 500 for each step of a drop, of which there are at most as
/// many as samples, and some to update the heights after each turn.
const WORK: u64 = 600;
/// Heights in a cache line.
const LINE: usize = 8;
/// Drops that one thread runs at a time.
const GROUP: usize = 32;
/// Samples whose heights are updated between two checks for a stop.
const SETTLED_AT_ONCE: usize = 1024;

/// Hydraulic erosion. Planes: heights, then the controls strength, capacity, deposition, inertia and evaporation.
/// Channels: heights; flow of water, 0 to 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Hydraulic {
    /// Number of rounds. In each, a drop falls on every block of 8 x 8 samples.
    pub rounds: u32,
    /// Seed of the positions of drops.
    pub seed: u32,
}

impl Definition for Hydraulic {
    const DOING: &'static str = "Eroding";
    const PLANES: usize = 6;
    const CHANNELS: usize = 2;

    fn cost(self, _: Grid) -> Cost {
        // The heights, three numbers of eight bytes (relative heights, their changes, water), and what drops leave.
        Cost { kept: 2, scratch: 9, of_thread: 0, work: u64::from(self.rounds) * WORK }
    }

    fn interval(self, channel: usize, planes: &[Interval]) -> Interval {
        if channel == 1 { Interval::UNIT } else { clamped(planes[0]) }
    }

    fn run(self, grid: Grid, planes: &[Plane], level: Level, stop: Stop) -> Option<Vec<Plane>> {
        let heights = heights(&planes[0], grid);
        full(run(grid, heights, &planes[1..], self, level, stop))
    }
}

/// After Hans Theobald Beyer, "Implementation of a Method for Hydraulic Erosion" (2015), but with drops in turns: drops
/// of one turn run in parallel over the heights that the turn before left. Heights are relative to their range over the
/// grid, and never leave it.
fn run(
    grid: Grid,
    heights: Vec<f32>,
    controls: &[Plane],
    Hydraulic { rounds, seed }: Hydraulic,
    level: Level,
    stop: Stop,
) -> Option<Vec<Vec<f32>>> {
    let (least, greatest) = extent(&heights);
    let (base, range) = (f64::from(least), f64::from(greatest) - f64::from(least));
    if range <= 0.0 {
        let dry = vec![0.0; heights.len()];
        return Some(vec![heights, dry]);
    }
    let stride = stride(grid.columns());
    let mut relative = vec![0.0; grid.rows() * stride];
    for (relative, heights) in relative.chunks_mut(stride).zip(heights.chunks(grid.columns())) {
        for (relative, height) in relative.iter_mut().zip(heights) {
            *relative = (f64::from(*height) - base) / range;
        }
    }
    let mut land = Land { grid, stride, level, heights: relative, water: vec![0; heights.len()] };
    let mut scratch = Scratch::default();
    for round in super::stop::rounds(rounds, stop) {
        for turn in 0..BLOCK_SPACING * BLOCK_SPACING {
            let starts = starts(grid, seed, round, [turn % BLOCK_SPACING, turn / BLOCK_SPACING]);
            land.turn(&starts, controls, &mut scratch, stop).ok()?;
        }
    }
    let flow = land.flow();
    let height = |height: &f64| ((base + height * range) as f32).clamp(least, greatest);
    let rows = land.heights.chunks(stride);
    Some(vec![rows.flat_map(|row| row[..grid.columns()].iter().map(height)).collect(), flow])
}

/// The distance of two rows in memory: an odd number of cache lines, so that the samples around a drop are in different
/// parts of the cache whatever the number of columns is.
fn stride(columns: usize) -> usize {
    (columns.div_ceil(LINE) | 1) * LINE
}

/// The places where drops fall in a turn: one in every fourth block along each axis, from the block `first` on.
fn starts(grid: Grid, seed: u32, round: u32, first: [usize; 2]) -> Vec<[f64; 2]> {
    let blocks = [grid.columns(), grid.rows()].map(|samples| samples.div_ceil(BLOCK));
    let rows = (first[1]..blocks[1]).step_by(BLOCK_SPACING);
    let blocks = rows.flat_map(|row| (first[0]..blocks[0]).step_by(BLOCK_SPACING).map(move |column| [column, row]));
    let start = |block: [usize; 2]| {
        [0, 1].map(|axis| {
            let random = hash(seed, [round as i32, block[0] as i32, block[1] as i32, axis as i32]);
            (block[axis] as f64 + f64::from(random) / 4_294_967_296.0) * BLOCK as f64
        })
    };
    blocks.map(start).collect()
}

/// The records of some drops, and the first and the last row in which they are.
#[derive(Default)]
struct Group {
    records: Records,
    rows: Option<[usize; 2]>,
}

/// Memory of a turn, kept for the next one.
#[derive(Default)]
struct Scratch {
    groups: Vec<Group>,
    /// Changes of the heights of each part of the land: all 0 between turns.
    changes: Vec<Vec<i64>>,
}

struct Land {
    grid: Grid,
    stride: usize,
    level: Level,
    /// Heights from 0 to 1.
    heights: Vec<f64>,
    water: Vec<i64>,
}

impl Land {
    /// Runs the drops of a turn, and then changes the heights.
    fn turn(
        &mut self,
        starts: &[[f64; 2]],
        controls: &[Plane],
        scratch: &mut Scratch,
        stop: Stop,
    ) -> Result<(), Stopped> {
        let (columns, rows) = (self.grid.columns(), self.grid.rows());
        let threads = parallel::threads();
        let height = if threads == 1 { rows } else { rows.div_ceil(4 * threads).max(16) };
        scratch.changes.resize_with(rows.div_ceil(height), || vec![0; height * self.stride + MARGIN]);
        let groups = if threads == 1 { 1 } else { starts.len().div_ceil(GROUP) };
        scratch.groups.resize_with(groups, Group::default);
        if let ([group], [changes]) = (scratch.groups.as_mut_slice(), scratch.changes.as_mut_slice()) {
            // The records of a group are used while they are in the cache.
            for starts in starts.chunks(GROUP) {
                check(stop)?;
                self.rain(starts, controls, group);
                let Land { grid, stride, level, .. } = *self;
                let (records, water) = (&group.records, &mut self.water);
                level.run(Soil { grid, stride, records, first: 0, changes, water });
            }
            return settle(self.level, &mut self.heights, changes, stop);
        }
        let groups = scratch.groups.iter_mut().zip(starts.chunks(GROUP));
        parallel::try_for_each(groups, |(group, starts)| {
            check(stop)?;
            self.rain(starts, controls, group);
            group.rows = group.records.rows(columns);
            Ok(())
        })?;
        self.settle(scratch, height, stop)
    }

    /// Runs the drops of a group.
    fn rain(&self, starts: &[[f64; 2]], controls: &[Plane], group: &mut Group) {
        let heights = Heights { values: &self.heights, stride: self.stride };
        let (grid, records) = (self.grid, &mut group.records);
        records.clear(starts.len() * RECORDS);
        self.level.run(Rain { grid, heights, controls, starts, records });
    }

    /// Ends a turn: changes the heights.
    ///
    /// Each part of the land looks for what happened there, so that parts can change at the same time.
    fn settle(&mut self, scratch: &mut Scratch, height: usize, stop: Stop) -> Result<(), Stopped> {
        let Land { grid, stride, level, .. } = *self;
        let (columns, rows) = (grid.columns(), grid.rows());
        let groups = &scratch.groups;
        let parts = self.heights.chunks_mut(height * stride);
        let parts = parts.zip(self.water.chunks_mut(height * columns)).zip(&mut scratch.changes).enumerate();
        parallel::try_for_each(parts, |(part, ((heights, water), changes))| {
            let first = part * height;
            let last = first + heights.len() / stride;
            for Group { records, rows: reached } in groups {
                check(stop)?;
                let Some([top, bottom]) = reached else { continue };
                // A drop changes rows nearby: those across the edge, too, if the grid repeats.
                let inside = *top >= REACHED && bottom + REACHED < rows;
                if inside && (bottom + REACHED < first || *top > last + REACHED) {
                    continue;
                }
                level.run(Soil { grid, stride, records, first, changes, water });
            }
            settle(level, heights, changes, stop)
        })
    }

    /// Flow of water through each sample, from 0 for none towards 1 for many times the mean.
    fn flow(&self) -> Vec<f32> {
        let total: i64 = self.water.iter().sum();
        let mean = total as f64 / self.water.len() as f64;
        let share = |water: i64| if water == 0 { 0.0 } else { water as f64 / (water as f64 + 3.0 * mean) };
        self.water.iter().map(|water| share(*water) as f32).collect()
    }
}

/// Adds changes to heights, and clears the changes.
fn settle(level: Level, heights: &mut [f64], changes: &mut [i64], stop: Stop) -> Result<(), Stopped> {
    let changes = changes.chunks_mut(SETTLED_AT_ONCE);
    for (heights, changes) in heights.chunks_mut(SETTLED_AT_ONCE).zip(changes) {
        level.run(Settle { heights, changes });
        check(stop)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Edge, Sampling};

    fn grid(edge: Edge) -> Grid {
        Grid { resolution: 32, across: 1, down: 1, edge, sampling: Sampling::Linear }
    }

    /// A valley with rough slopes, which repeats.
    fn land() -> Vec<f32> {
        let bump = |sample: usize| (sample * 7919 % 31) as f32 * 0.002;
        (0..1024).map(|sample| ((sample % 32) as f32 - 15.5).abs() * 0.05 + bump(sample)).collect()
    }

    fn controls(strength: f32) -> Vec<Plane> {
        [strength, 4.0, 0.3, 0.05, 0.02].map(Plane::Uniform).to_vec()
    }

    #[test]
    fn any_number_of_threads_gives_the_same_bits() {
        let run = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                run(
                    grid(Edge::Repeat),
                    land(),
                    &controls(0.3),
                    Hydraulic { rounds: 40, seed: 7 },
                    Level::detect(),
                    &|| false,
                )
                .unwrap()
            })
        };
        let alone = parallel::alone(|| run(2));
        assert!(run(1) == alone);
        for threads in [2, 3, 8] {
            assert!(run(threads) == alone, "{threads} threads");
        }
        assert_ne!(alone[0], land());
    }

    #[test]
    fn heights_stay_in_range_and_soil_is_moved_not_made() {
        let before = land();
        let [after, flow] = run(
            grid(Edge::Repeat),
            before.clone(),
            &controls(0.3),
            Hydraulic { rounds: 60, seed: 1 },
            Level::detect(),
            &|| false,
        )
        .unwrap()
        .try_into()
        .unwrap();
        let (least, greatest) = extent(&before);
        assert!(after.iter().all(|height| (least..=greatest).contains(height)));
        assert!(flow.iter().all(|flow| (0.0..=1.0).contains(flow)));
        let sum = |heights: &[f32]| heights.iter().map(|height| f64::from(*height)).sum::<f64>();
        let moved: f64 = before.iter().zip(&after).map(|(a, b)| f64::from((a - b).abs())).sum();
        assert!(moved > 1.0, "{moved}");
        assert!((sum(&after) - sum(&before)).abs() < 0.05 * moved, "{} of {moved}", sum(&after) - sum(&before));
    }

    #[test]
    fn nothing_washes_flat_or_hard_land() {
        let flat = vec![2.0; 1024];
        let [heights, flow] = run(
            grid(Edge::Extend),
            flat.clone(),
            &controls(1.0),
            Hydraulic { rounds: 5, seed: 1 },
            Level::detect(),
            &|| false,
        )
        .unwrap()
        .try_into()
        .unwrap();
        assert_eq!((heights, flow), (flat, vec![0.0; 1024]));
        let [heights, _] =
            run(grid(Edge::Extend), land(), &controls(0.0), Hydraulic { rounds: 5, seed: 1 }, Level::detect(), &|| {
                false
            })
            .unwrap()
            .try_into()
            .unwrap();
        for (after, before) in heights.iter().zip(land()) {
            assert!((after - before).abs() < 1e-6);
        }
    }
}
