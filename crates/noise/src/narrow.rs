//! Noise along rows whose cells are narrower than a sample. Each sample hashes its own lattice points; the row shares
//! their coordinates along the other axes.

use crate::blocks::STRIP;
use crate::lattice::{Definition, Lattice, Row};
use crate::level::{Kernel, Level};
use crate::noise::{Noise, Task};
use crate::positions::{CellPositions, Positions};
use crate::{math, period};

/// Adds a noise along rows, times a factor, to sums.
pub(crate) struct AddAlong<'a, 'b> {
    pub level: Level,
    pub noise: Noise,
    pub factor: f32,
    /// The positions along x, in whole strips.
    pub xs: &'a CellPositions,
    /// y, z and time of each row.
    pub rests: [&'a [f32]; 3],
    pub out: &'a mut [&'b mut [f32]],
}

impl Task for AddAlong<'_, '_> {
    type Output = ();

    fn run<const D: usize, const W: usize, const C: usize, L: Lattice<W, C>>(self) {
        let AddAlong { level, noise, factor, xs, rests, out } = self;
        let definition = Definition::<W, C, L>::new(noise.seed(), noise.scale(), noise.grid());
        for (index, out) in out.iter_mut().enumerate() {
            let row = definition.row::<D>(rests.map(|rest| rest[index]));
            level.run(Along::<D, W, C, L> { definition: &definition, factor, xs, row, out });
        }
    }
}

struct Along<'a, const D: usize, const W: usize, const C: usize, L> {
    definition: &'a Definition<W, C, L>,
    factor: f32,
    xs: &'a CellPositions,
    row: Row,
    out: &'a mut [f32],
}

impl<const D: usize, const W: usize, const C: usize, L: Lattice<W, C>> Kernel for Along<'_, D, W, C, L> {
    #[inline(always)]
    fn run(self) {
        let Along { definition, factor, xs: CellPositions { cells, offsets, weights }, row, out } = self;
        let strips = cells.as_chunks::<STRIP>().0.iter().zip(offsets.as_chunks().0).zip(weights.as_chunks().0);
        for (((cells, offsets), weights), out) in strips.zip(out.chunks_mut(STRIP)) {
            let around = period::around(&definition.grid().periods, 0, cells);
            let xs = Positions::<C, STRIP> { around, offsets: *offsets, weights: *weights };
            let mut values = [0.0; STRIP];
            for i in 0..STRIP {
                values[i] = definition.along::<D>(xs.at(i), &row);
            }
            for (sum, value) in out.iter_mut().zip(&values) {
                *sum = math::add(*sum, math::mul(*value, factor));
            }
        }
    }
}
