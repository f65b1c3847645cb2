//! Sliders: where a number of a range lies between its ends.

use std::ops::RangeInclusive;

use travertine_noise::math::{exp2, log2};

/// The ratio of the ends from which a range is divided evenly by factors, as scales and frequencies are.
const LARGE: f64 = 16.0;

/// A range that a slider covers.
#[derive(Clone, PartialEq, Debug)]
pub struct Slider {
    range: RangeInclusive<f64>,
    /// Whether equal ways on the slider are equal factors.
    pub is_logarithmic: bool,
}

impl Slider {
    /// A slider for a range. Whole numbers are counted, not scaled.
    pub fn new(range: RangeInclusive<f64>, whole: bool) -> Slider {
        let (start, end) = (*range.start(), *range.end());
        Slider { range, is_logarithmic: !whole && start > 0.0 && end / start >= LARGE }
    }

    /// The first and the last number.
    pub fn range(&self) -> &RangeInclusive<f64> {
        &self.range
    }

    /// Where a number lies: 0 at the start, 1 at the end, and beyond for others.
    pub fn part(&self, value: f64) -> f64 {
        let (start, end) = (*self.range.start(), *self.range.end());
        if start >= end {
            return 0.0;
        }
        if self.is_logarithmic {
            // Below the start lie numbers down to 0, which have no logarithm.
            return octaves(value.max(start * 1e-6) / start) / octaves(end / start);
        }
        (value - start) / (end - start)
    }

    /// The number at a place.
    pub fn value(&self, part: f64) -> f64 {
        let (start, end) = (*self.range.start(), *self.range.end());
        if self.is_logarithmic {
            return start * f64::from(exp2((part * octaves(end / start)) as f32));
        }
        start + (end - start) * part
    }

    /// The number after a way on the slider, from -1 to 1 for all of it.
    pub fn moved(&self, value: f64, way: f64) -> f64 {
        if self.is_logarithmic {
            let (start, end) = (*self.range.start(), *self.range.end());
            return value.max(start * 1e-6) * f64::from(exp2((way * octaves(end / start)) as f32));
        }
        value + way * (self.range.end() - self.range.start())
    }

    /// The part that is filled for a number: from the start, or from 0 if it is inside.
    pub fn filled(&self, value: f64) -> [f64; 2] {
        let is_bipolar = *self.range.start() < 0.0 && *self.range.end() > 0.0;
        let origin = if is_bipolar { self.part(0.0) } else { 0.0 };
        let part = self.part(value).clamp(0.0, 1.0);
        [origin.min(part), origin.max(part)]
    }
}

fn octaves(ratio: f64) -> f64 {
    f64::from(log2(ratio as f32))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64) {
        assert!((a - b).abs() <= 1e-5 * b.abs().max(1.0), "{a} is not {b}");
    }

    #[test]
    fn large_positive_ranges_are_divided_by_factors() {
        let scale = Slider::new(0.1..=1000.0, false);
        assert!(scale.is_logarithmic);
        near(scale.part(10.0), 0.5);
        near(scale.value(0.25), 1.0);
        near(scale.moved(2.0, 0.25), 20.0);
        assert!(scale.part(0.0) < 0.0 && scale.part(0.0).is_finite());
        for range in [0.0..=64.0, 1.0..=8.0, -1.0..=64.0] {
            assert!(!Slider::new(range, false).is_logarithmic);
        }
        assert!(!Slider::new(1.0..=64.0, true).is_logarithmic);
    }

    #[test]
    fn ranges_around_zero_are_filled_from_there() {
        let offset = Slider::new(-1.0..=3.0, false);
        assert_eq!(offset.filled(0.0), [0.25, 0.25]);
        assert_eq!(offset.filled(-0.5), [0.125, 0.25]);
        assert_eq!(offset.filled(9.0), [0.25, 1.0]);
        assert_eq!(Slider::new(0.0..=4.0, false).filled(1.0), [0.0, 0.25]);
        assert_eq!(Slider::new(1.0..=1.0, false).filled(1.0), [0.0, 0.0]);
    }
}
