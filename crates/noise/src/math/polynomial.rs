//! Polynomials in `f64`, and conversions of their arguments and results from and to `f32`.

/// Rounds a result from `f64` to `f32`, limited to the finite numbers.
#[inline(always)]
pub(super) fn narrow(x: f64) -> f32 {
    const MAX: f64 = f32::MAX as f64;
    let x = if x < MAX { x } else { MAX };
    let x = if x > -MAX { x } else { -MAX };
    x as f32
}

/// 1.5 * 2^52. Adding it rounds a double of moderate size to an integer, and leaves that integer in the low bits in
/// two's complement.
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
