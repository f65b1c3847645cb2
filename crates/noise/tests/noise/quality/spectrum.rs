//! The power of 2D noise by frequency and by direction.
//!
//! Measured on pictures of 512 x 512 samples, 8 to a cell, under a Hann window, and averaged over 16 seeds. The
//! expected spectrum is exact: that of the kernel of a lattice point, averaged over its gradients.

use std::f64::consts::{PI, TAU};

use travertine_noise::{Basis, Interpolation};

use super::fourier::power;
use super::pattern::Pattern;
use super::statistics::integral;

const SIDE: usize = 512;
const SAMPLES: f32 = 8.0;
const SEEDS: u32 = 16;

/// The frequency at an index of the transform, in cycles per cell.
fn frequency(i: usize) -> f64 {
    (((i + SIDE / 2) % SIDE) as f64 - SIDE as f64 / 2.0) * f64::from(SAMPLES) / SIDE as f64
}

/// The power at all frequencies (x, y), as parts of the total.
fn measured(pattern: Pattern) -> Vec<([f64; 2], f64)> {
    let mut sums = vec![0.0; SIDE * SIDE];
    let xs: Vec<f32> = (0..SIDE).map(|i| i as f32 / SAMPLES).collect();
    for seed in 0..SEEDS {
        let mut picture = vec![0.0; SIDE * SIDE];
        let z = vec![seed as f32 * 0.618; SIDE];
        for (y, row) in picture.chunks_mut(SIDE).enumerate() {
            pattern.with_seed(seed).fill([&xs, &vec![xs[y]; SIDE], &z, &z], row);
        }
        for (sum, power) in sums.iter_mut().zip(power(&picture, SIDE)) {
            *sum += power;
        }
    }
    let total: f64 = sums.iter().sum();
    sums.iter().enumerate().map(|(i, sum)| ([frequency(i % SIDE), frequency(i / SIDE)], sum / total)).collect()
}

const BANDS: [[f64; 2]; 4] = [[0.0, 0.25], [0.25, 0.5], [0.5, 1.0], [1.0, 2.0]];

/// The percentages given in the documentation of gradient noise: exact, for all frequencies instead of those of a
/// picture.
const STATED: [f64; 4] = [3.2, 28.1, 65.0, 3.7];

/// The percentages of the power between two distances from frequency 0.
fn bands(spectrum: &[([f64; 2], f64)]) -> [f64; 4] {
    BANDS.map(|[from, to]| {
        let inside = spectrum.iter().filter(|([x, y], _)| (from..to).contains(&x.hypot(*y)));
        100.0 * inside.map(|(_, power)| power).sum::<f64>()
    })
}

/// The power within 11.25 degrees of the axes over that within 11.25 degrees of the diagonals.
fn axes_over_diagonals(spectrum: &[([f64; 2], f64)]) -> f64 {
    let share = |middle: f64| {
        let inside = spectrum.iter().filter(|([x, y], _)| {
            let angle = y.abs().atan2(x.abs());
            (*x != 0.0 || *y != 0.0) && (angle - middle).abs().min((angle - (PI / 2.0 - middle)).abs()) < PI / 16.0
        });
        inside.map(|(_, power)| power).sum::<f64>()
    };
    share(0.0) / share(PI / 4.0)
}

/// The exact spectrum of gradient noise at the same frequencies: the squared transform of the kernel `w(|x|) w(|y|) g
/// . (x, y)`.
fn expected() -> Vec<([f64; 2], f64)> {
    let weight = |t: f64| 1.0 - t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
    let even = |f: f64| 2.0 * integral(0.0, 1.0, |t| weight(t) * (TAU * f * t).cos());
    let odd = |f: f64| 2.0 * integral(0.0, 1.0, |t| weight(t) * t * (TAU * f * t).sin());
    let along: Vec<(f64, f64, f64)> = (0..SIDE).map(frequency).map(|f| (f, even(f).powi(2), odd(f).powi(2))).collect();
    let mut spectrum = Vec::new();
    for (x, even_x, odd_x) in &along {
        for (y, even_y, odd_y) in &along {
            spectrum.push(([*x, *y], odd_x * even_y + even_x * odd_y));
        }
    }
    let total: f64 = spectrum.iter().map(|(_, power)| power).sum();
    spectrum.iter_mut().for_each(|(_, power)| *power /= total);
    spectrum
}

#[test]
fn perlin_noise_has_the_expected_spectrum() {
    let pattern = Pattern::lattice(Basis::Gradient, 2, Interpolation::Smootherstep);
    let (found, expected) = (measured(pattern), expected());
    let (ratio, expected_ratio) = (axes_over_diagonals(&found), axes_over_diagonals(&expected));
    println!("axes over diagonals: {ratio:.3}, expected {expected_ratio:.3}");
    // A lower limit above the one for simplex noise: the measure distinguishes them.
    assert!((1.05..1.25).contains(&ratio) && (ratio - expected_ratio).abs() < 0.05, "{ratio}");
    let (found, expected) = (bands(&found), bands(&expected));
    println!("bands {BANDS:?}: {found:.2?} %, expected {expected:.2?} %");
    for ((found, expected), stated) in found.into_iter().zip(expected).zip(STATED) {
        assert!((found - expected).abs() < 0.3, "{found} %, not {expected} %");
        assert!((found - stated).abs() < 1.0, "{found} %, not {stated} %");
    }
}

#[test]
fn power_is_nearly_isotropic() {
    let perlin_3d = Pattern::lattice(Basis::Gradient, 3, Interpolation::Smootherstep);
    let others = [Pattern::simplex, Pattern::smooth_simplex, Pattern::gabor]
        .into_iter()
        .flat_map(|pattern| [2, 3].map(|dimensions| (pattern(dimensions), 1.05)));
    for (pattern, limit) in [(perlin_3d, 1.25)].into_iter().chain(others) {
        let spectrum = measured(pattern);
        let ratio = axes_over_diagonals(&spectrum);
        println!("{}: axes over diagonals {ratio:.3}, bands {:.1?} %", pattern.name(), bands(&spectrum));
        assert!((1.0 / limit..limit).contains(&ratio), "{}: {ratio}", pattern.name());
    }
}
