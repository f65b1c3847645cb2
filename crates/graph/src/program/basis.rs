//! Basis functions: patterns of space that are evaluated sample by sample.

use travertine_noise::{Level, Random};

use super::Interval;

/// A pattern of space: its operands are coordinates, and perhaps numbers that control it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BasisFunction {
    /// A random number for each place.
    Random(Random),
}

impl BasisFunction {
    /// The most operands that one takes.
    pub const MOST_OPERANDS: usize = 4;

    /// How many coordinates it takes: the first of x, y, z and time.
    pub fn dimensions(self) -> usize {
        match self {
            BasisFunction::Random(random) => random.dimensions().into(),
        }
    }

    /// How many operands it takes.
    pub fn operands(self) -> usize {
        self.dimensions()
    }

    /// The result for one sample: the definition.
    pub fn at(self, operands: &[f32]) -> f32 {
        let position = padded(&operands[..self.dimensions()]);
        match self {
            BasisFunction::Random(random) => random.at(position),
        }
    }

    /// The results for many samples, bit-equal to [`at`](BasisFunction::at); all slices have one length.
    pub fn lanes(self, level: Level, operands: &[&[f32]], out: &mut [f32]) {
        let position = padded(&operands[..self.dimensions()]);
        match self {
            BasisFunction::Random(random) => random.lanes(level, position, out),
        }
    }

    /// What the result lies in.
    pub fn interval(self) -> Interval {
        match self {
            BasisFunction::Random(_) => Interval::UNIT,
        }
    }
}

/// The coordinates that there are, and nothing for the others.
fn padded<T: Copy + Default>(coordinates: &[T]) -> [T; 4] {
    let mut position = [T::default(); 4];
    position[..coordinates.len()].copy_from_slice(coordinates);
    position
}
