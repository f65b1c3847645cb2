//! SARIF, the Static Analysis Results Interchange Format, version 2.1.0 (OASIS, 2020).

use std::path::Path;

use travertine::stages::graph::json::{Value, object};

use super::message::{Message, Severity};

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// The rules, in the order of their indices: id, description, and severity.
const RULES: [(&str, &str, Severity); 3] = [
    ("document-error", "The document is invalid, or cannot be used as asked.", Severity::Error),
    ("document-warning", "The document is valid, but probably not as intended.", Severity::Warning),
    ("document-note", "A fact about the document that may be of use.", Severity::Note),
];

/// A log with one run that has all messages as results.
pub fn log(messages: &[Message]) -> Value {
    let driver = object([
        ("name", Value::from("travertine")),
        ("version", Value::from(env!("CARGO_PKG_VERSION"))),
        ("rules", Value::List(RULES.iter().map(rule).collect())),
    ]);
    let run = object([
        ("tool", object([("driver", driver)])),
        // As columns are counted in documents.
        ("columnKind", Value::from("unicodeCodePoints")),
        ("results", Value::List(messages.iter().map(result).collect())),
    ]);
    object([("$schema", Value::from(SCHEMA)), ("version", Value::from("2.1.0")), ("runs", Value::List(vec![run]))])
}

fn rule((id, description, severity): &(&str, &str, Severity)) -> Value {
    object([
        ("id", Value::from(*id)),
        ("shortDescription", text(description)),
        ("defaultConfiguration", object([("level", Value::from(severity.name()))])),
    ])
}

fn result(message: &Message) -> Value {
    let index = RULES.iter().position(|(.., severity)| *severity == message.severity).unwrap_or_default();
    let mut words = message.message.clone();
    if let Some(help) = &message.help {
        words += &format!("; {help}");
    }
    if let Some(expected) = &message.expected {
        words += &format!("; expected {expected}");
    }
    object([
        ("ruleId", Value::from(RULES[index].0)),
        ("ruleIndex", Value::from(index as i64)),
        ("level", Value::from(message.severity.name())),
        ("message", text(&words)),
        ("locations", Value::List(vec![location(message)])),
    ])
}

fn location(message: &Message) -> Value {
    let mut physical =
        vec![("artifactLocation".to_owned(), object([("uri", Value::from(uri(Path::new(&message.file)).as_str()))]))];
    if let Some(found) = message.location {
        let region = [("startLine", found.line), ("startColumn", found.column)];
        physical.push(("region".to_owned(), object(region.map(|(name, number)| (name, Value::from(number))))));
    }
    let mut location = vec![("physicalLocation".to_owned(), Value::Object(physical))];
    if !message.pointer.is_empty() {
        let name = object([("fullyQualifiedName", Value::from(message.pointer.as_str()))]);
        location.push(("logicalLocations".to_owned(), Value::List(vec![name])));
    }
    Value::Object(location)
}

fn text(words: &str) -> Value {
    object([("text", Value::from(words))])
}

/// A path as a URI reference (RFC 3986): relative as it is, absolute with the scheme `file`.
fn uri(path: &Path) -> String {
    let start = match path.is_absolute() {
        // A path of Windows begins with a drive, not with a slash.
        true if path.to_string_lossy().starts_with('/') => "file://",
        true => "file:///",
        false => "",
    };
    let mut uri = start.to_owned();
    for byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(char::from(*byte));
            }
            b'\\' if cfg!(windows) => uri.push('/'),
            _ => uri += &format!("%{byte:02X}"),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_references() {
        for (path, expected) in [
            ("graphs/marble.json", "graphs/marble.json"),
            ("../two words/é.json", "../two%20words/%C3%A9.json"),
            ("a:b%20#?.json", "a%3Ab%2520%23%3F.json"),
        ] {
            assert_eq!(uri(Path::new(path)), expected);
        }
        #[cfg(unix)]
        assert_eq!(uri(Path::new("/tmp/a b.json")), "file:///tmp/a%20b.json");
    }
}
