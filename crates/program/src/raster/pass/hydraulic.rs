//! Hydraulic erosion: drops of rain run downhill, wash soil away where they are fast, and deposit it where they are
//! slow.

use std::sync::atomic::{AtomicI64, Ordering};

use travertine_noise::hash::hash;

use super::stop::{Stop, check};
use crate::parallel;
use crate::raster::{Edge, Grid, Plane, extent};

/// Number of planes besides the heights: strength, capacity, deposition, inertia and evaporation.
pub(super) const CONTROLS: usize = 5;

/// In each round, one drop falls on each block with this many samples along a side.
const BLOCK: usize = 8;
/// Spacing of the blocks that have drops at the same time, in blocks along a side. Drops of one turn should rarely
/// meet, because they do not affect each other.
const APART: usize = 4;
/// Maximum number of steps of a drop, each one sample long.
const STEPS: u32 = 64;
/// Approximate operations of a round for each sample: about 500 for each step of a drop, of which there are at most as
/// many as samples, and some to update the heights after each turn.
pub(super) const WORK: u64 = 600;
const GRAVITY: f64 = 4.0;
/// Minimum capacity of a drop, relative to the range of heights.
const LEAST_CAPACITY: f64 = 0.001;
/// Radius in samples of the area that a drop erodes. Without it, drops would carve single samples.
const REACH: f64 = 3.0;
/// Changes are summed as integer multiples of these units, so that their order does not matter.
const HEIGHT_UNIT: f64 = 1.0 / (1_u64 << 40) as f64;
const WATER_UNIT: f64 = 1.0 / (1_u64 << 20) as f64;

/// Samples whose heights are updated between two checks for a stop.
const SETTLED_AT_ONCE: usize = 4096;

/// After Hans Theobald Beyer, "Implementation of a Method for Hydraulic Erosion" (2015), but with drops in turns: drops
/// of one turn run in parallel over the heights that the turn before left. Heights are relative to their range over the
/// grid, and never leave it.
pub(super) fn run(
    grid: Grid,
    heights: Vec<f32>,
    controls: &[Plane],
    rounds: u32,
    seed: u32,
    stop: Stop,
) -> Option<Vec<Vec<f32>>> {
    let (least, greatest) = extent(&heights);
    let (base, range) = (f64::from(least), f64::from(greatest) - f64::from(least));
    if range <= 0.0 {
        let dry = vec![0.0; heights.len()];
        return Some(vec![heights, dry]);
    }
    let zeros = || -> Vec<AtomicI64> { (0..heights.len()).map(|_| AtomicI64::new(0)).collect() };
    let relative = heights.iter().map(|height| (f64::from(*height) - base) / range).collect();
    let mut land = Land { grid, heights: relative, changes: zeros(), water: zeros() };
    let blocks = [grid.columns(), grid.rows()].map(|samples| samples.div_ceil(BLOCK));
    for round in 0..rounds {
        for turn in 0..APART * APART {
            let firsts = [turn % APART, turn / APART];
            let turns = [0, 1].map(|axis| blocks[axis].saturating_sub(firsts[axis]).div_ceil(APART));
            parallel::try_for_each(0..turns[0] * turns[1], |drop| {
                let index = [drop % turns[0], drop / turns[0]];
                let block = [0, 1].map(|axis| firsts[axis] + index[axis] * APART);
                let start = [0, 1].map(|axis| {
                    let random = hash(seed, [round as i32, block[0] as i32, block[1] as i32, axis as i32]);
                    (block[axis] as f64 + f64::from(random) / 4_294_967_296.0) * BLOCK as f64
                });
                land.rain(start, controls);
                check(stop)
            })
            .ok()?;
            land.settle(stop)?;
        }
    }
    let flow = land.flow();
    let height = |height: &f64| ((base + height * range) as f32).clamp(least, greatest);
    Some(vec![land.heights.iter().map(height).collect(), flow])
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
            *sample = self.grid.neighbour(column, row, way)?;
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

    /// Erodes soil around a position, most at its centre, and returns its amount.
    fn wash(&self, position: [f64; 2], amount: f64) -> f64 {
        let below = position.map(f64::floor);
        let steps = 1 - REACH as isize..=REACH as isize;
        let around = || {
            steps.clone().flat_map(|dy| steps.clone().map(move |dx| [dx, dy])).filter_map(|way| {
                let [x, y] = [0, 1].map(|axis| below[axis] + way[axis] as f64 - position[axis]);
                let weight = 1.0 - (x * x + y * y) / (REACH * REACH);
                let sample = self.grid.neighbour(below[0] as usize, below[1] as usize, way)?;
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
    fn settle(&mut self, stop: Stop) -> Option<()> {
        let parts = self.heights.chunks_mut(SETTLED_AT_ONCE);
        let parts = parts.zip(self.changes.chunks_mut(SETTLED_AT_ONCE));
        parallel::try_for_each(parts, |(heights, changes)| {
            for (height, change) in heights.iter_mut().zip(changes) {
                let change = std::mem::take(change.get_mut());
                *height = (*height + change as f64 * HEIGHT_UNIT).clamp(0.0, 1.0);
            }
            check(stop)
        })
        .ok()
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
    use super::*;
    use crate::raster::Sampling;

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
    #[cfg(feature = "threads")]
    fn any_number_of_threads_gives_the_same_bits() {
        let run = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| run(grid(Edge::Repeat), land(), &controls(0.3), 40, 7, &|| false).unwrap())
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
        let [after, flow] = run(grid(Edge::Repeat), before.clone(), &controls(0.3), 60, 1, &|| false)
            .unwrap()
            .try_into()
            .unwrap();
        let (least, greatest) = extent(&before);
        assert!(after.iter().all(|height| (least..=greatest).contains(height)));
        assert!(flow.iter().all(|flow| (0.0..=1.0).contains(flow)));
        let sum = |heights: &[f32]| heights.iter().map(|height| f64::from(*height)).sum::<f64>();
        let moved: f64 = before.iter().zip(&after).map(|(a, b)| f64::from((a - b).abs())).sum();
        assert!(moved > 1.0, "{moved}");
        assert!(
            (sum(&after) - sum(&before)).abs() < 0.05 * moved,
            "{} of {moved}",
            sum(&after) - sum(&before)
        );
    }

    #[test]
    fn nothing_washes_flat_or_hard_land() {
        let flat = vec![2.0; 1024];
        let [heights, flow] = run(grid(Edge::Extend), flat.clone(), &controls(1.0), 5, 1, &|| false)
            .unwrap()
            .try_into()
            .unwrap();
        assert_eq!((heights, flow), (flat, vec![0.0; 1024]));
        let [heights, _] =
            run(grid(Edge::Extend), land(), &controls(0.0), 5, 1, &|| false).unwrap().try_into().unwrap();
        for (after, before) in heights.iter().zip(land()) {
            assert!((after - before).abs() < 1e-6);
        }
    }
}
