//! JSON values from Rust values.

use super::number::Number;
use super::value::Value;

/// An object with the members in the given order.
pub fn object<const N: usize>(members: [(&str, Value); N]) -> Value {
    Value::Object(members.map(|(key, value)| (key.to_owned(), value)).into())
}

/// A list of strings.
pub fn texts<'a>(texts: impl IntoIterator<Item = &'a str>) -> Value {
    Value::List(texts.into_iter().map(Value::from).collect())
}

/// A number in its shortest exact form; null for infinities and NaN.
pub fn number(value: f32) -> Value {
    Number::from_f32(value).map_or(Value::Null, Value::Number)
}
