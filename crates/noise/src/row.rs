//! Noise along rows of samples, which shares everything that does not change along them.
//!
//! The octaves of a sum are computed together, block by block: a sum stays in registers until it is complete.

use std::marker::PhantomData;

use crate::basis::Basis;
use crate::columns::{Columns, REACH_ANY, REACH_LANES, REACH_ONE, REACH_TWO, REACH_VECTOR, Taken};
use crate::gradient::Gradient;
use crate::lattice::Lattice;
use crate::lattice_rows::{ROWS as STACKED, load};
use crate::level::{VectorKernel, Vectors};
use crate::value::Value;
use crate::{Interpolation, Level, Noise, math};

/// Rows of a block that are computed together, with long vectors (mostly twice as many) and with short ones.
const ROWS_PER_BATCH: [usize; 2] = [4, 8];

/// The initial sum, -0: adding a term to it gives the term, including the sign of a zero.
const NEGATIVE_ZERO: f32 = -0.0;

impl Noise {
    /// The noise along a row: `out[i]` at the x coordinate `i` of the prepared columns. `rest` is y, z and time; axes
    /// beyond [`dimensions`](Noise::dimensions) are ignored.
    ///
    /// # Panics
    ///
    /// If `columns` was prepared for another interpolation, or for other than `out.len()` samples.
    pub fn row(&self, level: Level, columns: &mut Columns, rest: [f32; 3], out: &mut [f32]) {
        self.rows(level, columns, rest.each_ref().map(std::slice::from_ref), &mut [out]);
    }

    /// Several [rows](Noise::row), each with a slice of `out` and a y, a z and a time in `rests`. Faster than one row
    /// at a time.
    ///
    /// # Panics
    ///
    /// For the same reasons as [`row`](Noise::row), or if `rests` and `out` differ in the number of rows.
    pub fn rows(&self, level: Level, columns: &mut Columns, rests: [&[f32]; 3], out: &mut [&mut [f32]]) {
        columns.take(level, *self, 1.0, rests);
        Columns::sum(std::slice::from_mut(columns), 1.0, out);
    }
}

impl Columns {
    /// The sum of the octaves taken by `octaves` (see [`take`](Columns::take)), each row into a slice of `out`. A
    /// sample is `div(add(add(mul(n0, f0), mul(n1, f1)), mul(n2, f2)), divisor)`, for any number of noises n and
    /// factors f, by the saturating [`math::add`], [`math::mul`] and [`math::div`].
    ///
    /// # Panics
    ///
    /// If an octave differs from `out` in the number of rows, or from its slices in the number of samples.
    pub fn sum(octaves: &mut [Columns], divisor: f32, out: &mut [&mut [f32]]) {
        add_up(octaves, true, divisor, out);
    }

    /// The same sum, added to the values of `out`, which must be finite.
    ///
    /// # Panics
    ///
    /// For the same reasons as [`sum`](Columns::sum).
    pub fn sum_onto(octaves: &mut [Columns], divisor: f32, out: &mut [&mut [f32]]) {
        add_up(octaves, false, divisor, out);
    }
}

fn add_up(octaves: &mut [Columns], mut fresh: bool, divisor: f32, out: &mut [&mut [f32]]) {
    for octave in &*octaves {
        assert_eq!(octave.rows(), out.len(), "each octave must have as many rows as the sum");
        let same = out.iter().all(|row| row.len() == octave.len());
        assert!(same, "each octave must have as many samples as the sum");
    }
    if octaves.iter().any(Columns::is_empty) {
        return;
    }
    // No noise exceeds 1, so sums with small factors cannot saturate.
    let factors = octaves.iter().filter_map(Columns::taken).map(|taken| f64::from(taken.factor).abs());
    let saturate = !fresh || divisor.abs() < 1.0 || factors.sum::<f64>() > f64::from(f32::MAX / 2.0);
    let count = octaves.len();
    let mut done = 0;
    for octaves in octaves.chunk_by_mut(|a, b| way(a) == way(b)) {
        done += octaves.len();
        let divisor = if done == count { divisor } else { 1.0 };
        match way(&octaves[0]) {
            Some((level, basis, interpolation)) => {
                let octaves = &*octaves;
                let stretch = Stretch { level, octaves, saturate, fresh, divisor };
                match (basis, interpolation) {
                    (Basis::Gradient, _) => stretch.run::<2, 2, Gradient>(out),
                    (Basis::Value, Interpolation::Cubic) => stretch.run::<1, 4, Value<4>>(out),
                    (Basis::Value, _) => stretch.run::<1, 2, Value<2>>(out),
                }
            }
            None => {
                if fresh {
                    out.iter_mut().for_each(|row| row.fill(NEGATIVE_ZERO));
                }
                octaves.iter_mut().for_each(|octave| octave.add_by_samples(out));
                let sums = out.iter_mut().flat_map(|row| row.iter_mut());
                sums.for_each(|sum| *sum = math::div(*sum, divisor));
            }
        }
        fresh = false;
    }
}

/// The properties that decide how an octave's samples follow from lattice columns; `None` if they scatter.
fn way(octave: &Columns) -> Option<(Level, Basis, Interpolation)> {
    let Taken { level, noise, .. } = octave.taken().filter(|_| octave.in_blocks())?;
    Some((level, noise.basis(), noise.interpolation()))
}

/// Consecutive octaves that are evaluated in the same way.
struct Stretch<'a> {
    level: Level,
    octaves: &'a [Columns],
    /// Whether a value may exceed the greatest float.
    saturate: bool,
    /// Whether the sum starts here instead of continuing the values of the output.
    fresh: bool,
    divisor: f32,
}

impl Stretch<'_> {
    fn run<const W: usize, const C: usize, L: Lattice<W, C>>(self, out: &mut [&mut [f32]]) {
        self.level.run_in_vectors(Cross::<W, C, L> { stretch: self, out, lattice: PhantomData });
    }
}

/// Computes the samples between lattice columns, and sums them.
struct Cross<'a, 'b, const W: usize, const C: usize, L> {
    stretch: Stretch<'a>,
    out: &'a mut [&'b mut [f32]],
    lattice: PhantomData<L>,
}

impl<const W: usize, const C: usize, L: Lattice<W, C>> VectorKernel for Cross<'_, '_, W, C, L> {
    #[inline(always)]
    fn run<const B: usize, V: Vectors<B>>(mut self) {
        let [first, ..] = self.stretch.octaves else { return };
        let width = first.len();
        for block in 0..width / B {
            let mut done = 0;
            if B > 8 {
                done = self.rows::<B, V, { ROWS_PER_BATCH[0] }, true>(block, done);
                done = self.rows::<B, V, { ROWS_PER_BATCH[0] }, false>(block, done);
            } else {
                done = self.rows::<B, V, { ROWS_PER_BATCH[1] }, false>(block, done);
            }
            self.rows::<B, V, 1, false>(block, done);
        }
        if !width.is_multiple_of(B) {
            self.rows::<B, V, 1, false>(width / B, 0);
        }
    }
}

impl<const W: usize, const C: usize, L: Lattice<W, C>> Cross<'_, '_, W, C, L> {
    /// Evaluates a block in the rows from `done` on, in groups. Returns the number of rows done; fewer than a group
    /// remain.
    #[inline(always)]
    fn rows<const B: usize, V: Vectors<B>, const ROWS: usize, const TWICE: bool>(
        &mut self,
        block: usize,
        mut done: usize,
    ) -> usize {
        let count = if TWICE { 2 * ROWS } else { ROWS };
        while done + count <= self.out.len() {
            self.block::<B, V, ROWS, TWICE>(block, done);
            done += count;
        }
        done
    }

    /// A block of samples in `ROWS` rows, or in twice as many. Two arrays, because the compiler would not keep a
    /// single larger one in registers.
    #[inline(always)]
    fn block<const B: usize, V: Vectors<B>, const ROWS: usize, const TWICE: bool>(&mut self, block: usize, row: usize) {
        let Stretch { octaves, saturate, fresh, divisor, .. } = self.stretch;
        let (out, next_out) = self.out[row..].split_at_mut(ROWS);
        let width = out[0].len();
        // The last block may overlap the one before; the first `done` samples are finished.
        let start = (block * B).min(width - B);
        let done = block * B - start;
        let (mut sums, mut next) = ([[NEGATIVE_ZERO; B]; ROWS], [[NEGATIVE_ZERO; B]; ROWS]);
        if !fresh {
            read(out, start, &mut sums);
            if TWICE {
                read(next_out, start, &mut next);
            }
        }
        for octave in octaves {
            match (octave.blocks[block].reach, octave.stacked) {
                (REACH_ONE, true) if B > 8 => {
                    add_stacked::<W, C, L, B, ROWS, REACH_ONE, TWICE>(octave, block, row, &mut sums, &mut next);
                }
                (_, true) if B > 8 => {
                    add_stacked::<W, C, L, B, ROWS, REACH_TWO, TWICE>(octave, block, row, &mut sums, &mut next);
                }
                _ => {
                    add_spread::<W, C, L, B, V, ROWS>(octave, block, row, &mut sums);
                    if TWICE {
                        add_spread::<W, C, L, B, V, ROWS>(octave, block, row + ROWS, &mut next);
                    }
                }
            }
            if saturate {
                for sum in sums.as_flattened_mut() {
                    *sum = math::saturate(*sum);
                }
                for sum in next.as_flattened_mut() {
                    *sum = math::saturate(*sum);
                }
            }
        }
        divide(&mut sums, divisor, saturate);
        write(&sums, out, start, done);
        if TWICE {
            divide(&mut next, divisor, saturate);
            write(&next, next_out, start, done);
        }
    }
}

/// Reads a block from several rows.
#[inline(always)]
fn read<const B: usize, const ROWS: usize>(rows: &[&mut [f32]], start: usize, block: &mut [[f32; B]; ROWS]) {
    for i in 0..ROWS {
        block[i] = load(rows[i], start);
    }
}

/// Divides the sums. Results can only exceed the greatest float if `saturate` is set.
#[inline(always)]
fn divide<const B: usize, const ROWS: usize>(sums: &mut [[f32; B]; ROWS], divisor: f32, saturate: bool) {
    if saturate {
        for sum in sums.as_flattened_mut() {
            *sum = math::div(*sum, divisor);
        }
    } else if divisor != 1.0 {
        for sum in sums.as_flattened_mut() {
            *sum /= divisor;
        }
    }
}

/// Writes a block to several rows, except for the first `done` samples.
#[inline(always)]
fn write<const B: usize, const ROWS: usize>(
    block: &[[f32; B]; ROWS],
    rows: &mut [&mut [f32]],
    start: usize,
    done: usize,
) {
    for i in 0..ROWS {
        let Some(out) = rows[i][start..].first_chunk_mut::<B>() else { continue };
        if ROWS > 1 || done == 0 {
            *out = block[i];
        } else {
            for lane in 0..B {
                out[lane] = if lane < done { out[lane] } else { block[i][lane] };
            }
        }
    }
}

/// Adds an octave whose table is not stacked.
#[inline(always)]
fn add_spread<const W: usize, const C: usize, L: Lattice<W, C>, const B: usize, V: Vectors<B>, const ROWS: usize>(
    octave: &Columns,
    block: usize,
    row: usize,
    sums: &mut [[f32; B]; ROWS],
) {
    match octave.blocks[block].reach {
        REACH_ONE => add::<W, C, L, B, V, ROWS, REACH_ONE>(octave, block, row, sums),
        REACH_VECTOR => add::<W, C, L, B, V, ROWS, REACH_VECTOR>(octave, block, row, sums),
        REACH_LANES => add::<W, C, L, B, V, ROWS, REACH_LANES>(octave, block, row, sums),
        _ => add::<W, C, L, B, V, ROWS, REACH_ANY>(octave, block, row, sums),
    }
}

/// The samples of a block in the lattice of an octave.
struct Samples<const B: usize> {
    offsets: [f32; B],
    weights: [f32; B],
    /// The distance of each sample's cell from the lowest cell of the block, as bits.
    beyond: [f32; B],
    /// The index of that cell's first column in tables.
    cell: usize,
}

impl<const B: usize> Samples<B> {
    #[inline(always)]
    fn of(octave: &Columns, block: usize) -> Samples<B> {
        let lanes = &octave.lanes[block * 3 * B..][..3 * B];
        Samples {
            offsets: load(lanes, 0),
            weights: load(lanes, B),
            beyond: load(lanes, 2 * B),
            cell: octave.blocks[block].cell.wrapping_sub(octave.bounds.0) as u32 as usize,
        }
    }
}

/// Adds an octave in which the samples of the block span the number of cells given by `CELLS`.
#[inline(always)]
fn add<
    const W: usize,
    const C: usize,
    L: Lattice<W, C>,
    const B: usize,
    V: Vectors<B>,
    const ROWS: usize,
    const CELLS: usize,
>(
    octave: &Columns,
    block: usize,
    row: usize,
    sums: &mut [[f32; B]; ROWS],
) {
    let Some(taken) = octave.taken() else { return };
    let samples = Samples::<B>::of(octave, block);
    let mut indices = [[0; B]; C];
    for corner in 0..C {
        for i in 0..B {
            indices[corner][i] = samples.beyond[i].to_bits() as i32 + corner as i32;
        }
    }
    let mut tables = &octave.table[row * W * octave.stride..];
    for r in 0..ROWS {
        let (table, others) = tables.split_at(W * octave.stride);
        tables = others;
        let mut columns = [[[0.0; B]; C]; W];
        for component in 0..W {
            let table = &table[component * octave.stride..][..octave.stride][samples.cell..];
            for corner in 0..C {
                columns[component][corner] = match CELLS {
                    REACH_ONE => [table[corner]; B],
                    REACH_VECTOR => V::pick(&load(table, 0), &indices[corner]),
                    REACH_LANES => V::pick(&load(table, corner), &indices[0]),
                    _ => look_up(&table[corner..], &indices[0]),
                };
            }
        }
        across::<W, C, L, B>(&columns, &samples, taken, &mut sums[r]);
    }
}

/// Adds an octave from a stacked table, where the samples of the block lie in one cell or in two.
#[inline(always)]
fn add_stacked<
    const W: usize,
    const C: usize,
    L: Lattice<W, C>,
    const B: usize,
    const ROWS: usize,
    const CELLS: usize,
    const TWICE: bool,
>(
    octave: &Columns,
    block: usize,
    row: usize,
    sums: &mut [[f32; B]; ROWS],
    next: &mut [[f32; B]; ROWS],
) {
    let Some(taken) = octave.taken() else { return };
    let samples = Samples::<B>::of(octave, block);
    let table = &octave.table[row / STACKED * octave.stride + samples.cell * W * STACKED + row % STACKED..];
    // Checks the bounds of all reads at once.
    let table = &table[..((C + CELLS) * W - 1) * STACKED + if TWICE { 2 * ROWS } else { ROWS }];
    for r in 0..ROWS {
        let columns = columns::<W, C, B, CELLS>(table, r, &samples.beyond);
        across::<W, C, L, B>(&columns, &samples, taken, &mut sums[r]);
    }
    if TWICE {
        for r in 0..ROWS {
            let columns = columns::<W, C, B, CELLS>(table, ROWS + r, &samples.beyond);
            across::<W, C, L, B>(&columns, &samples, taken, &mut next[r]);
        }
    }
}

/// The lattice columns around a block's samples in one row of a stacked table.
#[inline(always)]
fn columns<const W: usize, const C: usize, const B: usize, const CELLS: usize>(
    table: &[f32],
    row: usize,
    beyond: &[f32; B],
) -> [[[f32; B]; C]; W] {
    let mut columns = [[[0.0; B]; C]; W];
    for component in 0..W {
        for corner in 0..C {
            let column = table[(corner * W + component) * STACKED + row];
            columns[component][corner] = if CELLS == REACH_ONE {
                [column; B]
            } else {
                one_of(column, table[((corner + 1) * W + component) * STACKED + row], beyond)
            };
        }
    }
    columns
}

/// Adds the noise of a block's samples between their lattice columns, times scale and factor.
#[inline(always)]
fn across<const W: usize, const C: usize, L: Lattice<W, C>, const B: usize>(
    columns: &[[[f32; B]; C]; W],
    samples: &Samples<B>,
    taken: Taken,
    sums: &mut [f32; B],
) {
    for i in 0..B {
        let mut around = [[0.0; W]; C];
        for corner in 0..C {
            for component in 0..W {
                around[corner][component] = columns[component][corner][i];
            }
        }
        let noise = L::across(around, samples.offsets[i], samples.weights[i]);
        sums[i] += noise * taken.scale * taken.factor;
    }
}

/// `b` where a sample lies beyond the first cell, `a` elsewhere.
#[inline(always)]
fn one_of<const B: usize>(a: f32, b: f32, beyond: &[f32; B]) -> [f32; B] {
    let mut found = [a; B];
    for i in 0..B {
        found[i] = if beyond[i].to_bits() != 0 { b } else { a };
    }
    found
}

/// `table[indices[i]]` for each `i`.
#[inline(always)]
fn look_up<const B: usize>(table: &[f32], indices: &[i32; B]) -> [f32; B] {
    let mut found = [0.0; B];
    for i in 0..B {
        found[i] = table[indices[i] as u32 as usize];
    }
    found
}
