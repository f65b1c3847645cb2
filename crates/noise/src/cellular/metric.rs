//! Metrics: measures of distance.

use crate::level::{Baseline, Compiled, VectorKernel, Vectors};
use crate::math;

/// A measure of the distance to a feature point, from the differences d along the axes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Metric {
    /// The straight distance, √Σd²: cells with straight edges.
    #[default]
    Euclidean,
    /// The square of the straight distance, Σd²: the same cells, with steeper values.
    EuclideanSquared,
    /// The sum of the differences, Σ|d|: the distance along a street grid.
    Manhattan,
    /// The greatest difference, max |d|: squares and cubes.
    Chebyshev,
    /// (Σ|d|^p)^(1/p) with an exponent p limited to [`EXPONENTS`](Metric::EXPONENTS): stars at 0.5, Manhattan at 1,
    /// Euclidean at 2, and towards Chebyshev beyond.
    ///
    /// Powers below the least float are 0: with exponent 16, so are distances below 0.002.
    Minkowski,
}

impl Metric {
    /// The least and the greatest exponent of [`Metric::Minkowski`].
    pub const EXPONENTS: [f32; 2] = [0.5, 16.0];

    /// The exponent limited to the valid range.
    #[inline(always)]
    pub(super) fn exponent(asked: f32) -> f32 {
        let [least, greatest] = Metric::EXPONENTS;
        math::min(math::max(asked, least), greatest)
    }

    /// The cost after one more axis; costs never decrease.
    ///
    /// Distances are compared by cost, which is the distance before the root.
    #[inline(always)]
    pub(super) fn extend(self, cost: f32, distance: f32, exponent: f32) -> f32 {
        match self {
            Metric::Euclidean | Metric::EuclideanSquared => cost + distance * distance,
            Metric::Manhattan => cost + distance,
            Metric::Chebyshev => math::max(cost, distance),
            Metric::Minkowski => cost + math::pow(distance, exponent),
        }
    }

    /// The [cost after one more axis](Metric::extend) for several samples.
    #[inline(always)]
    pub(super) fn extend_all<const B: usize, L: Compiled>(
        self,
        costs: &[f32; B],
        distances: &[f32; B],
        exponents: &[f32; B],
    ) -> [f32; B] {
        // Loops inside a match: with a match inside a loop, all alternatives would be computed in lanes.
        match self {
            Metric::Euclidean | Metric::EuclideanSquared => Metric::Euclidean.extend_each(costs, distances),
            Metric::Manhattan => Metric::Manhattan.extend_each(costs, distances),
            Metric::Chebyshev => Metric::Chebyshev.extend_each(costs, distances),
            Metric::Minkowski => {
                let mut extended = powers::<B, L>(distances, exponents);
                for i in 0..B {
                    extended[i] += costs[i];
                }
                extended
            }
        }
    }

    /// The same for a metric known at compile time, which has no exponent.
    #[inline(always)]
    fn extend_each<const B: usize>(self, costs: &[f32; B], distances: &[f32; B]) -> [f32; B] {
        let mut extended = [0.0; B];
        for i in 0..B {
            extended[i] = self.extend(costs[i], distances[i], 0.0);
        }
        extended
    }

    /// Converts costs to distances.
    #[inline(always)]
    pub(super) fn distances<const B: usize, L: Compiled>(self, costs: &[f32; B], exponents: &[f32; B]) -> [f32; B] {
        let mut distances = *costs;
        // Loops inside a match: the compiler would not vectorize a match inside a loop.
        match self {
            Metric::Euclidean => {
                for i in 0..B {
                    distances[i] = math::sqrt(costs[i]);
                }
            }
            Metric::EuclideanSquared | Metric::Manhattan | Metric::Chebyshev => {}
            Metric::Minkowski => {
                let mut inverse = [0.0; B];
                for i in 0..B {
                    inverse[i] = 1.0 / exponents[i];
                }
                distances = powers::<B, L>(costs, &inverse);
            }
        }
        distances
    }

    /// Converts a cost to a distance.
    pub(super) fn distance(self, cost: f32, exponent: f32) -> f32 {
        let [distance] = self.distances::<1, Baseline>(&[cost], &[exponent]);
        distance
    }

    /// The length of a vector.
    pub(super) fn length(self, vector: &[f32], exponent: f32) -> f32 {
        let exponent = Metric::exponent(exponent);
        let cost = vector.iter().fold(0.0, |cost, d| self.extend(cost, d.abs(), exponent));
        self.distance(cost, exponent)
    }
}

/// Powers of several numbers: a part of its own, because few kernels need these and they are long.
#[inline(always)]
fn powers<const B: usize, L: Compiled>(bases: &[f32; B], exponents: &[f32; B]) -> [f32; B] {
    let mut powers = [0.0; B];
    L::run(Powers { bases, exponents, powers: &mut powers });
    powers
}

struct Powers<'a, const B: usize> {
    bases: &'a [f32; B],
    exponents: &'a [f32; B],
    powers: &'a mut [f32; B],
}

impl<const B: usize> VectorKernel for Powers<'_, B> {
    #[inline(always)]
    fn run<const W: usize, V: Vectors<W>>(self) {
        // Copies, of which the compiler knows that they do not overlap.
        let (bases, exponents, mut powers) = (*self.bases, *self.exponents, [0.0; B]);
        for i in 0..B {
            powers[i] = math::pow(bases[i], exponents[i]);
        }
        *self.powers = powers;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_match_their_definitions() {
        let length = |metric: Metric, exponent| metric.length(&[3.0, -4.0], exponent);
        assert_eq!(length(Metric::Euclidean, 0.0), 5.0);
        assert_eq!(length(Metric::EuclideanSquared, 0.0), 25.0);
        assert_eq!(length(Metric::Manhattan, 0.0), 7.0);
        assert_eq!(length(Metric::Chebyshev, 0.0), 4.0);
        assert!((length(Metric::Minkowski, 2.0) - 5.0).abs() < 1e-6);
        assert!((length(Metric::Minkowski, 1.0) - 7.0).abs() < 1e-6);
        assert!((length(Metric::Minkowski, 16.0) - 4.0).abs() < 0.01);
        assert_eq!(length(Metric::Minkowski, -3.0), length(Metric::Minkowski, 0.5));
        assert_eq!(length(Metric::Minkowski, f32::MAX), length(Metric::Minkowski, 16.0));
    }
}
