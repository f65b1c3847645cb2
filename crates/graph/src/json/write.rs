//! The canonical layout of JSON: equal values have equal bytes.

use std::fmt;

use super::{Number, Value};

/// Maximum width of a line that contains a whole list or object, in characters.
pub const LINE_WIDTH: usize = 100;

/// Writes JSON: two spaces of indent, numbers in their shortest exact form, a final line break.
///
/// Objects opened with [`Writer::open`] have each member on its own line, so that a change to one member changes one
/// line. A list or object passed to [`Writer::value`] takes one line if that stays within [`LINE_WIDTH`], and otherwise
/// a line for each of its parts.
///
/// ```
/// use travertine_graph::json::{Value, Writer};
///
/// let mut writer = Writer::new();
/// writer.open();
/// writer.key("color");
/// writer.value(&Value::from(vec![Value::from(1), Value::from(0), Value::from("x")]));
/// writer.close();
/// assert_eq!(writer.finish(), "{\n  \"color\": [1, 0, \"x\"]\n}\n");
/// ```
#[derive(Debug, Default)]
pub struct Writer {
    text: String,
    line_start: usize,
    depth: usize,
    has_members: bool,
}

impl Writer {
    /// A writer of an empty text.
    pub fn new() -> Writer {
        Writer::default()
    }

    /// Opens an object.
    pub fn open(&mut self) {
        self.text.push('{');
        self.depth += 1;
        self.has_members = false;
    }

    /// Writes the key of the next member. Its value must follow.
    pub fn key(&mut self, key: &str) {
        if self.has_members {
            self.text.push(',');
        }
        self.has_members = true;
        self.new_line();
        write_text(key, &mut self.text);
        self.text.push_str(": ");
    }

    /// Closes the object opened last.
    pub fn close(&mut self) {
        self.depth -= 1;
        if self.has_members {
            self.new_line();
        }
        self.text.push('}');
        self.has_members = true;
    }

    /// Writes a value.
    // Recurses as deep as the value is: a parsed one has at most `MAX_NESTING` levels.
    pub fn value(&mut self, value: &Value) {
        let before = self.text.len();
        let column = self.text[self.line_start..].chars().count();
        // One character less, for the comma that may follow.
        if write_flat(value, &mut self.text, LINE_WIDTH.saturating_sub(column + 1)).is_some() {
            return;
        }
        self.text.truncate(before);
        match value {
            Value::List(items) => {
                self.text.push('[');
                self.depth += 1;
                for (index, item) in items.iter().enumerate() {
                    if index > 0 {
                        self.text.push(',');
                    }
                    self.new_line();
                    self.value(item);
                }
                self.depth -= 1;
                self.new_line();
                self.text.push(']');
            }
            Value::Object(members) => {
                self.open();
                for (key, value) in members {
                    self.key(key);
                    self.value(value);
                }
                self.close();
            }
            _ => write_scalar(value, &mut self.text),
        }
    }

    /// The finished text.
    pub fn finish(mut self) -> String {
        self.text.push('\n');
        self.text
    }

    fn new_line(&mut self) {
        self.text.push('\n');
        self.line_start = self.text.len();
        self.text.extend(std::iter::repeat_n("  ", self.depth));
    }
}

impl Value {
    /// The value on one line, however long it is.
    pub fn one_line(&self) -> String {
        let mut text = String::new();
        // There is room for all of it.
        let _ = write_flat(self, &mut text, usize::MAX / 4);
        text
    }
}

impl fmt::Display for Value {
    /// The value in the canonical layout, without the final line break.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut writer = Writer::new();
        writer.value(self);
        f.write_str(writer.finish().trim_end())
    }
}

/// Writes a value on one line and returns the remaining `room` in characters; `None` if it does not fit.
///
/// It stops as soon as there is no room left, so that trying is cheap even for large values.
fn write_flat(value: &Value, text: &mut String, room: usize) -> Option<usize> {
    let before = text.len();
    match value {
        Value::List(items) => {
            text.push('[');
            let mut room = room.checked_sub(2)?;
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    text.push_str(", ");
                    room = room.checked_sub(2)?;
                }
                room = write_flat(item, text, room)?;
            }
            text.push(']');
            Some(room)
        }
        Value::Object(members) => {
            text.push('{');
            let mut room = room.checked_sub(2)?;
            for (index, (key, value)) in members.iter().enumerate() {
                let separator = if index > 0 { ", " } else { "" };
                text.push_str(separator);
                let start = text.len();
                write_text(key, text);
                text.push_str(": ");
                room = room.checked_sub(separator.len() + text[start..].chars().count())?;
                room = write_flat(value, text, room)?;
            }
            text.push('}');
            Some(room)
        }
        // Escapes only lengthen a string, and a character has at most four bytes.
        Value::Text(long) if long.len() > 4 * room => None,
        _ => {
            write_scalar(value, text);
            room.checked_sub(text[before..].chars().count())
        }
    }
}

fn write_scalar(value: &Value, text: &mut String) {
    match value {
        Value::Bool(true) => text.push_str("true"),
        Value::Bool(false) => text.push_str("false"),
        Value::Number(number) => text.push_str(Number::as_str(number)),
        Value::Text(value) => write_text(value, text),
        Value::Null | Value::List(_) | Value::Object(_) => text.push_str("null"),
    }
}

fn write_text(value: &str, text: &mut String) {
    text.push('"');
    for character in value.chars() {
        match character {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\t' => text.push_str("\\t"),
            '\0'..='\u{1f}' => text.push_str(&format!("\\u{:04x}", u32::from(character))),
            _ => text.push(character),
        }
    }
    text.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::parse;

    fn laid_out(text: &str) -> String {
        let mut writer = Writer::new();
        writer.value(&Value::from(parse(text.as_bytes()).unwrap().root));
        writer.finish()
    }

    #[test]
    fn a_long_value_fits_on_one_line() {
        let item = Value::Object(vec![("a".to_owned(), Value::from("x y")), ("b".to_owned(), Value::List(vec![]))]);
        let long = Value::List(vec![item; 40]);
        assert!(long.to_string().lines().count() > 40);
        let expected = format!("[{}]", [r#"{"a": "x y", "b": []}"#; 40].join(", "));
        assert_eq!(long.one_line(), expected);
    }

    #[test]
    fn short_values_take_one_line() {
        assert_eq!(laid_out(" [1.0,{ \"a\":[ ] , \"b\":{}},null,true]"), "[1, {\"a\": [], \"b\": {}}, null, true]\n");
        assert_eq!(laid_out(r#""\u0001\n\/é""#), "\"\\u0001\\n/é\"\n");
    }

    #[test]
    fn long_values_take_a_line_for_each_part() {
        let word = "x".repeat(60);
        let text = format!("{{\"a\": [\"{word}\", \"{word}\"], \"b\": 1}}");
        let expected = format!("{{\n  \"a\": [\n    \"{word}\",\n    \"{word}\"\n  ],\n  \"b\": 1\n}}\n");
        assert_eq!(laid_out(&text), expected);
        assert_eq!(laid_out(&expected), expected);
    }

    #[test]
    fn a_line_and_its_comma_stay_within_the_width() {
        for length in 80..=120 {
            let item = "é".repeat(length);
            let text = format!("[[\"{item}\"], 0]");
            for line in laid_out(&text).lines().filter(|line| line.starts_with("  [\"")) {
                assert!(line.chars().count() <= LINE_WIDTH, "{line}");
            }
        }
    }
}
