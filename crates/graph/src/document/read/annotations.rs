//! Reads annotations from JSON.

use std::collections::BTreeSet;

use super::reader::{Reader, numbers};
use crate::diagnostic::{Diagnostic, quote};
use crate::document::{Annotations, Frame};
use crate::json::{Json, JsonValue, Value, pointer};

const RECTANGLE: &str = "four numbers, [left, top, width, height]";

impl Annotations {
    pub(super) fn read(reader: &mut Reader, json: Json, path: &str) -> Annotations {
        let mut annotations = Annotations::default();
        let members = reader.object(json, path, "`annotations`", "frames and lists of nodes");
        for (key, value) in members.unwrap_or_default() {
            let path = pointer::child(path, &key.text);
            match &*key.text {
                "frames" => {
                    let members = reader.object(value, &path, "`frames`", "frames by id");
                    for (key, value) in members.unwrap_or_default() {
                        let path = reader.named(&path, "the id of a frame", &key);
                        let frame = Frame::read(reader, value, &path);
                        annotations.frames.insert(key.text.into(), frame);
                    }
                }
                "collapsed" => annotations.collapsed = ids(reader, value, &path, "`collapsed`"),
                "folded" => annotations.folded = ids(reader, value, &path, "`folded`"),
                "outputs" => {
                    let position = numbers(&value);
                    if position.is_none() {
                        let found = value.describe();
                        reader.wrong(&path, "the position", found, "two numbers, as in [40, 120]");
                    }
                    annotations.outputs = position;
                }
                _ => annotations.extra.push((key.text.into(), Value::from(value))),
            }
        }
        annotations
    }
}

impl Frame {
    fn read(reader: &mut Reader, json: Json, path: &str) -> Frame {
        let mut frame = Frame::default();
        let Some(members) = reader.object(json, path, "the frame", "`title` and `rectangle`") else {
            return frame;
        };
        if !members.iter().any(|(key, _)| *key.text == *"rectangle") {
            let diagnostic = Diagnostic::error(path, "the frame has no `rectangle`");
            reader.diagnostics.push(diagnostic.expected(RECTANGLE));
        }
        for (key, value) in members {
            let path = pointer::child(path, &key.text);
            match &*key.text {
                "title" => frame.title = reader.text(value, &path, "`title`"),
                "text" => frame.text = reader.text(value, &path, "`text`"),
                "color" => {
                    let Some(text) = reader.text(value, &path, "`color`") else { continue };
                    frame.color = color(&text);
                    if frame.color.is_none() {
                        let diagnostic = Diagnostic::error(&path, format!("{} is not a color", quote(&text)));
                        reader.diagnostics.push(diagnostic.expected("\"#rrggbb\""));
                    }
                }
                "rectangle" => match numbers(&value) {
                    Some([x, y, width, height]) => {
                        (frame.position, frame.size) = ([x, y], [width, height]);
                    }
                    None => reader.wrong(&path, "`rectangle`", value.describe(), RECTANGLE),
                },
                _ => frame.extra.push((key.text.into(), Value::from(value))),
            }
        }
        frame
    }
}

fn ids(reader: &mut Reader, json: Json, path: &str, what: &str) -> BTreeSet<String> {
    let found = json.describe();
    let JsonValue::List(items) = json.value else {
        reader.wrong(path, what, found, "a list of node ids");
        return BTreeSet::new();
    };
    let items = items.into_iter().enumerate();
    items.filter_map(|(index, item)| reader.text(item, &pointer::child(path, &index.to_string()), "the id")).collect()
}

fn color(text: &str) -> Option<[u8; 3]> {
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6)?;
    let nibbles = digits.chars().map(|digit| digit.to_digit(16)).collect::<Option<Vec<u32>>>()?;
    let bytes: Vec<u8> = nibbles.chunks_exact(2).map(|pair| (pair[0] * 16 + pair[1]) as u8).collect();
    bytes.try_into().ok()
}

#[cfg(test)]
mod tests {
    use crate::document::Document;

    fn document(annotations: &str) -> String {
        format!(
            r#"{{"format": "travertine", "version": 1, "nodes": {{}}, "outputs": {{}}, "annotations": {annotations}}}"#
        )
    }

    #[test]
    fn annotations_come_back_in_canonical_form() {
        let text = document(
            r##"{"outputs": [5, 6], "folded": ["b"], "collapsed": ["b", "a"], "future": 1, "frames": {
                "veins": {"rectangle": [-10, 0.50, 300, 200], "color": "#80FF00", "title": "Veins", "x": null},
                "note": {"text": "Try 4 to 8.", "rectangle": [0, 0, 1, 1]}}}"##,
        );
        let read = Document::parse(text.as_bytes()).unwrap();
        assert_eq!(read.annotations.frames["veins"].color, Some([128, 255, 0]));
        let written = read.to_json();
        let expected = r##"
  "annotations": {
    "frames": {
      "note": {"text": "Try 4 to 8.", "rectangle": [0, 0, 1, 1]},
      "veins": {"title": "Veins", "color": "#80ff00", "rectangle": [-10, 0.5, 300, 200], "x": null}
    },
    "collapsed": ["a", "b"],
    "folded": ["b"],
    "outputs": [5, 6],
    "future": 1
  }
}
"##;
        assert!(written.ends_with(expected), "{written}");
        assert_eq!(Document::parse(written.as_bytes()), Ok(read));
    }

    #[test]
    fn a_document_without_annotations_has_no_such_field() {
        let read = Document::parse(document("{}").as_bytes()).unwrap();
        assert!(!read.to_json().contains("annotations"));
    }

    #[test]
    fn wrong_shapes_are_reported() {
        let text = document(
            r##"{"frames": {"a": {"color": "red", "rectangle": [1]}, "b": {}, "": 1}, "collapsed": [1], "outputs": 3}"##,
        );
        let diagnostics = Document::parse(text.as_bytes()).unwrap_err();
        let messages: Vec<&str> = diagnostics.iter().map(|each| each.message.as_str()).collect();
        assert_eq!(
            messages,
            [
                "`red` is not a color",
                "`rectangle` is a list",
                "the frame has no `rectangle`",
                "the id of a frame is empty",
                "the frame is a number",
                "the id is a number",
                "the position is a number",
            ]
        );
    }
}
