//! What drops do to the land: they wash soil away, deposit it, and leave water.

use travertine_noise::Kernel;

use super::record::{BELOW, Deposit, HEIGHT_UNITS, REACHED, Records, SHARPNESS, SHIFT, Wash, integer, weight, whole};
use crate::grid::{Edge, Grid};

/// Samples of a row that are changed together. Those that drops do not reach change by 0.
const SAMPLES_PER_STEP: usize = 8;

/// Changes the rows of a part of the land by the records of drops.
pub(super) struct Soil<'a> {
    pub(super) grid: Grid,
    /// Distance of the changes of two rows.
    pub(super) stride: usize,
    pub(super) records: &'a Records,
    /// The first row of the part.
    pub(super) first: usize,
    /// Changes of the heights, followed by some samples that do not count.
    pub(super) changes: &'a mut [i64],
    pub(super) water: &'a mut [i64],
}

/// Number of samples after the changes of a part.
pub(super) const MARGIN: usize = SAMPLES_PER_STEP;

impl Kernel for Soil<'_> {
    #[inline(always)]
    fn run(self) {
        let Soil { grid, stride, records, first, changes, water } = self;
        let columns = grid.columns();
        for passage in records.passages.items() {
            let sample = (passage.sample as usize).wrapping_sub(first * columns);
            if let Some(water) = water.get_mut(sample) {
                *water += i64::from(passage.water);
            }
        }
        let mut part = Part { grid, stride, first, rows: water.len() / columns, changes };
        for wash in records.washes.items() {
            let below = [wash.position[0].floor(), wash.position[1].floor()];
            let units = washed(wash, below);
            part.change(below.map(|below| below as isize - BELOW as isize), REACHED, &units);
        }
        for deposit in records.deposits.items() {
            let below = [deposit.position[0].floor(), deposit.position[1].floor()];
            let units = deposited(deposit, below);
            part.change(below.map(|below| below as isize), 2, &units);
        }
    }
}

/// The units that a drop washes away from the samples around it, as negative numbers.
///
/// In the definition, each is a weight, divided by the total, times the amount, truncated. Almost always a number
/// nearby leads to the same integer; only if it is too close to an integer the definition decides.
#[inline(always)]
fn washed(wash: &Wash, below: [f64; 2]) -> [[i64; SAMPLES_PER_STEP]; REACHED] {
    let across = squares::<SAMPLES_PER_STEP>(below[0], wash.position[0]);
    let down = squares::<REACHED>(below[1], wash.position[1]);
    let greatest = wash.amount * HEIGHT_UNITS / wash.total;
    let slope = greatest * SHARPNESS;
    let mut units = [[0; SAMPLES_PER_STEP]; REACHED];
    let mut off_center = [0.0; SAMPLES_PER_STEP];
    for row in 0..REACHED {
        for column in 0..SAMPLES_PER_STEP {
            let amount = greatest - (across[column] + down[row]) * slope;
            // All below 1 give 0, without doubt in the middle.
            let amount = if amount > 0.5 { amount } else { 0.5 };
            let shifted = (amount - 0.5) + SHIFT;
            let off = (amount - (shifted - SHIFT) - 0.5).abs();
            off_center[column] = if off > off_center[column] { off } else { off_center[column] };
            units[row][column] = -integer(shifted);
        }
    }
    // About ten roundings of numbers up to the greatest lie between the two ways.
    let certain = 0.5 - greatest * (16.0 * f64::EPSILON);
    let mut doubt = false;
    for off in off_center {
        doubt |= off > certain;
    }
    if doubt { defined(wash, &across, &down) } else { units }
}

/// As [`washed`], by the definition.
#[cold]
fn defined(wash: &Wash, across: &[f64; SAMPLES_PER_STEP], down: &[f64; REACHED]) -> [[i64; SAMPLES_PER_STEP]; REACHED] {
    down.map(|down| {
        across.map(|across| {
            let amount = -wash.amount * (weight(across + down) / wash.total);
            (amount * HEIGHT_UNITS) as i64
        })
    })
}

/// Squares of the distances of samples from a position along an axis.
#[inline(always)]
fn squares<const N: usize>(below: f64, position: f64) -> [f64; N] {
    let mut squares = [0.0; N];
    for step in 0..N {
        let distance = below + (step as f64 - BELOW as f64) - position;
        squares[step] = distance * distance;
    }
    squares
}

/// The units that a drop deposits at the samples around it.
#[inline(always)]
fn deposited(deposit: &Deposit, below: [f64; 2]) -> [[i64; SAMPLES_PER_STEP]; 2] {
    let [u, v] = [deposit.position[0] - below[0], deposit.position[1] - below[1]];
    let weights = [(1.0 - u) * (1.0 - v), u * (1.0 - v), (1.0 - u) * v, u * v];
    let mut units = [0; 4];
    for corner in 0..4 {
        units[corner] = whole(deposit.amount * weights[corner] * HEIGHT_UNITS);
    }
    let mut rows = [[0; SAMPLES_PER_STEP]; 2];
    for corner in 0..4 {
        rows[corner / 2][corner % 2] = units[corner];
    }
    rows
}

/// A part of the land whose heights change.
struct Part<'a> {
    grid: Grid,
    stride: usize,
    first: usize,
    rows: usize,
    changes: &'a mut [i64],
}

impl Part<'_> {
    /// Adds units to a square of `count` samples along each side.
    #[inline(always)]
    fn change<const ROWS: usize>(
        &mut self,
        [left, top]: [isize; 2],
        count: usize,
        units: &[[i64; SAMPLES_PER_STEP]; ROWS],
    ) {
        let columns = self.grid.columns();
        let row = (top as usize).wrapping_sub(self.first);
        let within =
            left >= 0 && left as usize + count <= columns && top >= 0 && row < self.rows && row + count <= self.rows;
        if !within {
            return self.change_at_the_edge([left, top], count, units);
        }
        for (step, units) in units.iter().enumerate() {
            let start = (row + step) * self.stride + left as usize;
            // What lies beyond the row changes by 0.
            let Some(changes) = self.changes[start..].first_chunk_mut::<SAMPLES_PER_STEP>() else { continue };
            // Copies: the compiler does not vectorize slices that may overlap.
            let (mut sums, units) = (*changes, *units);
            for index in 0..SAMPLES_PER_STEP {
                sums[index] += units[index];
            }
            *changes = sums;
        }
    }

    /// As [`change`](Part::change), where some of the samples are in other parts, or across the edge.
    #[inline(never)]
    fn change_at_the_edge(&mut self, [left, top]: [isize; 2], count: usize, units: &[[i64; SAMPLES_PER_STEP]]) {
        let (columns, all_rows) = (self.grid.columns(), self.grid.rows());
        let index = |index: isize, count: usize| match self.grid.edge {
            _ if 0 <= index && index < count as isize => Some(index as usize),
            Edge::Repeat => Some(index.rem_euclid(count as isize) as usize),
            Edge::Extend => None,
        };
        for (step, units) in units.iter().enumerate() {
            let Some(row) = index(top + step as isize, all_rows) else { continue };
            let Some(row) = row.checked_sub(self.first).filter(|row| *row < self.rows) else { continue };
            for (step, units) in units.iter().take(count).enumerate() {
                if let Some(column) = index(left + step as isize, columns) {
                    self.changes[row * self.stride + column] += units;
                }
            }
        }
    }
}

/// Adds changes to heights, which stay between 0 and 1, and clears the changes.
pub(super) struct Settle<'a> {
    pub(super) heights: &'a mut [f64],
    pub(super) changes: &'a mut [i64],
}

impl Kernel for Settle<'_> {
    #[inline(always)]
    fn run(self) {
        let count = self.heights.len().min(self.changes.len());
        let (heights, changes) = (&mut self.heights[..count], &mut self.changes[..count]);
        let (heights, last_heights) = heights.as_chunks_mut::<SAMPLES_PER_STEP>();
        let (changes, last_changes) = changes.as_chunks_mut::<SAMPLES_PER_STEP>();
        for (heights, changes) in heights.iter_mut().zip(changes) {
            // Copies, as above.
            let (mut after, all) = (*heights, *changes);
            let mut any = 0;
            for change in all {
                any |= change;
            }
            if any != 0 {
                for index in 0..SAMPLES_PER_STEP {
                    after[index] = settled(after[index], all[index]);
                }
                (*heights, *changes) = (after, [0; SAMPLES_PER_STEP]);
            }
        }
        for (height, change) in last_heights.iter_mut().zip(last_changes) {
            *height = settled(*height, *change);
            *change = 0;
        }
    }
}

#[inline(always)]
fn settled(height: f64, change: i64) -> f64 {
    let height = height + change as f64 * (1.0 / HEIGHT_UNITS);
    let height = if height < 0.0 { 0.0 } else { height };
    if height > 1.0 { 1.0 } else { height }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn washes_are_those_of_the_definition() {
        let units = |count: f64| count / HEIGHT_UNITS;
        for index in 0..20_000 {
            let random = |what: u32| f64::from(travertine_noise::hash::hash(5, [index, what as i32])) / 4_294_967_296.0;
            // On a sample, with whole numbers of units, all amounts are integers or close to them.
            let whole = index % 2 == 0;
            let wash = Wash {
                position: [0, 1].map(|axis| if whole { 7.0 } else { random(axis) * 100.0 }),
                amount: if whole { units(9.0 * f64::from(index)) } else { random(2) / (1_u64 << (index % 60)) as f64 },
                total: if whole { 1.0 } else { 1.0 + 15.0 * random(3) },
            };
            let below = wash.position.map(f64::floor);
            let across = squares(below[0], wash.position[0]);
            let down = squares(below[1], wash.position[1]);
            assert_eq!(washed(&wash, below), defined(&wash, &across, &down), "{index}");
        }
    }
}
