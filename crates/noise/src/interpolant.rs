//! Interpolants: the curves between lattice points.

use crate::math;

/// The interpolation between lattice points.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Interpolation {
    /// Straight lines: fastest, with creases at the cell faces. See [`linear`].
    Linear,
    /// Half a cosine wave: continuous slope. See [`cosine`].
    Cosine,
    /// Cubic: continuous slope, as in Perlin's noise of 1985. See [`smoothstep`].
    Smoothstep,
    /// Quintic: continuous slope and curvature, as in Perlin's noise of 2002. See [`smootherstep`].
    #[default]
    Smootherstep,
    /// A Catmull-Rom spline through four lattice points per axis, for value noise only. See [`cubic`].
    Cubic,
}

/// The straight line: `t`.
#[inline(always)]
pub fn linear(t: f32) -> f32 {
    t
}

/// Half a cosine wave, `(1 - cos(pi t)) / 2`, for `t` in [0, 1]; within 2^-23 of it.
///
/// Evaluated as `sin²(pi t / 2)` by a polynomial for the lower half and by symmetry for the upper one. Exactly 0, 1/2
/// and 1 at 0, 1/2 and 1.
#[inline(always)]
pub fn cosine(t: f32) -> f32 {
    let upper = t > 0.5;
    let u = math::min(t, 1.0 - t);
    let v = u * u;
    let series = (((0.012313556 * v - 0.117_537_186) * v + 0.667_620_06) * v - 2.029_355_5) * v + 2.467_401;
    let wave = v * series;
    if upper { 1.0 - wave } else { wave }
}

/// The cubic `3 t² - 2 t³`, as `t * t * (3 - 2 * t)`, for `t` in [0, 1].
#[inline(always)]
pub fn smoothstep(t: f32) -> f32 {
    t * t * (3.0 - 2.0 * t)
}

/// The quintic `6 t⁵ - 15 t⁴ + 10 t³` for `t` in [0, 1]; within 2^-22 of it.
///
/// The lower half is `t * t * t * (t * (t * 6 - 15) + 10)`, the upper one follows by symmetry. Evaluated directly
/// there, the terms would cancel to 1 with errors ten times as large, and exceed 1.
///
/// Ken Perlin, "Improving Noise", SIGGRAPH 2002.
#[inline(always)]
pub fn smootherstep(t: f32) -> f32 {
    let upper = t > 0.5;
    // Not a choice by `upper`: the compiler would evaluate both halves in full.
    let u = math::min(t, 1.0 - t);
    let rise = u * u * u * (u * (u * 6.0 - 15.0) + 10.0);
    if upper { 1.0 - rise } else { rise }
}

/// The Catmull-Rom spline at `t` in [0, 1] between `points[1]` and `points[2]`.
///
/// The result is at most 1.25 times the greatest magnitude of the points.
#[inline(always)]
pub fn cubic(t: f32, points: [f32; 4]) -> f32 {
    let weights = [
        0.5 * t * ((2.0 - t) * t - 1.0),
        0.5 * (t * t * (3.0 * t - 5.0) + 2.0),
        0.5 * t * ((4.0 - 3.0 * t) * t + 1.0),
        0.5 * t * t * (t - 1.0),
    ];
    ((points[0] * weights[0] + points[1] * weights[1]) + points[2] * weights[2]) + points[3] * weights[3]
}

/// The derivative of [`linear`]: 1.
#[inline(always)]
fn linear_slope(_: f32) -> f32 {
    1.0
}

/// The derivative of [`cosine`]: that of its polynomial, within 4e-6 of `pi / 2 * sin(pi t)`.
#[inline(always)]
fn cosine_slope(t: f32) -> f32 {
    let u = if t > 0.5 { 1.0 - t } else { t };
    let v = u * u;
    let series = (((0.061_567_78 * v - 0.470_148_74) * v + 2.002_860_2) * v - 4.058_711) * v + 2.467_401;
    2.0 * u * series
}

/// The derivative of [`smoothstep`]: `6 t (1 - t)`.
#[inline(always)]
fn smoothstep_slope(t: f32) -> f32 {
    6.0 * t * (1.0 - t)
}

/// The derivative of [`smootherstep`]: `30 t² (1 - t)²`.
#[inline(always)]
fn smootherstep_slope(t: f32) -> f32 {
    let bump = t * (1.0 - t);
    30.0 * bump * bump
}

/// The derivative of [`cubic`] with respect to `t`; at most 3 times the greatest magnitude of the points.
#[inline(always)]
pub(crate) fn cubic_slope(t: f32, points: [f32; 4]) -> f32 {
    let weights = [
        0.5 * ((4.0 - 3.0 * t) * t - 1.0),
        0.5 * t * (9.0 * t - 10.0),
        0.5 * ((8.0 - 9.0 * t) * t + 1.0),
        0.5 * t * (3.0 * t - 2.0),
    ];
    ((points[0] * weights[0] + points[1] * weights[1]) + points[2] * weights[2]) + points[3] * weights[3]
}

/// Linear interpolation from `a` to `b`, `a + t * (b - a)`. All lattice sums consist of this step.
#[inline(always)]
pub(crate) fn blend<const N: usize>(t: f32, a: [f32; N], b: [f32; N]) -> [f32; N] {
    let mut between = a;
    for i in 0..N {
        between[i] = a[i] + t * (b[i] - a[i]);
    }
    between
}

impl Interpolation {
    /// Computes the weights of the lattice points above, at offsets in [0, 1] above those below. A spline computes its
    /// weights from the offset.
    ///
    /// The choice is made outside of the loops, so that kernels need not be compiled for each interpolation.
    #[inline(always)]
    pub(crate) fn weigh(self, offsets: &[f32], weights: &mut [f32]) {
        match self {
            Interpolation::Linear | Interpolation::Cubic => trace(linear, offsets, weights),
            Interpolation::Cosine => trace(cosine, offsets, weights),
            Interpolation::Smoothstep => trace(smoothstep, offsets, weights),
            Interpolation::Smootherstep => trace(smootherstep, offsets, weights),
        }
    }

    /// Computes the derivatives of the weights.
    #[inline(always)]
    pub(crate) fn differentiate(self, offsets: &[f32], slopes: &mut [f32]) {
        match self {
            Interpolation::Linear | Interpolation::Cubic => trace(linear_slope, offsets, slopes),
            Interpolation::Cosine => trace(cosine_slope, offsets, slopes),
            Interpolation::Smoothstep => trace(smoothstep_slope, offsets, slopes),
            Interpolation::Smootherstep => trace(smootherstep_slope, offsets, slopes),
        }
    }
}

/// The heights of a curve at many places.
#[inline(always)]
fn trace(curve: impl Fn(f32) -> f32, places: &[f32], heights: &mut [f32]) {
    for (height, place) in heights.iter_mut().zip(places) {
        *height = curve(*place);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WEIGHTS: [fn(f32) -> f32; 4] = [linear, cosine, smoothstep, smootherstep];

    #[test]
    fn weights_rise_from_0_to_1_through_the_middle() {
        for weight in WEIGHTS {
            assert_eq!([0.0, 0.5, 1.0].map(weight), [0.0, 0.5, 1.0]);
            let mut before = 0.0;
            for i in 0..=10_000 {
                let now = weight(i as f32 / 10_000.0);
                assert!((0.0..=1.0).contains(&now) && now >= before - 1e-7);
                before = now;
            }
        }
    }

    #[test]
    fn smootherstep_is_the_quintic() {
        for i in 0..=100_000 {
            let t = f64::from(i as f32 / 100_000.0);
            let exact = t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
            assert!((f64::from(smootherstep(t as f32)) - exact).abs() < 1.5e-7, "{t}");
        }
    }

    #[test]
    fn cosine_is_half_a_cosine_wave() {
        for i in 0..=100_000 {
            let t = i as f32 / 100_000.0;
            #[expect(clippy::disallowed_methods, reason = "the reference")]
            let exact = (1.0 - (std::f64::consts::PI * f64::from(t)).cos()) / 2.0;
            assert!((f64::from(cosine(t)) - exact).abs() < 1.2e-7, "{t}");
        }
    }

    #[test]
    fn slopes_are_the_derivatives() {
        for i in 0..=100_000 {
            let t = i as f32 / 100_000.0;
            let x = f64::from(t);
            #[expect(clippy::disallowed_methods, reason = "the reference")]
            let wave = std::f64::consts::FRAC_PI_2 * (std::f64::consts::PI * x).sin();
            assert!((f64::from(cosine_slope(t)) - wave).abs() < 4e-6, "{t}");
            assert!((f64::from(smoothstep_slope(t)) - 6.0 * (x - x * x)).abs() < 3e-7, "{t}");
            let bump = x - x * x;
            assert!((f64::from(smootherstep_slope(t)) - 30.0 * bump * bump).abs() < 6e-7, "{t}");
        }
        assert_eq!(linear_slope(0.3), 1.0);
        assert!([cosine_slope, smoothstep_slope, smootherstep_slope].iter().all(|slope| slope(0.0) == 0.0));
    }

    #[test]
    fn splines_pass_through_their_points_and_keep_lines_straight() {
        let points = [0.3, -0.8, 0.5, 0.9];
        assert_eq!(cubic(0.0, points), points[1]);
        assert_eq!(cubic(1.0, points), points[2]);
        for i in 0..=100 {
            let t = i as f32 / 100.0;
            assert!((cubic(t, [-1.0, 0.0, 1.0, 2.0]) - t).abs() < 1e-6);
        }
    }
}
