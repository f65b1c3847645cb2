//! JSON values without byte ranges.

use std::borrow::Cow;

use super::{Json, JsonValue, Number};

/// A JSON value of a document: numbers exact, members in the user's order.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number, not rounded.
    Number(Number),
    /// A string.
    Text(String),
    /// A list.
    List(Vec<Value>),
    /// An object: its members in their order.
    Object(Vec<(String, Value)>),
}

impl Value {
    /// The JSON type for messages: "a number", "an object".
    pub fn describe(&self) -> &'static str {
        match self {
            Value::Null => "null",
            Value::Bool(_) => "true or false",
            Value::Number(_) => "a number",
            Value::Text(_) => "a string",
            Value::List(_) => "a list",
            Value::Object(_) => "an object",
        }
    }

    /// Nesting of lists and objects, including this value: 0 for a number or a string.
    pub fn depth(&self) -> usize {
        match self {
            Value::List(items) => 1 + items.iter().map(Value::depth).max().unwrap_or_default(),
            Value::Object(members) => 1 + members.iter().map(|(_, value)| value.depth()).max().unwrap_or_default(),
            _ => 0,
        }
    }

    /// The member with this name, if the value is an object that has it.
    pub fn get(&self, key: &str) -> Option<&Value> {
        match self {
            Value::Object(members) => members.iter().find(|(name, _)| name == key).map(|(_, value)| value),
            _ => None,
        }
    }

    /// The string, if the value is one.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The number, if the value is one.
    pub fn as_number(&self) -> Option<&Number> {
        match self {
            Value::Number(number) => Some(number),
            _ => None,
        }
    }
}

impl From<Json> for Value {
    // Recurses as deep as the parser did: at most `MAX_NESTING`.
    fn from(json: Json) -> Value {
        match json.value {
            JsonValue::Null => Value::Null,
            JsonValue::Bool(value) => Value::Bool(value),
            JsonValue::Number(number) => Value::Number(number),
            JsonValue::Text(text) => Value::Text(text.into()),
            JsonValue::List(items) => Value::List(items.into_iter().map(Value::from).collect()),
            JsonValue::Object(members) => {
                Value::Object(members.into_iter().map(|(key, value)| (key.text.into(), Value::from(value))).collect())
            }
        }
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Value {
        Value::Bool(value)
    }
}

impl From<i64> for Value {
    fn from(value: i64) -> Value {
        Value::Number(Number::from(value))
    }
}

impl From<i32> for Value {
    fn from(value: i32) -> Value {
        Value::from(i64::from(value))
    }
}

impl From<u32> for Value {
    fn from(value: u32) -> Value {
        Value::from(i64::from(value))
    }
}

/// In its shortest form; null where it is not finite.
impl From<f32> for Value {
    fn from(value: f32) -> Value {
        Number::from_f32(value).map_or(Value::Null, Value::Number)
    }
}

/// In its shortest form; null where it is not finite.
impl From<f64> for Value {
    fn from(value: f64) -> Value {
        Number::from_f64(value).map_or(Value::Null, Value::Number)
    }
}

impl<T: Into<Value>, const N: usize> From<[T; N]> for Value {
    fn from(items: [T; N]) -> Value {
        Value::List(items.map(Into::into).into())
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Value {
        Value::Text(text)
    }
}

impl From<&Cow<'_, str>> for Value {
    fn from(text: &Cow<'_, str>) -> Value {
        Value::from(text.as_ref())
    }
}

impl From<Vec<Value>> for Value {
    fn from(items: Vec<Value>) -> Value {
        Value::List(items)
    }
}
