//! What the canonical form of a document does not keep of a text.

use std::collections::{BTreeSet, HashMap};

use super::Document;
use crate::diagnostic::{Diagnostic, Diagnostics, quote};
use crate::json::{self, Value, pointer};

impl Document {
    /// The errors of a text that [`Document::to_json`] cannot keep unchanged: positions with more digits than a 64-bit
    /// float. Empty lists and objects, and a `muted` that is false, say nothing and may go.
    ///
    /// # Errors
    ///
    /// One diagnostic for every value that would be another one, with its location.
    pub fn check_kept(&self, text: &[u8]) -> Result<(), Diagnostics> {
        let before = Value::from(json::parse(text)?.root);
        let after = Value::from(json::parse(self.to_json().as_bytes())?.root);
        let mut diagnostics = Diagnostics::new();
        compare(&before, Some(&after), &mut Vec::new(), &mut diagnostics);
        diagnostics.locate(text);
        if diagnostics.is_empty() { Ok(()) } else { Err(diagnostics) }
    }
}

/// Reports the values at `path` that differ. Recurses as deep as JSON is nested, which has a limit.
fn compare<'a>(before: &'a Value, after: Option<&Value>, path: &mut Vec<&'a str>, diagnostics: &mut Diagnostics) {
    match (before, after) {
        (Value::Object(before), after) => {
            let after: HashMap<&str, &Value> = match after {
                Some(Value::Object(members)) => members.iter().map(|(key, value)| (key.as_str(), value)).collect(),
                _ => HashMap::new(),
            };
            for (key, value) in before {
                path.push(key);
                compare(value, after.get(key.as_str()).copied(), path, diagnostics);
                path.pop();
            }
        }
        (Value::List(items), None) if items.is_empty() => {}
        (Value::List(before), Some(Value::List(after))) if is_set(path) => {
            let after: BTreeSet<String> = after.iter().map(Value::to_string).collect();
            for item in before.iter().filter(|item| !after.contains(&item.to_string())) {
                diagnostics.error(|| changed(path, item, None));
            }
        }
        (Value::List(before), Some(Value::List(after))) if before.len() == after.len() => {
            for (before, after) in before.iter().zip(after) {
                compare(before, Some(after), path, diagnostics);
            }
        }
        (Value::Text(before), Some(Value::Text(after))) if is_color(path) && before.eq_ignore_ascii_case(after) => {}
        (Value::Bool(false), None) if matches!(within_graph(path), ["nodes", _, "muted"]) => {}
        (before, after) if Some(before) == after => {}
        (before, after) => diagnostics.error(|| changed(path, before, after)),
    }
}

/// The error that a value would be another one, or be missing.
fn changed(path: &[&str], before: &Value, after: Option<&Value>) -> Diagnostic {
    let error = |message| Diagnostic::error(pointer::pointer(path), message);
    let (old, new) = (quote(&before.to_string()), after.map(|after| quote(&after.to_string())));
    match (before, after, new) {
        (Value::Number(_), Some(Value::Number(_)), Some(new)) => error(format!("{old} would be rounded to {new}"))
            .help(format!("write {new}, or another number that a 64-bit float holds")),
        (.., Some(new)) => error(format!("{old} would become {new}")).help(format!("write {new}")),
        (.., None) => error(format!("{old} would be lost")),
    }
}

/// The part of a path after the keys of the groups around.
fn within_graph<'p, 'a>(mut path: &'p [&'a str]) -> &'p [&'a str] {
    while let ["groups", _, rest @ ..] = path {
        path = rest;
    }
    path
}

/// Whether the order of a list says nothing.
fn is_set(path: &[&str]) -> bool {
    matches!(within_graph(path), ["annotations", "collapsed" | "folded"])
}

/// Whether a text is a color, whose digits may be of either case.
fn is_color(path: &[&str]) -> bool {
    matches!(within_graph(path), ["annotations", "frames", _, "color"])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A document with every field that has a value, in the places of `VALUE`.
    const FIELDS: [&str; 35] = [
        r#""name": VALUE"#,
        r#""description": VALUE"#,
        r#""category": VALUE"#,
        r#""search": [VALUE]"#,
        r#""relief": VALUE"#,
        r#""up": VALUE"#,
        r#""unknown": [VALUE, {"a": VALUE, "b": {}, "c": []}]"#,
        r#""parameters": {"p": {"type": VALUE}}"#,
        r#""parameters": {"p": {"default": VALUE, "min": 0}}"#,
        r#""parameters": {"p": {"min": VALUE}}"#,
        r#""parameters": {"p": {"max": VALUE}}"#,
        r#""parameters": {"p": {"step": VALUE}}"#,
        r#""parameters": {"p": {"unit": VALUE}}"#,
        r#""parameters": {"p": {"description": VALUE}}"#,
        r#""parameters": {"p": {"section": VALUE}}"#,
        r#""parameters": {"p": {"choices": ["a", VALUE]}}"#,
        r#""parameters": {"p": {"unknown": VALUE}}"#,
        r#""presets": {"s": {"description": VALUE}}"#,
        r#""presets": {"s": {"values": {"p": VALUE}, "unknown": VALUE}}"#,
        r#""nodes": {"n": {"type": VALUE}}"#,
        r#""nodes": {"n": {"muted": VALUE, "unknown": VALUE}}"#,
        r#""nodes": {"n": {"inputs": {"x": VALUE}}}"#,
        r#""nodes": {"n": {"inputs": {"x": {"node": VALUE, "output": VALUE}}}}"#,
        r#""nodes": {"n": {"inputs": {"x": {"parameter": VALUE}}}}"#,
        r#""outputs": {"o": VALUE}"#,
        r#""outputs": {"o": {"node": "n", "output": VALUE}}"#,
        r#""layout": {"n": [VALUE, 4]}"#,
        r#""images": {"i": {"file": VALUE, "sha256": VALUE}}"#,
        r#""images": {"i": {"data": VALUE, "unknown": VALUE}}"#,
        r#""annotations": {"frames": {"f": {"title": VALUE, "rectangle": [1, 2, 3, 4], "unknown": VALUE}}}"#,
        r#""annotations": {"frames": {"f": {"text": VALUE, "rectangle": [1, 2, 3, 4]}}}"#,
        r#""annotations": {"frames": {"f": {"color": VALUE, "rectangle": [1, 2, 3, 4]}}}"#,
        r#""annotations": {"frames": {"f": {"rectangle": [1, VALUE, 3, 4]}}}"#,
        r#""annotations": {"collapsed": [VALUE], "folded": ["a", VALUE], "unknown": VALUE}"#,
        r#""annotations": {"outputs": [5, VALUE]}"#,
    ];

    const VALUES: [&str; 19] = [
        "\"\"",
        "\" \"",
        "\"a\"",
        "\"#80FF00\"",
        "\"\\u0000\\u202e\"",
        "0",
        "-0",
        "0.5",
        "1e400",
        "1e-400",
        "9007199254740993",
        "0.1000000000000000055511151231257827",
        "123456789012345678901234567890",
        "true",
        "false",
        "null",
        "[]",
        "{}",
        "{\"node\": \"\"}",
    ];

    /// The values of a text that say something, by their path, in the order of the keys. Positions in lists do not
    /// count.
    fn scalars(text: &str) -> BTreeSet<(String, String)> {
        fn gather(value: &Value, path: &str, found: &mut BTreeSet<(String, String)>) {
            match value {
                Value::Object(members) => {
                    members.iter().for_each(|(key, value)| gather(value, &format!("{path}/{key}"), found));
                }
                Value::List(items) => items.iter().for_each(|item| gather(item, &format!("{path}[]"), found)),
                Value::Bool(false) if path.ends_with("/muted") => {}
                Value::Text(text) if path.ends_with("/color") => {
                    found.insert((path.to_owned(), text.to_lowercase()));
                }
                other => drop(found.insert((path.to_owned(), other.to_string()))),
            }
        }
        let mut found = BTreeSet::new();
        gather(&Value::from(json::parse(text.as_bytes()).unwrap().root), "", &mut found);
        found
    }

    #[test]
    fn every_value_is_kept_or_refused() {
        let (mut kept, mut refused) = (0, 0);
        for field in FIELDS {
            for value in VALUES {
                let field = field.replace("VALUE", value);
                let graph = format!(r#"{{"format": "travertine", "version": 1, {field}}}"#);
                let group = format!(
                    r#"{{"format": "travertine", "version": 1, "groups": {{"g": {{"format": "travertine", "version": 1, {field}}}}}}}"#
                );
                for text in [graph, group] {
                    let Ok(document) = Document::parse(text.as_bytes()) else { continue };
                    if document.check_kept(text.as_bytes()).is_err() {
                        refused += 1;
                        continue;
                    }
                    kept += 1;
                    let (before, mut after) = (scalars(&text), scalars(&document.to_json()));
                    after.retain(|value| before.contains(value));
                    assert_eq!(before, after, "{text}");
                }
            }
        }
        assert!(kept > 500 && refused > 10, "{kept} {refused}");
    }

    #[test]
    fn a_position_that_would_be_rounded_is_reported_with_its_place() {
        let text = "{\"format\": \"travertine\", \"version\": 1,\n \"layout\": {\"a\": [9007199254740993, 1.50]}}";
        let document = Document::parse(text.as_bytes()).unwrap();
        let diagnostics = document.check_kept(text.as_bytes()).unwrap_err();
        let expected = "2:18: error: `9007199254740993` would be rounded to `9007199254740992`; write `9007199254740992`, \
                        or another number that a 64-bit float holds\n  /layout/a";
        assert_eq!(diagnostics.to_string(), expected);
        let text = text.replace("9007199254740993", "9007199254740992");
        assert_eq!(Document::parse(text.as_bytes()).unwrap().check_kept(text.as_bytes()), Ok(()));
    }

    #[test]
    fn each_kind_of_change_has_its_reason() {
        let reasons = |before: &str, after: &str| {
            let [before, after] = [before, after].map(|text| Value::from(json::parse(text.as_bytes()).unwrap().root));
            let mut diagnostics = Diagnostics::new();
            compare(&before, Some(&after), &mut Vec::new(), &mut diagnostics);
            diagnostics.iter().map(|each| each.message.clone()).collect::<Vec<_>>()
        };
        assert_eq!(reasons(r#"{"a": 1.1}"#, r#"{"a": 1}"#), ["`1.1` would be rounded to `1`"]);
        assert_eq!(reasons(r#"{"a": "x"}"#, r#"{"a": "y"}"#), [r#"`"x"` would become `"y"`"#]);
        assert_eq!(reasons(r#"{"a": [1, 2]}"#, r#"{"a": [1]}"#), ["`[1, 2]` would become `[1]`"]);
        assert_eq!(reasons(r#"{"a": null}"#, "{}"), ["`null` would be lost"]);
        let color = |color: &str| format!(r#"{{"annotations": {{"frames": {{"f": {{"color": "{color}"}}}}}}}}"#);
        assert_eq!(reasons(&color("#FFA"), &color("#ffa")), [] as [String; 0]);
        assert_eq!(reasons(&color("#FFA"), &color("#ffb")), [r##"`"#FFA"` would become `"#ffb"`"##]);
        let marks = |ids: &str| format!(r#"{{"annotations": {{"collapsed": {ids}}}}}"#);
        assert_eq!(reasons(&marks(r#"["b", "a", "b"]"#), &marks(r#"["a"]"#))[0], r#"`"b"` would be lost"#);
    }

    #[test]
    fn what_says_nothing_may_go() {
        let text = r##"{"format": "travertine", "version": 1.0, "search": [], "presets": {}, "layout": {}, "parameters": {},
            "annotations": {"frames": {}, "collapsed": ["b", "a", "b"], "folded": []}, "images": {}, "groups": {},
            "nodes": {"a": {"muted": false, "inputs": {}}}}"##;
        let document = Document::parse(text.as_bytes()).unwrap();
        assert_eq!(document.check_kept(text.as_bytes()), Ok(()));
    }
}
