//! Exponentials, logarithms and powers.

use std::f64::consts::{LN_2, LOG2_E, SQRT_2};

use super::arithmetic::{finite, max};
use super::polynomial::{ROUNDER, narrow, polynomial};

/// 2 to the power of `x`, with a relative error below 1e-15. `x` is clamped to [-1000, 1000].
#[inline(always)]
fn power_of_two(x: f64) -> f64 {
    let x = if x < 1000.0 { x } else { 1000.0 };
    let x = if x > -1000.0 { x } else { -1000.0 };
    bounded_power_of_two(x)
}

/// The same for an `x` known to lie in [-1000, 1000].
#[inline(always)]
pub(super) fn bounded_power_of_two(x: f64) -> f64 {
    let shifted = x + ROUNDER;
    let rest = x - (shifted - ROUNDER);
    let mantissa = polynomial(
        rest,
        [
            1.0,
            0.6931471805599501,
            0.240226506959101,
            0.05550410866444169,
            0.009618129107606541,
            0.0013333558231175522,
            0.00015403530442319546,
            1.525265664546036e-5,
            1.3215442232969344e-6,
            1.0208813005360329e-7,
            7.072656799362923e-9,
        ],
    );
    mantissa * f64::from_bits(shifted.to_bits().wrapping_add(1023) << 52)
}

/// The logarithm to base 2 of a positive normal double, with a relative error below 1e-15.
///
/// The sum of the exponent and, for a mantissa m in [sqrt(1/2), sqrt(2)), a series in (m - 1) / (m + 1), which keeps
/// its relative precision near 1.
#[inline(always)]
pub(super) fn binary_logarithm(x: f64) -> f64 {
    const ONE: u64 = 1.0f64.to_bits();
    const HALF_OCTAVE_BELOW: u64 = ONE - (SQRT_2 / 2.0).to_bits();
    // 2^52, whose low bits hold an integer unchanged.
    const INTEGERS: f64 = 4_503_599_627_370_496.0;
    let biased = x.to_bits().wrapping_add(HALF_OCTAVE_BELOW) >> 52;
    let exponent = f64::from_bits(biased | INTEGERS.to_bits()) - (INTEGERS + 1023.0);
    let mantissa = f64::from_bits(x.to_bits().wrapping_sub(biased << 52).wrapping_add(ONE));
    let t = (mantissa - 1.0) / (mantissa + 1.0);
    let series = polynomial(
        t * t,
        [
            2.8853900817779268,
            0.96179669392599,
            0.5770780163453885,
            0.4121985858707324,
            0.32059853172966174,
            0.262334525518217,
            0.22090845571959944,
            0.21370730974693702,
        ],
    );
    exponent + t * series
}

/// The smallest positive `f32`, 2^-149.
const LEAST: f32 = f32::from_bits(1);

/// 2 to the power of `x`; [`f32::MAX`] from 128 on, 0 below -150.
///
/// Exact for integers. Error: 0.5001 ulp at most, measured over 2^24 floats of all magnitudes.
#[inline(always)]
pub fn exp2(x: f32) -> f32 {
    narrow(power_of_two(f64::from(finite(x))))
}

/// e to the power of `x`; [`f32::MAX`] on overflow, from 88.73 on, and 0 below -104.
///
/// Error: 0.5001 ulp at most, measured over 2^24 floats of all magnitudes.
#[inline(always)]
pub fn exp(x: f32) -> f32 {
    narrow(power_of_two(f64::from(finite(x)) * LOG2_E))
}

/// The logarithm to base 2. For `x` <= 0, the logarithm of the smallest positive float: -149, the least result.
///
/// Exact for powers of two. Error: 0.5001 ulp at most, measured over 2^24 positive floats, including subnormal ones.
#[inline(always)]
pub fn log2(x: f32) -> f32 {
    binary_logarithm(f64::from(max(finite(x), LEAST))) as f32
}

/// The natural logarithm. For `x` <= 0, the logarithm of the smallest positive float: -103.27893, the least result.
///
/// Error: 0.5001 ulp at most, measured over 2^24 positive floats, including subnormal ones.
#[inline(always)]
pub fn ln(x: f32) -> f32 {
    (binary_logarithm(f64::from(max(finite(x), LEAST))) * LN_2) as f32
}

/// `x` to the power of `y`; ±[`f32::MAX`] on overflow.
///
/// For a negative `x` and an integral `y` the power has the sign of (-1)^`y`; for other `y` it is 0. `pow(x, 0)` is 1
/// for all `x`, including 0; `pow(0, y)` is 0 for all other `y`, including negative ones.
///
/// Error: 0.5001 ulp at most, measured over 2^24 pairs of floats whose power is in range.
#[inline(always)]
pub fn pow(x: f32, y: f32) -> f32 {
    let (x, y) = (finite(x), finite(y));
    let magnitude = narrow(power_of_two(f64::from(y) * binary_logarithm(f64::from(max(x.abs(), LEAST)))));
    let half = y * 0.5;
    let sign = if half == half.floor() { 1.0 } else { -1.0 };
    let sign = if y == y.floor() { sign } else { 0.0 };
    let signed = if x < 0.0 { sign * magnitude } else { magnitude };
    let power = if x == 0.0 { 0.0 } else { signed };
    if y == 0.0 { 1.0 } else { power }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_of_two_are_exact() {
        for exponent in -149..128 {
            let power = f64::from_bits(((exponent + 1023) as u64) << 52) as f32;
            assert_eq!(exp2(exponent as f32), power);
            assert_eq!(log2(power), exponent as f32);
            assert_eq!(pow(2.0, exponent as f32), power);
        }
    }

    #[test]
    fn overflow_and_underflow_are_finite() {
        for f in [exp, exp2] {
            assert_eq!([200.0, f32::MAX, f32::INFINITY].map(f), [f32::MAX; 3]);
            assert_eq!([-200.0, -f32::MAX, f32::NEG_INFINITY].map(f), [0.0; 3]);
            assert_eq!(f(f32::NAN), 1.0);
        }
        assert_eq!([0.0, -0.0, -1.0, f32::NAN, f32::NEG_INFINITY].map(log2), [-149.0; 5]);
        assert_eq!([0.0, -0.0, -1.0, f32::NAN, f32::NEG_INFINITY].map(ln), [-103.27893; 5]);
        assert_eq!(ln(f32::INFINITY), ln(f32::MAX));
    }

    #[test]
    fn powers_have_the_documented_edges() {
        assert_eq!([pow(0.0, 0.0), pow(5.0, 0.0), pow(-5.0, -0.0), pow(f32::NAN, f32::NAN)], [1.0; 4]);
        assert_eq!([pow(0.0, 2.0), pow(0.0, -2.0), pow(-0.0, 3.0), pow(-2.0, 0.5)], [0.0; 4]);
        assert_eq!([pow(-2.0, 2.0), pow(-2.0, 3.0), pow(-2.0, -1.0)], [4.0, -8.0, -0.5]);
        assert_eq!([pow(-2.0, 127.0), pow(-2.0, 129.0), pow(10.0, 40.0)], [-1.7014118e38, -f32::MAX, f32::MAX]);
        // All floats of this magnitude are even.
        assert_eq!(pow(-1.0, 16_777_216.0), 1.0);
        assert_eq!(pow(-1.0, 16_777_215.0), -1.0);
        assert_eq!(
            [pow(f32::INFINITY, 2.0), pow(2.0, f32::INFINITY), pow(0.5, f32::INFINITY)],
            [f32::MAX, f32::MAX, 0.0]
        );
        assert_eq!([pow(3.0, 2.0), pow(1.0, 1e30), pow(9.0, 0.5), pow(10.0, 3.0)], [9.0, 1.0, 3.0, 1000.0]);
    }
}
