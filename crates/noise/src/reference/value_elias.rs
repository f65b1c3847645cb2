//! Hugo Elias' value noise.

use super::corners::coordinate;
use crate::{Interpolation, interpolant, math};

/// Value noise from an integer hash, with smoothing and octaves: Hugo Elias, "Perlin Noise".
///
/// A generation of programmers learnt noise from this article, which calls value noise Perlin noise.
///
/// A lattice point's value is a hash of one integer, x in 1D and x + 57 y in 2D. Elias published programs for these
/// and mentioned 3D and 4D; 3D is continued here in the same manner, as x + 57 y + 57² z. Values are interpolated
/// along x, then y, then z. *Smoothed* noise first replaces each lattice value by a weighted mean of its neighbors,
/// with 1/4, 1/2 and 1/4 along each axis: 1/4, 1/8 and 1/16 for the center, the sides and the corners of 3 x 3
/// points.
///
/// The hash has three large numbers, which Elias calls primes; he has [one set](ValueElias::PRIMES) of them, and says
/// to take another for each octave.
///
/// Limitations:
///
/// - The hash repeats: in 2D the pattern recurs exactly 57 cells to the left and one down.
/// - The sum of octaves is not scaled to the range of one.
/// - Negative positions are rounded down, not towards 0 as an `int` of the article's pseudocode might be, which would
///   mirror the pattern at the origin.
///
/// [`Noise`](crate::Noise) with [`Basis::Value`](crate::Basis::Value) has none of these limitations and is much
/// faster. Use this one to reproduce pictures and numbers of programs based on the article.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ValueElias {
    dimensions: u8,
    interpolation: Interpolation,
    smoothed: bool,
    primes: [u32; 3],
}

/// The greatest number of octaves of a sum.
const MOST_OCTAVES: u32 = 32;

/// The weights of the lattice points from 2 below to 3 above a coordinate along one axis.
struct Weights {
    first: i32,
    weights: [f64; 6],
}

impl ValueElias {
    /// The large numbers that the article prints. The third is divisible by 9.
    pub const PRIMES: [u32; 3] = [15_731, 789_221, 1_376_312_589];

    /// The noise in 1 to 3 dimensions, with [`Interpolation::Linear`], [`Interpolation::Cosine`] or
    /// [`Interpolation::Cubic`], which here is the article's cubic; `None` for others.
    ///
    /// The cubic is P t³ + Q t² + R t + S with P = (d - c) - (a - b), Q = (a - b) - P, R = c - a and S = b for four
    /// neighbors a, b, c and d. It passes through b and c with twice the slope of a Catmull-Rom spline.
    pub fn new(dimensions: u8, interpolation: Interpolation, smoothed: bool) -> Option<ValueElias> {
        let known = matches!(interpolation, Interpolation::Linear | Interpolation::Cosine | Interpolation::Cubic);
        let primes = ValueElias::PRIMES;
        ((1..=3).contains(&dimensions) && known).then_some(ValueElias { dimensions, interpolation, smoothed, primes })
    }

    /// The same noise with other large numbers in its hash.
    pub fn with_primes(self, primes: [u32; 3]) -> ValueElias {
        ValueElias { primes, ..self }
    }

    /// The large numbers of the hash.
    pub fn primes(&self) -> [u32; 3] {
        self.primes
    }

    /// The noises of the octaves of a sum as the article describes it, which have primes of their own: this one, and
    /// then noises with the next prime after each of the three numbers, and so on. The article leaves the choice open.
    pub fn octaves(self) -> impl Iterator<Item = ValueElias> {
        std::iter::successors(Some(self), |before| Some(before.with_primes(before.primes.map(next_prime))))
    }

    /// The number of coordinates used, 1 to 3.
    pub fn dimensions(&self) -> u8 {
        self.dimensions
    }

    /// The interpolation.
    pub fn interpolation(&self) -> Interpolation {
        self.interpolation
    }

    /// Whether lattice values are smoothed over their neighbors.
    pub fn is_smoothed(&self) -> bool {
        self.smoothed
    }

    /// One octave at x, y and z, of which the first [`dimensions`](ValueElias::dimensions) are used.
    ///
    /// Computed in double precision and rounded once. At most [`bound`](ValueElias::bound) in magnitude. Non-finite
    /// coordinates are treated as 0. Beyond ±2^31 the lattice ends, and the noise is constant along that axis.
    pub fn at(&self, position: [f32; 3]) -> f32 {
        let [x, y, z] = position.map(|x| self.weights(coordinate(x)));
        let row = |lattice: i32| x.sum(|x| hash(self.primes, x.wrapping_add(lattice)));
        let plane = |lattice: i32| y.sum(|y| row(y.wrapping_mul(57).wrapping_add(lattice)));
        let value = match self.dimensions {
            1 => row(0),
            2 => plane(0),
            _ => z.sum(|z| plane(z.wrapping_mul(57 * 57))),
        };
        value as f32
    }

    /// The sum of 1 to 32 octaves with one hash; other numbers are clamped. Octave i adds
    /// `persistence^i * at(position * 2^i)`. All octaves have a lattice point with the same value at the origin: there
    /// the sum is brightest or darkest, and looks like a zoom into itself around that point.
    ///
    /// Computed in single precision, saturating; powers are repeated products. With n octaves and persistence p the
    /// sum is at most 1 + p + ... + p^(n-1) times the bound of one octave.
    pub fn sum(&self, position: [f32; 3], octaves: u32, persistence: f32) -> f32 {
        sum(std::iter::repeat(*self), position, octaves, persistence)
    }

    /// The article's sum, of the noises of [`octaves`](ValueElias::octaves). Otherwise as [`sum`](ValueElias::sum).
    pub fn sum_of_octaves(&self, position: [f32; 3], octaves: u32, persistence: f32) -> f32 {
        sum(self.octaves(), position, octaves, persistence)
    }

    /// The greatest magnitude of one octave: 1, or with cubic interpolation 1.5 for each dimension, since four values
    /// of magnitude 1 overshoot by half.
    pub fn bound(&self) -> f32 {
        let along = if self.interpolation == Interpolation::Cubic { 1.5 } else { 1.0 };
        (0..self.dimensions).fold(1.0, |bound, _| bound * along)
    }

    /// Combines smoothing and interpolation, both weighted sums over lattice points, into one.
    fn weights(&self, x: f32) -> Weights {
        let below = x.floor();
        let t = f64::from(x) - f64::from(below);
        let between = match self.interpolation {
            Interpolation::Cubic => cubic(t),
            Interpolation::Cosine => linear(interpolant::cosine(t as f32).into()),
            _ => linear(t),
        };
        let mut weights = [0.0; 6];
        for (i, weight) in between.into_iter().enumerate() {
            if self.smoothed {
                weights[i] += weight * 0.25;
                weights[i + 1] += weight * 0.5;
                weights[i + 2] += weight * 0.25;
            } else {
                weights[i + 1] = weight;
            }
        }
        Weights { first: math::to_i32(below).wrapping_sub(2), weights }
    }
}

impl Weights {
    /// The weighted sum of `value` over lattice points.
    fn sum(&self, value: impl Fn(i32) -> f64) -> f64 {
        let mut sum = 0.0;
        for (step, weight) in (0..).zip(self.weights) {
            // Many weights are 0, and each value may be the sum of a plane.
            if weight != 0.0 {
                sum += weight * value(self.first.wrapping_add(step));
            }
        }
        sum
    }
}

/// The weights of four neighbors at `t` between the middle two, for linear interpolation.
fn linear(t: f64) -> [f64; 4] {
    [0.0, 1.0 - t, t, 0.0]
}

/// The same weights for the article's cubic.
fn cubic(t: f64) -> [f64; 4] {
    let (square, cube) = (t * t, t * t * t);
    [2.0 * square - cube - t, cube - 2.0 * square + 1.0, square - cube + t, cube - square]
}

/// The sum of 1 to 32 octaves.
fn sum(mut noises: impl Iterator<Item = ValueElias>, position: [f32; 3], octaves: u32, persistence: f32) -> f32 {
    let first = noises.next().map_or(0.0, |noise| noise.at(position));
    let (mut sum, mut frequency, mut amplitude) = (first, 1.0, 1.0);
    for noise in noises.take(octaves.clamp(1, MOST_OCTAVES) as usize - 1) {
        frequency *= 2.0;
        amplitude = math::mul(amplitude, persistence);
        let octave = noise.at(position.map(|x| math::mul(coordinate(x), frequency)));
        sum = math::add(sum, math::mul(octave, amplitude));
    }
    sum
}

/// The article's hash: a value in (-1, 1] for each integer, by overflowing 32-bit arithmetic.
pub fn int_noise(integer: i32) -> f64 {
    hash(ValueElias::PRIMES, integer)
}

/// The hash with other numbers in it.
fn hash([factor, offset, last]: [u32; 3], integer: i32) -> f64 {
    let n = integer.cast_unsigned();
    let x = n.wrapping_shl(13) ^ n;
    let x = x.wrapping_mul(x.wrapping_mul(x).wrapping_mul(factor).wrapping_add(offset)).wrapping_add(last);
    1.0 - f64::from(x & 0x7FFF_FFFF) / 1_073_741_824.0
}

/// The least prime above a number; the greatest below 2^32 has none, and stays.
fn next_prime(number: u32) -> u32 {
    (number..=u32::MAX).skip(1).find(|number| is_prime(*number)).unwrap_or(number)
}

fn is_prime(number: u32) -> bool {
    let is_divisor = |divisor: &u32| number.is_multiple_of(*divisor);
    let is_tried = |divisor: &u32| u64::from(*divisor).pow(2) <= u64::from(number);
    number == 2
        || number > 2
            && !number.is_multiple_of(2)
            && !(3..).step_by(2).take_while(is_tried).any(|divisor| is_divisor(&divisor))
}

#[cfg(test)]
mod tests {
    use super::*;

    const INTERPOLATIONS: [Interpolation; 3] = [Interpolation::Linear, Interpolation::Cosine, Interpolation::Cubic];

    fn all() -> impl Iterator<Item = ValueElias> {
        let kinds = INTERPOLATIONS.iter().flat_map(|by| [(*by, false), (*by, true)]);
        kinds.flat_map(|(by, smoothed)| (1..=3).filter_map(move |d| ValueElias::new(d, by, smoothed)))
    }

    fn smoothed(noise: impl Fn(i32, i32) -> f64, x: i32, y: i32) -> f64 {
        let corners = noise(x - 1, y - 1) + noise(x + 1, y - 1) + noise(x - 1, y + 1) + noise(x + 1, y + 1);
        let sides = noise(x - 1, y) + noise(x + 1, y) + noise(x, y - 1) + noise(x, y + 1);
        corners / 16.0 + sides / 8.0 + noise(x, y) / 4.0
    }

    fn cubic_as_printed([a, b, c, d]: [f64; 4], t: f64) -> f64 {
        let p = (d - c) - (a - b);
        let q = (a - b) - p;
        p * t * t * t + q * t * t + (c - a) * t + b
    }

    #[test]
    fn lattice_points_have_the_hash_of_the_article() {
        assert_eq!(int_noise(0), 1.0 - 1_376_312_589.0 / 1_073_741_824.0);
        for noise in all().filter(|noise| !noise.smoothed) {
            for (x, y, z) in [(0, 0, 0), (7, 0, 0), (-3, 12, 5), (100, -57, -9)] {
                let hashed = x
                    + [0, y, y][usize::from(noise.dimensions - 1)] * 57
                    + if noise.dimensions == 3 { z * 57 * 57 } else { 0 };
                let value = noise.at([x as f32, y as f32, z as f32]);
                assert!((f64::from(value) - int_noise(hashed)).abs() < 1e-7);
            }
        }
    }

    /// The weighted sums equal the steps that the article describes.
    #[test]
    fn the_smoothed_cubic_matches_the_article() {
        let noise = ValueElias::new(2, Interpolation::Cubic, true).unwrap();
        let lattice = |x, y| smoothed(|x, y| int_noise(x + 57 * y), x, y);
        for i in 0..200 {
            let (x, y) = (i as f32 * 0.37 - 20.0, i as f32 * 0.61 - 55.0);
            let (column, row) = (x.floor() as i32, y.floor() as i32);
            let (tx, ty) = (f64::from(x - x.floor()), f64::from(y - y.floor()));
            let along_x = |y| cubic_as_printed([-1, 0, 1, 2].map(|step| lattice(column + step, y)), tx);
            let expected = cubic_as_printed([-1, 0, 1, 2].map(|step| along_x(row + step)), ty);
            assert!((f64::from(noise.at([x, y, 0.0])) - expected).abs() < 1e-7);
        }
    }

    #[test]
    fn a_sum_adds_octaves_of_one_hash() {
        let noise = ValueElias::new(2, Interpolation::Cosine, false).unwrap();
        let position = [1.3, -4.2, 9.0];
        let finer = noise.at([2.6, -8.4, 0.0]);
        assert_eq!(noise.sum(position, 1, 0.5), noise.at(position));
        assert_eq!(noise.sum(position, 2, 0.5), noise.at(position) + 0.5 * finer);
        // All octaves are equal at the origin.
        assert_eq!(noise.sum([0.0; 3], 3, 1.0), noise.at([0.0; 3]) * 3.0);
        for persistence in [1e30, -1e30, 0.0, f32::MAX] {
            assert!(noise.sum([f32::MAX, f32::NAN, 1.0], 40, persistence).is_finite());
        }
    }

    /// Values of a program in Python after the article's pseudocode, with numbers of its own for each octave.
    #[test]
    fn a_sum_of_octaves_has_primes_for_each() {
        let noise = ValueElias::new(2, Interpolation::Cosine, true).unwrap();
        for (position, expected) in [
            ([0.0, 0.0, 0.0], -0.005_814_46),
            ([0.3125, 1.75, 0.0], 0.147_744_93),
            ([-4.625, 9.5, 0.0], -0.230_619_45),
            ([100.125, -37.875, 0.0], -0.372_075_2),
            ([12.0, 5.5, 0.0], 0.110_700_01),
        ] {
            let value = noise.sum_of_octaves(position, 4, 0.5);
            assert!((value - expected).abs() < 1e-6, "{value} at {position:?}, not {expected}");
        }
        assert_eq!(noise.sum_of_octaves([0.3, 0.7, 0.0], 1, 0.5), noise.at([0.3, 0.7, 0.0]));
        // The octaves differ at the origin.
        assert_ne!(noise.sum_of_octaves([0.0; 3], 3, 1.0), noise.at([0.0; 3]) * 3.0);
    }

    #[test]
    fn primes_follow_each_other() {
        let primes = |from| {
            std::iter::successors(Some(from), |number| Some(next_prime(*number))).skip(1).take(6).collect::<Vec<u32>>()
        };
        assert_eq!(primes(0), [2, 3, 5, 7, 11, 13]);
        assert_eq!(primes(15_731), [15_733, 15_737, 15_739, 15_749, 15_761, 15_767]);
        assert_eq!(
            primes(1_376_312_589),
            [1_376_312_627, 1_376_312_629, 1_376_312_657, 1_376_312_687, 1_376_312_689, 1_376_312_753]
        );
        // The greatest of 31 and of 32 bits.
        assert_eq!(next_prime(2_147_483_630), 2_147_483_647);
        assert_eq!((next_prime(4_294_967_280), next_prime(u32::MAX)), (4_294_967_291, u32::MAX));
        assert_eq!(ValueElias::PRIMES[2] % 9, 0);
    }

    #[test]
    fn it_repeats_every_57_cells() {
        let noise = ValueElias::new(2, Interpolation::Linear, true).unwrap();
        assert_eq!(noise.at([3.25, 8.5, 0.0]), noise.at([60.25, 7.5, 0.0]));
    }

    #[test]
    fn values_stay_within_their_bounds_everywhere() {
        for noise in all() {
            for i in 0..2000 {
                let x = i as f32 * 0.317 - 300.0;
                assert!(noise.at([x, x * 0.71, 5.0 - x]).abs() <= noise.bound());
            }
            for far in [1e9, -1e10, f32::MAX, f32::NAN, f32::NEG_INFINITY, -1e-20] {
                assert!(noise.at([far; 3]).abs() <= noise.bound());
            }
            assert_eq!(noise.at([f32::NAN, 0.5, f32::INFINITY]), noise.at([0.0, 0.5, 0.0]));
        }
        for i in 0..=100 {
            let size: f64 = cubic(f64::from(i) / 100.0).iter().map(|weight| weight.abs()).sum();
            assert!(size <= 1.5 + 1e-12);
        }
    }

    #[test]
    fn other_parameters_are_refused() {
        assert_eq!(ValueElias::new(0, Interpolation::Linear, false), None);
        assert_eq!(ValueElias::new(4, Interpolation::Linear, false), None);
        assert_eq!(ValueElias::new(2, Interpolation::Smoothstep, false), None);
    }
}
