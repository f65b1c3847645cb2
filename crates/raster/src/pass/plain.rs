//! The passes as first written, sample by sample: tests compare the bits.

use std::sync::atomic::{AtomicI64, Ordering};

use travertine_noise::hash::hash;

use super::neighbors::{AROUND, inner};
use crate::grid::{Edge, Grid};
use crate::plane::{GREATEST_HEIGHT, Plane, extent};

/// Twinklingstar, "Classical Perlin Noise" (2015): for each sample in turn, half of the steepest drop to a neighbor
/// moves to that neighbor, unless the drop is greater than `smoothness`. Samples without all eight neighbors do not
/// erode.
///
/// Sequential: each sample reads the results of those before it.
pub(super) fn erode(grid: Grid, mut heights: Vec<f32>, smoothness: &Plane, iterations: u32) -> Vec<f32> {
    let columns = grid.columns();
    let (inner_rows, inner_columns) = inner(grid);
    for _ in 0..iterations {
        for row in inner_rows.clone() {
            for column in inner_columns.clone() {
                let here = row * columns + column;
                let (mut drop, mut lowest) = (0.0, here);
                for neighbor in AROUND.iter().filter_map(|way| grid.neighbor(column, row, *way)) {
                    let height = heights[here] - heights[neighbor];
                    if height > drop {
                        (drop, lowest) = (height, neighbor);
                    }
                }
                if drop <= smoothness.at(here) {
                    heights[here] -= 0.5 * drop;
                    heights[lowest] += 0.5 * drop;
                }
            }
        }
    }
    heights
}

/// Twinklingstar, "Classical Perlin Noise" (2015): each sample in turn becomes the mean of the 3 x 3 samples around it.
/// Samples at an edge without neighbors are unchanged.
///
/// Sequential: each sample reads the results of those before it.
pub(super) fn smooth(grid: Grid, mut heights: Vec<f32>, iterations: u32) -> Vec<f32> {
    let columns = grid.columns();
    let (inner_rows, inner_columns) = inner(grid);
    for _ in 0..iterations {
        for row in inner_rows.clone() {
            for column in inner_columns.clone() {
                let (mut total, mut least, mut greatest) = (0.0, f32::MAX, f32::MIN);
                for way in (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| [dx, dy])) {
                    // Inner samples have all nine.
                    let height = grid.neighbor(column, row, way).map_or(0.0, |sample| heights[sample]);
                    total += height;
                    (least, greatest) = (least.min(height), greatest.max(height));
                }
                // Rounding must not carry a mean beyond its samples.
                heights[row * columns + column] = (total / 9.0).clamp(least, greatest);
            }
        }
    }
    heights
}

/// After F. Kenton Musgrave, Craig Kolb and Robert Mace, "The Synthesis and Rendering of Eroded Fractal Terrains"
/// (1989): where a neighbor is lower than the talus allows, a share of the greatest excess slides, distributed over
/// all such neighbors in proportion to their excess. All samples slide at once, so that rows run in parallel.
pub(super) fn thermal(grid: Grid, mut heights: Vec<f32>, talus: &Plane, share: &Plane, iterations: u32) -> Vec<f32> {
    let columns = grid.columns();
    let spacing = 1.0 / grid.resolution as f32;
    let distances = AROUND.map(|[dx, dy]| if dx * dy == 0 { spacing } else { spacing * std::f32::consts::SQRT_2 });
    // For each sample, the amount that slides for each unit of excess.
    let mut sliding = vec![0.0_f32; heights.len()];
    let mut slid = vec![0.0_f32; heights.len()];
    for _ in 0..iterations {
        let steep = |here: usize| talus.at(here).clamp(0.0, GREATEST_HEIGHT);
        for (row, sliding) in sliding.chunks_mut(columns).enumerate() {
            for (column, sliding) in sliding.iter_mut().enumerate() {
                let here = row * columns + column;
                let (mut sum, mut greatest) = (0.0, 0.0_f32);
                for (way, distance) in AROUND.iter().zip(distances) {
                    if let Some(there) = grid.neighbor(column, row, *way) {
                        let excess = (heights[here] - heights[there] - steep(here) * distance).max(0.0);
                        sum += excess;
                        greatest = greatest.max(excess);
                    }
                }
                // With half of the excess, both samples would lie on the talus.
                let amount = 0.5 * share.at(here).clamp(0.0, 1.0) * greatest;
                *sliding = if sum > 0.0 { amount / sum } else { 0.0 };
            }
        }
        for (row, slid) in slid.chunks_mut(columns).enumerate() {
            for (column, slid) in slid.iter_mut().enumerate() {
                let here = row * columns + column;
                let (mut change, mut least, mut greatest) = (0.0, heights[here], heights[here]);
                for (way, distance) in AROUND.iter().zip(distances) {
                    if let Some(there) = grid.neighbor(column, row, *way) {
                        let drop = heights[here] - heights[there];
                        change -= sliding[here] * (drop - steep(here) * distance).max(0.0);
                        change += sliding[there] * (-drop - steep(there) * distance).max(0.0);
                        (least, greatest) = (least.min(heights[there]), greatest.max(heights[there]));
                    }
                }
                // Several neighbors may slide here at once, but must not create a new peak or pit.
                *slid = (heights[here] + change).clamp(least, greatest);
            }
        }
        std::mem::swap(&mut heights, &mut slid);
    }
    heights
}

/// Twinklingstar, "Classical Perlin Noise" (2015): a cell between four samples has the cross product of its edges; a
/// sample has the mean of the up to four cells around it, of length 1. x is to the right, y up, z down the picture.
pub(super) fn normals(grid: Grid, heights: &[f32]) -> Vec<Vec<f32>> {
    let columns = grid.columns();
    let spacing = 1.0 / f64::from(grid.resolution);
    let [mut right, mut up, mut down] = [(); 3].map(|()| vec![0.0_f32; heights.len()]);
    let rows = right.chunks_mut(columns).zip(up.chunks_mut(columns)).zip(down.chunks_mut(columns));
    for (row, ((right, up), down)) in rows.enumerate() {
        for (column, ((right, up), down)) in right.iter_mut().zip(up).zip(down).enumerate() {
            let corners = [[-1, -1], [-1, 0], [0, -1], [0, 0]];
            let cells = corners.into_iter().filter_map(|corner| cell(grid, heights, column, row, corner));
            // The cross product of (0, south, spacing) and (spacing, east, 0), divided by the spacing.
            let [x, z, count] = cells.fold([0.0; 3], |[x, z, count], [east, south]| [x - east, z - south, count + 1.0]);
            let (x, y, z) = (x / spacing, count, z / spacing);
            let length = (x * x + y * y + z * z).sqrt();
            [*right, *up, *down] =
                if count == 0.0 { [0.0, 1.0, 0.0] } else { [x, y, z].map(|part| (part / length) as f32) };
        }
    }
    vec![right, up, down]
}

/// Differences of height from a cell's first sample to the one on its right and the one below.
fn cell(grid: Grid, heights: &[f32], column: usize, row: usize, [dx, dy]: [isize; 2]) -> Option<[f64; 2]> {
    let height = |way| grid.neighbor(column, row, way).map(|sample| f64::from(heights[sample]));
    let (here, east, south) = (height([dx, dy])?, height([dx + 1, dy])?, height([dx, dy + 1])?);
    // A cell needs its fourth corner.
    height([dx + 1, dy + 1])?;
    Some([east - here, south - here])
}

/// In each round, one drop falls on each block with this many samples along a side.
const BLOCK: usize = 8;
/// Spacing of the blocks that have drops at the same time, in blocks along a side. Drops of one turn should rarely
/// meet, because they do not affect each other.
const BLOCK_SPACING: usize = 4;
/// Maximum number of steps of a drop, each one sample long.
const STEPS: u32 = 64;
const GRAVITY: f64 = 4.0;
/// Minimum capacity of a drop, relative to the range of heights.
const LEAST_CAPACITY: f64 = 0.001;
/// Radius in samples of the area that a drop erodes. Without it, drops would carve single samples.
const REACH: f64 = 3.0;
/// Changes are summed as integer multiples of these units, so that their order does not matter.
const HEIGHT_UNIT: f64 = 1.0 / (1_u64 << 40) as f64;
const WATER_UNIT: f64 = 1.0 / (1_u64 << 20) as f64;

/// After Hans Theobald Beyer, "Implementation of a Method for Hydraulic Erosion" (2015), but with drops in turns: drops
/// of one turn run in parallel over the heights that the turn before left. Heights are relative to their range over the
/// grid, and never leave it.
pub(super) fn hydraulic(grid: Grid, heights: Vec<f32>, controls: &[Plane], rounds: u32, seed: u32) -> Vec<Vec<f32>> {
    let (least, greatest) = extent(&heights);
    let (base, range) = (f64::from(least), f64::from(greatest) - f64::from(least));
    if range <= 0.0 {
        let dry = vec![0.0; heights.len()];
        return vec![heights, dry];
    }
    let zeros = || -> Vec<AtomicI64> { (0..heights.len()).map(|_| AtomicI64::new(0)).collect() };
    let relative = heights.iter().map(|height| (f64::from(*height) - base) / range).collect();
    let mut land = Land { grid, heights: relative, changes: zeros(), water: zeros() };
    let blocks = [grid.columns(), grid.rows()].map(|samples| samples.div_ceil(BLOCK));
    for round in 0..rounds {
        for turn in 0..BLOCK_SPACING * BLOCK_SPACING {
            let firsts = [turn % BLOCK_SPACING, turn / BLOCK_SPACING];
            let turns = [0, 1].map(|axis| blocks[axis].saturating_sub(firsts[axis]).div_ceil(BLOCK_SPACING));
            for drop in 0..turns[0] * turns[1] {
                let index = [drop % turns[0], drop / turns[0]];
                let block = [0, 1].map(|axis| firsts[axis] + index[axis] * BLOCK_SPACING);
                let start = [0, 1].map(|axis| {
                    let random = hash(seed, [round as i32, block[0] as i32, block[1] as i32, axis as i32]);
                    (block[axis] as f64 + f64::from(random) / 4_294_967_296.0) * BLOCK as f64
                });
                land.rain(start, controls);
            }
            land.settle();
        }
    }
    let flow = land.flow();
    let height = |height: &f64| ((base + height * range) as f32).clamp(least, greatest);
    vec![land.heights.iter().map(height).collect(), flow]
}

struct Land {
    grid: Grid,
    /// Heights from 0 to 1.
    heights: Vec<f64>,
    changes: Vec<AtomicI64>,
    water: Vec<AtomicI64>,
}

/// The four samples around a position, and their weights.
struct Corners {
    samples: [usize; 4],
    weights: [f64; 4],
    /// Slope to the right and down, per sample.
    gradient: [f64; 2],
    height: f64,
}

impl Corners {
    fn nearest(&self) -> usize {
        let (mut nearest, mut most) = (self.samples[0], self.weights[0]);
        for (sample, weight) in self.samples.into_iter().zip(self.weights) {
            if weight > most {
                (nearest, most) = (sample, weight);
            }
        }
        nearest
    }
}

impl Land {
    /// None beyond the edge.
    fn corners(&self, position: [f64; 2]) -> Option<Corners> {
        let below = position.map(f64::floor);
        let [u, v] = [position[0] - below[0], position[1] - below[1]];
        if below[0] < 0.0 || below[1] < 0.0 {
            return None;
        }
        let (column, row) = (below[0] as usize, below[1] as usize);
        if column >= self.grid.columns() || row >= self.grid.rows() {
            return None;
        }
        let mut samples = [0; 4];
        for (sample, way) in samples.iter_mut().zip([[0, 0], [1, 0], [0, 1], [1, 1]]) {
            *sample = self.grid.neighbor(column, row, way)?;
        }
        let [a, b, c, d] = samples.map(|sample| self.heights[sample]);
        let weights = [(1.0 - u) * (1.0 - v), u * (1.0 - v), (1.0 - u) * v, u * v];
        Some(Corners {
            samples,
            weights,
            gradient: [(b - a) * (1.0 - v) + (d - c) * v, (c - a) * (1.0 - u) + (d - b) * u],
            height: a * weights[0] + b * weights[1] + c * weights[2] + d * weights[3],
        })
    }

    /// Runs one drop from its start to its end.
    fn rain(&self, mut position: [f64; 2], controls: &[Plane]) {
        let (mut water, mut speed, mut soil, mut heading) = (1.0, 1.0_f64, 0.0_f64, [0.0_f64; 2]);
        let Some(mut here) = self.corners(position) else { return };
        for _ in 0..STEPS {
            let nearest = here.nearest();
            let control = |index: usize, most: f64| f64::from(controls[index].at(nearest)).clamp(0.0, most);
            let (strength, capacity, deposition) = (control(0, 1.0), control(1, 64.0), control(2, 1.0));
            let (inertia, evaporation) = (control(3, 1.0), control(4, 1.0));

            heading = [0, 1].map(|axis| heading[axis] * inertia - here.gradient[axis] * (1.0 - inertia));
            let length = (heading[0] * heading[0] + heading[1] * heading[1]).sqrt();
            if length < 1e-12 {
                break;
            }
            heading = heading.map(|part| part / length);
            let from = position;
            position = self.wrapped([position[0] + heading[0], position[1] + heading[1]]);
            let next = self.corners(position);
            self.water[nearest].fetch_add((water / WATER_UNIT) as i64, Ordering::Relaxed);
            // A drop that leaves the grid takes its soil along.
            let Some(next) = next else { return };

            let rise = next.height - here.height;
            let carries = (-rise * speed * water * capacity).max(LEAST_CAPACITY * water);
            if rise > 0.0 {
                // Uphill: the drop is in a pit and fills it with its soil.
                soil -= self.deposit(&here, soil.min(rise));
            } else if soil > carries {
                soil -= self.deposit(&here, (soil - carries) * deposition);
            } else {
                soil += self.wash(from, ((carries - soil) * strength).min(-rise));
            }
            speed = (speed * speed - rise * GRAVITY).max(0.0).sqrt();
            water *= 1.0 - evaporation;
            here = next;
        }
        self.deposit(&here, soil);
    }

    fn wrapped(&self, position: [f64; 2]) -> [f64; 2] {
        if self.grid.edge == Edge::Extend {
            return position;
        }
        let counts = [self.grid.columns() as f64, self.grid.rows() as f64];
        [0, 1].map(|axis| position[axis] - (position[axis] / counts[axis]).floor() * counts[axis])
    }

    /// Deposits soil at the corners of a position, and returns its amount.
    fn deposit(&self, corners: &Corners, amount: f64) -> f64 {
        for (sample, weight) in corners.samples.iter().zip(corners.weights) {
            self.change(*sample, amount * weight);
        }
        amount
    }

    /// Erodes soil around a position, most at its center, and returns its amount.
    fn wash(&self, position: [f64; 2], amount: f64) -> f64 {
        let below = position.map(f64::floor);
        let steps = 1 - REACH as isize..=REACH as isize;
        let around = || {
            steps.clone().flat_map(|dy| steps.clone().map(move |dx| [dx, dy])).filter_map(|way| {
                let [x, y] = [0, 1].map(|axis| below[axis] + way[axis] as f64 - position[axis]);
                let weight = 1.0 - (x * x + y * y) / (REACH * REACH);
                let sample = self.grid.neighbor(below[0] as usize, below[1] as usize, way)?;
                (weight > 0.0).then_some((sample, weight))
            })
        };
        let total: f64 = around().map(|(_, weight)| weight).sum();
        for (sample, weight) in around() {
            self.change(sample, -amount * (weight / total));
        }
        amount
    }

    fn change(&self, sample: usize, by: f64) {
        self.changes[sample].fetch_add((by / HEIGHT_UNIT) as i64, Ordering::Relaxed);
    }

    /// Ends a turn: adds the changes to the heights.
    fn settle(&mut self) {
        for (height, change) in self.heights.iter_mut().zip(&mut self.changes) {
            let change = std::mem::take(change.get_mut());
            *height = (*height + change as f64 * HEIGHT_UNIT).clamp(0.0, 1.0);
        }
    }

    /// Flow of water through each sample, from 0 for none towards 1 for many times the mean.
    fn flow(&mut self) -> Vec<f32> {
        let total: i64 = self.water.iter_mut().map(|water| *water.get_mut()).sum();
        let mean = total as f64 / self.water.len() as f64;
        let share = |water: i64| if water == 0 { 0.0 } else { water as f64 / (water as f64 + 3.0 * mean) };
        self.water.iter_mut().map(|water| share(*water.get_mut()) as f32).collect()
    }
}

#[cfg(test)]
mod tests {
    use travertine_noise::Level;

    use travertine_noise::math;

    use super::super::{Erode, Hydraulic, Normals, Pass, Smooth, Thermal};
    use super::*;
    use crate::grid::Sampling;

    /// Heights with flat parts, pits, steep walls and rough ground.
    fn heights(samples: usize, columns: usize) -> Vec<f32> {
        let height = |sample: usize| {
            let (x, y) = ((sample % columns) as f32, (sample / columns) as f32);
            let wave = math::sin(x * 0.31) * math::cos(y * 0.23) * 0.4;
            let wall = if x + y > 40.0 { 0.5 } else { 0.0 };
            let rough = (sample * 7919 % 1013) as f32 * 0.0004;
            if sample % 97 < 5 { 0.25 } else { wave + wall + rough }
        };
        (0..samples).map(height).collect()
    }

    fn grids() -> impl Iterator<Item = Grid> {
        let sizes = [(2, 1, 1), (3, 1, 1), (5, 2, 1), (16, 1, 2), (31, 1, 1), (35, 3, 2), (75, 1, 1)];
        let edges = [Edge::Extend, Edge::Repeat];
        sizes.into_iter().flat_map(move |(resolution, across, down)| {
            edges.map(|edge| Grid { resolution, across, down, edge, sampling: Sampling::Linear })
        })
    }

    /// The planes: heights, then controls, each uniform or from sample to sample.
    fn planes(grid: Grid, controls: &[f32], full: bool) -> Vec<Plane> {
        let heights = Plane::Full(heights(grid.samples(), grid.columns()));
        let control = |value: &f32| match full {
            false => Plane::Uniform(*value),
            true => {
                let vary = |sample: usize| value * ((sample * 31 % 67) as f32 * 0.04 - 0.3);
                Plane::Full((0..grid.samples()).map(vary).collect())
            }
        };
        std::iter::once(heights).chain(controls.iter().map(control)).collect()
    }

    fn assert_same(pass: impl Into<Pass>, controls: &[f32], plain: impl Fn(Grid, &[Plane]) -> Vec<Vec<f32>>) {
        let pass = pass.into();
        grids().for_each(|grid| assert_same_on(grid, pass, controls, &plain));
    }

    fn assert_same_on(grid: Grid, pass: Pass, controls: &[f32], plain: &impl Fn(Grid, &[Plane]) -> Vec<Vec<f32>>) {
        for full in [false, true] {
            let planes = planes(grid, controls, full);
            let expected = plain(grid, &planes);
            for level in Level::available() {
                let run = || pass.run(grid, &planes, level, &|| false).unwrap();
                let channels = [run(), travertine_parallel::alone(run)];
                for channels in channels {
                    for (channel, expected) in channels.iter().zip(&expected) {
                        for (sample, expected) in expected.iter().enumerate() {
                            let bits = [channel.at(sample), *expected].map(f32::to_bits);
                            assert_eq!(bits[0], bits[1], "{pass:?} {grid:?} {level} {full} {sample}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn erosion_keeps_its_bits() {
        assert_same(Erode { iterations: 5 }, &[0.1], |grid, planes| {
            vec![erode(grid, planes[0].to_vec(0), &planes[1], 5)]
        });
    }

    #[test]
    fn smoothing_keeps_its_bits() {
        assert_same(Smooth { iterations: 5 }, &[], |grid, planes| vec![smooth(grid, planes[0].to_vec(0), 5)]);
    }

    #[test]
    fn normals_keep_their_bits() {
        assert_same(Normals, &[], |grid, planes| normals(grid, &planes[0].to_vec(0)));
    }

    #[test]
    fn thermal_erosion_keeps_its_bits() {
        assert_same(Thermal { iterations: 9 }, &[0.8, 0.7], |grid, planes| {
            vec![thermal(grid, planes[0].to_vec(0), &planes[1], &planes[2], 9)]
        });
    }

    #[test]
    fn hydraulic_erosion_keeps_its_bits() {
        let controls = [0.3, 4.0, 0.3, 0.1, 0.02];
        assert_same(Hydraulic { rounds: 12, seed: 3 }, &controls, |grid, planes| {
            hydraulic(grid, planes[0].to_vec(0), &planes[1..], 12, 3)
        });
        // More drops in a turn than run together, and than one thread runs at a time.
        for edge in [Edge::Extend, Edge::Repeat] {
            let grid = Grid { resolution: 200, across: 1, down: 1, edge, sampling: Sampling::Linear };
            let pass = Hydraulic { rounds: 2, seed: 3 };
            assert_same_on(grid, pass.into(), &controls, &|grid, planes| {
                hydraulic(grid, planes[0].to_vec(0), &planes[1..], 2, 3)
            });
        }
    }
}
