//! Gradient noise with gradients spread evenly over a sphere.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::corners::{coordinate, dot, gradient_bound, join, normalize};
use super::glibc::Random;
use super::permutation::permute;
use crate::{interpolant, math};

/// Gradient noise with the published permutation and with gradients from `rand()`: the C++ program of Twinklingstar,
/// "Classical Perlin Noise" (2015), which uses it for the heights of a terrain.
///
/// In 1D gradients are multiples of 1/256 from -1 to 1; in 2D pairs of these, normalized; in 3D points uniformly
/// distributed on a sphere. The index of a lattice point's gradient is a hash through the permutation that Ken Perlin
/// published in 2002, applied to z, then y, then x. Weights are the cubic of 1985.
///
/// Limitations:
///
/// - It repeats every 256 cells along each axis.
/// - In 2D more gradients lie along the diagonals than along the axes. In 3D there is no such bias.
/// - The curvature jumps at cell faces, which shows as facets in a bump map.
/// - Seeds change the gradients but not the permutation: equal gradients stay at the same lattice points.
///
/// [`Noise`](crate::Noise) with [`Basis::Gradient`](crate::Basis::Gradient) has no period and is smoother across
/// cells. Use this one for the values of the article.
///
/// The random numbers are those of the GNU C library, restarted for each number of dimensions. Where they give a
/// gradient of length 0, by which the program divides, the gradient stays 0 here.
#[derive(Clone, Debug)]
pub struct PerlinSphere {
    dimensions: u8,
    seed: u32,
    gradients: Arc<[[f32; 3]; 256]>,
}

impl PerlinSphere {
    /// The noise in 1 to 3 dimensions, with gradients after `srand(seed)`; `None` for other numbers of dimensions.
    ///
    /// A C program that does not call `srand` has seed 1; seed 0 gives the same numbers.
    pub fn new(dimensions: u8, seed: u32) -> Option<PerlinSphere> {
        let mut random = Random::new(seed);
        let gradient: fn(&mut Random) -> [f32; 3] = match dimensions {
            1 => |random| [random.component(), 0.0, 0.0],
            2 => |random| normalize([random.component(), random.component(), 0.0]),
            3 => on_sphere,
            _ => return None,
        };
        let gradients = Arc::new([(); 256].map(|()| gradient(&mut random)));
        Some(PerlinSphere { dimensions, seed, gradients })
    }

    /// The number of coordinates used, 1 to 3.
    pub fn dimensions(&self) -> u8 {
        self.dimensions
    }

    /// The seed of the gradients.
    pub fn seed(&self) -> u32 {
        self.seed
    }

    /// The gradients at lattice points, by permuted number.
    pub fn gradients(&self) -> &[[f32; 3]; 256] {
        &self.gradients
    }

    /// The noise at x, y and z, of which the first [`dimensions`](PerlinSphere::dimensions) are used.
    ///
    /// Computed in single precision, as in the program. Non-finite coordinates are treated as 0. Beyond ±2^31 the
    /// lattice ends, and the noise is constant along that axis.
    pub fn at(&self, [x, y, z]: [f32; 3]) -> f32 {
        match self.dimensions {
            1 => self.in_dimensions([x]),
            2 => self.in_dimensions([x, y]),
            _ => self.in_dimensions([x, y, z]),
        }
    }

    /// The greatest magnitude of the noise in D dimensions: sqrt(D) / 2, with a margin for rounding.
    pub fn bound(&self) -> f32 {
        gradient_bound(self.dimensions)
    }

    fn in_dimensions<const D: usize>(&self, position: [f32; D]) -> f32 {
        let position = position.map(coordinate);
        let below = position.map(f32::floor);
        let cells = below.map(math::to_i32);
        let offsets = std::array::from_fn(|axis| position[axis] - below[axis]);
        join(offsets, offsets.map(interpolant::smoothstep), |steps: [i32; D], distances| {
            let index =
                (0..D).rev().fold(0, |hash, axis| permute(cells[axis].wrapping_add(steps[axis]).wrapping_add(hash)));
            dot(distances, self.gradients[index as usize])
        })
    }
}

/// A random point of the unit sphere: first its height, then its angle.
fn on_sphere(random: &mut Random) -> [f32; 3] {
    let z = 1.0 - 2.0 * random.fraction();
    let radius = (1.0 - z * z).sqrt();
    let angle = 2.0 * std::f32::consts::PI * random.fraction();
    [radius * math::cos(angle), radius * math::sin(angle), z]
}

/// Compares the parameters, which determine the gradients.
impl PartialEq for PerlinSphere {
    fn eq(&self, other: &PerlinSphere) -> bool {
        (self.dimensions, self.seed) == (other.dimensions, other.seed)
    }
}

impl Eq for PerlinSphere {}

impl Hash for PerlinSphere {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.dimensions, self.seed).hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Results of the program, compiled by GCC for x86-64: dimensions, seed, position and value.
    const CASES: [(u8, u32, [f32; 3], f32); 30] = [
        (1, 1, [0.3, 1.7, -4.2], 0.14614686),
        (1, 1, [-183.42, 77.01, 255.9], -0.061542373),
        (1, 1, [4000.123, -4090.77, 12.5], -0.043065906),
        (1, 1, [-0.25, -1e-09, 255.5], -0.24655151),
        (1, 1, [1000000.0, 0.125, -4095.5], 0.0),
        (2, 1, [0.3, 1.7, -4.2], 0.22032993),
        (2, 1, [-183.42, 77.01, 255.9], -0.023460997),
        (2, 1, [4000.123, -4090.77, 12.5], -0.0076282322),
        (2, 1, [-0.25, -1e-09, 255.5], 0.11796892),
        (2, 1, [1000000.0, 0.125, -4095.5], -0.10648981),
        (3, 1, [0.3, 1.7, -4.2], -0.034870245),
        (3, 1, [-183.42, 77.01, 255.9], 0.38067347),
        (3, 1, [4000.123, -4090.77, 12.5], 0.22520146),
        (3, 1, [-0.25, -1e-09, 255.5], 0.00010415912),
        (3, 1, [1000000.0, 0.125, -4095.5], -0.29254776),
        (1, 42, [0.3, 1.7, -4.2], -0.21347813),
        (1, 42, [-183.42, 77.01, 255.9], -0.03835106),
        (1, 42, [4000.123, -4090.77, 12.5], -0.097831145),
        (1, 42, [-0.25, -1e-09, 255.5], 0.12927246),
        (1, 42, [1000000.0, 0.125, -4095.5], 0.0),
        (2, 42, [0.3, 1.7, -4.2], 0.124516904),
        (2, 42, [-183.42, 77.01, 255.9], -0.031286646),
        (2, 42, [4000.123, -4090.77, 12.5], 0.09937854),
        (2, 42, [-0.25, -1e-09, 255.5], 0.32233733),
        (2, 42, [1000000.0, 0.125, -4095.5], 0.1500507),
        (3, 42, [0.3, 1.7, -4.2], -0.060433388),
        (3, 42, [-183.42, 77.01, 255.9], 0.056414366),
        (3, 42, [4000.123, -4090.77, 12.5], 0.14923778),
        (3, 42, [-0.25, -1e-09, 255.5], -0.39533114),
        (3, 42, [1000000.0, 0.125, -4095.5], -0.20666471),
    ];

    #[test]
    fn values_match_the_program() {
        for (dimensions, seed, position, expected) in CASES {
            let value = PerlinSphere::new(dimensions, seed).unwrap().at(position);
            assert!(
                (value - expected).abs() < 1e-6,
                "{dimensions}D, seed {seed}, {position:?}: {value}, not {expected}"
            );
        }
    }

    #[test]
    fn gradients_are_unit_vectors() {
        for dimensions in 2..=3 {
            for gradient in PerlinSphere::new(dimensions, 5).unwrap().gradients.iter() {
                assert!((dot(*gradient, *gradient) - 1.0).abs() < 1e-6);
            }
        }
    }

    #[test]
    fn it_repeats_every_256_cells() {
        for dimensions in 1..=3 {
            let noise = PerlinSphere::new(dimensions, 1).unwrap();
            assert_eq!(noise.at([0.25, 1.5, 2.75]), noise.at([256.25, -254.5, 514.75]));
            assert_ne!(noise.at([0.25, 1.5, 2.75]), 0.0);
        }
    }

    #[test]
    fn equal_parameters_are_equal_noises() {
        assert_ne!(PerlinSphere::new(2, 1), PerlinSphere::new(2, 2));
        assert_eq!(PerlinSphere::new(2, 1), PerlinSphere::new(2, 1));
        assert_eq!(PerlinSphere::new(0, 1), None);
        assert_eq!(PerlinSphere::new(4, 1), None);
    }

    #[test]
    fn values_stay_within_the_bound_everywhere() {
        for dimensions in 1..=3 {
            let noise = PerlinSphere::new(dimensions, 7).unwrap();
            for i in 0..100_000 {
                let x = i as f32 * 0.317 - 3000.0;
                assert!(noise.at([x, 5.0 - x * 0.71, x * 0.37]).abs() <= noise.bound());
            }
            for far in [1e9, -1e10, f32::MAX, f32::MIN, f32::NAN, f32::INFINITY, -1e-20] {
                assert!(noise.at([far; 3]).abs() <= noise.bound());
            }
            assert_eq!(noise.at([f32::NAN, 0.5, f32::INFINITY]), noise.at([0.0, 0.5, 0.0]));
        }
    }
}
