//! Positions of samples in a lattice, in blocks and in lists.
//!
//! Interpolations and periods differ only in the positions. They are found here, axis by axis, before the lattice is
//! summed, so that the sums are compiled once for all of them.

use crate::far;
use crate::interpolant::Interpolation;
use crate::level::{Kernel, Level};
use crate::period::{self, Periods};

/// The position of a coordinate in the lattice.
#[derive(Clone, Copy)]
pub(crate) struct CellPosition {
    /// The indices of four lattice points: the one before the point below, the point below, and the next two. See
    /// [`far`].
    pub around: [i32; 4],
    /// The distance from the point below, in [0, 1].
    pub offset: f32,
    /// The weight of the lattice point above, in [0, 1].
    pub weight: f32,
}

impl CellPosition {
    pub const ORIGIN: CellPosition = CellPosition { around: [-1, 0, 1, 2], offset: 0.0, weight: 0.0 };

    /// The given lattice points, with offset and weight 0.
    #[inline(always)]
    pub fn at(around: [i32; 4]) -> CellPosition {
        CellPosition { around, ..CellPosition::ORIGIN }
    }

    /// A position at the given offset, with the given weight; its lattice points are unused.
    #[inline(always)]
    pub fn between(offset: f32, weight: f32) -> CellPosition {
        CellPosition { offset, weight, ..CellPosition::ORIGIN }
    }

    /// The lattice point at a corner from -1 to 2; 0 is the point below, 1 the point above.
    #[inline(always)]
    pub fn point(&self, corner: i32) -> i32 {
        self.around[(corner + 1) as usize]
    }

    /// The distance from the lattice point at corner 0, below, or corner 1, above.
    #[inline(always)]
    pub fn distance_from(self, corner: i32) -> f32 {
        if corner == 0 { self.offset } else { self.offset - 1.0 }
    }
}

/// What decides the positions in a lattice.
#[derive(Clone, Copy)]
pub(crate) struct Grid {
    pub interpolation: Interpolation,
    pub periods: Option<Periods>,
}

impl Grid {
    /// Along an axis, the lattice points before `point`, at it, and the next two.
    pub fn around(&self, axis: usize, point: i32) -> [i32; 4] {
        period::around(&self.periods, axis, &[point]).map(|[point]| point)
    }
}

/// The positions of `B` samples along an axis, each between `C` lattice points; see [`CellPosition`].
#[derive(Clone, Copy)]
pub(crate) struct Positions<const C: usize, const B: usize> {
    pub around: [[i32; B]; C],
    pub offsets: [f32; B],
    pub weights: [f32; B],
}

impl<const C: usize, const B: usize> Positions<C, B> {
    /// No position: of an axis that a lattice lacks.
    pub const NONE: Self = Positions { around: [[0; B]; C], offsets: [0.0; B], weights: [0.0; B] };

    /// The positions of coordinates along an axis. Non-finite coordinates are treated as 0.
    #[inline(always)]
    pub fn find(grid: &Grid, axis: usize, xs: &[f32; B]) -> Self {
        let (mut below, mut offsets, mut weights) = ([0; B], [0.0; B], [0.0; B]);
        for i in 0..B {
            (below[i], offsets[i]) = far::cell(xs[i]);
        }
        grid.interpolation.weigh(&offsets, &mut weights);
        Positions { around: period::around(&grid.periods, axis, &below), offsets, weights }
    }

    /// The position of one sample.
    #[inline(always)]
    pub fn at(&self, i: usize) -> CellPosition {
        let mut around = [0; 4];
        for corner in 0..C {
            around[corner + 2 - C / 2] = self.around[corner][i];
        }
        CellPosition { around, offset: self.offsets[i], weight: self.weights[i] }
    }
}

/// The positions of coordinates in a lattice without periods.
#[derive(Clone, Default, Debug)]
pub(crate) struct CellPositions {
    /// The cell of each coordinate, the distance above the lattice point below, and the weight of the point above.
    pub cells: Vec<i32>,
    pub offsets: Vec<f32>,
    pub weights: Vec<f32>,
}

impl CellPositions {
    /// Computes the positions of `xs`.
    pub fn find(&mut self, level: Level, interpolation: Interpolation, xs: &[f32]) {
        let CellPositions { cells, offsets, weights } = self;
        cells.resize(xs.len(), 0);
        offsets.resize(xs.len(), 0.0);
        weights.resize(xs.len(), 0.0);
        level.run(Find { interpolation, xs, cells, offsets, weights });
    }

    /// Adds positions until their number is a multiple of `of`.
    pub fn pad(&mut self, of: usize) {
        let count = self.cells.len().next_multiple_of(of);
        self.cells.resize(count, 0);
        self.offsets.resize(count, 0.0);
        self.weights.resize(count, 0.0);
    }
}

struct Find<'a> {
    interpolation: Interpolation,
    xs: &'a [f32],
    cells: &'a mut [i32],
    offsets: &'a mut [f32],
    weights: &'a mut [f32],
}

impl Kernel for Find<'_> {
    #[inline(always)]
    fn run(self) {
        for ((x, cell), offset) in self.xs.iter().zip(self.cells).zip(&mut *self.offsets) {
            (*cell, *offset) = far::cell(*x);
        }
        self.interpolation.weigh(self.offsets, self.weights);
    }
}
