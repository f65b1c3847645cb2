//! Cached lattice rows: rows of lattice points around a row of samples, reduced along time and z.
//!
//! They stay valid for all rows of samples in the same row of cells. The upper lattice row of one row of cells is the
//! lower lattice row of the next.

use std::marker::PhantomData;
use std::ops::Range;

use crate::lattice::{Lattice, Row, before};
use crate::level::{Kernel, Level, VectorKernel, Vectors};
use crate::noise::Noise;
use crate::positions::CellPosition;

/// Rows in a group of a stacked table.
pub(crate) const ROWS: usize = 16;

/// The lattice rows around the most recent rows of samples.
#[derive(Clone, Default, Debug)]
pub(crate) struct LatticeRows {
    /// Their noise, and the bits of its z and time.
    of: Option<(Noise, [u32; 2])>,
    /// Ordered by corner along y.
    lattice_rows: [LatticeRow; 4],
}

#[derive(Clone, Default, Debug)]
struct LatticeRow {
    /// Its lattice point along y; `None` if it is not computed.
    y: Option<i32>,
    parts: [Vec<f32>; 3],
}

/// The lattice points along x that a row needs.
#[derive(Clone, Copy)]
pub(crate) struct Span {
    /// The first point.
    pub first: i32,
    /// The number of points.
    pub count: usize,
    /// The number of points after which they start again at 0; `None` without a period.
    pub period: Option<usize>,
}

impl LatticeRows {
    /// Invalidates all lattice rows, because other lattice points are needed.
    pub fn forget(&mut self) {
        self.of = None;
    }

    /// Computes the lattice rows around a row that are not cached.
    pub fn lay<const D: usize, const W: usize, const C: usize, L: Lattice<W, C>>(
        &mut self,
        level: Level,
        of: (Noise, [u32; 2]),
        row: &Row,
        span: Span,
    ) {
        let lattice_rows = &mut self.lattice_rows[..C];
        if self.of != Some(of) {
            lattice_rows.iter_mut().for_each(|lattice_row| lattice_row.y = None);
            self.of = Some(of);
        }
        let wanted = |corner: usize| Some(row.y.point(corner as i32 - before(C)));
        for corner in 0..C {
            if let Some(known) = lattice_rows.iter().position(|lattice_row| lattice_row.y == wanted(corner)) {
                lattice_rows.swap(corner, known);
            }
        }
        for (corner, lattice_row) in lattice_rows.iter_mut().enumerate() {
            if lattice_row.y != wanted(corner) {
                lattice_row.y = wanted(corner);
                lattice_row.make::<D, W, C, L>(level, row, row.y.point(corner as i32 - before(C)), span);
            }
        }
    }

    /// Reduces the lattice rows along y, for several rows of samples in their row of cells, given by their offsets
    /// and weights. In the table each component of a row has `stride` floats.
    pub fn join<const D: usize, const W: usize, const C: usize, L: Lattice<W, C>>(
        &self,
        level: Level,
        ys: (&[f32], &[f32]),
        stride: usize,
        table: &mut [f32],
    ) {
        let lattice_rows = self.parts::<C>();
        level.run_in_vectors(Join::<D, W, C, L> { ys, lattice_rows, stride, table, lattice: PhantomData });
    }

    /// The same for a group of a stacked table. Rows before `first` keep their values.
    pub fn stack<const D: usize, const W: usize, const C: usize, L: Lattice<W, C>>(
        &self,
        level: Level,
        ys: (&[f32], &[f32]),
        first: usize,
        table: &mut [f32],
    ) {
        let (lattice_rows, fresh) = (self.parts::<C>(), &ROW_MASKS[ROWS - first..]);
        level.run(Stack::<D, W, C, L> { ys, lattice_rows, fresh, table, lattice: PhantomData });
    }

    fn parts<const C: usize>(&self) -> [&[Vec<f32>; 3]; C] {
        let mut parts = [&self.lattice_rows[0].parts; C];
        for corner in 1..C {
            parts[corner] = &self.lattice_rows[corner].parts;
        }
        parts
    }
}

impl LatticeRow {
    fn make<const D: usize, const W: usize, const C: usize, L: Lattice<W, C>>(
        &mut self,
        level: Level,
        row: &Row,
        y: i32,
        Span { first, count, period }: Span,
    ) {
        let parts = &mut self.parts;
        for part in &mut parts[..L::PARTS] {
            part.resize(count.next_multiple_of(level.lanes()) + level.lanes(), 0.0);
        }
        let Some(period) = period else {
            fill::<D, W, C, L>(level, row, [first, y], parts, 0..count);
            return;
        };
        let (mut done, mut point) = (0, first);
        while done < count.min(period) {
            // From the start of the period after its end.
            let end = count.min(done + period - point as usize);
            fill::<D, W, C, L>(level, row, [point, y], parts, done..end);
            (done, point) = (end, 0);
        }
        for part in &mut parts[..L::PARTS] {
            for i in period..count {
                part[i] = part[i - period];
            }
        }
    }
}

/// Fills a range of a lattice row, starting with the lattice point at `x` and `y`.
///
/// The range is rounded up to whole vectors. The surplus is overwritten by the next call or never read.
fn fill<const D: usize, const W: usize, const C: usize, L: Lattice<W, C>>(
    level: Level,
    row: &Row,
    [x, y]: [i32; 2],
    [a, b, c]: &mut [Vec<f32>; 3],
    range: Range<usize>,
) {
    let end = range.start + range.len().next_multiple_of(level.lanes());
    let first = &mut a[range.start..end];
    let mut others: [&mut [f32]; 2] = [&mut [], &mut []];
    if L::PARTS == 3 {
        others = [b, c].map(|part| &mut part[range.start..end]);
    }
    level.run(Fill::<D, W, C, L> { row: *row, x, y, first, others, lattice: PhantomData });
}

struct Fill<'a, const D: usize, const W: usize, const C: usize, L> {
    row: Row,
    x: i32,
    y: i32,
    first: &'a mut [f32],
    others: [&'a mut [f32]; 2],
    lattice: PhantomData<L>,
}

impl<const D: usize, const W: usize, const C: usize, L: Lattice<W, C>> Kernel for Fill<'_, D, W, C, L> {
    #[inline(always)]
    fn run(self) {
        let (a, [b, c]) = (self.first, self.others);
        let count = a.len();
        let (b, c) = if L::PARTS == 3 { (&mut b[..count], &mut c[..count]) } else { (b, c) };
        for i in 0..count {
            let parts = L::lattice_row::<D>(&self.row, self.x.wrapping_add(i as i32), self.y);
            a[i] = parts[0];
            if L::PARTS == 3 {
                b[i] = parts[1];
                c[i] = parts[2];
            }
        }
    }
}

struct Join<'a, const D: usize, const W: usize, const C: usize, L> {
    ys: (&'a [f32], &'a [f32]),
    lattice_rows: [&'a [Vec<f32>; 3]; C],
    stride: usize,
    table: &'a mut [f32],
    lattice: PhantomData<L>,
}

impl<const D: usize, const W: usize, const C: usize, L: Lattice<W, C>> VectorKernel for Join<'_, D, W, C, L> {
    #[inline(always)]
    fn run<const B: usize, V: Vectors<B>>(self) {
        // Without the vector that only makes room for reads beyond the end.
        let vectors = self.lattice_rows[0][0].len() / B - 1;
        let mut lattice_rows: [[&[[f32; B]]; 3]; C] = [[&[]; 3]; C];
        for corner in 0..C {
            for part in 0..L::PARTS {
                lattice_rows[corner][part] = &self.lattice_rows[corner][part].as_chunks().0[..vectors];
            }
        }
        // Row by row: a row of narrow cells has one row of samples or two.
        let ys = self.ys.0.iter().zip(self.ys.1);
        for (table, (offset, weight)) in self.table.chunks_exact_mut(W * self.stride).zip(ys) {
            let y = CellPosition::between(*offset, *weight);
            let mut components = table.chunks_exact_mut(self.stride);
            let table: [&mut [[f32; B]]; W] = std::array::from_fn(|_| {
                components.next().map_or(&mut [][..], |component| &mut component.as_chunks_mut().0[..vectors])
            });
            for at in 0..vectors {
                let mut columns = [[0.0; B]; W];
                for i in 0..B {
                    let mut around = [[0.0; 3]; C];
                    for corner in 0..C {
                        for part in 0..L::PARTS {
                            around[corner][part] = lattice_rows[corner][part][at][i];
                        }
                    }
                    let column = L::column::<D>(y, around);
                    for component in 0..W {
                        columns[component][i] = column[component];
                    }
                }
                for component in 0..W {
                    table[component][at] = columns[component];
                }
            }
        }
    }
}

/// A mask: no bits for each of [`ROWS`] rows, then all bits for each of as many.
const ROW_MASKS: [u32; 2 * ROWS] = {
    let mut later = [0; 2 * ROWS];
    let mut row = ROWS;
    while row < later.len() {
        later[row] = u32::MAX;
        row += 1;
    }
    later
};

struct Stack<'a, const D: usize, const W: usize, const C: usize, L> {
    ys: (&'a [f32], &'a [f32]),
    lattice_rows: [&'a [Vec<f32>; 3]; C],
    /// All bits for each row to write, none for each row to keep.
    fresh: &'a [u32],
    table: &'a mut [f32],
    lattice: PhantomData<L>,
}

impl<const D: usize, const W: usize, const C: usize, L: Lattice<W, C>> Kernel for Stack<'_, D, W, C, L> {
    #[inline(always)]
    fn run(self) {
        let (offsets, weights): ([f32; ROWS], [f32; ROWS]) = (load(self.ys.0, 0), load(self.ys.1, 0));
        let fresh: [u32; ROWS] = load(self.fresh, 0);
        for (cell, table) in self.table.as_chunks_mut::<ROWS>().0.chunks_exact_mut(W).enumerate() {
            let mut around = [[0.0; 3]; C];
            for corner in 0..C {
                for part in 0..L::PARTS {
                    around[corner][part] = self.lattice_rows[corner][part][cell];
                }
            }
            let mut columns = [[0.0; ROWS]; W];
            for i in 0..ROWS {
                let column = L::column::<D>(CellPosition::between(offsets[i], weights[i]), around);
                for component in 0..W {
                    columns[component][i] = column[component];
                }
            }
            for component in 0..W {
                for i in 0..ROWS {
                    let (new, before) = (columns[component][i].to_bits(), table[component][i].to_bits());
                    table[component][i] = f32::from_bits(new & fresh[i] | before & !fresh[i]);
                }
            }
        }
    }
}

/// The `B` floats from index `start` on.
#[inline(always)]
pub(crate) fn load<T: Copy + Default, const B: usize>(from: &[T], start: usize) -> [T; B] {
    from[start..].first_chunk().copied().unwrap_or([T::default(); B])
}
