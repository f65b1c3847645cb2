//! Numbers, ranges and values as text.

use std::ops::RangeInclusive;

use travertine::stages::graph::definition::LEAST_ABOVE_0;
use travertine::stages::graph::json::Value;
use travertine::{Constant, Interval, Type};

/// The shortest decimal number that parses to the same float, with an exponent for very small and very large values.
pub fn number(value: f32) -> String {
    if value == 0.0 || (1e-5..1e10).contains(&value.abs()) { value.to_string() } else { format!("{value:e}") }
}

/// An interval in words. The least and the greatest float mean that there is no bound.
pub fn interval(interval: Interval) -> String {
    let Interval { min, max } = interval;
    match (min > f32::MIN, max < f32::MAX) {
        (true, true) if min == max => number(min),
        (true, false) if min == LEAST_ABOVE_0 => "above 0".to_owned(),
        (true, true) => format!("{} to {}", number(min), number(max)),
        (true, false) => format!("at least {}", number(min)),
        (false, true) => format!("at most {}", number(max)),
        (false, false) => "any number".to_owned(),
    }
}

/// Like [`interval`], for a range.
pub fn range(range: &RangeInclusive<f32>) -> String {
    interval(Interval { min: *range.start(), max: *range.end() })
}

/// The names of a type's components; empty for a float.
pub fn components(value_type: Type) -> &'static [&'static str] {
    match value_type {
        Type::Float => &[],
        Type::Vector => &["x", "y", "z"],
        Type::Color => &["red", "green", "blue", "alpha"],
    }
}

/// A constant in the notation of documents, on one line.
pub fn constant(constant: &Constant) -> String {
    Value::from(constant).one_line()
}

/// A count with its noun: `1 node`, `3 nodes`, `16,384 pixels`.
pub fn count(count: u64, noun: &str) -> String {
    format!("{} {noun}{}", grouped(count), if count == 1 { "" } else { "s" })
}

/// A number with commas between thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_exact() {
        for (value, text) in [
            (0.0, "0"),
            (-0.0, "-0"),
            (1.000_001, "1.000001"),
            (-0.333_333_34, "-0.33333334"),
            (16384.0, "16384"),
            (3.4e38, "3.4e38"),
            (1.5e-9, "1.5e-9"),
            (f32::from_bits(1), "1e-45"),
        ] {
            assert_eq!(number(value), text);
            assert_eq!(text.parse::<f32>().map(f32::to_bits), Ok(value.to_bits()));
        }
    }

    #[test]
    fn ranges_without_bounds_are_described() {
        assert_eq!(interval(Interval::SIGNED_UNIT), "-1 to 1");
        assert_eq!(interval(Interval { min: -1e-38, max: 0.700_001 }), "-1e-38 to 0.700001");
        assert_eq!(interval(Interval::EVERYTHING), "any number");
        assert_eq!(interval(Interval { min: 0.0, max: f32::MAX }), "at least 0");
        assert_eq!(range(&(f32::NEG_INFINITY..=2.0)), "at most 2");
        assert_eq!(range(&(LEAST_ABOVE_0..=f32::MAX)), "above 0");
        assert_eq!(interval(Interval::point(1.0)), "1");
    }

    #[test]
    fn counts_are_grouped() {
        assert_eq!(count(1, "node"), "1 node");
        assert_eq!(count(999, "node"), "999 nodes");
        assert_eq!(count(1_234_567, "pixel"), "1,234,567 pixels");
    }
}
