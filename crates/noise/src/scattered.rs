//! Noise at scattered positions.
//!
//! Even scattered samples often have neighbors in the same cell. The random quantities at a cell's corners are
//! computed once for a run of such samples, which saves most of the work: the hashes. The hashes for as many runs as
//! a vector has lanes are computed together. Where cells change all the time, each lane computes its own corners.
//!
//! The last coordinates often change only here and there: time stands still, and so does z, or it jumps from one brick
//! to the next. A run then ends where they change, and its lattice points are reduced along these axes beforehand.

use std::ops::Range;

use crate::blocks::{self, STRIP};
use crate::cellwise::{Cellwise, Points};
use crate::level::{Level, VectorKernel, Vectors, fetch};
use crate::positions::{CellPosition, Positions};

/// The corners of a cell in four dimensions. With fewer dimensions, only the first ones are used.
const CORNERS: usize = 16;

/// The number of runs searched for at first, before their lengths are known.
const INITIAL_RUNS: usize = 4;

/// The number of strips evaluated by lanes without a search, after strips that scatter.
const UNSEARCHED_STRIPS: usize = 15;

/// The number of blocks of a run that are computed together.
const BLOCKS_PER_BATCH: usize = 8;

/// The greatest credit of long runs, in samples: enough for several short ones.
const MOST_CREDIT: usize = 32;

/// The number of pairs of neighbors that are compared to see whether a coordinate hardly ever changes, and how many of
/// them may differ.
const PAIRS: usize = 64;
const MOST_CHANGES: usize = 4;

/// The number of samples by which output memory is prefetched ahead.
const PREFETCH_DISTANCE: usize = 1024;

/// Applies a noise at every index in vectors of the level, as [`Level::map`] does: the same bits at every level.
///
/// # Panics
///
/// If an axis differs in length from `out`.
pub(crate) fn map<const D: usize, N: Cellwise<D>>(level: Level, noise: &N, position: [&[f32]; D], out: &mut [f32]) {
    for axis in &position {
        assert_eq!(axis.len(), out.len(), "every axis must have the length of the output");
    }
    if level == Level::Scalar {
        blocks::map_single(noise, position, out);
    } else if out.len() >= STRIP {
        let mut varied = D;
        while varied > 2 && is_steady(position[varied - 1]) {
            varied -= 1;
        }
        if varied == D || !N::SHARED {
            level.run_in_vectors(Scattered::<D, D, N> { noise, position, out });
        } else if varied == 2 {
            level.run_in_vectors(Scattered::<D, 2, N> { noise, position, out });
        } else {
            level.run_in_vectors(Scattered::<D, 3, N> { noise, position, out });
        }
    } else if !out.is_empty() {
        let mut padded = [[0.0; STRIP]; D];
        for axis in 0..D {
            padded[axis][..out.len()].copy_from_slice(position[axis]);
        }
        let mut values = [0.0; STRIP];
        map(level, noise, padded.each_ref().map(|axis| &axis[..]), &mut values);
        out.copy_from_slice(&values[..out.len()]);
    }
}

/// Whether a coordinate hardly ever changes from one sample to the next, judged by some of them.
fn is_steady(axis: &[f32]) -> bool {
    let pairs = axis.windows(2).step_by((axis.len() / PAIRS).max(1));
    pairs.filter(|pair| pair[0] != pair[1]).count() <= MOST_CHANGES
}

/// Whether there is a use for a kernel for `K` of `D` axes. Others are never run, and so compiled as empty functions.
#[inline(always)]
fn serves<const D: usize, const K: usize, N: Cellwise<D>>() -> bool {
    K == D || (K < D && N::SHARED)
}

/// A noise in `D` dimensions at samples whose coordinates from axis `K` on hardly ever change.
struct Scattered<'a, const D: usize, const K: usize, N> {
    noise: &'a N,
    position: [&'a [f32]; D],
    out: &'a mut [f32],
}

impl<const D: usize, const K: usize, N: Cellwise<D>> VectorKernel for Scattered<'_, D, K, N> {
    #[inline(always)]
    fn run<const B: usize, V: Vectors<B>>(self) {
        let Scattered { noise, mut position, out } = self;
        let count = out.len();
        // With known lengths the compiler omits bounds checks.
        if count < STRIP || !serves::<D, K, N>() {
            return;
        }
        for axis in &mut position {
            *axis = &axis[..count];
        }
        if !N::SHARED {
            fill_by_lanes::<D, N>(noise, &position, 0..count, out);
            return;
        }
        let (mut one, mut other) = (Runs::<D, K, B>::NONE, Runs::NONE);
        let (mut here, mut ahead) = (&mut one, &mut other);
        let (mut cells, mut cell_positions) = (Cells::<B>::NONE, [CellPositions::<K, B>::NONE; BLOCKS_PER_BATCH]);
        let (mut found, mut credit) = (0, 0);
        while here.count > 0 || found < count {
            if here.count == 0 {
                for _ in 0..INITIAL_RUNS {
                    found = here.find::<V>(&position, found, &mut credit);
                }
            }
            if here.alike {
                cells.hash::<D, K, N>(noise, &here.below);
            } else {
                // After some strips that scatter, the next ones mostly do, too.
                found = count.min(found + UNSEARCHED_STRIPS * STRIP);
                here.join(found);
            }
            for lane in 0..here.count {
                // Finds the next runs before evaluating this one's samples: the search has a long latency but little
                // work, which the evaluation fills. Two runs are found for each evaluated one until there are as many
                // as lanes, then one for one.
                for _ in 0..if here.count < B { 2 } else { 1 } {
                    found = ahead.find::<V>(&position, found, &mut credit);
                }
                let Run { start, end, alike } = here.runs[lane];
                if alike {
                    let mut below = [0.0; K];
                    for axis in 0..K {
                        below[axis] = here.below[axis][lane];
                    }
                    Cell { cells: &cells, lane, below }.fill::<D, N>(
                        noise,
                        &position,
                        start..end,
                        &mut cell_positions,
                        out,
                    );
                } else {
                    fill_by_lanes::<D, N>(noise, &position, start..end, out);
                }
            }
            std::mem::swap(&mut here, &mut ahead);
            ahead.clear();
        }
    }
}

/// Evaluates each sample by its own cell.
#[inline(always)]
fn fill_by_lanes<const D: usize, N: Cellwise<D>>(
    noise: &N,
    position: &[&[f32]; D],
    samples: Range<usize>,
    out: &mut [f32],
) {
    for start in samples.step_by(STRIP) {
        let at = start.min(out.len() - STRIP);
        put(out, at, at, noise.block(&mut (), block::<D, STRIP>(position, at)));
    }
}

/// A run of consecutive samples.
#[derive(Clone, Copy)]
struct Run {
    start: usize,
    end: usize,
    /// Whether the samples lie in one cell and are equal along the other axes.
    alike: bool,
}

/// Consecutive runs, one in each lane.
#[repr(align(64))]
struct Runs<const D: usize, const K: usize, const B: usize> {
    /// The lowest corner of the cell that contains the run's first sample; from axis `K` on, the sample's position.
    below: [[f32; B]; D],
    runs: [Run; B],
    /// The number of lanes with a run.
    count: usize,
    /// Whether the samples of any run are alike.
    alike: bool,
}

impl<const D: usize, const K: usize, const B: usize> Runs<D, K, B> {
    const NONE: Self =
        Runs { below: [[0.0; B]; D], runs: [Run { start: 0, end: 0, alike: false }; B], count: 0, alike: false };

    /// The mean number of samples of a run from which on sharing pays, by measurement.
    const WORTH_SHARING: usize = B * 5 / 8;

    #[inline(always)]
    fn clear(&mut self) {
        (self.count, self.alike) = (0, false);
    }

    /// Joins all runs to one up to `end`.
    #[inline(always)]
    fn join(&mut self, end: usize) {
        (self.runs[0].end, self.count) = (end, 1);
    }

    /// Adds the run that begins at sample `start`, if the sample exists and a lane is free. Returns the end of the
    /// run. A short run is not worth sharing and becomes a plain strip, unless the runs before it were long: the
    /// `credit` is the number of samples that they had beyond those needed.
    #[inline(always)]
    fn find<V: Vectors<B>>(&mut self, position: &[&[f32]; D], start: usize, credit: &mut usize) -> usize {
        let (count, lane) = (position[0].len(), self.count);
        if start >= count || lane >= B {
            return start;
        }
        let mut below = [0.0; D];
        for axis in 0..D {
            let x = position[axis][start];
            below[axis] = if axis < K { x.floor() } else { x };
            self.below[axis][lane] = below[axis];
        }
        let mut end = start;
        while end < count {
            let at = end.min(count - B);
            let alike = alike::<D, K, B, V>(&block(position, at), below, end - at);
            if alike < B {
                end += alike;
                break;
            }
            end += B;
        }
        let rest = (*credit + end - start).checked_sub(Self::WORTH_SHARING);
        *credit = rest.unwrap_or(0).min(MOST_CREDIT);
        let alike = rest.is_some();
        if !alike {
            end = count.min(start + STRIP);
        }
        self.runs[lane] = Run { start, end, alike };
        self.count = lane + 1;
        self.alike |= alike;
        end
    }
}

/// The number of consecutive samples of a block, from index `from` on, in the cell with the given lowest corner, and at
/// the given position along the axes from `K` on.
#[inline(always)]
fn alike<const D: usize, const K: usize, const B: usize, V: Vectors<B>>(
    samples: &[[f32; B]; D],
    below: [f32; D],
    from: usize,
) -> usize {
    let mut inside = [0; B];
    for i in 0..B {
        let mut same = true;
        for axis in K..D {
            same &= samples[axis][i] == below[axis];
        }
        for axis in 0..K {
            // The difference is in [0, 1): negative numbers, -0 and NaN have greater bits. The sample's own cell then
            // has this corner, no matter how the difference was rounded.
            same &= (samples[axis][i] - below[axis]).to_bits() < 1.0f32.to_bits();
        }
        inside[i] = -i32::from(same);
    }
    (V::signs(&inside) >> from).trailing_ones() as usize
}

/// The lattice points at the corners of cells, one cell in each lane.
#[repr(align(64))]
struct Cells<const B: usize> {
    /// By corner: the index is the sum of 1 for upper along x, 2 along y, 4 along z and 8 along time.
    random: [[[f32; B]; 4]; CORNERS],
    /// The difference from each corner to the next one along the last axis.
    rise: [[[f32; B]; 4]; CORNERS / 2],
}

impl<const B: usize> Cells<B> {
    const NONE: Self = Cells { random: [[[0.0; B]; 4]; CORNERS], rise: [[[0.0; B]; 4]; CORNERS / 2] };

    /// Computes the lattice points at the corners of the cells with the given lowest corners.
    #[inline(always)]
    fn hash<const D: usize, const K: usize, N: Cellwise<D>>(&mut self, noise: &N, below: &[[f32; B]; D]) {
        let (mut ends, mut rest) = ([[[0; B]; 2]; K], [Positions::<2, B>::NONE; D]);
        for axis in 0..D {
            let positions = Positions::find(noise.grid(), axis, &below[axis]);
            if axis < K {
                ends[axis] = positions.around;
            } else {
                rest[axis] = positions;
            }
        }
        // Neither a loop nor a single call: the compiler would not unroll or not vectorize a body this large.
        if K == D {
            self.corners::<D, K, 4, N>(noise, (&ends, &rest), 0);
            if D > 2 {
                self.corners::<D, K, 4, N>(noise, (&ends, &rest), 4);
            }
            if D > 3 {
                self.corners::<D, K, 4, N>(noise, (&ends, &rest), 8);
                self.corners::<D, K, 4, N>(noise, (&ends, &rest), 12);
            }
        } else {
            for corner in 0..1 << K {
                self.corners::<D, K, 1, N>(noise, (&ends, &rest), corner);
            }
        }
        if K > 2 {
            let (low, high) = self.random.as_flattened().as_flattened().split_at((1 << (K - 1)) * 4 * B);
            let rises = self.rise.as_flattened_mut().as_flattened_mut();
            for ((rise, low), high) in rises.iter_mut().zip(low).zip(high) {
                *rise = high - low;
            }
        }
    }

    /// Computes the lattice points at `M` corners, from `first` on.
    #[inline(always)]
    fn corners<const D: usize, const K: usize, const M: usize, N: Cellwise<D>>(
        &mut self,
        noise: &N,
        (ends, positions): (&[[[i32; B]; 2]; K], &[Positions<2, B>; D]),
        first: usize,
    ) {
        for lane in 0..B {
            let mut rest = [CellPosition::ORIGIN; 4];
            for axis in K..D {
                rest[axis] = positions[axis].at(lane);
            }
            for corner in first..first + M {
                let mut point = [0; 4];
                for axis in 0..K {
                    point[axis] = ends[axis][corner >> axis & 1][lane];
                }
                let random = noise.lattice_point::<K>(point, &rest);
                for part in 0..4 {
                    self.random[corner][part][lane] = random[part];
                }
            }
        }
    }
}

/// The positions of a block's samples in their cell.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct CellPositions<const K: usize, const B: usize> {
    /// The offsets from the lowest corner.
    offsets: [[f32; B]; K],
    /// The weights of the upper corners.
    weights: [[f32; B]; K],
}

impl<const K: usize, const B: usize> CellPositions<K, B> {
    const NONE: Self = CellPositions { offsets: [[0.0; B]; K], weights: [[0.0; B]; K] };

    /// Computes the positions of samples in the cell with the given lowest corner. Those of samples outside are
    /// meaningless.
    #[inline(always)]
    fn find<const D: usize>(&mut self, noise: &impl Cellwise<D>, samples: &[[f32; B]; D], below: [f32; K]) {
        for axis in 0..K {
            for i in 0..B {
                self.offsets[axis][i] = samples[axis][i] - below[axis];
            }
            noise.grid().interpolation.weigh(&self.offsets[axis], &mut self.weights[axis]);
        }
    }
}

/// The cell of one lane.
struct Cell<'a, const K: usize, const B: usize> {
    cells: &'a Cells<B>,
    lane: usize,
    below: [f32; K],
}

impl<const K: usize, const B: usize> Cell<'_, K, B> {
    /// The noise of a run of samples in this cell.
    ///
    /// Computes the positions of several blocks first, and then their samples: weights are long dependency chains.
    /// Several chains, or samples with known weights, keep the CPU busy.
    #[inline(always)]
    fn fill<const D: usize, N: Cellwise<D>>(
        &self,
        noise: &N,
        position: &[&[f32]; D],
        run: Range<usize>,
        cell_positions: &mut [CellPositions<K, B>; BLOCKS_PER_BATCH],
        out: &mut [f32],
    ) {
        // The last block may overlap the one before; its first samples are finished. Samples after the end of a run
        // are overwritten later.
        let last = out.len() - B;
        let mut start = run.start;
        while start < run.end {
            let blocks = (run.end - start).div_ceil(B).min(BLOCKS_PER_BATCH);
            for i in 0..blocks {
                let samples = block(position, (start + i * B).min(last));
                cell_positions[i].find(noise, &samples, self.below);
            }
            for cell_positions in &cell_positions[..blocks] {
                put(out, start.min(last), start, self.values::<D, N>(noise, cell_positions));
                fetch(out, start + PREFETCH_DISTANCE);
                start += B;
            }
        }
    }

    /// The noise of the samples of a block.
    ///
    /// A separate function: within the loop over blocks, the compiler would not vectorize it.
    #[inline(always)]
    fn values<const D: usize, N: Cellwise<D>>(&self, noise: &N, cell_positions: &CellPositions<K, B>) -> [f32; B] {
        let mut values = [0.0; B];
        for i in 0..B {
            values[i] = noise.within::<K>(sample(&cell_positions.offsets, i), sample(&cell_positions.weights, i), self);
        }
        values
    }

    /// Reads a table at a corner.
    #[inline(always)]
    fn at<const N: usize>(&self, table: &[[[f32; B]; 4]; N], [x, y, z, time]: [i32; 4]) -> [f32; 4] {
        let parts = &table[(x + 2 * y + 4 * z + 8 * time) as usize];
        // Tells the compiler that the lane exists.
        let lane = self.lane % B;
        [parts[0][lane], parts[1][lane], parts[2][lane], parts[3][lane]]
    }
}

impl<const K: usize, const B: usize> Points for Cell<'_, K, B> {
    #[inline(always)]
    fn random(&self, corner: [i32; 4]) -> [f32; 4] {
        self.at(&self.cells.random, corner)
    }

    #[inline(always)]
    fn rise<const LAST: usize>(&self, corner: [i32; 4]) -> [f32; 4] {
        self.at(&self.cells.rise, corner)
    }
}

/// The `B` samples from index `start` on.
#[inline(always)]
fn block<const D: usize, const B: usize>(position: &[&[f32]; D], start: usize) -> [[f32; B]; D] {
    let mut samples = [[0.0; B]; D];
    for axis in 0..D {
        samples[axis].copy_from_slice(&position[axis][start..start + B]);
    }
    samples
}

/// The sample at `index` of a block.
#[inline(always)]
fn sample<const D: usize, const B: usize>(samples: &[[f32; B]; D], index: usize) -> [f32; D] {
    let mut sample = [0.0; D];
    for axis in 0..D {
        sample[axis] = samples[axis][index];
    }
    sample
}

/// Writes the values of a block that starts at index `at`, keeping the output before index `start`.
#[inline(always)]
fn put<const B: usize>(out: &mut [f32], at: usize, start: usize, mut values: [f32; B]) {
    let Some(out) = out[at..].first_chunk_mut() else { return };
    if start > at {
        let done = *out;
        for i in 0..B {
            values[i] = if i < start - at { done[i] } else { values[i] };
        }
    }
    *out = values;
}
