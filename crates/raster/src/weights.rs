//! Weights of interpolation, and their derivatives.

/// Weights of the two samples before a position and the two after it, at `t` from 0 to 1 between the middle ones.
#[inline(always)]
pub fn cubic(t: f64) -> [f64; 4] {
    [
        ((-0.5 * t + 1.0) * t - 0.5) * t,
        (1.5 * t - 2.5) * t * t + 1.0,
        ((-1.5 * t + 2.0) * t + 0.5) * t,
        (0.5 * t - 0.5) * t * t,
    ]
}

/// The derivatives of the [cubic] weights by `t`: the first, the second, or the third.
#[inline(always)]
pub fn cubic_slope(order: u8, t: f64) -> [f64; 4] {
    match order {
        1 => [(-1.5 * t + 2.0) * t - 0.5, (4.5 * t - 5.0) * t, (-4.5 * t + 4.0) * t + 0.5, (1.5 * t - 1.0) * t],
        2 => [-3.0 * t + 2.0, 9.0 * t - 5.0, -9.0 * t + 4.0, 3.0 * t - 1.0],
        _ => [-3.0, 9.0, -9.0, 3.0],
    }
}

/// A factor for each time that weights are differentiated: the power with an exponent of at least 1.
#[inline(always)]
pub fn power(factor: f64, exponent: u8) -> f64 {
    (1..exponent).fold(factor, |power, _| power * factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slopes_are_those_of_the_weights() {
        const STEP: f64 = 1e-5;
        for step in 0..=100 {
            let t = f64::from(step) / 100.0;
            for order in 1..4 {
                let at = |t: f64| if order == 1 { cubic(t) } else { cubic_slope(order - 1, t) };
                let (low, high) = (at(t - STEP), at(t + STEP));
                for (index, slope) in cubic_slope(order, t).iter().enumerate() {
                    let expected = (high[index] - low[index]) / (2.0 * STEP);
                    assert!((slope - expected).abs() < 1e-6, "{order} {index} at {t}: {slope}, {expected}");
                }
            }
        }
        assert_eq!([1, 2, 3].map(|exponent| power(-2.0, exponent)), [-2.0, 4.0, -8.0]);
    }
}
