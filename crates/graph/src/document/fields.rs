//! The fields of a document and of its parts, in the order in which they are written.
//!
//! The reader and the writer name each field once more, next to the value that it becomes; a test compares them with
//! these lists. Others read the lists: the check for unknown fields, revisions, and the test of the schema.

/// The fields of a document; `source` belongs to groups alone.
pub const DOCUMENT: &[&str] = &[
    "format",
    "version",
    "name",
    "description",
    "category",
    "search",
    "source",
    "parameters",
    "presets",
    "nodes",
    "outputs",
    "layout",
    "annotations",
    "images",
    "groups",
];

/// Fields of a document that are among [`Document::extra`](super::Document::extra): the first versions did not know
/// them, and wrote them after the others in the order in which they found them. Files and digests keep that order.
pub const LATER: &[&str] = &[RELIEF, UP];

pub(crate) const RELIEF: &str = "relief";

pub(crate) const UP: &str = "up";

/// The fields of the [source](super::GroupSource) of a group.
pub const SOURCE: &[&str] = &["path", "sha256"];

/// The fields of a parameter.
pub const PARAMETER: &[&str] = &["type", "default", "min", "max", "step", "choices", "unit", "description", "section"];

/// The fields of a preset.
pub const PRESET: &[&str] = &["description", "values"];

/// The fields of a node.
pub const NODE: &[&str] = &["type", "muted", "inputs"];

/// The fields of the annotations.
pub const ANNOTATIONS: &[&str] = &["frames", "collapsed", "folded", "outputs"];

/// The fields of a frame or a note.
pub const FRAME: &[&str] = &["title", "text", "color", "rectangle"];

/// The fields of an image.
pub const IMAGE: &[&str] = &["file", "sha256", "data"];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;
    use crate::json::{Value, parse};

    /// A group with all fields.
    const GROUP: &str = r##"{
        "format": "travertine", "version": 1, "name": "n", "description": "d", "category": "c", "search": ["s"],
        "source": {"path": "p", "sha256": "0"},
        "parameters": {"p": {"type": "choice", "default": "a", "min": 0, "max": 1, "step": 1, "choices": ["a"],
            "unit": "u", "description": "d", "section": "s"}},
        "presets": {"p": {"description": "d", "values": {"p": "a"}}},
        "nodes": {"n": {"type": "t", "muted": true, "inputs": {"a": 1}}}, "outputs": {}, "layout": {"n": [0, 0]},
        "annotations": {"frames": {"f": {"title": "t", "text": "t", "color": "#000000", "rectangle": [0, 0, 1, 1]}},
            "collapsed": ["n"], "folded": ["n"], "outputs": [0, 0]},
        "images": {"i": {"file": "f", "sha256": "0", "data": "AAAA"}}, "groups": {"g": {
            "format": "travertine", "version": 1, "nodes": {}, "outputs": {}
        }}, "relief": 0.5, "up": "y"
    }"##;

    #[test]
    fn the_reader_knows_every_field_and_the_writer_writes_it_in_its_place() {
        let around = r#"{"format": "travertine", "version": 1, "nodes": {}, "outputs": {}, "groups": {"g": "#;
        let document = Document::parse(format!("{around}{GROUP}}}}}").as_bytes()).unwrap();
        let group = &document.groups["g"];
        let unknown = [
            &group.source.as_ref().unwrap().extra,
            &group.document.parameters[0].1.extra,
            &group.document.presets[0].1.extra,
            &group.document.nodes["n"].extra,
            &group.document.annotations.extra,
            &group.document.annotations.frames["f"].extra,
            &group.document.images["i"].extra,
        ];
        assert!(unknown.iter().all(|fields| fields.is_empty()), "{unknown:?}");
        let late: Vec<&str> = group.document.extra.iter().map(|(key, _)| key.as_str()).collect();
        assert_eq!(late, LATER);

        let written = Value::from(parse(document.to_json().as_bytes()).unwrap().root);
        let keys = |path: &[&str]| -> Vec<String> {
            let part = path.iter().fold(&written, |part, key| part.get(key).unwrap());
            let Value::Object(members) = part else { panic!("{path:?} is not an object") };
            members.iter().map(|(key, _)| key.clone()).collect()
        };
        let group = ["groups", "g"];
        for (path, fields) in [
            (&[][..], &[DOCUMENT, LATER].concat()[..]),
            (&["source"], SOURCE),
            (&["parameters", "p"], PARAMETER),
            (&["presets", "p"], PRESET),
            (&["nodes", "n"], NODE),
            (&["annotations"], ANNOTATIONS),
            (&["annotations", "frames", "f"], FRAME),
            (&["images", "i"], IMAGE),
        ] {
            assert_eq!(keys(&[&group, path].concat()), fields);
        }
    }
}
