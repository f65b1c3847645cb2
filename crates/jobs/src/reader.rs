//! Reads the members of JSON objects, and collects errors.

use std::collections::BTreeSet;

use travertine::Diagnostics;
use travertine::stages::graph::diagnostic::{Diagnostic, quote};
use travertine::stages::graph::json::pointer::child;
use travertine::stages::graph::json::{Json, JsonValue, Key};
use travertine::stages::graph::suggest::nearest;

/// A member of an object.
#[derive(Clone)]
pub struct Member<'a> {
    /// Its name.
    pub name: &'a str,
    /// The pointer to it.
    pub at: String,
    /// Where its name begins in the text, in bytes.
    pub offset: usize,
    /// Its value.
    pub json: &'a Json,
}

/// Collects errors, each once: `each` and `defaults` read the same member for several targets.
pub struct Reader {
    diagnostics: Diagnostics,
    said: BTreeSet<(String, String)>,
}

impl Reader {
    /// Starts with the errors of the parser.
    pub fn new(diagnostics: Diagnostics) -> Reader {
        Reader { diagnostics, said: BTreeSet::new() }
    }

    /// All errors, if there is one.
    pub fn finish(self) -> Result<(), Diagnostics> {
        if self.diagnostics.has_errors() { Err(self.diagnostics) } else { Ok(()) }
    }

    /// The number of different errors so far, without those of the parser.
    pub fn count(&self) -> usize {
        self.said.len()
    }

    /// Adds an error.
    pub fn error(&mut self, error: Diagnostic) {
        if self.said.insert((error.pointer.clone(), error.message.clone())) {
            self.diagnostics.push(error);
        }
    }

    /// Adds the error that a value is of the wrong type.
    pub fn wrong(&mut self, at: &str, what: &str, found: &Json, expected: &str) {
        self.error(Diagnostic::error(at, format!("{what} is {}", found.describe())).expected(expected));
    }

    /// The members of an object.
    pub fn members<'a>(&mut self, json: &'a Json, at: &str, what: &str, of: &str) -> Vec<Member<'a>> {
        let JsonValue::Object(members) = &json.value else {
            self.wrong(at, what, json, &format!("an object with {of}"));
            return Vec::new();
        };
        let member = |(key, json): &'a (Key, Json)| Member {
            name: &key.text,
            at: child(at, &key.text),
            offset: key.span.start as usize,
            json,
        };
        members.iter().map(member).collect()
    }

    /// Adds the error that there is no such member.
    pub fn unknown(&mut self, member: &Member, what: &str, known: &[&str]) {
        let message = format!("{what} has no {}", quote(member.name));
        let error = Diagnostic::error(&member.at, message).at_key().expected(format!("one of {}", known.join(", ")));
        self.error(error.did_you_mean(nearest(member.name, known.iter().copied())));
    }
}
