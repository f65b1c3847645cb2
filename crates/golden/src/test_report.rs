//! Results of comparisons for services that run tests: JUnit XML and JSON.

mod junit;

use std::path::Path;
use std::time::Duration;

use travertine::stages::graph::json::{Value, object};

use crate::difference::{Difference, FirstPixel, Mismatch};
use crate::run::{Run, Verdict};

/// How a test ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// The pictures match.
    Passed,
    /// The pictures do not match.
    Failed,
    /// Nothing was compared: an output could not be rendered, or a picture not be read.
    Error,
}

/// The result of one comparison.
#[derive(Clone, PartialEq, Debug)]
pub struct TestResult {
    /// Name of the test.
    pub name: String,
    /// How it ended.
    pub status: Status,
    /// The verdict in one word: `same`, `within`, `differs`, `missing`, `values-differ`, `unlike`, `shared` or
    /// `failed`.
    pub verdict: &'static str,
    /// The verdict in a sentence.
    pub message: String,
    /// Path of the picture with which another was compared; empty for a test of something else.
    pub picture: String,
    /// The measured difference, if the pictures could be compared and are not the same.
    pub difference: Option<Difference>,
    /// The time that the test took.
    pub time: Duration,
}

/// The results of some comparisons.
#[derive(Clone, PartialEq, Debug)]
pub struct TestReport {
    /// Name of the suite of tests.
    pub suite: String,
    /// The greatest accepted difference of a channel, as a fraction of 1.
    pub tolerance: f64,
    /// The results, in order.
    pub tests: Vec<TestResult>,
}

impl TestReport {
    /// The results of a run with this tolerance.
    pub fn of_run(suite: &str, tolerance: f64, run: &Run) -> TestReport {
        let tests = run.outcomes.iter().map(|outcome| {
            let (status, verdict) = match &outcome.verdict {
                Verdict::Same => (Status::Passed, "same"),
                Verdict::Within(_) => (Status::Passed, "within"),
                Verdict::Missing => (Status::Failed, "missing"),
                Verdict::Differs(_) => (Status::Failed, "differs"),
                Verdict::ValuesDiffer => (Status::Failed, "values-differ"),
                Verdict::Unlike(_) => (Status::Failed, "unlike"),
                Verdict::Shared => (Status::Failed, "shared"),
                Verdict::Failed(_) => (Status::Error, "failed"),
            };
            let difference = match &outcome.verdict {
                Verdict::Within(difference) | Verdict::Differs(difference) => Some(difference.clone()),
                _ => None,
            };
            TestResult {
                name: outcome.name.clone(),
                status,
                verdict,
                message: outcome.verdict.to_string(),
                picture: outcome.picture.display().to_string(),
                difference,
                time: outcome.time,
            }
        });
        TestReport { suite: suite.to_owned(), tolerance, tests: tests.collect() }
    }

    /// The result of comparing two picture files.
    pub fn of_files(
        [one, other]: [&Path; 2],
        tolerance: f64,
        difference: &Result<Difference, Mismatch>,
        time: Duration,
    ) -> TestReport {
        let (status, verdict, message) = match difference {
            Ok(difference) if difference.is_none() => (Status::Passed, "same", "matches".to_owned()),
            Ok(difference) if difference.is_within(tolerance) => {
                (Status::Passed, "within", format!("matches within the tolerance: {difference}"))
            }
            Ok(difference) => (Status::Failed, "differs", difference.to_string()),
            Err(mismatch) => (Status::Failed, "unlike", format!("the pictures cannot be compared: {mismatch}")),
        };
        let difference = difference.as_ref().ok().filter(|difference| !difference.is_none());
        let test = TestResult {
            name: format!("{}, {}", one.display(), other.display()),
            status,
            verdict,
            message,
            picture: other.display().to_string(),
            difference: difference.cloned(),
            time,
        };
        TestReport { suite: "travertine compare".to_owned(), tolerance, tests: vec![test] }
    }

    /// Number of tests that ended in this way.
    pub fn count(&self, status: Status) -> usize {
        self.tests.iter().filter(|test| test.status == status).count()
    }

    /// The time of all tests.
    pub fn time(&self) -> Duration {
        self.tests.iter().map(|test| test.time).sum()
    }

    /// The report as JSON: `suite`, `tolerance`, `passed`, `failed`, `errors`, `seconds` and `tests`. A test has
    /// `name`, `status`, `verdict`, `message`, `picture`, `seconds` and `difference`, which is null or has `greatest`
    /// and `mean` as fractions of 1 (null for infinity), `differing` and `pixels` as numbers of pixels, and `first`,
    /// the first differing pixel with the values `one` and `other` as stored.
    pub fn to_json(&self) -> String {
        let count = |status| Value::from(self.count(status) as i64);
        let report = object([
            ("suite", Value::from(self.suite.as_str())),
            ("tolerance", Value::from(self.tolerance)),
            ("passed", count(Status::Passed)),
            ("failed", count(Status::Failed)),
            ("errors", count(Status::Error)),
            ("seconds", Value::from(self.time().as_secs_f64())),
            ("tests", Value::List(self.tests.iter().map(test).collect())),
        ]);
        format!("{report}\n")
    }
}

fn test(test: &TestResult) -> Value {
    let status = match test.status {
        Status::Passed => "passed",
        Status::Failed => "failed",
        Status::Error => "error",
    };
    object([
        ("name", Value::from(test.name.as_str())),
        ("status", Value::from(status)),
        ("verdict", Value::from(test.verdict)),
        ("message", Value::from(test.message.as_str())),
        ("picture", Value::from(test.picture.as_str())),
        ("seconds", Value::from(test.time.as_secs_f64())),
        ("difference", test.difference.as_ref().map_or(Value::Null, measured)),
    ])
}

fn measured(difference: &Difference) -> Value {
    let list = |numbers: &[f32]| Value::List(numbers.iter().map(|number| Value::from(*number)).collect());
    let first = |first: &FirstPixel| {
        object([
            ("column", Value::from(first.column as i64)),
            ("row", Value::from(first.row as i64)),
            ("one", list(&first.one)),
            ("other", list(&first.other)),
        ])
    };
    object([
        ("greatest", Value::from(difference.fraction(difference.greatest))),
        ("mean", Value::from(difference.fraction(difference.mean))),
        ("differing", Value::from(difference.differing as i64)),
        ("pixels", Value::from((difference.width * difference.height) as i64)),
        ("first", difference.first.as_ref().map_or(Value::Null, first)),
    ])
}
