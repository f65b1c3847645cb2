//! Arithmetic, rounding and ranges.

/// Makes an argument finite: NaN becomes 0, an infinity ±[`f32::MAX`].
#[inline(always)]
pub(super) fn finite(x: f32) -> f32 {
    saturate(if x.is_nan() { 0.0 } else { x })
}

/// Limits `x` to the finite numbers: infinities become ±[`f32::MAX`], and NaN becomes [`f32::MAX`].
#[inline(always)]
pub fn saturate(x: f32) -> f32 {
    // In this form each line compiles to one instruction.
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

/// `a / b`, [saturated](saturate); 0 if `b` is 0.
#[inline(always)]
pub fn div(a: f32, b: f32) -> f32 {
    let quotient = saturate(a / b);
    if b == 0.0 { 0.0 } else { quotient }
}

/// The lesser of the two; `b` if they compare equal or one is NaN.
#[inline(always)]
pub fn min(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// The greater of the two; `b` if they compare equal or one is NaN.
#[inline(always)]
pub fn max(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// `x` limited to [0, 1]; 0 for NaN.
#[inline(always)]
pub fn clamp01(x: f32) -> f32 {
    min(max(x, 0.0), 1.0)
}

/// The straight line through `a` at `t` = 0 and `b` at `t` = 1: `a + t * (b - a)`, each step [saturated](saturate).
/// Both ends are exact, except for the sign of a zero.
///
/// For `t` from 0 to 1 the result lies between `a` and `b`: rounding never carries it past an end.
#[inline(always)]
pub fn lerp(t: f32, a: f32, b: f32) -> f32 {
    let line = add(a, mul(t, sub(b, a)));
    // In this order NaN fails every comparison.
    let between = min(max(a, b), max(min(a, b), line));
    let result = if (0.0..=1.0).contains(&t) { between } else { line };
    if t == 1.0 { saturate(b) } else { result }
}

/// The square root, correctly rounded; 0 for negative numbers.
#[inline(always)]
pub fn sqrt(x: f32) -> f32 {
    // NaN fails the comparison too.
    let x = if x > 0.0 { x } else { 0.0 };
    saturate(x).sqrt()
}

/// The greatest integer not above `x`.
#[inline(always)]
pub fn floor(x: f32) -> f32 {
    finite(x).floor()
}

/// The least integer not below `x`.
#[inline(always)]
pub fn ceil(x: f32) -> f32 {
    finite(x).ceil()
}

/// The nearest integer; halves round away from 0.
#[inline(always)]
pub fn round(x: f32) -> f32 {
    // The float below 0.5. With 0.5 itself, 0.49999997 and large odd numbers would round up.
    const HALF: f32 = 0.5 - f32::EPSILON / 4.0;
    let x = finite(x);
    (x + HALF.copysign(x)).trunc()
}

/// `x` minus its [`floor`], in [0, 1): at most 1 - 2^-24, even where the difference rounds to 1.
#[inline(always)]
pub fn fract(x: f32) -> f32 {
    const BELOW_ONE: f32 = 1.0 - f32::EPSILON / 2.0;
    let x = finite(x);
    min(x - x.floor(), BELOW_ONE)
}

/// The remainder `a - b * floor(a / b)`: in [0, b) for positive `b`, in (b, 0] for negative `b`, and 0 for `b` = 0.
///
/// Within 0.501 ulp while `a / b` is below 2^29, except that a result that rounds to `b` is replaced by the float
/// next to it. The range always holds. Beyond a quotient of 2^53 the value within it is arbitrary, but deterministic.
#[inline(always)]
pub fn modulo(a: f32, b: f32) -> f32 {
    let (a, b) = (finite(a), finite(b));
    let period = b.abs();
    // For a negative period, the mirrored remainder of the mirrored argument.
    let mirror = if b < 0.0 { -1.0 } else { 1.0 };
    let divisor = if b == 0.0 { 1.0 } else { f64::from(period) };
    let x = f64::from(a * mirror);
    let rest = x - divisor * (x / divisor).floor();
    // The rounded quotient can be an integer while the exact one is just below it.
    let rest = if rest < 0.0 { rest + divisor } else { rest };
    let below = f32::from_bits(period.to_bits().wrapping_sub(1));
    let rest = max(min(rest as f32, below), 0.0);
    if b == 0.0 { 0.0 } else { rest * mirror }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_and_products_saturate() {
        assert_eq!(add(f32::MAX, f32::MAX), f32::MAX);
        assert_eq!(sub(-f32::MAX, f32::MAX), -f32::MAX);
        assert_eq!(mul(1e30, -1e30), -f32::MAX);
        assert_eq!(div(1e30, 1e-30), f32::MAX);
        assert_eq!([div(1.0, 0.0), div(-1.0, -0.0), div(0.0, 0.0)], [0.0; 3]);
        assert_eq!([f32::NAN, f32::INFINITY, f32::NEG_INFINITY].map(saturate), [f32::MAX, f32::MAX, -f32::MAX]);
        assert_eq!(lerp(0.5, -f32::MAX, f32::MAX), -f32::MAX / 2.0);
        assert_eq!(lerp(0.25, 2.0, 4.0), 2.5);
    }

    #[test]
    fn min_and_max_prefer_the_second_of_equals() {
        assert_eq!([min(1.0, 2.0), max(1.0, 2.0)], [1.0, 2.0]);
        assert_eq!([min(f32::NAN, 2.0), max(f32::NAN, 2.0)], [2.0, 2.0]);
        assert!(min(-0.0, 0.0).is_sign_positive() && max(0.0, -0.0).is_sign_negative());
    }

    #[test]
    fn roots_of_negative_numbers_and_nan_are_0() {
        assert_eq!([-1.0, -0.0, f32::NAN, f32::NEG_INFINITY].map(sqrt), [0.0; 4]);
        assert_eq!(sqrt(f32::INFINITY), f32::MAX.sqrt());
    }

    #[test]
    fn integers_match_the_standard_library() {
        let mut bits = 0u32;
        loop {
            let x = f32::from_bits(bits);
            if x.is_finite() {
                assert_eq!(floor(x).to_bits(), x.floor().to_bits(), "{x:e}");
                assert_eq!(ceil(x).to_bits(), x.ceil().to_bits(), "{x:e}");
                assert_eq!(round(x).to_bits(), x.round().to_bits(), "{x:e}");
            }
            match bits.checked_add(4093) {
                Some(next) => bits = next,
                None => break,
            }
        }
        for half in [0.5f32, 1.5, 2.5, 8_388_607.5, 8_388_609.0, 16_777_215.0] {
            for x in [half.next_down(), half, half.next_up()] {
                assert_eq!(round(x), x.round());
                assert_eq!(round(-x), -x.round());
            }
        }
        for f in [floor, ceil, round] {
            assert_eq!([f32::NAN, f32::INFINITY, f32::NEG_INFINITY].map(f), [0.0, f32::MAX, -f32::MAX]);
        }
    }

    #[test]
    fn fractions_never_reach_1() {
        assert_eq!(fract(-1e-10), 1.0f32.next_down());
        assert_eq!([fract(2.75), fract(-2.75), fract(-3.0), fract(f32::NAN)], [0.75, 0.25, 0.0, 0.0]);
    }

    #[test]
    fn remainders_have_the_sign_of_the_divisor() {
        assert_eq!(
            [modulo(5.5, 2.0), modulo(-0.5, 2.0), modulo(5.5, -2.0), modulo(-0.5, -2.0)],
            [1.5, 1.5, -0.5, -0.5]
        );
        assert_eq!([modulo(3.0, 0.0), modulo(f32::NAN, 2.0), modulo(1.0, f32::NAN)], [0.0; 3]);
        assert_eq!(modulo(-1e-30, 2.0), 2.0f32.next_down());
        assert_eq!(modulo(1.0, f32::INFINITY), 1.0);
        // The quotient of these rounds up to an integer.
        let (a, b) = (0.9f32.next_down() * 10.0, 0.9);
        assert!((0.0..b).contains(&modulo(a, b)));
        assert_eq!(modulo(f32::MAX, f32::from_bits(1)), 0.0);
    }
}
