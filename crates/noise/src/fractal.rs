//! Octave sums: one noise at successively finer scales.

use crate::hash::{octave_offset, octave_seed};
use crate::{Noise, math};

/// Fractional Brownian motion: a sum of octaves of a noise, each finer and fainter than the one before.
///
/// F. Kenton Musgrave in Ebert et al., "Texturing and Modeling: A Procedural Approach", chapter 16.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fractal {
    noise: Noise,
    octaves: f32,
    lacunarity: f32,
    persistence: f32,
}

impl Fractal {
    /// The greatest number of octaves: beyond, lattice cells are smaller than the spacing of floats.
    pub const MOST_OCTAVES: f32 = 32.0;

    /// A sum of 1 to 32 octaves. From one octave to the next the frequency is multiplied by `lacunarity` and the
    /// amplitude by `persistence`. `None` for other numbers of octaves, and for factors that are not finite.
    ///
    /// The number of octaves may be fractional: with 4.3 octaves, the fifth has 0.3 of its amplitude, and so fades
    /// in.
    pub fn new(noise: Noise, octaves: f32, lacunarity: f32, persistence: f32) -> Option<Fractal> {
        let exists =
            (1.0..=Fractal::MOST_OCTAVES).contains(&octaves) && lacunarity.is_finite() && persistence.is_finite();
        exists.then_some(Fractal { noise, octaves, lacunarity, persistence })
    }

    /// The sum at x, y, z and time, in [-1, 1].
    ///
    /// Octave i, from 0 up, adds `persistence^i * noise_i(position * lacunarity^i + octave_offset(i))`, where
    /// `noise_i` has the seed `octave_seed(seed, i)`; the powers are running products. The sum is divided by the
    /// sum of the amplitudes' magnitudes. Every step [saturates](math::saturate).
    ///
    /// A noise with periods gives a sum with the same periods: the position is [wrapped](Noise::wrap) first, and each
    /// power of the lacunarity is rounded to the nearest [whole number](Noise::whole).
    pub fn at(&self, position: [f32; 4]) -> f32 {
        let position = self.noise.wrap(position);
        let mut sum = self.noise.at(position);
        let (mut frequency, mut amplitude, mut total) = (self.lacunarity, self.persistence, 1.0);
        for octave in 1..self.octaves.ceil() as u32 {
            let part = (self.octaves - octave as f32).min(1.0);
            let faded = math::mul(amplitude, part);
            let offset = octave_offset(octave);
            let fineness = if self.noise.periods().is_some() { Noise::whole(frequency) } else { frequency };
            let position = [0, 1, 2, 3].map(|axis: usize| math::add(math::mul(position[axis], fineness), offset[axis]));
            let noise = self.noise.finer(fineness).with_seed(octave_seed(self.noise.seed(), octave));
            sum = math::add(sum, math::mul(noise.at(position), faded));
            total = math::add(total, faded.abs());
            frequency = math::mul(frequency, self.lacunarity);
            amplitude = math::mul(amplitude, self.persistence);
        }
        // No octave exceeds its amplitude, and rounding is monotonic: the result is within [-1, 1].
        math::div(sum, total)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Basis, Interpolation};

    fn noise() -> Noise {
        Noise::new(Basis::Gradient, 3, Interpolation::Smootherstep, 9).unwrap()
    }

    #[test]
    fn one_octave_is_the_noise_itself() {
        let fractal = Fractal::new(noise(), 1.0, 2.0, 0.5).unwrap();
        for i in 0..100 {
            let position = [i as f32 * 0.37, 1.3, -4.1, 0.0];
            assert_eq!(fractal.at(position), noise().at(position));
        }
    }

    #[test]
    fn two_octaves_match_the_documented_sum() {
        let fractal = Fractal::new(noise(), 2.0, 2.5, 0.25).unwrap();
        let offset = octave_offset(1);
        for i in 0..100 {
            let position = [i as f32 * 0.37, 1.3, -4.1, 0.0];
            let finer = [0, 1, 2, 3].map(|axis: usize| position[axis] * 2.5 + offset[axis]);
            let second = noise().with_seed(octave_seed(9, 1));
            assert_eq!(fractal.at(position), (noise().at(position) + 0.25 * second.at(finer)) / 1.25);
        }
    }

    #[test]
    fn sums_stay_in_range_for_any_factors() {
        let factors = [0.0, -0.0, 0.5, -0.9, 1.0, 2.0, -7.0, 1e20, -1e30, f32::MAX, f32::MIN_POSITIVE];
        for octaves in [1.0, 2.0, 2.4, 8.0, 31.9, 32.0] {
            for lacunarity in factors {
                for persistence in factors {
                    let fractal = Fractal::new(noise(), octaves, lacunarity, persistence).unwrap();
                    for position in [[0.4, 1.7, -2.2, 0.0], [f32::NAN, f32::MAX, -1e9, f32::INFINITY]] {
                        assert!((-1.0..=1.0).contains(&fractal.at(position)));
                    }
                }
            }
        }
    }

    #[test]
    fn invalid_parameters_are_refused() {
        assert_eq!(Fractal::new(noise(), 0.9, 2.0, 0.5), None);
        assert_eq!(Fractal::new(noise(), 32.1, 2.0, 0.5), None);
        assert_eq!(Fractal::new(noise(), f32::NAN, 2.0, 0.5), None);
        assert_eq!(Fractal::new(noise(), 4.0, f32::NAN, 0.5), None);
        assert_eq!(Fractal::new(noise(), 4.0, 2.0, f32::INFINITY), None);
    }
}
