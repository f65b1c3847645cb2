//! JSON trees with byte ranges, and the limits of a text.

use std::ops::Range;

use super::Number;

/// Maximum size of a text in bytes: 64 MiB, about five million lines.
pub const MAX_SIZE: usize = 64 << 20;

/// Maximum nesting of lists and objects.
pub const MAX_NESTING: usize = 64;

/// Maximum number of values in a text. It limits the memory of a small text with many tiny values: about 100 bytes for
/// each value with its key.
pub const MAX_VALUES: usize = 6_000_000;

/// Maximum length of an object's key in bytes. It limits the length of JSON pointers.
pub const MAX_KEY: usize = 1024;

/// A byte range of a text.
pub type Span = Range<u32>;

/// A value and its byte range.
///
/// It is small, because a text may contain millions of values.
#[derive(Debug, Clone, PartialEq)]
pub struct Json {
    /// Byte range of the value in the text.
    pub span: Span,
    /// The value itself.
    pub value: JsonValue,
}

/// A value whose parts have byte ranges.
#[derive(Debug, Clone, PartialEq)]
pub enum JsonValue {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number, not rounded.
    Number(Number),
    /// A string, its escapes resolved.
    Text(Box<str>),
    /// A list.
    List(Box<[Json]>),
    /// An object: its members in the order of the text, without duplicate keys.
    Object(Box<[(Key, Json)]>),
}

/// The key of an object's member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key {
    /// The key, its escapes resolved.
    pub text: Box<str>,
    /// Byte range of the key in the text, quotes included.
    pub span: Span,
}

impl Json {
    /// The JSON type for messages: "a number", "an object".
    pub fn describe(&self) -> &'static str {
        match self.value {
            JsonValue::Null => "null",
            JsonValue::Bool(_) => "true or false",
            JsonValue::Number(_) => "a number",
            JsonValue::Text(_) => "a string",
            JsonValue::List(_) => "a list",
            JsonValue::Object(_) => "an object",
        }
    }
}
