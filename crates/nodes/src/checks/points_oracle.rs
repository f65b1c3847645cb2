//! The cells of a lattice with their random numbers, in double precision: what patterns that put something into each
//! cell are compared with.

use std::fmt::Debug;

use travertine_noise::hash::octave_seed;
use travertine_noise::{Grain, Random};

/// A lattice of cells, each of length 1.
#[derive(Clone, Copy)]
pub struct Lattice {
    /// 2 or 3. In two dimensions the cells are columns along z.
    pub dimensions: usize,
    /// The period of the random numbers along each axis, in cells; 0 does not repeat.
    pub period: [i64; 3],
    pub seed: u32,
}

/// A cell of a lattice.
pub struct Cell {
    lattice: Lattice,
    pub index: [i64; 3],
    /// The shift of its row along x.
    pub shift: f64,
}

impl Lattice {
    /// The cells within `reach` cells of a place, slice by slice and row by row.
    pub fn cells(self, place: [f64; 3], reach: [i64; 3]) -> Vec<Cell> {
        self.shifted_cells(place, reach, 0.0)
    }

    /// The same where odd rows are shifted along x.
    pub fn shifted_cells(self, [x, y, z]: [f64; 3], reach: [i64; 3], row_offset: f64) -> Vec<Cell> {
        let along = |axis: usize, at: f64| (-reach[axis]..=reach[axis]).map(move |step| at.floor() as i64 + step);
        let mut cells = Vec::new();
        for k in along(2, z).filter(|k| self.dimensions == 3 || *k == z.floor() as i64) {
            for j in along(1, y) {
                let shift = if j.rem_euclid(2) == 1 { row_offset } else { 0.0 };
                cells.extend(along(0, x - shift).map(|i| Cell { lattice: self, index: [i, j, k], shift }));
            }
        }
        cells
    }
}

impl Cell {
    /// A random number from 0 to 1.
    pub fn draw(&self, channel: u32) -> f32 {
        let Lattice { dimensions, period, seed } = self.lattice;
        let [x, y, z] = [0, 1, 2].map(|axis: usize| match period[axis] {
            0 => self.index[axis] as f32,
            period => self.index[axis].rem_euclid(period) as f32,
        });
        let random = Random::new(Grain::Cell, dimensions as u8, octave_seed(seed, channel));
        random.unwrap().at([x, y, z, 0.0])
    }

    /// Two random numbers from one: itself, and its lower 12 bits.
    pub fn halves(&self, channel: u32) -> [f64; 2] {
        let number = self.draw(channel);
        [number, (number * 4096.0).fract()].map(f64::from)
    }

    /// Three random numbers from one: itself, its lower 16 bits and its lower 8 bits.
    pub fn thirds(&self, channel: u32) -> [f64; 3] {
        let number = self.draw(channel);
        [number, (number * 256.0).fract(), (number * 65_536.0).fract()].map(f64::from)
    }
}

/// Checks that a pattern has the same values one period away along each axis, and several periods away.
pub fn check_period<T: PartialEq + Debug>(
    at: impl Fn([f32; 3]) -> T,
    positions: impl Iterator<Item = [f32; 3]>,
    period: [f32; 3],
    inputs: &str,
) {
    for position in positions {
        for (axis, times) in [(0, 1.0), (1, 1.0), (2, 1.0), (0, -3.0), (1, 7.0)] {
            let mut there = position;
            there[axis] += times * period[axis];
            assert_eq!(at(there), at(position), "{inputs} at {position:?}, {axis}");
        }
    }
}
