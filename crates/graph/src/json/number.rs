//! Decimal numbers that are never rounded.

use std::fmt;

/// A decimal number as the shortest text with exactly the same value.
///
/// `1.50` becomes `1.5`, `1e3` becomes `1000`, and thirty digits stay thirty digits: a number is rounded only when it
/// is converted to a float. `-0` stays `-0`, because floats distinguish it from `0`. A number that would need more than
/// 20 filling zeros (6 after the point) has an exponent: `1e21`, `2.5e-9`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Number(Box<str>);

/// Maximum number of filling zeros before the decimal point.
const MAX_ZEROS_BEFORE_POINT: i64 = 20;
/// Maximum number of zeros between the decimal point and the first digit.
const MAX_ZEROS_AFTER_POINT: i64 = 6;
/// Maximum length of an exponent that is evaluated. Numbers with longer ones keep their text: no float has them, and
/// sums of exponents stay small.
const MAX_EXPONENT_DIGITS: usize = 12;

impl Number {
    /// The number with this text; `None` if the text does not match JSON's grammar of numbers.
    pub fn new(text: &str) -> Option<Number> {
        let length = super::syntax::number_length(text.as_bytes()).ok()?;
        (length == text.len()).then(|| Number(canonical(text).into()))
    }

    /// The shortest decimal that reads back as this `f64`; `None` for infinities and NaN.
    pub fn from_f64(value: f64) -> Option<Number> {
        value.is_finite().then(|| Number(canonical(&value.to_string()).into()))
    }

    /// The shortest decimal that reads back as this `f32`; `None` for infinities and NaN.
    pub fn from_f32(value: f32) -> Option<Number> {
        value.is_finite().then(|| Number(canonical(&value.to_string()).into()))
    }

    /// The shortest text of this number.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The nearest `f64`; `None` if the number exceeds its range.
    pub fn as_f64(&self) -> Option<f64> {
        self.0.parse().ok().filter(|value: &f64| value.is_finite())
    }

    /// The nearest `f32`, rounded once; `None` if the number exceeds its range.
    pub fn as_f32(&self) -> Option<f32> {
        self.0.parse().ok().filter(|value: &f32| value.is_finite())
    }

    /// The number as an integer; `None` if it is not an integer or exceeds the range of `i64`.
    pub fn as_i64(&self) -> Option<i64> {
        self.0.parse().ok()
    }

    /// Whether this is an integer of any size.
    pub fn is_integer(&self) -> bool {
        match self.0.split_once(['e', 'E']) {
            None => !self.0.contains('.'),
            // A canonical exponent is positive only if zeros fill the number up to the decimal point, and negative only
            // if digits follow the point.
            Some((_, exponent)) => !exponent.starts_with('-'),
        }
    }
}

impl From<i64> for Number {
    fn from(value: i64) -> Number {
        Number(canonical(&value.to_string()).into())
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The shortest form of a number.
fn canonical(text: &str) -> String {
    let (sign, magnitude) = match text.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", text),
    };
    let (mantissa, exponent) = magnitude.split_once(['e', 'E']).unwrap_or((magnitude, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));

    // The value is 0.DIGITS times ten to the power of `point`.
    let all = format!("{whole}{fraction}");
    let without_leading = all.trim_start_matches('0');
    let digits = without_leading.trim_end_matches('0');
    if digits.is_empty() {
        return format!("{sign}0");
    }
    let exponent = match exponent.parse::<i64>() {
        Ok(value) if exponent.len() <= MAX_EXPONENT_DIGITS => value,
        _ => return text.to_owned(),
    };
    let leading = all.len() - without_leading.len();
    let point = whole.len() as i64 - leading as i64 + exponent;
    let count = digits.len() as i64;

    let zeros = |count: i64| "0".repeat(count.max(0) as usize);
    if point >= count && point - count <= MAX_ZEROS_BEFORE_POINT {
        format!("{sign}{digits}{}", zeros(point - count))
    } else if point > 0 && point < count {
        let (before, after) = digits.split_at(point as usize);
        format!("{sign}{before}.{after}")
    } else if point <= 0 && -point <= MAX_ZEROS_AFTER_POINT {
        format!("{sign}0.{}{digits}", zeros(-point))
    } else {
        let (first, rest) = digits.split_at(1);
        let dot = if rest.is_empty() { "" } else { "." };
        format!("{sign}{first}{dot}{rest}e{}", point - 1)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn shortest(text: &str) -> String {
        Number::new(text).unwrap().as_str().to_owned()
    }

    #[test]
    fn numbers_take_their_shortest_exact_form() {
        let cases = [
            ("1.50", "1.5"),
            ("1e3", "1000"),
            ("0.10", "0.1"),
            ("0", "0"),
            ("0.0e5", "0"),
            ("-0", "-0"),
            ("-0.000", "-0"),
            ("100", "100"),
            ("12345678901234567890", "12345678901234567890"),
            ("3.14159265358979323846264338327950", "3.1415926535897932384626433832795"),
            ("1E+20", "100000000000000000000"),
            ("1e21", "1e21"),
            ("1.5e300", "1.5e300"),
            ("0.000001", "0.000001"),
            ("2.5e-9", "2.5e-9"),
            ("0.0000000000250", "2.5e-11"),
            ("1200e-2", "12"),
            ("-1234.5e1", "-12345"),
            ("1e9999999999999999999", "1e9999999999999999999"),
        ];
        for (text, expected) in cases {
            assert_eq!(shortest(text), expected, "{text}");
        }
    }

    #[test]
    fn text_outside_the_grammar_is_not_a_number() {
        for text in ["", "-", "+1", "01", ".5", "1.", "1e", "0x10", "NaN", "1 ", "١"] {
            assert_eq!(Number::new(text), None, "{text}");
        }
    }

    #[test]
    fn floats_beyond_their_range_are_none() {
        let number = Number::new("1e39").unwrap();
        assert_eq!(number.as_f32(), None);
        assert_eq!(number.as_f64(), Some(1e39));
        assert_eq!(Number::new("-1e400").unwrap().as_f64(), None);
        assert_eq!(Number::from_f32(f32::NAN), None);
    }

    #[test]
    fn integers_are_recognized() {
        for (text, expected) in [("3.0", true), ("1e30", true), ("0.5", false), ("1e-30", false), ("-7", true)] {
            assert_eq!(Number::new(text).unwrap().is_integer(), expected, "{text}");
        }
        assert_eq!(Number::new("30e-1").unwrap().as_i64(), Some(3));
    }

    proptest! {
        #[test]
        fn floats_survive(bits in any::<u32>()) {
            let value = f32::from_bits(bits);
            prop_assume!(value.is_finite());
            let number = Number::from_f32(value).unwrap();
            prop_assert_eq!(number.as_f32().unwrap().to_bits(), bits);
        }

        #[test]
        fn the_form_is_stable_and_exact(text in "-?(0|[1-9][0-9]{0,25})(\\.[0-9]{1,25})?([eE][+-]?[0-9]{1,3})?") {
            let number = Number::new(&text).unwrap();
            prop_assert_eq!(Number::new(number.as_str()), Some(number.clone()));
            prop_assert_eq!(number.as_f64(), text.parse::<f64>().ok().filter(|value| value.is_finite()));
        }
    }
}
