//! The cells that a row of samples crosses, and the noise at the samples in them.
//!
//! The contribution of a lattice point depends on x through few operations; all other terms are computed once for
//! each cell. A cell has several simplices, and those along a row differ only in the position of x among their steps.
//! Each of their corners is one of just two: that of the simplex that steps along x last, or that of the one that
//! steps along x first. A sample therefore selects between two numbers, which its whole vector shares, since no
//! vector spans two cells. Surplus samples of a vector are overwritten by the next one. The arithmetic is that of the
//! definition, in the same order.

use std::cell::Cell;

use super::sum::{Definition, Near, Part, back, corner, end, numbers, radius, ranks, way};
use crate::lattice_rows::load;
use crate::scale;

/// The greatest number of cells.
pub(super) const MAX_CELLS: usize = 128;

/// The greatest number of samples in them.
pub(super) const LONGEST: usize = 1024;

/// Cells that are processed together, and the greatest vector length.
const CHUNK: usize = 16;

/// Cells along a row. The memory is reused for the next row.
#[repr(align(64))]
pub(super) struct Cells {
    count: usize,
    /// The first sample in each cell, and the end after the last one.
    begins: [usize; MAX_CELLS + 1],
    /// The x coordinate of that sample.
    starts: [f32; MAX_CELLS],
    /// The x coordinate of the cell's lower corner.
    origins: [f64; MAX_CELLS],
    /// The indices of the cell.
    numbers: [[i32; MAX_CELLS]; 4],
    /// The distances from the lower corner to the row along the other axes, from index 1 on.
    distances: [[f32; MAX_CELLS]; 4],
    /// The same, in descending order.
    others: [[f32; MAX_CELLS]; 4],
    /// The corners by number of steps: of the simplex that steps along x last, and of the one that steps along x
    /// first. Where they coincide, only the first is filled.
    corners: [[Corner<[f32; MAX_CELLS]>; 2]; 5],
    /// The first sample of each vector, and its cell. Vectors have at least 4 samples.
    vectors: [(usize, usize); LONGEST / 4 + MAX_CELLS],
    /// The offsets along x from the lower corner to the samples of each vector.
    offsets: [f32; LONGEST + CHUNK * MAX_CELLS],
}

/// The terms of a corner's contribution that do not change along a row.
#[derive(Clone, Copy)]
struct Corner<T> {
    /// The gradient's x component, and its products with the distances along the other axes, in [`terms`] terms.
    products: [T; 4],
    /// The squared distances along the other axes, from index 1 on.
    squares: [T; 4],
    /// The [steady](Part::steady) terms.
    steady: [T; 2],
}

thread_local! {
    /// Nothing in it outlives a row, but clearing it for each call would take a fifth of the time.
    static CELLS: Cell<Option<Box<Cells>>> = const { Cell::new(None) };
}

impl Cells {
    /// Takes the memory that this thread used before, or allocates it.
    pub fn take() -> Box<Cells> {
        CELLS.take().unwrap_or_else(|| {
            let none = [0.0; MAX_CELLS];
            let corner = |()| Corner { products: [none; 4], squares: [none; 4], steady: [none; 2] };
            Box::new(Cells {
                count: 0,
                begins: [0; MAX_CELLS + 1],
                starts: none,
                origins: [0.0; MAX_CELLS],
                numbers: [[0; MAX_CELLS]; 4],
                distances: [none; 4],
                others: [none; 4],
                corners: [(); 5].map(|()| [(); 2].map(corner)),
                vectors: [(0, 0); LONGEST / 4 + MAX_CELLS],
                offsets: [0.0; LONGEST + CHUNK * MAX_CELLS],
            })
        })
    }

    /// Keeps the memory for the next call.
    pub fn keep(self: Box<Cells>) {
        CELLS.set(Some(self));
    }

    /// Removes all cells.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.count = 0;
    }

    /// Adds the cell that begins with a sample at `x`. There must be room for it.
    #[inline(always)]
    pub fn push(&mut self, sample: usize, x: f32) {
        self.begins[self.count % MAX_CELLS] = sample;
        self.starts[self.count % MAX_CELLS] = x;
        self.count += 1;
    }

    /// Computes the noise at `length` samples of a row that begins at position `row`.
    ///
    /// There must be at least a vector of samples. The rest of `out` is overwritten.
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
        // The offsets are already computed: computing them here, in doubles, would delay all corners.
        for ((start, cell), offsets) in self.vectors.iter().zip(self.offsets.as_chunks::<B>().0).take(vectors) {
            // The last vectors may overlap those before, whose samples they leave unchanged.
            let begin = (*start).min(out.len() - B);
            let mut noise = self.noise::<B, D, P>(definition.part, offsets, cell % MAX_CELLS);
            if begin < *start {
                let known: [f32; B] = load(out, begin);
                for i in 0..B {
                    noise[i] = if i < start - begin { known[i] } else { noise[i] };
                }
            }
            out[begin..][..B].copy_from_slice(&noise);
        }
    }

    /// Fills the tables.
    #[inline(always)]
    fn tabulate<const D: usize, P: Part>(&mut self, definition: Definition<false, false, P>, row: [f32; D]) {
        // In separate passes, since vectors of doubles have half the lanes.
        let chunks = self.count.div_ceil(CHUNK);
        for cell in 0..MAX_CELLS.min(CHUNK * chunks) {
            self.origins[cell] = corner(numbers(at(row, self.starts[cell]).map(f64::from)))[0];
        }
        for cell in 0..MAX_CELLS.min(CHUNK * chunks) {
            let near = Near::new::<false>(at(row, self.starts[cell]));
            for axis in 0..D {
                self.numbers[axis][cell] = near.cell[axis];
                self.distances[axis][cell] = near.offset[axis];
            }
        }
        for chunk in 0..chunks {
            self.enter_chunk::<D, P>(definition, chunk % (MAX_CELLS / CHUNK));
        }
    }

    /// Computes the corners of a chunk of cells.
    #[inline(always)]
    fn enter_chunk<const D: usize, P: Part>(&mut self, definition: Definition<false, false, P>, chunk: usize) {
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
            // Not loops: the compiler would not unroll them, and so not vectorize them.
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

    /// Computes the corner after `steps` steps.
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
        // Adding to an initial 0 turns -0 into 0, as in the definition's products; it is done here, once.
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

    /// Divides the cells into vectors and computes the offsets of their samples. Returns the number of vectors.
    #[inline(always)]
    fn divide<const B: usize>(&mut self, x: &[f32]) -> usize {
        let mut slots = self.vectors.iter_mut().zip(self.offsets.as_chunks_mut::<B>().0);
        let mut count = 0;
        for cell in 0..self.count {
            let (origin, end) = (self.origins[cell % MAX_CELLS], self.begins[cell % MAX_CELLS + 1]);
            let mut start = self.begins[cell % MAX_CELLS];
            while start < end {
                // There are enough slots for all vectors.
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
    fn noise<const B: usize, const D: usize, P: Part>(&self, part: P, offsets: &[f32; B], cell: usize) -> [f32; B] {
        let (mut others, mut corners) = ([0.0; 5], [[Corner::NONE; 2]; 5]);
        for steps in 0..D + 1 {
            let turns = 0 < steps && steps < D;
            others[steps] = if turns { self.others[steps][cell] } else { 0.0 };
            corners[steps][0] = self.corners[steps][0].at(cell);
            corners[steps][1] = self.corners[steps][usize::from(turns)].at(cell);
        }
        let mut noise = [0.0; B];
        for i in 0..B {
            // Corners are processed side by side, so that none waits for another.
            let (mut among, mut x) = ([false; 5], [offsets[i]; 5]);
            let (mut weight, mut product, mut point) = ([const { radius(false) }; 5], [0.0; 5], [0.0; 5]);
            for steps in 1..D + 1 {
                // x is among the steps unless that many other axes have greater offsets.
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

impl Corner<[f32; MAX_CELLS]> {
    /// The values of one cell.
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

/// The position with another x.
#[inline(always)]
pub(super) fn at<const D: usize, T: Copy>(mut position: [T; D], x: T) -> [T; D] {
    position[0] = x;
    position
}

/// The number of terms of a product that do not change along a row.
///
/// In three dimensions one component of a gradient is 0; whichever it is, the other two may be added first. (Loops
/// over terms use no inclusive ranges, which the compiler would not unroll.)
const fn terms(dimensions: usize) -> usize {
    if dimensions == 4 { 3 } else { 1 }
}
