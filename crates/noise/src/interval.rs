//! Intervals: bounds of a value.
//!
//! Addition, multiplication and similar operations round monotonically, so the bounds of a result are the results of
//! the bounds. Functions evaluated by polynomials are widened by a few units in the last place.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use crate::math;

/// A closed interval of finite floats, `min <= max`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// Lower bound, which the interval contains.
    pub min: f32,
    /// Upper bound, which the interval contains.
    pub max: f32,
}

impl Interval {
    /// All finite floats.
    pub const EVERYTHING: Interval = Interval { min: f32::MIN, max: f32::MAX };
    /// From 0 to 1.
    pub const UNIT: Interval = Interval { min: 0.0, max: 1.0 };
    /// From -1 to 1.
    pub const SIGNED_UNIT: Interval = Interval { min: -1.0, max: 1.0 };

    /// The interval between two values, in either order.
    pub fn new(a: f32, b: f32) -> Interval {
        Interval { min: a.min(b), max: a.max(b) }
    }

    /// The interval of a single value.
    pub fn point(value: f32) -> Interval {
        Interval { min: value, max: value }
    }

    /// Whether the interval contains a value.
    pub fn contains(self, value: f32) -> bool {
        self.min <= value && value <= self.max
    }

    /// The smallest interval that contains both.
    pub fn hull(self, other: Interval) -> Interval {
        Interval { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// The image under a monotonic function.
    pub fn monotonic(self, f: fn(f32) -> f32) -> Interval {
        Interval::new(f(self.min), f(self.max))
    }

    /// Extends the bounds by the rounding error of an operation. A bound of 0 is always exact.
    pub fn widen(self) -> Interval {
        let margin = |value: f32| if value == 0.0 { 0.0 } else { value.abs() * 1e-6 + f32::from_bits(1) };
        Interval { min: math::saturate(self.min - margin(self.min)), max: math::saturate(self.max + margin(self.max)) }
    }

    /// Extends the bounds by a fraction of the interval's length.
    pub fn beyond(self, share: f32) -> Interval {
        let margin = math::mul(math::sub(self.max, self.min), share);
        Interval { min: math::sub(self.min, margin), max: math::add(self.max, margin) }.widen()
    }

    /// The interval with its bounds clamped to others.
    pub fn clamp_to(self, bounds: Interval) -> Interval {
        Interval { min: self.min.clamp(bounds.min, bounds.max), max: self.max.clamp(bounds.min, bounds.max) }
    }

    fn corners(self, other: Interval, f: fn(f32, f32) -> f32) -> Interval {
        let [a, b] = [self.min, self.max].map(|a| Interval::new(f(a, other.min), f(a, other.max)));
        a.hull(b)
    }

    /// `-a`.
    pub fn negate(self) -> Interval {
        Interval { min: -self.max, max: -self.min }
    }

    /// The absolute value.
    pub fn absolute(self) -> Interval {
        let ends = Interval::new(self.min.abs(), self.max.abs());
        if self.contains(0.0) { Interval { min: 0.0, ..ends } } else { ends }
    }

    /// `a - floor(a)`.
    pub fn fract(self) -> Interval {
        if self.min.floor() == self.max.floor() { self.monotonic(math::fract) } else { Interval::UNIT }
    }

    /// The sine.
    pub fn sine(self) -> Interval {
        self.wave(math::sin, FRAC_PI_2)
    }

    /// The cosine.
    pub fn cosine(self) -> Interval {
        self.wave(math::cos, 0.0)
    }

    /// The image under a wave of period tau between -1 and 1 with a crest at `crest`.
    fn wave(self, f: fn(f32) -> f32, crest: f64) -> Interval {
        if self.reaches_past_a_million() {
            return Interval::SIGNED_UNIT;
        }
        let ends = Interval::new(f(self.min), f(self.max)).widen().clamp_to(Interval::SIGNED_UNIT);
        Interval {
            min: if self.meets(crest + PI, TAU) { -1.0 } else { ends.min },
            max: if self.meets(crest, TAU) { 1.0 } else { ends.max },
        }
    }

    /// The tangent.
    pub fn tangent(self) -> Interval {
        if self.reaches_past_a_million() || self.meets(FRAC_PI_2, PI) {
            return Interval::EVERYTHING;
        }
        self.monotonic(math::tan).widen()
    }

    /// Whether the interval comes within 1e-6 of `start` plus a multiple of `period`.
    fn meets(self, start: f64, period: f64) -> bool {
        let (min, max) = (f64::from(self.min) - 1e-6, f64::from(self.max) + 1e-6);
        ((min - start) / period).ceil() * period + start <= max
    }

    fn reaches_past_a_million(self) -> bool {
        self.min < -1e6 || self.max > 1e6
    }

    /// `a + b`.
    pub fn sum(self, other: Interval) -> Interval {
        self.corners(other, math::add)
    }

    /// `a - b`.
    pub fn subtract(self, other: Interval) -> Interval {
        self.corners(other, math::sub)
    }

    /// `a * b`.
    pub fn multiply(self, other: Interval) -> Interval {
        self.corners(other, math::mul)
    }

    /// `a / b`.
    pub fn divide(self, other: Interval) -> Interval {
        if other.contains(0.0) { Interval::EVERYTHING } else { self.corners(other, math::div) }
    }

    /// The minimum of a and b.
    pub fn minimum(self, other: Interval) -> Interval {
        self.corners(other, f32::min)
    }

    /// The maximum of a and b.
    pub fn maximum(self, other: Interval) -> Interval {
        self.corners(other, f32::max)
    }

    /// a to the power of b.
    pub fn power(self, exponent: Interval) -> Interval {
        if self.min < 0.0 {
            Interval::EVERYTHING
        } else if self.min == 0.0 && exponent.min < 0.0 {
            Interval { min: 0.0, max: f32::MAX }
        } else {
            // For a base that is not negative, the power is monotonic in each operand.
            self.corners(exponent, math::pow).widen()
        }
    }

    /// `a - b * floor(a / b)`.
    pub fn modulo(self, other: Interval) -> Interval {
        if self.min >= 0.0 && self.max < other.min {
            return self.widen();
        }
        Interval { min: other.min.min(0.0), max: other.max.max(0.0) }
    }

    /// 1 if a is less than b, else 0.
    pub fn less(self, other: Interval) -> Interval {
        if self.max < other.min {
            Interval::point(1.0)
        } else if self.min >= other.max {
            Interval::point(0.0)
        } else {
            Interval::UNIT
        }
    }

    /// The linear interpolation from a at t = 0 to b at t = 1.
    pub fn mix(self, other: Interval, t: Interval) -> Interval {
        let between = self.hull(other);
        if t.min >= 0.0 && t.max <= 1.0 {
            return between;
        }
        self.sum(t.multiply(other.subtract(self))).hull(between)
    }

    /// `yes` where the condition is positive, else `no`.
    pub fn select(self, yes: Interval, no: Interval) -> Interval {
        if self.min > 0.0 {
            yes
        } else if self.max <= 0.0 {
            no
        } else {
            yes.hull(no)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waves_reach_their_crests() {
        assert_eq!(Interval::new(0.0, 10.0).sine(), Interval::SIGNED_UNIT);
        assert_eq!(Interval::new(-0.1, 0.1).cosine().max, 1.0);
        let part = Interval::new(0.1, 0.2).sine();
        assert!(part.min > 0.09 && part.max < 0.2);
        assert_eq!(Interval::new(0.0, 2e6).cosine(), Interval::SIGNED_UNIT);
        assert_eq!(Interval::new(1.0, 2.0).tangent(), Interval::EVERYTHING);
    }

    #[test]
    fn a_divisor_around_zero_allows_everything() {
        assert_eq!(Interval::UNIT.divide(Interval::SIGNED_UNIT), Interval::EVERYTHING);
        assert_eq!(Interval::UNIT.divide(Interval::new(2.0, 4.0)), Interval::new(0.0, 0.5));
    }

    #[test]
    fn select_follows_a_decided_condition() {
        let (yes, no) = (Interval::point(1.0), Interval::point(5.0));
        assert_eq!(Interval::new(0.5, 1.0).select(yes, no), yes);
        assert_eq!(Interval::new(-1.0, 0.0).select(yes, no), no);
        assert_eq!(Interval::SIGNED_UNIT.select(yes, no), Interval::new(1.0, 5.0));
    }
}
