//! The x coordinates of a row of samples, prepared for noise along it, and what rows of a noise need there.

use std::array;
use std::marker::PhantomData;

use crate::interpolant::{self, Fade, Interpolation};
use crate::lattice::{Lattice, Place, Row, before};
use crate::lattice_rows::{LatticeRows, ROWS, Span};
use crate::level::{Kernel, Level, VectorKernel, Vectors};
use crate::noise::Task;
use crate::period::{Endless, Extent, Periods};
use crate::{Noise, hash, math};

/// The x coordinates of a row of samples, prepared for noise along it, with room for its intermediate results.
///
/// Prepared once for a tile, it serves all its rows: they are [taken up](Columns::take), and [summed](Columns::sum). It
/// keeps what rows of samples in the same row of cells share, as long as it is asked for the same noise. It allocates
/// only to grow.
#[derive(Clone, Default, Debug)]
pub struct Columns {
    interpolation: Interpolation,
    xs: Vec<f32>,
    places: Places,
    /// The samples in blocks, the last of which may begin within the one before it. None where there are fewer samples
    /// than in a block, or where they scatter over more cells than there are samples.
    pub(crate) blocks: Vec<Block>,
    /// Of each block the offsets of its samples, then their weights, then how many cells each lies beyond the block's, as
    /// bits.
    pub(crate) lanes: Vec<f32>,
    /// The level for whose vectors there are places and blocks.
    fitted: Option<Level>,
    /// The lowest and highest cell of any sample, where there are blocks.
    pub(crate) bounds: (i32, i32),
    lattice_rows: LatticeRows,
    taken: Option<Taken>,
    /// How many rows were taken up, and where their y lies.
    rows: usize,
    y_places: Places,
    /// The lattice columns of these rows: row by row, component by component, column by column, with so many floats for a
    /// component. Or stacked, [`ROWS`] by so many, with so many floats for them: column by column, component by component,
    /// row by row.
    pub(crate) table: Vec<f32>,
    pub(crate) stride: usize,
    /// Whether the table is stacked: where no block lies in more than two cells, it is used column by column.
    pub(crate) stacked: bool,
    /// Where samples scatter: the y, z and time of the rows, those of each sample of one, and its noise.
    rests: [Vec<f32>; 3],
    scattered: [Vec<f32>; 4],
}

/// Where coordinates lie in a lattice without periods.
#[derive(Clone, Default, Debug)]
pub(crate) struct Places {
    /// The cell of each, the distance to the lattice point below and the weight of the one above.
    pub cells: Vec<i32>,
    pub offsets: Vec<f32>,
    pub weights: Vec<f32>,
}

/// What was taken up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Taken {
    pub level: Level,
    pub noise: Noise,
    /// The noise's [`scale`](Noise::scale).
    pub scale: f32,
    pub factor: f32,
}

/// Neighbouring samples, as many as there are lanes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block {
    /// The lowest of their cells.
    pub cell: i32,
    /// In how many they lie: [`ONE`] or another.
    pub reach: usize,
}

/// In how many cells the samples of a block lie: in one, in two of a stacked table, in so few that all their lattice columns
/// fit into a vector, in as many as there are samples at most, or in more.
pub(crate) const ONE: usize = 0;
pub(crate) const TWO: usize = 1;
pub(crate) const FEW: usize = 2;
pub(crate) const AS_MANY: usize = 3;
pub(crate) const MORE: usize = 4;

impl Columns {
    /// Prepares for noises with the given interpolation at samples with the given x coordinates.
    ///
    /// Any coordinates will do, in any order. Fastest are those of a picture: evenly spaced, a cell apart at most.
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

    /// Takes up rows of a noise, for each of which `rests` have a y, a z and a time, of which those beyond its
    /// [`dimensions`](Noise::dimensions) are ignored: an octave of a [sum](Columns::sum), to be multiplied by a finite
    /// factor. It takes the place of what was taken up before.
    ///
    /// # Panics
    ///
    /// If the columns were prepared for another interpolation, or the rests differ in length.
    pub fn take(&mut self, level: Level, noise: Noise, factor: f32, rests: [&[f32]; 3]) {
        assert_eq!(self.interpolation, noise.interpolation(), "columns prepared for another interpolation");
        let rows = rests[0].len();
        assert!(rests.iter().all(|rest| rest.len() == rows), "a y, a z and a time for each row");
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

    /// What was taken up last.
    pub(crate) fn taken(&self) -> Option<Taken> {
        self.taken
    }

    /// How many rows were taken up.
    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    /// Whether the samples are worked on in blocks.
    pub(crate) fn in_blocks(&self) -> bool {
        !self.blocks.is_empty()
    }

    /// Gives the samples their places, and gathers them in blocks of a level's vectors.
    fn fit(&mut self, level: Level) {
        if self.fitted == Some(level) {
            return;
        }
        self.fitted = Some(level);
        let (places, xs) = (&mut self.places, &self.xs);
        match self.interpolation {
            Interpolation::Linear | Interpolation::Cubic => places.find::<interpolant::Linear>(level, xs),
            Interpolation::Cosine => places.find::<interpolant::Cosine>(level, xs),
            Interpolation::Smoothstep => places.find::<interpolant::Smoothstep>(level, xs),
            Interpolation::Smootherstep => places.find::<interpolant::Smootherstep>(level, xs),
        }
        self.lattice_rows.forget();
        self.blocks.clear();
        self.lanes.clear();
        // Kernels know no way to run sample by sample; the general way does.
        if level != Level::Scalar && self.xs.len() >= level.lanes() {
            level.run_in_vectors(Gather(self));
        }
    }

    /// Adds what was taken up to sums, where samples scatter.
    pub(crate) fn add_by_lanes(&mut self, out: &mut [&mut [f32]]) {
        let Some(Taken { level, noise, factor, .. }) = self.taken else { return };
        let width = self.xs.len();
        let [y, z, t, values] = &mut self.scattered;
        for (row, out) in out.iter_mut().enumerate() {
            for (all, rest) in [&mut *y, z, t].into_iter().zip(&self.rests) {
                all.clear();
                all.resize(width, rest[row]);
            }
            values.resize(width, 0.0);
            noise.lanes(level, [&self.xs, y, z, t], values);
            for (sum, value) in out.iter_mut().zip(&*values) {
                *sum = math::add(*sum, math::mul(*value, factor));
            }
        }
    }
}

impl Places {
    /// Finds those of some coordinates.
    fn find<F: Fade>(&mut self, level: Level, xs: &[f32]) {
        let Places { cells, offsets, weights } = self;
        cells.resize(xs.len(), 0);
        offsets.resize(xs.len(), 0.0);
        weights.resize(xs.len(), 0.0);
        level.run(Find { xs, cells, offsets, weights, fade: PhantomData::<F> });
    }
}

struct Find<'a, F> {
    xs: &'a [f32],
    cells: &'a mut [i32],
    offsets: &'a mut [f32],
    weights: &'a mut [f32],
    fade: PhantomData<F>,
}

impl<F: Fade> Kernel for Find<'_, F> {
    #[inline(always)]
    fn run(self) {
        let samples = self.xs.iter().zip(self.cells).zip(self.offsets).zip(self.weights);
        for (((x, cell), offset), weight) in samples {
            let place = Place::endless::<F>(*x);
            (*cell, *offset, *weight) = (place.point(0), place.offset, place.weight);
        }
    }
}

/// Gathers samples in blocks.
struct Gather<'a>(&'a mut Columns);

impl VectorKernel for Gather<'_> {
    #[inline(always)]
    fn run<const B: usize, V: Vectors<B>>(self) {
        let Columns { places: Places { cells, offsets, weights }, blocks, lanes, bounds, stacked, .. } =
            self.0;
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
                // As in a picture: from left to right.
                0 => (cells[0], cells[B - 1]),
                _ => cells
                    .iter()
                    .fold((i32::MAX, i32::MIN), |(low, high), cell| (low.min(*cell), high.max(*cell))),
            };
            (lowest, highest) = (lowest.min(low), highest.max(high));
            widest = widest.max(between(low, high));
            // How many cells it reaches beyond the first, for now.
            blocks.push(Block { cell: low, reach: between(low, high) });
        }
        *bounds = (lowest, highest);
        if between(lowest, highest) >= count {
            blocks.clear();
            return;
        }
        // Short vectors share too little.
        *stacked = B > 8 && widest <= 1;
        lanes.resize(blocks.len() * 3 * B, 0.0);
        let own = lanes.as_chunks_mut::<B>().0.as_chunks_mut::<3>().0;
        for ((start, block), own) in starts().zip(blocks).zip(own) {
            let places = (
                cells[start..].first_chunk(),
                offsets[start..].first_chunk(),
                weights[start..].first_chunk(),
            );
            let (Some(cells), Some(offsets), Some(weights)) = places else { continue };
            let cell = block.cell;
            let mut beyond = [0.0; B];
            for i in 0..B {
                let cells: &[i32; B] = cells;
                beyond[i] = f32::from_bits(cells[i].wrapping_sub(cell) as u32);
            }
            *own = [*offsets, *weights, beyond];
            block.reach = match block.reach {
                0 => ONE,
                1 if *stacked => TWO,
                span if span + 3 < B => FEW,
                span if span < B => AS_MANY,
                _ => MORE,
            };
        }
    }
}

/// Makes the lattice columns of the rows that are taken up.
struct Lay<'a> {
    columns: &'a mut Columns,
    level: Level,
    noise: Noise,
    rests: [&'a [f32]; 3],
}

impl Task for Lay<'_> {
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

impl Lay<'_> {
    /// All rows over a lattice, as many at a time as there are together in a row of cells.
    fn over<const D: usize, const W: usize, const C: usize, L: Lattice<W, C>, F: Fade>(
        self,
        span: Span,
        extent: impl Extent,
    ) {
        let Lay { columns, level, noise, rests: [ys, zs, times] } = self;
        let start = hash::start(noise.seed());
        let Columns { lattice_rows, y_places, table, stacked, rows, .. } = columns;
        let (stride, floats) = if *stacked {
            let stride = span.count * W * ROWS;
            (stride, rows.div_ceil(ROWS) * stride)
        } else {
            let stride = span.count.next_multiple_of(level.lanes()) + level.lanes();
            (stride, *rows * W * stride)
        };
        columns.stride = stride;
        table.resize(table.len().max(floats), 0.0);
        y_places.find::<F>(level, ys);
        let Places { cells, offsets, weights } = y_places;
        // A stacked table has all of its rows.
        offsets.resize(rows.next_multiple_of(ROWS), 0.0);
        weights.resize(rows.next_multiple_of(ROWS), 0.0);
        let depth = |row: usize| [zs[row], times[row]].map(f32::to_bits);
        let mut done = 0;
        let mut last: Option<([u32; 2], Row)> = None;
        while done < *rows {
            let depth_here = depth(done);
            let known = last.filter(|(known, _)| *known == depth_here).map(|(_, row)| row);
            let row =
                known.unwrap_or_else(|| Row::new::<D, F>(start, [ys[done], zs[done], times[done]], &extent));
            let y = if D == 1 { Place::ORIGIN } else { Place::at(extent.around(1, cells[done])) };
            let row = Row { y, ..row };
            last = Some((depth_here, row));
            // As many as there are in one row of cells, and next to each other.
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
