//! Helpers of the measurements: random numbers independent of the hashes under test, moments and integrals.

/// Sebastiano Vigna's SplitMix64.
pub struct Dice(pub u64);

impl Dice {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Uniform in [0, 1), a multiple of 2^-24.
    pub fn unit(&mut self) -> f32 {
        (self.next() >> 40) as f32 / 16_777_216.0
    }

    /// Uniform among the integers from `-limit` to `limit`, excluding the latter.
    pub fn integer(&mut self, limit: i32) -> i32 {
        (self.next() % (2 * limit as u64)) as i32 - limit
    }
}

/// The mean and the standard deviation.
pub fn moments(values: &[f32]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().map(|value| f64::from(*value)).sum::<f64>() / count;
    let variance = values.iter().map(|value| (f64::from(*value) - mean).powi(2)).sum::<f64>() / count;
    (mean, variance.sqrt())
}

/// Pearson's correlation coefficient.
pub fn correlation(a: &[f32], b: &[f32]) -> f64 {
    let ((mean_a, deviation_a), (mean_b, deviation_b)) = (moments(a), moments(b));
    let products = a.iter().zip(b).map(|(a, b)| (f64::from(*a) - mean_a) * (f64::from(*b) - mean_b));
    products.sum::<f64>() / a.len() as f64 / (deviation_a * deviation_b)
}

/// The integral of a smooth function, by Simpson's rule on 256 intervals.
pub fn integral(from: f64, to: f64, f: impl Fn(f64) -> f64) -> f64 {
    const INTERVALS: u32 = 256;
    let step = (to - from) / f64::from(INTERVALS);
    let weight = |i| if i == 0 || i == INTERVALS { 1.0 } else { f64::from(2 + 2 * (i % 2)) };
    (0..=INTERVALS).map(|i| weight(i) * f(from + f64::from(i) * step)).sum::<f64>() * step / 3.0
}
