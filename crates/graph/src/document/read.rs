//! Reads documents from JSON.

mod annotations;
mod groups;
mod images;
mod presets;
mod reader;

use std::collections::BTreeMap;

use reader::{Reader, numbers};

use super::{Annotations, Document, FORMAT, Input, Node, Parameter, VERSION};
use crate::diagnostic::{Diagnostic, Diagnostics, quote};
use crate::json::{self, Json, JsonValue, Key, Value, pointer};
use crate::suggest::nearest;

impl Document {
    /// Reads a complete document. Saving the result loses nothing but what [`Document::check_kept`] finds.
    ///
    /// # Errors
    ///
    /// One diagnostic if the text is not JSON, or not a document of this version. Otherwise one for every duplicate key
    /// and every value of the wrong shape, such as `inputs` that are a number.
    pub fn parse(text: &[u8]) -> Result<Document, Diagnostics> {
        match Document::parse_leniently(text) {
            (Some(document), diagnostics) if diagnostics.is_empty() => Ok(document),
            (_, diagnostics) => Err(diagnostics),
        }
    }

    /// Reads as much of a document as possible, so that problems besides its shape can be reported.
    ///
    /// If there are diagnostics, the document lacks their subjects and must not be saved.
    pub fn parse_leniently(text: &[u8]) -> (Option<Document>, Diagnostics) {
        let parsed = match json::parse(text) {
            Ok(parsed) => parsed,
            Err(diagnostic) => return (None, diagnostic.into()),
        };
        let mut reader = Reader { diagnostics: parsed.duplicates, groups: 0 };
        let document = reader.document(parsed.root, "");
        let mut diagnostics = reader.diagnostics;
        diagnostics.locate(text);
        (document, diagnostics)
    }
}

impl Input {
    /// The content of an input with this value in the file.
    pub fn from_value(value: Value) -> Input {
        let Value::Object(members) = &value else {
            return Input::Constant(value);
        };
        let text = |key: &str| value.get(key).and_then(Value::as_text).map(str::to_owned);
        match (members.len(), text("node"), text("output"), text("parameter")) {
            (1, Some(node), None, None) => Input::Node { node, output: None },
            (2, Some(node), Some(output), None) => Input::Node { node, output: Some(output) },
            (1, None, None, Some(name)) => Input::Parameter(name),
            _ => Input::Constant(value),
        }
    }
}

impl Reader {
    /// The document at `at`, the pointer to it.
    fn document(&mut self, root: Json, at: &str) -> Option<Document> {
        let found = root.describe();
        let JsonValue::Object(members) = root.value else {
            let what = if at.is_empty() { "the document" } else { "the group" };
            let expected = "an object with `format`, `version`, `nodes` and `outputs`";
            self.wrong(at, what, found, expected);
            return None;
        };
        if self.is_foreign(&members, at) {
            return None;
        }
        let mut document = Document::default();
        // Without its nodes, images or groups, every reference to one would be reported as an error too.
        let mut is_complete = true;
        for (key, value) in members {
            let path = pointer::child(at, &key.text);
            match &*key.text {
                "format" | "version" => {}
                "name" => document.name = self.text(value, &path, "`name`"),
                "description" => document.description = self.text(value, &path, "`description`"),
                "category" => document.category = self.text(value, &path, "`category`"),
                "search" => document.search = self.texts(value, &path, "`search`", "a search word"),
                "parameters" => {
                    let members = self.object(value, &path, "`parameters`", "parameters by name");
                    for (key, value) in members.unwrap_or_default() {
                        let path = self.named(&path, "the name of a parameter", &key);
                        let parameter = self.parameter(value, &path);
                        document.parameters.push((key.text.into(), parameter));
                    }
                }
                "images" => match self.images(value, &path) {
                    Some(images) => document.images = images.into(),
                    None => is_complete = false,
                },
                "presets" => document.presets = self.presets(value, &path),
                "nodes" => {
                    let members = self.object(value, &path, "`nodes`", "nodes by id");
                    is_complete &= members.is_some();
                    for (key, value) in members.unwrap_or_default() {
                        let path = self.named(&path, "the id of a node", &key);
                        let node = self.node(value, &path);
                        document.nodes.insert(key.text.into(), node.into());
                    }
                }
                "outputs" => {
                    let members = self.object(value, &path, "`outputs`", "sources by name");
                    for (key, value) in members.unwrap_or_default() {
                        self.named(&path, "the name of an output", &key);
                        document.outputs.push((key.text.into(), Input::from_value(Value::from(value))));
                    }
                }
                "layout" => {
                    let members = self.object(value, &path, "`layout`", "positions by node id");
                    document.layout = self.layout(members.unwrap_or_default(), &path).into();
                }
                "annotations" => document.annotations = Annotations::read(self, value, &path).into(),
                "groups" => match self.groups(value, &path) {
                    Some(groups) => document.groups = groups.into(),
                    None => is_complete = false,
                },
                _ => document.extra.push((key.text.into(), Value::from(value))),
            }
        }
        is_complete.then_some(document)
    }

    fn node(&mut self, json: Json, path: &str) -> Node {
        let mut node = Node::default();
        let members = self.object(json, path, "the node", "`type` and `inputs`");
        for (key, value) in members.unwrap_or_default() {
            let path = pointer::child(path, &key.text);
            match &*key.text {
                "type" => node.node_type = self.filled(value, &path, "`type`", "a node type, as in \"noise/perlin\""),
                "inputs" => {
                    let inputs = self.object(value, &path, "`inputs`", "values by input name");
                    node.inputs = inputs
                        .unwrap_or_default()
                        .into_iter()
                        .map(|(key, value)| (key.text.into(), Input::from_value(Value::from(value))))
                        .collect();
                }
                "muted" => match value.value {
                    JsonValue::Bool(muted) => node.muted = muted,
                    _ => self.wrong(&path, "`muted`", value.describe(), "true or false"),
                },
                _ => node.extra.push((key.text.into(), Value::from(value))),
            }
        }
        node
    }

    fn parameter(&mut self, json: Json, path: &str) -> Parameter {
        let mut parameter = Parameter::default();
        let members = self.object(json, path, "the parameter", "`type` and `default`");
        for (key, value) in members.unwrap_or_default() {
            let path = pointer::child(path, &key.text);
            match &*key.text {
                "type" => {
                    parameter.parameter_type =
                        self.filled(value, &path, "`type`", "the type of a parameter, as in \"float\"");
                }
                "default" => parameter.default = Some(Value::from(value)),
                "min" => parameter.min = self.number(value, &path, "`min`"),
                "max" => parameter.max = self.number(value, &path, "`max`"),
                "step" => parameter.step = self.number(value, &path, "`step`"),
                "unit" => parameter.unit = self.text(value, &path, "`unit`"),
                "description" => parameter.description = self.text(value, &path, "`description`"),
                "section" => parameter.section = self.text(value, &path, "`section`"),
                "choices" => parameter.choices = self.texts(value, &path, "`choices`", "a choice"),
                _ => parameter.extra.push((key.text.into(), Value::from(value))),
            }
        }
        parameter
    }

    fn texts(&mut self, json: Json, path: &str, list: &str, item: &str) -> Vec<String> {
        let found = json.describe();
        let JsonValue::List(items) = json.value else {
            self.wrong(path, list, found, "a list of strings");
            return Vec::new();
        };
        let items = items.into_iter().enumerate();
        items.filter_map(|(index, value)| self.text(value, &pointer::child(path, &index.to_string()), item)).collect()
    }

    fn layout(&mut self, members: Box<[(Key, Json)]>, path: &str) -> BTreeMap<String, [f64; 2]> {
        let mut layout = BTreeMap::new();
        for (key, json) in members {
            match numbers(&json) {
                Some(position) => {
                    layout.insert(key.text.into(), position);
                }
                None => {
                    let message = format!("the layout of node {} is not a position", quote(&key.text));
                    let path = pointer::child(path, &key.text);
                    self.diagnostics.push(Diagnostic::error(path, message).expected("two numbers, as in [40, 120]"));
                }
            }
        }
        layout
    }
}

impl Reader {
    /// Reports what is wrong with `format` and `version`. Returns whether this is not a document of this version, so
    /// that nothing else of it is worth a report.
    fn is_foreign(&mut self, members: &[(Key, Json)], at: &str) -> bool {
        let get = |name: &str| members.iter().find(|(key, _)| *key.text == *name).map(|(_, value)| value);
        let what = if at.is_empty() { "document" } else { "group" };
        let format_is_foreign = match get("format") {
            None => {
                self.missing("format", "\"format\": \"travertine\"", members, at);
                // It may be any JSON.
                let is_like_one = ["nodes", "outputs", "parameters"].iter().any(|key| get(key).is_some());
                !(is_like_one || members.is_empty())
            }
            Some(Json { value: JsonValue::Text(format), .. }) if **format == *FORMAT => false,
            Some(json) => {
                let found = match &json.value {
                    JsonValue::Text(format) => quote(format),
                    _ => json.describe().to_owned(),
                };
                let message = format!("the format is {found}: this is not a Travertine document");
                let error = Diagnostic::error(pointer::child(at, "format"), message);
                self.diagnostics.push(error.expected("\"travertine\""));
                true
            }
        };
        let version_is_foreign = match get("version") {
            None => {
                self.missing("version", "\"version\": 1", members, at);
                false
            }
            Some(Json { value: JsonValue::Number(version), .. }) if version.as_i64() == Some(VERSION) => false,
            Some(Json { value: JsonValue::Number(version), .. }) => {
                let message = format!("the {what} has version {}", quote(version.as_str()));
                let newer = version.as_i64().is_some_and(|version| version > VERSION);
                let help = if newer { "a newer Travertine wrote it; use that one" } else { "only version 1 exists" };
                let error = Diagnostic::error(pointer::child(at, "version"), message);
                self.diagnostics.push(error.expected("1").help(help));
                true
            }
            Some(json) => {
                let path = pointer::child(at, "version");
                self.wrong(&path, "`version`", json.describe(), "the number 1");
                false
            }
        };
        format_is_foreign || version_is_foreign
    }

    fn missing(&mut self, name: &str, line: &str, members: &[(Key, Json)], at: &str) {
        let what = if at.is_empty() { "document" } else { "group" };
        let near = nearest(name, members.iter().map(|(key, _)| &*key.text));
        let help = match near {
            Some(near) => format!("rename {} to `{name}`", quote(near)),
            None => format!("add {line}"),
        };
        let error = Diagnostic::error(pointer::child(at, name), format!("the {what} has no `{name}`"));
        self.diagnostics.push(error.help(help));
        // The misspelled key is not an unknown one, too.
        near.into_iter().for_each(|near| self.diagnostics.leave_unread(&pointer::child(at, near)));
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const VALID: &str = r##"{"format": "travertine", "version": 1, "name": "N", "future": [1e3, {"a": null}],
        "parameters": {"p": {"type": "float", "default": 1.50, "min": 0, "max": 2, "hint": "x"}},
        "nodes": {"b": {"type": "no/such@7", "inputs": {"f": {"node": "a", "extra": 1}}, "color": "red"},
                  "a": {"type": "noise/perlin", "inputs": {"scale": {"parameter": "p"}, "t": "#ff0000"}}},
        "outputs": {"z": {"node": "b", "output": "value"}, "a": {"node": "a"}},
        "layout": {"a": [40, 120.50]}}"##;

    fn problems(text: &str) -> Vec<String> {
        let diagnostics = Document::parse(text.as_bytes()).unwrap_err();
        diagnostics.iter().map(|each| format!("{} {}", each.pointer, each.message)).collect()
    }

    #[test]
    fn unknown_fields_survive() {
        let document = Document::parse(VALID.as_bytes()).unwrap();
        let text = document.to_json();
        for kept in ["\"future\": [1000, {\"a\": null}]", "no/such@7", "\"hint\": \"x\"", "\"extra\": 1", "\"red\""] {
            assert!(text.contains(kept), "{kept} is missing from {text}");
        }
        assert_eq!(Document::parse(text.as_bytes()), Ok(document));
    }

    #[test]
    fn every_value_of_a_wrong_shape_is_reported() {
        let text = r#"{"format": "travertine", "version": 1, "name": 5,
            "parameters": {"p": {"type": 1, "min": "a", "choices": [1, "b"]}, "q": []},
            "nodes": {"": {}, "a\u0007": {"type": "t"}, "b": {"inputs": 5}, "c": null},
            "outputs": [], "layout": {"b": [1], "c": [1, 1e999]}}"#;
        assert_eq!(
            problems(text),
            [
                "/name `name` is a number",
                "/parameters/p/type `type` is a number",
                "/parameters/p/min `min` is a string",
                "/parameters/p/choices/0 a choice is a number",
                "/parameters/q the parameter is a list",
                "/nodes/ the id of a node is empty",
                "/nodes/a\u{7} the id of a node has a control character in it",
                "/nodes/b/inputs `inputs` is a number",
                "/nodes/c the node is null",
                "/outputs `outputs` is a list",
                "/layout/b the layout of node `b` is not a position",
                "/layout/c the layout of node `c` is not a position",
            ]
        );
    }

    #[test]
    fn groups_have_a_limit_that_counts_those_inside() {
        let empty = r#"{"format": "travertine", "version": 1, "nodes": {}}"#;
        let of = |names: std::ops::Range<usize>, group: &str| {
            let groups: Vec<String> = names.map(|name| format!(r#""{name}": {group}"#)).collect();
            empty.replace("{}}", &format!(r#"{{}}, "groups": {{{}}}}}"#, groups.join(", ")))
        };
        let inner = of(0..99, empty);
        assert!(Document::parse(of(0..100, &inner).as_bytes()).is_ok());
        assert_eq!(problems(&of(0..101, &inner))[0], "/groups/99/groups the document has more than 10000 groups");
    }

    #[test]
    fn a_foreign_document_is_reported_and_nothing_else() {
        assert_eq!(problems("[]"), [" the document is a list"]);
        assert_eq!(
            problems(r#"{"name": "package", "license": 5}"#),
            ["/format the document has no `format`", "/version the document has no `version`"]
        );
        assert_eq!(
            problems(r#"{"format": "glTF", "version": 1, "nodes": 5}"#),
            ["/format the format is `glTF`: this is not a Travertine document"]
        );
        assert_eq!(problems(r#"{"format": "travertine", "version": 2}"#), ["/version the document has version `2`"]);
        assert_eq!(problems(r#"{"format": "travertine", "version": "1"}"#), ["/version `version` is a string"]);
        assert!(Document::parse(br#"{"format": "travertine", "version": 1.0}"#).is_ok());
    }

    #[test]
    fn a_document_without_its_first_lines_is_read_on() {
        let all = |text: &str| -> Vec<String> {
            let found = crate::graph::load(text.as_bytes(), &crate::registry::Registry::default()).unwrap_err();
            found.iter().map(|each| each.pointer.clone()).collect()
        };
        assert_eq!(all("{}"), ["/format", "/version", "/outputs"]);
        assert_eq!(all(r#"{"version": "1", "nodes": 5}"#), ["/format", "/version", "/nodes"]);
        assert_eq!(all(r#"{"format": "travertine", "version": 1, "nodes": 5, "layout": 3}"#), ["/nodes", "/layout"]);
        assert_eq!(all(r#"{"fromat": "travertine", "version": 1, "outputs": {}}"#), ["/format", "/outputs"]);
    }

    proptest! {
        #[test]
        fn a_damaged_document_never_panics(
            edits in proptest::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0u8..4), 1..6),
        ) {
            const PIECES: [&str; 16] = [
                "{", "}", "[", "]", "\"", ",", ":", "1e999", "null", "\\u", "\u{7f}", "-", "{}", "\"node\"", "\"a\"", "0",
            ];
            let mut bytes = VALID.as_bytes().to_vec();
            for (place, piece, kind) in edits {
                let at = place.index(bytes.len());
                let piece = PIECES[piece.index(PIECES.len())].bytes();
                match kind {
                    0 => bytes[at] = bytes[at].wrapping_add(1),
                    1 => bytes.truncate(at + 1),
                    2 => drop(bytes.splice(at..at, piece)),
                    _ => drop(bytes.splice(at..=at, piece)),
                }
            }
            if let Ok(document) = Document::parse(&bytes) {
                prop_assert_eq!(Document::parse(document.to_json().as_bytes()), Ok(document));
            }
            let _ = crate::graph::load(&bytes, &crate::registry::Registry::default());
        }
    }
}
