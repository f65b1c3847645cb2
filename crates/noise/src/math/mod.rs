//! Deterministic mathematics on `f32`: the same bits on every machine, with and without lanes.
//!
//! The standard library hands sine, logarithm and the like to the platform, whose results differ from one
//! machine to the next. Those here are polynomials of our own, evaluated in `f64` by additions,
//! multiplications and divisions only, and rounded to `f32` once. They have no branches and no tables, and
//! vectorise inside [`Level::map`](crate::Level::map).
//!
//! **Every function is finite everywhere.** Unless its page says otherwise, a function takes a NaN argument as
//! 0 and an infinite one as the finite number nearest to it, ±[`f32::MAX`]; a result beyond the finite numbers
//! is ±[`f32::MAX`].
//!
//! Errors are stated in ulp, units in the last place of the exact result. 0.5 is perfect rounding.

mod arithmetic;
mod color;
mod exponential;
mod inverse;
mod trigonometry;
mod waves;

pub use crate::level::to_i32;
pub use arithmetic::{
    add, ceil, clamp01, div, floor, fract, lerp, max, min, modulo, mul, round, saturate, sqrt, sub,
};
pub use color::{linear_to_srgb, srgb_to_linear};
pub use exponential::{exp, exp2, ln, log2, pow};
pub use inverse::{acos, asin, atan, atan2};
pub use trigonometry::{cos, sin, tan};
pub use waves::{cosines, sines};

/// An argument made finite: NaN becomes 0, an infinity ±[`f32::MAX`].
#[inline(always)]
fn finite(x: f32) -> f32 {
    saturate(if x.is_nan() { 0.0 } else { x })
}

/// The one rounding of a result computed in `f64` that may be too great for an `f32`, and must not be NaN.
#[inline(always)]
fn narrow(x: f64) -> f32 {
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
fn polynomial<const N: usize>(x: f64, coefficients: [f64; N]) -> f64 {
    let mut sum = coefficients[N - 1];
    for i in (0..N - 1).rev() {
        sum = sum * x + coefficients[i];
    }
    sum
}

#[cfg(test)]
mod measure;
