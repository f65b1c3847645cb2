//! Constants: JSON values checked against the type of an input.

use std::ops::RangeInclusive;

use travertine_lettering::{self as lettering, MAX_LENGTH, Problem};
use travertine_program::LUMINANCE;

use super::expected::{expected, shown};
use super::numbers::{color, number, numbers, wrong};
use super::points;
use crate::constant::{Constant, NamedImage};
use crate::definition::{InputDefinition, ValueType};
use crate::diagnostic::{Diagnostic, Diagnostics, quote};
use crate::formula::Formula;
use crate::json::{Number, Value};
use crate::suggest::nearest;

/// The constant that a JSON value represents. Reports a problem if there is none.
///
/// `choices` are the names of a choice; `range` limits every number of the value.
pub(super) fn constant(
    value_type: &ValueType,
    choices: &[&str],
    range: Option<&RangeInclusive<f32>>,
    value: &Value,
    path: &str,
    diagnostics: &mut Diagnostics,
) -> Option<Constant> {
    let read = match value_type {
        ValueType::Ramp => return points::ramp(value, path, diagnostics).map(Constant::Ramp),
        ValueType::Curve => return points::curve(value, path, diagnostics).map(Constant::Curve),
        ValueType::Float | ValueType::Vector | ValueType::Color | ValueType::Any => field(value_type, value, path),
        ValueType::Integer => integer(value, path).map(Constant::Integer),
        ValueType::Number => match value {
            Value::Number(one) => number(one, path).map(Constant::Float),
            _ => Err(wrong(value, path)),
        },
        ValueType::Seed => seed(value, path).map(Constant::Seed),
        ValueType::Boolean => match value {
            Value::Bool(value) => Ok(Constant::Boolean(*value)),
            _ => Err(wrong(value, path)),
        },
        ValueType::Formula => match value {
            Value::Text(text) => Formula::parse(text).map(Constant::Formula).map_err(|found| found.about(path)),
            _ => Err(wrong(value, path)),
        },
        ValueType::Text => match value {
            Value::Text(text) => Ok(Constant::Text(text.clone())),
            _ => Err(wrong(value, path)),
        },
        ValueType::Lettering => match value {
            Value::Text(text) => drawn(text, path).map(Constant::Text),
            _ => Err(wrong(value, path)),
        },
        ValueType::Image | ValueType::Volume => match value {
            Value::Text(name) => Ok(Constant::Image(NamedImage { name: name.clone(), content: None })),
            _ => Err(wrong(value, path)),
        },
        ValueType::Choice(_) => choice(choices, value, path).map(Constant::Choice),
    };
    match read.and_then(|constant| in_range(constant, range, path)) {
        Ok(constant) => Some(constant),
        Err(diagnostic) => {
            let expected = diagnostic.expected.clone().unwrap_or_else(|| expected(value_type, choices, range));
            diagnostics.push(diagnostic.expected(expected));
            None
        }
    }
}

impl InputDefinition {
    /// The constant that a JSON value represents for this input.
    ///
    /// # Errors
    ///
    /// The problems of the value, as in [`Graph::new`](super::Graph::new). Pointers start at the value.
    pub fn constant(&self, value: &Value) -> Result<Constant, Diagnostics> {
        let choices = self.value_type.choices();
        let mut diagnostics = Diagnostics::new();
        constant(&self.value_type, &choices, self.hard.as_ref(), value, "", &mut diagnostics).ok_or(diagnostics)
    }
}

fn field(value_type: &ValueType, value: &Value, path: &str) -> Result<Constant, Diagnostic> {
    match (value_type, value) {
        (ValueType::Float | ValueType::Any, Value::Number(one)) => number(one, path).map(Constant::Float),
        (ValueType::Vector, Value::Number(one)) => number(one, path).map(|value| Constant::Vector([value; 3])),
        (ValueType::Vector | ValueType::Any, Value::List(items)) if items.len() == 3 => match numbers(items, path)?[..]
        {
            [x, y, z] => Ok(Constant::Vector([x, y, z])),
            _ => Err(wrong(value, path)),
        },
        (ValueType::Color, _) => color(value, path).map(Constant::Color),
        (ValueType::Any, Value::List(_) | Value::Text(_)) => color(value, path).map(Constant::Color),
        // A list of three could also be a vector, which converts differently: only unambiguous colors are accepted.
        (ValueType::Float, Value::List(items)) if items.len() == 4 => color(value, path).map(luminance),
        (ValueType::Float, Value::Text(text)) if text.starts_with('#') => color(value, path).map(luminance),
        _ => Err(wrong(value, path)),
    }
}

fn luminance([red, green, blue, _]: [f32; 4]) -> Constant {
    // All are finite; a sum that overflows is clamped.
    let sum = red * LUMINANCE[0] + green * LUMINANCE[1] + blue * LUMINANCE[2];
    Constant::Float(sum.clamp(f32::MIN, f32::MAX))
}

fn integer(value: &Value, path: &str) -> Result<i64, Diagnostic> {
    let Value::Number(number) = value else {
        return Err(wrong(value, path));
    };
    number.as_i64().ok_or_else(|| {
        let problem = if number.is_integer() { "is too large" } else { "is not a whole number" };
        Diagnostic::error(path, format!("{} {problem}", quote(number.as_str())))
    })
}

fn seed(value: &Value, path: &str) -> Result<u32, Diagnostic> {
    let out_of_range = || Diagnostic::error(path, format!("the seed {} is out of range", quote(&value.to_string())));
    match integer(value, path) {
        Ok(number) => u32::try_from(number).map_err(|_| out_of_range()),
        Err(_) if value.as_number().is_some_and(Number::is_integer) => Err(out_of_range()),
        Err(diagnostic) => Err(diagnostic),
    }
}

/// A text, if the font can write it.
fn drawn(text: &str, path: &str) -> Result<String, Diagnostic> {
    let Err(problem) = lettering::check(text) else { return Ok(text.to_owned()) };
    let expected = match problem {
        Problem::Empty => "at least one character that is not a space".to_owned(),
        Problem::TooLong(_) => format!("at most {MAX_LENGTH}"),
        Problem::Missing { .. } => {
            "printable ASCII, Latin letters with accents as single characters, or signs such as – € ° × ½".to_owned()
        }
    };
    Err(Diagnostic::error(path, problem.to_string()).expected(expected))
}

fn choice(choices: &[&str], value: &Value, path: &str) -> Result<String, Diagnostic> {
    match value {
        Value::Text(text) if choices.contains(&text.as_str()) => Ok(text.clone()),
        Value::Text(text) => Err(Diagnostic::error(path, format!("unknown choice {}", quote(text)))
            .did_you_mean(nearest(text, choices.iter().copied()))),
        _ => Err(wrong(value, path)),
    }
}

fn in_range(constant: Constant, range: Option<&RangeInclusive<f32>>, path: &str) -> Result<Constant, Diagnostic> {
    let Some(range) = range else {
        return Ok(constant);
    };
    let outside = match &constant {
        Constant::Integer(value) => (!holds(range, *value as f64)).then(|| value.to_string()),
        Constant::Seed(value) => (!holds(range, f64::from(*value))).then(|| value.to_string()),
        other => {
            other.floats().unwrap_or_default().iter().find(|value| !range.contains(value)).map(|value| shown(*value))
        }
    };
    match outside {
        Some(value) => Err(Diagnostic::error(path, format!("{} is out of range", quote(&value)))),
        None => Ok(constant),
    }
}

fn holds(range: &RangeInclusive<f32>, value: f64) -> bool {
    f64::from(*range.start()) <= value && value <= f64::from(*range.end())
}

#[cfg(test)]
mod tests {
    use travertine_noise::math::srgb_to_linear;

    use super::*;
    use crate::document::value_from_argument;

    fn read(value_type: &ValueType, text: &str) -> Result<Constant, String> {
        let value = value_from_argument(text, 64).unwrap();
        let choices = value_type.choices();
        let mut diagnostics = Diagnostics::new();
        constant(value_type, &choices, None, &value, "", &mut diagnostics)
            .ok_or_else(|| diagnostics.iter().next().unwrap().message.clone())
    }

    #[test]
    fn field_constants_convert() {
        assert_eq!(read(&ValueType::Vector, "2"), Ok(Constant::Vector([2.0; 3])));
        assert_eq!(read(&ValueType::Color, "0.5"), Ok(Constant::Color([0.5, 0.5, 0.5, 1.0])));
        assert_eq!(read(&ValueType::Color, "[1, 2, 3]"), Ok(Constant::Color([1.0, 2.0, 3.0, 1.0])));
        assert_eq!(read(&ValueType::Any, "[1, 2, 3]"), Ok(Constant::Vector([1.0, 2.0, 3.0])));
        assert_eq!(read(&ValueType::Any, "[1, 2, 3, 4]"), Ok(Constant::Color([1.0, 2.0, 3.0, 4.0])));
        assert_eq!(read(&ValueType::Color, "#ff000080"), Ok(Constant::Color([1.0, 0.0, 0.0, 128.0 / 255.0])));
        assert_eq!(read(&ValueType::Float, "#00ff00"), Ok(Constant::Float(0.7152)));
        let gray = srgb_to_linear(128.0 / 255.0);
        assert_eq!(read(&ValueType::Color, "#808080"), Ok(Constant::Color([gray, gray, gray, 1.0])));
    }

    #[test]
    fn unfit_values_are_reported() {
        let cases: [(ValueType, &str, &str); 24] = [
            (ValueType::Float, "[1, 2, 3]", "a list of 3 does not fit here"),
            (ValueType::Float, "1e39", "`1e39` is too large"),
            (ValueType::Float, "NaN", "the string `NaN` does not fit here"),
            (ValueType::Float, "null", "`null` does not fit here"),
            (ValueType::Vector, "[1, 2, 3, 4]", "a list of 4 does not fit here"),
            (ValueType::Vector, "[1, 2, \"3\"]", "the string `3` does not fit here"),
            (ValueType::Color, "[1, 2]", "a list of 2 does not fit here"),
            (ValueType::Color, "#ff000", "`#ff000` is not a color"),
            (ValueType::Color, "#gg0000", "`#gg0000` is not a color"),
            (ValueType::Color, "#é00é0", "`#é00é0` is not a color"),
            (ValueType::Integer, "2.5", "`2.5` is not a whole number"),
            (ValueType::Integer, "12345678901234567890", "`12345678901234567890` is too large"),
            (ValueType::Number, "NaN", "the string `NaN` does not fit here"),
            (ValueType::Number, "1e39", "`1e39` is too large"),
            (ValueType::Number, "[1, 2, 3]", "a list of 3 does not fit here"),
            (ValueType::Seed, "-1", "the seed `-1` is out of range"),
            (ValueType::Seed, "4294967296", "the seed `4294967296` is out of range"),
            (ValueType::Boolean, "1", "the number `1` does not fit here"),
            (ValueType::choice(&["on", "off"]), "of", "unknown choice `of`"),
            (ValueType::Formula, "2", "the number `2` does not fit here"),
            (ValueType::Formula, "2*q", "unknown name `q` at character 3 of the formula"),
            (ValueType::Lettering, "[]", "a list of 0 does not fit here"),
            (ValueType::Lettering, "\"\"", "the text has no letters"),
            (ValueType::Lettering, "\"a\\nя\"", "no glyph for `я`, character 1 of line 2 of the text"),
        ];
        for (value_type, text, expected) in cases {
            assert_eq!(read(&value_type, text), Err(expected.to_owned()), "{text}");
        }
    }

    #[test]
    fn ranges_hold() {
        let mut diagnostics = Diagnostics::new();
        let value = Value::from(13);
        assert_eq!(constant(&ValueType::Integer, &[], Some(&(1.0..=12.0)), &value, "/x", &mut diagnostics), None);
        assert_eq!(diagnostics.to_string(), "error: `13` is out of range\n  /x; expected a whole number from 1 to 12");
    }
}
