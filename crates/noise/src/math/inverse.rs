//! Inverse trigonometric functions, all based on the angle of a point.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};

use super::arithmetic::{finite, max, min};
use super::polynomial::polynomial;

/// The angle of the point (x, y), in [-pi, pi], with a relative error below 1e-15. 0 for the origin, and +pi on the
/// negative x axis. Arguments must be finite.
#[inline(always)]
fn angle(y: f64, x: f64) -> f64 {
    const TAN_PI_8: f64 = 0.414_213_562_373_095_1;
    let (height, width) = (y.abs(), x.abs());
    let steep = height > width;
    let (short, long) = if steep { (width, height) } else { (height, width) };
    // Folding about pi/8 halves the range of the polynomial without a second division.
    let fold = short > long * TAN_PI_8;
    let numerator = if fold { short - long } else { short };
    let denominator = if fold { short + long } else { long };
    let denominator = if denominator == 0.0 { 1.0 } else { denominator };
    let t = numerator / denominator;
    let series = polynomial(
        t * t,
        [
            1.0,
            -0.3333333333332841,
            0.1999999999884811,
            -0.1428571418041357,
            0.11111106157592128,
            -0.09090772543834186,
            0.07689946019609323,
            -0.06640169003058469,
            0.05688009583053912,
            -0.043470713479210624,
            0.021123365014247854,
        ],
    );
    let eighth = t * series + if fold { FRAC_PI_4 } else { 0.0 };
    let quarter = if steep { FRAC_PI_2 - eighth } else { eighth };
    let half = if x < 0.0 { PI - quarter } else { quarter };
    if y < 0.0 { -half } else { half }
}

/// The angle in radians whose sine is `x`, in [-pi/2, pi/2]. Arguments outside [-1, 1] are clamped.
///
/// Error: 0.5001 ulp at most, measured over 2^24 floats in [-1, 1].
#[inline(always)]
pub fn asin(x: f32) -> f32 {
    let sine = f64::from(min(max(finite(x), -1.0), 1.0));
    angle(sine, ((1.0 - sine) * (1.0 + sine)).sqrt()) as f32
}

/// The angle in radians whose cosine is `x`, in [0, pi]. Arguments outside [-1, 1] are clamped.
///
/// Error: 0.5001 ulp at most, measured over 2^24 floats in [-1, 1].
#[inline(always)]
pub fn acos(x: f32) -> f32 {
    let cosine = f64::from(min(max(finite(x), -1.0), 1.0));
    angle(((1.0 - cosine) * (1.0 + cosine)).sqrt(), cosine) as f32
}

/// The angle in radians whose tangent is `x`, in [-pi/2, pi/2].
///
/// Error: 0.5001 ulp at most, measured over 2^24 floats of all magnitudes.
#[inline(always)]
pub fn atan(x: f32) -> f32 {
    angle(f64::from(finite(x)), 1.0) as f32
}

/// The angle in radians of the point (`x`, `y`), from the x axis towards the y axis, in [-pi, pi].
///
/// 0 for the origin. The sign of a zero is ignored: on the negative x axis the angle is +pi.
///
/// Error: 0.5001 ulp at most, measured over 2^24 pairs of floats of all magnitudes.
#[inline(always)]
pub fn atan2(y: f32, x: f32) -> f32 {
    angle(f64::from(finite(y)), f64::from(finite(x))) as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f32::consts;

    #[test]
    fn edges_are_as_documented() {
        assert_eq!([asin(2.0), asin(f32::NEG_INFINITY), asin(f32::NAN)], [consts::FRAC_PI_2, -consts::FRAC_PI_2, 0.0]);
        assert_eq!([acos(2.0), acos(f32::NEG_INFINITY), acos(f32::NAN)], [0.0, consts::PI, consts::FRAC_PI_2]);
        assert_eq!([f32::INFINITY, f32::MIN, f32::NAN].map(atan), [consts::FRAC_PI_2, -consts::FRAC_PI_2, 0.0]);
    }

    #[test]
    fn angles_go_round() {
        let eighth = consts::FRAC_PI_4;
        for (y, x, eighths) in [
            (0.0, 1.0, 0.0),
            (1.0, 1.0, 1.0),
            (1.0, 0.0, 2.0),
            (1.0, -1.0, 3.0),
            (0.0, -1.0, 4.0),
            (-0.0, -1.0, 4.0),
            (-1.0, -1.0, -3.0),
            (-1.0, 0.0, -2.0),
            (-1.0, 1.0, -1.0),
            (0.0, 0.0, 0.0),
            (-0.0, -0.0, 0.0),
            (f32::NAN, f32::NAN, 0.0),
            (f32::INFINITY, f32::INFINITY, 1.0),
        ] {
            assert_eq!(atan2(y, x), eighths * eighth, "({x}, {y})");
        }
    }
}
