//! The feature points that samples receive before a search: those of their cells and of the neighbors.

use super::metric::Metric;
use super::neighborhood::{Neighborhood, ORDER};
use super::query::{Collector, Point, Query, Steps};
use crate::hash;

/// The points that are known before a search.
pub(super) enum Known<'a, const D: usize> {
    /// There are none: a single sample needs few cells.
    None,
    /// All samples lie in one cell, which has this neighborhood.
    Shared(&'a Neighborhood<D>),
    /// The samples lie in different cells. Each hashes its own cell and the neighbors.
    Own,
}

impl<'a, const D: usize> Known<'a, D> {
    /// The points around samples in one cell, or in cells of their own if they are `apart`.
    #[inline(always)]
    pub fn around<const B: usize>(query: &Query<D, B>, apart: bool, near: &'a mut Neighborhood<D>) -> Self {
        if apart {
            return Known::Own;
        }
        near.enter(query);
        Known::Shared(near)
    }

    /// Offers all known points, in the order of a search. False if there are none.
    #[inline(always)]
    pub fn offer<const B: usize>(&self, query: &Query<D, B>, collector: &mut impl Collector<D, B>) -> bool {
        if matches!(self, Known::None) {
            return false;
        }
        // The metric is selected before the loops.
        match query.metric {
            Metric::Euclidean | Metric::EuclideanSquared => self.offer_by(Metric::Euclidean, query, collector),
            Metric::Manhattan => self.offer_by(Metric::Manhattan, query, collector),
            Metric::Chebyshev => self.offer_by(Metric::Chebyshev, query, collector),
            Metric::Minkowski => self.offer_by(Metric::Minkowski, query, collector),
        }
        true
    }

    #[inline(always)]
    fn offer_by<const B: usize>(&self, metric: Metric, query: &Query<D, B>, collector: &mut impl Collector<D, B>) {
        match self {
            Known::None => {}
            Known::Shared(near) => near.offer(metric, query, collector),
            Known::Own => offer_own(metric, query, collector),
        }
    }
}

/// Offers each sample the points of its own cell and of the neighbors.
#[inline(always)]
fn offer_own<const D: usize, const B: usize, C: Collector<D, B>>(
    metric: Metric,
    query: &Query<D, B>,
    collector: &mut C,
) {
    let mut cells = [[[0; B]; 3]; D];
    for axis in 0..D {
        for k in 0..3 {
            cells[axis][k] = query.cells(axis, [ORDER[k]; B]);
        }
    }
    // The hash states of the axes from each index on: four axes, and the initial state.
    let mut states = [[query.start; B]; 5];
    for k in (0..Neighborhood::<D>::COUNT).step_by(3) {
        let mut order = [0; D];
        let mut rest = k;
        for axis in 0..D {
            order[axis] = rest % 3;
            rest /= 3;
        }
        for axis in (1..D).rev() {
            // The states of an axis stay while the steps along the axes before it change.
            if order[..axis].iter().all(|order| *order == 0) {
                let cells = &cells[axis][order[axis]];
                for i in 0..B {
                    states[axis][i] = hash::absorb(states[axis + 1][i], cells[i]);
                }
            }
        }
        let mut step = order.map(|order| ORDER[order]);
        for x in 0..3 {
            step[0] = ORDER[x];
            // Not a call of `map` in the loops: without release optimizations the compiler would not vectorize them.
            let (steps, mut along) = (Steps::new(step), [0.0; D]);
            for axis in 0..D {
                along[axis] = step[axis] as f32;
            }
            let (cells, states) = (&cells[0][x], &states[1]);
            if C::IS_BOUNDED {
                let mut any = false;
                for i in 0..B {
                    let hash = hash::finish(states[i], cells[i]);
                    let offset = query.offset(i, along, hash);
                    any |= query.cost(metric, i, &offset) <= collector.worst()[i];
                }
                if !any {
                    continue;
                }
            }
            for i in 0..B {
                let hash = hash::finish(states[i], cells[i]);
                let offset = query.offset(i, along, hash);
                let cost = query.cost(metric, i, &offset);
                collector.offer(i, &Point { steps, hash, offset, cost });
            }
        }
    }
}
