//! JUnit XML, in the form that services for tests read: suites, a suite, and a case for each test.

use std::fmt::Write;

use super::{Status, TestReport, TestResult};

impl TestReport {
    /// The report as JUnit XML.
    pub fn to_junit(&self) -> String {
        let counts = format!(
            "name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" time=\"{:.3}\"",
            escape(&self.suite),
            self.tests.len(),
            self.count(Status::Failed),
            self.count(Status::Error),
            self.time().as_secs_f64()
        );
        let mut xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned();
        // Writing to a string does not fail.
        let _ = writeln!(xml, "<testsuites {counts}>\n<testsuite {counts}>");
        self.tests.iter().for_each(|test| case(&mut xml, &self.suite, test));
        xml + "</testsuite>\n</testsuites>\n"
    }
}

fn case(xml: &mut String, suite: &str, test: &TestResult) {
    let _ = write!(
        xml,
        "<testcase classname=\"{}\" name=\"{}\" time=\"{:.3}\"",
        escape(suite),
        escape(&test.name),
        test.time.as_secs_f64()
    );
    let element = match test.status {
        Status::Passed => {
            *xml += "/>\n";
            return;
        }
        Status::Failed => "failure",
        Status::Error => "error",
    };
    let message = escape(&test.message);
    let picture = match test.picture.as_str() {
        "" => String::new(),
        picture => format!("\npicture: {}", escape(picture)),
    };
    let _ = writeln!(
        xml,
        ">\n<{element} type=\"{}\" message=\"{message}\">{message}{picture}</{element}>\n</testcase>",
        test.verdict
    );
}

/// Text for an attribute or an element. Characters that XML 1.0 does not allow, even as references, become escapes of
/// Rust.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            // As characters, a reader would turn them into spaces in an attribute.
            '\t' | '\n' | '\r' => {
                let _ = write!(escaped, "&#{};", u32::from(character));
            }
            '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => {
                escaped.extend(character.escape_unicode());
            }
            _ => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn names_and_messages_cannot_write_xml() {
        let test = TestResult {
            name: "<a&\"\u{1b}\n".to_owned(),
            status: Status::Failed,
            verdict: "missing",
            message: "]]> \u{fffe}".to_owned(),
            picture: "a.png".to_owned(),
            difference: None,
            time: Duration::from_millis(1500),
        };
        let report = TestReport { suite: "s".to_owned(), tolerance: 0.0, tests: vec![test] };
        let xml = report.to_junit();
        for expected in [
            "tests=\"1\" failures=\"1\" errors=\"0\" time=\"1.500\"",
            "name=\"&lt;a&amp;&quot;\\u{1b}&#10;\"",
            "message=\"]]&gt; \\u{fffe}\"",
        ] {
            assert!(xml.contains(expected), "{expected} is not in {xml}");
        }
    }
}
