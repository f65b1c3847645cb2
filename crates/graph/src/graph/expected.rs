//! Descriptions of valid values, for messages.

use std::ops::RangeInclusive;

use crate::definition::{LEAST_ABOVE_0, ValueType};
use crate::diagnostic::one_of;
use crate::json::Number;

/// A description of the values that an input of this type takes.
pub(super) fn expected(value_type: &ValueType, choices: &[&str], range: Option<&RangeInclusive<f32>>) -> String {
    let range = range.map(between).unwrap_or_default();
    match value_type {
        ValueType::Float | ValueType::Number => format!("a number{range}"),
        ValueType::Vector => format!("a number or a list of three numbers{range}"),
        ValueType::Color => "a color: \"#rrggbb\", [red, green, blue] or [red, green, blue, alpha]".to_owned(),
        ValueType::Any => format!("a number{range}, a list of three (a vector) or a color"),
        ValueType::Integer => format!("a whole number{range}"),
        ValueType::Seed => "a whole number from 0 to 4294967295".to_owned(),
        ValueType::Boolean => "true or false".to_owned(),
        ValueType::Choice(_) if choices.is_empty() => one_of(value_type.choices()),
        ValueType::Choice(_) => one_of(choices.iter().copied()),
        ValueType::Ramp => "a ramp: {\"stops\": [{\"position\": 0, \"color\": \"#rrggbb\"}, ...]}".to_owned(),
        ValueType::Curve => "a curve: {\"points\": [[0, 0], [1, 1]]}".to_owned(),
        ValueType::Formula => "a formula in double quotes: \"fract(x*8) + 0.3*sin(a)\"".to_owned(),
        ValueType::Image | ValueType::Volume => "the name of an image of the document, in double quotes".to_owned(),
        ValueType::Text => "a string in double quotes".to_owned(),
        ValueType::Lettering => "a text in double quotes: \"Platform 9\"".to_owned(),
    }
}

/// " from 1 to 12", " of at least 0", " above 0", or nothing.
pub(super) fn between(range: &RangeInclusive<f32>) -> String {
    if *range.start() == LEAST_ABOVE_0 && bound(*range.end()).is_none() {
        return " above 0".to_owned();
    }
    match (bound(*range.start()), bound(*range.end())) {
        (Some(start), Some(end)) => format!(" from {} to {}", shown(start), shown(end)),
        (Some(start), None) => format!(" of at least {}", shown(start)),
        (None, Some(end)) => format!(" of at most {}", shown(end)),
        (None, None) => String::new(),
    }
}

/// A float in its shortest form, for messages.
pub(super) fn shown(value: f32) -> String {
    Number::from_f32(value).map_or_else(|| value.to_string(), |number| number.to_string())
}

/// The end of a range; `None` if it is at the limit of floats.
pub(super) fn bound(end: f32) -> Option<f32> {
    (end.abs() < f32::MAX).then_some(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_described_by_its_finite_ends() {
        let between =
            [0.5..=2.0, 0.0..=f32::MAX, LEAST_ABOVE_0..=f32::MAX, f32::MIN..=1.0].map(|range| between(&range));
        assert_eq!(between, [" from 0.5 to 2", " of at least 0", " above 0", " of at most 1"]);
    }
}
