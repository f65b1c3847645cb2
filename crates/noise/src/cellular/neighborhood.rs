//! The feature points around one cell, for all samples in the cell.

use super::metric::Metric;
use super::query::{Collector, Point, Query, Steps, point};
use crate::hash;
use crate::period::{self, Periods};

/// The steps to the neighbors along an axis, in the order of the search.
pub(super) const ORDER: [i32; 3] = [0, 1, -1];
/// Room for 3 cells to a side in four dimensions, in whole vectors.
const CAPACITY: usize = 96;

/// The points of a cell and of its neighbors, in the order in which a search finds them.
pub(super) struct Neighborhood<const D: usize> {
    /// The cell and the bits of the jitter that the points belong to; `None` before the first cell.
    key: Option<([i32; D], u32)>,
    hashes: [u32; CAPACITY],
    /// The positions of the points, from the cell's lower corner.
    points: [[f32; CAPACITY]; D],
}

impl<const D: usize> Default for Neighborhood<D> {
    fn default() -> Self {
        Neighborhood { key: None, hashes: [0; CAPACITY], points: [[0.0; CAPACITY]; D] }
    }
}

impl<const D: usize> Neighborhood<D> {
    pub const COUNT: usize = 3usize.pow(D as u32);
    /// The steps to each point's cell, along each axis.
    const STEPS: [[i32; CAPACITY]; D] = {
        let mut steps = [[0; CAPACITY]; D];
        let mut k = 0;
        while k < CAPACITY {
            let (mut axis, mut rest) = (0, k);
            while axis < D {
                steps[axis][k] = ORDER[rest % 3];
                (axis, rest) = (axis + 1, rest / 3);
            }
            k += 1;
        }
        steps
    };

    /// The same, together.
    const STEPS_TOGETHER: [Steps; CAPACITY] = {
        let mut together = [Steps::NONE; CAPACITY];
        let mut k = 0;
        while k < CAPACITY {
            let (mut along, mut axis) = ([0; D], 0);
            while axis < D {
                along[axis] = Self::STEPS[axis][k];
                axis += 1;
            }
            together[k] = Steps::new(along);
            k += 1;
        }
        together
    };

    /// Computes the neighborhood of the first sample's cell.
    #[inline(always)]
    pub fn enter<const B: usize>(&mut self, query: &Query<D, B>) {
        self.enter_cell(query.start, *query.periods, query.cells.map(|cells| cells[0]), query.jitter[0]);
    }

    /// Computes the neighborhood of a cell, unless it is the current one. The start and the periods must not change.
    #[inline(always)]
    fn enter_cell(&mut self, start: u32, periods: Option<Periods>, cell: [i32; D], jitter: f32) {
        let key = Some((cell, jitter.to_bits()));
        if self.key == key {
            return;
        }
        self.key = key;
        let mut cells = [[0; 3]; D];
        for axis in 0..D {
            cells[axis] = period::within(periods, axis, ORDER.map(|step| cell[axis].wrapping_add(step)));
        }
        // Each hash is computed from its start: sharing states would be less work but take longer.
        for k in 0..Self::COUNT.next_multiple_of(16) {
            let mut state = start;
            for axis in (0..D).rev() {
                let (step, [own, above, below]) = (Self::STEPS[axis][k], cells[axis]);
                let cell = if step == 0 {
                    own
                } else if step > 0 {
                    above
                } else {
                    below
                };
                state = if axis > 0 { hash::absorb(state, cell) } else { hash::finish(state, cell) };
            }
            self.hashes[k] = state;
            for axis in 0..D {
                self.points[axis][k] = point(axis, Self::STEPS[axis][k] as f32, state, jitter);
            }
        }
    }

    /// Offers all points to samples in the cell.
    #[inline(always)]
    pub fn offer<const B: usize, C: Collector<D, B>>(&self, metric: Metric, query: &Query<D, B>, collector: &mut C) {
        for k in (0..Self::COUNT).step_by(3) {
            if C::IS_COSTLY_TO_ACCEPT {
                for k in k..k + 3 {
                    let mut any = false;
                    for i in 0..B {
                        any |= self.point(metric, query, i, k).cost <= collector.worst()[i];
                    }
                    if any {
                        for i in 0..B {
                            collector.offer(i, &self.point(metric, query, i, k));
                        }
                    }
                }
                continue;
            }
            // Three points at a time: a short loop over samples would be unrolled, and then vectorized poorly.
            for i in 0..B {
                collector.offer(i, &self.point(metric, query, i, k));
                collector.offer(i, &self.point(metric, query, i, k + 1));
                collector.offer(i, &self.point(metric, query, i, k + 2));
            }
        }
    }

    /// A point relative to sample `i`.
    #[inline(always)]
    fn point<const B: usize>(&self, metric: Metric, query: &Query<D, B>, i: usize, k: usize) -> Point<D> {
        let mut offset = [0.0; D];
        for axis in 0..D {
            offset[axis] = self.points[axis][k] - query.within[axis][i];
        }
        let cost = query.cost(metric, i, &offset);
        Point { steps: Self::STEPS_TOGETHER[k], hash: self.hashes[k], offset, cost }
    }
}
