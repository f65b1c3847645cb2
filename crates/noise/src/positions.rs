//! Positions of samples in a lattice, in blocks.
//!
//! Interpolations and periods differ only in the positions. They are found here, axis by axis, before the lattice is
//! summed, so that the sums are compiled once for all of them.

use crate::far;
use crate::lattice::CellPosition;
use crate::period::{self, Periods};
use crate::{Interpolation, Noise};

/// What decides the positions in a lattice.
#[derive(Clone, Copy)]
pub(crate) struct Grid {
    pub interpolation: Interpolation,
    pub periods: Option<Periods>,
}

impl Grid {
    /// The grid of a noise.
    pub fn of(noise: Noise) -> Grid {
        Grid { interpolation: noise.interpolation(), periods: noise.periods().map(Periods::new) }
    }

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
