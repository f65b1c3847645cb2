//! Diagnostics: what is wrong with a document, where, and what to do.

mod locate;

use std::fmt;

use crate::json::{Location, pointer};

/// Errors kept; of more, only the number is. Bounds what a hostile document can ask for.
pub const MAX_ERRORS: usize = 1000;

/// Warnings kept. Counted apart: however much is odd, what is wrong is kept.
const MAX_WARNINGS: usize = 100;

/// Characters of a name that messages show.
const MAX_QUOTED: usize = 80;

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Severity {
    /// The document cannot be rendered.
    Error,
    /// The document can be rendered, but probably not as meant.
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

/// One thing that is wrong with a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// What it is about: a JSON pointer (RFC 6901) into the document. It may name something that is missing.
    pub pointer: String,
    /// Whether it is about the key that the pointer ends with, and not about the value.
    pub at_key: bool,
    /// What is wrong.
    pub message: String,
    /// What would be right there.
    pub expected: Option<String>,
    /// What to do about it.
    pub help: Option<String>,
    /// Where it stands in the text, once [`Diagnostics::locate`] knows.
    pub location: Option<Location>,
}

impl Diagnostic {
    /// An error about what `pointer` leads to.
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

    /// A warning about what `pointer` leads to.
    pub fn warning(pointer: impl Into<String>, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(pointer, message) }
    }

    /// Says what it is about.
    pub fn about(self, pointer: impl Into<String>) -> Diagnostic {
        Diagnostic { pointer: pointer.into(), ..self }
    }

    /// The id of the node that it is about.
    pub fn node(&self) -> Option<String> {
        let mut segments = pointer::segments(&self.pointer);
        let id = segments.next().filter(|segment| segment == "nodes").and_then(|_| segments.next());
        id.map(|id| id.into_owned())
    }

    /// The name of that node's input that it is about.
    pub fn input(&self) -> Option<String> {
        self.node()?;
        let mut segments = pointer::segments(&self.pointer).skip(2);
        let name = segments.next().filter(|segment| segment == "inputs").and_then(|_| segments.next());
        name.map(|name| name.into_owned())
    }

    /// Says that it is about the key, not the value.
    pub fn at_key(self) -> Diagnostic {
        Diagnostic { at_key: true, ..self }
    }

    /// Says where it stands.
    pub fn at(self, location: Location) -> Diagnostic {
        Diagnostic { location: Some(location), ..self }
    }

    /// Says what would be right.
    pub fn expected(self, expected: impl Into<String>) -> Diagnostic {
        Diagnostic { expected: Some(expected.into()), ..self }
    }

    /// Says what to do.
    pub fn help(self, help: impl Into<String>) -> Diagnostic {
        Diagnostic { help: Some(help.into()), ..self }
    }

    /// Asks whether this name was meant, if there is one.
    pub fn did_you_mean(self, name: Option<&str>) -> Diagnostic {
        match name {
            Some(name) => self.help(format!("did you mean {}?", quote(name))),
            None => self,
        }
    }

    /// The diagnostic as text, without a line break at its end:
    ///
    /// ```text
    /// marble.json:14:15: error: unknown node type `noise/perln`; did you mean `noise/perlin`?
    ///   node `turbulence`, /nodes/turbulence/type; expected a node type
    /// ```
    ///
    /// `file` is shown as given. Control characters of the document are escaped.
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

        let mut about = Vec::new();
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

/// Everything that is wrong with a document.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Diagnostics {
    kept: Vec<Diagnostic>,
    kept_errors: usize,
    omitted: usize,
    errors: usize,
}

impl Diagnostics {
    /// No diagnostics yet.
    pub fn new() -> Diagnostics {
        Diagnostics::default()
    }

    /// Adds one; after [`MAX_ERRORS`] errors or 100 warnings, more of them are only counted.
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

    /// Adds the error that `describe` gives, without asking for it where it would only be counted.
    pub fn error(&mut self, describe: impl FnOnce() -> Diagnostic) {
        if self.is_full() {
            self.omit_errors(1);
        } else {
            self.push(describe());
        }
    }

    /// Adds those of another stage.
    pub fn append(&mut self, other: Diagnostics) {
        let errors = self.errors + other.errors;
        other.kept.into_iter().for_each(|diagnostic| self.push(diagnostic));
        self.omitted += other.omitted;
        self.errors = errors;
    }

    /// Adds those of a later stage that an earlier one has not explained: where something has the wrong shape, what
    /// the later stage says about it or its parts follows from that.
    pub fn append_unless_known(&mut self, later: Diagnostics) {
        let known: Vec<String> = self.kept.iter().map(|diagnostic| diagnostic.pointer.clone()).collect();
        let explained = |pointer: &str| {
            known.iter().any(|known| {
                pointer
                    .strip_prefix(known.as_str())
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            })
        };
        let later = Diagnostics {
            kept: later.kept.into_iter().filter(|diagnostic| !explained(&diagnostic.pointer)).collect(),
            ..later
        };
        self.append(later);
    }

    /// Counts errors that nobody described.
    pub fn omit_errors(&mut self, count: usize) {
        self.omitted += count;
        self.errors += count;
    }

    /// The diagnostics, in the order in which they were found, or of the text once located.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.kept.iter()
    }

    /// How many there are, those that were only counted included.
    pub fn len(&self) -> usize {
        self.kept.len() + self.omitted
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// Whether more errors would only be counted, so that describing them is vain.
    pub fn is_full(&self) -> bool {
        self.kept_errors >= MAX_ERRORS
    }

    /// How many were counted but not kept.
    pub fn omitted(&self) -> usize {
        self.omitted
    }

    /// Whether any is an error.
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// All of them as text, each ending with a line break; see [`Diagnostic::render`].
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

/// A name in backticks, as messages show it: shortened, and nothing in it that a terminal would obey.
pub fn quote(name: &str) -> String {
    match name.char_indices().nth(MAX_QUOTED) {
        Some((end, _)) => format!("`{}...`", escape(&name[..end])),
        None => format!("`{}`", escape(name)),
    }
}

/// A list of names in backticks: `a`, `b` or `c`; of a long list, the first and how many more.
pub fn one_of<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    const SHOWN: usize = 12;
    let names: Vec<&str> = names.into_iter().collect();
    let quoted: Vec<String> = names.iter().take(SHOWN).map(|name| quote(name)).collect();
    match quoted.split_last() {
        None => "nothing".to_owned(),
        Some((last, [])) => last.clone(),
        Some(_) if names.len() > SHOWN => {
            format!("{} or one of {} more", quoted.join(", "), names.len() - SHOWN)
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
    fn a_diagnostic_says_where_and_what_to_do() {
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
    fn a_flood_is_counted_but_not_kept() {
        let mut diagnostics = Diagnostics::new();
        for _ in 0..2 * MAX_WARNINGS {
            diagnostics.push(Diagnostic::warning("", "w"));
        }
        for _ in 0..=MAX_ERRORS {
            diagnostics.append(Diagnostic::error("", "e").into());
        }
        assert!(diagnostics.has_errors());
        assert_eq!(
            (diagnostics.len(), diagnostics.omitted()),
            (2 * MAX_WARNINGS + MAX_ERRORS + 1, MAX_WARNINGS + 1)
        );
        assert!(diagnostics.render(None).ends_with("... and 101 more\n"));
        assert_eq!(diagnostics.iter().filter(|kept| kept.severity == Severity::Error).count(), MAX_ERRORS);
    }
}
