//! Noise along a row of samples, which shares what does not change along it.

use std::marker::PhantomData;
use std::ops::Range;

use crate::interpolant::{self, Fade, Interpolation};
use crate::lattice::{Lattice, Place, Row, before};
use crate::noise::Task;
use crate::period::{Endless, Extent, Periods};
use crate::{Kernel, Level, Noise, hash};

/// The x coordinates of a row of samples, prepared for [`Noise::row`], with room for its intermediate results.
///
/// Prepared once for a tile, it serves all its rows. It allocates only to grow.
#[derive(Clone, Default, Debug)]
pub struct Columns {
    interpolation: Interpolation,
    xs: Vec<f32>,
    /// Of each sample, the distance to the lattice point below and the weight of the one above.
    offsets: Vec<f32>,
    weights: Vec<f32>,
    /// Samples next to each other in the same cell, in the order of the samples. Empty where the samples
    /// scatter over more cells than there are samples.
    runs: Vec<Run>,
    /// The lowest and highest cell of any sample.
    cells: (i32, i32),
    /// The reduced lattice columns, component by component.
    table: [Vec<f32>; 2],
    /// The y, z and time of each sample, where samples scatter.
    rest: [Vec<f32>; 3],
}

/// So many samples in a cell, counted from the lowest.
#[derive(Clone, Copy, Debug)]
struct Run {
    cell: usize,
    length: usize,
}

impl Columns {
    /// Prepares for noises with the given interpolation at samples with the given x coordinates.
    ///
    /// Any coordinates will do, in any order. Fastest are those of a picture: evenly spaced, with many samples
    /// in a cell.
    pub fn prepare(&mut self, interpolation: Interpolation, xs: &[f32]) {
        match interpolation {
            Interpolation::Linear | Interpolation::Cubic => self.place::<interpolant::Linear>(xs),
            Interpolation::Cosine => self.place::<interpolant::Cosine>(xs),
            Interpolation::Smoothstep => self.place::<interpolant::Smoothstep>(xs),
            Interpolation::Smootherstep => self.place::<interpolant::Smootherstep>(xs),
        }
        self.interpolation = interpolation;
    }

    /// The number of samples.
    pub fn len(&self) -> usize {
        self.xs.len()
    }

    /// Whether there are no samples.
    pub fn is_empty(&self) -> bool {
        self.xs.is_empty()
    }

    fn place<F: Fade>(&mut self, xs: &[f32]) {
        self.xs.clear();
        self.xs.extend_from_slice(xs);
        self.offsets.clear();
        self.weights.clear();
        self.runs.clear();
        let places = || xs.iter().map(|&x| Place::endless::<F>(x));
        self.cells = places().fold((i32::MAX, i32::MIN), |(lowest, highest), place| {
            (lowest.min(place.point(0)), highest.max(place.point(0)))
        });
        let (lowest, highest) = self.cells;
        if i64::from(highest) - i64::from(lowest) >= xs.len() as i64 {
            return;
        }
        for place in places() {
            self.offsets.push(place.offset);
            self.weights.push(place.weight);
            let cell = place.point(0).wrapping_sub(lowest) as u32 as usize;
            match self.runs.last_mut() {
                Some(run) if run.cell == cell => run.length += 1,
                _ => self.runs.push(Run { cell, length: 1 }),
            }
        }
    }
}

impl Noise {
    /// The noise along a row: `out[i]` at the x coordinate `i` of the prepared columns, and the given y, z and
    /// time. Coordinates beyond [`dimensions`](Noise::dimensions) are ignored.
    ///
    /// # Panics
    ///
    /// If `columns` was prepared for another interpolation, or for other than `out.len()` samples.
    pub fn row(&self, level: Level, columns: &mut Columns, y: f32, z: f32, t: f32, out: &mut [f32]) {
        assert_eq!(columns.interpolation, self.interpolation(), "columns prepared for another interpolation");
        assert_eq!(columns.len(), out.len(), "columns prepared for another number of samples");
        // Kernels know no way to run sample by sample; the general way does.
        if columns.runs.is_empty() || level == Level::Scalar {
            for (rest, value) in columns.rest.iter_mut().zip([y, z, t]) {
                rest.clear();
                rest.resize(out.len(), value);
            }
            let [y, z, t] = &columns.rest;
            self.lanes(level, [&columns.xs, y, z, t], out);
        } else {
            self.dispatch(Along { noise: *self, level, columns, rest: [y, z, t], out });
        }
    }
}

struct Along<'a> {
    noise: Noise,
    level: Level,
    columns: &'a mut Columns,
    rest: [f32; 3],
    out: &'a mut [f32],
}

impl Task for Along<'_> {
    type Output = ();

    fn run<const D: usize, const W: usize, const C: usize, L: Lattice<W, C>, F: Fade>(self) {
        let Along { noise, level, columns, rest, out } = self;
        let start = hash::start(noise.seed());
        let (lowest, highest) = columns.cells;
        let count = highest.wrapping_sub(lowest) as u32 as usize + C;
        for component in &mut columns.table[..W] {
            component.resize(count + level.lanes(), 0.0);
        }
        let table = &mut columns.table;
        match noise.periods() {
            None => {
                let row = Row::new::<D, F>(start, rest, &Endless);
                reduce::<D, W, C, L>(level, row, lowest.wrapping_sub(before(C)), table, 0..count);
            }
            Some(periods) => {
                let extent = Periods::new(periods);
                let row = Row::new::<D, F>(start, rest, &extent);
                let period = periods[0] as usize;
                let mut point = extent.around(0, lowest)[1 - before(C) as usize];
                let mut done = 0;
                while done < count.min(period) {
                    // To the end of the period, and then from its start.
                    let end = count.min(done + period - point as usize);
                    reduce::<D, W, C, L>(level, row, point, table, done..end);
                    (done, point) = (end, 0);
                }
                for component in &mut table[..W] {
                    for i in period..count {
                        component[i] = component[i - period];
                    }
                }
            }
        }
        let table = [&columns.table[0][..], &columns.table[1][..]];
        let (offsets, weights, runs) = (&columns.offsets[..], &columns.weights[..], &columns.runs[..]);
        let scale = noise.scale();
        level.run(Cross::<W, C, L> { table, runs, offsets, weights, scale, out, lattice: PhantomData });
    }
}

/// Fills a range of the table with the columns from the lattice point `first` on.
///
/// A few columns more cost nothing where a few less than a vector are left over: they are filled by the next call, or
/// never looked at.
fn reduce<const D: usize, const W: usize, const C: usize, L: Lattice<W, C>>(
    level: Level,
    row: Row,
    first: i32,
    [a, b]: &mut [Vec<f32>; 2],
    range: Range<usize>,
) {
    let end = range.start + range.len().next_multiple_of(level.lanes());
    let a = &mut a[range.start..end];
    let b = if W == 2 { &mut b[range.start..end] } else { &mut [] };
    level.run(Reduce::<D, W, C, L> { row, first, table: [a, b], lattice: PhantomData });
}

/// The first half: the lattice columns of a row.
struct Reduce<'a, const D: usize, const W: usize, const C: usize, L> {
    row: Row,
    first: i32,
    table: [&'a mut [f32]; 2],
    lattice: PhantomData<L>,
}

impl<const D: usize, const W: usize, const C: usize, L: Lattice<W, C>> Kernel for Reduce<'_, D, W, C, L> {
    #[inline(always)]
    fn run(self) {
        let [a, b] = self.table;
        let count = a.len();
        let b = if W == 2 { &mut b[..count] } else { b };
        for i in 0..count {
            let column = L::column::<D>(&self.row, self.first.wrapping_add(i as i32));
            a[i] = column[0];
            if W == 2 {
                b[i] = column[1];
            }
        }
    }
}

/// The second half: the samples between them.
struct Cross<'a, const W: usize, const C: usize, L> {
    table: [&'a [f32]; 2],
    runs: &'a [Run],
    offsets: &'a [f32],
    weights: &'a [f32],
    scale: f32,
    out: &'a mut [f32],
    lattice: PhantomData<L>,
}

impl<const W: usize, const C: usize, L: Lattice<W, C>> Kernel for Cross<'_, W, C, L> {
    #[inline(always)]
    fn run(self) {
        let mut start = 0;
        for run in self.runs {
            let end = start + run.length;
            let mut columns = [[0.0; W]; C];
            for (corner, column) in columns.iter_mut().enumerate() {
                for (component, table) in column.iter_mut().zip(self.table) {
                    *component = table[run.cell + corner];
                }
            }
            let (offsets, weights) = (&self.offsets[start..end], &self.weights[start..end]);
            let out = &mut self.out[start..end];
            match run.length {
                16.. => blocks::<16, W, C, L>(columns, offsets, weights, self.scale, out),
                8.. => blocks::<8, W, C, L>(columns, offsets, weights, self.scale, out),
                4.. => blocks::<4, W, C, L>(columns, offsets, weights, self.scale, out),
                _ => blocks::<1, W, C, L>(columns, offsets, weights, self.scale, out),
            }
            start = end;
        }
    }
}

/// A run of samples, `B` at a time, of which it must have as many at least. The last block overlaps the one
/// before it: to do some samples twice is faster than to do them one by one.
#[inline(always)]
fn blocks<const B: usize, const W: usize, const C: usize, L: Lattice<W, C>>(
    columns: [[f32; W]; C],
    offsets: &[f32],
    weights: &[f32],
    scale: f32,
    out: &mut [f32],
) {
    let last = out.len() - B;
    let mut start = 0;
    while let Some(offsets) = offsets[start..].first_chunk::<B>()
        && let Some(weights) = weights[start..].first_chunk::<B>()
        && let Some(out) = out[start..].first_chunk_mut::<B>()
    {
        let mut block = [0.0; B];
        for i in 0..B {
            block[i] = L::across(columns, offsets[i], weights[i]) * scale;
        }
        *out = block;
        if start == last {
            break;
        }
        start = (start + B).min(last);
    }
}
