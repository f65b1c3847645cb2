//! What a build has done: lines for people, and a report for programs.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Duration;

use travertine::stages::graph::json::{Number, Value, Writer, object, texts};
use travertine_golden::{Status, TestReport, TestResult};

use super::inputs::FileDigest;
use super::target::Target;
use crate::failure::{self, Failure};
use crate::terminal;

/// What became of a target.
pub enum Outcome {
    /// It was made.
    Made,
    /// It was up to date.
    Kept,
    /// It is out of date, and was not made.
    Stale,
    /// It could not be made.
    Failed(Failure),
}

/// A target that the build is done with.
pub struct Done {
    /// Name of the target.
    pub name: String,
    /// What became of it.
    pub outcome: Outcome,
    /// Notes and warnings of its command.
    pub notes: Vec<String>,
    /// Those that its last build had, too.
    known_notes: Vec<String>,
    entry: String,
    command: &'static str,
    /// Why it was out of date.
    reason: Option<String>,
    outputs: BTreeMap<String, FileDigest>,
    time: Duration,
}

impl Done {
    /// A target that is up to date.
    pub fn kept(target: &Target, outputs: &BTreeMap<String, FileDigest>) -> Done {
        Done { outputs: outputs.clone(), ..Done::new(target, Outcome::Kept, None) }
    }

    /// A target that is out of date.
    pub fn stale(target: &Target, reason: String) -> Done {
        Done::new(target, Outcome::Stale, Some(reason))
    }

    /// A target that was made, or failed.
    pub fn made(
        target: &Target,
        reason: Option<String>,
        made: Result<BTreeMap<String, FileDigest>, Failure>,
        time: Duration,
    ) -> Done {
        let (outcome, outputs) = match made {
            Ok(outputs) => (Outcome::Made, outputs),
            Err(failure) => (Outcome::Failed(failure), BTreeMap::new()),
        };
        Done { outputs, time, ..Done::new(target, outcome, reason) }
    }

    /// Adds the notes of this build, and those of the last one, which show what is new.
    pub fn with_notes(self, notes: Vec<String>, before: &[String]) -> Done {
        Done { notes, known_notes: before.to_vec(), ..self }
    }

    /// Whether a note of the target is to be read: a warning, or one that its last build did not have.
    pub fn is_news(&self, note: &String) -> bool {
        !terminal::is_note(note) || !self.known_notes.contains(note)
    }

    fn new(target: &Target, outcome: Outcome, reason: Option<String>) -> Done {
        Done {
            name: target.name.clone(),
            outcome,
            notes: Vec::new(),
            known_notes: Vec::new(),
            entry: target.entry.clone(),
            command: target.kind.name,
            reason,
            outputs: BTreeMap::new(),
            time: Duration::ZERO,
        }
    }

    /// A line about the target.
    pub fn line(&self) -> String {
        let mut line = format!("{} {}", self.outcome.word(), self.name);
        // Writing to a string does not fail.
        if let Some(reason) = self.reason.as_ref().filter(|_| matches!(self.outcome, Outcome::Made | Outcome::Stale)) {
            let _ = write!(line, " ({reason})");
        }
        if !self.time.is_zero() {
            let preposition = if matches!(self.outcome, Outcome::Made) { "in" } else { "after" };
            let _ = write!(line, " {preposition} {:.2} s", self.time.as_secs_f64());
        }
        line
    }

    fn value(&self) -> Value {
        let outputs = self.outputs.iter().map(|(path, output)| {
            object([
                ("path", Value::from(path.as_str())),
                ("bytes", Value::from(i64::try_from(output.bytes).unwrap_or(i64::MAX))),
                ("sha256", Value::from(output.sha256.as_str())),
            ])
        });
        // Milliseconds are enough.
        let seconds = (self.time.as_secs_f64() * 1e3).round() / 1e3;
        let mut members = vec![
            ("target", Value::from(self.name.as_str())),
            ("entry", Value::from(self.entry.as_str())),
            ("command", Value::from(self.command)),
            ("result", Value::from(self.outcome.name())),
        ];
        members.extend(self.reason.as_deref().map(|reason| ("reason", Value::from(reason))));
        if let Outcome::Failed(failure) = &self.outcome {
            members.push(("code", Value::from(i64::from(failure.code()))));
            members.extend(failure::message(failure).map(|text| ("error", Value::from(text))));
        }
        members.push(("seconds", Number::from_f64(seconds).map_or(Value::Null, Value::Number)));
        members.push(("outputs", Value::List(outputs.collect())));
        members.push(("notes", texts(self.notes.iter().map(String::as_str))));
        Value::Object(members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    }
}

impl Outcome {
    /// The word in lines for people.
    fn word(&self) -> &'static str {
        if matches!(self, Outcome::Made) { "built" } else { self.name() }
    }

    /// The word in reports.
    fn name(&self) -> &'static str {
        match self {
            Outcome::Made => "made",
            Outcome::Kept => "up to date",
            Outcome::Stale => "out of date",
            Outcome::Failed(_) => "failed",
        }
    }
}

/// The numbers of targets by what became of them, in words.
pub fn summary(done: &[Done]) -> String {
    let names = ["built", "up to date", "out of date", "failed"];
    let count = |name: &str| done.iter().filter(|done| done.outcome.word() == name).count();
    let counts = names.into_iter().map(|name| (count(name), name)).filter(|(count, _)| *count > 0);
    let counts: Vec<String> = counts.map(|(count, name)| format!("{count} {name}")).collect();
    if counts.is_empty() { "no targets".to_owned() } else { counts.join(", ") }
}

/// A report of all targets, in JSON.
pub fn report(done: &[Done]) -> String {
    let mut writer = Writer::new();
    writer.value(&object([
        ("format", Value::from("travertine-build-report")),
        ("version", Value::from(1)),
        ("travertine", Value::from(env!("CARGO_PKG_VERSION"))),
        ("targets", Value::List(done.iter().map(Done::value).collect())),
    ]));
    writer.finish()
}

/// The targets as tests: one that is out of date, and was not made, has failed.
pub fn tests(suite: &str, done: &[Done]) -> TestReport {
    let test = |done: &Done| {
        let (status, verdict) = match &done.outcome {
            Outcome::Made => (Status::Passed, "made"),
            Outcome::Kept => (Status::Passed, "up-to-date"),
            Outcome::Stale => (Status::Failed, "out-of-date"),
            Outcome::Failed(_) => (Status::Error, "failed"),
        };
        let error = match &done.outcome {
            Outcome::Failed(failure) => failure::message(failure),
            _ => None,
        };
        TestResult {
            name: done.name.clone(),
            status,
            verdict,
            message: error.or_else(|| done.reason.clone()).unwrap_or_default(),
            picture: String::new(),
            difference: None,
            time: done.time,
        }
    };
    TestReport { suite: suite.to_owned(), tolerance: 0.0, tests: done.iter().map(test).collect() }
}
