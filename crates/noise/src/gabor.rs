//! Gabor noise: short waves scattered over space, with a direction and a frequency that one can choose.
//!
//! Ares Lagae, Sylvain Lefebvre, George Drettakis and Philip Dutré, "Procedural Noise using Sparse Gabor Convolution",
//! SIGGRAPH 2009; Vincent Tavernier, Fabrice Neyret, Romain Vergne and Joëlle Thollot, "Making Gabor Noise Fast and
//! Normalized", Eurographics 2019.
//!
//! Each lattice cell holds one impulse, at a random place: strata, which leave fewer gaps than places all over space. Around
//! it runs a wave of random phase under the envelope (1 - r² / 1.5²)⁴, close to a bell curve, but 0 from a distance of 1.5
//! cells on, with its first three derivatives. So the impulses of 4 cells along each axis are all that there is to a
//! sample. As phases are random, nothing is ever left of the mean, and the spectrum is that of a single wave: with all
//! directions alike it is the same all around.
//!
//! The waves' sum is a complex number, nearly normal, without a bound that is of use. It is divided by 4 standard
//! deviations of a component, and its size x becomes (15 x - 10 x³ + 3 x⁵) / 8, which is 1 from there on: the bound is
//! true, and it is met, since some sizes, 4 to 10 of 10,000, are cut off, smoothly.

use crate::blocks::{self, Blockwise};
use crate::hash::{self, share};
use crate::interpolant::Linear;
use crate::lattice::Place;
use crate::level::Level;
use crate::math;
use crate::random::unit;

/// How far an impulse reaches, in cells.
const REACH: f32 = 1.5;
/// How many cells along an axis are within reach of a sample.
const CELLS: i32 = 4;

/// What Gabor noise tells of the waves around a sample.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Wave {
    /// The noise: [`Intensity`](Wave::Intensity) times the sine of the phase, in [-1, 1].
    Value,
    /// Where in its period the wave is, from 0 to 1. It grows along the wave, and jumps from 1 to 0.
    Phase,
    /// How high the wave goes, in [0, 1]. 0 where the phase is not defined.
    Intensity,
}

/// How the waves are to run: numbers for one sample, or slices for many.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Waves<T> {
    /// Periods per cell; limited to ±1024.
    pub frequency: T,
    /// From 0, all directions alike, to 1, one direction. Between them, directions lie within 90° times what is left
    /// to 1, evenly. Limited to that.
    pub anisotropy: T,
    /// Where they run, x, y and z: of any length; x if it has none.
    pub direction: [T; 3],
}

/// Gabor noise in 2 or 3 dimensions: a small description, to be copied freely.
///
/// A coordinate is in lattice cells. One that is not finite is taken as 0. Beyond ±2^31 the lattice ends: there the noise
/// no longer changes along that axis.
///
/// # Measured
///
/// By `tests/quality`, for frequency 1.5:
///
/// | | 2D | 3D |
/// |---|---|---|
/// | standard deviation of the value | 0.405 | 0.400 |
/// | share of samples at the limit | 0.0004 | 0.001 |
/// | greatest of 10^8 samples | 1.000 | 1.000 |
/// | power around the axes over that around the diagonals, anisotropy 0 | 0.99 | 1.00 |
///
/// The mean over 512 x 512 independent places is within 0.0003 of 0. The power before the limit is that of theory to
/// 0.2 %. Across 100,000 faces of cells and planes half-way between them, where other impulses come within reach, slope and
/// curvature are continuous to 1.3 % of the greatest curvature, which is the precision of the measurement.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Gabor {
    dimensions: u8,
    wave: Wave,
    seed: u32,
}

impl Gabor {
    /// Gabor noise in 2 or 3 dimensions; `None` for other numbers of dimensions.
    pub fn new(dimensions: u8, wave: Wave, seed: u32) -> Option<Gabor> {
        (2..=3).contains(&dimensions).then_some(Gabor { dimensions, wave, seed })
    }

    /// The number of coordinates that matter, 2 or 3. In 2 dimensions, z of the direction does not.
    pub fn dimensions(self) -> u8 {
        self.dimensions
    }

    /// What it tells.
    pub fn wave(self) -> Wave {
        self.wave
    }

    /// The same noise with another seed.
    pub fn with_seed(self, seed: u32) -> Gabor {
        Gabor { seed, ..self }
    }

    /// The noise at x, y, and z in three dimensions: the definition.
    pub fn at(&self, [x, y, z]: [f32; 3], waves: Waves<f32>) -> f32 {
        let Waves { frequency, anisotropy, direction: [to_x, to_y, to_z] } = waves;
        let [value] = match self.dimensions {
            2 => InDimensions::<2>(*self).block([x, y, frequency, anisotropy, to_x, to_y].map(|arg| [arg])),
            _ => {
                let args = [x, y, z, frequency, anisotropy, to_x, to_y, to_z];
                InDimensions::<3>(*self).block(args.map(|arg| [arg]))
            }
        };
        value
    }

    /// The same bits at many points: `out[i]` for the coordinates `position[axis][i]` and the waves' `[i]`.
    ///
    /// Axes beyond [`dimensions`](Gabor::dimensions) are not read and may be empty, those of the direction too.
    ///
    /// # Panics
    ///
    /// If a slice that is read has not the length of `out`.
    pub fn lanes(&self, level: Level, [x, y, z]: [&[f32]; 3], waves: Waves<&[f32]>, out: &mut [f32]) {
        let Waves { frequency, anisotropy, direction: [to_x, to_y, to_z] } = waves;
        match self.dimensions {
            2 => {
                let args = [x, y, frequency, anisotropy, to_x, to_y];
                blocks::map(level, &InDimensions::<2>(*self), args, out);
            }
            _ => {
                let args = [x, y, z, frequency, anisotropy, to_x, to_y, to_z];
                blocks::map(level, &InDimensions::<3>(*self), args, out);
            }
        }
    }
}

struct InDimensions<const D: usize>(Gabor);

/// The position, frequency and anisotropy, the direction.
impl<const D: usize, const N: usize> Blockwise<N> for InDimensions<D> {
    #[inline(always)]
    fn block<const B: usize>(&self, args: [[f32; B]; N]) -> [f32; B] {
        const { assert!(N == D + 2 + D) };
        let mut site = Site {
            start: hash::start(self.0.seed),
            cells: [[0; B]; D],
            within: [[0.0; B]; D],
            frequency: args[D],
            spread: [0.0; B],
            frame: [[[0.0; B]; D]; D],
        };
        for axis in 0..D {
            for i in 0..B {
                let place = Place::new::<Linear>(args[axis][i]);
                // From here on, the cells within reach.
                let below = if place.offset < 0.5 { 2 } else { 1 };
                site.cells[axis][i] = place.cell.wrapping_sub(below);
                site.within[axis][i] = place.offset + below as f32;
            }
        }
        for i in 0..B {
            let frequency = math::min(math::max(site.frequency[i], -1024.0), 1024.0);
            site.frequency[i] = if frequency.is_nan() { 0.0 } else { frequency };
            let even = 1.0 - math::clamp01(args[D + 1][i]);
            // What is left to 1, as an angle in turns or as the height of a spherical cap.
            site.spread[i] = if D == 2 { even * 0.25 } else { 1.0 - turn((1.0 - even) * 0.25)[1] };
            let mut direction = [0.0; D];
            for axis in 0..D {
                direction[axis] = args[D + 2 + axis][i];
            }
            let frame = frame(direction);
            for row in 0..D {
                for axis in 0..D {
                    site.frame[row][axis][i] = frame[row][axis];
                }
            }
        }
        finish::<D, B>(self.0.wave, site.sum())
    }
}

/// `B` samples, and how the waves run there.
struct Site<const D: usize, const B: usize> {
    start: u32,
    /// The first cell within reach along each axis, and how far inside it and those after it a sample lies.
    cells: [[i32; B]; D],
    within: [[f32; B]; D],
    frequency: [f32; B],
    /// How far directions are from the given one at most: a part of a turn in 2D; one minus the cosine in 3D.
    spread: [f32; B],
    /// The given direction, and others at right angles.
    frame: [[[f32; B]; D]; D],
}

impl<const D: usize, const B: usize> Site<D, B> {
    /// The sum of all waves: the real and the imaginary part.
    #[inline(always)]
    fn sum(&self) -> [[f32; B]; 2] {
        let mut sum = [[0.0; B]; 2];
        let mut states = [[self.start; B]; 4];
        for z in 0..if D > 2 { CELLS } else { 1 } {
            if D > 2 {
                self.absorb(&mut states, 2, z);
            }
            for y in 0..CELLS {
                self.absorb(&mut states, 1, y);
                for x in 0..CELLS {
                    let mut hashes = [0; B];
                    for i in 0..B {
                        hashes[i] = hash::finish(states[1][i], self.cells[0][i].wrapping_add(x));
                    }
                    self.add([x, y, z], &hashes, &mut sum);
                }
            }
        }
        sum
    }

    /// The hash's state after the cells so many steps along an axis, from that after the next axis.
    #[inline(always)]
    fn absorb(&self, states: &mut [[u32; B]; 4], axis: usize, step: i32) {
        for i in 0..B {
            let before = if axis + 1 == D { self.start } else { states[axis + 1][i] };
            states[axis][i] = hash::absorb(before, self.cells[axis][i].wrapping_add(step));
        }
    }

    /// Adds the wave of one cell for each sample.
    #[inline(always)]
    fn add(&self, step: [i32; 3], hashes: &[u32; B], sum: &mut [[f32; B]; 2]) {
        let mut distance = [[0.0; B]; D];
        let mut weight = [1.0; B];
        let mut matters = false;
        for axis in 0..D {
            for i in 0..B {
                let place = step[axis] as f32 + unit(share(hashes[i], axis));
                let apart = self.within[axis][i] - place;
                distance[axis][i] = apart;
                weight[i] -= apart * apart * (1.0 / (REACH * REACH));
            }
        }
        for i in 0..B {
            weight[i] = if weight[i] > 0.0 { weight[i] } else { 0.0 };
            matters |= weight[i] > 0.0;
        }
        // What it would add is 0.
        if !matters {
            return;
        }
        for i in 0..B {
            let mut along = [0.0; D];
            for row in 0..D {
                for axis in 0..D {
                    along[row] += self.frame[row][axis][i] * distance[axis][i];
                }
            }
            let random = unit(share(hashes[i], D));
            let way = if D == 2 {
                let [cosine, sine] = turn((2.0 * random - 1.0) * self.spread[i]);
                cosine * along[0] + sine * along[1]
            } else {
                // Even over the cap, as over its height.
                let height = 1.0 - random * self.spread[i];
                let radius = math::sqrt(1.0 - height * height);
                let [cosine, sine] = turn(unit(share(hashes[i], D + 1)));
                height * along[0] + radius * (cosine * along[1] + sine * along[D - 1])
            };
            let [cosine, sine] = turn(self.frequency[i] * way + unit(share(hashes[i], D + 2)));
            let envelope = (weight[i] * weight[i]) * (weight[i] * weight[i]);
            sum[0][i] += envelope * cosine;
            sum[1][i] += envelope * sine;
        }
    }
}

/// A direction of length 1, and what stands at right angles to it: in 2D a quarter turn from x to y, in 3D after Tom Duff and
/// others, "Building an Orthonormal Basis, Revisited", JCGT 2017.
#[inline(always)]
fn frame<const D: usize>(direction: [f32; D]) -> [[f32; D]; D] {
    let mut greatest = 0.0;
    let mut unit = [0.0; D];
    for axis in 0..D {
        unit[axis] = if direction[axis].abs() <= f32::MAX { direction[axis] } else { 0.0 };
        greatest = math::max(greatest, unit[axis].abs());
    }
    let mut square = 0.0;
    for axis in 0..D {
        let part = if greatest > 0.0 { unit[axis] / greatest } else { 0.0 };
        unit[axis] = if greatest > 0.0 || axis > 0 { part } else { 1.0 };
        square += unit[axis] * unit[axis];
    }
    let length = math::sqrt(square);
    for axis in 0..D {
        unit[axis] /= length;
    }
    let mut frame = [unit; D];
    let (x, y) = (unit[0], unit[1]);
    if D == 2 {
        (frame[1][0], frame[1][1]) = (-y, x);
    } else {
        let z = unit[D - 1];
        let sign = if z < 0.0 { -1.0 } else { 1.0 };
        let a = -1.0 / (sign + z);
        let b = x * y * a;
        (frame[1][0], frame[1][1], frame[1][D - 1]) = (1.0 + sign * x * x * a, sign * b, -sign * x);
        (frame[D - 1][0], frame[D - 1][1], frame[D - 1][D - 1]) = (b, sign + y * y * a, -y);
    }
    frame
}

/// The cosine and the sine of so many turns, up to 2^20 of them, with an error of 4e-7 at most.
///
/// In f32 alone, where the functions of [`math`] take twice as long for an accuracy that no wave needs.
#[inline(always)]
fn turn(turns: f32) -> [f32; 2] {
    /// 1.5 * 2^23: rounds to an integer, and leaves it in the low bits.
    const ROUNDER: f32 = 12_582_912.0;
    let shifted = turns * 4.0 + ROUNDER;
    let quarters = shifted.to_bits();
    let rest = (turns - (shifted - ROUNDER) * 0.25) * std::f32::consts::TAU;
    let square = rest * rest;
    let sine = rest
        * (1.0
            + square * (-1.0 / 6.0 + square * (1.0 / 120.0 + square * (-1.0 / 5040.0 + square / 362_880.0))));
    let cosine = 1.0 + square * (-0.5 + square * (1.0 / 24.0 + square * (-1.0 / 720.0 + square / 40_320.0)));
    let odd = quarters & 1 == 1;
    let (x, y) = if odd { (sine, cosine) } else { (cosine, sine) };
    let flip = |value: f32, sign: u32| f32::from_bits(value.to_bits() ^ (sign << 31));
    [flip(x, (quarters.wrapping_add(1) >> 1) & 1), flip(y, quarters >> 1 & 1)]
}

/// What is told of a sum of waves.
#[inline(always)]
fn finish<const D: usize, const B: usize>(wave: Wave, [real, imaginary]: [[f32; B]; 2]) -> [f32; B] {
    let mut out = [0.0; B];
    for i in 0..B {
        let (re, im) = (real[i] * const { scale(D) }, imaginary[i] * const { scale(D) });
        let square = re * re + im * im;
        let size = math::sqrt(square);
        let gain =
            if square < 1.0 { (15.0 - 10.0 * square + 3.0 * square * square) / 8.0 } else { 1.0 / size };
        out[i] = match wave {
            Wave::Value => math::min(math::max(im * gain, -1.0), 1.0),
            Wave::Intensity => math::min(size * gain, 1.0),
            Wave::Phase => {
                let turns = math::atan2(im, re) * (0.5 / std::f32::consts::PI);
                math::min(if turns < 0.0 { turns + 1.0 } else { turns }, 1.0)
            }
        };
    }
    out
}

/// One over 4 standard deviations of the real and of the imaginary part.
///
/// One impulse in each cell, with a random phase: half of the integral of the squared envelope, which is
/// π/9 1.5² in 2D and π 131072/2078505 1.5³ in 3D.
const fn scale(dimensions: usize) -> f32 {
    if dimensions == 2 { 0.398_942_3 } else { 0.432_378_17 }
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "a reference in double precision")]
mod tests {
    use std::f64::consts::{PI, TAU};

    use super::*;
    use crate::hash::hash;

    #[test]
    fn turns_are_sines_and_cosines() {
        let mut error = 0.0f64;
        for i in 0..200_000 {
            let turns = hash(1, [i]) as i32 as f32 / (1u32 << (11 + i % 21)) as f32;
            let [cosine, sine] = turn(turns);
            let (expected_sine, expected_cosine) = (f64::from(turns).fract() * TAU).sin_cos();
            error = error.max((f64::from(cosine) - expected_cosine).abs());
            error = error.max((f64::from(sine) - expected_sine).abs());
        }
        assert!(error < 4e-7, "{error}");
    }

    #[test]
    fn frames_are_at_right_angles() {
        fn check<const D: usize>(direction: [f32; D]) {
            let frame = frame(direction);
            for (i, a) in frame.iter().enumerate() {
                for (j, b) in frame.iter().enumerate() {
                    let product: f32 = (0..D).map(|axis| a[axis] * b[axis]).sum();
                    let expected = if i == j { 1.0 } else { 0.0 };
                    assert!((product - expected).abs() < 1e-6, "{direction:?}: {frame:?}");
                }
            }
        }
        for i in 0..1000 {
            let direction = [1, 2, 3].map(|axis| hash(axis, [i]) as i32 as f32);
            check(direction);
            check([direction[0], direction[1]]);
        }
        for axis in [[0.0, 0.0, 1.0], [0.0, 0.0, -1.0], [1e-40, 0.0, 0.0], [f32::MAX; 3], [-1.0, 1e-30, -1.0]]
        {
            check(axis);
        }
        assert_eq!(frame([0.0; 3])[0], [1.0, 0.0, 0.0]);
        assert_eq!(frame([f32::NAN, f32::INFINITY])[0], [1.0, 0.0]);
    }

    #[test]
    fn the_scale_is_a_quarter_of_a_deviation() {
        const STEPS: u32 = 10_000;
        for (dimensions, sphere) in [(2, TAU), (3, 2.0 * TAU)] {
            let reach = f64::from(REACH);
            let squares = (0..STEPS).map(|i| (f64::from(i) + 0.5) / f64::from(STEPS)).map(|r| {
                let envelope = (1.0 - r * r).powi(4);
                sphere * (r * reach).powi(dimensions as i32 - 1) * envelope * envelope
            });
            let deviation = (squares.sum::<f64>() * reach / f64::from(STEPS) / 2.0).sqrt();
            let expected = 1.0 / (4.0 * deviation);
            assert!((f64::from(scale(dimensions)) - expected).abs() < 1e-6, "{dimensions}D: {expected}");
        }
        // As the documentation has it.
        assert!((f64::from(scale(2)).powi(-2) / 16.0 - PI / 18.0 * 2.25).abs() < 1e-6);
        assert!((f64::from(scale(3)).powi(-2) / 16.0 - PI * 65_536.0 / 2_078_505.0 * 3.375).abs() < 1e-6);
    }

    /// The noise in double precision: the plain sum over all impulses in a wide neighbourhood.
    fn reference<const D: usize>(gabor: Gabor, position: [f64; D], waves: Waves<f32>) -> f64 {
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
            let distance: [f64; D] = std::array::from_fn(|axis| {
                position[axis] - f64::from(cell[axis]) - random(share(hash, axis))
            });
            let square = distance.iter().map(|x| x * x).sum::<f64>() / 2.25;
            let along =
                frame.map(|row| row.iter().zip(distance).map(|(a, b)| f64::from(*a) * b).sum::<f64>());
            let even = 1.0 - f64::from(waves.anisotropy);
            let chosen = random(share(hash, D));
            let way = if D == 2 {
                let (sine, cosine) = ((2.0 * chosen - 1.0) * even * PI / 2.0).sin_cos();
                cosine * along[0] + sine * along[1]
            } else {
                let height = 1.0 - chosen * (1.0 - (even * PI / 2.0).cos());
                let (sine, cosine) = (random(share(hash, D + 1)) * TAU).sin_cos();
                let radius = (1.0 - height * height).sqrt();
                height * along[0] + radius * (cosine * along[1] + sine * along[D - 1])
            };
            let phase = TAU * (f64::from(waves.frequency) * way + random(share(hash, D + 2)));
            let envelope = (1.0 - square).max(0.0).powi(4);
            real += envelope * phase.cos();
            imaginary += envelope * phase.sin();
        }
        let (real, imaginary) = (real * f64::from(scale(D)), imaginary * f64::from(scale(D)));
        let size = real.hypot(imaginary).min(1.0);
        let limited = size * (15.0 - 10.0 * size.powi(2) + 3.0 * size.powi(4)) / 8.0;
        limited * imaginary / real.hypot(imaginary)
    }

    fn matches_the_plain_sum<const D: usize>() {
        let gabor = Gabor::new(D as u8, Wave::Value, 5).unwrap();
        let [phase, intensity] = [Wave::Phase, Wave::Intensity].map(|wave| Gabor { wave, ..gabor });
        let mut error = 0.0f64;
        for i in 0..2000 {
            let place = [1, 2, 3].map(|axis| hash(axis, [i]) as i32 as f32 / 1e8);
            let waves = Waves {
                frequency: (i % 7) as f32 * 0.7,
                anisotropy: [0.0, 0.3, 1.0][i as usize % 3],
                direction: [4, 5, 6].map(|axis| hash(axis, [i]) as i32 as f32),
            };
            let exact: [f64; D] = std::array::from_fn(|axis| f64::from(place[axis]));
            let value = f64::from(gabor.at(place, waves));
            error = error.max((value - reference(gabor, exact, waves)).abs());
            let turns = f64::from(phase.at(place, waves)) * TAU;
            error = error.max((value - f64::from(intensity.at(place, waves)) * turns.sin()).abs());
        }
        println!("{D}D: {error:.1e}");
        assert!(error < 1e-5, "{D}D: {error}");
    }

    #[test]
    fn noise_is_the_sum_over_all_impulses() {
        matches_the_plain_sum::<2>();
        matches_the_plain_sum::<3>();
    }
}
