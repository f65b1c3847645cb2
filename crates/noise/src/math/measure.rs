//! The documented errors of the functions, measured against the platform's `f64` functions.

#![expect(clippy::disallowed_methods, reason = "the platform's functions are the reference")]

use super::*;
use crate::hash::hash;

/// The distance of a result from the exact value, in ulp of the latter.
fn ulps(result: f32, exact: f64) -> f64 {
    let exponent = (exact.abs().to_bits() >> 52) as i32 - 1023;
    let unit = 2.0f64.powi(exponent.max(-126) - 23);
    (f64::from(result) - exact).abs() / unit
}

/// The greatest error over `count` floats spread evenly over all bit patterns, and its argument.
fn one(count: u64, domain: impl Fn(f32) -> bool, f: fn(f32) -> f32, exact: fn(f64) -> f64) -> (f64, f32) {
    let step = (1u64 << 32) / count + 1;
    let points = (0..1u64 << 32).step_by(step as usize).map(|bits| f32::from_bits(bits as u32));
    points
        .filter(|&x| domain(x))
        .map(|x| (ulps(f(x), exact(f64::from(x))), x))
        .fold((0.0, 0.0), |worst, next| if next.0 > worst.0 { next } else { worst })
}

/// The greatest error over `count` pseudo-random pairs whose results are in range, and its arguments.
fn two(
    count: u32,
    pair: fn(u32, u32) -> (f32, f32),
    f: fn(f32, f32) -> f32,
    exact: fn(f64, f64) -> f64,
) -> (f64, (f32, f32)) {
    (0..count)
        .map(|i| pair(hash(1, [i as i32]), hash(2, [i as i32])))
        .map(|(x, y)| (x, y, exact(f64::from(x), f64::from(y))))
        .filter(|(_, _, exact)| exact.abs() <= f64::from(f32::MAX))
        .map(|(x, y, exact)| (ulps(f(x, y), exact), (x, y)))
        .fold((0.0, (0.0, 0.0)), |worst, next| if next.0 > worst.0 { next } else { worst })
}

fn decode(x: f64) -> f64 {
    let linear = if x.abs() <= 0.04045 { x.abs() / 12.92 } else { ((x.abs() + 0.055) / 1.055).powf(2.4) };
    linear.copysign(x)
}

fn encode(x: f64) -> f64 {
    let encoded = if x.abs() <= 0.0031308 { x.abs() * 12.92 } else { x.abs().powf(1.0 / 2.4) * 1.055 - 0.055 };
    encoded.copysign(x)
}

/// Checks every function at `count` points, and prints its greatest error.
fn measure(count: u32) {
    let report = |name: &str, (error, at): (f64, f32), limit: f64| {
        println!("{name}: {error:.4} ulp at {at:e}");
        assert!(error <= limit, "{name}({at:e}) is off by {error} ulp");
    };
    let count_of_one = u64::from(count);
    let angle = |x: f32| x.abs() <= 1_073_741_824.0;
    report("sin", one(count_of_one, angle, sin, f64::sin), 0.501);
    report("cos", one(count_of_one, angle, cos, f64::cos), 0.501);
    report("tan", one(count_of_one, angle, tan, f64::tan), 0.501);
    let ratio = |x: f32| x.abs() <= 1.0;
    report("asin", one(count_of_one, ratio, asin, f64::asin), 0.501);
    report("acos", one(count_of_one, ratio, acos, f64::acos), 0.501);
    report("atan", one(count_of_one, f32::is_finite, atan, f64::atan), 0.501);
    report("exp2", one(count_of_one, |x| x < 128.0, exp2, f64::exp2), 0.501);
    report("exp", one(count_of_one, |x| x < 88.722_8, exp, f64::exp), 0.501);
    let positive = |x: f32| x > 0.0 && x.is_finite();
    report("log2", one(count_of_one, positive, log2, f64::log2), 0.501);
    report("ln", one(count_of_one, positive, ln, f64::ln), 0.501);
    report("srgb_to_linear", one(count_of_one, |x| x.abs() < 1e15, srgb_to_linear, decode), 0.501);
    report("linear_to_srgb", one(count_of_one, f32::is_finite, linear_to_srgb, encode), 0.501);

    let any = |a, b| {
        let float = |bits: u32| Some(f32::from_bits(bits)).filter(|x| x.is_finite()).unwrap_or(1.0);
        (float(a), float(b))
    };
    // Bases of every magnitude, and exponents for which most powers are in range.
    let powers = |a: u32, b: u32| (f32::from_bits(a % 0x7F80_0000), (b as f32 / 2f32.powi(32) - 0.5) * 4.0);
    // Bases near 1, whose powers are in range for large exponents.
    let near = |a: u32, b: u32| (0.5 + a as f32 / 2f32.powi(32), (b as f32 / 2f32.powi(32) - 0.5) * 300.0);
    // Quotients below 2^29.
    let quotients = |a: u32, b: u32| {
        let divisor = 0.001 + b as f32 / 2f32.powi(28);
        // Dividends of every magnitude, mostly small: there a negative one makes the remainder round.
        let dividend = f32::from_bits(a % 0x7F80_0000) * if b & 1 == 0 { 1.0 } else { -1.0 };
        let in_range = (dividend / divisor).abs() < 2f32.powi(29);
        (if in_range { dividend } else { -divisor / (b % 97 + 1) as f32 }, divisor)
    };
    // Next to the divisor, the expected result is the float below it.
    let remainder = |a: f64, b: f64| a.rem_euclid(b).min(f64::from((b as f32).next_down()));
    for (name, (error, at), limit) in [
        ("modulo", two(count, quotients, modulo, remainder), 0.501),
        ("atan2", two(count, any, atan2, f64::atan2), 0.501),
        ("pow", two(count, powers, pow, f64::powf), 0.501),
        ("pow near 1", two(count, near, pow, f64::powf), 0.501),
    ] {
        println!("{name}: {error:.4} ulp at {at:?}");
        assert!(error <= limit, "{name}{at:?} is off by {error} ulp");
    }
}

#[test]
fn errors_are_as_documented() {
    measure(1 << 16);
}

#[test]
#[ignore = "minutes; prints the documented errors"]
fn errors_over_many_points() {
    measure(1 << 24);
}
