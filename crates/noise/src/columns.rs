//! The x coordinates of a row of samples, prepared for noise along it, and what rows of a noise need there.

use std::marker::PhantomData;

use crate::interpolant::{self, Fade, Interpolation};
use crate::lattice::{Lattice, Place, Row, before};
use crate::level::{Kernel, Level};
use crate::noise::Task;
use crate::period::{Endless, Extent, Periods};
use crate::rails::{Rails, Span};
use crate::{Noise, hash, math};

/// Rows in one row of cells that are reduced along y in one go.
const TOGETHER: usize = 16;

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
    /// The lowest and highest cell of any sample.
    pub(crate) bounds: (i32, i32),
    rails: Rails,
    taken: Option<Taken>,
    /// The y, z and time of each row that was taken up, the y alone, and where that lies.
    rests: Vec<[f32; 3]>,
    ys: Vec<f32>,
    y_places: Places,
    /// The lattice columns of these rows, row by row and component by component, each of so many floats.
    pub(crate) table: Vec<f32>,
    pub(crate) stride: usize,
    /// Where samples scatter: the y, z and time of each, and its noise.
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

/// In how many cells the samples of a block lie: in one, in two, in so few that all their lattice columns fit into a
/// vector, in as many as there are samples at most, or in more.
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
        self.rests.clear();
    }

    /// The number of samples.
    pub fn len(&self) -> usize {
        self.xs.len()
    }

    /// Whether there are no samples.
    pub fn is_empty(&self) -> bool {
        self.xs.is_empty()
    }

    /// Takes up rows of a noise, at the y, z and time in `rests`, of which those beyond its
    /// [`dimensions`](Noise::dimensions) are ignored: an octave of a [sum](Columns::sum), to be multiplied by a finite
    /// factor. It takes the place of what was taken up before.
    ///
    /// # Panics
    ///
    /// If the columns were prepared for another interpolation.
    pub fn take(&mut self, level: Level, noise: Noise, factor: f32, rests: &[[f32; 3]]) {
        assert_eq!(self.interpolation, noise.interpolation(), "columns prepared for another interpolation");
        let level = level.or_best();
        self.fit(level);
        self.taken = Some(Taken { level, noise, scale: noise.scale(), factor });
        self.rests.clear();
        self.rests.extend_from_slice(rests);
        if self.in_blocks() {
            noise.dispatch(Lay { columns: self, level, noise });
        }
    }

    /// What was taken up last.
    pub(crate) fn taken(&self) -> Option<Taken> {
        self.taken
    }

    /// How many rows were taken up.
    pub(crate) fn rows(&self) -> usize {
        self.rests.len()
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
        let (count, lanes) = (self.xs.len(), level.lanes());
        let (places, xs) = (&mut self.places, &self.xs);
        match self.interpolation {
            Interpolation::Linear | Interpolation::Cubic => places.find::<interpolant::Linear>(level, xs),
            Interpolation::Cosine => places.find::<interpolant::Cosine>(level, xs),
            Interpolation::Smoothstep => places.find::<interpolant::Smoothstep>(level, xs),
            Interpolation::Smootherstep => places.find::<interpolant::Smootherstep>(level, xs),
        }
        self.rails.forget();
        self.blocks.clear();
        self.lanes.clear();
        let range = |cells: &[i32]| {
            cells.iter().fold((i32::MAX, i32::MIN), |(low, high), cell| (low.min(*cell), high.max(*cell)))
        };
        let between = |(low, high): (i32, i32)| i64::from(high) - i64::from(low);
        self.bounds = range(&self.places.cells);
        // Kernels know no way to run sample by sample; the general way does.
        if level == Level::Scalar || count < lanes || between(self.bounds) >= count as i64 {
            return;
        }
        for start in (0..count).step_by(lanes) {
            let bounds = range(&self.places.cells[start.min(count - lanes)..][..lanes]);
            let reach = match between(bounds) {
                0 => ONE,
                // Where vectors are long, to blend two columns is faster than to pick from all.
                1 if lanes > 8 => TWO,
                span if span + 3 < lanes as i64 => FEW,
                span if span < lanes as i64 => AS_MANY,
                _ => MORE,
            };
            self.blocks.push(Block { cell: bounds.0, reach });
            let own = start.min(count - lanes)..start.min(count - lanes) + lanes;
            self.lanes.extend_from_slice(&self.places.offsets[own.clone()]);
            self.lanes.extend_from_slice(&self.places.weights[own.clone()]);
            let beyond = self.places.cells[own].iter().map(|cell| cell.wrapping_sub(bounds.0));
            self.lanes.extend(beyond.map(|cells| f32::from_bits(cells as u32)));
        }
    }

    /// Adds what was taken up to sums, where samples scatter.
    pub(crate) fn add_by_lanes(&mut self, out: &mut [&mut [f32]]) {
        let Some(Taken { level, noise, factor, .. }) = self.taken else { return };
        let width = self.xs.len();
        let [y, z, t, values] = &mut self.scattered;
        for (rest, out) in self.rests.iter().zip(out) {
            for (all, value) in [&mut *y, z, t].into_iter().zip(rest) {
                all.clear();
                all.resize(width, *value);
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

/// Makes the lattice columns of the rows that are taken up.
struct Lay<'a> {
    columns: &'a mut Columns,
    level: Level,
    noise: Noise,
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
        let Lay { columns, level, noise } = self;
        let start = hash::start(noise.seed());
        let stride = span.count.next_multiple_of(level.lanes()) + level.lanes();
        let Columns { rails, rests, ys, y_places, table, .. } = columns;
        columns.stride = stride;
        let floats = rests.len() * W * stride;
        table.resize(table.len().max(floats), 0.0);
        ys.clear();
        ys.extend(rests.iter().map(|rest| rest[0]));
        if D > 1 {
            y_places.find::<F>(level, ys);
        }
        let place = |row: usize| {
            if D == 1 {
                return Place::ORIGIN;
            }
            let Places { cells, offsets, weights } = &*y_places;
            Place::among(extent.around(1, cells[row]), offsets[row], weights[row])
        };
        let depth = |rest: &[f32; 3]| [rest[1], rest[2]].map(f32::to_bits);
        let mut done = 0;
        let mut last: Option<([u32; 2], Row)> = None;
        while let Some(rest) = rests.get(done) {
            let known = last.filter(|(known, _)| *known == depth(rest)).map(|(_, row)| row);
            let row = known.unwrap_or_else(|| Row::new::<D, F>(start, *rest, &extent));
            let row = Row { y: place(done), ..row };
            last = Some((depth(rest), row));
            let mut around = [row.y; TOGETHER];
            let mut rows = 1;
            for (y, next) in around[1..].iter_mut().zip(&rests[done + 1..]) {
                *y = place(done + rows);
                if y.point(0) != row.y.point(0) || depth(next) != depth(rest) {
                    break;
                }
                rows += 1;
            }
            rails.lay::<D, W, C, L>(level, (noise, depth(rest)), &row, span);
            let table = &mut table[done * W * stride..][..rows * W * stride];
            rails.join::<D, W, C, L>(level, &around[..rows], stride, table);
            done += rows;
        }
    }
}
