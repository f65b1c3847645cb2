//! Noise along rows of samples, which shares what does not change along them.

use std::marker::PhantomData;

use crate::columns::{AS_MANY, Block, Columns, FEW, MORE, ONE};
use crate::interpolant::Fade;
use crate::lattice::{Lattice, Place, Row, before};
use crate::level::{VectorKernel, Vectors};
use crate::noise::Task;
use crate::period::{Endless, Extent, Periods};
use crate::rails::{Span, load};
use crate::{Level, Noise, hash, math};

/// How many rows are worked on together.
const TOGETHER: usize = 4;

impl Noise {
    /// The noise along a row: `out[i]` at the x coordinate `i` of the prepared columns, and y, z and time in
    /// `rest`, of which those beyond [`dimensions`](Noise::dimensions) are ignored.
    ///
    /// # Panics
    ///
    /// If `columns` was prepared for another interpolation, or for other than `out.len()` samples.
    pub fn row(&self, level: Level, columns: &mut Columns, rest: [f32; 3], out: &mut [f32]) {
        self.rows(level, columns, &[rest], out);
    }

    /// `sum` plus the noise along a row times a finite factor, as in the sum of octaves:
    /// `add(sum[i], mul(noise[i], factor))`, by the saturating [`math::add`] and [`math::mul`].
    ///
    /// # Panics
    ///
    /// As [`row`](Noise::row), or if `sum` has not the length of `out`.
    pub fn row_onto(
        &self,
        level: Level,
        columns: &mut Columns,
        rest: [f32; 3],
        sum: (&[f32], f32),
        out: &mut [f32],
    ) {
        self.rows_onto(level, columns, &[rest], sum, out);
    }

    /// Several [rows](Noise::row), one after the other in `out`. Faster than row by row.
    ///
    /// # Panics
    ///
    /// As [`row`](Noise::row), for each.
    pub fn rows(&self, level: Level, columns: &mut Columns, rests: &[[f32; 3]], out: &mut [f32]) {
        self.along(level, columns, rests, Put, out);
    }

    /// Several [rows onto a sum](Noise::row_onto).
    ///
    /// # Panics
    ///
    /// As [`row_onto`](Noise::row_onto), for each.
    pub fn rows_onto(
        &self,
        level: Level,
        columns: &mut Columns,
        rests: &[[f32; 3]],
        (sum, factor): (&[f32], f32),
        out: &mut [f32],
    ) {
        assert_eq!(sum.len(), out.len(), "a sum for each sample");
        self.along(level, columns, rests, Add { sum, factor }, out);
    }

    fn along<E: End>(
        &self,
        level: Level,
        columns: &mut Columns,
        rests: &[[f32; 3]],
        end: E,
        out: &mut [f32],
    ) {
        assert_eq!(columns.interpolation, self.interpolation(), "columns prepared for another interpolation");
        let width = columns.len();
        assert_eq!(width * rests.len(), out.len(), "columns prepared for another number of samples");
        let level = level.or_best();
        columns.fit(level);
        // Kernels know no way to run sample by sample; the general way does.
        if columns.in_blocks() && level != Level::Scalar {
            self.dispatch(Along { noise: *self, level, columns, rests, end, out });
        } else if width > 0 {
            for (row, (rest, out)) in rests.iter().zip(out.chunks_exact_mut(width)).enumerate() {
                for (rest, value) in columns.rest.iter_mut().zip(rest) {
                    rest.clear();
                    rest.resize(width, *value);
                }
                let [y, z, t] = &columns.rest;
                self.lanes(level, [&columns.xs, y, z, t], out);
                for (i, out) in out.iter_mut().enumerate() {
                    [*out] = end.at(end.part(row * width, width), i, [*out]);
                }
            }
        }
    }
}

/// What becomes of each sample's noise.
trait End: Copy {
    /// What it needs of so many samples, from the first of them on.
    fn part(&self, first: usize, count: usize) -> &[f32];
    /// The results of neighbouring samples, of which the first is given, within a part.
    fn at<const B: usize>(self, part: &[f32], first: usize, noise: [f32; B]) -> [f32; B];
}

/// It is the result.
#[derive(Clone, Copy)]
struct Put;

impl End for Put {
    #[inline(always)]
    fn part(&self, _: usize, _: usize) -> &[f32] {
        &[]
    }

    #[inline(always)]
    fn at<const B: usize>(self, _: &[f32], _: usize, noise: [f32; B]) -> [f32; B] {
        noise
    }
}

/// It is multiplied and added to a sum.
#[derive(Clone, Copy)]
struct Add<'a> {
    sum: &'a [f32],
    factor: f32,
}

impl End for Add<'_> {
    #[inline(always)]
    fn part(&self, first: usize, count: usize) -> &[f32] {
        &self.sum[first..][..count]
    }

    #[inline(always)]
    fn at<const B: usize>(self, part: &[f32], first: usize, noise: [f32; B]) -> [f32; B] {
        let mut results = load(part, first);
        for i in 0..B {
            // Noise is 1 at most: nothing to saturate in the product.
            results[i] = math::add(results[i], noise[i] * self.factor);
        }
        results
    }
}

struct Along<'a, E> {
    noise: Noise,
    level: Level,
    columns: &'a mut Columns,
    rests: &'a [[f32; 3]],
    end: E,
    out: &'a mut [f32],
}

impl<E: End> Task for Along<'_, E> {
    type Output = ();

    fn run<const D: usize, const W: usize, const C: usize, L: Lattice<W, C>, F: Fade>(self) {
        let (lowest, highest) = self.columns.bounds;
        let count = highest.wrapping_sub(lowest) as u32 as usize + C;
        match self.noise.periods() {
            None => {
                let span = Span { first: lowest.wrapping_sub(before(C)), count, period: None };
                self.over::<D, W, C, L, F>(span, Endless);
            }
            Some(periods) => {
                let extent = Periods::new(periods);
                let first = extent.around(0, lowest)[1 - before(C) as usize];
                let span = Span { first, count, period: Some(periods[0] as usize) };
                self.over::<D, W, C, L, F>(span, extent);
            }
        }
    }
}

impl<E: End> Along<'_, E> {
    /// All rows over a lattice, as many at a time as there are together in a row of cells.
    fn over<const D: usize, const W: usize, const C: usize, L: Lattice<W, C>, F: Fade>(
        self,
        span: Span,
        extent: impl Extent,
    ) {
        let Along { noise, level, columns, rests, end, out } = self;
        let start = hash::start(noise.seed());
        let stride = span.count.next_multiple_of(level.lanes()) + level.lanes();
        let mut done = 0;
        while let Some(rest) = rests.get(done) {
            let row = Row::new::<D, F>(start, *rest, &extent);
            let depth = [rest[1], rest[2]].map(f32::to_bits);
            let mut ys = [row.y; TOGETHER];
            let mut rows = 1;
            for (y, next) in ys[1..].iter_mut().zip(&rests[done + 1..]) {
                if D > 1 {
                    *y = Place::new::<F>(next[0], 1, &extent);
                }
                if y.point(0) != row.y.point(0) || [next[1], next[2]].map(f32::to_bits) != depth {
                    break;
                }
                rows += 1;
            }
            columns.rails.lay::<D, W, C, L>(level, (noise, depth), &row, span);
            columns.rails.join::<D, W, C, L>(level, &ys[..rows], stride, &mut columns.table);
            let first = done * columns.len();
            let out = &mut out[first..][..rows * columns.len()];
            let scale = noise.scale();
            level.run_in_vectors(Cross::<W, C, L, E> {
                columns,
                rows,
                stride,
                scale,
                end,
                first,
                out,
                lattice: PhantomData,
            });
            done += rows;
        }
    }
}

/// The samples between lattice columns, in some rows.
struct Cross<'a, const W: usize, const C: usize, L, E> {
    columns: &'a Columns,
    rows: usize,
    /// How many floats a component of the lattice columns has for each row.
    stride: usize,
    scale: f32,
    end: E,
    /// The first sample of the first row.
    first: usize,
    out: &'a mut [f32],
    lattice: PhantomData<L>,
}

impl<const W: usize, const C: usize, L: Lattice<W, C>, E: End> VectorKernel for Cross<'_, W, C, L, E> {
    #[inline(always)]
    fn run<const B: usize, V: Vectors<B>>(mut self) {
        let [one, few, as_many, more] = &self.columns.blocks;
        self.blocks::<B, V, ONE>(one);
        self.blocks::<B, V, FEW>(few);
        self.blocks::<B, V, AS_MANY>(as_many);
        self.blocks::<B, V, MORE>(more);
    }
}

impl<const W: usize, const C: usize, L: Lattice<W, C>, E: End> Cross<'_, W, C, L, E> {
    /// Blocks of samples in so many cells, each in all rows.
    #[inline(always)]
    fn blocks<const B: usize, V: Vectors<B>, const CELLS: usize>(&mut self, blocks: &[Block]) {
        let Columns { cells, offsets, weights, table, bounds, .. } = self.columns;
        let width = cells.len();
        let (offsets, weights) = (&offsets[..width], &weights[..width]);
        let mut tables: [&[f32]; TOGETHER] = [&[]; TOGETHER];
        let mut parts: [&[f32]; TOGETHER] = [&[]; TOGETHER];
        let mut outs: [&mut [f32]; TOGETHER] = Default::default();
        let mut rest = &mut *self.out;
        for row in 0..self.rows {
            tables[row] = &table[row * W * self.stride..][..W * self.stride];
            parts[row] = self.end.part(self.first + row * width, width);
            (outs[row], rest) = rest.split_at_mut(width);
        }
        for &Block { start, cell } in blocks {
            let offsets: [f32; B] = load(offsets, start);
            let weights: [f32; B] = load(weights, start);
            let cells: [i32; B] = load(cells, start);
            let mut indices = [[0; B]; C];
            for corner in 0..C {
                for i in 0..B {
                    indices[corner][i] = cells[i].wrapping_sub(cell).wrapping_add(corner as i32);
                }
            }
            let cell = cell.wrapping_sub(bounds.0) as u32 as usize;
            for row in 0..self.rows {
                let (table, part, out) = (tables[row], parts[row], &mut outs[row]);
                let mut columns = [[[0.0; B]; C]; W];
                for component in 0..W {
                    let table = &table[component * self.stride..][..self.stride][cell..];
                    for corner in 0..C {
                        columns[component][corner] = match CELLS {
                            ONE => [table[corner]; B],
                            FEW => V::pick(&load(table, 0), &indices[corner]),
                            AS_MANY => V::pick(&load(table, corner), &indices[0]),
                            _ => look_up(&table[corner..], &indices[0]),
                        };
                    }
                }
                let mut noise = [0.0; B];
                for i in 0..B {
                    let mut around = [[0.0; W]; C];
                    for corner in 0..C {
                        for component in 0..W {
                            around[corner][component] = columns[component][corner][i];
                        }
                    }
                    noise[i] = L::across(around, offsets[i], weights[i]) * self.scale;
                }
                if let Some(out) = out[start..].first_chunk_mut() {
                    *out = self.end.at(part, start, noise);
                }
            }
        }
    }
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
