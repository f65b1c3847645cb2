//! Queries: samples that are searched together, and feature points relative to them.

use super::metric::Metric;
use crate::far;
use crate::hash;
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
    /// The steps to its cell.
    pub steps: Steps,
    pub hash: u32,
    /// The vector from the sample to the point.
    pub offset: [f32; D],
    /// The cost of the offset, in the metric of the search.
    pub cost: f32,
}

/// The steps to a cell along each axis, in a byte each: no search goes further than 127. A collector so selects a
/// single number.
#[derive(Clone, Copy)]
pub(super) struct Steps(u32);

impl Steps {
    /// To the sample's own cell.
    pub const NONE: Steps = Steps(0);

    #[inline(always)]
    pub const fn new<const D: usize>(along: [i32; D]) -> Steps {
        let (mut steps, mut axis) = (0, 0);
        while axis < D {
            steps |= (along[axis] as u32 & 0xFF) << (8 * axis);
            axis += 1;
        }
        Steps(steps)
    }

    /// The steps along an axis.
    #[inline(always)]
    pub fn along(self, axis: usize) -> i32 {
        (self.0 << (24 - 8 * axis)) as i32 >> 24
    }

    /// The steps along each axis.
    #[inline(always)]
    pub fn along_axes<const D: usize>(self) -> [f32; D] {
        let mut along = [0.0; D];
        for axis in 0..D {
            along[axis] = self.along(axis) as f32;
        }
        along
    }

    /// The other steps if `other`, else these. Not a selection: the compiler would make a masked store of it, which
    /// takes AMD's CPUs with AVX2 as long as dozens of instructions.
    #[inline(always)]
    pub fn or(self, other: bool, steps: Steps) -> Steps {
        Steps(self.0 ^ (self.0 ^ steps.0) & 0u32.wrapping_sub(u32::from(other)))
    }
}

/// The result of a search.
pub(super) trait Collector<const D: usize, const B: usize> {
    /// Whether accepting a point takes longer than checking that it is too far for all samples.
    const IS_COSTLY_TO_ACCEPT: bool = false;
    /// Whether points are too far from the start, however many are known.
    const IS_BOUNDED: bool = false;
    /// The cost above which points cannot change the result of a sample. Never rises.
    fn worst(&self) -> &[f32; B];
    /// Updates the result of sample `i` with a point.
    fn offer(&mut self, i: usize, point: &Point<D>);
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

    /// The hashes of the cells some steps away from each sample's own.
    #[inline(always)]
    pub fn hashes(&self, steps: &[Steps; B]) -> [u32; B] {
        let mut states = [self.start; B];
        for axis in (0..D).rev() {
            let mut along = [0; B];
            for i in 0..B {
                along[i] = steps[i].along(axis);
            }
            let cells = self.cells(axis, along);
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
    pub fn costs(&self, offsets: &[[f32; B]; D]) -> [f32; B] {
        let mut costs = [0.0; B];
        for axis in (0..D).rev() {
            let mut distances = [0.0; B];
            for i in 0..B {
                distances[i] = offsets[axis][i].abs();
            }
            costs = self.metric.extend_all(&costs, &distances, &self.exponents);
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

    /// Whether a point two or more cells away along any axis may cost no more than `worst` for its sample.
    #[inline(always)]
    pub fn needs_more(&self, worst: &[f32; B]) -> bool {
        let mut nearest = [f32::INFINITY; B];
        for i in 0..B {
            for axis in 0..D {
                nearest[i] = math::min(nearest[i], self.outside(i, axis, 2));
                nearest[i] = math::min(nearest[i], self.outside(i, axis, -2));
            }
        }
        let least = self.metric.extend_all(&[0.0; B], &nearest, &self.exponents);
        let mut any = false;
        for i in 0..B {
            any |= least[i] <= worst[i];
        }
        any
    }

    /// Whether the samples lie in so many cells that each should hash the neighbors of its own, which takes as long as
    /// about four shared neighborhoods.
    #[inline(always)]
    pub fn are_apart(&self) -> bool {
        // Four samples decide. Comparing all would take a twentieth of the time of wide cells.
        let differ = |from: usize, to: usize| self.cells.iter().any(|cells| cells[from] != cells[to]);
        differ(0, B / 3) && differ(B / 3, 2 * B / 3) && differ(2 * B / 3, B - 1)
    }

    /// The first sample that is not done, together with the samples in the same cell with the same jitter; the mask
    /// marks these, and all other samples are replaced by copies of the first. Marks them as done. Mostly these are
    /// all samples; if they are `apart`, they always are.
    #[inline(always)]
    pub fn next_together(&self, apart: bool, done: &mut [bool; B]) -> Option<(Self, [bool; B])> {
        let index = done.iter().position(|done| !done)?;
        if apart {
            *done = [true; B];
            return Some((Query { ..*self }, *done));
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
        Some((query, alike))
    }
}

/// The coordinate along an axis of the point in a cell with its lower corner at `corner`.
///
/// Coordinates are derived from the hash, so that a point is stored as its hash alone.
#[inline(always)]
pub(super) fn point(axis: usize, corner: f32, hash: u32, jitter: f32) -> f32 {
    // In [-1/2, 1/2).
    let shift = (hash::nth_number(hash, axis) as i32 >> 8) as f32 * (1.0 / 16_777_216.0);
    (corner + 0.5) + shift * jitter
}
