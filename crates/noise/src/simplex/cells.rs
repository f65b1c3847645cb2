//! The cells that a row of samples crosses, and the noise at samples in them.
//!
//! What a lattice point adds hangs on x by few operations; all else is worked out once for each cell. A cell has several
//! simplices, and those along a row differ by when x has its turn. But each of their corners is one of just two: that of
//! the simplex that goes along x last, or that of the one that goes along it first. So a sample chooses between two
//! numbers, which it has in common with its whole vector, since no vector serves two cells. What a vector reaches beyond
//! its cell is in vain, and overwritten by the next. The arithmetic is that of the definition, in the same order.

use std::cell::Cell;

use super::sum::{Definition, Near, Part, back, corner, end, numbers, radius, ranks, way};
use crate::lattice_rows::load;
use crate::scale;

/// How many cells there may be.
pub(super) const MOST: usize = 128;

/// How many samples may lie in them.
pub(super) const LONGEST: usize = 1024;

/// How many cells are worked on together, and how many samples a vector has at most.
const CHUNK: usize = 16;

/// Cells along a row, in memory that is used again for the next.
#[repr(align(64))]
pub(super) struct Cells {
    count: usize,
    /// The first sample in each cell, and after the last one the end.
    begins: [usize; MOST + 1],
    /// The x coordinate of that sample.
    places: [f32; MOST],
    /// The x coordinate of the lower corner.
    origins: [f64; MOST],
    /// The numbers of the cell.
    numbers: [[i32; MOST]; 4],
    /// From the lower corner to the row, along the other axes, from index 1 on.
    distances: [[f32; MOST]; 4],
    /// The same, the greatest first.
    others: [[f32; MOST]; 4],
    /// The corners after so many steps, that of the simplex that goes along x last and that of the one that does so first.
    /// Where they are the same, there is but the one.
    corners: [[Corner<[f32; MOST]>; 2]; 5],
    /// The first sample of each vector, and its cell: vectors of 4 samples at least.
    vectors: [(usize, usize); LONGEST / 4 + MOST],
    /// From the lower corner to the samples of each vector, along x.
    offsets: [f32; LONGEST + CHUNK * MOST],
}

/// What a corner adds, as far as it does not change along a row.
#[derive(Clone, Copy)]
struct Corner<T> {
    /// The gradient along x, and its products with the distances along the other axes, in so many [`terms`].
    products: [T; 4],
    /// The squares of the distances along the other axes, from index 1 on.
    squares: [T; 4],
    /// What is [steady](Part::steady).
    steady: [T; 2],
}

thread_local! {
    /// Nothing in it outlives a row; but to clear it for each call would take a fifth of the time.
    static CELLS: Cell<Option<Box<Cells>>> = const { Cell::new(None) };
}

impl Cells {
    /// Memory that this thread has used before, or new one.
    pub fn take() -> Box<Cells> {
        CELLS.take().unwrap_or_else(|| {
            let none = [0.0; MOST];
            let corner = |()| Corner { products: [none; 4], squares: [none; 4], steady: [none; 2] };
            Box::new(Cells {
                count: 0,
                begins: [0; MOST + 1],
                places: none,
                origins: [0.0; MOST],
                numbers: [[0; MOST]; 4],
                distances: [none; 4],
                others: [none; 4],
                corners: [(); 5].map(|()| [(); 2].map(corner)),
                vectors: [(0, 0); LONGEST / 4 + MOST],
                offsets: [0.0; LONGEST + CHUNK * MOST],
            })
        })
    }

    /// Keeps it for another time.
    pub fn keep(self: Box<Cells>) {
        CELLS.set(Some(self));
    }

    /// Forgets all cells.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.count = 0;
    }

    /// Adds the cell that begins with a sample, at this x. There must be room for it.
    #[inline(always)]
    pub fn push(&mut self, sample: usize, x: f32) {
        self.begins[self.count % MOST] = sample;
        self.places[self.count % MOST] = x;
        self.count += 1;
    }

    /// The noise at so many samples of a row that begins with a position.
    ///
    /// There must be a vector of them. What is in `out` beyond them is overwritten.
    #[inline(always)]
    pub fn fill<const B: usize, const D: usize, P: Part>(
        &mut self,
        definition: Definition<false, false, P>,
        row: [f32; D],
        x: &[f32],
        out: &mut [f32],
        length: usize,
    ) {
        self.begins[self.count] = length;
        self.tabulate(definition, row);
        let vectors = self.divide::<B>(x);
        // The offsets are there: to find them only now, in doubles, would keep all corners waiting.
        for ((start, cell), offsets) in self.vectors.iter().zip(self.offsets.as_chunks::<B>().0).take(vectors)
        {
            // The last ones may begin within those before, and change nothing there.
            let begin = (*start).min(out.len() - B);
            let mut noise = self.noise::<B, D, P>(definition.part, offsets, cell % MOST);
            if begin < *start {
                let known: [f32; B] = load(out, begin);
                for i in 0..B {
                    noise[i] = if i < start - begin { known[i] } else { noise[i] };
                }
            }
            out[begin..][..B].copy_from_slice(&noise);
        }
    }

    /// Fills in the tables.
    #[inline(always)]
    fn tabulate<const D: usize, P: Part>(&mut self, definition: Definition<false, false, P>, row: [f32; D]) {
        // By phases, since vectors of doubles have half the lanes.
        let chunks = self.count.div_ceil(CHUNK);
        for cell in 0..MOST.min(CHUNK * chunks) {
            self.origins[cell] = corner(numbers(at(row, self.places[cell]).map(f64::from)))[0];
        }
        for cell in 0..MOST.min(CHUNK * chunks) {
            let near = Near::new::<false>(at(row, self.places[cell]));
            for axis in 0..D {
                self.numbers[axis][cell] = near.cell[axis];
                self.distances[axis][cell] = near.offset[axis];
            }
        }
        for chunk in 0..chunks {
            self.enter_chunk::<D, P>(definition, chunk % (MOST / CHUNK));
        }
    }

    /// Enters the corners of some cells.
    #[inline(always)]
    fn enter_chunk<const D: usize, P: Part>(
        &mut self,
        definition: Definition<false, false, P>,
        chunk: usize,
    ) {
        for i in 0..CHUNK {
            let cell = CHUNK * chunk + i;
            let mut near = Near { cell: [0; D], offset: [0.0; D], rank: [0; D] };
            for axis in 0..D {
                near.cell[axis] = self.numbers[axis][cell];
                near.offset[axis] = self.distances[axis][cell];
            }
            near.offset[0] = f32::INFINITY;
            let first = ranks(near.offset);
            near.offset[0] = f32::NEG_INFINITY;
            let last = ranks(near.offset);
            for other in 1..D {
                let mut offset = 0.0;
                for axis in 1..D {
                    offset = if last[axis] == (D - other) as i32 { near.offset[axis] } else { offset };
                }
                self.others[other][cell] = offset;
            }
            // Not loops: they would not be unrolled, and then not spread over lanes.
            near.rank = last;
            self.enter(definition, cell, &near, 0, 0);
            self.enter(definition, cell, &near, 1, 0);
            self.enter(definition, cell, &near, 2, 0);
            if D > 2 {
                self.enter(definition, cell, &near, 3, 0);
            }
            if D > 3 {
                self.enter(definition, cell, &near, 4, 0);
            }
            near.rank = first;
            self.enter(definition, cell, &near, 1, 1);
            if D > 2 {
                self.enter(definition, cell, &near, 2, 1);
            }
            if D > 3 {
                self.enter(definition, cell, &near, 3, 1);
            }
        }
    }

    /// Enters the corner after so many steps.
    #[inline(always)]
    fn enter<const D: usize, P: Part>(
        &mut self,
        definition: Definition<false, false, P>,
        cell: usize,
        near: &Near<D>,
        steps: usize,
        turn: usize,
    ) {
        let (corner, distance) = end(near, way(near.rank, steps as i32), steps as i32);
        let gradient = definition.gradient(corner);
        let corner = &mut self.corners[steps][turn];
        corner.products[0][cell] = gradient[0];
        // Products begin with 0, which takes the sign from another 0; it is taken here, once.
        let mut products = [0.0; D];
        for axis in 1..D {
            products[axis.min(terms(D))] += gradient[axis] * distance[axis];
            corner.squares[axis][cell] = distance[axis] * distance[axis];
        }
        for term in 1..terms(D) + 1 {
            corner.products[term][cell] = products[term];
        }
        let steady = definition.part.steady(gradient, distance);
        for i in 0..P::STEADY {
            corner.steady[i][cell] = steady[i];
        }
    }

    /// Divides the cells into vectors, and finds the offsets of their samples; gives how many they are.
    #[inline(always)]
    fn divide<const B: usize>(&mut self, x: &[f32]) -> usize {
        let mut slots = self.vectors.iter_mut().zip(self.offsets.as_chunks_mut::<B>().0);
        let mut count = 0;
        for cell in 0..self.count {
            let (origin, end) = (self.origins[cell % MOST], self.begins[cell % MOST + 1]);
            let mut start = self.begins[cell % MOST];
            while start < end {
                // There are slots for all.
                let Some((vector, offsets)) = slots.next() else { break };
                *vector = (start, cell);
                let x: [f32; B] = load(x, start.min(x.len() - B));
                for i in 0..B {
                    offsets[i] = (f64::from(x[i]) - origin) as f32;
                }
                count += 1;
                start += B;
            }
        }
        count
    }

    /// The noise at offsets along x in a cell.
    #[inline(always)]
    fn noise<const B: usize, const D: usize, P: Part>(
        &self,
        part: P,
        offsets: &[f32; B],
        cell: usize,
    ) -> [f32; B] {
        let (mut others, mut corners) = ([0.0; 5], [[Corner::NONE; 2]; 5]);
        for steps in 0..D + 1 {
            let turns = 0 < steps && steps < D;
            others[steps] = if turns { self.others[steps][cell] } else { 0.0 };
            corners[steps][0] = self.corners[steps][0].at(cell);
            corners[steps][1] = self.corners[steps][usize::from(turns)].at(cell);
        }
        let mut noise = [0.0; B];
        for i in 0..B {
            // Side by side: corners do not wait for each other.
            let (mut among, mut x) = ([false; 5], [offsets[i]; 5]);
            let (mut weight, mut product, mut point) = ([const { radius(false) }; 5], [0.0; 5], [0.0; 5]);
            for steps in 1..D + 1 {
                // x is among the steps unless as many others have greater offsets.
                among[steps] = steps == D || offsets[i] >= others[steps];
                x[steps] = if among[steps] { offsets[i] - 1.0 } else { offsets[i] } + back(D, steps as i32);
            }
            for steps in 0..D + 1 {
                weight[steps] -= x[steps] * x[steps];
            }
            for axis in 1..D {
                for steps in 0..D + 1 {
                    let [last, first] = &corners[steps];
                    weight[steps] -= if among[steps] { first.squares[axis] } else { last.squares[axis] };
                }
            }
            for steps in 0..D + 1 {
                let [last, first] = &corners[steps];
                product[steps] = if among[steps] { first.products[0] } else { last.products[0] } * x[steps];
                for term in 1..terms(D) + 1 {
                    product[steps] += if among[steps] { first.products[term] } else { last.products[term] };
                }
                let weight = if weight[steps] > 0.0 { weight[steps] } else { 0.0 };
                let steady = if among[steps] { first.steady } else { last.steady };
                point[steps] = part.point(weight, product[steps], x[steps], steady);
            }
            let mut sum = point[0];
            for steps in 1..D + 1 {
                sum += point[steps];
            }
            noise[i] = sum * const { scale::of_simplex(D, false) };
        }
        noise
    }
}

impl Corner<f32> {
    const NONE: Corner<f32> = Corner { products: [0.0; 4], squares: [0.0; 4], steady: [0.0; 2] };
}

impl Corner<[f32; MOST]> {
    /// The numbers of a cell.
    #[inline(always)]
    fn at(&self, cell: usize) -> Corner<f32> {
        let mut corner = Corner::NONE;
        for i in 0..4 {
            corner.products[i] = self.products[i][cell];
            corner.squares[i] = self.squares[i][cell];
        }
        for i in 0..2 {
            corner.steady[i] = self.steady[i][cell];
        }
        corner
    }
}

/// A position with another x.
#[inline(always)]
pub(super) fn at<const D: usize, T: Copy>(mut position: [T; D], x: T) -> [T; D] {
    position[0] = x;
    position
}

/// How many terms of a product do not change along a row.
///
/// In three dimensions one component of a gradient is 0. Whichever it is, the two others may be added first. (Loops over
/// terms have no inclusive ranges, which the compiler would not unroll.)
const fn terms(dimensions: usize) -> usize {
    if dimensions == 4 { 3 } else { 1 }
}
