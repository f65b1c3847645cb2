//! Noise at positions in no order.
//!
//! Even so, neighbours mostly lie in the same cell. What is random at its corners is worked out once for a run of them, and
//! their lanes share it: that spares most of the work, which is hashes. Where cells change all the time, each lane sees to
//! itself.

use crate::hash;
use crate::lattice::Points;
use crate::level::{Level, Pointwise, VectorKernel, Vectors, map_scalar};

/// The corners of a cell in four dimensions. In fewer, some are there twice.
const CORNERS: usize = 16;

/// As many samples as there are in any vector.
const LANES: usize = 16;

/// A noise that is the same function all over a cell, but for what is random at its corners.
pub(crate) trait Cellwise<const D: usize>: Pointwise<D> {
    /// Whether samples share a cell's corners. That takes a noise that needs no other lattice points, and pays where the
    /// corners are many.
    const SHARED: bool;
    /// The state before the hash of any lattice point.
    fn start(&self) -> u32;
    /// The lattice points below and above a coordinate along an axis.
    fn ends(&self, axis: usize, x: f32) -> [i32; 2];
    /// What is random at the lattice point with a hash.
    fn random(hash: u32) -> [f32; 4];
    /// The noise of a sample so far above the lowest corner of its cell.
    fn within(&self, offsets: [f32; D], points: &impl Points) -> f32;
}

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
            fill_by_lanes::<D, N, B>(noise, &position, Run { start: 0, end: count, alike: false }, out);
            return;
        }
        let (mut here, mut ahead) = (&mut Cell::<D>::default(), &mut Cell::<D>::default());
        let mut run = Run { start: 0, end: 0, alike: true };
        while run.start < count {
            // The next cell before this one's samples: to find it takes long, but it is little work, and these fill the time.
            let next = ahead.find::<N, B, V>(noise, &position, run.end);
            if run.alike {
                here.fill::<N, B>(noise, &position, run, out);
            } else {
                fill_by_lanes::<D, N, B>(noise, &position, run, out);
            }
            run = next;
            std::mem::swap(&mut here, &mut ahead);
        }
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

/// The noise of a run of samples, wherever they lie.
#[inline(always)]
fn fill_by_lanes<const D: usize, N: Cellwise<D>, const B: usize>(
    noise: &N,
    position: &[&[f32]; D],
    run: Run,
    out: &mut [f32],
) {
    for start in (run.start..run.end).step_by(B) {
        let at = start.min(out.len() - B);
        let (samples, mut values) = (block::<D, B>(position, at), [0.0; B]);
        for i in 0..B {
            values[i] = noise.at(sample(&samples, i));
        }
        put(out, at, at, values);
    }
}

/// A cell, and what is random at its corners.
struct Cell<const D: usize> {
    /// The lowest corner.
    below: [f32; D],
    /// For each corner, that above along x one behind that below, along y two, and so on.
    random: [[f32; CORNERS]; 4],
    /// By how much that changes from each corner to the next along the last axis.
    rise: [[f32; CORNERS / 2]; 4],
}

impl<const D: usize> Default for Cell<D> {
    fn default() -> Self {
        Cell { below: [0.0; D], random: [[0.0; CORNERS]; 4], rise: [[0.0; CORNERS / 2]; 4] }
    }
}

impl<const D: usize> Cell<D> {
    /// Makes this the cell of a sample, and finds those behind it that share it. Fewer than half a block are not worth the
    /// trouble: then it is a block as it comes.
    #[inline(always)]
    fn find<N: Cellwise<D>, const B: usize, V: Vectors<B>>(
        &mut self,
        noise: &N,
        position: &[&[f32]; D],
        start: usize,
    ) -> Run {
        let count = position[0].len();
        let mut end = start;
        if start < count {
            for axis in 0..D {
                self.below[axis] = position[axis][start].floor();
            }
            while end < count {
                let at = end.min(count - B);
                let alike = self.alike::<B, V>(&block(position, at), end - at);
                if alike < B {
                    end += alike;
                    break;
                }
                end += B;
            }
        }
        let alike = end - start >= B / 2;
        if alike {
            self.hash(noise, position, start);
        } else {
            end = count.min(start + B);
        }
        Run { start, end, alike }
    }

    /// How many of the samples from one on lie in this cell, one after the other.
    #[inline(always)]
    fn alike<const B: usize, V: Vectors<B>>(&self, samples: &[[f32; B]; D], from: usize) -> usize {
        let mut inside = [0; B];
        for i in 0..B {
            let mut same = true;
            for axis in 0..D {
                // So it is between 0 and 1: negative numbers, -0 and NaN have greater bits. Then the sample's own cell has
                // this corner, however the difference was rounded.
                same &= (samples[axis][i] - self.below[axis]).to_bits() < 1.0f32.to_bits();
            }
            inside[i] = -i32::from(same);
        }
        (V::signs(&inside) >> from).trailing_ones() as usize
    }

    /// Works out what is random at the corners.
    #[inline(always)]
    fn hash<N: Cellwise<D>>(&mut self, noise: &N, position: &[&[f32]; D], index: usize) {
        let mut ends = [[0; 2]; D];
        for axis in 0..D {
            ends[axis] = noise.ends(axis, position[axis][index]);
        }
        let start = noise.start();
        for corner in 0..CORNERS {
            let mut point = [0; D];
            for axis in 0..D {
                point[axis] = if corner >> axis & 1 == 0 { ends[axis][0] } else { ends[axis][1] };
            }
            let random = N::random(hash::from(start, point));
            for part in 0..4 {
                self.random[part][corner] = random[part];
            }
        }
        for part in 0..D - 1 {
            for corner in 0..CORNERS / 2 {
                let next = corner + (1 << (D - 1));
                self.rise[part][corner] = self.random[part][next] - self.random[part][corner];
            }
        }
    }

    /// The noise of a run of samples in this cell.
    #[inline(always)]
    fn fill<N: Cellwise<D>, const B: usize>(
        &self,
        noise: &N,
        position: &[&[f32]; D],
        run: Run,
        out: &mut [f32],
    ) {
        for start in (run.start..run.end).step_by(B) {
            // The last block of all may begin within the one before it: with samples that are done. The samples behind a
            // run are done anew later.
            let at = start.min(out.len() - B);
            put(out, at, start, self.values::<N, B>(noise, &block(position, at)));
        }
    }

    /// The noise of samples, as far as they are in this cell.
    ///
    /// A function of its own: within the loop over blocks, it would not be spread over lanes.
    #[inline(always)]
    fn values<N: Cellwise<D>, const B: usize>(&self, noise: &N, samples: &[[f32; B]; D]) -> [f32; B] {
        let mut values = [0.0; B];
        for i in 0..B {
            let mut offsets = sample(samples, i);
            for axis in 0..D {
                offsets[axis] -= self.below[axis];
            }
            values[i] = noise.within(offsets, self);
        }
        values
    }
}

impl<const D: usize> Points for Cell<D> {
    #[inline(always)]
    fn random(&self, corner: [i32; 4]) -> [f32; 4] {
        at(&self.random, corner)
    }

    #[inline(always)]
    fn rise<const LAST: usize>(&self, corner: [i32; 4]) -> [f32; 4] {
        at(&self.rise, corner)
    }
}

/// What a table has for a corner.
#[inline(always)]
fn at<const N: usize>(table: &[[f32; N]; 4], [x, y, z, time]: [i32; 4]) -> [f32; 4] {
    let corner = (x + 2 * y + 4 * z + 8 * time) as usize;
    [table[0][corner], table[1][corner], table[2][corner], table[3][corner]]
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
