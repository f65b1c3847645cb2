//! The x coordinates of a row of samples, prepared for noise along it.

use std::iter;
use std::marker::PhantomData;

use crate::interpolant::{self, Fade, Interpolation};
use crate::lattice::Place;
use crate::level::{Kernel, Level};
use crate::rails::Rails;

/// The x coordinates of a row of samples, prepared for [`Noise::row`](crate::Noise::row), with room for its intermediate
/// results.
///
/// Prepared once for a tile, it serves all its rows. It keeps what rows of samples in the same row of cells share, as
/// long as it is asked for the same noise. It allocates only to grow.
#[derive(Clone, Default, Debug)]
pub struct Columns {
    pub(crate) interpolation: Interpolation,
    pub(crate) xs: Vec<f32>,
    /// How many samples are in a block; 0 where the samples have no places yet.
    lanes: usize,
    /// Of each sample, the cell, the distance to the lattice point below and the weight of the one above.
    pub(crate) cells: Vec<i32>,
    pub(crate) offsets: Vec<f32>,
    pub(crate) weights: Vec<f32>,
    /// The samples in blocks, by the number of their cells: see [`ONE`] and the others. None where there are fewer samples
    /// than in a block, or where they scatter over more cells than there are samples.
    pub(crate) blocks: [Vec<Block>; 4],
    /// The lowest and highest cell of any sample.
    pub(crate) bounds: (i32, i32),
    pub(crate) rails: Rails,
    /// The lattice columns of some rows, row by row and component by component.
    pub(crate) table: Vec<f32>,
    /// The y, z and time of each sample, where samples scatter.
    pub(crate) rest: [Vec<f32>; 3],
}

/// Neighbouring samples, as many as there are lanes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block {
    /// The first of them. Blocks may overlap: to do some samples twice is faster than to do them one by one.
    pub start: usize,
    /// The lowest of their cells.
    pub cell: i32,
}

/// In how many cells the samples of a block lie: in one, in so few that all their lattice columns fit into a vector, in as
/// many as there are samples at most, or in more.
pub(crate) const ONE: usize = 0;
pub(crate) const FEW: usize = 1;
pub(crate) const AS_MANY: usize = 2;
pub(crate) const MORE: usize = 3;

impl Columns {
    /// Prepares for noises with the given interpolation at samples with the given x coordinates.
    ///
    /// Any coordinates will do, in any order. Fastest are those of a picture: evenly spaced, a cell apart at most.
    pub fn prepare(&mut self, interpolation: Interpolation, xs: &[f32]) {
        self.xs.clear();
        self.xs.extend_from_slice(xs);
        self.interpolation = interpolation;
        self.lanes = 0;
    }

    /// The number of samples.
    pub fn len(&self) -> usize {
        self.xs.len()
    }

    /// Whether there are no samples.
    pub fn is_empty(&self) -> bool {
        self.xs.is_empty()
    }

    /// Whether there are blocks.
    pub(crate) fn in_blocks(&self) -> bool {
        self.blocks.iter().any(|blocks| !blocks.is_empty())
    }

    /// Gives the samples their places, and gathers them in blocks of a level's vectors.
    pub(crate) fn fit(&mut self, level: Level) {
        if self.lanes == level.lanes() {
            return;
        }
        let count = self.xs.len();
        self.lanes = level.lanes();
        self.cells.resize(count, 0);
        self.offsets.resize(count, 0.0);
        self.weights.resize(count, 0.0);
        match self.interpolation {
            Interpolation::Linear | Interpolation::Cubic => self.place::<interpolant::Linear>(level),
            Interpolation::Cosine => self.place::<interpolant::Cosine>(level),
            Interpolation::Smoothstep => self.place::<interpolant::Smoothstep>(level),
            Interpolation::Smootherstep => self.place::<interpolant::Smootherstep>(level),
        }
        self.rails.forget();
        self.blocks.iter_mut().for_each(Vec::clear);
        let range = |cells: &[i32]| {
            cells.iter().fold((i32::MAX, i32::MIN), |(low, high), cell| (low.min(*cell), high.max(*cell)))
        };
        let between = |(low, high): (i32, i32)| i64::from(high) - i64::from(low);
        self.bounds = range(&self.cells);
        if count < self.lanes || between(self.bounds) >= count as i64 {
            return;
        }
        // From the first border between two cells on, whole blocks lie in one cell where cells have room for whole blocks.
        let lanes = self.lanes as i64;
        let border = self.cells.iter().position(|cell| *cell != self.cells[0]).unwrap_or(0);
        let starts = (border % self.lanes..count).step_by(self.lanes);
        for start in iter::once(0).chain(starts).skip(usize::from(border % self.lanes == 0)) {
            let start = start.min(count - self.lanes);
            let bounds = range(&self.cells[start..][..self.lanes]);
            let reach = match between(bounds) {
                0 => ONE,
                span if span + 3 < lanes => FEW,
                span if span < lanes => AS_MANY,
                _ => MORE,
            };
            self.blocks[reach].push(Block { start, cell: bounds.0 });
        }
    }

    fn place<F: Fade>(&mut self, level: Level) {
        let Columns { xs, cells, offsets, weights, .. } = self;
        level.run(Places { xs, cells, offsets, weights, fade: PhantomData::<F> });
    }
}

/// Finds the places of samples.
struct Places<'a, F> {
    xs: &'a [f32],
    cells: &'a mut [i32],
    offsets: &'a mut [f32],
    weights: &'a mut [f32],
    fade: PhantomData<F>,
}

impl<F: Fade> Kernel for Places<'_, F> {
    #[inline(always)]
    fn run(self) {
        let samples = self.xs.iter().zip(self.cells).zip(self.offsets).zip(self.weights);
        for (((x, cell), offset), weight) in samples {
            let place = Place::endless::<F>(*x);
            (*cell, *offset, *weight) = (place.point(0), place.offset, place.weight);
        }
    }
}
