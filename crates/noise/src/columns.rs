//! The x coordinates of a row of samples, prepared for noise along the row, and the tables that its rows need.

use std::array;

use crate::blocks::STRIP;
use crate::interpolant::Interpolation;
use crate::lattice::{Lattice, Row, before};
use crate::lattice_rows::{LatticeRows, ROWS, Span};
use crate::level::{Level, VectorKernel, Vectors};
use crate::narrow::AddAlong;
use crate::noise::Task;
use crate::positions::{CellPosition, CellPositions};
use crate::{Noise, hash, math};

/// The x coordinates of a row of samples, prepared for noise along it, with buffers for intermediate results.
///
/// Prepared once for a tile, it serves all rows of the tile. [`take`](Columns::take) loads rows of a noise, and
/// [`sum`](Columns::sum) evaluates them. Values that rows of samples in the same row of cells share are cached while
/// the noise stays the same. Memory is allocated only to grow.
#[derive(Clone, Default, Debug)]
pub struct Columns {
    interpolation: Interpolation,
    xs: Vec<f32>,
    cell_positions: CellPositions,
    /// Blocks of samples; the last one may overlap the one before. Empty if there are fewer samples than in a block,
    /// or if the samples span more cells than there are samples.
    pub(crate) blocks: Vec<Block>,
    /// For each block the offsets of its samples, their weights, and the distances of their cells from the block's
    /// lowest cell, as bits.
    pub(crate) lanes: Vec<f32>,
    /// The level that the positions and blocks were computed for.
    fitted: Option<Level>,
    /// The lowest and the highest cell of any sample; valid if there are blocks.
    pub(crate) bounds: (i32, i32),
    lattice_rows: LatticeRows,
    taken: Option<Taken>,
    /// The number of rows taken, and the positions of their y in the lattice.
    rows: usize,
    y_positions: CellPositions,
    /// The lattice columns of these rows: by row, component and column, with `stride` floats for each component. A
    /// stacked table holds groups of [`ROWS`] rows, with `stride` floats for each group, ordered by column, component
    /// and row.
    pub(crate) table: Vec<f32>,
    pub(crate) stride: usize,
    /// Whether the table is stacked: it is read column by column if no block spans more than two cells.
    pub(crate) stacked: bool,
    /// y, z and time of the rows, if the samples are not in blocks.
    rests: [Vec<f32>; 3],
}

/// The rows taken by [`Columns::take`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Taken {
    pub level: Level,
    pub noise: Noise,
    /// The noise's [`scale`](Noise::scale).
    pub scale: f32,
    pub factor: f32,
}

/// As many neighboring samples as a vector has lanes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block {
    /// The lowest cell of the samples.
    pub cell: i32,
    /// The number of cells that the samples span: one of the constants from [`REACH_ONE`] to [`REACH_ANY`].
    pub reach: usize,
}

/// The number of cells that the samples of a block span: one; two, in a stacked table; few enough for all their
/// lattice columns to fit into a vector; at most as many as there are samples; or more.
pub(crate) const REACH_ONE: usize = 0;
pub(crate) const REACH_TWO: usize = 1;
pub(crate) const REACH_VECTOR: usize = 2;
pub(crate) const REACH_LANES: usize = 3;
pub(crate) const REACH_ANY: usize = 4;

impl Columns {
    /// Prepares for noises with the given interpolation at samples with the given x coordinates.
    ///
    /// Coordinates may be in any order. Evenly spaced ones at most a cell apart, as in pictures, are the fastest.
    pub fn prepare(&mut self, interpolation: Interpolation, xs: &[f32]) {
        self.xs.clear();
        self.xs.extend_from_slice(xs);
        self.interpolation = interpolation;
        self.fitted = None;
        self.taken = None;
        self.rows = 0;
    }

    /// The number of samples.
    pub fn len(&self) -> usize {
        self.xs.len()
    }

    /// Whether there are no samples.
    pub fn is_empty(&self) -> bool {
        self.xs.is_empty()
    }

    /// Takes rows of a noise, replacing those taken before. `rests` has a y, a z and a time for each row; axes beyond
    /// the noise's [`dimensions`](Noise::dimensions) are ignored. The rows form an octave of a [sum](Columns::sum),
    /// multiplied by the finite `factor`.
    ///
    /// # Panics
    ///
    /// If the columns were prepared for another interpolation, or the slices of `rests` differ in length.
    pub fn take(&mut self, level: Level, noise: Noise, factor: f32, rests: [&[f32]; 3]) {
        assert_eq!(self.interpolation, noise.interpolation(), "the columns are prepared for another interpolation");
        let rows = rests[0].len();
        assert!(rests.iter().all(|rest| rest.len() == rows), "every row must have a y, a z and a time");
        self.rows = rows;
        let level = level.or_best();
        self.fit(level);
        self.taken = Some(Taken { level, noise, scale: noise.scale(), factor });
        if self.in_blocks() {
            noise.dispatch(Lay { columns: self, level, noise, rests });
        } else {
            for (kept, rest) in self.rests.iter_mut().zip(rests) {
                kept.clear();
                kept.extend_from_slice(rest);
            }
        }
    }

    /// The rows taken last.
    pub(crate) fn taken(&self) -> Option<Taken> {
        self.taken
    }

    /// The number of rows taken.
    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    /// Whether the samples are evaluated in blocks.
    pub(crate) fn in_blocks(&self) -> bool {
        !self.blocks.is_empty()
    }

    /// Computes the samples' positions in the lattice, and groups them in blocks of the level's vector length.
    fn fit(&mut self, level: Level) {
        if self.fitted == Some(level) {
            return;
        }
        self.fitted = Some(level);
        self.cell_positions.find(level, self.interpolation, &self.xs);
        self.lattice_rows.forget();
        self.blocks.clear();
        self.lanes.clear();
        // Vector kernels cannot run sample by sample; scattered evaluation can.
        if level != Level::Scalar && self.xs.len() >= level.lanes() {
            level.run_in_vectors(Gather(self));
        }
    }

    /// Adds the rows taken to sums, if the samples are not in blocks.
    pub(crate) fn add_by_samples(&mut self, out: &mut [&mut [f32]]) {
        let Some(Taken { level, noise, factor, .. }) = self.taken else { return };
        let rests = self.rests.each_ref().map(Vec::as_slice);
        if level != Level::Scalar {
            self.cell_positions.pad(STRIP);
            let xs = &self.cell_positions;
            return noise.dispatch(AddAlong { level, noise, factor, xs, rests, out });
        }
        let [ys, zs, times] = rests;
        for (row, out) in out.iter_mut().enumerate() {
            for (x, sum) in self.xs.iter().zip(&mut **out) {
                let value = noise.at([*x, ys[row], zs[row], times[row]]);
                *sum = math::add(*sum, math::mul(value, factor));
            }
        }
    }
}

/// Groups samples in blocks.
struct Gather<'a>(&'a mut Columns);

impl VectorKernel for Gather<'_> {
    #[inline(always)]
    fn run<const B: usize, V: Vectors<B>>(self) {
        let Columns {
            cell_positions: CellPositions { cells, offsets, weights }, blocks, lanes, bounds, stacked, ..
        } = self.0;
        let count = cells.len();
        let starts = || (0..count).step_by(B).map(|start| start.min(count - B));
        let (mut lowest, mut highest, mut widest) = (i32::MAX, i32::MIN, 0);
        let between = |low: i32, high: i32| (i64::from(high) - i64::from(low)) as usize;
        for cells in starts().filter_map(|start| cells[start..].first_chunk::<B>()) {
            let before: [i32; B] = array::from_fn(|i| cells[i.saturating_sub(1)]);
            let mut falls = [0; B];
            for i in 0..B {
                falls[i] = if cells[i] < before[i] { -1 } else { 0 };
            }
            let (low, high) = match V::signs(&falls) {
                // From left to right, as in a picture.
                0 => (cells[0], cells[B - 1]),
                _ => cells.iter().fold((i32::MAX, i32::MIN), |(low, high), cell| (low.min(*cell), high.max(*cell))),
            };
            (lowest, highest) = (lowest.min(low), highest.max(high));
            widest = widest.max(between(low, high));
            // The number of cells beyond the first, until the class is known below.
            blocks.push(Block { cell: low, reach: between(low, high) });
        }
        *bounds = (lowest, highest);
        if between(lowest, highest) >= count {
            blocks.clear();
            return;
        }
        // Short vectors share too little to gain from it.
        *stacked = B > 8 && widest <= 1;
        lanes.resize(blocks.len() * 3 * B, 0.0);
        let own = lanes.as_chunks_mut::<B>().0.as_chunks_mut::<3>().0;
        for ((start, block), own) in starts().zip(blocks).zip(own) {
            let cell_positions =
                (cells[start..].first_chunk(), offsets[start..].first_chunk(), weights[start..].first_chunk());
            let (Some(cells), Some(offsets), Some(weights)) = cell_positions else { continue };
            let cell = block.cell;
            let mut beyond = [0.0; B];
            for i in 0..B {
                let cells: &[i32; B] = cells;
                beyond[i] = f32::from_bits(cells[i].wrapping_sub(cell) as u32);
            }
            *own = [*offsets, *weights, beyond];
            block.reach = match block.reach {
                0 => REACH_ONE,
                1 if *stacked => REACH_TWO,
                span if span + 3 < B => REACH_VECTOR,
                span if span < B => REACH_LANES,
                _ => REACH_ANY,
            };
        }
    }
}

/// Computes the lattice columns of the rows taken.
struct Lay<'a> {
    columns: &'a mut Columns,
    level: Level,
    noise: Noise,
    rests: [&'a [f32]; 3],
}

impl Task for Lay<'_> {
    type Output = ();

    /// Processes all rows, grouping rows that lie in one row of cells.
    fn run<const D: usize, const W: usize, const C: usize, L: Lattice<W, C>>(self) {
        let Lay { columns, level, noise, rests: [ys, zs, times] } = self;
        let grid = noise.grid();
        let (lowest, highest) = columns.bounds;
        let first = grid.around(0, lowest)[1 - before(C) as usize];
        let count = highest.wrapping_sub(lowest) as u32 as usize + C;
        let span = Span { first, count, period: noise.periods().map(|[period, ..]| period as usize) };
        let start = hash::start(noise.seed());
        let Columns { lattice_rows, y_positions, table, stacked, rows, .. } = columns;
        let (stride, floats) = if *stacked {
            let stride = span.count * W * ROWS;
            (stride, rows.div_ceil(ROWS) * stride)
        } else {
            let stride = span.count.next_multiple_of(level.lanes()) + level.lanes();
            (stride, *rows * W * stride)
        };
        columns.stride = stride;
        table.resize(table.len().max(floats), 0.0);
        y_positions.find(level, grid.interpolation, ys);
        let CellPositions { cells, offsets, weights } = y_positions;
        // A stacked table always has full groups of rows.
        offsets.resize(rows.next_multiple_of(ROWS), 0.0);
        weights.resize(rows.next_multiple_of(ROWS), 0.0);
        let depth = |row: usize| [zs[row], times[row]].map(f32::to_bits);
        let mut done = 0;
        let mut last: Option<([u32; 2], Row)> = None;
        while done < *rows {
            let depth_here = depth(done);
            let known = last.filter(|(known, _)| *known == depth_here).map(|(_, row)| row);
            let row = known.unwrap_or_else(|| Row::new::<D>(start, [ys[done], zs[done], times[done]], &grid));
            let y = if D == 1 { CellPosition::ORIGIN } else { CellPosition::at(grid.around(1, cells[done])) };
            let row = Row { y, ..row };
            last = Some((depth_here, row));
            // The following rows in the same row of cells.
            let next = done + 1..(*rows).min((done / ROWS + 1) * ROWS);
            let together = |row: &usize| (D == 1 || cells[*row] == cells[done]) && depth(*row) == depth_here;
            let end = done + 1 + next.take_while(together).count();
            lattice_rows.lay::<D, W, C, L>(level, (noise, depth_here), &row, span);
            if *stacked {
                let first = done / ROWS * ROWS;
                let ys = (&offsets[first..], &weights[first..]);
                let table = &mut table[done / ROWS * stride..][..stride];
                lattice_rows.stack::<D, W, C, L>(level, ys, done - first, table);
            } else {
                let ys = (&offsets[done..end], &weights[done..end]);
                let table = &mut table[done * W * stride..end * W * stride];
                lattice_rows.join::<D, W, C, L>(level, ys, stride, table);
            }
            done = end;
        }
    }
}
