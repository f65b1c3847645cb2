//! Deterministic mathematics on `f32`: the same bits on every machine, with and without lanes.
//!
//! The standard library leaves sine, logarithm and the like to the platform, whose results differ between machines.
//! The functions here are polynomials, evaluated in `f64` by additions, multiplications and divisions only, and
//! rounded to `f32` once. They have no branches and no tables, so that the compiler vectorizes them inside
//! [`Level::map`](crate::Level::map).
//!
//! **Every function is finite everywhere.** Unless its documentation says otherwise, a function treats NaN as 0 and
//! an infinite argument as the nearest finite number, ±[`f32::MAX`]; a result beyond the finite numbers is
//! ±[`f32::MAX`].
//!
//! Errors are in ulp, units in the last place of the exact result. Correct rounding has at most 0.5 ulp.

mod arithmetic;
mod color;
mod exponential;
mod inverse;
mod oklab;
mod polynomial;
mod trigonometry;
mod waves;

pub use crate::level::to_i32;
pub use arithmetic::{add, ceil, clamp01, div, floor, fract, lerp, max, min, modulo, mul, round, saturate, sqrt, sub};
pub use color::{linear_to_srgb, srgb_to_linear};
pub use exponential::{exp, exp2, ln, log2, pow};
pub use inverse::{acos, asin, atan, atan2};
pub use oklab::{from_oklab, to_oklab};
pub(crate) use polynomial::ROUNDER;
pub use trigonometry::{cos, sin, tan};
pub use waves::{cosines, sines};

#[cfg(test)]
mod measure;
