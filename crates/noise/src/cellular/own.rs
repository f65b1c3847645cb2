//! The feature points around samples in different cells: each lane hashes the cells around its own sample.
//!
//! A lane visits the cells on the nearer side of its sample first. Thus all lanes find near points early, and most of
//! the cells on the other side are too far for all of them.

use super::metric::Metric;
use super::place;
use super::query::{Collector, Point, Query, between, greatest};
use crate::blocks::BLOCK;
use crate::hash;
use crate::level::{Compiled, VectorKernel, Vectors};
use crate::period::Periods;

/// The most dimensions in which lanes visit cells of their own.
pub(super) const DIMENSIONS: usize = 3;
/// The cells visited along each axis: the sample's own, the neighbor that is nearer to the sample, the other neighbor,
/// and the cell behind the nearer neighbor.
const SIDE: usize = 4;
/// Room for the rows of cells along x.
const ROWS: usize = SIDE.pow(DIMENSIONS as u32 - 1);
/// Room for the cells.
const CELLS: usize = SIDE.pow(DIMENSIONS as u32);

/// A cost that no point in a cell that is not visited is less than.
///
/// The nearest of these cells lie behind the other neighbors. Between such a cell and the sample are the neighbor and
/// at least half of the sample's own cell. Rounding is monotonic, so that this holds for floats, too.
const UNVISITED: f32 = 1.5 * 1.5;

/// The cells at one place along an axis, one for each sample.
#[derive(Clone, Copy)]
struct Along {
    cells: [i32; BLOCK],
    /// The middles of the cells, from the lower end of the sample's own cell.
    middles: [f32; BLOCK],
    /// Lower bounds of the distances to the points.
    least: [f32; BLOCK],
    places: [i32; BLOCK],
}

/// A row of cells along x for each sample.
#[derive(Clone, Copy)]
struct Row {
    states: [u32; BLOCK],
    /// Lower bounds of the costs of the points.
    least: [f32; BLOCK],
    places: [i32; BLOCK],
}

/// The cells around samples in different cells.
pub(super) struct Surroundings<const D: usize> {
    along: [[Along; SIDE]; D],
    rows: [Row; ROWS],
}

impl<const D: usize> Default for Surroundings<D> {
    fn default() -> Self {
        let none = Along { cells: [0; BLOCK], middles: [0.0; BLOCK], least: [0.0; BLOCK], places: [0; BLOCK] };
        let row = Row { states: [0; BLOCK], least: [0.0; BLOCK], places: [0; BLOCK] };
        Surroundings { along: [[none; SIDE]; D], rows: [row; ROWS] }
    }
}

/// Whether the samples lie in at least `cells` cells, so that each should visit the cells around its own.
#[inline(always)]
pub(super) fn are_apart<const D: usize, const B: usize>(query: &Query<D, B>, cells: u32) -> bool {
    D <= DIMENSIONS
        && matches!(query.metric, Metric::Euclidean | Metric::EuclideanSquared)
        && query.changes() + 1 >= cells
}

/// The direction of the neighbor along an axis that is nearer to sample `i`.
#[inline(always)]
fn nearer<const D: usize, const B: usize>(query: &Query<D, B>, i: usize, axis: usize) -> i32 {
    if query.within[axis][i] >= 0.5 { 1 } else { -1 }
}

/// Whether sample `i` visits the cell some steps away from its own.
#[inline(always)]
pub(super) fn has_visited<const D: usize, const B: usize>(query: &Query<D, B>, i: usize, step: &[i32; D]) -> bool {
    let mut visited = true;
    for axis in 0..D {
        visited &= (step[axis].abs() <= 1) | (step[axis] == 2 * nearer(query, i, axis));
    }
    visited
}

/// The number of cells that are visited.
const fn count<const D: usize>() -> usize {
    if D <= DIMENSIONS { SIDE.pow(D as u32) } else { 0 }
}

/// The cells as their digits to the base `SIDE`, one for each axis, in the order in which they are visited: first those
/// on the nearer side, then the other neighbors, then the cells behind.
const fn order<const D: usize>() -> [[usize; D]; CELLS] {
    let (mut order, mut next, mut wanted) = ([[0; D]; CELLS], 0, 0);
    // Each neighbor on the other side adds 1, each cell behind as much as all neighbors.
    while wanted <= D * (D + 1) {
        let mut index = 0;
        while index < count::<D>() {
            let (mut digits, mut rest, mut weight, mut axis) = ([0; D], index, 0, 0);
            while axis < D {
                digits[axis] = rest % SIDE;
                weight += [0, 0, 1, D + 1][digits[axis]];
                (rest, axis) = (rest / SIDE, axis + 1);
            }
            if weight == wanted {
                order[next] = digits;
                next += 1;
            }
            index += 1;
        }
        wanted += 1;
    }
    order
}

impl<const D: usize> Surroundings<D> {
    /// Computes the cells around samples.
    #[inline(always)]
    pub fn enter<const B: usize, L: Compiled>(&mut self, query: &Query<D, B>) {
        L::run(Fill { own: self, query });
    }

    /// Offers each sample the points of its own cell, of the neighbors, and of the cells behind the nearer neighbors,
    /// by straight distance. Returns whether further points may matter.
    #[inline(always)]
    pub fn offer<const B: usize, L: Compiled, C: Collector<D, B>>(
        &self,
        query: &Query<D, B>,
        collector: &mut C,
    ) -> bool {
        let offer = Offer { own: self, query };
        if C::IS_LARGE_APART {
            offer.offer::<L, C>(collector);
        } else {
            // A copy, so that nothing points to the collector itself.
            let mut copy = *collector;
            L::run((&mut copy, offer));
            *collector = copy;
        }
        greatest(collector.worst()) >= UNVISITED
    }

    /// Computes the cells along each axis.
    #[inline(always)]
    fn fill_along<const B: usize>(&mut self, query: &Query<D, B>) {
        for axis in 0..D {
            let mut near = [0; B];
            for i in 0..B {
                near[i] = nearer(query, i, axis);
            }
            let own = query.cells(axis, [0; B]);
            for (digit, times) in [0, 1, -1, 2].into_iter().enumerate() {
                let along = &mut self.along[axis][digit];
                for i in 0..B {
                    let steps = near[i] * times;
                    along.cells[i] = own[i].wrapping_add(steps);
                    along.middles[i] = steps as f32 + 0.5;
                    along.least[i] = query.outside(i, axis, steps);
                    along.places[i] = place::along(axis, steps);
                }
                if let Some(Periods(periods)) = query.periods {
                    for i in 0..B {
                        along.cells[i] = periods[axis].near(own[i], near[i] * times);
                    }
                }
            }
        }
    }

    /// Computes the rows. The digit along y is the last one of an index.
    #[inline(always)]
    fn fill_rows<const B: usize>(&mut self, query: &Query<D, B>) {
        self.rows[0] = Row { states: [query.start; BLOCK], least: [0.0; BLOCK], places: [0; BLOCK] };
        let mut count = 1;
        for axis in (1..D).rev() {
            // From behind, so that no row is replaced before those that continue it.
            for start in (0..count).rev() {
                let Row { states, least, places } = self.rows[start];
                for digit in (0..SIDE).rev() {
                    let (cells, row) = (&self.along[axis][digit], &mut self.rows[start * SIDE + digit]);
                    for i in 0..B {
                        row.states[i] = hash::absorb(states[i], cells.cells[i]);
                        row.least[i] = Metric::Euclidean.extend(least[i], cells.least[i], 0.0);
                        row.places[i] = places[i] + cells.places[i];
                    }
                }
            }
            count *= SIDE;
        }
    }
}

/// Computes the cells around samples.
struct Fill<'a, const D: usize, const B: usize> {
    own: &'a mut Surroundings<D>,
    query: &'a Query<'a, D, B>,
}

impl<const D: usize, const B: usize> VectorKernel for Fill<'_, D, B> {
    #[inline(always)]
    fn run<const W: usize, V: Vectors<W>>(self) {
        if D <= DIMENSIONS && B <= BLOCK {
            self.own.fill_along(self.query);
            self.own.fill_rows(self.query);
        }
    }
}

/// Offers each sample the points of the cells around its own. With a collector it is a tuple, so that it is compiled
/// with the module of the collector.
struct Offer<'a, const D: usize, const B: usize> {
    own: &'a Surroundings<D>,
    query: &'a Query<'a, D, B>,
}

impl<const D: usize, const B: usize, C: Collector<D, B>> VectorKernel for (&mut C, Offer<'_, D, B>) {
    #[inline(always)]
    fn run<const W: usize, V: Vectors<W>>(self) {
        // The collector is copied: the compiler keeps a copy in registers, as nothing can point to it.
        let (out, offer) = self;
        let mut collector = *out;
        offer.offer::<V, C>(&mut collector);
        *out = collector;
    }
}

impl<const D: usize, const B: usize> Offer<'_, D, B> {
    #[inline(always)]
    fn offer<L: Compiled, C: Collector<D, B>>(self, collector: &mut C) {
        if D > DIMENSIONS || B > BLOCK {
            return;
        }
        let Offer { own: Surroundings { along, rows }, query } = self;
        for (index, digits) in const { order::<D>() }.iter().take(count::<D>()).enumerate() {
            if index == 3usize.pow(D as u32) && query.sides::<L>(2, collector.worst()) == 0 {
                break;
            }
            let mut row = 0;
            for axis in (1..D).rev() {
                row = row * SIDE + digits[axis];
            }
            let (row, x) = (&rows[row], &along[0][digits[0]]);
            // The first ones are in reach of some sample nearly always.
            if C::IS_COSTLY_TO_ACCEPT || index >= 1 << D {
                let mut any = false;
                for i in 0..B {
                    any |= Metric::Euclidean.extend(row.least[i], x.least[i], 0.0) <= collector.worst()[i];
                }
                if !any {
                    continue;
                }
            }
            let mut middles = [[0.0; BLOCK]; D];
            for axis in 0..D {
                middles[axis] = along[axis][digits[axis]].middles;
            }
            if C::IS_COSTLY_TO_ACCEPT {
                let mut any = false;
                for i in 0..B {
                    any |= point(query, i, row, x, &middles).cost <= collector.worst()[i];
                }
                if !any {
                    continue;
                }
            }
            for i in 0..B {
                collector.offer::<false>(i, &point(query, i, row, x, &middles));
            }
        }
    }
}

/// The point of a cell relative to sample `i`.
#[inline(always)]
fn point<const D: usize, const B: usize>(
    query: &Query<D, B>,
    i: usize,
    row: &Row,
    x: &Along,
    middles: &[[f32; BLOCK]; D],
) -> Point<D> {
    let hash = hash::finish(row.states[i], x.cells[i]);
    let mut offset = [0.0; D];
    for axis in 0..D {
        offset[axis] = between(axis, middles[axis][i], hash, query.jitter[i]) - query.within[axis][i];
    }
    let cost = query.cost(Metric::Euclidean, i, &offset);
    Point { place: row.places[i] + x.places[i], hash, offset, cost }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that all cells but those visited are as far away as assumed, for samples all over a cell.
    fn cells_left_out_are_far<const D: usize>() {
        let parts = [0.0, 0.1, 0.3, 0.5f32.next_down(), 0.5, 0.6, 0.9, 1.0f32.next_down()];
        for index in 0..parts.len().pow(D as u32) {
            let within: [f32; D] =
                std::array::from_fn(|axis| parts[index / parts.len().pow(axis as u32) % parts.len()]);
            let query =
                Query::new(1, &None, Metric::Euclidean, &within.map(|x| [x; BLOCK]), [1.0; BLOCK], [1.0; BLOCK]);
            let mut own = Surroundings::<D>::default();
            own.fill_along(&query);
            own.fill_rows(&query);
            let place = |digits: &[usize; D]| (0..D).map(|axis| own.along[axis][digits[axis]].places[0]).sum::<i32>();
            let visited: Vec<i32> = order::<D>()[..count::<D>()].iter().map(place).collect();
            let neighbors = &visited[..3usize.pow(D as u32)];
            for index in 0..9usize.pow(D as u32) {
                let steps: [i32; D] = std::array::from_fn(|axis| (index / 9usize.pow(axis as u32) % 9) as i32 - 4);
                let outside = (0..D).map(|axis| query.outside(0, axis, steps[axis]));
                let least: f32 = outside.map(|distance| distance * distance).sum();
                let (place, is_neighbor) = (place::of(steps), steps.iter().all(|step| step.abs() < 2));
                assert_eq!(neighbors.contains(&place), is_neighbor, "{steps:?} from {within:?}");
                assert!(visited.iter().filter(|visited| **visited == place).count() < 2);
                // But for the slack of these bounds.
                assert!(
                    visited.contains(&place) || least >= UNVISITED * 0.999_99,
                    "{steps:?} from {within:?}: {least}"
                );
            }
        }
    }

    #[test]
    fn cells_that_are_not_visited_are_further_than_assumed() {
        cells_left_out_are_far::<2>();
        cells_left_out_are_far::<3>();
    }

    #[test]
    fn near_cells_come_first() {
        let digits = order::<3>();
        assert!(digits[..8].iter().all(|digits| digits.iter().all(|digit| *digit < 2)));
        assert!(digits[..27].iter().all(|digits| digits.iter().all(|digit| *digit < 3)));
        assert!(digits[27..].iter().all(|digits| digits.contains(&3)));
    }
}
