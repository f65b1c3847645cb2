//! Syntax errors with advice.

use super::locations;
use crate::diagnostic::{Diagnostic, quote};

/// The first offset at which a text is not JSON, and the reason.
pub(super) struct Problem {
    offset: usize,
    message: String,
    expected: String,
    help: String,
}

impl Problem {
    /// A problem at this byte; `expected` and `help` may be empty.
    pub(super) fn new(
        offset: usize,
        message: impl Into<String>,
        expected: impl Into<String>,
        help: impl Into<String>,
    ) -> Problem {
        Problem { offset, message: message.into(), expected: expected.into(), help: help.into() }
    }

    /// The problem as a diagnostic with its location.
    pub(super) fn locate(self, text: &str) -> Diagnostic {
        let mut diagnostic = Diagnostic::error("", self.message).at(locations(text, &[self.offset])[0]);
        if !self.expected.is_empty() {
            diagnostic = diagnostic.expected(self.expected);
        }
        if !self.help.is_empty() {
            diagnostic = diagnostic.help(self.help);
        }
        diagnostic
    }

    /// The text ends inside the list or object that starts at `open`.
    pub(super) fn ends_inside(text: &str, open: usize) -> Problem {
        let what = if text.as_bytes()[open] == b'[' { "list" } else { "object" };
        let line = locations(text, &[open])[0].line;
        let expected = if what == "list" { "`]`" } else { "`}`" };
        let message = format!("the file ends inside the {what} that line {line} opens");
        Problem::new(text.len(), message, expected, "was it cut off, or is a bracket missing?")
    }

    /// The text has an unexpected word or character at `offset`. `help` is the advice if there is no better one.
    pub(super) fn unexpected(text: &str, offset: usize, expected: &str, help: &str) -> Problem {
        let rest = &text[offset..];
        let word: String =
            rest.chars().take_while(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '+' | '.')).take(40).collect();
        let found = match (rest.chars().next(), word.is_empty()) {
            (None, _) => "the file ends too early".to_owned(),
            (Some(character), true) => format!("unexpected {}", quote(&character.to_string())),
            (Some(_), false) => format!("unexpected {}", quote(&word)),
        };
        let known = match word.trim_start_matches(['-', '+']).to_ascii_lowercase().as_str() {
            "nan" | "inf" | "infinity" => "only finite numbers are possible",
            "true" | "false" | "null" => "write it in lower case",
            "none" | "undefined" | "nil" => "leave the field out instead",
            _ if rest.starts_with('\'') => "strings are written in double quotes",
            _ if rest.starts_with(['\u{201c}', '\u{201d}', '\u{201e}', '\u{2018}', '\u{2019}']) => {
                "use straight double quotes, not typographic ones"
            }
            _ if rest.starts_with("//") || rest.starts_with("/*") || rest.starts_with('#') => {
                "JSON has no comments; `description` is the place for a note"
            }
            _ if rest.starts_with(['.', '+']) => "numbers are written like 0.5, -1 or 1e3",
            _ if ["<<<<<<<", "=======", ">>>>>>>"].iter().any(|mark| rest.starts_with(mark)) => {
                "a merge left this mark behind; choose one of the two sides"
            }
            _ if rest.starts_with('=') => "a key and its value are separated by a colon",
            _ if rest.starts_with(';') => "values are separated by commas",
            _ => help,
        };
        Problem::new(offset, found, expected, known)
    }
}
