//! Drips: trails that run down from scattered samples and fade.

use std::sync::atomic::{AtomicU32, Ordering};

use travertine_noise::hash::hash;
use travertine_noise::{Interval, Level};
use travertine_parallel as parallel;

use super::definition::{Cost, Definition};
use super::stop::{Stop, Stopped, check};
use crate::grid::{Edge, Grid};
use crate::plane::{Plane, heights};

/// Lengths are multiples of this part of the spacing.
const PARTS: u32 = 256;

/// Chances are multiples of the reciprocal of 2 to this power; trails, too.
const BITS: u32 = 24;

/// Approximate operations of a step.
const WORK_OF_STEP: u64 = 150;

/// Knots of the wander in each unit.
const KNOTS: f64 = 24.0;

/// Headings that are shorter have no direction.
const LEAST_HEADING: f64 = 1e-9;

/// Trails that run down from scattered samples and fade. Planes: heights in units; sources, 0 to 1; the direction
/// to the right and down; the deflection by the slope; the spread to the sides. Channel: the trails, 0 to 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Drips {
    /// Greatest length of a trail, in 256ths of the spacing.
    pub length: u32,
    /// Chance of a drip at a sample whose source is 1, in parts of 2^24.
    pub chance: u32,
    /// Seed of the drips.
    pub seed: u32,
}

impl Definition for Drips {
    const DOING: &'static str = "Dripping";
    const PLANES: usize = 6;
    const CHANNELS: usize = 1;

    fn cost(self, _: Grid) -> Cost {
        let steps = u64::from(self.length / PARTS + 1) * WORK_OF_STEP;
        // The heights, and the trails as they are laid.
        Cost { kept: 1, scratch: 2, of_thread: 0, work: 20 + ((u64::from(self.chance) * steps) >> BITS) }
    }

    fn interval(self, _: usize, _: &[Interval]) -> Interval {
        Interval::UNIT
    }

    fn run(self, grid: Grid, planes: &[Plane], _: Level, stop: Stop) -> Option<Vec<Plane>> {
        let heights = heights(&planes[0], grid);
        Some(vec![Plane::Full(run(grid, &heights, &planes[1..], self, stop)?)])
    }
}

/// The trails of drips, 0 to 1: each begins with 1 and fades evenly to its end.
///
/// A drip starts at a sample with the chance of its source. It moves by one sample in each step: along the direction,
/// less the slope times the deflection, and to the sides by a random wander times the spread. Where trails meet, the
/// greater counts. So trails may be laid in any order.
fn run(grid: Grid, heights: &[f32], controls: &[Plane], settings: Drips, stop: Stop) -> Option<Vec<f32>> {
    let mut trails: Vec<AtomicU32> = Vec::with_capacity(heights.len());
    trails.resize_with(heights.len(), AtomicU32::default);
    let field = Field { grid, heights, controls, settings };
    parallel::try_for_each(0..grid.rows(), |row| {
        check(stop)?;
        for column in 0..grid.columns() {
            let random =
                |index: i32| f64::from(hash(settings.seed, [column as i32, row as i32, index])) / 4_294_967_296.0;
            let source = f64::from(controls[0].at(row * grid.columns() + column)).clamp(0.0, 1.0);
            if random(0) < source * f64::from(settings.chance) / f64::from(1_u32 << BITS) {
                field.drip([column, row], random, &trails);
                check(stop)?;
            }
        }
        Ok::<_, Stopped>(())
    })
    .ok()?;
    let trail = |amount: AtomicU32| amount.into_inner() as f32 / (1_u32 << BITS) as f32;
    Some(trails.into_iter().map(trail).collect())
}

struct Field<'a> {
    grid: Grid,
    heights: &'a [f32],
    controls: &'a [Plane],
    settings: Drips,
}

impl Field<'_> {
    fn drip(&self, start: [usize; 2], random: impl Fn(i32) -> f64, trails: &[AtomicU32]) {
        let longest = f64::from(self.settings.length) / f64::from(PARTS);
        let steps = longest * (0.5 + 0.5 * random(1));
        let mut position = start.map(|index| index as f64);
        let mut step = 0.0;
        while step < steps {
            let Some(here) = self.lay(position, 1.0 - step / steps, trails) else { return };
            let Some(heading) = self.heading(position, here, step, &random) else { return };
            position = [0, 1].map(|axis| position[axis] + heading[axis]);
            step += 1.0;
        }
    }

    /// The sample at indices that may lie beyond the edge.
    fn sample(&self, place: [f64; 2]) -> Option<usize> {
        let counts = [self.grid.columns() as f64, self.grid.rows() as f64];
        let [x, y] = match self.grid.edge {
            Edge::Repeat => [0, 1].map(|axis| place[axis] - (place[axis] / counts[axis]).floor() * counts[axis]),
            Edge::Extend => place,
        };
        let inside = 0.0 <= x && x < counts[0] && 0.0 <= y && y < counts[1];
        inside.then(|| y as usize * self.grid.columns() + x as usize)
    }

    /// Leaves an amount at the samples around a position, all of it within half of the spacing. Gives the nearest one,
    /// none beyond the edge.
    fn lay(&self, position: [f64; 2], amount: f64, trails: &[AtomicU32]) -> Option<usize> {
        let nearest = position.map(|along| (along + 0.5).floor());
        let here = self.sample(nearest)?;
        for [dx, dy] in (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| [dx, dy])) {
            let place = [nearest[0] + f64::from(dx), nearest[1] + f64::from(dy)];
            let Some(sample) = self.sample(place) else { continue };
            let [x, y] = [place[0] - position[0], place[1] - position[1]];
            let weight = (1.5 - (x * x + y * y).sqrt()).clamp(0.0, 1.0);
            let laid = (amount * weight * f64::from(1_u32 << BITS)) as u32;
            trails[sample].fetch_max(laid, Ordering::Relaxed);
        }
        Some(here)
    }

    /// The way of a step, of length 1; `None` if the drip is at rest.
    fn heading(&self, position: [f64; 2], here: usize, step: f64, random: impl Fn(i32) -> f64) -> Option<[f64; 2]> {
        let control = |index: usize| f64::from(self.controls[index].at(here));
        let (deflection, spread) = (control(3), control(4));
        let slope = if deflection == 0.0 { [0.0; 2] } else { self.slope(position, here) };
        let pull = [0, 1].map(|axis| control(1 + axis) - deflection * slope[axis]);
        let [x, y] = normal(pull)?;
        // Random numbers from -1 to 1 at knots, with straight lines between them.
        let place = step * KNOTS / f64::from(self.grid.resolution);
        let (knot, t) = (place.floor(), place - place.floor());
        let [before, after] = [0, 1].map(|next| 2.0 * random(2 + knot as i32 + next) - 1.0);
        let aside = spread * (before + (after - before) * t);
        normal([x - y * aside, y + x * aside])
    }

    /// Slope to the right and down, in height per unit, of the cell around a position.
    fn slope(&self, position: [f64; 2], here: usize) -> [f64; 2] {
        let below = position.map(f64::floor);
        let [u, v] = [position[0] - below[0], position[1] - below[1]];
        // Beyond the edge, the height is that of the nearest sample.
        let height =
            |dx: f64, dy: f64| f64::from(self.heights[self.sample([below[0] + dx, below[1] + dy]).unwrap_or(here)]);
        let [a, b, c, d] = [height(0.0, 0.0), height(1.0, 0.0), height(0.0, 1.0), height(1.0, 1.0)];
        let slope = [(b - a) * (1.0 - v) + (d - c) * v, (c - a) * (1.0 - u) + (d - b) * u];
        slope.map(|fall| fall * f64::from(self.grid.resolution))
    }
}

/// A vector of length 1, unless it is too short or too long to have a direction.
fn normal([x, y]: [f64; 2]) -> Option<[f64; 2]> {
    let length = (x * x + y * y).sqrt();
    (LEAST_HEADING..f64::INFINITY).contains(&length).then(|| [x / length, y / length])
}

#[cfg(test)]
mod tests {
    use super::super::testing::{grids, land, same_for_all};
    use super::*;
    use crate::grid::Sampling;

    const EVERY: u32 = 1 << BITS;

    fn grid(edge: Edge) -> Grid {
        Grid { resolution: 32, across: 1, down: 1, edge, sampling: Sampling::Linear }
    }

    /// Runs one drip from a sample; `controls` follow the sources.
    fn one(grid: Grid, heights: Vec<f32>, start: usize, controls: [f32; 4], length: u32) -> Vec<f32> {
        let mut sources = vec![0.0; grid.samples()];
        sources[start] = 1.0;
        let planes: Vec<Plane> = [Plane::Full(sources)].into_iter().chain(controls.map(Plane::Uniform)).collect();
        let settings = Drips { length: length * PARTS, chance: EVERY, seed: 3 };
        run(grid, &heights, &planes, settings, &|| false).unwrap()
    }

    #[test]
    fn every_order_gives_the_same_trails() {
        for grid in grids() {
            let values = [Plane::Full(land(grid)), Plane::Full(land(grid))].into_iter();
            let planes: Vec<Plane> = values.chain([0.1, 0.7, 0.3, 0.8].map(Plane::Uniform)).collect();
            let pass = Drips { length: 20 * PARTS, chance: EVERY / 4, seed: 9 };
            let found = same_for_all(pass, grid, &planes)[0].to_vec(0);
            if grid.samples() > 100 {
                assert!(found.iter().any(|trail| *trail > 0.0) && found.contains(&0.0), "{grid:?}");
            }
        }
    }

    #[test]
    fn a_drip_runs_straight_and_fades() {
        let start = 4 * 32 + 10;
        let trail = one(grid(Edge::Extend), vec![0.0; 1024], start, [0.0, 2.0, 1.0, 0.0], 16);
        let down: Vec<f32> = (4..32).map(|row| trail[row * 32 + 10]).collect();
        assert_eq!(down[0], 1.0);
        let end = down.iter().position(|trail| *trail == 0.0).unwrap();
        assert!((9..=18).contains(&end), "{end}");
        assert!(down[1..=end].windows(2).all(|pair| pair[0] > pair[1]), "{down:?}");
        assert!((0..1024).all(|sample| (9..=11).contains(&(sample % 32)) || trail[sample] == 0.0));
    }

    #[test]
    fn it_follows_the_slope_and_crosses_a_repeating_edge() {
        let heights: Vec<f32> = (0..1024).map(|sample| (sample % 32) as f32 / 32.0).collect();
        let trail = one(grid(Edge::Extend), heights, 16 * 32 + 20, [0.0, 0.0, 1.0, 0.0], 12);
        assert!(trail[16 * 32 + 15] > 0.0 && trail[16 * 32 + 22] == 0.0 && trail[19 * 32 + 20] == 0.0);
        let across = one(grid(Edge::Repeat), vec![0.0; 1024], 31 * 32, [-1.0, 1.0, 0.0, 0.0], 12);
        assert!(across[2 * 32 + 29] > 0.0);
        let level = one(grid(Edge::Repeat), vec![0.0; 1024], 5 * 32 + 5, [0.0, 0.0, 1.0, 1.0], 12);
        assert_eq!(level.iter().filter(|trail| **trail > 0.0).count(), 9, "at rest on level ground");
    }
}
