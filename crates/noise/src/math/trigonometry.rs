//! Sine, cosine and tangent.

use super::polynomial::{ROUNDER, polynomial};

/// The greatest magnitude for which the reduction below is exact.
const LIMIT: f32 = 1_073_741_824.0;

/// An angle as a number of quarter turns, in the low two bits, and a remainder in [-pi/4, pi/4].
///
/// After Cody and Waite: pi/2 is split into three parts. The first two have so few bits that their products with the
/// number of quarter turns are exact. Angles beyond ±2^30, where adjacent floats are more than 60 radians apart, are
/// treated as 0.
#[inline(always)]
fn reduce(x: f32) -> (u64, f64) {
    const PARTS: [f64; 3] = [1.570796251296997, 7.549789415861596e-8, 5.390302858158119e-15];
    let x = f64::from(if x.abs() <= LIMIT { x } else { 0.0 });
    let shifted = x * std::f64::consts::FRAC_2_PI + ROUNDER;
    let quarters = shifted - ROUNDER;
    let rest = ((x - quarters * PARTS[0]) - quarters * PARTS[1]) - quarters * PARTS[2];
    (shifted.to_bits(), rest)
}

/// Sine and cosine on [-pi/4, pi/4], with a relative error below 1e-14.
#[inline(always)]
fn sine_and_cosine(x: f64) -> (f64, f64) {
    let square = x * x;
    let sine = polynomial(
        square,
        [
            1.0,
            -0.16666666666616184,
            0.008333333323802407,
            -0.00019841263259141957,
            2.755526372174464e-6,
            -2.4755970636461245e-8,
        ],
    );
    let cosine = polynomial(
        square,
        [
            1.0,
            -0.4999999999999924,
            0.041666666666470356,
            -0.0013888888869827173,
            2.4801578485996046e-5,
            -2.7555225561306114e-7,
            2.0629964221812804e-9,
        ],
    );
    (x * sine, cosine)
}

/// The sine of an angle, advanced by `ahead` quarter turns.
#[inline(always)]
pub(super) fn sine_ahead(x: f32, ahead: u64) -> f32 {
    let (quarters, rest) = reduce(x);
    let quarters = quarters.wrapping_add(ahead);
    let (sine, cosine) = sine_and_cosine(rest);
    let magnitude = if quarters & 1 == 0 { sine } else { cosine };
    f64::from_bits(magnitude.to_bits() ^ ((quarters & 2) << 62)) as f32
}

/// The sine of an angle in radians, in [-1, 1].
///
/// Angles beyond ±2^30, and NaN, are treated as 0.
///
/// Error: 0.5001 ulp at most, measured over 2^24 floats up to ±2^30.
#[inline(always)]
pub fn sin(x: f32) -> f32 {
    sine_ahead(x, 0)
}

/// The cosine of an angle in radians, in [-1, 1].
///
/// Angles beyond ±2^30, and NaN, are treated as 0, so that the result is 1.
///
/// Error: 0.5001 ulp at most, measured over 2^24 floats up to ±2^30.
#[inline(always)]
pub fn cos(x: f32) -> f32 {
    sine_ahead(x, 1)
}

/// The tangent of an angle in radians.
///
/// Angles beyond ±2^30, and NaN, are treated as 0. No float is a pole.
///
/// Error: 0.5001 ulp at most, measured over 2^24 floats up to ±2^30.
#[inline(always)]
pub fn tan(x: f32) -> f32 {
    let (quarters, rest) = reduce(x);
    let (sine, cosine) = sine_and_cosine(rest);
    let odd = quarters & 1 == 1;
    let quotient = if odd { cosine } else { sine } / if odd { sine } else { cosine };
    f64::from_bits(quotient.to_bits() ^ (quarters << 63)) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_are_as_documented() {
        for x in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, 1_073_741_824.0f32.next_up()] {
            assert_eq!([sin(x), cos(x), tan(x)], [0.0, 1.0, 0.0]);
        }
        assert_eq!([sin(0.0), cos(0.0), tan(0.0)], [0.0, 1.0, 0.0]);
        assert!(sin(-0.0).is_sign_negative());
        assert_eq!(sin(f32::from_bits(1)), f32::from_bits(1));
    }

    #[test]
    fn symmetric_and_in_range() {
        for i in 0..100_000 {
            let x = i as f32 * 17.31;
            assert_eq!([sin(-x), cos(-x), tan(-x)], [-sin(x), cos(x), -tan(x)]);
            assert!(sin(x).abs() <= 1.0 && cos(x).abs() <= 1.0);
        }
    }
}
