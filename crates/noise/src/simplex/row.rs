//! Simplex noise along rows of samples, which share what does not change along them.
//!
//! What a lattice point adds hangs on x by few operations; all else is worked out once for each cell that a row crosses.
//! A cell has several simplices, and those along a row differ by when x has its turn. But each of their corners is one of
//! just two: that of the simplex that goes along x last, or that of the one that goes along it first. So a cell has two
//! entries in tables that vectors of samples pick from. The arithmetic is that of the definition, in the same order.

use super::sum::{Definition, Near, Part, back, distance, radius, ranks, way};
use crate::far;
use crate::level::{Kernel, Level, VectorKernel, Vectors};
use crate::rails::load;
use crate::scale;

/// How many lanes a vector must have to pick from.
const LANES: usize = 8;

/// How many samples of a row are worked on together at most, and how many are worth it.
pub(super) const LONGEST: usize = 1024;
pub(super) const SHORTEST: usize = 64;

/// How many cells they may lie in.
const CELLS: usize = 64;

/// How many samples a cell must have on average to be worth its entries.
const DENSE: f32 = 8.0;

/// Two entries for each of the cells, and as many as the longest vector may reach beyond.
const ENTRIES: usize = 2 * CELLS + 16;

/// What is known of samples on a row, in memory that is used again for the next.
#[repr(align(64))]
pub(super) struct Row<const D: usize> {
    /// From the lower corner of each sample's cell, along x.
    offsets: [f32; LONGEST],
    /// The sum of the numbers of each sample's cell. Along a row none of these falls, so it tells cells apart.
    sums: [i32; LONGEST],
    // What follows is found by a cell's sum less the first one's, twice that for its two entries.
    /// The x coordinate of a sample in the cell.
    places: [f32; ENTRIES],
    /// The offsets along the other axes, the greatest first, from index 1 on.
    others: [[f32; ENTRIES]; D],
    /// The corners after so many steps.
    corners: [Corner<D>; 5],
}

/// What corners add, as far as it does not change along a row.
struct Corner<const D: usize> {
    /// The gradient along x, and its products with the distances along the other axes, in so many [`terms`].
    products: [[f32; ENTRIES]; D],
    /// The squares of the distances along the other axes, from index 1 on.
    squares: [[f32; ENTRIES]; D],
    /// What is [steady](Part::steady).
    steady: [[f32; ENTRIES]; 2],
}

impl<const D: usize> Row<D> {
    pub fn new() -> Row<D> {
        let none = [0.0; ENTRIES];
        let corner = || Corner { products: [none; D], squares: [none; D], steady: [none; 2] };
        Row {
            offsets: [0.0; LONGEST],
            sums: [0; LONGEST],
            places: none,
            others: [none; D],
            corners: [corner(), corner(), corner(), corner(), corner()],
        }
    }
}

/// Whether it is worth a [`Row`] to look for rows among some samples.
pub(super) fn is_worth<const D: usize>(level: Level, position: [&[f32]; D]) -> bool {
    let [first, second, ..] = *position[0] else { return false };
    let dense = cells::<D>(second - first) * DENSE <= 1.0;
    dense && position[0].len() >= 4 * SHORTEST && level.or_best().lanes() >= LANES
}

/// How many cells lie along x on average.
fn cells<const D: usize>(x: f32) -> f32 {
    x * (D as f32 + 1.0).sqrt()
}

/// The noise at as many of the first samples as lie on one row and in few enough cells; gives their number, 0 if it is
/// better to take each by itself.
pub(super) fn fill<const D: usize, P: Part>(
    row: &mut Row<D>,
    level: Level,
    definition: &Definition<false, false, P>,
    position: [&[f32]; D],
    out: &mut [f32],
) -> usize {
    let mut length = length(level, position);
    while length >= SHORTEST && cells::<D>(position[0][length - 1] - position[0][0]) + D as f32 > CELLS as f32
    {
        length /= 2;
    }
    if length < SHORTEST || !are_near(position, length) {
        return 0;
    }
    let mut done = false;
    level.run_in_vectors(Along {
        row,
        definition,
        start: position.map(|axis| axis[0]),
        x: &position[0][..length],
        out: &mut out[..length],
        done: &mut done,
    });
    if done { length } else { 0 }
}

/// Whether so many samples, in order on one row, are near.
fn are_near<const D: usize>(position: [&[f32]; D], length: usize) -> bool {
    far::are_near(Level::Scalar, &position.map(|axis| axis[0]))
        && far::are_near(Level::Scalar, &[position[0][length - 1]])
}

/// How many of the first samples lie on one row, in order.
fn length<const D: usize>(level: Level, position: [&[f32]; D]) -> usize {
    let mut length = 0;
    level.run(Length(position, &mut length));
    length
}

struct Length<'a, const D: usize>([&'a [f32]; D], &'a mut usize);

impl<const D: usize> Kernel for Length<'_, D> {
    #[inline(always)]
    fn run(self) {
        let Length(position, length) = self;
        let count = position[0].len().min(LONGEST);
        *length = count.min(1);
        for step in [256, 32, 1] {
            let mut end = (*length + 1).next_multiple_of(step);
            while end <= count && go_on(position, *length, end) {
                *length = end;
                end += step;
            }
        }
    }
}

/// Whether the samples of a part lie on the first one's row, each not before the one before.
#[inline(always)]
fn go_on<const D: usize>(position: [&[f32]; D], start: usize, end: usize) -> bool {
    let before = &position[0][start - 1..end - 1];
    let mut part = position;
    let mut first = [0; D];
    for axis in 0..D {
        part[axis] = &position[axis][start..end];
        first[axis] = position[axis][0].to_bits();
    }
    let mut different = 0;
    for i in 0..end - start {
        different |= u32::from(!(before[i] <= part[0][i]));
        for axis in 1..D {
            different |= part[axis][i].to_bits() ^ first[axis];
        }
    }
    different == 0
}

/// The noise along a row.
struct Along<'a, const D: usize, P> {
    row: &'a mut Row<D>,
    definition: &'a Definition<false, false, P>,
    /// The first position.
    start: [f32; D],
    x: &'a [f32],
    out: &'a mut [f32],
    /// Whether all samples have their noise.
    done: &'a mut bool,
}

impl<const D: usize, P: Part> VectorKernel for Along<'_, D, P> {
    #[inline(always)]
    fn run<const B: usize, V: Vectors<B>>(mut self) {
        if B < LANES {
            return;
        }
        self.survey();
        if let Some(cells) = self.visit::<B>() {
            self.tabulate(cells);
            for block in 0..self.x.len().div_ceil(B) {
                // The last block may begin within the one before.
                self.block::<B, V>((block * B).min(self.x.len() - B));
            }
            *self.done = true;
        }
    }
}

impl<const D: usize, P: Part> Along<'_, D, P> {
    #[inline(always)]
    fn position(&self, x: f32) -> [f32; D] {
        let mut position = self.start;
        position[0] = x;
        position
    }

    /// Finds the cell of each sample.
    #[inline(always)]
    fn survey(&mut self) {
        let count = self.x.len();
        let mut position = self.start;
        let (offsets, sums) = (&mut self.row.offsets[..count], &mut self.row.sums[..count]);
        for i in 0..count {
            position[0] = self.x[i];
            let near = Near::new::<false>(position);
            offsets[i] = near.offset[0];
            sums[i] = near.sum;
        }
    }

    /// The number of a sample's cell: its sum less that of the first.
    #[inline(always)]
    fn cell(&self, i: usize) -> usize {
        // No more than a bound that needs no check: there are no more samples.
        self.row.sums[i % LONGEST].wrapping_sub(self.row.sums[0]) as u32 as usize
    }

    /// Finds a sample in each cell; gives the number of cells, or none if that of all or of a block is too great.
    #[inline(always)]
    fn visit<const B: usize>(&mut self) -> Option<usize> {
        let last = self.x.len() - 1;
        let cells = self.cell(last) + 1;
        if cells > CELLS || self.cell(last) - self.cell(last + 1 - B) >= B / 2 {
            return None;
        }
        for start in (0..=last).step_by(B) {
            let end = last.min(start + B - 1);
            let between = self.cell(end) - self.cell(start);
            if between >= B / 2 {
                return None;
            }
            self.mark(start);
            self.mark(end);
            if between > 1 {
                for i in start + 1..end {
                    self.mark(i);
                }
            }
        }
        Some(cells)
    }

    /// Notes that a sample lies in its cell.
    #[inline(always)]
    fn mark(&mut self, i: usize) {
        let entry = 2 * (self.cell(i) % CELLS);
        let x = self.x[i];
        self.row.places[entry..][..2].fill(x);
    }

    /// Fills in the tables.
    #[inline(always)]
    fn tabulate(&mut self, cells: usize) {
        for entry in 0..(2 * cells).next_multiple_of(16).min(ENTRIES) {
            let last = entry % 2 == 0;
            let mut near = Near::new::<false>(self.position(self.row.places[entry]));
            near.offset[0] = if last { f32::NEG_INFINITY } else { f32::INFINITY };
            near.rank = ranks(near.offset);
            for other in 1..D {
                let rank = (if last { D - other } else { D - 1 - other }) as i32;
                let mut offset = 0.0;
                for axis in 1..D {
                    offset = if near.rank[axis] == rank { near.offset[axis] } else { offset };
                }
                self.row.others[other][entry] = offset;
            }
            // Not a loop: it would not be unrolled, and then not spread over lanes.
            self.enter(entry, &near, 0);
            self.enter(entry, &near, 1);
            self.enter(entry, &near, 2);
            if D > 2 {
                self.enter(entry, &near, 3);
            }
            if D > 3 {
                self.enter(entry, &near, 4);
            }
        }
    }

    /// Enters the corner after so many steps.
    #[inline(always)]
    fn enter(&mut self, entry: usize, near: &Near<D>, steps: usize) {
        let way = way(near.rank, steps as i32);
        let gradient = self.definition.gradient(near, way);
        let distance = distance(near, way, steps as i32);
        let corner = &mut self.row.corners[steps];
        corner.products[0][entry] = gradient[0];
        // Products begin with 0, which takes the sign from another 0; it is taken here, once.
        let mut products = [0.0; D];
        for axis in 1..D {
            products[axis.min(terms(D))] += gradient[axis] * distance[axis];
            corner.squares[axis][entry] = distance[axis] * distance[axis];
        }
        for term in 1..=terms(D) {
            corner.products[term][entry] = products[term];
        }
        let steady = self.definition.part.steady(gradient, distance);
        for i in 0..P::STEADY {
            corner.steady[i][entry] = steady[i];
        }
    }

    /// The noise at the samples of a vector.
    #[inline(always)]
    fn block<const B: usize, V: Vectors<B>>(&mut self, start: usize) {
        let cell = self.cell(start) % CELLS;
        let sums: [i32; B] = load(&self.row.sums, start);
        let first = self.row.sums[start];
        let mut entries = [0; B];
        for i in 0..B {
            entries[i] = sums[i].wrapping_sub(first).wrapping_mul(2);
        }
        let block = Block { x: load(&self.row.offsets, start), base: 2 * cell, entries };
        let mut noise = [0.0; B];
        self.add::<B, V>(&block, 0, &mut noise);
        self.add::<B, V>(&block, 1, &mut noise);
        self.add::<B, V>(&block, 2, &mut noise);
        if D > 2 {
            self.add::<B, V>(&block, 3, &mut noise);
        }
        if D > 3 {
            self.add::<B, V>(&block, 4, &mut noise);
        }
        if let Some(out) = self.out[start..].first_chunk_mut::<B>() {
            for i in 0..B {
                out[i] = noise[i] * const { scale::of_simplex(D, false) };
            }
        }
    }

    /// Adds what the corners after so many steps add.
    #[inline(always)]
    fn add<const B: usize, V: Vectors<B>>(&self, block: &Block<B>, steps: usize, noise: &mut [f32; B]) {
        let mut entries = block.entries;
        // x is among the steps unless as many others have greater offsets.
        let mut other = [if steps == 0 { f32::INFINITY } else { f32::NEG_INFINITY }; B];
        if 0 < steps && steps < D {
            other = pick::<B, V>(&self.row.others[steps], block.base, &entries);
            for i in 0..B {
                entries[i] += i32::from(block.x[i] >= other[i]);
            }
        }
        let corner = &self.row.corners[steps];
        let (mut products, mut squares, mut steady) = ([[0.0; B]; D], [[0.0; B]; D], [[0.0; B]; 2]);
        for term in 0..=terms(D) {
            products[term] = pick::<B, V>(&corner.products[term], block.base, &entries);
        }
        for axis in 1..D {
            squares[axis] = pick::<B, V>(&corner.squares[axis], block.base, &entries);
        }
        for i in 0..P::STEADY {
            steady[i] = pick::<B, V>(&corner.steady[i], block.base, &entries);
        }
        for i in 0..B {
            let x = if block.x[i] >= other[i] { block.x[i] - 1.0 } else { block.x[i] };
            let x = if steps == 0 { x } else { x + back(D, steps as i32) };
            let mut weight = const { radius(false) } - x * x;
            let mut product = products[0][i] * x;
            for axis in 1..D {
                weight -= squares[axis][i];
            }
            for term in 1..=terms(D) {
                product += products[term][i];
            }
            let weight = if weight > 0.0 { weight } else { 0.0 };
            let point = self.definition.part.point(weight, product, x, [steady[0][i], steady[1][i]]);
            noise[i] = if steps == 0 { point } else { noise[i] + point };
        }
    }
}

/// A vector of samples.
struct Block<const B: usize> {
    /// From the lower corners of their cells, along x.
    x: [f32; B],
    /// The first of the entries that can be picked.
    base: usize,
    /// From there to the first entry of each sample's cell.
    entries: [i32; B],
}

/// How many terms of a product do not change along a row.
///
/// In three dimensions one component of a gradient is 0. Whichever it is, the two others may be added first.
const fn terms(dimensions: usize) -> usize {
    if dimensions == 4 { 3 } else { 1 }
}

#[inline(always)]
fn pick<const B: usize, V: Vectors<B>>(table: &[f32; ENTRIES], base: usize, entries: &[i32; B]) -> [f32; B] {
    V::pick(&load(table, base), entries)
}
