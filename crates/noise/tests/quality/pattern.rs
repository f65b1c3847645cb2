//! The noises with values in [-1, 1], alike.

use travertine_noise::{Basis, Interpolation, Level, Noise, Simplex};

use crate::statistics::Dice;

#[derive(Clone, Copy)]
pub enum Pattern {
    Lattice(Noise),
    Simplex(Simplex),
}

impl Pattern {
    pub fn lattice(basis: Basis, dimensions: u8, interpolation: Interpolation) -> Pattern {
        Pattern::Lattice(Noise::new(basis, dimensions, interpolation, 0).unwrap())
    }

    pub fn simplex(dimensions: u8) -> Pattern {
        Pattern::Simplex(Simplex::new(dimensions, 0).unwrap())
    }

    /// Gradient and value noise with the default interpolant, and simplex noise, in all dimensions.
    pub fn all() -> Vec<Pattern> {
        let lattice = |basis| move |dimensions| Pattern::lattice(basis, dimensions, Interpolation::default());
        let gradient = (1..=4).map(lattice(Basis::Gradient));
        gradient.chain((1..=4).map(lattice(Basis::Value))).chain((2..=4).map(Pattern::simplex)).collect()
    }

    pub fn name(self) -> String {
        match self {
            Pattern::Lattice(noise) => {
                format!("{:?} {}D {:?}", noise.basis(), noise.dimensions(), noise.interpolation())
            }
            Pattern::Simplex(simplex) => format!("Simplex {}D", simplex.dimensions()),
        }
    }

    pub fn dimensions(self) -> usize {
        match self {
            Pattern::Lattice(noise) => noise.dimensions().into(),
            Pattern::Simplex(simplex) => simplex.dimensions().into(),
        }
    }

    pub fn with_seed(self, seed: u32) -> Pattern {
        match self {
            Pattern::Lattice(noise) => Pattern::Lattice(noise.with_seed(seed)),
            Pattern::Simplex(simplex) => Pattern::Simplex(Simplex::new(simplex.dimensions(), seed).unwrap()),
        }
    }

    pub fn at(self, position: [f32; 4]) -> f32 {
        match self {
            Pattern::Lattice(noise) => noise.at(position),
            Pattern::Simplex(simplex) => simplex.at(position),
        }
    }

    pub fn fill(self, position: [&[f32]; 4], out: &mut [f32]) {
        match self {
            Pattern::Lattice(noise) => noise.lanes(Level::detect(), position, out),
            Pattern::Simplex(simplex) => simplex.lanes(Level::detect(), position, out),
        }
    }

    /// A sample at a random place in each of 512 x 512 independent cells.
    ///
    /// They are every fourth one along x and y, so that no two depend on the same lattice point. In 1D, where there
    /// is no y, each row has a seed of its own.
    pub fn over_cells(self, seed: u32) -> Vec<f32> {
        const SIDE: usize = 512;
        let mut dice = Dice(1);
        let mut values = vec![0.0; SIDE * SIDE];
        for (row, out) in values.chunks_mut(SIDE).enumerate() {
            let mut axis = |cell: &dyn Fn(usize) -> usize| -> Vec<f32> {
                (0..SIDE).map(|column| cell(column) as f32 + dice.unit()).collect()
            };
            let place = [axis(&|column| 4 * column), axis(&|_| 4 * row), axis(&|_| 7), axis(&|_| 3)];
            let seed = if self.dimensions() == 1 { seed + row as u32 } else { seed };
            self.with_seed(seed).fill(place.each_ref().map(Vec::as_slice), out);
        }
        values
    }
}
