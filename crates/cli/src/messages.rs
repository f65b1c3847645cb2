//! Messages about documents as data for programs: JSON, or SARIF for services that show the results of checks.

mod message;
mod sarif;

use std::path::Path;

use clap::{Args, ValueEnum};
use travertine::stages::graph::json::Value;
use travertine::{Diagnostic, Diagnostics};

pub use self::message::{Message, Severity};
use crate::failure::{self, Failure};
use crate::output::Output;
use crate::{document, terminal};

/// The flag for the form of messages.
#[derive(Args)]
pub struct MessageFlag {
    /// Form of the messages about documents: text, a list in JSON, or SARIF 2.1.0
    #[arg(long, value_name = "FORMAT", value_enum, default_value = "text")]
    message_format: MessageFormat,
}

/// The form of messages.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum MessageFormat {
    /// Lines for people.
    Text,
    /// A list of objects in JSON.
    Json,
    /// SARIF 2.1.0.
    Sarif,
}

/// The messages of a command. As text they are printed where they arise, as data together at the end.
pub struct Messages {
    format: MessageFormat,
    messages: Vec<Message>,
}

impl MessageFlag {
    /// No messages yet, in the form of the flag.
    pub fn messages(&self) -> Messages {
        Messages { format: self.message_format, messages: Vec::new() }
    }
}

impl Messages {
    /// Whether messages are text.
    pub fn are_text(&self) -> bool {
        self.format == MessageFormat::Text
    }

    /// Standard output for text; for data, an output that prints nothing.
    pub fn text_output(&self) -> Output {
        if self.are_text() { Output::new() } else { Output::nowhere() }
    }

    /// Adds a message.
    pub fn add(&mut self, message: Message) {
        self.messages.push(message);
    }

    /// Adds a message about the value at its pointer, and finds its location in the file.
    pub fn add_located(&mut self, path: &Path, message: Message) {
        // Text shows no location, and standard input cannot be read twice.
        let text = match self.are_text() || path == Path::new("-") {
            true => Vec::new(),
            false => document::bytes(path).unwrap_or_default(),
        };
        let mut found = Diagnostics::from(Diagnostic::error(message.pointer.as_str(), ""));
        found.locate(&text);
        let location = found.iter().find_map(|diagnostic| diagnostic.location);
        self.add(Message { location, ..message });
    }

    /// Adds the diagnostics of a file.
    pub fn add_all(&mut self, file: &str, diagnostics: &Diagnostics) {
        self.messages.extend(diagnostics.iter().map(|diagnostic| Message::of(file, diagnostic)));
        if diagnostics.omitted() > 0 {
            let severity = if diagnostics.has_errors() { Severity::Error } else { Severity::Warning };
            self.add(Message::new(file, severity, format!("and {} more", diagnostics.omitted())));
        }
    }

    /// Reports a failure that is not a result: as text on standard error, as data among the messages.
    pub fn add_failure(&mut self, file: &str, failure: &Failure) {
        if self.are_text() {
            failure::report(failure);
        } else if let Some(text) = failure::message(failure) {
            self.add(Message::new(file, Severity::Error, text.strip_prefix("error: ").unwrap_or(&text)));
        }
    }

    /// Prints the messages as data. Does nothing for text.
    pub fn print(&self) -> Result<(), Failure> {
        let data = match self.format {
            MessageFormat::Text => return Ok(()),
            MessageFormat::Json => Value::List(self.messages.iter().map(Message::to_value).collect()),
            MessageFormat::Sarif => sarif::log(&self.messages),
        };
        let mut output = Output::new();
        output.line(terminal::escaped_json(data))?;
        output.finish()
    }
}
