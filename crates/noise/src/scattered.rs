//! Noise at positions in no order.
//!
//! Even so, neighbours mostly lie in the same cell. What is random at its corners is worked out once for a run of them, and
//! their lanes share it: that spares most of the work, which is hashes. Those of as many runs as there are lanes are worked
//! out together. Where cells change all the time, each lane sees to itself.

use std::ops::Range;

use crate::cellwise::{Cellwise, Points};
use crate::hash;
use crate::level::{Level, VectorKernel, Vectors, fetch, map_scalar};

/// The corners of a cell in four dimensions. In fewer, only the first ones count.
const CORNERS: usize = 16;

/// As many samples as there are in any vector.
const LANES: usize = 16;

/// Runs that are looked for at first, before anything is known.
const FEW: usize = 4;

/// Blocks that are not looked at where those before them scatter.
const MANY: usize = 60;

/// Blocks of a run that are worked on together.
const TOGETHER: usize = 8;

/// Samples until those whose memory is asked for.
const SOON: usize = 1024;

/// Applies a noise at every index, as [`Level::map`] does: the same bits at every level.
///
/// # Panics
///
/// If an axis has not the length of `out`.
pub(crate) fn map<const D: usize>(
    level: Level,
    noise: &impl Cellwise<D>,
    position: [&[f32]; D],
    out: &mut [f32],
) {
    for axis in &position {
        assert_eq!(axis.len(), out.len(), "every axis must have the length of the output");
    }
    if level == Level::Scalar {
        map_scalar(noise, position, out);
    } else if out.len() >= LANES {
        level.run_in_vectors(Scattered { noise, position, out });
    } else if !out.is_empty() {
        let mut padded = [[0.0; LANES]; D];
        for axis in 0..D {
            padded[axis][..out.len()].copy_from_slice(position[axis]);
        }
        let mut values = [0.0; LANES];
        map(level, noise, padded.each_ref().map(|axis| &axis[..]), &mut values);
        out.copy_from_slice(&values[..out.len()]);
    }
}

struct Scattered<'a, const D: usize, N> {
    noise: &'a N,
    position: [&'a [f32]; D],
    out: &'a mut [f32],
}

impl<const D: usize, N: Cellwise<D>> VectorKernel for Scattered<'_, D, N> {
    #[inline(always)]
    fn run<const B: usize, V: Vectors<B>>(self) {
        let Scattered { noise, mut position, out } = self;
        let count = out.len();
        // Known lengths: the compiler needs no more checks.
        if count < B {
            return;
        }
        for axis in &mut position {
            *axis = &axis[..count];
        }
        if !N::SHARED {
            fill_by_lanes::<D, N, B>(noise, &position, 0..count, out);
            return;
        }
        let (mut one, mut other) = (Runs::<D, B>::NONE, Runs::NONE);
        let (mut here, mut ahead) = (&mut one, &mut other);
        let (mut cells, mut places) = (Cells::<D, B>::NONE, [Places::<D, B>::NONE; TOGETHER]);
        let mut found = 0;
        while here.count > 0 || found < count {
            if here.count == 0 {
                for _ in 0..FEW {
                    found = here.find::<V>(&position, found);
                }
            }
            if !here.alike {
                // Where some blocks scatter, those behind them mostly do, too.
                found = count.min(found + MANY * B);
                fill_by_lanes::<D, N, B>(noise, &position, here.runs[0].start..found, out);
                here.clear();
                continue;
            }
            cells.hash(noise, &here.below);
            for lane in 0..here.count {
                // The next runs before the samples of this one: to find one takes long, but it is little work, and these fill
                // the time. One for one; two for one until there are as many as lanes.
                for _ in 0..if here.count < B { 2 } else { 1 } {
                    found = ahead.find::<V>(&position, found);
                }
                let Run { start, end, alike } = here.runs[lane];
                if alike {
                    let mut below = [0.0; D];
                    for axis in 0..D {
                        below[axis] = here.below[axis][lane];
                    }
                    Cell { cells: &cells, lane, below }.fill::<N>(
                        noise,
                        &position,
                        start..end,
                        &mut places,
                        out,
                    );
                } else {
                    fill_by_lanes::<D, N, B>(noise, &position, start..end, out);
                }
            }
            std::mem::swap(&mut here, &mut ahead);
            ahead.clear();
        }
    }
}

/// The noise of samples, wherever they lie.
#[inline(always)]
fn fill_by_lanes<const D: usize, N: Cellwise<D>, const B: usize>(
    noise: &N,
    position: &[&[f32]; D],
    samples: Range<usize>,
    out: &mut [f32],
) {
    for start in samples.step_by(B) {
        let at = start.min(out.len() - B);
        let (samples, mut values) = (block::<D, B>(position, at), [0.0; B]);
        for i in 0..B {
            values[i] = noise.at(sample(&samples, i));
        }
        put(out, at, at, values);
    }
}

/// Samples one after the other.
#[derive(Clone, Copy)]
struct Run {
    start: usize,
    end: usize,
    /// Whether they lie in one cell.
    alike: bool,
}

/// Runs one after the other, one in each lane.
#[repr(align(64))]
struct Runs<const D: usize, const B: usize> {
    /// The lowest corner of the cell that a run begins in.
    below: [[f32; B]; D],
    runs: [Run; B],
    /// How many lanes have one.
    count: usize,
    /// Whether any of them lies in one cell.
    alike: bool,
}

impl<const D: usize, const B: usize> Runs<D, B> {
    const NONE: Self = Runs {
        below: [[0.0; B]; D],
        runs: [Run { start: 0, end: 0, alike: false }; B],
        count: 0,
        alike: false,
    };

    #[inline(always)]
    fn clear(&mut self) {
        (self.count, self.alike) = (0, false);
    }

    /// Adds the run that begins at a sample, if there is one and a lane for it; gives where it ends. Fewer samples than half a
    /// block are not worth the trouble: then it is a block as it comes.
    #[inline(always)]
    fn find<V: Vectors<B>>(&mut self, position: &[&[f32]; D], start: usize) -> usize {
        let (count, lane) = (position[0].len(), self.count);
        if start >= count || lane >= B {
            return start;
        }
        let mut below = [0.0; D];
        for axis in 0..D {
            below[axis] = position[axis][start].floor();
            self.below[axis][lane] = below[axis];
        }
        let mut end = start;
        while end < count {
            let at = end.min(count - B);
            let alike = alike::<D, B, V>(&block(position, at), below, end - at);
            if alike < B {
                end += alike;
                break;
            }
            end += B;
        }
        let alike = end - start >= B / 2;
        if !alike {
            end = count.min(start + B);
        }
        self.runs[lane] = Run { start, end, alike };
        self.count = lane + 1;
        self.alike |= alike;
        end
    }
}

/// How many of the samples of a block from one on lie in the cell with a lowest corner, one after the other.
#[inline(always)]
fn alike<const D: usize, const B: usize, V: Vectors<B>>(
    samples: &[[f32; B]; D],
    below: [f32; D],
    from: usize,
) -> usize {
    let mut inside = [0; B];
    for i in 0..B {
        let mut same = true;
        for axis in 0..D {
            // So it is between 0 and 1: negative numbers, -0 and NaN have greater bits. Then the sample's own cell has
            // this corner, however the difference was rounded.
            same &= (samples[axis][i] - below[axis]).to_bits() < 1.0f32.to_bits();
        }
        inside[i] = -i32::from(same);
    }
    (V::signs(&inside) >> from).trailing_ones() as usize
}

/// What is random at the corners of cells, one in each lane.
#[repr(align(64))]
struct Cells<const D: usize, const B: usize> {
    /// For each corner, that above along x one behind that below, along y two, and so on.
    random: [[[f32; B]; 4]; CORNERS],
    /// By how much that changes from each corner to the next along the last axis.
    rise: [[[f32; B]; 4]; CORNERS / 2],
}

impl<const D: usize, const B: usize> Cells<D, B> {
    const NONE: Self = Cells { random: [[[0.0; B]; 4]; CORNERS], rise: [[[0.0; B]; 4]; CORNERS / 2] };

    /// Works out what is random at the corners of the cells with some lowest corners.
    #[inline(always)]
    fn hash<N: Cellwise<D>>(&mut self, noise: &N, below: &[[f32; B]; D]) {
        let mut ends = [[[0; B]; 2]; D];
        for lane in 0..B {
            for axis in 0..D {
                [ends[axis][0][lane], ends[axis][1][lane]] = noise.ends(axis, below[axis][lane]);
            }
        }
        // Not a loop, nor all in one: of bodies this large it would not be unrolled, or not be spread over lanes.
        self.face(noise, &ends, 0);
        if D > 2 {
            self.face(noise, &ends, 4);
        }
        if D > 3 {
            self.face(noise, &ends, 8);
            self.face(noise, &ends, 12);
        }
        let (low, high) = self.random.as_flattened().as_flattened().split_at((1 << (D - 1)) * 4 * B);
        let rises = self.rise.as_flattened_mut().as_flattened_mut();
        for ((rise, low), high) in rises.iter_mut().zip(low).zip(high) {
            *rise = high - low;
        }
    }

    /// Works that out at a corner and the three behind it, which are those along x and y.
    #[inline(always)]
    fn face<N: Cellwise<D>>(&mut self, noise: &N, ends: &[[[i32; B]; 2]; D], corner: usize) {
        let start = noise.start();
        for lane in 0..B {
            for corner in corner..corner + 4 {
                let mut point = [0; D];
                for axis in 0..D {
                    point[axis] = ends[axis][corner >> axis & 1][lane];
                }
                let random = N::random(hash::from(start, point));
                for part in 0..4 {
                    self.random[corner][part][lane] = random[part];
                }
            }
        }
    }
}

/// Where the samples of a block are in their cell.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Places<const D: usize, const B: usize> {
    /// How far above the lowest corner.
    offsets: [[f32; B]; D],
    /// The weights of the corners above.
    weights: [[f32; B]; D],
}

impl<const D: usize, const B: usize> Places<D, B> {
    const NONE: Self = Places { offsets: [[0.0; B]; D], weights: [[0.0; B]; D] };

    /// Finds those of samples, as far as they are in the cell with a lowest corner.
    #[inline(always)]
    fn find<N: Cellwise<D>>(&mut self, samples: &[[f32; B]; D], below: [f32; D]) {
        for i in 0..B {
            for axis in 0..D {
                let offset = samples[axis][i] - below[axis];
                self.offsets[axis][i] = offset;
                self.weights[axis][i] = N::weight(offset);
            }
        }
    }
}

/// The cell in a lane.
struct Cell<'a, const D: usize, const B: usize> {
    cells: &'a Cells<D, B>,
    lane: usize,
    below: [f32; D],
}

impl<const D: usize, const B: usize> Cell<'_, D, B> {
    /// The noise of a run of samples in this cell.
    ///
    /// The places of some blocks, then their samples: the weights are long chains of steps. Those of several blocks keep a
    /// processor busy, and so do samples whose weights are known.
    #[inline(always)]
    fn fill<N: Cellwise<D>>(
        &self,
        noise: &N,
        position: &[&[f32]; D],
        run: Range<usize>,
        places: &mut [Places<D, B>; TOGETHER],
        out: &mut [f32],
    ) {
        // The last block of all may begin within the one before it: with samples that are done. The samples behind a run are
        // done anew later.
        let last = out.len() - B;
        let mut start = run.start;
        while start < run.end {
            let blocks = (run.end - start).div_ceil(B).min(TOGETHER);
            for i in 0..blocks {
                places[i].find::<N>(&block(position, (start + i * B).min(last)), self.below);
            }
            for places in &places[..blocks] {
                put(out, start.min(last), start, self.values(noise, places));
                fetch(out, start + SOON);
                start += B;
            }
        }
    }

    /// The noise of the samples of a block.
    ///
    /// A function of its own: within the loop over blocks, it would not be spread over lanes.
    #[inline(always)]
    fn values<N: Cellwise<D>>(&self, noise: &N, places: &Places<D, B>) -> [f32; B] {
        let mut values = [0.0; B];
        for i in 0..B {
            values[i] = noise.within(sample(&places.offsets, i), sample(&places.weights, i), self);
        }
        values
    }

    /// What a table has for a corner.
    #[inline(always)]
    fn at<const N: usize>(&self, table: &[[[f32; B]; 4]; N], [x, y, z, time]: [i32; 4]) -> [f32; 4] {
        let parts = &table[(x + 2 * y + 4 * z + 8 * time) as usize];
        // So the compiler knows that there is one.
        let lane = self.lane % B;
        [parts[0][lane], parts[1][lane], parts[2][lane], parts[3][lane]]
    }
}

impl<const D: usize, const B: usize> Points for Cell<'_, D, B> {
    #[inline(always)]
    fn random(&self, corner: [i32; 4]) -> [f32; 4] {
        self.at(&self.cells.random, corner)
    }

    #[inline(always)]
    fn rise<const LAST: usize>(&self, corner: [i32; 4]) -> [f32; 4] {
        self.at(&self.cells.rise, corner)
    }
}

/// So many samples from an index on.
#[inline(always)]
fn block<const D: usize, const B: usize>(position: &[&[f32]; D], start: usize) -> [[f32; B]; D] {
    let mut samples = [[0.0; B]; D];
    for axis in 0..D {
        samples[axis].copy_from_slice(&position[axis][start..start + B]);
    }
    samples
}

/// One of them.
#[inline(always)]
fn sample<const D: usize, const B: usize>(samples: &[[f32; B]; D], index: usize) -> [f32; D] {
    let mut sample = [0.0; D];
    for axis in 0..D {
        sample[axis] = samples[axis][index];
    }
    sample
}

/// Puts those of the values of a block at an index that belong to `start` and behind it to their places.
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
