//! Reads values of the expected shape, or adds a diagnostic.

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::{MAX_ENTRIES, name_problem};
use crate::json::{Json, JsonValue, Key, Number, pointer};

/// Takes values apart and collects diagnostics.
pub(super) struct Reader {
    pub(super) diagnostics: Diagnostics,
    /// Number of groups so far.
    pub(super) groups: usize,
}

impl Reader {
    /// The pointer to a member with a name of the user's. Reports an invalid name.
    pub(super) fn named(&mut self, parent: &str, what: &str, key: &Key) -> String {
        let path = pointer::child(parent, &key.text);
        if let Some(problem) = name_problem(&key.text) {
            let diagnostic = Diagnostic::error(&path, format!("{what} {problem}"))
                .expected("1 to 256 characters, none of them a control character");
            self.diagnostics.push(diagnostic.at_key());
        }
        path
    }

    pub(super) fn object(&mut self, json: Json, path: &str, what: &str, of: &str) -> Option<Box<[(Key, Json)]>> {
        let found = json.describe();
        match json.value {
            JsonValue::Object(members) if members.len() > MAX_ENTRIES => {
                let message = format!("{what} has {} entries", members.len());
                let diagnostic = Diagnostic::error(path, message);
                self.diagnostics.push(diagnostic.expected(format!("at most {MAX_ENTRIES}")));
                None
            }
            JsonValue::Object(members) => Some(members),
            _ => {
                self.wrong(path, what, found, &format!("an object with {of}"));
                None
            }
        }
    }

    pub(super) fn text(&mut self, json: Json, path: &str, what: &str) -> Option<String> {
        let found = json.describe();
        match json.value {
            JsonValue::Text(text) => Some(text.into()),
            _ => {
                self.wrong(path, what, found, "a string in double quotes");
                None
            }
        }
    }

    /// A text that is not empty; empty if it is not one.
    pub(super) fn filled(&mut self, json: Json, path: &str, what: &str, expected: &str) -> String {
        let text = self.text(json, path, what);
        if text.as_deref() == Some("") {
            self.wrong(path, what, "empty", expected);
        }
        text.unwrap_or_default()
    }

    pub(super) fn number(&mut self, json: Json, path: &str, what: &str) -> Option<Number> {
        let found = json.describe();
        match json.value {
            JsonValue::Number(number) => Some(number),
            _ => {
                self.wrong(path, what, found, "a number");
                None
            }
        }
    }

    pub(super) fn wrong(&mut self, path: &str, what: &str, found: &str, expected: &str) {
        self.diagnostics.push(Diagnostic::error(path, format!("{what} is {found}")).expected(expected));
    }
}

/// The numbers of a list of exactly `N` numbers.
pub(super) fn numbers<const N: usize>(json: &Json) -> Option<[f64; N]> {
    let JsonValue::List(items) = &json.value else { return None };
    let number = |json: &Json| match &json.value {
        JsonValue::Number(number) => number.as_f64(),
        _ => None,
    };
    items.iter().map(number).collect::<Option<Vec<f64>>>()?.try_into().ok()
}
