//! The search for feature points: all that can matter, and few others.

use super::place;
use super::query::{Collector, Point, Query};
use crate::hash;

/// Offers a collector every cell that can change its result, by branch and bound.
///
/// Along each axis, time first and x last, cells are visited in the order 0, 1, -1, 2, -2, ... If neither the next
/// cell up nor the next one down can matter, no further one can. A cell that one sample could skip may be offered
/// because of another sample; its point costs too much to change the result.
///
/// Cells up to `known` steps away along all axes are left out; -1 leaves out none.
#[inline(always)]
pub(super) fn search<const D: usize, const B: usize>(
    query: &Query<D, B>,
    known: i32,
    collector: &mut impl Collector<D, B>,
) {
    let mut step = [0; D];
    // The number of successive cells skipped along each axis.
    let mut skipped = [0; D];
    // For the axes from each index on, the least cost and the hash state. Four axes, and the initial state.
    let mut least = [[0.0; B]; 5];
    let mut states = [[query.start; B]; 5];
    let mut axis = D - 1;
    loop {
        if skipped[axis] == 2 {
            axis += 1;
            if axis == D {
                return;
            }
            step[axis] = after(step[axis]);
            continue;
        }
        if axis == 0 && step.iter().all(|step| step.abs() <= known) {
            step[0] = after(step[0]);
            continue;
        }
        let mut outside = [0.0; B];
        for i in 0..B {
            outside[i] = query.outside(i, axis, step[axis]);
        }
        least[axis] = query.metric.extend_all(&least[axis + 1], &outside, &query.exponents);
        let mut matters = false;
        for i in 0..B {
            matters |= least[axis][i] <= collector.worst()[i];
        }
        if !matters {
            skipped[axis] += 1;
            step[axis] = after(step[axis]);
            continue;
        }
        skipped[axis] = 0;
        let (mut hashes, cells) = ([0; B], query.cells(axis, [step[axis]; B]));
        for i in 0..B {
            let (state, cell) = (states[axis + 1][i], cells[i]);
            hashes[i] = if axis == 0 { hash::finish(state, cell) } else { hash::absorb(state, cell) };
        }
        if axis == 0 {
            let mut offsets = [[0.0; B]; D];
            for i in 0..B {
                let offset = query.offset(i, step.map(|step| step as f32), hashes[i]);
                for axis in 0..D {
                    offsets[axis][i] = offset[axis];
                }
            }
            let (costs, place) = (query.costs(&offsets), place::of(step));
            for i in 0..B {
                let mut offset = [0.0; D];
                for axis in 0..D {
                    offset[axis] = offsets[axis][i];
                }
                collector.offer::<false>(i, &Point { place, hash: hashes[i], offset, cost: costs[i] });
            }
            step[0] = after(step[0]);
        } else {
            states[axis] = hashes;
            axis -= 1;
            step[axis] = 0;
            skipped[axis] = 0;
        }
    }
}

/// The next step in the order 0, 1, -1, 2, -2, ...
#[inline(always)]
pub(super) fn after(step: i32) -> i32 {
    if step > 0 { -step } else { 1 - step }
}
