//! Diagnostics: problems of a document, their location, and advice.

mod locate;

use std::fmt;

use crate::json::{Location, pointer};

/// Maximum number of stored errors; further ones are counted. It limits the memory for a malicious document.
pub const MAX_ERRORS: usize = 1000;

/// Maximum number of stored warnings, counted separately so that they do not displace errors.
const MAX_WARNINGS: usize = 100;

/// Maximum number of characters of a name in a message.
const MAX_QUOTED: usize = 80;

/// Severity of a problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Severity {
    /// The document cannot be rendered.
    Error,
    /// The document can be rendered, but probably not as intended.
    Warning,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
        })
    }
}

/// A problem of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// Severity of the problem.
    pub severity: Severity,
    /// JSON pointer (RFC 6901) to the subject of the problem in the document. It may name something that is missing.
    pub pointer: String,
    /// Whether the subject is the key at the end of the pointer, not its value.
    pub at_key: bool,
    /// Description of the problem.
    pub message: String,
    /// Description of a valid value.
    pub expected: Option<String>,
    /// Advice on how to solve the problem.
    pub help: Option<String>,
    /// Location in the text, once [`Diagnostics::locate`] has found it.
    pub location: Option<Location>,
}

impl Diagnostic {
    /// An error about the value at `pointer`.
    pub fn error(pointer: impl Into<String>, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            pointer: pointer.into(),
            at_key: false,
            message: message.into(),
            expected: None,
            help: None,
            location: None,
        }
    }

    /// A warning about the value at `pointer`.
    pub fn warning(pointer: impl Into<String>, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(pointer, message) }
    }

    /// Sets the pointer.
    pub fn about(self, pointer: impl Into<String>) -> Diagnostic {
        Diagnostic { pointer: pointer.into(), ..self }
    }

    /// Names of the groups around the subject, outermost first; empty for a subject in the document's own graph.
    pub fn groups(&self) -> Vec<String> {
        let mut segments = pointer::segments(&self.pointer);
        let mut names = Vec::new();
        while segments.next().is_some_and(|segment| segment == "groups") {
            names.extend(segments.next().map(|name| name.into_owned()));
        }
        names
    }

    /// Id of the node at the pointer, in the innermost of the [groups](Diagnostic::groups).
    pub fn node(&self) -> Option<String> {
        self.member_after("nodes", 2 * self.groups().len())
    }

    /// Name of that node's input at the pointer.
    pub fn input(&self) -> Option<String> {
        self.node()?;
        self.member_after("inputs", 2 * self.groups().len() + 2)
    }

    /// The name after this key, which is the segment of the pointer at `index`.
    fn member_after(&self, key: &str, index: usize) -> Option<String> {
        let mut segments = pointer::segments(&self.pointer).skip(index);
        let name = segments.next().filter(|segment| segment == key).and_then(|_| segments.next());
        name.map(|name| name.into_owned())
    }

    /// Makes the key the subject instead of the value.
    pub fn at_key(self) -> Diagnostic {
        Diagnostic { at_key: true, ..self }
    }

    /// Sets the location.
    pub fn at(self, location: Location) -> Diagnostic {
        Diagnostic { location: Some(location), ..self }
    }

    /// Sets the description of a valid value.
    pub fn expected(self, expected: impl Into<String>) -> Diagnostic {
        Diagnostic { expected: Some(expected.into()), ..self }
    }

    /// Sets the advice.
    pub fn help(self, help: impl Into<String>) -> Diagnostic {
        Diagnostic { help: Some(help.into()), ..self }
    }

    /// Suggests a name, if there is one.
    pub fn did_you_mean(self, name: Option<&str>) -> Diagnostic {
        match name {
            Some(name) => self.help(format!("did you mean {}?", quote(name))),
            None => self,
        }
    }

    /// The diagnostic as text, without a final line break:
    ///
    /// ```text
    /// marble.json:14:15: error: unknown node type `noise/perln`; did you mean `noise/perlin`?
    ///   node `turbulence`, /nodes/turbulence/type; expected a node type
    /// ```
    ///
    /// `file` is shown unchanged. Control characters of the document are escaped.
    pub fn render(&self, file: Option<&str>) -> String {
        let mut text = String::new();
        if let Some(file) = file {
            text += &format!("{file}:");
        }
        if let Some(location) = self.location {
            text += &format!("{location}:");
        }
        if !text.is_empty() {
            text.push(' ');
        }
        text += &format!("{}: {}", self.severity, self.message);
        if let Some(help) = &self.help {
            text += &format!("; {help}");
        }

        let mut about: Vec<String> = self.groups().iter().map(|group| format!("group {}", quote(group))).collect();
        about.extend(self.node().map(|node| format!("node {}", quote(&node))));
        about.extend(self.input().map(|input| format!("input {}", quote(&input))));
        if !self.pointer.is_empty() {
            about.push(escape(&self.pointer));
        }
        let mut detail = about.join(", ");
        if let Some(expected) = &self.expected {
            if !detail.is_empty() {
                detail += "; ";
            }
            detail += &format!("expected {expected}");
        }
        if !detail.is_empty() {
            text += &format!("\n  {detail}");
        }
        text
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(None))
    }
}

impl std::error::Error for Diagnostic {}

/// The problems of a document.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Diagnostics {
    kept: Vec<Diagnostic>,
    kept_errors: usize,
    omitted: usize,
    errors: usize,
    /// Pointers to the values that could not be read.
    unread: Vec<String>,
}

impl Diagnostics {
    /// No diagnostics.
    pub fn new() -> Diagnostics {
        Diagnostics::default()
    }

    /// Adds a diagnostic. After [`MAX_ERRORS`] errors or 100 warnings, further ones are only counted.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        let is_error = diagnostic.severity == Severity::Error;
        self.errors += usize::from(is_error);
        let kept_warnings = self.kept.len() - self.kept_errors;
        if if is_error { self.is_full() } else { kept_warnings >= MAX_WARNINGS } {
            self.omitted += 1;
        } else {
            self.kept_errors += usize::from(is_error);
            self.kept.push(diagnostic);
        }
    }

    /// Adds the error that `describe` returns. It is not called if the error would only be counted.
    pub fn error(&mut self, describe: impl FnOnce() -> Diagnostic) {
        if self.is_full() {
            self.omit_errors(1);
        } else {
            self.push(describe());
        }
    }

    /// Adds the diagnostics of another stage.
    pub fn append(&mut self, other: Diagnostics) {
        let errors = self.errors + other.errors;
        other.kept.into_iter().for_each(|diagnostic| self.push(diagnostic));
        self.unread.extend(other.unread);
        self.omitted += other.omitted;
        self.errors = errors;
    }

    /// Remembers that the value at a pointer could not be read, for a reason that has been reported. A later stage has
    /// nothing to say about it.
    pub(crate) fn leave_unread(&mut self, pointer: &str) {
        // Nothing more is kept then.
        if !self.is_full() {
            self.unread.push(pointer.to_owned());
        }
    }

    /// Adds the diagnostics of a later stage, but none for a value, or a part of it, whose shape an earlier stage
    /// reported as wrong.
    pub fn append_unless_known(&mut self, later: Diagnostics) {
        let wrong = self.kept.iter().map(|diagnostic| &diagnostic.pointer);
        let known: Vec<String> = wrong.chain(&self.unread).cloned().collect();
        let explained = |pointer: &str| {
            known.iter().any(|known| {
                pointer.strip_prefix(known.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            })
        };
        let later = Diagnostics {
            kept: later.kept.into_iter().filter(|diagnostic| !explained(&diagnostic.pointer)).collect(),
            ..later
        };
        self.append(later);
    }

    /// The diagnostics of the value at `parent` as diagnostics of the value around it.
    pub(crate) fn inside(mut self, parent: &str) -> Diagnostics {
        for diagnostic in &mut self.kept {
            diagnostic.pointer.insert_str(0, parent);
        }
        self
    }

    /// Counts errors without a description.
    pub fn omit_errors(&mut self, count: usize) {
        self.omitted += count;
        self.errors += count;
    }

    /// The stored diagnostics, in the order in which they were found, or in the order of the text once located.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.kept.iter()
    }

    /// Number of diagnostics, including those that were only counted.
    pub fn len(&self) -> usize {
        self.kept.len() + self.omitted
    }

    /// Whether there are no diagnostics.
    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// Whether further errors would only be counted.
    pub fn is_full(&self) -> bool {
        self.kept_errors >= MAX_ERRORS
    }

    /// Number of diagnostics that were counted but not stored.
    pub fn omitted(&self) -> usize {
        self.omitted
    }

    /// Whether there is an error.
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// All diagnostics as text, each with a final line break; see [`Diagnostic::render`].
    pub fn render(&self, file: Option<&str>) -> String {
        let mut text: String = self.kept.iter().map(|diagnostic| diagnostic.render(file) + "\n").collect();
        if self.omitted > 0 {
            text += &format!("... and {} more\n", self.omitted);
        }
        text
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(diagnostic: Diagnostic) -> Diagnostics {
        let mut diagnostics = Diagnostics::new();
        diagnostics.push(diagnostic);
        diagnostics
    }
}

impl<'a> IntoIterator for &'a Diagnostics {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.render(None).trim_end())
    }
}

impl std::error::Error for Diagnostics {}

/// A name in backticks for messages: shortened, with control characters escaped.
pub fn quote(name: &str) -> String {
    match name.char_indices().nth(MAX_QUOTED) {
        Some((end, _)) => format!("`{}...`", escape(&name[..end])),
        None => format!("`{}`", escape(name)),
    }
}

/// A list of names in backticks: `a`, `b` or `c`. A long list is shortened.
pub fn one_of<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    const MAX_NAMES: usize = 13;
    let names: Vec<&str> = names.into_iter().collect();
    // One name more takes no more room than its number.
    let shown = if names.len() == MAX_NAMES + 1 { names.len() } else { MAX_NAMES };
    let quoted: Vec<String> = names.iter().take(shown).map(|name| quote(name)).collect();
    match quoted.split_last() {
        None => "nothing".to_owned(),
        Some((last, [])) => last.clone(),
        Some(_) if names.len() > shown => {
            format!("{} or one of {} more", quoted.join(", "), names.len() - shown)
        }
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
    }
}

fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '"' | '\'' | '\\' => escaped.push(character),
            _ => escaped.extend(character.escape_debug()),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diagnostic_has_a_location_and_advice() {
        let diagnostic = Diagnostic::error("/nodes/a~1b/inputs/scal", "unknown input `scal`")
            .did_you_mean(Some("scale"))
            .expected(one_of(["scale", "seed"]))
            .at(Location { line: 3, column: 7 });
        assert_eq!(
            diagnostic.render(Some("marble.json")),
            "marble.json:3:7: error: unknown input `scal`; did you mean `scale`?\n  \
             node `a/b`, input `scal`, /nodes/a~1b/inputs/scal; expected `scale` or `seed`"
        );
        assert_eq!(Diagnostic::warning("", "odd").to_string(), "warning: odd");
    }

    #[test]
    fn names_cannot_steer_a_terminal() {
        assert_eq!(quote("a\u{1b}[2J\u{202e}é"), "`a\\u{1b}[2J\\u{202e}é`");
        assert_eq!(quote(&"x".repeat(100)).len(), MAX_QUOTED + 5);
    }

    #[test]
    fn diagnostics_beyond_the_limit_are_only_counted() {
        let mut diagnostics = Diagnostics::new();
        for _ in 0..2 * MAX_WARNINGS {
            diagnostics.push(Diagnostic::warning("", "w"));
        }
        for _ in 0..=MAX_ERRORS {
            diagnostics.append(Diagnostic::error("", "e").into());
        }
        assert!(diagnostics.has_errors());
        assert_eq!((diagnostics.len(), diagnostics.omitted()), (2 * MAX_WARNINGS + MAX_ERRORS + 1, MAX_WARNINGS + 1));
        assert!(diagnostics.render(None).ends_with("... and 101 more\n"));
        assert_eq!(diagnostics.iter().filter(|kept| kept.severity == Severity::Error).count(), MAX_ERRORS);
    }
}
