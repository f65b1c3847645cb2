//! Islands: the connected parts of the grid where a field is above 0.

mod runs;
mod union;

use travertine_noise::hash::hash;
use travertine_noise::{Interval, Level};
use travertine_parallel as parallel;

use self::runs::Runs;
use self::union::Union;
use super::definition::{Cost, Definition, full};
use super::stop::{Stop, check};
use crate::grid::Grid;
use crate::plane::{Plane, heights};

/// Memory of each run, in floats.
const FLOATS_OF_RUN: usize = (size_of::<[u32; 2]>() + size_of::<Island>() + union::BYTES_OF_RUN).div_ceil(4);

/// The connected parts of the grid where a field is above 0. Plane: the field. Channels: a random number above 0,
/// up to 1; the corner of the bounding box, right and down, and its size, across and down, as fractions of the
/// grid; the area, as a fraction of that of the grid. All are 0 elsewhere.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Islands {
    /// Whether samples that touch at their corners are connected.
    pub diagonal: bool,
    /// Seed of the random numbers.
    pub seed: u32,
}

impl Definition for Islands {
    const DOING: &'static str = "Finding islands";
    const PLANES: usize = 1;
    const CHANNELS: usize = 6;

    fn cost(self, _: Grid) -> Cost {
        // The field, and what is known of each run. Runs are at most half as many as samples.
        Cost { kept: 6, scratch: 1 + FLOATS_OF_RUN / 2, of_thread: 0, work: 60 }
    }

    fn interval(self, channel: usize, _: &[Interval]) -> Interval {
        // A corner may lie before the grid.
        if let 1 | 2 = channel { Interval::SIGNED_UNIT } else { Interval::UNIT }
    }

    fn run(self, grid: Grid, planes: &[Plane], _: Level, stop: Stop) -> Option<Vec<Plane>> {
        full(run(grid, &heights(&planes[0], grid), self, stop))
    }
}

/// The islands of a field. Samples belong together if they are neighbors along an axis, or `diagonal` ones. Where there
/// is no island, all channels are 0.
///
/// After Azriel Rosenfeld and John Pfaltz, "Sequential Operations in Digital Picture Processing" (1966), by runs of
/// samples: rows are searched and filled in parallel; runs are joined one after the other. The time is nearly linear in
/// the number of samples.
///
/// The corner is at or before the sample, and less than the size away from it; so on a grid that repeats, it may lie
/// before the grid. An island that is as long as the grid or meets a copy of itself has a box as long as the grid,
/// which starts with it.
fn run(grid: Grid, values: &[f32], Islands { diagonal, seed }: Islands, stop: Stop) -> Option<Vec<Vec<f32>>> {
    let runs = Runs::new(grid, values, stop)?;
    let mut union = Union::new(runs.spans.len());
    for row in 0..grid.rows() {
        check(stop).ok()?;
        runs.join(grid, row, diagonal, &mut union);
    }
    let mut islands = vec![Island::default(); runs.spans.len()];
    for row in 0..grid.rows() {
        check(stop).ok()?;
        for run in runs.row(row) {
            let (root, shift) = union.root(run);
            islands[run].place = (root as u32, shift);
            islands[root].add(grid, row, runs.spans[run], shift);
        }
    }
    for (run, island) in islands.iter_mut().enumerate() {
        if island.place.0 as usize == run {
            island.end(grid, union.is_endless(run));
        }
    }
    drop(union);
    fill(grid, &runs, &islands, seed, stop)
}

/// A run's place in its island, and, for the first run of an island, the island itself.
#[derive(Clone, Default)]
struct Island {
    /// The first run of the island, and the copies of the grid from there to the run.
    place: (u32, [i32; 2]),
    /// First and last column and row, counted from the grid of the first run.
    corners: [[i32; 2]; 2],
    /// Number of samples found.
    samples: u32,
    /// Whether the bounding box is as long as the grid.
    full: [bool; 2],
}

impl Island {
    fn add(&mut self, grid: Grid, row: usize, span: [u32; 2], shift: [i32; 2]) {
        let row = row as i32 + shift[1] * grid.rows() as i32;
        let [first, last] = span.map(|column| [column as i32 + shift[0] * grid.columns() as i32, row]);
        let [least, greatest] = if self.samples == 0 { [first, last] } else { self.corners };
        self.corners =
            [[0, 1].map(|axis| least[axis].min(first[axis])), [0, 1].map(|axis| greatest[axis].max(last[axis]))];
        self.samples += span[1] - span[0] + 1;
    }

    fn end(&mut self, grid: Grid, endless: [bool; 2]) {
        let [least, greatest] = self.corners;
        let counts = [grid.columns(), grid.rows()];
        self.full = [0, 1].map(|axis| endless[axis] || greatest[axis] - least[axis] + 1 >= counts[axis] as i32);
    }

    /// The corner and the size of the bounding box along an axis, in samples, for a run this far from the first.
    fn side(&self, axis: usize, count: usize, shift: i32) -> [f64; 2] {
        let [least, greatest] = self.corners;
        if self.full[axis] {
            return [0.0, count as f64];
        }
        let corner = least[axis] - shift * count as i32;
        [corner, greatest[axis] - least[axis] + 1].map(f64::from)
    }
}

fn fill(grid: Grid, runs: &Runs, islands: &[Island], seed: u32, stop: Stop) -> Option<Vec<Vec<f32>>> {
    let (columns, counts) = (grid.columns(), [grid.columns(), grid.rows()]);
    let mut channels = vec![vec![0.0_f32; grid.samples()]; Islands::CHANNELS];
    let mut rows: Vec<Vec<&mut [f32]>> = Vec::new();
    rows.resize_with(grid.rows(), Vec::new);
    for channel in &mut channels {
        channel.chunks_mut(columns).zip(&mut rows).for_each(|(part, row)| row.push(part));
    }
    // The row of the first run of an island.
    let row_of = |run: usize| runs.firsts.partition_point(|first| *first <= run) - 1;
    parallel::try_for_each(rows.into_iter().enumerate(), |(row, mut channels)| {
        for run in runs.row(row) {
            let (first, shift) = islands[run].place;
            let island = &islands[first as usize];
            let start = [runs.spans[first as usize][0] as i32, row_of(first as usize) as i32];
            let random = ((hash(seed, start) >> 8) + 1) as f32 / 16_777_216.0;
            let sides = [0, 1].map(|axis| {
                island.side(axis, counts[axis], shift[axis]).map(|samples| (samples / counts[axis] as f64) as f32)
            });
            let area = (f64::from(island.samples) / grid.samples() as f64) as f32;
            let [x, y] = sides;
            let span = runs.spans[run][0] as usize..=runs.spans[run][1] as usize;
            for (channel, value) in channels.iter_mut().zip([random, x[0], y[0], x[1], y[1], area]) {
                channel[span.clone()].fill(value);
            }
        }
        check(stop)
    })
    .ok()?;
    Some(channels)
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, VecDeque};

    use super::super::neighbors::AROUND;
    use super::super::testing::{grids, land, same_for_all};
    use super::*;
    use crate::grid::{Edge, Sampling};
    use crate::plane::Plane;

    /// Fills each island from its first sample, with samples counted on beyond the edge.
    fn flooded(grid: Grid, values: &[f32], diagonal: bool, seed: u32) -> Vec<Vec<f32>> {
        let counts = [grid.columns() as i64, grid.rows() as i64];
        let mut channels = vec![vec![0.0; values.len()]; Islands::CHANNELS];
        let mut seen = vec![false; values.len()];
        for first in 0..values.len() {
            if seen[first] || values[first] <= 0.0 {
                continue;
            }
            seen[first] = true;
            let start = [(first % grid.columns()) as i64, (first / grid.columns()) as i64];
            let (mut places, mut queue) = (BTreeMap::from([(first, start)]), VecDeque::from([start]));
            let mut endless = [false; 2];
            while let Some([x, y]) = queue.pop_front() {
                for way in AROUND.iter().filter(|[x, y]| diagonal || x * y == 0) {
                    let place = [x + way[0] as i64, y + way[1] as i64];
                    let inside = [0, 1].map(|axis| place[axis].rem_euclid(counts[axis]));
                    if grid.edge == Edge::Extend && inside != place {
                        continue;
                    }
                    let sample = (inside[1] * counts[0] + inside[0]) as usize;
                    if values[sample] <= 0.0 {
                        continue;
                    }
                    seen[sample] = true;
                    let known = *places.entry(sample).or_insert_with(|| {
                        queue.push_back(place);
                        place
                    });
                    (0..2).for_each(|axis| endless[axis] |= known[axis] != place[axis]);
                }
            }
            let area = places.len() as f64 / values.len() as f64;
            let random = ((hash(seed, start.map(|at| at as i32)) >> 8) + 1) as f32 / 16_777_216.0;
            for (sample, place) in &places {
                let sides = [0, 1].map(|axis| {
                    let along = places.values().map(|place| place[axis]);
                    let (least, greatest) = (along.clone().min().unwrap(), along.max().unwrap());
                    let size = greatest - least + 1;
                    let beyond = place[axis].div_euclid(counts[axis]) * counts[axis];
                    let full = endless[axis] || size >= counts[axis];
                    let side = if full { [0, counts[axis]] } else { [least - beyond, size] };
                    side.map(|samples| (samples as f64 / counts[axis] as f64) as f32)
                });
                let [x, y] = sides;
                for (channel, value) in channels.iter_mut().zip([random, x[0], y[0], x[1], y[1], area as f32]) {
                    channel[*sample] = value;
                }
            }
        }
        channels
    }

    #[test]
    fn islands_are_those_of_a_flood() {
        for grid in grids() {
            for level in [0.45, 0.2, -0.1, 9.0, -9.0] {
                let values: Vec<f32> = land(grid).iter().map(|height| height - level).collect();
                for diagonal in [false, true] {
                    let expected = flooded(grid, &values, diagonal, 5);
                    let pass = Islands { diagonal, seed: 5 };
                    let found = same_for_all(pass, grid, &[Plane::Full(values.clone())]);
                    for (channel, (found, expected)) in found.iter().zip(&expected).enumerate() {
                        for (sample, expected) in expected.iter().enumerate() {
                            assert_eq!(found.at(sample), *expected, "{grid:?} {level} {diagonal} {channel} {sample}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn an_island_across_the_edge_is_one() {
        let grid = Grid { resolution: 8, across: 1, down: 1, edge: Edge::Repeat, sampling: Sampling::Nearest };
        let inside = |sample: usize| [7, 0, 1].contains(&(sample % 8)) && [6, 7, 0].contains(&(sample / 8));
        let values: Vec<f32> = (0..64).map(|sample| if inside(sample) { 1.0 } else { 0.0 }).collect();
        let channels = run(grid, &values, Islands { diagonal: false, seed: 1 }, &|| false).unwrap();
        assert_eq!([3, 4, 5].map(|channel: usize| channels[channel][0]), [0.375, 0.375, 9.0 / 64.0]);
        // Seen from the corners of the grid.
        assert_eq!([channels[1][0], channels[2][0]], [-0.125, -0.25]);
        assert_eq!([channels[1][63], channels[2][63]], [0.875, 0.75]);
        assert_eq!(channels[0].iter().filter(|id| **id == channels[0][0]).count(), 9);
    }
}
