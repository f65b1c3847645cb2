//! Simplex noise along rows of samples, which share what does not change along them.
//!
//! What a lattice point adds hangs on x by few operations; all else is worked out once for each cell that a row crosses.
//! A cell has several simplices, and those along a row differ by when x has its turn. But each of their corners is one of
//! just two: that of the simplex that goes along x last, or that of the one that goes along it first. So a cell has two
//! entries in tables that vectors of samples pick from. The arithmetic is that of the definition, in the same order.

use std::cell::Cell;

use super::sum::{Definition, Near, Part, back, end, radius, ranks, way};
use crate::far;
use crate::level::{Level, VectorKernel, Vectors};
use crate::rails::load;
use crate::scale;

/// How many lanes a vector must have to pick from.
const LANES: usize = 8;

/// How many samples of a row are worked on together at most, and at least. So many are surveyed at a time.
pub(super) const LONGEST: usize = 1024;
pub(super) const SHORTEST: usize = 64;

/// How many cells they may lie in.
const CELLS: usize = 64;

/// How many samples a cell must have on average to be worth its entries.
const DENSE: f32 = 6.0;

/// Two entries for each of the cells, and as many as the longest vector may reach beyond.
const ENTRIES: usize = 2 * CELLS + 16;

/// What is known of samples on a row, in memory that is used again for the next.
#[repr(align(64))]
pub(super) struct Row {
    /// From the lower corner of each sample's cell, along x.
    offsets: [f32; LONGEST],
    /// The sum of the numbers of each sample's cell. Along a row none of these falls, so it tells cells apart.
    sums: [i32; LONGEST],
    // What follows is found by a cell's sum less the first one's, twice that for its two entries.
    /// The x coordinate of a sample in the cell.
    places: [f32; ENTRIES],
    /// The offsets along the other axes, the greatest first, from index 1 on.
    others: [[f32; ENTRIES]; 4],
    /// The corners after so many steps.
    corners: [Corner; 5],
}

/// What corners add, as far as it does not change along a row.
struct Corner {
    /// The gradient along x, and its products with the distances along the other axes, in so many [`terms`].
    products: [[f32; ENTRIES]; 4],
    /// The squares of the distances along the other axes, from index 1 on.
    squares: [[f32; ENTRIES]; 4],
    /// What is [steady](Part::steady).
    steady: [[f32; ENTRIES]; 2],
}

thread_local! {
    /// Nothing in it outlives a row; but to clear it for each call would take a fifth of the time.
    static ROW: Cell<Option<Box<Row>>> = const { Cell::new(None) };
}

impl Row {
    /// Memory that this thread has used before, or new one.
    pub fn take() -> Box<Row> {
        ROW.take().unwrap_or_else(|| {
            let none = [0.0; ENTRIES];
            let corner = || Corner { products: [none; 4], squares: [none; 4], steady: [none; 2] };
            Box::new(Row {
                offsets: [0.0; LONGEST],
                sums: [0; LONGEST],
                places: none,
                others: [none; 4],
                corners: [corner(), corner(), corner(), corner(), corner()],
            })
        })
    }

    /// Keeps it for another time.
    pub fn keep(self: Box<Row>) {
        ROW.set(Some(self));
    }
}

/// Whether it is worth a [`Row`] to look for rows among some samples: to judge by the first two.
pub(super) fn is_worth<const D: usize>(level: Level, position: [&[f32]; D]) -> bool {
    let [first, second, ..] = *position[0] else { return false };
    let dense = cells::<D>(second - first) * DENSE <= 1.0;
    let on_row = position[1..].iter().all(|axis| axis[0].to_bits() == axis[1].to_bits());
    dense && on_row && position[0].len() >= 4 * SHORTEST && level.or_best().lanes() >= LANES
}

/// How many cells lie along x on average.
fn cells<const D: usize>(x: f32) -> f32 {
    x * (D as f32 + 1.0).sqrt()
}

/// The noise at as many of the first samples as lie on one row and in few enough cells; gives their number, 0 if it is
/// better to take each by itself.
pub(super) fn fill<const D: usize, P: Part>(
    row: &mut Row,
    level: Level,
    definition: &Definition<false, false, P>,
    position: [&[f32]; D],
    out: &mut [f32],
) -> usize {
    let start = position.map(|axis| axis[0]);
    if !far::are_near(Level::Scalar, &start) {
        return 0;
    }
    let mut done = 0;
    level.run_in_vectors(Along { row, definition, start, position, out, done: &mut done });
    done
}

/// The noise along a row.
struct Along<'a, const D: usize, P> {
    row: &'a mut Row,
    definition: &'a Definition<false, false, P>,
    /// The first position.
    start: [f32; D],
    position: [&'a [f32]; D],
    out: &'a mut [f32],
    /// How many samples have their noise.
    done: &'a mut usize,
}

impl<const D: usize, P: Part> VectorKernel for Along<'_, D, P> {
    #[inline(always)]
    fn run<const B: usize, V: Vectors<B>>(mut self) {
        if B < LANES {
            return;
        }
        let length = self.survey::<B>();
        if length >= SHORTEST {
            self.tabulate(self.between(0, length) + 1);
            for pair in 0..length.div_ceil(2 * B) {
                // The last pair may begin within the one before.
                self.pair::<B, V>((pair * 2 * B).min(length - 2 * B));
            }
            *self.done = length;
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

    /// Finds the cell of each sample and a sample in each cell; gives how many samples there are, as far as they lie on
    /// one row and in no more cells than there is room for, in all and in a vector.
    #[inline(always)]
    fn survey<const B: usize>(&mut self) -> usize {
        let count = self.out.len().min(LONGEST);
        if count < SHORTEST {
            return 0;
        }
        let mut length = 0;
        // By turns: what is found for some samples waits for floats, what is done with it does not.
        while length < count {
            // The last samples may begin within those before.
            let start = length.min(count - SHORTEST);
            let end = start + SHORTEST;
            let mut reach = end;
            if !self.locate(start) || !self.is_close(end - 1) {
                reach = length;
                while reach < end && self.goes_on(reach) {
                    reach += 1;
                }
            }
            if reach == length || self.between(0, reach) >= CELLS || self.visit::<B>(length, reach) >= B / 2 {
                break;
            }
            length = reach;
            if reach < end {
                break;
            }
        }
        // The last two vectors may begin anywhere.
        if length >= SHORTEST
            && self.between(length - 2 * B, length - B).max(self.between(length - B, length)) >= B / 2
        {
            length -= length % (2 * B);
        }
        length
    }

    /// Whether a sample is so close to the first one that it is near, too, and that sums modulo 2^32 tell their cells
    /// apart.
    #[inline(always)]
    fn is_close(&self, i: usize) -> bool {
        // A unit along x has less than three cells. Floats that are not near are further apart than this.
        self.position[0][i] - self.start[0] < CELLS as f32
    }

    /// Whether a sample is close, on the row, and not before the one before it.
    #[inline(always)]
    fn goes_on(&self, i: usize) -> bool {
        let x = self.position[0];
        let mut on = x[i.saturating_sub(1)] <= x[i] && self.is_close(i);
        for axis in 1..D {
            on &= self.position[axis][i].to_bits() == self.start[axis].to_bits();
        }
        on
    }

    /// Finds the cells of [`SHORTEST`] samples; gives whether all [go on](Along::goes_on), if the last is close.
    #[inline(always)]
    fn locate(&mut self, start: usize) -> bool {
        let end = start + SHORTEST;
        let (offsets, sums) = (&mut self.row.offsets[start..end], &mut self.row.sums[start..end]);
        let mut part = self.position;
        let mut first = [0; D];
        for axis in 0..D {
            part[axis] = &part[axis][start..end];
            first[axis] = self.start[axis].to_bits();
        }
        let mut position = self.start;
        let mut different = 0;
        for i in 0..SHORTEST {
            position[0] = part[0][i];
            let near = Near::new::<false>(position);
            offsets[i] = near.offset[0];
            sums[i] = near.sum;
            for axis in 1..D {
                different |= part[axis][i].to_bits() ^ first[axis];
            }
        }
        let x = &self.position[0][start.saturating_sub(1)..end];
        for i in 1..x.len() {
            different |= u32::from(x[i - 1] <= x[i]) ^ 1;
        }
        different == 0
    }

    /// Finds a sample in each cell that some samples lie in; gives by how many the cells of a vector differ at most.
    #[inline(always)]
    fn visit<const B: usize>(&mut self, start: usize, end: usize) -> usize {
        let mut most = 0;
        for start in (start..end).step_by(B) {
            let end = end.min(start + B);
            let between = self.between(start, end);
            self.mark(start);
            self.mark(end - 1);
            if between > 1 {
                for i in start + 1..end - 1 {
                    self.mark(i);
                }
            }
            most = most.max(between);
        }
        most
    }

    /// The number of a sample's cell: its sum less that of the first.
    #[inline(always)]
    fn cell(&self, i: usize) -> usize {
        // No more than a bound that needs no check: there are no more samples.
        self.row.sums[i % LONGEST].wrapping_sub(self.row.sums[0]) as u32 as usize
    }

    /// By how many the cells of the first and the last of some samples differ.
    #[inline(always)]
    fn between(&self, start: usize, end: usize) -> usize {
        self.cell(end - 1) - self.cell(start)
    }

    /// Notes that a sample lies in its cell.
    #[inline(always)]
    fn mark(&mut self, i: usize) {
        let entry = 2 * (self.cell(i) % CELLS);
        let x = self.position[0][i];
        self.row.places[entry..][..2].fill(x);
    }

    /// Fills in the tables for so many cells.
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
        let (corner, distance) = end(near, way(near.rank, steps as i32), steps as i32);
        let gradient = self.definition.gradient(corner);
        let corner = &mut self.row.corners[steps];
        corner.products[0][entry] = gradient[0];
        // Products begin with 0, which takes the sign from another 0; it is taken here, once.
        let mut products = [0.0; D];
        for axis in 1..D {
            products[axis.min(terms(D))] += gradient[axis] * distance[axis];
            corner.squares[axis][entry] = distance[axis] * distance[axis];
        }
        for term in 1..terms(D) + 1 {
            corner.products[term][entry] = products[term];
        }
        let steady = self.definition.part.steady(gradient, distance);
        for i in 0..P::STEADY {
            corner.steady[i][entry] = steady[i];
        }
    }

    /// The noise at the samples of two vectors, which do not wait for each other.
    #[inline(always)]
    fn pair<const B: usize, V: Vectors<B>>(&mut self, start: usize) {
        let blocks = [self.block(start), self.block(start + B)];
        let mut noise = [[0.0; B]; 2];
        self.add::<B, V>(&blocks, 0, &mut noise);
        self.add::<B, V>(&blocks, 1, &mut noise);
        self.add::<B, V>(&blocks, 2, &mut noise);
        if D > 2 {
            self.add::<B, V>(&blocks, 3, &mut noise);
        }
        if D > 3 {
            self.add::<B, V>(&blocks, 4, &mut noise);
        }
        let (noise, out) = (noise.as_flattened(), &mut self.out[start..][..2 * B]);
        for i in 0..2 * B {
            out[i] = noise[i] * const { scale::of_simplex(D, false) };
        }
    }

    /// The samples of a vector.
    #[inline(always)]
    fn block<const B: usize>(&self, start: usize) -> Block<B> {
        let cell = self.cell(start) % CELLS;
        let first = self.row.sums[0].wrapping_add(cell as i32);
        let sums: [i32; B] = load(&self.row.sums, start);
        let mut entries = [0; B];
        for i in 0..B {
            entries[i] = sums[i].wrapping_sub(first).wrapping_mul(2);
        }
        Block { x: load(&self.row.offsets, start), base: 2 * cell, entries }
    }

    /// Adds what the corners after so many steps add.
    #[inline(always)]
    fn add<const B: usize, V: Vectors<B>>(
        &self,
        blocks: &[Block<B>; 2],
        steps: usize,
        noise: &mut [[f32; B]; 2],
    ) {
        self.add_to::<B, V>(&blocks[0], steps, &mut noise[0]);
        self.add_to::<B, V>(&blocks[1], steps, &mut noise[1]);
    }

    #[inline(always)]
    fn add_to<const B: usize, V: Vectors<B>>(&self, block: &Block<B>, steps: usize, noise: &mut [f32; B]) {
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
        for term in 0..terms(D) + 1 {
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
            for term in 1..terms(D) + 1 {
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
/// In three dimensions one component of a gradient is 0. Whichever it is, the two others may be added first. (Loops over
/// terms have no inclusive ranges, which the compiler would not unroll.)
const fn terms(dimensions: usize) -> usize {
    if dimensions == 4 { 3 } else { 1 }
}

#[inline(always)]
fn pick<const B: usize, V: Vectors<B>>(table: &[f32; ENTRIES], base: usize, entries: &[i32; B]) -> [f32; B] {
    V::pick(&load(table, base), entries)
}
