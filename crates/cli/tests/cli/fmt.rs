//! Tests of `travertine fmt`.

use serde_json::Value;

use crate::support::{Folder, GRAPH};

/// A document with fields, node types and numbers that this version does not know, in no canonical layout.
const FUTURE: &str = r#"{"version":1,"format":"travertine",
  "glow": {"strength": 0.10000000000000000000000001, "far": 1E400, "text": "\u202e\u001b é"},
  "outputs":{"b":{"node":"z"},"a":{"node":"y"}},
  "nodes":{"z":{"type":"future/noise","inputs":{"scale":5.50,"big":123456789012345678901234567890},"blend":[1,
  2]},"y":{"type":"math/add"}}}"#;

#[test]
fn files_become_canonical_and_lose_nothing() {
    let folder = Folder::new();
    folder.write("future.json", FUTURE);
    assert_eq!(folder.run("fmt --check future.json graph.json").stdout, "future.json\ngraph.json\n");
    assert_eq!(folder.read("future.json"), FUTURE.as_bytes(), "--check writes nothing");
    assert_eq!(folder.done("fmt future.json graph.json"), "");
    let text = String::from_utf8(folder.read("future.json")).unwrap();
    for kept in ["0.10000000000000000000000001", "123456789012345678901234567890", "\"blend\": [1, 2]", "future/noise"]
    {
        assert!(text.contains(kept), "{kept:?} is not in {text}");
    }
    assert!(text.find("\"y\": {").unwrap() < text.find("\"z\": {").unwrap(), "nodes are sorted: {text}");
    assert!(text.find("\"b\": {").unwrap() < text.find("\"a\": {").unwrap(), "outputs are not: {text}");
    assert_eq!(folder.done("fmt --check future.json graph.json"), "");

    let before = std::fs::metadata(folder.path("future.json")).unwrap().modified().unwrap();
    folder.done("fmt future.json");
    let after = std::fs::metadata(folder.path("future.json")).unwrap().modified().unwrap();
    assert_eq!(before, after, "a canonical file is not written");
}

#[test]
fn standard_input_goes_to_standard_output() {
    let folder = Folder::new();
    folder.write("future.json", FUTURE);
    let ran = folder.run_with("fmt -", FUTURE);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    folder.done("fmt future.json");
    assert_eq!(ran.stdout.as_bytes(), folder.read("future.json"));
    let again = folder.run_with("fmt -", ran.stdout.clone());
    assert_eq!(again.stdout, ran.stdout);
    let ran = folder.run_with("fmt --check -", FUTURE);
    assert_eq!((ran.code, ran.stdout.as_str()), (1, "-\n"));
    folder.run_with("fmt -", "{").expect_failure(3, &["-:1:2: error: "]);
    folder.run_with("fmt - --message-format json", "{}").expect_failure(2, &["--check"]);
}

#[test]
fn invalid_documents_are_reported_and_left_alone() {
    let folder = Folder::new();
    folder.write("cut.json", &GRAPH[..100]);
    folder.write("twice.json", GRAPH.replace("\"version\": 1,", "\"version\": 1, \"version\": 1,"));
    let ran = folder.run("fmt cut.json missing.json twice.json graph.json");
    assert_eq!(ran.code, 3);
    assert!(ran.stdout.contains("cut.json:") && ran.stdout.contains("twice.json:3:"), "{ran:?}");
    assert!(ran.stderr.contains("missing.json"), "{ran:?}");
    assert_eq!(folder.read("cut.json"), &GRAPH.as_bytes()[..100]);
    assert_ne!(folder.read("graph.json"), GRAPH.as_bytes(), "the others are written");
    folder.fails("fmt missing.json", 5, &["missing.json"]);
    folder.fails("fmt", 2, &["<FILE>"]);

    folder.write("graph.json", GRAPH);
    let ran = folder.run("fmt --check cut.json graph.json --message-format json");
    assert_eq!((ran.code, ran.stderr.as_str()), (3, ""));
    let messages: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(messages[0]["file"], "cut.json");
    assert_eq!(messages[1]["message"], "the document is not in canonical form");
    assert_eq!(messages[1]["line"], Value::Null);
}

#[test]
fn a_file_with_a_value_that_the_form_cannot_keep_is_refused() {
    let folder = Folder::new();
    let refused = [
        (r#""nodes": {"n": {"type": ""}}"#, "`type` is empty"),
        (r#""parameters": {"p": {"type": "", "default": 1}}"#, "`type` is empty"),
        (r#""annotations": {"frames": {"f": {"rectangle": [0, 0, 1, 1], "color": ""}}}"#, "`` is not a color"),
        (r#""layout": {"n": [9007199254740993, 0]}"#, "would be rounded to `9007199254740992`"),
        (r#""annotations": {"outputs": [1e-400, 0]}"#, "`1e-400` would be rounded to `0`"),
    ];
    for (field, message) in refused {
        let text = format!(r#"{{"format": "travertine", "version": 1, {field}}}"#);
        folder.write("lossy.json", &text);
        for command in ["fmt lossy.json", "fmt --check lossy.json"] {
            let ran = folder.run(command);
            assert_eq!(ran.code, 3, "{ran:?}");
            assert!(ran.stdout.contains(message) && ran.stdout.contains("lossy.json:1:"), "{ran:?}");
        }
        folder.run_with("fmt -", text.clone()).expect_failure(3, &[message]);
        assert_eq!(folder.read("lossy.json"), text.as_bytes());
    }
}
