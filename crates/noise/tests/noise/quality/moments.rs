//! The mean and standard deviation of single octaves.
//!
//! The expected deviations are exact integrals. A noise is a sum over lattice points of a kernel times a random value
//! or slope of mean 0. Lattice points are independent. The variance at a position is therefore the sum of the squared
//! kernels times the variance of the random quantity; over all positions it is the integral of the squared kernel
//! times that variance.

use std::f64::consts::{FRAC_1_SQRT_2, PI};

use travertine_noise::{Basis, Gabor, Grain, Interpolation, Random, Wave};

use super::pattern::Pattern;
use super::statistics::{integral, moments};

/// The greatest sums before scaling, by dimension; the unit tests of the crate derive them.
const GRADIENT_BOUNDS: [f64; 4] = [0.5, FRAC_1_SQRT_2, 1.036353811212, 1.536582334047];
const SIMPLEX_BOUNDS: [[f64; 3]; 2] = [
    [0.010080204702811436, 0.013007157182859351, 0.015929221459014986],
    [0.054940678273062704, 0.055711629341316155, 0.06559456240178704],
];

/// The weight of the lattice point below.
fn weight(interpolation: Interpolation, t: f64) -> f64 {
    1.0 - match interpolation {
        Interpolation::Linear => t,
        Interpolation::Cosine => (1.0 - (PI * t).cos()) / 2.0,
        Interpolation::Smoothstep => t * t * (3.0 - 2.0 * t),
        _ => t * t * t * (t * (t * 6.0 - 15.0) + 10.0),
    }
}

/// The variance of a gradient's component, the same in every direction.
fn component(dimensions: usize) -> f64 {
    [1.0 / 3.0, 1.0 / 2.0, 2.0 / 3.0, 3.0 / 4.0][dimensions - 1]
}

/// All 2^D corners are alike, each with the kernel `w(x) w(y) ... g . (x, y, ...)`: D products of integrals along the
/// axes.
fn gradient_deviation(dimensions: usize) -> f64 {
    let weight = |t| weight(Interpolation::Smootherstep, t);
    let across = integral(0.0, 1.0, |t| weight(t).powi(2));
    let along = integral(0.0, 1.0, |t| (weight(t) * t).powi(2));
    let sum = dimensions as f64 * along * across.powi(dimensions as i32 - 1);
    let variance = (1 << dimensions) as f64 * component(dimensions) * sum;
    variance.sqrt() / GRADIENT_BOUNDS[dimensions - 1]
}

/// Values are uniform in [-1, 1] with variance 1/3; the kernel is a product over the axes.
fn value_deviation(dimensions: usize, interpolation: Interpolation) -> f64 {
    let along = if interpolation == Interpolation::Cubic {
        let inner = |t: f64| (t * t * (3.0 * t - 5.0) + 2.0) / 2.0;
        let outer = |t: f64| t * t * (t - 1.0) / 2.0;
        // The greatest sum is 5/4 along each axis.
        2.0 * integral(0.0, 1.0, |t| inner(t).powi(2) + outer(t).powi(2)) / 1.5625
    } else {
        2.0 * integral(0.0, 1.0, |t| weight(interpolation, t).powi(2))
    };
    (along.powi(dimensions as i32) / 3.0).sqrt()
}

/// The integral over a ball of a function of the radius.
fn ball(dimensions: usize, radius: f64, f: impl Fn(f64) -> f64) -> f64 {
    let sphere = [2.0 * PI, 4.0 * PI, 2.0 * PI * PI][dimensions - 2];
    integral(0.0, radius, |r| sphere * r.powi(dimensions as i32 - 1) * f(r))
}

/// The kernel is `(1/2 - r²)⁴ g . (x, y, ...)` over the ball in which it is positive, or with 2/3 for smooth noise. A
/// unit cube has √(D + 1) lattice points.
fn simplex_deviation(dimensions: usize, smooth: bool) -> f64 {
    let square = if smooth { 2.0 / 3.0 } else { 0.5f64 };
    let ball = ball(dimensions, square.sqrt(), |r| (square - r * r).powi(8) * r * r);
    let variance = (dimensions as f64 + 1.0).sqrt() * component(dimensions) * ball;
    variance.sqrt() / SIMPLEX_BOUNDS[usize::from(smooth)][dimensions - 2]
}

fn check(pattern: Pattern, expected: f64) {
    let (mean, deviation) = moments(&pattern.over_cells(0));
    println!("{}: mean {mean:+.5}, deviation {deviation:.4}, expected {expected:.4}", pattern.name());
    assert!(mean.abs() < 0.003, "{}: {mean}", pattern.name());
    assert!((deviation / expected - 1.0).abs() < 0.01, "{}: {deviation}, not {expected}", pattern.name());
}

#[test]
fn gradient_noise_has_mean_0_and_the_expected_deviation() {
    for dimensions in 1..=4 {
        let pattern = Pattern::lattice(Basis::Gradient, dimensions, Interpolation::Smootherstep);
        check(pattern, gradient_deviation(dimensions.into()));
    }
}

#[test]
fn value_noise_has_mean_0_and_the_expected_deviation() {
    use Interpolation::{Cosine, Cubic, Linear, Smootherstep, Smoothstep};
    for interpolation in [Linear, Cosine, Smoothstep, Smootherstep, Cubic] {
        for dimensions in 1..=4 {
            let pattern = Pattern::lattice(Basis::Value, dimensions, interpolation);
            check(pattern, value_deviation(dimensions.into(), interpolation));
        }
    }
}

#[test]
fn simplex_noise_has_mean_0_and_the_expected_deviation() {
    for dimensions in 2..=4 {
        check(Pattern::simplex(dimensions), simplex_deviation(dimensions.into(), false));
        check(Pattern::smooth_simplex(dimensions), simplex_deviation(dimensions.into(), true));
    }
}

/// The magnitude that the limit maps to this intensity, by bisection.
fn before_the_limit(intensity: f64) -> f64 {
    let (mut low, mut high) = (0.0f64, 1.0);
    for _ in 0..40 {
        let middle = (low + high) / 2.0;
        let limited = middle * (15.0 - 10.0 * middle.powi(2) + 3.0 * middle.powi(4)) / 8.0;
        if limited < intensity { low = middle } else { high = middle }
    }
    low
}

/// Values pass through a limit; magnitudes before it are in units of 4 standard deviations of either component.
#[test]
fn gabor_noise_has_mean_0_and_the_expected_power_before_the_limit() {
    for dimensions in 2..=3 {
        let (mean, deviation) = moments(&Pattern::gabor(dimensions).over_cells(0));
        let intensity = Pattern::Gabor(Gabor::new(dimensions, Wave::Intensity, 0).unwrap());
        let intensities = intensity.over_cells(0);
        let squares = intensities.iter().map(|intensity| before_the_limit(f64::from(*intensity)).powi(2));
        let power = squares.sum::<f64>() / intensities.len() as f64;
        let limited = intensities.iter().filter(|intensity| **intensity > 0.9999).count() as f64;
        println!(
            "Gabor {dimensions}D: mean {mean:+.5}, deviation {deviation:.4}, power {:.4}, at the limit {:.5}",
            power * 8.0,
            limited / intensities.len() as f64
        );
        assert!(mean.abs() < 0.003, "{dimensions}D: {mean}");
        assert!((0.39..0.42).contains(&deviation), "{dimensions}D: {deviation}");
        assert!((power * 8.0 - 1.0).abs() < 0.01, "{dimensions}D: {power}");
    }
}

#[test]
fn random_numbers_have_uniform_moments() {
    for grain in [Grain::Cell, Grain::Position] {
        for dimensions in 1..=4 {
            let random = Random::new(grain, dimensions, 0).unwrap();
            let positions = (0..1 << 18).map(|i| [i, i >> 6, i >> 12, 0].map(|x| x as f32));
            let (mean, deviation) = moments(&positions.map(|position| random.at(position)).collect::<Vec<_>>());
            println!("{grain:?} {dimensions}D: mean {mean:.5}, deviation {deviation:.4}");
            assert!((mean - 0.5).abs() < 0.003, "{grain:?} {dimensions}D: {mean}");
            assert!((deviation * 12f64.sqrt() - 1.0).abs() < 0.01, "{grain:?} {dimensions}D: {deviation}");
        }
    }
}
