//! Arguments of operations: what they hold, and their values.

use travertine_graph::json::{Number, Value};

/// What an argument holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Takes {
    /// A name: one word, or a text in quotes.
    Name,
    /// The names that follow, at least one.
    Names,
    /// A number, or `none`.
    Bound,
    /// A value in JSON; what is not JSON is a text.
    Value,
    /// A text to the end of the line.
    Text,
}

/// An argument of an operation.
#[derive(Clone, Copy, Debug)]
pub struct Argument {
    /// Its name, which is that of its member in JSON.
    pub name: &'static str,
    /// What it is.
    pub help: &'static str,
    /// What it holds.
    pub takes: Takes,
    /// Whether it may be left out.
    pub is_optional: bool,
}

impl Argument {
    /// A name.
    pub(super) const fn name(name: &'static str, help: &'static str) -> Argument {
        Argument::of(name, help, Takes::Name)
    }

    /// A name that may be left out.
    pub(super) const fn optional(name: &'static str, help: &'static str) -> Argument {
        Argument { is_optional: true, ..Argument::name(name, help) }
    }

    /// An argument that must be given.
    pub(super) const fn of(name: &'static str, help: &'static str, takes: Takes) -> Argument {
        Argument { name, help, takes, is_optional: false }
    }

    /// The notation: `NODE`, `[ID]`, `NODE...`.
    pub fn notation(&self) -> String {
        let name = self.name.to_uppercase();
        match (self.takes, self.is_optional) {
            (Takes::Names, _) => format!("{name}..."),
            (_, true) => format!("[{name}]"),
            (_, false) => name,
        }
    }

    /// Whether a value in JSON is one of the argument.
    pub(super) fn accepts(&self, value: &Value) -> bool {
        match self.takes {
            Takes::Name | Takes::Text => matches!(value, Value::Text(_)),
            Takes::Names => matches!(value, Value::List(items) if !items.is_empty()
                && items.iter().all(|item| matches!(item, Value::Text(_)))),
            Takes::Bound => matches!(value, Value::Number(_) | Value::Null),
            Takes::Value => true,
        }
    }

    /// What its values in JSON are.
    pub(super) fn expected(&self) -> &'static str {
        match self.takes {
            Takes::Name | Takes::Text => "a string",
            Takes::Names => "a list of strings",
            Takes::Bound => "a number or null",
            Takes::Value => "a value",
        }
    }
}

/// The values of the arguments of an operation, in their order. They fit the arguments.
pub struct Given<'a>(pub &'a [Option<Value>]);

impl<'a> Given<'a> {
    /// The name or text that an argument holds.
    pub fn text(&self, index: usize) -> &'a str {
        self.optional(index).unwrap_or_default()
    }

    /// The name that an argument holds, if it is given.
    pub fn optional(&self, index: usize) -> Option<&'a str> {
        self.0[index].as_ref().and_then(Value::as_text)
    }

    /// The names that an argument holds.
    pub fn names(&self, index: usize) -> Vec<&'a str> {
        match &self.0[index] {
            Some(Value::List(items)) => items.iter().filter_map(Value::as_text).collect(),
            _ => Vec::new(),
        }
    }

    /// The number that an argument holds.
    pub fn bound(&self, index: usize) -> Option<Number> {
        self.0[index].as_ref().and_then(Value::as_number).cloned()
    }

    /// The value that an argument holds.
    pub fn value(&self, index: usize) -> Value {
        self.0[index].clone().unwrap_or(Value::Null)
    }
}
