//! Polynomials in `f64`, and how their arguments and results pass to and from `f32`.

/// The one rounding of a result computed in `f64` that may be too great for an `f32`, and must not be NaN.
#[inline(always)]
pub(super) fn narrow(x: f64) -> f32 {
    const MAX: f64 = f32::MAX as f64;
    let x = if x < MAX { x } else { MAX };
    let x = if x > -MAX { x } else { -MAX };
    x as f32
}

/// 1.5 * 2^52. Adding it rounds a double of moderate size to an integer and leaves that integer, in two's
/// complement, in the low bits.
pub(crate) const ROUNDER: f64 = 6_755_399_441_055_744.0;

/// The polynomial with the given coefficients, lowest power first, by Horner's rule.
#[inline(always)]
pub(super) fn polynomial<const N: usize>(x: f64, coefficients: [f64; N]) -> f64 {
    let mut sum = coefficients[N - 1];
    for i in (0..N - 1).rev() {
        sum = sum * x + coefficients[i];
    }
    sum
}
