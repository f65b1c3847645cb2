//! Lines as words.

use travertine_graph::json::{self, JsonValue, Value};

use crate::edit::Refusal;

/// A word of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Word {
    /// Its text, without quotes.
    pub text: String,
    /// Where it begins in the line, in bytes.
    pub start: usize,
}

/// The words of a line, between spaces. Parts in double quotes are strings of JSON, and may contain spaces:
/// `"old oak".scale`.
pub fn words(line: &str) -> Result<Vec<Word>, Refusal> {
    let mut words = Vec::new();
    let mut at = 0;
    while let Some(found) = line[at..].find(|character: char| !character.is_whitespace()) {
        let start = at + found;
        let (mut text, mut rest) = (String::new(), &line[start..]);
        while let Some(first) = rest.chars().next().filter(|first| !first.is_whitespace()) {
            let end = match first {
                '"' => quoted(rest).ok_or_else(|| Refusal::new(format!("the quote in `{rest}` has no end")))?,
                _ => rest.find(|character: char| character == '"' || character.is_whitespace()).unwrap_or(rest.len()),
            };
            match first {
                '"' => text += &string(&rest[..end])?,
                _ => text += &rest[..end],
            }
            rest = &rest[end..];
        }
        at = line.len() - rest.len();
        words.push(Word { text, start });
    }
    Ok(words)
}

/// Where the string of JSON at the beginning of a text ends.
fn quoted(text: &str) -> Option<usize> {
    let mut is_escaped = false;
    for (index, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'"' => return Some(index + 1),
            _ => {}
        }
    }
    None
}

fn string(text: &str) -> Result<String, Refusal> {
    match json::parse(text.as_bytes()).map(|parsed| parsed.root.value) {
        Ok(JsonValue::Text(text)) => Ok(text.into()),
        Ok(_) => Ok(text.to_owned()),
        Err(problem) => Err(Refusal::new(format!("{text} is not a string of JSON: {}", problem.message))),
    }
}

/// A text as a value: what is not JSON is a text.
pub fn value(text: &str) -> Value {
    match json::parse(text.as_bytes()) {
        Ok(parsed) if !parsed.duplicates.has_errors() => Value::from(parsed.root),
        _ => Value::from(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_hold_words_together() {
        let texts = |line: &str| words(line).map(|words| words.into_iter().map(|word| word.text).collect::<Vec<_>>());
        assert_eq!(texts(" set\tgrain.scale  4 ").unwrap(), ["set", "grain.scale", "4"]);
        assert_eq!(texts(r#"rename "old oak" "a \"b\" \u00e9""#).unwrap(), ["rename", "old oak", "a \"b\" é"]);
        assert_eq!(texts(r#"reset "old oak".scale é"#).unwrap(), ["reset", "old oak.scale", "é"]);
        assert!(texts("").unwrap().is_empty());
        assert!(texts(r#"set "old"#).is_err() && texts(r#"set "\q""#).is_err());
        assert_eq!(words("name  A b").unwrap()[1].start, 6);
    }

    #[test]
    fn what_is_not_json_is_a_text() {
        assert_eq!(value("4"), Value::from(4));
        assert_eq!(value("#ff0000"), Value::from("#ff0000"));
        assert_eq!(value("\"4\""), Value::from("4"));
        assert_eq!(value("{\"a\": 1, \"a\": 2}"), Value::from("{\"a\": 1, \"a\": 2}"));
    }
}
