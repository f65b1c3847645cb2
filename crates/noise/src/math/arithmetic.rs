//! Arithmetic, rounding and ranges.

use super::finite;

/// `x`, limited to the finite numbers: infinities become ±[`f32::MAX`], and so does NaN, +[`f32::MAX`].
#[inline(always)]
pub fn saturate(x: f32) -> f32 {
    // In this form each line is one instruction.
    let x = if x < f32::MAX { x } else { f32::MAX };
    if x > -f32::MAX { x } else { -f32::MAX }
}

/// `a + b`, [saturated](saturate).
#[inline(always)]
pub fn add(a: f32, b: f32) -> f32 {
    saturate(a + b)
}

/// `a - b`, [saturated](saturate).
#[inline(always)]
pub fn sub(a: f32, b: f32) -> f32 {
    saturate(a - b)
}

/// `a * b`, [saturated](saturate).
#[inline(always)]
pub fn mul(a: f32, b: f32) -> f32 {
    saturate(a * b)
}

/// `a / b`, [saturated](saturate); 0 where `b` is 0.
#[inline(always)]
pub fn div(a: f32, b: f32) -> f32 {
    let quotient = saturate(a / b);
    if b == 0.0 { 0.0 } else { quotient }
}

/// The lesser of the two; `b` where they compare equal or one is NaN.
#[inline(always)]
pub fn min(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// The greater of the two; `b` where they compare equal or one is NaN.
#[inline(always)]
pub fn max(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// `a + t * (b - a)`, each step [saturated](saturate): `a` at `t` = 0, close to `b` at `t` = 1, a straight line
/// beyond.
#[inline(always)]
pub fn lerp(t: f32, a: f32, b: f32) -> f32 {
    add(a, mul(t, sub(b, a)))
}

/// The square root, correctly rounded; 0 for negative numbers.
#[inline(always)]
pub fn sqrt(x: f32) -> f32 {
    // NaN fails the comparison too.
    let x = if x > 0.0 { x } else { 0.0 };
    saturate(x).sqrt()
}

/// The greatest integer that is not above `x`.
#[inline(always)]
pub fn floor(x: f32) -> f32 {
    finite(x).floor()
}

/// The least integer that is not below `x`.
#[inline(always)]
pub fn ceil(x: f32) -> f32 {
    finite(x).ceil()
}

/// The nearest integer; of two equally near ones that further from 0.
#[inline(always)]
pub fn round(x: f32) -> f32 {
    // The number below 0.5: with 0.5 itself, the sum would round up for 0.49999997 and for large odd numbers.
    const HALF: f32 = 0.5 - f32::EPSILON / 4.0;
    let x = finite(x);
    (x + HALF.copysign(x)).trunc()
}

/// `x` minus its [`floor`], in [0, 1): at most 1 - 2^-24, also where the difference rounds to 1.
#[inline(always)]
pub fn fract(x: f32) -> f32 {
    const BELOW_ONE: f32 = 1.0 - f32::EPSILON / 2.0;
    let x = finite(x);
    min(x - x.floor(), BELOW_ONE)
}

/// The remainder `a - b * floor(a / b)`: in [0, b) for positive `b`, in (b, 0] for negative, 0 for `b` = 0.
///
/// Correctly rounded while `a / b` is below 2^29, except that a result that rounds to `b` is the number next
/// to `b` instead. The range holds always; where the quotient exceeds 2^53 the value in it is arbitrary, yet
/// the same everywhere.
#[inline(always)]
pub fn modulo(a: f32, b: f32) -> f32 {
    let (a, b) = (finite(a), finite(b));
    let period = b.abs();
    // For a negative period: the remainder of the mirrored argument, mirrored.
    let mirror = if b < 0.0 { -1.0 } else { 1.0 };
    let divisor = if b == 0.0 { 1.0 } else { f64::from(period) };
    let x = f64::from(a * mirror);
    let rest = x - divisor * (x / divisor).floor();
    // The rounded quotient can be an integer that the exact one just misses.
    let rest = if rest < 0.0 { rest + divisor } else { rest };
    let rest = if rest >= divisor { rest - divisor } else { rest };
    let below = f32::from_bits(period.to_bits().wrapping_sub(1));
    let rest = max(min(rest as f32, below), 0.0);
    if b == 0.0 { 0.0 } else { rest * mirror }
}
