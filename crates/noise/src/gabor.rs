//! Gabor noise: short waves scattered over space, with a controllable direction and frequency.
//!
//! Ares Lagae, Sylvain Lefebvre, George Drettakis and Philip Dutré, "Procedural Noise using Sparse Gabor Convolution",
//! SIGGRAPH 2009; Vincent Tavernier, Fabrice Neyret, Romain Vergne and Joëlle Thollot, "Making Gabor Noise Fast and
//! Normalized", Eurographics 2019.
//!
//! Each lattice cell holds one impulse, at a random position; such strata leave fewer gaps than positions drawn from
//! all of space. Around the impulse runs a wave of random phase under the envelope (1 - r² / 1.5²)⁴. It resembles a
//! bell curve, but is 0 from a distance of 1.5 cells on, together with its first three derivatives. A sample is
//! therefore affected by the impulses of 4 cells along each axis. Random phases leave a mean of 0, and the spectrum
//! is that of a single wave: with waves in all directions it is isotropic.
//!
//! The sum of the waves is a complex number, nearly normally distributed and without a useful bound. It is divided by
//! 4 standard deviations of a component, and its magnitude x becomes (15 x - 10 x³ + 3 x⁵) / 8, which is 1 for x = 1
//! and stays 1 beyond. The bound is exact and reached: 4 to 10 of 10,000 magnitudes are limited, smoothly.

mod slope;
mod sum;
mod wave;

use slope::Slopes;
use sum::{Query, finish, frame, turn};
pub use wave::{Wave, Waves};

use crate::blocks::{self, BLOCK, Blockwise, Joint};
use crate::far;
use crate::hash;
use crate::level::{Compiled, Level};
use crate::math;
use crate::period::{self, Periods};

/// Gabor noise in 2 or 3 dimensions. A small `Copy` description.
///
/// Coordinates are in lattice cells. Non-finite ones are treated as 0. From ±2^31 on each float is the corner of a
/// cell of its own.
///
/// # Measured
///
/// Measured by `tests/noise/quality`, for frequency 1.5:
///
/// | | 2D | 3D |
/// |---|---|---|
/// | standard deviation of the value | 0.405 | 0.400 |
/// | share of samples at the limit | 0.0004 | 0.001 |
/// | greatest of 10^8 samples | 1.000 | 1.000 |
/// | power around the axes over that around the diagonals, anisotropy 0 | 0.99 | 1.00 |
///
/// The mean over 512 x 512 independent positions is within 0.0003 of 0. The power before the limit agrees with theory
/// within 0.2 %. Across 100,000 faces of cells and planes half-way between them, where other impulses come within
/// reach, slope and curvature are continuous within 1.3 % of the greatest curvature, the precision of the
/// measurement.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Gabor {
    dimensions: u8,
    wave: Wave,
    seed: u32,
    periods: Option<[u32; 4]>,
}

impl Gabor {
    /// Gabor noise in 2 or 3 dimensions; `None` for other numbers of dimensions.
    pub fn new(dimensions: u8, wave: Wave, seed: u32) -> Option<Gabor> {
        (2..=3).contains(&dimensions).then_some(Gabor { dimensions, wave, seed, periods: None })
    }

    /// The same noise made to repeat along each axis after the given number of cells. `None` if a period along one of
    /// its [`dimensions`](Gabor::dimensions) is 0 or above [`Noise::LONGEST_PERIOD`](crate::Noise::LONGEST_PERIOD).
    ///
    /// Positions exactly whole periods apart give the same bits, for equal waves.
    pub fn with_periods(self, periods: [u32; 4]) -> Option<Gabor> {
        let periods = period::checked(periods, self.dimensions)?;
        Some(Gabor { periods: Some(periods), ..self })
    }

    /// The periods along x, y, z and time, in cells, of which the first [`dimensions`](Gabor::dimensions) are used;
    /// `None` if the noise does not repeat.
    pub fn periods(self) -> Option<[u32; 4]> {
        self.periods
    }

    /// The number of coordinates used, 2 or 3. In 2 dimensions the direction's z is ignored.
    pub fn dimensions(self) -> u8 {
        self.dimensions
    }

    /// The quantity that the noise returns.
    pub fn wave(self) -> Wave {
        self.wave
    }

    /// The seed.
    pub fn seed(self) -> u32 {
        self.seed
    }

    /// The same noise with another seed.
    pub fn with_seed(self, seed: u32) -> Gabor {
        Gabor { seed, ..self }
    }

    /// The noise at x, y and, in three dimensions, z. This is the definition.
    pub fn at(&self, [x, y, z]: [f32; 3], waves: Waves<f32>) -> f32 {
        let Waves { frequency, anisotropy, direction: [to_x, to_y, to_z] } = waves;
        match self.dimensions {
            2 => {
                let args = [x, y, frequency, anisotropy, to_x, to_y];
                blocks::one(&InDimensions::<2>(*self), &mut (), args)
            }
            _ => {
                let args = [x, y, z, frequency, anisotropy, to_x, to_y, to_z];
                blocks::one(&InDimensions::<3>(*self), &mut (), args)
            }
        }
    }

    /// The same bits at many points: `out[i]` for the coordinates `position[axis][i]` and index `i` of the waves.
    ///
    /// Axes beyond [`dimensions`](Gabor::dimensions), of the position and of the direction, are not read and may be
    /// empty.
    ///
    /// # Panics
    ///
    /// If a slice that is read differs in length from `out`.
    pub fn lanes(&self, level: Level, [x, y, z]: [&[f32]; 3], waves: Waves<&[f32]>, out: &mut [f32]) {
        let Waves { frequency, anisotropy, direction: [to_x, to_y, to_z] } = waves;
        match self.dimensions {
            2 => {
                let args = [x, y, frequency, anisotropy, to_x, to_y];
                blocks::map::<_, BLOCK>(level, &InDimensions::<2>(*self), args, out);
            }
            _ => {
                let args = [x, y, z, frequency, anisotropy, to_x, to_y, to_z];
                blocks::map::<_, BLOCK>(level, &InDimensions::<3>(*self), args, out);
            }
        }
    }
}

struct InDimensions<const D: usize>(Gabor);

/// The arguments are the position, the frequency, the anisotropy and the direction.
impl<const D: usize, const N: usize> Blockwise<N> for InDimensions<D> {
    type Memory = ();

    #[inline(always)]
    fn block<const B: usize>(&self, _: &mut (), args: [[f32; B]; N]) -> [f32; B] {
        finish::<D, B>(self.0.wave, self.query(&args).sum())
    }
}

impl<const D: usize> InDimensions<D> {
    /// Samples and their waves.
    #[inline(always)]
    fn query<const N: usize, const B: usize>(&self, args: &[[f32; B]; N]) -> Query<D, B> {
        const { assert!(N == D + 2 + D) };
        let mut query = Query {
            start: hash::start(self.0.seed),
            periods: self.0.periods.map(Periods::new),
            cells: [[0; B]; D],
            within: [[0.0; B]; D],
            frequency: args[D],
            spread: [0.0; B],
            frame: [[[0.0; B]; D]; D],
        };
        for axis in 0..D {
            for i in 0..B {
                let (cell, offset) = far::cell(args[axis][i]);
                // The first cell within reach.
                let below = if offset < 0.5 { 2 } else { 1 };
                query.cells[axis][i] = cell.wrapping_sub(below);
                query.within[axis][i] = offset + below as f32;
            }
        }
        for i in 0..B {
            let frequency = math::min(math::max(query.frequency[i], -1024.0), 1024.0);
            query.frequency[i] = if frequency.is_nan() { 0.0 } else { frequency };
            let even = 1.0 - math::clamp01(args[D + 1][i]);
            // The spread that anisotropy leaves: an angle in turns, or the height of a spherical cap.
            query.spread[i] = if D == 2 { even * 0.25 } else { 1.0 - turn((1.0 - even) * 0.25)[1] };
            let mut direction = [0.0; D];
            for axis in 0..D {
                direction[axis] = args[D + 2 + axis][i];
            }
            let frame = frame(direction);
            for row in 0..D {
                for axis in 0..D {
                    query.frame[row][axis][i] = frame[row][axis];
                }
            }
        }
        query
    }
}

/// The derivative of [`Gabor`] noise along one of its axes, per cell. A small `Copy` description.
///
/// Where the intensity is 0, that of the phase and of the intensity is 0; where the intensity is limited, it is 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GaborSlope {
    gabor: Gabor,
    axis: u8,
}

impl GaborSlope {
    /// The derivative along axis 0 to 2: x, y or z. `None` if the noise has no such axis.
    pub fn new(gabor: Gabor, axis: u8) -> Option<GaborSlope> {
        (axis < gabor.dimensions).then_some(GaborSlope { gabor, axis })
    }

    /// The noise that is differentiated.
    pub fn noise(self) -> Gabor {
        self.gabor
    }

    /// The axis, 0 to 2.
    pub fn axis(self) -> u8 {
        self.axis
    }

    /// The same noise's slope along x. Slopes of one noise can be evaluated [together](GaborSlope::lanes_together).
    pub fn along_x(self) -> GaborSlope {
        GaborSlope { axis: 0, ..self }
    }

    /// The derivative at x, y and, in three dimensions, z. This is the definition.
    pub fn at(&self, [x, y, z]: [f32; 3], waves: Waves<f32>) -> f32 {
        let Waves { frequency, anisotropy, direction: [to_x, to_y, to_z] } = waves;
        match self.gabor.dimensions {
            2 => blocks::nth(&Sloped::<2>(&[*self]), 0, [x, y, frequency, anisotropy, to_x, to_y]),
            _ => blocks::nth(&Sloped::<3>(&[*self]), 0, [x, y, z, frequency, anisotropy, to_x, to_y, to_z]),
        }
    }

    /// Several slopes of one noise at many points: the bits of [`at`](GaborSlope::at). `out` has a slice for each.
    ///
    /// # Panics
    ///
    /// If a slice that is read differs in length from those of `out`.
    pub fn lanes_together(
        slopes: &[GaborSlope],
        level: Level,
        [x, y, z]: [&[f32]; 3],
        waves: Waves<&[f32]>,
        out: &mut [&mut [f32]],
    ) {
        let Some(first) = slopes.first() else { return };
        let Waves { frequency, anisotropy, direction: [to_x, to_y, to_z] } = waves;
        match first.gabor.dimensions {
            2 => {
                let args = [x, y, frequency, anisotropy, to_x, to_y];
                blocks::map_joint::<_, BLOCK>(level, &Sloped::<2>(slopes), args, out);
            }
            _ => {
                let args = [x, y, z, frequency, anisotropy, to_x, to_y, to_z];
                blocks::map_joint::<_, BLOCK>(level, &Sloped::<3>(slopes), args, out);
            }
        }
    }
}

/// Slopes of one noise.
struct Sloped<'a, const D: usize>(&'a [GaborSlope]);

impl<const D: usize, const N: usize> Joint<N> for Sloped<'_, D> {
    type Memory<const B: usize> = ();

    #[inline(always)]
    fn block<const B: usize, L: Compiled>(
        &self,
        (): &mut (),
        args: [[f32; B]; N],
        mut put: impl FnMut(usize, [f32; B]),
    ) {
        let gabor = self.0[0].gabor;
        let slopes = Slopes::of(&InDimensions::<D>(gabor).query(&args));
        for (index, slope) in self.0.iter().enumerate() {
            for axis in 0..D {
                if axis == usize::from(slope.axis) {
                    put(index, slopes.finish(gabor.wave, axis));
                }
            }
        }
    }
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "a reference in double precision")]
mod tests {
    use std::f64::consts::{PI, TAU};

    use super::sum::scale;
    use super::*;
    use crate::hash::{hash, nth_number};

    /// The noise in double precision: the plain sum over all impulses in a wide neighborhood.
    /// The value, the intensity, and the phase in turns.
    fn reference<const D: usize>(gabor: Gabor, position: [f64; D], waves: Waves<f32>) -> (f64, f64, f64) {
        let random = |hash: u32| f64::from(hash >> 8) / 16_777_216.0;
        let mut direction = [0.0; D];
        direction.copy_from_slice(&waves.direction[..D]);
        let frame = frame(direction);
        let (mut real, mut imaginary) = (0.0, 0.0);
        for i in 0..7usize.pow(D as u32) {
            let cell: [i32; D] = std::array::from_fn(|axis| {
                position[axis].floor() as i32 + (i / 7usize.pow(axis as u32) % 7) as i32 - 3
            });
            let hash = hash(gabor.seed, cell);
            let distance: [f64; D] =
                std::array::from_fn(|axis| position[axis] - f64::from(cell[axis]) - random(nth_number(hash, axis)));
            let square = distance.iter().map(|x| x * x).sum::<f64>() / 2.25;
            let along = frame.map(|row| row.iter().zip(distance).map(|(a, b)| f64::from(*a) * b).sum::<f64>());
            let even = 1.0 - f64::from(waves.anisotropy);
            let chosen = random(nth_number(hash, D));
            let way = if D == 2 {
                let (sine, cosine) = ((2.0 * chosen - 1.0) * even * PI / 2.0).sin_cos();
                cosine * along[0] + sine * along[1]
            } else {
                let height = 1.0 - chosen * (1.0 - (even * PI / 2.0).cos());
                let (sine, cosine) = (random(nth_number(hash, D + 1)) * TAU).sin_cos();
                let radius = (1.0 - height * height).sqrt();
                height * along[0] + radius * (cosine * along[1] + sine * along[D - 1])
            };
            let phase = TAU * (f64::from(waves.frequency) * way + random(nth_number(hash, D + 2)));
            let envelope = (1.0 - square).max(0.0).powi(4);
            real += envelope * phase.cos();
            imaginary += envelope * phase.sin();
        }
        let (real, imaginary) = (real * f64::from(scale(D)), imaginary * f64::from(scale(D)));
        let size = real.hypot(imaginary).min(1.0);
        let limited = size * (15.0 - 10.0 * size.powi(2) + 3.0 * size.powi(4)) / 8.0;
        (limited * imaginary / real.hypot(imaginary), limited, imaginary.atan2(real) / TAU)
    }

    fn matches_the_plain_sum<const D: usize>() {
        let gabor = Gabor::new(D as u8, Wave::Value, 5).unwrap();
        let [phase, intensity] = [Wave::Phase, Wave::Intensity].map(|wave| Gabor { wave, ..gabor });
        let mut error = 0.0f64;
        for i in 0..2000 {
            let position = [1, 2, 3].map(|axis| hash(axis, [i]) as i32 as f32 / 1e8);
            let waves = Waves {
                frequency: (i % 7) as f32 * 0.7,
                anisotropy: [0.0, 0.3, 1.0][i as usize % 3],
                direction: [4, 5, 6].map(|axis| hash(axis, [i]) as i32 as f32),
            };
            let exact: [f64; D] = std::array::from_fn(|axis| f64::from(position[axis]));
            let value = f64::from(gabor.at(position, waves));
            error = error.max((value - reference(gabor, exact, waves).0).abs());
            let turns = f64::from(phase.at(position, waves)) * TAU;
            error = error.max((value - f64::from(intensity.at(position, waves)) * turns.sin()).abs());
        }
        println!("{D}D: {error:.1e}");
        assert!(error < 1e-5, "{D}D: {error}");
    }

    /// Slopes against central differences of the plain sum in double precision.
    fn slopes_match_the_plain_sum<const D: usize>() {
        const STEP: f64 = 1e-5;
        for i in 0..200 {
            let position = [1, 2, 3].map(|axis| hash(axis, [i]) as i32 as f32 / 1e8);
            let waves = Waves {
                frequency: (i % 7) as f32 * 0.7,
                anisotropy: [0.0, 0.3, 1.0][i as usize % 3],
                direction: [4, 5, 6].map(|axis| hash(axis, [i]) as i32 as f32),
            };
            for axis in 0..D {
                let parts = |step: f64| {
                    let mut place: [f64; D] = std::array::from_fn(|axis| position[axis].into());
                    place[axis] += step;
                    let gabor = |seed| Gabor::new(D as u8, Wave::Value, seed).unwrap();
                    reference(gabor(5), place, waves)
                };
                let (low, middle, high) = (parts(-STEP), parts(0.0), parts(STEP));
                let slope = |wave| {
                    let gabor = Gabor::new(D as u8, wave, 5).unwrap();
                    f64::from(GaborSlope::new(gabor, axis as u8).unwrap().at(position, waves))
                };
                let expected = (high.0 - low.0) / (2.0 * STEP);
                let found = slope(Wave::Value);
                assert!((found - expected).abs() < 3e-4, "{D}D value at {position:?}: {found}, not {expected}");
                // Where the intensity is 0, slopes have no limit; where it is limited, there is a bend.
                if middle.1 > 0.05 && middle.1 < 0.999 {
                    let (found, expected) = (slope(Wave::Intensity), (high.1 - low.1) / (2.0 * STEP));
                    assert!((found - expected).abs() < 3e-4, "{D}D intensity at {position:?}: {found}, not {expected}");
                    // Without the jump from 1 to 0.
                    let rise = high.2 - low.2;
                    let (found, expected) = (slope(Wave::Phase), (rise - rise.round()) / (2.0 * STEP));
                    assert!((found - expected).abs() < 2e-3, "{D}D phase at {position:?}: {found}, not {expected}");
                }
            }
        }
    }

    #[test]
    fn slopes_are_those_of_the_sum_over_all_impulses() {
        slopes_match_the_plain_sum::<2>();
        slopes_match_the_plain_sum::<3>();
    }

    #[test]
    fn noise_is_the_sum_over_all_impulses() {
        matches_the_plain_sum::<2>();
        matches_the_plain_sum::<3>();
    }
}
