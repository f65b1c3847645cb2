//! Noise along a row of samples, which shares what does not change along it.

use std::marker::PhantomData;
use std::ops::Range;

use crate::interpolant::{self, Fade, Interpolation};
use crate::lattice::{Lattice, Place, Row, before};
use crate::noise::Task;
use crate::period::{Endless, Extent, Periods};
use crate::{Kernel, Level, Noise, hash, math};

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
    /// The noise along a row: `out[i]` at the x coordinate `i` of the prepared columns, and y, z and time in
    /// `rest`, of which those beyond [`dimensions`](Noise::dimensions) are ignored.
    ///
    /// # Panics
    ///
    /// If `columns` was prepared for another interpolation, or for other than `out.len()` samples.
    pub fn row(&self, level: Level, columns: &mut Columns, rest: [f32; 3], out: &mut [f32]) {
        self.along(level, columns, rest, Put, out);
    }

    /// `sum` plus the noise along a row times a factor, as in the sum of octaves: `add(sum[i], mul(noise[i], factor))`,
    /// by the saturating [`math::add`] and [`math::mul`].
    ///
    /// # Panics
    ///
    /// As [`row`](Noise::row), or if `sum` has not the length of `out`.
    pub fn row_onto(
        &self,
        level: Level,
        columns: &mut Columns,
        rest: [f32; 3],
        (sum, factor): (&[f32], f32),
        out: &mut [f32],
    ) {
        assert_eq!(sum.len(), out.len(), "a sum for each sample");
        self.along(level, columns, rest, Add { sum, factor }, out);
    }

    fn along<E: End>(&self, level: Level, columns: &mut Columns, rest: [f32; 3], end: E, out: &mut [f32]) {
        assert_eq!(columns.interpolation, self.interpolation(), "columns prepared for another interpolation");
        assert_eq!(columns.len(), out.len(), "columns prepared for another number of samples");
        // Kernels know no way to run sample by sample; the general way does.
        if columns.runs.is_empty() || level == Level::Scalar {
            for (rest, value) in columns.rest.iter_mut().zip(rest) {
                rest.clear();
                rest.resize(out.len(), value);
            }
            let [y, z, t] = &columns.rest;
            self.lanes(level, [&columns.xs, y, z, t], out);
            for (i, out) in out.iter_mut().enumerate() {
                [*out] = end.at(i, [*out]);
            }
        } else {
            self.dispatch(Along { noise: *self, level, columns, rest, end, out });
        }
    }
}

/// What becomes of each sample's noise.
trait End: Copy {
    /// The results of neighbouring samples, of which the first is given.
    fn at<const B: usize>(self, first: usize, noise: [f32; B]) -> [f32; B];
}

/// It is the result.
#[derive(Clone, Copy)]
struct Put;

impl End for Put {
    #[inline(always)]
    fn at<const B: usize>(self, _: usize, noise: [f32; B]) -> [f32; B] {
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
    fn at<const B: usize>(self, first: usize, noise: [f32; B]) -> [f32; B] {
        let mut results = [0.0; B];
        // A sum is as long as the row.
        if let Some(sum) = self.sum[first..].first_chunk::<B>() {
            for i in 0..B {
                results[i] = math::add(sum[i], math::mul(noise[i], self.factor));
            }
        }
        results
    }
}

struct Along<'a, E> {
    noise: Noise,
    level: Level,
    columns: &'a mut Columns,
    rest: [f32; 3],
    end: E,
    out: &'a mut [f32],
}

impl<E: End> Task for Along<'_, E> {
    type Output = ();

    fn run<const D: usize, const W: usize, const C: usize, L: Lattice<W, C>, F: Fade>(self) {
        let Along { noise, level, columns, rest, end, out } = self;
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
        level.run(Cross::<W, C, L, E> {
            table,
            runs,
            offsets,
            weights,
            scale,
            end,
            out,
            lattice: PhantomData,
        });
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
struct Cross<'a, const W: usize, const C: usize, L, E> {
    table: [&'a [f32]; 2],
    runs: &'a [Run],
    offsets: &'a [f32],
    weights: &'a [f32],
    scale: f32,
    end: E,
    out: &'a mut [f32],
    lattice: PhantomData<L>,
}

impl<const W: usize, const C: usize, L: Lattice<W, C>, E: End> Kernel for Cross<'_, W, C, L, E> {
    #[inline(always)]
    fn run(mut self) {
        let mut start = 0;
        for run in self.runs {
            let mut columns = [[0.0; W]; C];
            for (corner, column) in columns.iter_mut().enumerate() {
                for (component, table) in column.iter_mut().zip(self.table) {
                    *component = table[run.cell + corner];
                }
            }
            let samples = start..start + run.length;
            start = samples.end;
            match run.length {
                16.. => self.stretch::<16>(columns, samples),
                8.. => self.stretch::<8>(columns, samples),
                4.. => self.stretch::<4>(columns, samples),
                _ => self.stretch::<1>(columns, samples),
            }
        }
    }
}

impl<const W: usize, const C: usize, L: Lattice<W, C>, E: End> Cross<'_, W, C, L, E> {
    /// Samples of one cell, `B` at a time, of which it must have as many at least. The last block overlaps the one
    /// before it: to do some samples twice is faster than to do them one by one.
    #[inline(always)]
    fn stretch<const B: usize>(&mut self, columns: [[f32; W]; C], samples: Range<usize>) {
        let last = samples.end - B;
        let mut start = samples.start;
        while let Some(offsets) = self.offsets[start..].first_chunk::<B>()
            && let Some(weights) = self.weights[start..].first_chunk::<B>()
            && let Some(out) = self.out[start..].first_chunk_mut::<B>()
        {
            let mut block = [0.0; B];
            for i in 0..B {
                block[i] = L::across(columns, offsets[i], weights[i]) * self.scale;
            }
            *out = self.end.at(start, block);
            if start == last {
                break;
            }
            start = (start + B).min(last);
        }
    }
}
