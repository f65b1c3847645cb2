//! Random numbers by position: one for each lattice cell, or one for each position.

use crate::far;
use crate::hash::hash;
use crate::level::{Level, Pointwise};

/// The unit that has one random number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Grain {
    /// A lattice cell: all positions whose coordinates have the same floors.
    #[default]
    Cell,
    /// A position, identified by the bits of its coordinates.
    Position,
}

/// A random number in [0, 1) for each cell or position, in 1 to 4 dimensions. A small `Copy` description.
///
/// The numbers are multiples of 2^-24, uniform, and unrelated between cells or positions. Coordinates are in lattice
/// cells. Non-finite ones, and -0, are treated as 0. From ±2^31 on each float is a cell of its own. For numbers that
/// repeat, take coordinates [modulo](crate::math::modulo) the periods.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Random {
    grain: Grain,
    dimensions: u8,
    seed: u32,
}

impl Random {
    /// Random numbers in 1 to 4 dimensions; `None` for other numbers of dimensions.
    pub fn new(grain: Grain, dimensions: u8, seed: u32) -> Option<Random> {
        (1..=4).contains(&dimensions).then_some(Random { grain, dimensions, seed })
    }

    /// The unit that has one random number.
    pub fn grain(self) -> Grain {
        self.grain
    }

    /// The number of coordinates used, 1 to 4.
    pub fn dimensions(self) -> u8 {
        self.dimensions
    }

    /// The seed.
    pub fn seed(self) -> u32 {
        self.seed
    }

    /// The number at x, y, z and time, of which the first [`dimensions`](Random::dimensions) are used. This is the
    /// definition.
    pub fn at(&self, position: [f32; 4]) -> f32 {
        let [x, y, z, time] = position;
        match self.dimensions {
            1 => Definition(*self).at([x]),
            2 => Definition(*self).at([x, y]),
            3 => Definition(*self).at([x, y, z]),
            _ => Definition(*self).at([x, y, z, time]),
        }
    }

    /// The same bits at many points: `out[i]` for the coordinates `position[axis][i]`.
    ///
    /// Axes beyond [`dimensions`](Random::dimensions) are not read and may be empty.
    ///
    /// # Panics
    ///
    /// If an axis that is read differs in length from `out`.
    pub fn lanes(&self, level: Level, position: [&[f32]; 4], out: &mut [f32]) {
        let [x, y, z, time] = position;
        match self.dimensions {
            1 => level.map(&Definition(*self), [x], out),
            2 => level.map(&Definition(*self), [x, y], out),
            3 => level.map(&Definition(*self), [x, y, z], out),
            _ => level.map(&Definition(*self), [x, y, z, time], out),
        }
    }
}

struct Definition(Random);

impl<const D: usize> Pointwise<D> for Definition {
    #[inline(always)]
    fn at(&self, position: [f32; D]) -> f32 {
        let mut hashed = [0; D];
        for axis in 0..D {
            let x = position[axis];
            // Adding 0 turns -0 into 0.
            let x = if x.abs() <= f32::MAX { x + 0.0 } else { 0.0 };
            hashed[axis] = match self.0.grain {
                Grain::Cell => far::cell(x).0,
                Grain::Position => x.to_bits() as i32,
            };
        }
        unit(hash(self.0.seed, hashed))
    }
}

/// The upper 24 bits of a hash, as a number in [0, 1).
#[inline(always)]
pub(crate) fn unit(hash: u32) -> f32 {
    (hash >> 8) as i32 as f32 * (1.0 / 16_777_216.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_has_one_number_and_a_position_another() {
        let cell = Random::new(Grain::Cell, 2, 5).unwrap();
        let position = Random::new(Grain::Position, 2, 5).unwrap();
        for i in 0..100 {
            let (x, y) = (i as f32 * 0.37 - 11.0, i as f32 * -1.3 + 7.0);
            let corner = [x.floor(), y.floor(), 9.0, 9.0];
            assert_eq!(cell.at([x, y, 0.0, 0.0]), cell.at(corner));
            assert_ne!(cell.at(corner), cell.at([x.floor() + 1.0, y, 0.0, 0.0]));
            assert_ne!(position.at([x, y, 0.0, 0.0]), position.at([x.next_up(), y, 0.0, 0.0]));
        }
        assert_eq!(position.at([0.0; 4]), position.at([-0.0, f32::NAN, 3.0, 4.0]));
    }

    #[test]
    fn numbers_are_uniform() {
        for grain in [Grain::Cell, Grain::Position] {
            for dimensions in 1..=4 {
                let random = Random::new(grain, dimensions, 3).unwrap();
                let mut counts = [0u32; 16];
                const COUNT: u32 = 1 << 16;
                for i in 0..COUNT {
                    // A cube of adjacent cells; its side is 16 in 4D.
                    let bits = [16, 8, 6, 4][usize::from(dimensions) - 1];
                    let position = [0, 1, 2, 3].map(|axis| (i >> (axis * bits).min(31) & ((1 << bits) - 1)) as f32);
                    let value = random.at(position);
                    assert!((0.0..1.0).contains(&value));
                    counts[(value * 16.0) as usize] += 1;
                }
                let expected = f64::from(COUNT) / 16.0;
                let apart = |count: u32| (f64::from(count) - expected) * (f64::from(count) - expected) / expected;
                let chi_square: f64 = counts.into_iter().map(apart).sum();
                // 15 degrees of freedom; exceeded by chance with probability 1e-5.
                assert!(chi_square < 49.0, "{grain:?} {dimensions}D: {chi_square}");
            }
        }
    }

    #[test]
    fn dimensions_are_1_to_4() {
        assert_eq!(Random::new(Grain::Cell, 0, 1), None);
        assert_eq!(Random::new(Grain::Position, 5, 1), None);
    }
}
