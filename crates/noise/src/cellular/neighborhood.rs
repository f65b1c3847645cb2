//! The feature points around one cell, for all samples in the cell.
//!
//! Those of the cell and its neighbors are computed together. Those two steps away along some axis are computed when a
//! sample needs them, in slabs: two for each axis.

use std::ops::Range;

use super::bounds::{LANES, nth_least, up_to_all};
use super::metric::Metric;
use super::place;
use super::query::{Collector, Point, Points, Query, greatest, point};
use crate::hash;
use crate::level::{Compiled, VectorKernel, Vectors};
use crate::math;
use crate::period::Periods;

/// The steps along an axis, in the order of the search.
const ORDER: [i32; 5] = [0, 1, -1, 2, -2];
/// Room for the points of all cells up to two steps away in four dimensions.
const CAPACITY: usize = 672;
/// Room for the points of any part, and to fill up the last ones that are offered together.
const MOST_CHOSEN: usize = 132;
/// The number of points that are offered together.
const TOGETHER: usize = 3;
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
    /// Lower and upper bounds of the costs of the points for the samples that are searched together.
    least: [f32; CAPACITY],
    most: [f32; CAPACITY],
    /// The indices of the points of a part that are offered, and their number.
    chosen: [u16; MOST_CHOSEN],
    count: usize,
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
            most: [0.0; CAPACITY],
            chosen: [0; MOST_CHOSEN],
            count: 0,
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
    /// The place of each point's cell. `i32::MAX` for points that do not exist.
    const PLACES: &[i32; CAPACITY] = &Self::TABLE.1;
    const TABLE: ([[i32; CAPACITY]; D], [i32; CAPACITY]) = {
        let (mut steps, mut places) = ([[0; CAPACITY]; D], [i32::MAX; CAPACITY]);
        let mut k = 0;
        while k < Self::NEAR.end {
            Self::place(&mut steps, &mut places, k, k, D, 0);
            k += 1;
        }
        let mut slab = 0;
        while slab < 2 * D {
            let mut nth = 0;
            while nth < Self::points_of_slab(slab) {
                Self::place(&mut steps, &mut places, Self::SLABS[slab].start + nth, nth, slab / 2, 3 + slab % 2);
                nth += 1;
            }
            slab += 1;
        }
        (steps, places)
    };

    /// The points of a slab: one step to either side along the axes before its own, two along those after it.
    const fn points_of_slab(slab: usize) -> usize {
        3usize.pow(slab as u32 / 2) * 5usize.pow(D as u32 - 1 - slab as u32 / 2)
    }

    /// Notes the `nth` point of a part at index `k`. Along the axis `fixed`, its step has the given rank in the order.
    const fn place(
        steps: &mut [[i32; CAPACITY]; D],
        places: &mut [i32; CAPACITY],
        k: usize,
        nth: usize,
        fixed: usize,
        rank: usize,
    ) {
        let (mut own, mut rest, mut axis) = ([0; D], nth, 0);
        while axis < D {
            if axis == fixed {
                own[axis] = ORDER[rank];
            } else {
                let side = if axis < fixed { 3 } else { 5 };
                own[axis] = ORDER[rest % side];
                rest /= side;
            }
            steps[axis][k] = own[axis];
            axis += 1;
        }
        places[k] = place::of(own);
    }

    /// Computes the neighborhood of the first sample's cell, unless it is the current one. The start and the periods
    /// must not change.
    #[inline(always)]
    pub fn enter<const B: usize, L: Compiled>(&mut self, query: &Query<D, B>) {
        let key = Some((query.cells.map(|cells| cells[0]), query.jitter[0].to_bits()));
        if self.key != key {
            (self.key, self.slabs) = (key, 0);
            L::run(Fill { near: self, part: Self::NEAR, query });
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
                    let cell = periods[axis].wrap(cell);
                    absorb(hashes, steps, axis, |step| periods[axis].near(cell, step));
                }
            }
        }
        let (places, jitter) = (&Self::PLACES[range.clone()], query.jitter[0]);
        for axis in 0..D {
            let (steps, points) = (&Self::STEPS[axis][range.clone()], &mut self.points[axis][range.clone()]);
            for k in 0..points.len() {
                let found = point(axis, steps[k] as f32, hashes[k], jitter);
                points[k] = if places[k] < i32::MAX { found } else { NOWHERE };
            }
        }
    }

    /// Offers all points to samples in the cell that may matter, and are at most two steps away. Returns whether points
    /// further away may matter, too.
    #[inline(always)]
    pub fn offer<const B: usize, L: Compiled, C: Collector<D, B>>(
        &mut self,
        query: &Query<D, B>,
        collector: &mut C,
    ) -> bool {
        self.offer_part::<true, B, L, C>(Self::NEAR, query, collector);
        let mut offered = 0;
        loop {
            let sides = query.sides::<L>(2, collector.worst());
            if sides & !offered == 0 {
                return sides != 0 && query.sides::<L>(3, collector.worst()) != 0;
            }
            // One at a time: further ones may no longer matter.
            let slab = (sides & !offered).trailing_zeros();
            let part = Self::SLABS[slab as usize];
            if self.slabs >> slab & 1 == 0 {
                self.slabs |= 1 << slab;
                L::run(Fill { near: self, part, query });
            }
            self.offer_part::<false, B, L, C>(part, query, collector);
            offered |= 1 << slab;
        }
    }

    #[inline(always)]
    fn offer_part<const NEAR: bool, const B: usize, L: Compiled, C: Collector<D, B>>(
        &mut self,
        part: Part,
        query: &Query<D, B>,
        collector: &mut C,
    ) {
        if C::IS_LARGE {
            return Few::<NEAR, D, B> { near: self, part, query }.offer(collector);
        }
        if C::IS_COSTLY_TO_ACCEPT {
            L::run((collector, Few::<NEAR, D, B> { near: self, part, query }));
            return;
        }
        match query.metric {
            Metric::Euclidean | Metric::EuclideanSquared => {
                L::run((collector, Chosen::<NEAR, 0, D, B> { near: self, part, query }));
            }
            Metric::Manhattan => L::run((collector, Chosen::<NEAR, 1, D, B> { near: self, part, query })),
            Metric::Chebyshev => L::run((collector, Chosen::<NEAR, 2, D, B> { near: self, part, query })),
            Metric::Minkowski => L::run((collector, All::<NEAR, D, B> { near: self, part, query })),
        }
    }

    /// Computes bounds of the costs of a part's points from all positions between the ends: the upper ones if `MOST`.
    ///
    /// Along each axis a point is at least as far from a position as from the end on its side, and at most as far as
    /// from the other end. Costs grow with distances. As rounding is monotonic, this holds for floats, too.
    #[inline(always)]
    fn bound<const MOST: bool>(&mut self, part: Part, metric: Metric, ends: &[[f32; 2]; D]) {
        let range = part.whole();
        let (least, most) = (&mut self.least[range.clone()], &mut self.most[range.clone()]);
        least.fill(0.0);
        if MOST {
            most.fill(0.0);
        }
        for axis in (0..D).rev() {
            let (points, [low, high]) = (&self.points[axis][range.clone()], ends[axis]);
            let most = &mut most[..least.len()];
            for k in 0..least.len() {
                let (above, below) = (points[k] - low, high - points[k]);
                least[k] = metric.extend(least[k], math::max(-math::min(above, below), 0.0), 0.0);
                if MOST {
                    most[k] = metric.extend(most[k], math::max(above, below), 0.0);
                }
            }
        }
    }

    /// Chooses the points of a part whose lower bounds are no greater.
    #[inline(always)]
    fn choose(&mut self, part: Part, bound: f32) {
        let (range, mut count) = (part.whole(), 0);
        for start in range.clone().step_by(32) {
            let mut mask = up_to_all(bound, &self.least[start..range.end.min(start + 32)]);
            while mask != 0 {
                self.chosen[count] = start as u16 + mask.trailing_zeros() as u16;
                (mask, count) = (mask & (mask - 1), count + 1);
            }
        }
        self.count = count;
        // A point that does not exist.
        self.chosen[count..count.next_multiple_of(TOGETHER)].fill(Self::NEAR.end as u16);
    }

    /// A point relative to sample `i`.
    #[inline(always)]
    fn point<const B: usize>(&self, metric: Metric, query: &Query<D, B>, i: usize, k: usize) -> Point<D> {
        let mut offset = [0.0; D];
        for axis in 0..D {
            offset[axis] = self.points[axis][k] - query.within[axis][i];
        }
        let cost = query.cost(metric, i, &offset);
        Point { place: Self::PLACES[k], hash: self.hashes[k], offset, cost }
    }
}

/// Computes the points of a part.
struct Fill<'a, const D: usize, const B: usize> {
    near: &'a mut Neighborhood<D>,
    part: Part,
    query: &'a Query<'a, D, B>,
}

impl<const D: usize, const B: usize> VectorKernel for Fill<'_, D, B> {
    #[inline(always)]
    fn run<const W: usize, V: Vectors<W>>(self) {
        self.near.fill(self.part, self.query);
    }
}

// The ways to offer points. With a collector they are tuples, so that each is compiled with the module of the
// collector. The collector is copied: the compiler keeps a copy in registers, as nothing can point to it.

/// Offers those points of a part that may be among the nearest ones, by the metric with an index.
struct Chosen<'a, const NEAR: bool, const METRIC: usize, const D: usize, const B: usize> {
    near: &'a mut Neighborhood<D>,
    part: Part,
    query: &'a Query<'a, D, B>,
}

/// Chooses points of a part by any metric without exponents.
struct Choose<'a, const D: usize, const B: usize> {
    near: &'a mut Neighborhood<D>,
    part: Part,
    query: &'a Query<'a, D, B>,
    bound: f32,
}

impl<const D: usize, const B: usize> VectorKernel for Choose<'_, D, B> {
    #[inline(always)]
    fn run<const W: usize, V: Vectors<W>>(self) {
        let Choose { near, part, query, bound } = self;
        match query.metric {
            Metric::Manhattan => near.bound::<false>(part, Metric::Manhattan, &query.ends()),
            Metric::Chebyshev => near.bound::<false>(part, Metric::Chebyshev, &query.ends()),
            _ => near.bound::<false>(part, Metric::Euclidean, &query.ends()),
        }
        near.choose(part, bound);
    }
}

/// The metrics without exponents.
const METRICS: [Metric; 3] = [Metric::Euclidean, Metric::Manhattan, Metric::Chebyshev];

impl<const NEAR: bool, const METRIC: usize, const D: usize, const B: usize, C: Collector<D, B>> VectorKernel
    for (&mut C, Chosen<'_, NEAR, METRIC, D, B>)
{
    #[inline(always)]
    fn run<const W: usize, V: Vectors<W>>(self) {
        let (out, Chosen { near, part, query }) = self;
        let (mut collector, metric) = (*out, const { METRICS[METRIC] });
        let bound = greatest(collector.worst());
        let whole = Neighborhood::<D>::NEAR.whole();
        if !NEAR {
            V::run(Choose { near: &mut *near, part, query, bound });
            for together in near.chosen.as_chunks().0.iter().take(near.count.div_ceil(TOGETHER)) {
                offer_together::<NEAR, D, B, C>(near, metric, query, &mut collector, together.map(usize::from));
            }
        } else if D == 2 {
            // All nine: bounds take longer.
            for k in (0..Neighborhood::<D>::NEAR.end).step_by(TOGETHER) {
                offer_together::<NEAR, D, B, C>(near, metric, query, &mut collector, [k, k + 1, k + 2]);
            }
        } else {
            near.bound::<true>(Neighborhood::<D>::NEAR, metric, &query.ends());
            let bound = nth_least(C::RANKS, &near.most[whole.clone()]);
            // Points are collected until there are enough; the last ones are joined by one that does not exist.
            let (mut together, mut count) = ([Neighborhood::<D>::NEAR.end; TOGETHER], 0);
            for start in whole.clone().step_by(32) {
                let mut mask = up_to_all(bound, &near.least[start..whole.end.min(start + 32)]);
                while mask != 0 {
                    together[count] = start + mask.trailing_zeros() as usize;
                    (mask, count) = (mask & (mask - 1), count + 1);
                    if count == TOGETHER {
                        offer_together::<NEAR, D, B, C>(near, metric, query, &mut collector, together);
                        (together, count) = ([Neighborhood::<D>::NEAR.end; TOGETHER], 0);
                    }
                }
            }
            if count > 0 {
                offer_together::<NEAR, D, B, C>(near, metric, query, &mut collector, together);
            }
        }
        *out = collector;
    }
}

/// Offers three points: a short loop over samples would be unrolled, and then vectorized poorly.
#[inline(always)]
fn offer_together<const IN_ORDER: bool, const D: usize, const B: usize, C: Collector<D, B>>(
    near: &Neighborhood<D>,
    metric: Metric,
    query: &Query<D, B>,
    collector: &mut C,
    [first, second, third]: [usize; TOGETHER],
) {
    for i in 0..B {
        collector.offer::<IN_ORDER>(i, &near.point(metric, query, i, first));
        collector.offer::<IN_ORDER>(i, &near.point(metric, query, i, second));
        collector.offer::<IN_ORDER>(i, &near.point(metric, query, i, third));
    }
}

/// Offers those points of a part that may change the result of a sample, by straight distance.
struct Few<'a, const NEAR: bool, const D: usize, const B: usize> {
    near: &'a mut Neighborhood<D>,
    part: Part,
    query: &'a Query<'a, D, B>,
}

impl<const NEAR: bool, const D: usize, const B: usize> Few<'_, NEAR, D, B> {
    #[inline(always)]
    fn offer<C: Collector<D, B>>(self, collector: &mut C) {
        let Few { near, part, query } = self;
        let part = if NEAR { Neighborhood::<D>::NEAR } else { part };
        near.bound::<false>(part, Metric::Euclidean, &query.ends());
        let range = part.whole();
        collector.exclude(&near.hashes[range.clone()], &mut near.least[range.clone()]);
        let mut worst = greatest(collector.worst());
        for start in range.clone().step_by(32) {
            let mut mask = up_to_all(worst, &near.least[start..range.end.min(start + 32)]);
            while mask != 0 {
                let k = start + mask.trailing_zeros() as usize;
                mask &= mask - 1;
                if near.least[k] > worst {
                    continue;
                }
                let mut any = false;
                for i in 0..B {
                    any |= near.point(Metric::Euclidean, query, i, k).cost <= collector.worst()[i];
                }
                if any {
                    for i in 0..B {
                        collector.offer::<true>(i, &near.point(Metric::Euclidean, query, i, k));
                    }
                    worst = greatest(collector.worst());
                }
            }
        }
    }
}

impl<const NEAR: bool, const D: usize, const B: usize, C: Collector<D, B>> VectorKernel
    for (&mut C, Few<'_, NEAR, D, B>)
{
    #[inline(always)]
    fn run<const W: usize, V: Vectors<W>>(self) {
        let (out, few) = self;
        let mut collector = *out;
        few.offer(&mut collector);
        *out = collector;
    }
}

/// Offers all points of a part, by any metric.
struct All<'a, const NEAR: bool, const D: usize, const B: usize> {
    near: &'a Neighborhood<D>,
    part: Part,
    query: &'a Query<'a, D, B>,
}

impl<const NEAR: bool, const D: usize, const B: usize, C: Collector<D, B>> VectorKernel
    for (&mut C, All<'_, NEAR, D, B>)
{
    #[inline(always)]
    fn run<const W: usize, V: Vectors<W>>(self) {
        let (out, All { near, part, query }) = self;
        let (mut collector, mut points) = (*out, Points::NONE);
        for k in part.start..part.end {
            (points.place, points.hashes) = (Neighborhood::<D>::PLACES[k], [near.hashes[k]; B]);
            for axis in 0..D {
                for i in 0..B {
                    points.offsets[axis][i] = near.points[axis][k] - query.within[axis][i];
                }
            }
            points.costs = query.costs::<V>(&points.offsets);
            collector.offer_all::<NEAR>(&points);
        }
        *out = collector;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::hash;
    use crate::level::Baseline;
    use crate::random::unit;

    fn random(numbers: [i32; 3]) -> f32 {
        unit(hash(1, numbers))
    }

    fn no_cost_is_outside_its_bounds<const D: usize>(metric: Metric) {
        for round in 0..50 {
            // Some samples lie on faces of the cell.
            let position = [0, 1, 2, 3].map(|axis| {
                std::array::from_fn::<f32, 16, _>(|i| (random([round, axis, i as i32]) * 1.2 - 0.1).clamp(0.0, 1.0))
            });
            let position: [[f32; 16]; D] =
                std::array::from_fn(|axis| position[axis].map(|x| x.min(1.0f32.next_down())));
            let query = Query::new(7, &None, metric, &position, [random([round, 9, 9]); 16], [1.0; 16]);
            let mut near = Neighborhood::<D>::default();
            near.enter::<16, Baseline>(&query);
            near.bound::<true>(Neighborhood::<D>::NEAR, metric, &query.ends());
            let range = Neighborhood::<D>::NEAR.whole();
            for i in 0..16 {
                let mut costs = Vec::new();
                for k in range.clone() {
                    let cost = near.point(metric, &query, i, k).cost;
                    assert!(near.least[k] <= cost && cost <= near.most[k], "{metric:?}: {cost}");
                    costs.push(cost);
                }
                costs.sort_unstable_by(f32::total_cmp);
                for ranks in 1..=4 {
                    let bound = nth_least(ranks, &near.most[range.clone()]);
                    assert!(costs[ranks - 1] <= bound && bound < NOWHERE, "{metric:?}, rank {ranks}: {bound}");
                }
            }
        }
    }

    #[test]
    fn bounds_contain_the_costs_of_all_samples() {
        for metric in [Metric::Euclidean, Metric::Manhattan, Metric::Chebyshev] {
            no_cost_is_outside_its_bounds::<2>(metric);
            no_cost_is_outside_its_bounds::<3>(metric);
            no_cost_is_outside_its_bounds::<4>(metric);
        }
    }
}
