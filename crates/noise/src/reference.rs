//! Published noises, reproduced value for value.
//!
//! They serve to reproduce numbers and pictures of known articles and programs. The documentation of each describes
//! its limitations. For new textures use [`Noise`](crate::Noise): it is faster, has seeds and no period.
//!
//! ```
//! use travertine_noise::reference::{Perlin1985, Reference, perlin_2002};
//!
//! let noise = Perlin1985::new(3, 1).expect("it has 1 to 3 dimensions");
//! assert!(noise.at([0.3, 1.7, -4.2]).abs() < 0.87);
//!
//! // `Reference` is any of them, for code that treats them alike.
//! for noise in [Reference::from(noise), Reference::Perlin2002] {
//!     assert_eq!(noise.at([1.0, 2.0, 3.0]), 0.0);
//! }
//! assert_eq!(Reference::Perlin2002.at([0.5; 3]), perlin_2002([0.5; 3]));
//! ```

mod corners;
mod glibc;
mod perlin_1985;
mod perlin_2002;
mod perlin_rotated;
mod perlin_sphere;
mod permutation;
mod value_elias;

pub use perlin_1985::Perlin1985;
pub use perlin_2002::{PERLIN_2002_BOUND, perlin_2002};
pub use perlin_rotated::PerlinRotated;
pub use perlin_sphere::PerlinSphere;
pub use permutation::PERMUTATION;
pub use value_elias::{ValueElias, int_noise};

use crate::level::{Level, Pointwise};

/// One of the published noises. Cheap to clone; equal, with equal hashes, if the parameters are equal.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Reference {
    /// Hugo Elias' value noise, one octave.
    ValueElias(ValueElias),
    /// Ken Perlin's noise of 1985.
    Perlin1985(Perlin1985),
    /// Ken Perlin's improved noise of 2002: [`perlin_2002`].
    Perlin2002,
    /// Gradient noise with hashed angles.
    PerlinRotated(PerlinRotated),
    /// Gradient noise with directions spread over a sphere.
    PerlinSphere(PerlinSphere),
}

impl Reference {
    /// The number of coordinates used, 1 to 3.
    pub fn dimensions(&self) -> u8 {
        match self {
            Reference::ValueElias(noise) => noise.dimensions(),
            Reference::Perlin1985(noise) => noise.dimensions(),
            Reference::Perlin2002 => 3,
            Reference::PerlinRotated(_) => 2,
            Reference::PerlinSphere(noise) => noise.dimensions(),
        }
    }

    /// The noise at x, y and z, of which the first [`dimensions`](Reference::dimensions) are used. Finite everywhere.
    /// This is the definition; [`lanes`](Reference::lanes) gives the same bits.
    pub fn at(&self, position: [f32; 3]) -> f32 {
        match self {
            Reference::ValueElias(noise) => noise.at(position),
            Reference::Perlin1985(noise) => noise.at(position),
            Reference::Perlin2002 => perlin_2002(position),
            Reference::PerlinRotated(noise) => noise.at(position),
            Reference::PerlinSphere(noise) => noise.at(position),
        }
    }

    /// The noise at many points: `out[i]` for the coordinates `position[axis][i]`, with one axis for each dimension.
    ///
    /// Tables and branches prevent most vectorization: all levels take about the same time.
    ///
    /// # Panics
    ///
    /// If there is not one axis for each dimension, or an axis differs in length from `out`.
    pub fn lanes(&self, level: Level, position: &[&[f32]], out: &mut [f32]) {
        assert_eq!(position.len(), usize::from(self.dimensions()), "every dimension must have an axis");
        match self {
            Reference::ValueElias(noise) => spread(level, |position| noise.at(position), position, out),
            Reference::Perlin1985(noise) => spread(level, |position| noise.at(position), position, out),
            Reference::Perlin2002 => spread(level, perlin_2002, position, out),
            Reference::PerlinRotated(noise) => spread(level, |position| noise.at(position), position, out),
            Reference::PerlinSphere(noise) => spread(level, |position| noise.at(position), position, out),
        }
    }

    /// The greatest magnitude of the noise at positions whose coordinates are at least `least`.
    ///
    /// Only [`Perlin1985`] depends on the position.
    pub fn bound(&self, least: [f32; 3]) -> f32 {
        match self {
            Reference::ValueElias(noise) => noise.bound(),
            Reference::Perlin1985(noise) => noise.bound(least),
            Reference::Perlin2002 => PERLIN_2002_BOUND,
            Reference::PerlinRotated(noise) => noise.bound(),
            Reference::PerlinSphere(noise) => noise.bound(),
        }
    }
}

fn spread(level: Level, noise: impl Fn([f32; 3]) -> f32, position: &[&[f32]], out: &mut [f32]) {
    let pointwise = AtPosition(noise);
    match *position {
        [x] => level.map(&pointwise, [x], out),
        [x, y] => level.map(&pointwise, [x, y], out),
        [x, y, z] => level.map(&pointwise, [x, y, z], out),
        _ => {}
    }
}

/// A noise as a function of its first `N` coordinates.
struct AtPosition<F>(F);

impl<const N: usize, F: Fn([f32; 3]) -> f32> Pointwise<N> for AtPosition<F> {
    #[inline(always)]
    fn at(&self, coordinates: [f32; N]) -> f32 {
        let mut position = [0.0; 3];
        position[..N].copy_from_slice(&coordinates);
        (self.0)(position)
    }
}

macro_rules! from {
    ($($noise:ident),*) => {
        $(
            impl From<$noise> for Reference {
                fn from(noise: $noise) -> Reference {
                    Reference::$noise(noise)
                }
            }
        )*
    };
}

from!(ValueElias, Perlin1985, PerlinRotated, PerlinSphere);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Interpolation;

    fn all() -> Vec<Reference> {
        let mut all = vec![Reference::Perlin2002];
        for dimensions in 1..=3 {
            for interpolation in [Interpolation::Linear, Interpolation::Cosine, Interpolation::Cubic] {
                all.push(ValueElias::new(dimensions, interpolation, dimensions == 2).unwrap().into());
            }
            all.push(Perlin1985::new(dimensions, 4).unwrap().into());
            all.push(PerlinSphere::new(dimensions, 4).unwrap().into());
        }
        all.push(PerlinRotated::new(Interpolation::Smootherstep).unwrap().into());
        all
    }

    #[test]
    fn every_level_gives_the_bits_of_the_definition() {
        let axis = |factor: f32| (0..500).map(|i| i as f32 * factor - 40.0).collect::<Vec<f32>>();
        let mut axes = [axis(0.173), axis(-0.31), axis(0.71)];
        axes[0][7] = f32::MAX;
        axes[1][9] = f32::NAN;
        axes[2][11] = f32::NEG_INFINITY;
        for noise in all() {
            for level in Level::available() {
                let mut out = [0.0; 500];
                let position: Vec<&[f32]> = axes.iter().map(Vec::as_slice).collect();
                noise.lanes(level, &position[..usize::from(noise.dimensions())], &mut out);
                for (i, value) in out.into_iter().enumerate() {
                    let expected = noise.at([axes[0][i], axes[1][i], axes[2][i]]);
                    assert_eq!(value.to_bits(), expected.to_bits(), "{noise:?} with {level} at {i}");
                    assert!(value.abs() <= noise.bound([f32::MIN; 3]));
                }
            }
        }
    }

    #[test]
    fn coordinates_beyond_the_dimensions_are_ignored() {
        for noise in all() {
            let mut position = [0.3, -1.6, 7.7];
            let here = noise.at(position);
            for coordinate in &mut position[usize::from(noise.dimensions())..] {
                *coordinate = 2.2;
            }
            assert_eq!(noise.at(position), here);
        }
    }

    #[test]
    #[should_panic(expected = "every dimension must have an axis")]
    fn missing_axes_panic() {
        Reference::Perlin2002.lanes(Level::Scalar, &[&[0.0]], &mut [0.0]);
    }
}
