//! The feature points around one cell, for all samples in the cell.
//!
//! Those of the cell and its neighbors are computed together. Those two steps away along some axis are computed when a
//! sample needs them, in slabs: two for each axis.

use std::ops::Range;

use super::metric::Metric;
use super::query::{Collector, Point, Query, point};
use crate::hash;
use crate::math;
use crate::period::Periods;

/// The steps along an axis, in the order of the search.
const ORDER: [i32; 5] = [0, 1, -1, 2, -2];
/// Room for the points of all cells up to two steps away in four dimensions.
const CAPACITY: usize = 672;
/// The number of points that are offered together.
const TOGETHER: usize = 3;
/// The number of points that are computed together, at most.
const LANES: usize = 8;
/// The coordinates of points that fill up parts: too far away for any sample.
const NOWHERE: f32 = 1e18;

/// The points around a cell, in the order in which a search finds them within each part.
pub(super) struct Neighborhood<const D: usize> {
    /// The cell and the bits of the jitter that the points belong to; `None` before the first cell.
    key: Option<([i32; D], u32)>,
    /// The slabs that are computed, a bit for each.
    slabs: u32,
    hashes: [u32; CAPACITY],
    /// The positions of the points, from the cell's lower corner.
    points: [[f32; CAPACITY]; D],
    /// Lower bounds of the costs of the points for the samples that are searched together.
    least: [f32; CAPACITY],
}

/// A part of the points: those of the cell and its neighbors, or a slab.
#[derive(Clone, Copy)]
struct Part {
    start: usize,
    end: usize,
}

impl Part {
    /// The indices of the points, and of some that do not exist, to a multiple of [`LANES`].
    const fn whole(self) -> Range<usize> {
        self.start..self.start + (self.end - self.start).next_multiple_of(LANES)
    }
}

impl<const D: usize> Default for Neighborhood<D> {
    fn default() -> Self {
        Neighborhood {
            key: None,
            slabs: 0,
            hashes: [0; CAPACITY],
            points: [[0.0; CAPACITY]; D],
            least: [0.0; CAPACITY],
        }
    }
}

impl<const D: usize> Neighborhood<D> {
    const NEAR: Part = Part { start: 0, end: 3usize.pow(D as u32) };
    /// The slab two steps up along each axis at twice the axis, and the one two steps down after it.
    const SLABS: [Part; 8] = {
        let (mut slabs, mut start, mut slab) = ([Self::NEAR; 8], Self::NEAR.whole().end, 0);
        while slab < 2 * D {
            slabs[slab] = Part { start, end: start + Self::points_of_slab(slab).next_multiple_of(TOGETHER) };
            (start, slab) = (slabs[slab].whole().end, slab + 1);
        }
        slabs
    };
    /// The steps to each point's cell along each axis.
    const STEPS: &[[i32; CAPACITY]; D] = &Self::TABLE.0;
    /// The rank of each point in the order of the search, times `CAPACITY`, plus its index. `i32::MAX` for points that
    /// do not exist.
    const MARKS: &[i32; CAPACITY] = &Self::TABLE.1;
    const TABLE: ([[i32; CAPACITY]; D], [i32; CAPACITY]) = {
        let (mut steps, mut marks) = ([[0; CAPACITY]; D], [i32::MAX; CAPACITY]);
        let mut k = 0;
        while k < Self::NEAR.end {
            Self::place(&mut steps, &mut marks, k, k, D, 0);
            k += 1;
        }
        let mut slab = 0;
        while slab < 2 * D {
            let mut nth = 0;
            while nth < Self::points_of_slab(slab) {
                Self::place(&mut steps, &mut marks, Self::SLABS[slab].start + nth, nth, slab / 2, 3 + slab % 2);
                nth += 1;
            }
            slab += 1;
        }
        (steps, marks)
    };

    /// The points of a slab: one step to either side along the axes before its own, two along those after it.
    const fn points_of_slab(slab: usize) -> usize {
        3usize.pow(slab as u32 / 2) * 5usize.pow(D as u32 - 1 - slab as u32 / 2)
    }

    /// Notes the `nth` point of a part at index `k`. Along the axis `along`, its step has the given place in the order.
    const fn place(
        steps: &mut [[i32; CAPACITY]; D],
        marks: &mut [i32; CAPACITY],
        k: usize,
        nth: usize,
        along: usize,
        place: usize,
    ) {
        let (mut axis, mut rest, mut rank, mut weight) = (0, nth, 0, 1);
        while axis < D {
            let side = if axis < along { 3 } else { 5 };
            let own = if axis == along { place } else { rest % side };
            rest = if axis == along { rest } else { rest / side };
            steps[axis][k] = ORDER[own];
            (rank, weight, axis) = (rank + own * weight, weight * ORDER.len(), axis + 1);
        }
        marks[k] = (rank * CAPACITY + k) as i32;
    }

    /// Computes the neighborhood of the first sample's cell, unless it is the current one. The start and the periods
    /// must not change.
    #[inline(always)]
    pub fn enter<const B: usize>(&mut self, query: &Query<D, B>) {
        let key = Some((query.cells.map(|cells| cells[0]), query.jitter[0].to_bits()));
        if self.key != key {
            (self.key, self.slabs) = (key, 0);
            self.fill(Self::NEAR, query);
        }
    }

    /// Computes the points of a part.
    #[inline(always)]
    fn fill<const B: usize>(&mut self, part: Part, query: &Query<D, B>) {
        let range = part.whole();
        let hashes = &mut self.hashes[range.clone()];
        hashes.fill(query.start);
        // Each hash is computed from its start: sharing states would be less work but take longer.
        for axis in (0..D).rev() {
            let (steps, cell) = (&Self::STEPS[axis][range.clone()], query.cells[axis][0]);
            // The choice is made outside of the loops.
            match query.periods {
                None => absorb(hashes, steps, axis, |step| cell.wrapping_add(step)),
                Some(Periods(periods)) => {
                    absorb(hashes, steps, axis, |step| periods[axis].wrap(cell.wrapping_add(step)))
                }
            }
        }
        let (marks, jitter) = (&Self::MARKS[range.clone()], query.jitter[0]);
        for axis in 0..D {
            let (steps, points) = (&Self::STEPS[axis][range.clone()], &mut self.points[axis][range.clone()]);
            for k in 0..points.len() {
                let found = point(axis, steps[k] as f32, hashes[k], jitter);
                points[k] = if marks[k] < i32::MAX { found } else { NOWHERE };
            }
        }
    }

    /// Offers all points to samples in the cell that may matter, and are at most two steps away. Returns whether points
    /// further away may matter, too.
    #[inline(always)]
    pub fn offer<const B: usize, C: Collector<D, B>>(&mut self, query: &Query<D, B>, collector: &mut C) -> bool {
        self.offer_part::<true, B, C>(Self::NEAR, query, collector);
        let mut offered = 0;
        while query.needs_more(2, collector.worst()) {
            let slabs = query.sides(2, collector.worst()) & !offered;
            if slabs == 0 {
                return query.needs_more(3, collector.worst());
            }
            // One at a time: further ones may no longer matter.
            let slab = slabs.trailing_zeros();
            let part = Self::SLABS[slab as usize];
            if self.slabs >> slab & 1 == 0 {
                self.slabs |= 1 << slab;
                self.fill(part, query);
            }
            self.offer_part::<false, B, C>(part, query, collector);
            offered |= 1 << slab;
        }
        false
    }

    #[inline(always)]
    fn offer_part<const NEAR: bool, const B: usize, C: Collector<D, B>>(
        &mut self,
        part: Part,
        query: &Query<D, B>,
        collector: &mut C,
    ) {
        if C::IS_COSTLY_TO_ACCEPT {
            self.offer_few(part, query, collector);
            return;
        }
        // The metric is selected before the loop.
        match query.metric {
            Metric::Euclidean | Metric::EuclideanSquared => {
                self.offer_by::<NEAR, B, C>(part, Metric::Euclidean, query, collector);
            }
            Metric::Manhattan => self.offer_by::<NEAR, B, C>(part, Metric::Manhattan, query, collector),
            Metric::Chebyshev => self.offer_by::<NEAR, B, C>(part, Metric::Chebyshev, query, collector),
            Metric::Minkowski => self.offer_by::<NEAR, B, C>(part, Metric::Minkowski, query, collector),
        }
    }

    #[inline(always)]
    fn offer_by<const NEAR: bool, const B: usize, C: Collector<D, B>>(
        &self,
        part: Part,
        metric: Metric,
        query: &Query<D, B>,
        collector: &mut C,
    ) {
        for k in (part.start..part.end).step_by(TOGETHER) {
            // Three points at a time: a short loop over samples would be unrolled, and then vectorized poorly.
            for i in 0..B {
                collector.offer::<NEAR>(i, &self.point(metric, query, i, k));
                collector.offer::<NEAR>(i, &self.point(metric, query, i, k + 1));
                collector.offer::<NEAR>(i, &self.point(metric, query, i, k + 2));
            }
        }
    }

    /// Offers the points that may change the result of a sample, by straight distance.
    #[inline(always)]
    fn offer_few<const B: usize, C: Collector<D, B>>(&mut self, part: Part, query: &Query<D, B>, collector: &mut C) {
        // First all points are compared with the box that the samples fill.
        let ends = query.ends();
        let range = part.whole();
        let least = &mut self.least[range.clone()];
        least.fill(0.0);
        for axis in (0..D).rev() {
            let (points, [low, high]) = (&self.points[axis][range.clone()], ends[axis]);
            for k in 0..least.len() {
                // Rounding is monotonic, so that no cost is less.
                let outside = math::max(math::max(low - points[k], points[k] - high), 0.0);
                least[k] += outside * outside;
            }
        }
        collector.exclude(&self.hashes[range.clone()], least);
        let mut worst = greatest(collector.worst());
        for k in part.start..part.end {
            if self.least[k] > worst {
                continue;
            }
            let mut any = false;
            for i in 0..B {
                any |= self.point(Metric::Euclidean, query, i, k).cost <= collector.worst()[i];
            }
            if any {
                for i in 0..B {
                    collector.offer::<true>(i, &self.point(Metric::Euclidean, query, i, k));
                }
                worst = greatest(collector.worst());
            }
        }
    }

    /// A point relative to sample `i`.
    #[inline(always)]
    fn point<const B: usize>(&self, metric: Metric, query: &Query<D, B>, i: usize, k: usize) -> Point<D> {
        let (mut step, mut offset) = ([0; D], [0.0; D]);
        for axis in 0..D {
            step[axis] = Self::STEPS[axis][k];
            offset[axis] = self.points[axis][k] - query.within[axis][i];
        }
        let cost = query.cost(metric, i, &offset);
        Point { step, hash: self.hashes[k], offset, cost, mark: Self::MARKS[k] }
    }

    /// The hashes of points, and the steps to their cells, by their marks.
    #[inline(always)]
    pub fn marked<const B: usize>(&self, marks: &[i32; B]) -> ([u32; B], [[f32; B]; D]) {
        let (mut hashes, mut steps) = ([0; B], [[0.0; B]; D]);
        for i in 0..B {
            let k = marks[i] as usize % CAPACITY;
            hashes[i] = self.hashes[k];
            for axis in 0..D {
                steps[axis][i] = Self::STEPS[axis][k] as f32;
            }
        }
        (hashes, steps)
    }
}

/// Absorbs cells at steps along an axis into hash states. The last axis, x, finishes them.
#[inline(always)]
fn absorb(states: &mut [u32], steps: &[i32], axis: usize, cell: impl Fn(i32) -> i32) {
    let steps = &steps[..states.len()];
    for k in 0..states.len() {
        let cell = cell(steps[k]);
        states[k] = if axis > 0 { hash::absorb(states[k], cell) } else { hash::finish(states[k], cell) };
    }
}

/// The greatest of several costs.
#[inline(always)]
fn greatest<const B: usize>(costs: &[f32; B]) -> f32 {
    // Bits of costs are ordered as the costs are.
    let mut bits = 0;
    for i in 0..B {
        bits = bits.max(costs[i].to_bits() as i32);
    }
    f32::from_bits(bits as u32)
}
