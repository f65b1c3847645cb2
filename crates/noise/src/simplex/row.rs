//! Simplex noise along rows of samples.
//!
//! Along a row with increasing x, cell indices never decrease. The samples at which cells begin are therefore found
//! index by index, and indices are far fewer than samples. The boundary of each index is predicted for uniformly
//! spaced x, and then verified by the definition.

use super::cells::{self, Cells, LONGEST, at};
use super::sum::{Definition, Part, numbers, skewed};
use crate::far;
use crate::lattice_rows::load;
use crate::level::{Level, VectorKernel, Vectors};

/// The least number of samples of a row that are computed together.
pub(super) const SHORTEST: usize = 64;

/// The number of samples that are checked together for lying on the row.
const SAMPLES_PER_CHECK: usize = 32;

/// The average number of samples for each cell from which tables of cells pay off.
const MIN_SAMPLES_PER_CELL: f32 = 6.0;

/// Whether to look for rows among samples, judged by the first two.
pub(super) fn is_worth<const D: usize>(level: Level, position: [&[f32]; D]) -> bool {
    let [first, second, ..] = *position[0] else { return false };
    let dense = rate::<D>(second - first) * MIN_SAMPLES_PER_CELL <= 1.0;
    let on_row = position[1..].iter().all(|axis| axis[0].to_bits() == axis[1].to_bits());
    dense && on_row && position[0].len() >= 4 * SHORTEST && level.or_best() != Level::Scalar
}

/// The average number of cells crossed along x.
fn rate<const D: usize>(x: f32) -> f32 {
    x * (D as f32 + 1.0).sqrt()
}

/// Computes the noise from sample `from` on, as far as samples lie on one row and in few enough cells. Returns the
/// number of samples, or 0 if evaluating each by itself is better. Samples of `out` after them are overwritten.
pub(super) fn fill<const D: usize, P: Part>(
    cells: &mut Cells,
    level: Level,
    definition: Definition<false, false, P>,
    position: [&[f32]; D],
    from: usize,
    out: &mut [f32],
) -> usize {
    if !position.iter().all(|axis| far::are_near(Level::Scalar, &axis[from..=from])) {
        return 0;
    }
    let mut done = 0;
    level.run_in_vectors(Along { cells, definition, position, from, out, done: &mut done });
    done
}

/// The evaluation of noise along a row.
///
/// Slices are passed on as the caller has them. Values assembled here and copied with the rest would be written in
/// small parts and read in larger ones. The CPU would then wait for all earlier writes, including the last
/// row's; in a picture this took an eighth of the time.
struct Along<'a, const D: usize, P> {
    cells: &'a mut Cells,
    definition: Definition<false, false, P>,
    position: [&'a [f32]; D],
    /// The first sample.
    from: usize,
    out: &'a mut [f32],
    /// The number of samples evaluated.
    done: &'a mut usize,
}

impl<const D: usize, P: Part> VectorKernel for Along<'_, D, P> {
    #[inline(always)]
    fn run<const B: usize, V: Vectors<B>>(self) {
        let out = &mut self.out[self.from..];
        let (mut position, mut row) = (self.position, [0.0; D]);
        for axis in 0..D {
            position[axis] = &position[axis][self.from..];
            row[axis] = position[axis][0];
        }
        let mut length = reach(position, row);
        let (x, exact) = (position[0], row.map(f64::from));
        while length >= SHORTEST && rises(exact, x[0], x[length - 1]) >= cells::MAX_CELLS as f64 {
            length /= 2;
        }
        if length >= SHORTEST {
            find::<D, B, V>(exact, &x[..length], self.cells);
            self.cells.fill::<B, D, P>(self.definition, row, x, out, length);
            *self.done = length;
        }
    }
}

/// The number of samples that lie on one row, with x not decreasing and all coordinates near.
#[inline(always)]
fn reach<const D: usize>(position: [&[f32]; D], row: [f32; D]) -> usize {
    let count = position[0].len().min(LONGEST);
    let mut length = 1;
    while SAMPLES_PER_CHECK < count && length < count {
        // The last samples may overlap those before.
        let start = length.min(count - SAMPLES_PER_CHECK);
        let off = off(position, row, start);
        let mut any = 0;
        for i in 0..SAMPLES_PER_CHECK {
            any |= off[i];
        }
        if any != 0 {
            return start + off.iter().take_while(|off| **off == 0).count();
        }
        length = start + SAMPLES_PER_CHECK;
    }
    length
}

/// For [`SAMPLES_PER_CHECK`] samples from `start` on, which must not be 0: not 0 where the row does not continue.
#[inline(always)]
fn off<const D: usize>(position: [&[f32]; D], row: [f32; D], start: usize) -> [u32; SAMPLES_PER_CHECK] {
    let before = &position[0][start - 1..][..SAMPLES_PER_CHECK];
    let mut part = position;
    for axis in 0..D {
        part[axis] = &part[axis][start..][..SAMPLES_PER_CHECK];
    }
    let mut off = [0; SAMPLES_PER_CHECK];
    for i in 0..SAMPLES_PER_CHECK {
        let x = part[0][i];
        // A float that is not near is at least this far from any that is.
        off[i] = u32::from((before[i] <= x) & (x - row[0] < 128.0)) ^ 1;
        for axis in 1..D {
            off[i] |= part[axis][i].to_bits() ^ row[axis].to_bits();
        }
    }
    off
}

/// The total increase of the cell indices along a row from one x to another.
#[inline(always)]
fn rises<const D: usize>(row: [f64; D], from: f32, to: f32) -> f64 {
    let (from, to) = (numbers(at(row, from.into())), numbers(at(row, to.into())));
    let mut rises = 0.0;
    for axis in 0..D {
        rises += to[axis] - from[axis];
    }
    rises
}

/// Finds the cells that the samples of a row lie in.
#[inline(always)]
fn find<const D: usize, const B: usize, V: Vectors<B>>(row: [f64; D], x: &[f32], cells: &mut Cells) {
    // A bit for each sample that begins a cell.
    let mut begins = [0; LONGEST / 64];
    begins[0] = 1;
    // Not a loop: the function is compiled for each axis.
    let even = mark::<0, D, B, V>(row, x, &mut begins)
        && mark::<1, D, B, V>(row, x, &mut begins)
        && (D < 3 || mark::<2, D, B, V>(row, x, &mut begins))
        && (D < 4 || mark::<3, D, B, V>(row, x, &mut begins));
    if !even {
        mark_all::<D, B, V>(row, x, &mut begins);
    }
    cells.clear();
    for (word, begins) in begins.iter().enumerate().take(x.len().div_ceil(64)) {
        let mut begins = *begins;
        while begins != 0 {
            let sample = 64 * word + begins.trailing_zeros() as usize;
            cells.push(sample, x[sample]);
            begins &= begins - 1;
        }
    }
}

/// Marks the samples at which the cell index along an axis increases. Returns whether all of them are close to their
/// predictions for uniformly spaced x.
#[inline(always)]
fn mark<const AXIS: usize, const D: usize, const B: usize, V: Vectors<B>>(
    row: [f64; D],
    x: &[f32],
    begins: &mut [u64; LONGEST / 64],
) -> bool {
    let first = along::<AXIS, D>(row, x[0]);
    let last = along::<AXIS, D>(row, x[x.len() - 1]);
    let per = (x.len() - 1) as f64 / (last - first);
    let mut number = first.floor() + 1.0;
    while number <= last {
        let start = (((number - first) * per) as usize).saturating_sub(B / 2).min(x.len() - B);
        let part: [f32; B] = load(x, start);
        let mut reached = [0; B];
        for i in 0..B {
            reached[i] = -i32::from(along::<AXIS, D>(row, part[i]) >= number);
        }
        let reached = V::signs(&reached);
        if reached == 0 || reached & 1 == 1 {
            return false;
        }
        set(begins, start + reached.trailing_zeros() as usize);
        number += 1.0;
    }
    true
}

/// Marks the samples that lie in another cell than the one before, for any spacing of x.
#[inline(always)]
fn mark_all<const D: usize, const B: usize, V: Vectors<B>>(row: [f64; D], x: &[f32], begins: &mut [u64; LONGEST / 64]) {
    for start in (1..x.len()).step_by(B) {
        // The last vector may overlap the one before.
        let start = start.min(x.len() - B);
        let (before, here): ([f32; B], [f32; B]) = (load(x, start - 1), load(x, start));
        let mut other = [0; B];
        for i in 0..B {
            other[i] = -i32::from(rises(row, before[i], here[i]) > 0.0);
        }
        let mut other = V::signs(&other);
        while other != 0 {
            set(begins, start + other.trailing_zeros() as usize);
            other &= other - 1;
        }
    }
}

/// Sets the bit of a sample.
#[inline(always)]
fn set(bits: &mut [u64; LONGEST / 64], sample: usize) {
    bits[sample / 64 % bits.len()] |= 1 << (sample % 64);
}

/// The coordinate of a sample on a row along an edge of the simplices.
#[inline(always)]
fn along<const AXIS: usize, const D: usize>(row: [f64; D], x: f32) -> f64 {
    // This is also compiled for axes beyond the dimensions.
    skewed(at(row, f64::from(x)), AXIS.min(D - 1))
}
