//! A common interface to the noises with values in [-1, 1].

use travertine_noise::{Basis, Gabor, Interpolation, Level, Noise, Simplex, Wave, Waves};

use super::statistics::Dice;

#[derive(Clone, Copy)]
pub enum Pattern {
    Lattice(Noise),
    Simplex(Simplex),
    /// With 1.5 periods in each cell, in all directions.
    Gabor(Gabor),
}

/// The parameters of Gabor noise, the same everywhere.
const WAVES: Waves<f32> = Waves { frequency: 1.5, anisotropy: 0.0, direction: [1.0, 0.0, 0.0] };

impl Pattern {
    pub fn lattice(basis: Basis, dimensions: u8, interpolation: Interpolation) -> Pattern {
        Pattern::Lattice(Noise::new(basis, dimensions, interpolation, 0).unwrap())
    }

    pub fn simplex(dimensions: u8) -> Pattern {
        Pattern::Simplex(Simplex::new(dimensions, 0).unwrap())
    }

    pub fn smooth_simplex(dimensions: u8) -> Pattern {
        Pattern::Simplex(Simplex::new(dimensions, 0).unwrap().smooth())
    }

    pub fn gabor(dimensions: u8) -> Pattern {
        Pattern::Gabor(Gabor::new(dimensions, Wave::Value, 0).unwrap())
    }

    /// Gradient and value noise with the default interpolant, simplex noise, smooth or not, and Gabor noise, in all
    /// dimensions.
    pub fn all() -> Vec<Pattern> {
        let lattice = |basis| move |dimensions| Pattern::lattice(basis, dimensions, Interpolation::default());
        let gradient = (1..=4).map(lattice(Basis::Gradient));
        let lattices = gradient.chain((1..=4).map(lattice(Basis::Value)));
        let simplices = (2..=4).map(Pattern::simplex).chain((2..=4).map(Pattern::smooth_simplex));
        lattices.chain(simplices).chain((2..=3).map(Pattern::gabor)).collect()
    }

    pub fn name(self) -> String {
        match self {
            Pattern::Lattice(noise) => {
                format!("{:?} {}D {:?}", noise.basis(), noise.dimensions(), noise.interpolation())
            }
            Pattern::Simplex(simplex) => {
                let kind = if simplex.is_smooth() { "Smooth simplex" } else { "Simplex" };
                format!("{kind} {}D", simplex.dimensions())
            }
            Pattern::Gabor(gabor) => format!("Gabor {}D", gabor.dimensions()),
        }
    }

    pub fn dimensions(self) -> usize {
        match self {
            Pattern::Lattice(noise) => noise.dimensions().into(),
            Pattern::Simplex(simplex) => simplex.dimensions().into(),
            Pattern::Gabor(gabor) => gabor.dimensions().into(),
        }
    }

    pub fn with_seed(self, seed: u32) -> Pattern {
        match self {
            Pattern::Lattice(noise) => Pattern::Lattice(noise.with_seed(seed)),
            Pattern::Simplex(simplex) => Pattern::Simplex(simplex.with_seed(seed)),
            Pattern::Gabor(gabor) => Pattern::Gabor(gabor.with_seed(seed)),
        }
    }

    pub fn at(self, position: [f32; 4]) -> f32 {
        match self {
            Pattern::Lattice(noise) => noise.at(position),
            Pattern::Simplex(simplex) => simplex.at(position),
            Pattern::Gabor(gabor) => {
                let [x, y, z, _] = position;
                gabor.at([x, y, z], WAVES)
            }
        }
    }

    pub fn fill(self, position: [&[f32]; 4], out: &mut [f32]) {
        match self {
            Pattern::Lattice(noise) => noise.lanes(Level::detect(), position, out),
            Pattern::Simplex(simplex) => simplex.lanes(Level::detect(), position, out),
            Pattern::Gabor(gabor) => {
                let [x, y, z, _] = position;
                let all = |value: f32| vec![value; out.len()];
                let [frequency, anisotropy] = [WAVES.frequency, WAVES.anisotropy].map(all);
                let direction = WAVES.direction.map(all);
                let waves = Waves {
                    frequency: &frequency[..],
                    anisotropy: &anisotropy,
                    direction: direction.each_ref().map(Vec::as_slice),
                };
                gabor.lanes(Level::detect(), [x, y, z], waves, out);
            }
        }
    }

    /// A sample at a random position in each of 512 x 512 independent cells.
    ///
    /// The cells are every fourth one along x and y, or every fifth for Gabor noise, so that no two samples depend on
    /// the same lattice point. In 1D, without y, each row has a seed of its own.
    pub fn over_cells(self, seed: u32) -> Vec<f32> {
        const SIDE: usize = 512;
        let mut dice = Dice(1);
        let mut values = vec![0.0; SIDE * SIDE];
        for (row, out) in values.chunks_mut(SIDE).enumerate() {
            let mut axis = |cell: &dyn Fn(usize) -> usize| -> Vec<f32> {
                (0..SIDE).map(|column| cell(column) as f32 + dice.unit()).collect()
            };
            let apart = if matches!(self, Pattern::Gabor(_)) { 5 } else { 4 };
            let position = [axis(&|column| apart * column), axis(&|_| apart * row), axis(&|_| 7), axis(&|_| 3)];
            let seed = if self.dimensions() == 1 { seed + row as u32 } else { seed };
            self.with_seed(seed).fill(position.each_ref().map(Vec::as_slice), out);
        }
        values
    }
}
