//! Queries: samples that are searched together, and feature points relative to them.

use super::metric::Metric;
use super::place;
use crate::far;
use crate::hash;
use crate::level::{Compiled, VectorKernel, Vectors};
use crate::math;
use crate::period::{self, Periods};

/// A factor that lowers bounds, so that a power with an error in its last bit does not make them too high.
const SLACK: f32 = 1.0 - 1.0 / 1_048_576.0;

/// `B` samples that are searched together.
pub(super) struct Query<'a, const D: usize, const B: usize> {
    pub start: u32,
    pub periods: &'a Option<Periods>,
    pub metric: Metric,
    /// The cell of each sample, and the sample's position in it, in [0, 1].
    pub cells: [[i32; B]; D],
    pub within: [[f32; B]; D],
    pub jitter: [f32; B],
    pub exponents: [f32; B],
}

/// A feature point relative to a sample.
pub(super) struct Point<const D: usize> {
    /// The place of its cell.
    pub place: i32,
    pub hash: u32,
    /// The vector from the sample to the point.
    pub offset: [f32; D],
    /// The cost of the offset, in the metric of the search.
    pub cost: f32,
}

/// The feature points in cells at one place around `B` samples.
pub(super) struct Points<const D: usize, const B: usize> {
    pub place: i32,
    pub hashes: [u32; B],
    pub offsets: [[f32; B]; D],
    pub costs: [f32; B],
}

impl<const D: usize, const B: usize> Points<D, B> {
    pub const NONE: Self = Points { place: 0, hashes: [0; B], offsets: [[0.0; B]; D], costs: [0.0; B] };
}

/// The result of a search.
pub(super) trait Collector<const D: usize, const B: usize>: Copy {
    /// Whether accepting a point takes longer than checking that it is too far for all samples. Costs are then squares
    /// of straight distances.
    const IS_COSTLY_TO_ACCEPT: bool = false;
    /// Whether it is so large that copying it for each part of a neighborhood takes long.
    const IS_LARGE: bool = false;
    /// The same for the cells around samples.
    const IS_LARGE_APART: bool = false;
    /// The number of nearest points that the result consists of, 1 to 4, if no others matter.
    const RANKS: usize = 4;
    /// The cost above which points cannot change the result of a sample. Never rises.
    fn worst(&self) -> &[f32; B];
    /// Raises the lower bounds of costs of points that cannot change the result of any sample, by their hashes.
    #[inline(always)]
    fn exclude(&self, _hashes: &[u32], _least: &mut [f32]) {}
    /// Updates the result of sample `i` with a point. `IN_ORDER` promises that its place is behind those before.
    fn offer<const IN_ORDER: bool>(&mut self, i: usize, point: &Point<D>);
    /// Updates the results of all samples, each with its point. `IN_ORDER` as above.
    #[inline(always)]
    fn offer_all<const IN_ORDER: bool>(&mut self, points: &Points<D, B>) {
        for i in 0..B {
            let mut offset = [0.0; D];
            for axis in 0..D {
                offset[axis] = points.offsets[axis][i];
            }
            let (place, hash, cost) = (points.place, points.hashes[i], points.costs[i]);
            self.offer::<IN_ORDER>(i, &Point { place, hash, offset, cost });
        }
    }
}

impl<'a, const D: usize, const B: usize> Query<'a, D, B> {
    #[inline(always)]
    pub fn new(
        seed: u32,
        periods: &'a Option<Periods>,
        metric: Metric,
        position: &[[f32; B]; D],
        jitter: [f32; B],
        exponents: [f32; B],
    ) -> Self {
        let mut query = Query {
            start: hash::start(seed),
            periods,
            metric,
            cells: [[0; B]; D],
            within: [[0.0; B]; D],
            jitter,
            exponents,
        };
        for axis in 0..D {
            for i in 0..B {
                (query.cells[axis][i], query.within[axis][i]) = far::cell(position[axis][i]);
            }
        }
        for i in 0..B {
            query.jitter[i] = math::clamp01(query.jitter[i]);
            query.exponents[i] = Metric::exponent(query.exponents[i]);
        }
        query
    }

    /// The coordinates along an axis of the cells `steps` away from each sample's own, wrapped into the first period
    /// if there are periods.
    #[inline(always)]
    pub fn cells(&self, axis: usize, steps: [i32; B]) -> [i32; B] {
        let mut cells = steps;
        for i in 0..B {
            cells[i] = self.cells[axis][i].wrapping_add(steps[i]);
        }
        period::within(*self.periods, axis, cells)
    }

    /// The hashes of the cells with a place around each sample.
    #[inline(always)]
    pub fn hashes(&self, places: &[i32; B]) -> [u32; B] {
        let mut states = [self.start; B];
        for axis in (0..D).rev() {
            let mut steps = [0; B];
            for i in 0..B {
                steps[i] = place::steps(places[i], axis);
            }
            let cells = self.cells(axis, steps);
            for i in 0..B {
                let (state, cell) = (states[i], cells[i]);
                states[i] = if axis > 0 { hash::absorb(state, cell) } else { hash::finish(state, cell) };
            }
        }
        states
    }

    /// The coordinates along an axis of the points in cells with lower corners at `corner`.
    #[inline(always)]
    pub fn points(&self, axis: usize, corner: [f32; B], hashes: &[u32; B]) -> [f32; B] {
        let mut points = [0.0; B];
        for i in 0..B {
            points[i] = point(axis, corner[i], hashes[i], self.jitter[i]);
        }
        points
    }

    /// The vector from sample `i` to the point of the cell `step` away.
    #[inline(always)]
    pub fn offset(&self, i: usize, step: [f32; D], hash: u32) -> [f32; D] {
        let mut offset = [0.0; D];
        for axis in 0..D {
            offset[axis] = point(axis, step[axis], hash, self.jitter[i]) - self.within[axis][i];
        }
        offset
    }

    /// The cost of an offset from sample `i`.
    #[inline(always)]
    pub fn cost(&self, metric: Metric, i: usize, offset: &[f32; D]) -> f32 {
        let mut cost = 0.0;
        for axis in (0..D).rev() {
            cost = metric.extend(cost, offset[axis].abs(), self.exponents[i]);
        }
        cost
    }

    /// The costs of offsets from each sample.
    #[inline(always)]
    pub fn costs<L: Compiled>(&self, offsets: &[[f32; B]; D]) -> [f32; B] {
        let mut costs = [0.0; B];
        for axis in (0..D).rev() {
            let mut distances = [0.0; B];
            for i in 0..B {
                distances[i] = offsets[axis][i].abs();
            }
            costs = self.metric.extend_all::<B, L>(&costs, &distances, &self.exponents);
        }
        costs
    }

    /// A lower bound of the distance along an axis from sample `i` to all points in cells `step` away.
    ///
    /// Rounding is monotonic: points lie between the two ends, also in floats.
    #[inline(always)]
    pub fn outside(&self, i: usize, axis: usize, step: i32) -> f32 {
        let center = step as f32 + 0.5;
        let (half, within) = (self.jitter[i] * 0.5, self.within[axis][i]);
        let (below, above) = ((center - half) - within, within - (center + half));
        let outside = if below > above { below } else { above };
        if outside > 0.0 { outside * SLACK } else { 0.0 }
    }

    /// The sides on which points `steps` or more cells away may cost no more than `worst` for their sample, a bit for
    /// each: that above along each axis at twice the axis, and that below after it.
    #[inline(always)]
    pub fn sides<L: Compiled>(&self, steps: i32, worst: &[f32; B]) -> u32 {
        // Such a point is at least `steps - 1` away, but for rounding, and no cost from 1 on is less than its distance.
        if self.metric != Metric::Minkowski && greatest(worst) < (steps - 1) as f32 * 0.99 {
            return 0;
        }
        let (mut sides, worst) = (0, *worst);
        L::run(Sides { query: self, steps, worst: &worst, sides: &mut sides });
        sides
    }

    /// The least and the greatest position in the cell along each axis.
    #[inline(always)]
    pub fn ends(&self) -> [[f32; 2]; D] {
        let mut ends = [[0.0; 2]; D];
        for axis in 0..D {
            let within = &self.within[axis];
            ends[axis] = [fold(within, math::min), fold(within, math::max)];
        }
        ends
    }

    /// The number of times that the cell or the jitter changes from one sample to the next; 0 if the first and the last
    /// sample agree, as those of wide cells mostly do.
    #[inline(always)]
    pub fn changes(&self) -> u32 {
        let differ = |from: usize, to: usize| {
            let mut differ = self.jitter[from].to_bits() != self.jitter[to].to_bits();
            for axis in 0..D {
                differ |= self.cells[axis][from] != self.cells[axis][to];
            }
            u32::from(differ)
        };
        if differ(0, B - 1) == 0 {
            return 0;
        }
        // Two loops over whole vectors, which have one pair in common.
        let mut changes = [0; B];
        for i in 0..B / 2 {
            changes[i] = differ(i, i + 1);
        }
        for i in B / 2..B {
            changes[i] = differ(i - 1, i);
        }
        changes[B / 2] = 0;
        changes.iter().sum()
    }

    /// The first sample that is not done, together with the samples in the same cell with the same jitter; the mask
    /// marks these, and all other samples are replaced by copies of the first. Marks them as done. Mostly these are
    /// all samples; if they are `apart`, they always are. The first samples of all have no mask: what is found for
    /// others replaces what was found for their copies.
    #[inline(always)]
    pub fn next_together(&self, apart: bool, done: &mut [bool; B]) -> Option<(Self, Option<[bool; B]>)> {
        let index = done.iter().position(|done| !done)?;
        if apart {
            *done = [true; B];
            return Some((Query { ..*self }, None));
        }
        let (mut cell, mut within) = ([0; D], [0.0; D]);
        let (jitter, exponent) = (self.jitter[index], self.exponents[index]);
        let mut query = Query { jitter: [jitter; B], ..*self };
        for axis in 0..D {
            (cell[axis], within[axis]) = (self.cells[axis][index], self.within[axis][index]);
            query.cells[axis] = [cell[axis]; B];
        }
        let mut alike = [true; B];
        // A single loop: the compiler would not vectorize several short ones.
        for i in 0..B {
            let mut same = self.jitter[i].to_bits() == jitter.to_bits();
            for axis in 0..D {
                same &= self.cells[axis][i] == cell[axis];
            }
            for axis in 0..D {
                let own = self.within[axis][i];
                query.within[axis][i] = if same { own } else { within[axis] };
            }
            let own = self.exponents[i];
            query.exponents[i] = if same { own } else { exponent };
            alike[i] = same;
            done[i] |= same;
        }
        Some((query, if index == 0 { None } else { Some(alike) }))
    }
}

/// The [sides](Query::sides) on which points may matter.
struct Sides<'a, const D: usize, const B: usize> {
    query: &'a Query<'a, D, B>,
    steps: i32,
    worst: &'a [f32; B],
    sides: &'a mut u32,
}

impl<const D: usize, const B: usize> VectorKernel for Sides<'_, D, B> {
    #[inline(always)]
    fn run<const W: usize, V: Vectors<W>>(self) {
        let Sides { query, steps, worst, sides } = self;
        for axis in 0..D {
            for (side, steps) in [steps, -steps].into_iter().enumerate() {
                let mut outside = [0.0; B];
                for i in 0..B {
                    outside[i] = query.outside(i, axis, steps);
                }
                let least = query.metric.extend_all::<B, V>(&[0.0; B], &outside, &query.exponents);
                let mut any = false;
                for i in 0..B {
                    any |= least[i] <= worst[i];
                }
                *sides |= u32::from(any) << (2 * axis + side);
            }
        }
    }
}

/// The coordinate along an axis of the point in a cell with its lower corner at `corner`.
///
/// Coordinates are derived from the hash, so that a point is stored as its hash alone.
#[inline(always)]
pub(super) fn point(axis: usize, corner: f32, hash: u32, jitter: f32) -> f32 {
    between(axis, corner + 0.5, hash, jitter)
}

/// The coordinate along an axis of the point in a cell with its middle at `middle`.
#[inline(always)]
pub(super) fn between(axis: usize, middle: f32, hash: u32, jitter: f32) -> f32 {
    // In [-1/2, 1/2).
    let shift = (hash::nth_number(hash, axis) as i32 >> 8) as f32 * (1.0 / 16_777_216.0);
    middle + shift * jitter
}

/// The greatest of several costs.
#[inline(always)]
pub(super) fn greatest<const B: usize>(costs: &[f32; B]) -> f32 {
    fold(costs, math::max)
}

/// Folds numbers by halves, which the compiler vectorizes.
#[inline(always)]
pub(super) fn fold<const B: usize>(numbers: &[f32; B], with: impl Fn(f32, f32) -> f32) -> f32 {
    let (mut numbers, mut count) = (*numbers, B);
    while count > 1 {
        count /= 2;
        for i in 0..count {
            numbers[i] = with(numbers[i], numbers[i + count]);
        }
    }
    numbers[0]
}
