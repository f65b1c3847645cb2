//! Values with the places where they stand in the text, and the limits of a text.

use std::ops::Range;

use super::Number;

/// The greatest size of a text, in bytes: 64 MiB, some five million lines.
pub const MAX_SIZE: usize = 64 << 20;

/// The greatest number of lists and objects inside each other.
pub const MAX_NESTING: usize = 64;

/// The greatest number of values in a text; bounds the memory that a small text of many tiny
/// values takes: some 100 bytes for each with its key.
pub const MAX_VALUES: usize = 6_000_000;

/// The greatest length of an object's key, in bytes; bounds JSON pointers.
pub const MAX_KEY: usize = 1024;

/// The bytes of a text, which has at most [`MAX_SIZE`] of them, from the first to the last of something.
pub type Span = Range<u32>;

/// A value and the bytes it was written in.
///
/// It is small, because a text may hold millions.
#[derive(Debug, Clone, PartialEq)]
pub struct Json {
    /// The bytes of the text that this value takes, from its first character to its last.
    pub span: Span,
    /// What it is.
    pub value: JsonValue,
}

/// A value, its parts with their places.
#[derive(Debug, Clone, PartialEq)]
pub enum JsonValue {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number, nothing of it rounded.
    Number(Number),
    /// A text, its escapes resolved.
    Text(Box<str>),
    /// A list.
    List(Box<[Json]>),
    /// An object: its members in the order of the text, no key twice.
    Object(Box<[(Key, Json)]>),
}

/// The key of an object's member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key {
    /// The key, its escapes resolved.
    pub text: Box<str>,
    /// The bytes of the text that it takes, quotes included.
    pub span: Span,
}

impl Json {
    /// What kind of value this is, for messages: "a number", "an object".
    pub fn describe(&self) -> &'static str {
        match self.value {
            JsonValue::Null => "null",
            JsonValue::Bool(_) => "true or false",
            JsonValue::Number(_) => "a number",
            JsonValue::Text(_) => "a text",
            JsonValue::List(_) => "a list",
            JsonValue::Object(_) => "an object",
        }
    }
}
