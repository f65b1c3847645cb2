//! The search for feature points that are not known yet: all that can matter, and few others.

use super::own;
use super::place;
use super::query::{Collector, Points, Query};
use crate::hash;
use crate::level::{Compiled, VectorKernel, Vectors};

/// Offers a collector every cell that can change its result, by branch and bound.
///
/// Along each axis, time first and x last, cells are visited in the order 0, 1, -1, 2, -2, ... If neither the next
/// cell up nor the next one down can matter, no further one can. A cell that one sample could skip may be offered
/// because of another sample; its point costs too much to change the result.
///
/// Cells up to `known` steps away along all axes are left out; -1 leaves out none. So are those that each sample
/// visited around its `own`.
///
/// With a collector it is a tuple, so that it is compiled with the module of the collector.
pub(super) struct Rest<'a, const D: usize, const B: usize> {
    pub query: &'a Query<'a, D, B>,
    pub known: i32,
    pub own: bool,
}

impl<const D: usize, const B: usize, C: Collector<D, B>> VectorKernel for (&mut C, Rest<'_, D, B>) {
    #[inline(always)]
    fn run<const W: usize, V: Vectors<W>>(self) {
        let (out, Rest { query, known, own }) = self;
        let (mut search, mut collector) = (Search::new(query, known, own), *out);
        loop {
            let worst = *collector.worst();
            if B == 1 {
                search.advance::<V>(query, &worst);
            } else {
                V::run(Advance { search: &mut search, query, worst: &worst });
            }
            if search.axis == D {
                break;
            }
            collector.offer_all::<false>(&search.points);
        }
        *out = collector;
    }
}

/// A search between two cells.
struct Search<const D: usize, const B: usize> {
    known: i32,
    own: bool,
    /// The axis along which the next step is; `D` at the end.
    axis: usize,
    step: [i32; D],
    /// The number of successive cells skipped along each axis.
    skipped: [i32; D],
    /// For the axes from each index on, the least cost and the hash state. Four axes, and the initial state.
    least: [[f32; B]; 5],
    states: [[u32; B]; 5],
    /// The points that are offered.
    points: Points<D, B>,
}

impl<const D: usize, const B: usize> Search<D, B> {
    #[inline(always)]
    fn new(query: &Query<D, B>, known: i32, own: bool) -> Self {
        Search {
            known,
            own,
            axis: D - 1,
            step: [0; D],
            skipped: [0; D],
            least: [[0.0; B]; 5],
            states: [[query.start; B]; 5],
            points: Points::NONE,
        }
    }

    /// Finds the points of the next cell that can matter.
    #[inline(always)]
    fn advance<L: Compiled>(&mut self, query: &Query<D, B>, worst: &[f32; B]) {
        let Search { known, own: around_own, axis, step, skipped, least, states, points } = self;
        loop {
            if skipped[*axis] == 2 {
                *axis += 1;
                if *axis == D {
                    return;
                }
                step[*axis] = after(step[*axis]);
                continue;
            }
            if *axis == 0 && step.iter().all(|step| step.abs() <= *known) {
                step[0] = after(step[0]);
                continue;
            }
            let mut outside = [0.0; B];
            for i in 0..B {
                outside[i] = query.outside(i, *axis, step[*axis]);
            }
            least[*axis] = query.metric.extend_all::<B, L>(&least[*axis + 1], &outside, &query.exponents);
            let mut matters = false;
            for i in 0..B {
                matters |= least[*axis][i] <= worst[i];
            }
            if !matters {
                skipped[*axis] += 1;
                step[*axis] = after(step[*axis]);
                continue;
            }
            skipped[*axis] = 0;
            let (mut hashes, cells) = ([0; B], query.cells(*axis, [step[*axis]; B]));
            for i in 0..B {
                let (state, cell) = (states[*axis + 1][i], cells[i]);
                hashes[i] = if *axis == 0 { hash::finish(state, cell) } else { hash::absorb(state, cell) };
            }
            if *axis > 0 {
                states[*axis] = hashes;
                *axis -= 1;
                step[*axis] = 0;
                skipped[*axis] = 0;
                continue;
            }
            for i in 0..B {
                let offset = query.offset(i, step.map(|step| step as f32), hashes[i]);
                for axis in 0..D {
                    points.offsets[axis][i] = offset[axis];
                }
            }
            (points.place, points.hashes) = (place::of(*step), hashes);
            points.costs = query.costs::<L>(&points.offsets);
            if *around_own {
                for i in 0..B {
                    points.costs[i] = if own::has_visited(query, i, step) { f32::INFINITY } else { points.costs[i] };
                }
            }
            step[0] = after(step[0]);
            return;
        }
    }
}

struct Advance<'a, const D: usize, const B: usize> {
    search: &'a mut Search<D, B>,
    query: &'a Query<'a, D, B>,
    worst: &'a [f32; B],
}

impl<const D: usize, const B: usize> VectorKernel for Advance<'_, D, B> {
    #[inline(always)]
    fn run<const W: usize, V: Vectors<W>>(self) {
        self.search.advance::<V>(self.query, self.worst);
    }
}

/// The next step in the order 0, 1, -1, 2, -2, ...
#[inline(always)]
pub(super) fn after(step: i32) -> i32 {
    if step > 0 { -step } else { 1 - step }
}
