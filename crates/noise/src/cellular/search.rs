//! The search for feature points: all that can matter, and few others.

use super::metric::Metric;
use crate::hash;
use crate::interpolant::Linear;
use crate::lattice::Place;
use crate::math;
use crate::period::{self, Periods};

/// Bounds are lowered by this factor, so that a power whose last bit is wrong does not make them too high.
const SLACK: f32 = 1.0 - 1.0 / 1_048_576.0;

/// `B` samples that are searched together.
pub(super) struct Site<const D: usize, const B: usize> {
    start: u32,
    periods: Option<Periods>,
    pub metric: Metric,
    /// The cell of each sample, and where in it the sample lies, in [0, 1].
    cells: [[i32; B]; D],
    within: [[f32; B]; D],
    jitter: [f32; B],
    pub exponents: [f32; B],
}

/// What a search is for.
pub(super) trait Harvest<const D: usize, const B: usize> {
    /// Cells all of whose points cost more than this cannot change the result of that sample. Never rises.
    fn worst(&self) -> &[f32; B];
    /// The point of the cell so many steps away from each sample's own, by its hash.
    fn offer(&mut self, site: &Site<D, B>, step: [i32; D], hashes: [u32; B]);
}

impl<const D: usize, const B: usize> Site<D, B> {
    #[inline(always)]
    pub fn new(
        seed: u32,
        periods: Option<Periods>,
        metric: Metric,
        position: &[[f32; B]; D],
        jitter: [f32; B],
        exponents: [f32; B],
    ) -> Self {
        let mut site = Site {
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
                let place = Place::endless::<Linear>(position[axis][i]);
                (site.cells[axis][i], site.within[axis][i]) = (place.point(0), place.offset);
            }
        }
        for i in 0..B {
            site.jitter[i] = math::clamp01(site.jitter[i]);
            site.exponents[i] = Metric::exponent(site.exponents[i]);
        }
        site
    }

    /// The coordinates along an axis of the cells so many steps away from each sample's own; within the first period,
    /// if there are periods.
    #[inline(always)]
    pub fn cells(&self, axis: usize, steps: [i32; B]) -> [i32; B] {
        let mut cells = steps;
        for i in 0..B {
            cells[i] = self.cells[axis][i].wrapping_add(steps[i]);
        }
        period::within(self.periods, axis, cells)
    }

    /// The point of a cell whose lower corner has the coordinate `corner`, along one axis.
    ///
    /// Coordinates are shares of the hash, which is all that is to be kept of a point.
    #[inline(always)]
    pub fn point(&self, axis: usize, corner: [f32; B], hashes: &[u32; B]) -> [f32; B] {
        let mut point = [0.0; B];
        for i in 0..B {
            // In [-1/2, 1/2).
            let shift = (hash::share(hashes[i], axis) as i32 >> 8) as f32 * (1.0 / 16_777_216.0);
            point[i] = (corner[i] + 0.5) + shift * self.jitter[i];
        }
        point
    }

    /// From each sample to the point of a cell so many steps away.
    #[inline(always)]
    pub fn offset(&self, axis: usize, step: [f32; B], hashes: &[u32; B]) -> [f32; B] {
        let mut offset = self.point(axis, step, hashes);
        for i in 0..B {
            offset[i] -= self.within[axis][i];
        }
        offset
    }

    /// The cost of the point of a cell so many steps away.
    #[inline(always)]
    pub fn cost(&self, step: [i32; D], hashes: &[u32; B]) -> [f32; B] {
        let mut cost = [0.0; B];
        for axis in (0..D).rev() {
            let mut distance = self.offset(axis, [step[axis] as f32; B], hashes);
            for distance in &mut distance {
                *distance = distance.abs();
            }
            cost = self.metric.extend(cost, distance, &self.exponents);
        }
        cost
    }

    /// What all points cost at least in cells so many steps away along an axis, given the same of the later axes.
    ///
    /// Rounding is monotonic: points lie between the two ends, also in floats.
    #[inline(always)]
    fn least(&self, axis: usize, step: i32, later: &[f32; B]) -> [f32; B] {
        let centre = step as f32 + 0.5;
        let mut distance = [0.0; B];
        for i in 0..B {
            let (half, within) = (self.jitter[i] * 0.5, self.within[axis][i]);
            let (below, above) = ((centre - half) - within, within - (centre + half));
            let outside = if below > above { below } else { above };
            distance[i] = if outside > 0.0 { outside * SLACK } else { 0.0 };
        }
        self.metric.extend(*later, distance, &self.exponents)
    }
}

/// Offers a harvest every cell that can change its result, by branch and bound.
///
/// Along each axis, time first and x last, cells are taken in the order 0, 1, -1, 2, -2, ... Once neither the next one
/// up nor the next one down can matter, all further ones cannot, for they are further. A cell that is skipped for one
/// sample may be offered for the sake of another; that changes nothing, since its point costs too much.
#[inline(always)]
pub(super) fn search<const D: usize, const B: usize>(site: &Site<D, B>, harvest: &mut impl Harvest<D, B>) {
    let mut step = [0; D];
    // How many cells in a row were skipped along each axis.
    let mut skipped = [0; D];
    // Of the axes from each one on: the least cost and the state of the hash. Four axes, and an end.
    let mut least = [[0.0; B]; 5];
    let mut states = [[site.start; B]; 5];
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
        least[axis] = site.least(axis, step[axis], &least[axis + 1]);
        let mut matters = false;
        for i in 0..B {
            matters |= least[axis][i] <= harvest.worst()[i];
        }
        if !matters {
            skipped[axis] += 1;
            step[axis] = after(step[axis]);
            continue;
        }
        skipped[axis] = 0;
        let (mut hashes, cells) = ([0; B], site.cells(axis, [step[axis]; B]));
        for i in 0..B {
            let (state, cell) = (states[axis + 1][i], cells[i]);
            hashes[i] = if axis == 0 { hash::finish(state, cell) } else { hash::absorb(state, cell) };
        }
        if axis == 0 {
            harvest.offer(site, step, hashes);
            step[0] = after(step[0]);
        } else {
            states[axis] = hashes;
            axis -= 1;
            step[axis] = 0;
            skipped[axis] = 0;
        }
    }
}

/// The step that follows in the order 0, 1, -1, 2, -2, ...
#[inline(always)]
pub(super) fn after(step: i32) -> i32 {
    if step > 0 { -step } else { 1 - step }
}
