//! The search for feature points: all that can matter, and few others.

use super::metric::Metric;
use super::neighbourhood::Neighbourhood;
use crate::hash;
use crate::interpolant::Linear;
use crate::lattice::Place;
use crate::math;
use crate::period::{self, Periods};

/// Bounds are lowered by this factor, so that a power whose last bit is wrong does not make them too high.
const SLACK: f32 = 1.0 - 1.0 / 1_048_576.0;

/// `B` samples that are searched together.
pub(super) struct Site<'a, const D: usize, const B: usize> {
    start: u32,
    periods: &'a Option<Periods>,
    pub metric: Metric,
    /// The cell of each sample, and where in it the sample lies, in [0, 1].
    cells: [[i32; B]; D],
    pub within: [[f32; B]; D],
    jitter: [f32; B],
    pub exponents: [f32; B],
}

/// A feature point, as one of the samples sees it.
pub(super) struct Point<const D: usize> {
    /// How many cells away it is along each axis.
    pub step: [i32; D],
    pub hash: u32,
    /// The way to it.
    pub offset: [f32; D],
    /// What that costs in the metric of the search.
    pub cost: f32,
}

/// What a search is for.
pub(super) trait Harvest<const D: usize, const B: usize> {
    /// Whether it takes longer to take a point in than to tell that it is too far for all samples.
    const CHOOSY: bool = false;
    /// Points that cost more than this cannot change the result of that sample. Never rises.
    fn worst(&self) -> &[f32; B];
    /// The point of the cell so many steps away from the own cell of sample `i`.
    fn offer(&mut self, i: usize, point: &Point<D>);
}

impl<'a, const D: usize, const B: usize> Site<'a, D, B> {
    #[inline(always)]
    pub fn new(
        seed: u32,
        periods: &'a Option<Periods>,
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
        period::within(*self.periods, axis, cells)
    }

    /// The points of cells whose lower corners have the coordinates `corner`, along one axis.
    #[inline(always)]
    pub fn points(&self, axis: usize, corner: [f32; B], hashes: &[u32; B]) -> [f32; B] {
        let mut points = [0.0; B];
        for i in 0..B {
            points[i] = point(axis, corner[i], hashes[i], self.jitter[i]);
        }
        points
    }

    /// The way from sample `i` to the point of the cell so many steps away.
    #[inline(always)]
    pub fn offset(&self, i: usize, step: [f32; D], hash: u32) -> [f32; D] {
        let mut offset = [0.0; D];
        for axis in 0..D {
            offset[axis] = point(axis, step[axis], hash, self.jitter[i]) - self.within[axis][i];
        }
        offset
    }

    /// What it costs sample `i`.
    #[inline(always)]
    pub fn cost(&self, metric: Metric, i: usize, offset: &[f32; D]) -> f32 {
        let mut cost = 0.0;
        for axis in (0..D).rev() {
            cost = metric.extend(cost, offset[axis].abs(), self.exponents[i]);
        }
        cost
    }

    /// What ways to points cost the samples.
    #[inline(always)]
    fn costs(&self, offsets: &[[f32; B]; D]) -> [f32; B] {
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

    /// How far all points are at least from sample `i` in cells so many steps away along an axis.
    ///
    /// Rounding is monotonic: points lie between the two ends, also in floats.
    #[inline(always)]
    fn outside(&self, i: usize, axis: usize, step: i32) -> f32 {
        let centre = step as f32 + 0.5;
        let (half, within) = (self.jitter[i] * 0.5, self.within[axis][i]);
        let (below, above) = ((centre - half) - within, within - (centre + half));
        let outside = if below > above { below } else { above };
        if outside > 0.0 { outside * SLACK } else { 0.0 }
    }

    /// Whether a point two or more cells away along any axis may cost no more than the `worst` of its sample.
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

    /// The first sample that is not done and those that are in the same cell with the same jitter, and which they are;
    /// the others stand where it does. Then these are done. Mostly, that is all of them.
    #[inline(always)]
    pub fn next_alike(&self, done: &mut [bool; B]) -> Option<(Self, [bool; B])> {
        let index = done.iter().position(|done| !done)?;
        let (mut cell, mut within) = ([0; D], [0.0; D]);
        let (jitter, exponent) = (self.jitter[index], self.exponents[index]);
        let mut site = Site { jitter: [jitter; B], ..*self };
        for axis in 0..D {
            (cell[axis], within[axis]) = (self.cells[axis][index], self.within[axis][index]);
            site.cells[axis] = [cell[axis]; B];
        }
        let mut alike = [true; B];
        // One loop: several short ones would not become lanes.
        for i in 0..B {
            let mut same = self.jitter[i].to_bits() == jitter.to_bits();
            for axis in 0..D {
                same &= self.cells[axis][i] == cell[axis];
            }
            for axis in 0..D {
                let own = self.within[axis][i];
                site.within[axis][i] = if same { own } else { within[axis] };
            }
            let own = self.exponents[i];
            site.exponents[i] = if same { own } else { exponent };
            alike[i] = same;
            done[i] |= same;
        }
        Some((site, alike))
    }

    /// Makes a neighbourhood that of the first sample.
    #[inline(always)]
    pub fn enter(&self, neighbourhood: &mut Neighbourhood<D>) {
        neighbourhood.enter(self.start, *self.periods, self.cells.map(|cells| cells[0]), self.jitter[0]);
    }
}

/// The point of a cell whose lower corner has the coordinate `corner`, along one axis.
///
/// Coordinates are shares of the hash, which is all that is to be kept of a point.
#[inline(always)]
pub(super) fn point(axis: usize, corner: f32, hash: u32, jitter: f32) -> f32 {
    // In [-1/2, 1/2).
    let shift = (hash::share(hash, axis) as i32 >> 8) as f32 * (1.0 / 16_777_216.0);
    (corner + 0.5) + shift * jitter
}

/// Offers a harvest all points that can change its result, those that are known first.
#[inline(always)]
pub(super) fn reap<const D: usize, const B: usize>(
    site: &Site<D, B>,
    near: Option<&Neighbourhood<D>>,
    harvest: &mut impl Harvest<D, B>,
) {
    match near {
        None => search(site, -1, harvest),
        Some(near) => {
            near.offer(site, harvest);
            if site.needs_more(harvest.worst()) {
                search(site, 1, harvest);
            }
        }
    }
}

/// Offers a harvest every cell that can change its result, by branch and bound.
///
/// Along each axis, time first and x last, cells are taken in the order 0, 1, -1, 2, -2, ... Once neither the next one
/// up nor the next one down can matter, all further ones cannot, for they are further. A cell that is skipped for one
/// sample may be offered for the sake of another; that changes nothing, since its point costs too much.
///
/// Cells up to `known` steps away along all axes are left out; none for -1.
#[inline(always)]
pub(super) fn search<const D: usize, const B: usize>(
    site: &Site<D, B>,
    known: i32,
    harvest: &mut impl Harvest<D, B>,
) {
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
        if axis == 0 && step.iter().all(|step| step.abs() <= known) {
            step[0] = after(step[0]);
            continue;
        }
        let mut outside = [0.0; B];
        for i in 0..B {
            outside[i] = site.outside(i, axis, step[axis]);
        }
        least[axis] = site.metric.extend_all(&least[axis + 1], &outside, &site.exponents);
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
            let mut offsets = [[0.0; B]; D];
            for i in 0..B {
                let offset = site.offset(i, step.map(|step| step as f32), hashes[i]);
                for axis in 0..D {
                    offsets[axis][i] = offset[axis];
                }
            }
            let costs = site.costs(&offsets);
            for i in 0..B {
                let mut offset = [0.0; D];
                for axis in 0..D {
                    offset[axis] = offsets[axis][i];
                }
                harvest.offer(i, &Point { step, hash: hashes[i], offset, cost: costs[i] });
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

/// The step that follows in the order 0, 1, -1, 2, -2, ...
#[inline(always)]
pub(super) fn after(step: i32) -> i32 {
    if step > 0 { -step } else { 1 - step }
}
