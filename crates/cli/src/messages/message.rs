//! A message about a file.

use travertine::Diagnostic;
use travertine::stages::graph::json::{Location, Value, object};

/// The gravity of a message.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// The command fails because of it.
    Error,
    /// Probably not as intended.
    Warning,
    /// Good to know.
    Note,
}

/// A message about a file.
pub struct Message {
    /// Path of the file.
    pub file: String,
    /// Gravity of the message.
    pub severity: Severity,
    /// The problem.
    pub message: String,
    /// Location of the subject, if the file has text there.
    pub location: Option<Location>,
    /// JSON pointer to the subject in the document; empty for the whole document or file.
    pub pointer: String,
    /// Description of a valid value.
    pub expected: Option<String>,
    /// Advice.
    pub help: Option<String>,
}

impl Severity {
    /// The name in JSON, and the level in SARIF.
    pub fn name(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        }
    }
}

impl Message {
    /// A message about a whole file.
    pub fn new(file: &str, severity: Severity, message: impl Into<String>) -> Message {
        Message {
            file: file.to_owned(),
            severity,
            message: message.into(),
            location: None,
            pointer: String::new(),
            expected: None,
            help: None,
        }
    }

    /// A diagnostic of a file.
    pub fn of(file: &str, diagnostic: &Diagnostic) -> Message {
        use travertine::stages::graph::diagnostic;
        let severity = match diagnostic.severity {
            diagnostic::Severity::Error => Severity::Error,
            diagnostic::Severity::Warning => Severity::Warning,
        };
        Message {
            location: diagnostic.location,
            pointer: diagnostic.pointer.clone(),
            expected: diagnostic.expected.clone(),
            help: diagnostic.help.clone(),
            ..Message::new(file, severity, diagnostic.message.clone())
        }
    }

    /// The message as an object in JSON.
    pub fn to_value(&self) -> Value {
        let text = |text: &Option<String>| text.as_deref().map_or(Value::Null, Value::from);
        let number = |number: Option<u32>| number.map_or(Value::Null, Value::from);
        object([
            ("file", Value::from(self.file.as_str())),
            ("severity", Value::from(self.severity.name())),
            ("message", Value::from(self.message.as_str())),
            ("line", number(self.location.map(|location| location.line))),
            ("column", number(self.location.map(|location| location.column))),
            ("pointer", Value::from(self.pointer.as_str())),
            ("expected", text(&self.expected)),
            ("help", text(&self.help)),
        ])
    }
}
