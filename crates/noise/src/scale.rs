//! The factors that scale lattice sums to [-1, 1].

use std::f64::consts::{FRAC_1_SQRT_2, PI, SQRT_2};

use crate::basis::Basis;
use crate::interpolant::Interpolation;

/// A margin for the rounding of sums, so that none exceeds ±1.
const ROUNDING_MARGIN: f64 = 1.0 + 4e-6;

/// The same margin for slopes. They cancel more than sums do, and the cosine's slope is a polynomial approximation.
const SLOPE_ROOM: f64 = 1.0 + 2e-5;

/// The greatest value of gradient noise by interpolation and by dimension, 1 to 4: the maximum over a cell of the
/// sum, over its corners, of the corner's weight times the greatest scalar product of a gradient with the distance to
/// the corner. Each corner can have its best gradient, so the maximum is reached.
const GRADIENT_BOUNDS: [[f64; 4]; 4] = [
    [0.5, FRAC_1_SQRT_2, 1.064828162343, 1.565313239721],
    [0.5, FRAC_1_SQRT_2, 1.043099225225, 1.543377101618],
    [0.5, FRAC_1_SQRT_2, 1.044905189610, 1.545199921528],
    [0.5, FRAC_1_SQRT_2, 1.036353811212, 1.536582334047],
];

/// The greatest derivative of gradient noise along an axis, by interpolation and by dimension, 1 to 4: the maximum
/// over a cell of the sum, over its corners, of the best gradient's contribution. Each corner can have its best
/// gradient, so the maximum is reached.
const GRADIENT_SLOPE_BOUNDS: [[f64; 4]; 4] = [
    [2.000000000000, 2.230442497388, 3.125000000000, 4.129656324687],
    [1.391007845456, 1.687569143572, PI, 4.712388980385],
    [SQRT_2, 1.679378605318, 3.000000000000, 4.500000000000],
    [1.347150628109, 2.067122126778, 3.750000000000, 5.625000000000],
];

/// The greatest derivative of value noise along an axis, by interpolation: that of the weight between values -1 and
/// 1, or that of the cubic spline.
const VALUE_SLOPE_BOUNDS: [f64; 5] = [2.0, PI, 3.0, 3.75, 3.0 / 1.25];

/// The greatest value of simplex noise in 2 to 4 dimensions, plain and smooth: the same maximum over a simplex, with
/// the kernels as weights.
const SIMPLEX_BOUNDS: [[f64; 3]; 2] = [
    [0.010080204702811436, 0.013007157182859351, 0.015929221459014986],
    [0.054940678273062704, 0.055711629341316155, 0.06559456240178704],
];

/// The greatest derivatives of both along an axis: the maxima over the simplices of a cell.
const SIMPLEX_SLOPE_BOUNDS: [[f64; 3]; 2] = [
    [0.07177208037676319, 0.08886677769065897, 0.09443420459353169],
    [0.24953880212683244, 0.32147180767690786, 0.3356066519316214],
];

/// The index of an interpolation in the tables.
fn index(interpolation: Interpolation) -> usize {
    match interpolation {
        Interpolation::Linear => 0,
        Interpolation::Cosine => 1,
        Interpolation::Smoothstep => 2,
        Interpolation::Smootherstep => 3,
        Interpolation::Cubic => 4,
    }
}

/// The greatest value of lattice sums before scaling.
fn bound(basis: Basis, dimensions: u8, interpolation: Interpolation) -> f64 {
    /// The greatest magnitude of lattice values, which are integers.
    const UNIT: f64 = 2_147_483_648.0;
    match (basis, interpolation) {
        (Basis::Gradient, _) => GRADIENT_BOUNDS[index(interpolation)][usize::from(dimensions) - 1],
        // Between four values of equal magnitude a spline overshoots by a quarter, and it does so along each axis.
        (Basis::Value, Interpolation::Cubic) => (0..dimensions).fold(UNIT, |bound, _| bound * 1.25),
        (Basis::Value, _) => UNIT,
    }
}

/// The factor that scales a lattice sum.
pub(crate) fn of(basis: Basis, dimensions: u8, interpolation: Interpolation) -> f32 {
    (1.0 / (bound(basis, dimensions, interpolation) * ROUNDING_MARGIN)) as f32
}

/// The greatest derivative along an axis of a scaled lattice noise.
pub(crate) fn greatest_slope(basis: Basis, dimensions: u8, interpolation: Interpolation) -> f32 {
    let slope = match basis {
        Basis::Gradient => {
            GRADIENT_SLOPE_BOUNDS[index(interpolation)][usize::from(dimensions) - 1]
                / bound(basis, dimensions, interpolation)
        }
        Basis::Value => VALUE_SLOPE_BOUNDS[index(interpolation)],
    };
    (slope * SLOPE_ROOM) as f32
}

/// The factor that scales a sum of simplex noise in 2 to 4 dimensions.
pub(crate) const fn of_simplex(dimensions: usize, smooth: bool) -> f32 {
    (1.0 / (SIMPLEX_BOUNDS[smooth as usize][dimensions - 2] * ROUNDING_MARGIN)) as f32
}

/// The greatest derivative along an axis of scaled simplex noise.
pub(crate) fn greatest_simplex_slope(dimensions: usize, smooth: bool) -> f32 {
    let bound = |bounds: [[f64; 3]; 2]| bounds[usize::from(smooth)][dimensions - 2];
    (bound(SIMPLEX_SLOPE_BOUNDS) / bound(SIMPLEX_BOUNDS) * SLOPE_ROOM) as f32
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "a reference in double precision")]
mod tests {
    use super::*;
    use crate::hash::hash;

    fn weight(interpolation: usize, t: f64) -> f64 {
        match interpolation {
            0 => t,
            1 => (1.0 - (PI * t).cos()) / 2.0,
            2 => t * t * (3.0 - 2.0 * t),
            _ => t * t * t * (t * (t * 6.0 - 15.0) + 10.0),
        }
    }

    fn weight_slope(interpolation: usize, t: f64) -> f64 {
        match interpolation {
            0 => 1.0,
            1 => (PI * t).sin() * std::f64::consts::FRAC_PI_2,
            2 => 6.0 * t * (1.0 - t),
            _ => 30.0 * (t * (1.0 - t)).powi(2),
        }
    }

    /// The greatest scalar product of a gradient with the given distances.
    fn best(distances: &[f64]) -> f64 {
        let sizes = distances.iter().map(|d| d.abs());
        match distances {
            [x] => x.abs(),
            [x, y] => (0..16)
                .map(|i| f64::from(i) * PI / 8.0)
                .map(|angle| angle.cos() * x + angle.sin() * y)
                .fold(0.0, f64::max),
            // All components are ±1 except one, which is 0.
            _ => sizes.clone().sum::<f64>() - sizes.fold(f64::INFINITY, f64::min),
        }
    }

    /// The sum over all corners of `part`, applied to the corner's distances and weights by axis.
    fn corners(interpolation: usize, point: &[f64], part: impl Fn(&[f64], &[f64]) -> f64) -> f64 {
        (0..1 << point.len())
            .map(|corner| {
                let above = |axis: usize| corner >> axis & 1 == 1;
                let axes = || point.iter().enumerate();
                let distances: Vec<f64> = axes().map(|(axis, x)| if above(axis) { x - 1.0 } else { *x }).collect();
                let weights: Vec<f64> = axes()
                    .map(|(axis, x)| {
                        let weight = weight(interpolation, *x);
                        if above(axis) { weight } else { 1.0 - weight }
                    })
                    .collect();
                part(&distances, &weights)
            })
            .sum()
    }

    fn sum(interpolation: usize, point: &[f64]) -> f64 {
        corners(interpolation, point, |distances, weights| weights.iter().product::<f64>() * best(distances))
    }

    /// The greatest derivative along the first axis.
    fn slope(interpolation: usize, point: &[f64]) -> f64 {
        corners(interpolation, point, |distances, weights| {
            let others = weights[1..].iter().product::<f64>();
            // The derivative of the corner's contribution is the scalar product of the gradient with this.
            let rate = others * weight_slope(interpolation, point[0]) * -distances[0].signum();
            let mut direction: Vec<f64> = distances.iter().map(|x| rate * x).collect();
            direction[0] += others * weights[0];
            best(&direction)
        })
    }

    /// The maximum over a cell: a search on a grid, refined around the best points.
    fn maximum(sum: impl Fn(&[f64]) -> f64, dimensions: usize) -> f64 {
        let side = [257usize, 65, 17, 9][dimensions - 1];
        let mut points: Vec<(f64, Vec<f64>)> = (0..side.pow(dimensions as u32))
            .map(|i| {
                let point: Vec<f64> =
                    (0..dimensions).map(|axis| (i / side.pow(axis as u32) % side) as f64 / (side - 1) as f64).collect();
                (sum(&point), point)
            })
            .collect();
        let mut step = 1.0 / side as f64;
        let mut count = 0;
        while step > 1e-9 {
            points.sort_by(|a, b| b.0.total_cmp(&a.0));
            points.truncate(16);
            for i in 0..points.len() * 24 {
                let point: Vec<f64> = points[i / 24]
                    .1
                    .iter()
                    .map(|x| {
                        count += 1;
                        let random = f64::from(hash(0, [count])) / 2.0f64.powi(31) - 1.0;
                        (x + step * random).clamp(0.0, 1.0)
                    })
                    .collect();
                points.push((sum(&point), point));
            }
            step *= 0.8;
        }
        points.iter().map(|(value, _)| *value).fold(0.0, f64::max)
    }

    #[test]
    fn bounds_are_the_maxima_over_a_cell() {
        for (interpolation, bounds) in GRADIENT_BOUNDS.iter().enumerate() {
            for (i, bound) in bounds.iter().enumerate() {
                let found = maximum(|point| sum(interpolation, point), i + 1);
                assert!((found - bound).abs() < 1e-8, "{interpolation}, {}D: {found}, not {bound}", i + 1);
            }
        }
    }

    #[test]
    fn slope_bounds_are_the_maxima_over_a_cell() {
        for (interpolation, bounds) in GRADIENT_SLOPE_BOUNDS.iter().enumerate() {
            for (i, bound) in bounds.iter().enumerate() {
                let found = maximum(|point| slope(interpolation, point), i + 1);
                assert!((found - bound).abs() < 1e-8, "{interpolation}, {}D: {found}, not {bound}", i + 1);
            }
        }
    }

    /// The sum of `part` over all lattice points with a positive weight in a cell, applied to the point's weight and
    /// to the distance from it. `point` is given in the lattice whose axes are the edges of simplices.
    fn lattice_points(smooth: bool, point: &[f64], part: impl Fn(f64, &[f64]) -> f64) -> f64 {
        let count = point.len();
        let unskew = (1.0 - 1.0 / (count as f64 + 1.0).sqrt()) / count as f64;
        let radius = if smooth { 2.0 / 3.0 } else { 0.5 };
        (0..4usize.pow(count as u32))
            .map(|i| {
                let steps = |axis: usize| (i / 4usize.pow(axis as u32) % 4) as f64 - 1.0;
                let ways: Vec<f64> = point.iter().enumerate().map(|(axis, x)| x - steps(axis)).collect();
                let back = ways.iter().sum::<f64>() * unskew;
                let distances: Vec<f64> = ways.iter().map(|way| way - back).collect();
                let weight = radius - distances.iter().map(|x| x * x).sum::<f64>();
                if weight > 0.0 { part(weight, &distances) } else { 0.0 }
            })
            .sum()
    }

    fn simplex_sum(smooth: bool, point: &[f64]) -> f64 {
        lattice_points(smooth, point, |weight, distances| weight.powi(4) * best(distances))
    }

    /// The greatest derivative along the first axis.
    fn simplex_slope(smooth: bool, point: &[f64]) -> f64 {
        lattice_points(smooth, point, |weight, distances| {
            // The derivative of the point's contribution is the scalar product of the gradient with this.
            let rate = -8.0 * weight.powi(3) * distances[0];
            let mut direction: Vec<f64> = distances.iter().map(|x| rate * x).collect();
            direction[0] += weight.powi(4);
            best(&direction)
        })
    }

    #[test]
    fn bounds_are_the_maxima_over_a_simplex() {
        let mut wrong = Vec::new();
        for (smooth, all) in [false, true].into_iter().zip([0, 1]) {
            for (i, bound) in SIMPLEX_BOUNDS[all].iter().enumerate() {
                let found = maximum(|point| simplex_sum(smooth, point), i + 2);
                if (found / bound - 1.0).abs() > 1e-8 {
                    wrong.push(format!("{}D, smooth {smooth}: {found}, not {bound}", i + 2));
                }
            }
            for (i, bound) in SIMPLEX_SLOPE_BOUNDS[all].iter().enumerate() {
                let found = maximum(|point| simplex_slope(smooth, point), i + 2);
                if (found / bound - 1.0).abs() > 1e-8 {
                    wrong.push(format!("{}D, smooth {smooth}: slope {found}, not {bound}", i + 2));
                }
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    #[test]
    fn a_spline_overshoots_by_a_quarter() {
        let greatest = (0..=1000)
            .map(|i| i as f32 / 1000.0)
            .map(|t| {
                [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]]
                    .map(|points| crate::interpolant::cubic(t, points).abs())
                    .iter()
                    .sum::<f32>()
            })
            .fold(0.0, f32::max);
        assert_eq!(greatest, 1.25);
    }
}
