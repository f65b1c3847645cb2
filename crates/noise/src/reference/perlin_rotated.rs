//! Gradient noise with hashed directions.

use super::corners::{coordinate, dot, gradient_bound, join};
use crate::{Interpolation, interpolant, math};

/// Gradient noise in 2D with unit gradients at hashed angles: the C program in Wikipedia, "Perlin noise".
///
/// It needs no tables: multiplications, rotations by half a word and exclusive ors turn a lattice point's two
/// coordinates into an angle. It therefore has no period, and gradients in all directions.
///
/// Limitations:
///
/// - As printed it interpolates linearly, which leaves creases at the cell faces; the cubic and the quintic are given
///   in comments.
/// - It reaches ±0.71, not ±1 as its last comment says.
/// - It has two dimensions and a single seed, and computes a sine and a cosine for each of four corners.
///
/// [`Noise`](crate::Noise) with [`Basis::Gradient`](crate::Basis::Gradient) has no period either, takes seeds, has up
/// to four dimensions and the range ±1, and is much faster. Use this one for the values of the article.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PerlinRotated {
    interpolation: Interpolation,
}

impl PerlinRotated {
    /// The noise with [`Interpolation::Linear`], [`Interpolation::Smoothstep`] or [`Interpolation::Smootherstep`];
    /// `None` with others.
    pub fn new(interpolation: Interpolation) -> Option<PerlinRotated> {
        let known =
            matches!(interpolation, Interpolation::Linear | Interpolation::Smoothstep | Interpolation::Smootherstep);
        known.then_some(PerlinRotated { interpolation })
    }

    /// The interpolation.
    pub fn interpolation(&self) -> Interpolation {
        self.interpolation
    }

    /// The noise at x and y; z is ignored.
    ///
    /// Computed in single precision, as in the program. Non-finite coordinates are treated as 0. Beyond ±2^31 the
    /// lattice ends, and the noise is constant along that axis.
    pub fn at(&self, [x, y, _]: [f32; 3]) -> f32 {
        let position = [x, y].map(coordinate);
        let below = position.map(f32::floor);
        let cells = below.map(math::to_i32);
        let offsets = std::array::from_fn(|axis| position[axis] - below[axis]);
        let weight = match self.interpolation {
            Interpolation::Smoothstep => interpolant::smoothstep,
            Interpolation::Smootherstep => interpolant::smootherstep,
            _ => interpolant::linear,
        };
        join(offsets, offsets.map(weight), |steps: [i32; 2], distances| {
            let [x, y] = [0, 1].map(|axis: usize| cells[axis].wrapping_add(steps[axis]));
            dot(distances, gradient(x, y))
        })
    }

    /// The greatest magnitude of the noise: sqrt(2) / 2, with a margin for rounding.
    pub fn bound(&self) -> f32 {
        gradient_bound(2)
    }
}

/// The unit gradient of a lattice point.
fn gradient(x: i32, y: i32) -> [f32; 3] {
    let (mut a, mut b) = (x as u32, y as u32);
    a = a.wrapping_mul(3_284_157_443);
    b ^= a.rotate_left(16);
    b = b.wrapping_mul(1_911_520_717);
    a ^= b.rotate_left(16);
    a = a.wrapping_mul(2_048_419_325);
    // The program's pi has nine digits.
    #[expect(clippy::approx_constant, reason = "the program's constant")]
    let angle = (f64::from(a) * (3.14159265 / 2_147_483_648.0)) as f32;
    [math::cos(angle), math::sin(angle), 0.0]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Results of the program, compiled by GCC for x86-64: linear, cubic and quintic.
    const CASES: [([f32; 3], [f32; 3]); 5] = [
        ([0.3, 1.7, 0.0], [0.24371323, 0.27901465, 0.30502808]),
        ([-183.42, 77.01, 0.0], [-0.059468493, -0.027651163, -0.0043253666]),
        ([4000.123, -4090.77, 0.0], [0.20715258, 0.22879522, 0.23155847]),
        ([-0.25, -1e-09, 0.0], [-0.37373716, -0.32733575, -0.30123493]),
        ([1000000.0, 0.125, 0.0], [0.034764558, 0.08964255, 0.107649386]),
    ];

    fn all() -> [PerlinRotated; 3] {
        [Interpolation::Linear, Interpolation::Smoothstep, Interpolation::Smootherstep]
            .map(|interpolation| PerlinRotated { interpolation })
    }

    #[test]
    fn values_match_the_program() {
        for (position, values) in CASES {
            for (noise, expected) in all().iter().zip(values) {
                let value = noise.at(position);
                assert!((value - expected).abs() < 1e-6, "{noise:?} at {position:?}: {value}, not {expected}");
            }
        }
    }

    #[test]
    fn values_stay_within_the_bound_everywhere() {
        for noise in all() {
            let mut greatest: f32 = 0.0;
            for i in 0..100_000 {
                let x = i as f32 * 0.317 - 3000.0;
                greatest = greatest.max(noise.at([x, 5.0 - x * 0.71, 0.0]).abs());
            }
            assert!(greatest > 0.6 && greatest <= noise.bound(), "{greatest}");
            for far in [1e9, -1e10, f32::MAX, f32::MIN, -1e-20] {
                assert!(noise.at([far, 0.5, -far]).abs() <= noise.bound());
            }
            assert_eq!(noise.at([f32::NAN, f32::INFINITY, 0.0]), noise.at([0.0; 3]));
            assert_eq!(noise.at([0.2, 0.7, 0.0]), noise.at([0.2, 0.7, 9.5]));
        }
    }

    #[test]
    fn other_interpolations_are_refused() {
        assert_eq!(PerlinRotated::new(Interpolation::Cosine), None);
        assert_eq!(PerlinRotated::new(Interpolation::Cubic), None);
    }
}
