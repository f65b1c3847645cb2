//! Tests of `travertine schema`.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use jsonschema::Validator;
use serde_json::Value;
use travertine::stages::graph::document::fields;

use crate::support::{Folder, GRAPH};

#[test]
fn graphs_and_examples_are_valid() {
    let validator = validator();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folders = ["graphs", "docs/guides/first-texture", "crates/library/groups", "tests/groups"]
        .map(|folder| fs::read_dir(root.join(folder)).unwrap());
    let paths = folders.into_iter().flatten().map(|entry| entry.unwrap().path());
    let mut documents: Vec<(String, String)> = paths
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .map(|path| (path.display().to_string(), fs::read_to_string(path).unwrap()))
        .collect();
    assert!(documents.len() >= 66, "{} graphs", documents.len());
    let examples = travertine::registry().iter();
    documents.extend(examples.map(|definition| (definition.type_name(), definition.example.to_string())));
    for (name, document) in documents {
        let errors = errors(&validator, &document);
        assert!(errors.is_empty(), "{name}: {errors:#?}");
    }
}

/// Python's regular expressions, among others, have no classes of Unicode.
#[test]
fn patterns_need_no_classes_of_unicode() {
    let folder = Folder::new();
    let schema = folder.done("schema --build");
    assert!(schema.contains("\"pattern\""), "{schema}");
    for schema in [schema, folder.done("schema")] {
        assert!(!schema.to_lowercase().contains(r"\p{"), "{schema}");
    }
}

/// A part of the test graph, and its replacement.
type Change = (&'static str, &'static str);

#[test]
fn documents_that_check_accepts_are_valid() {
    const VALID: [Change; 19] = [
        (r#""noise/perlin""#, r#""noise/perlin@1""#),
        (r#""type": "input/position""#, r#""type": "input/position", "muted": true, "inputs": {}"#),
        (r#""seed": 7"#, r#""seed": 4294967295, "interpolation": "linear", "dimensions": 2"#),
        (r#""seed": 7"#, r#""position": 1, "periodic": true, "min": -1e30"#),
        (r#""seed": 7"#, r#""position": [0, 1.5, 2e3]"#),
        (r#""from_max": 1"#, r#""from_max": [0.1, 2, 0.3, 1]"#),
        (r##""from_max": 1"##, r##""from_max": "#FF8000", "to_max": "#ff800080""##),
        (r#""from_max": 1"#, r#""from_max": {"node": "place", "output": "x"}, "to_max": {"parameter": "cells"}"#),
        (
            r#""inputs": {"value": {"node": "my.remap"}}"#,
            r##""inputs": {"ramp": {"stops": [{"position": 0, "color": 0.5}, {"position": 1, "color": [1, 2, 3]}]}}"##,
        ),
        (
            r#""inputs": {"value": {"node": "my.remap"}}"#,
            r##""inputs": {"ramp": {"stops": [{"position": 0.5, "color": "#102030"}], "interpolation": "step", "space": "srgb"}}"##,
        ),
        (
            r#""ramp": {"#,
            r#""bend": {"type": "math/curve", "inputs": {"curve": {"points": [[0, -3], [7, 1]], "interpolation": "smooth"}}}, "ramp": {"#,
        ),
        (
            r#""layers": {"type": "integer", "default": 2, "min": 1, "max": 8}"#,
            r#""layers": {"type": "integer", "default": 2, "unit": "octaves", "description": "Layers of noise."}"#,
        ),
        (r#""name": "Test""#, r#""name": "Test", "layout": {"noise": [-1.5, 2], "my.remap": [0, 0]}"#),
        (
            r#""name": "Test""#,
            r##""annotations": {"outputs": [1, 2], "collapsed": ["noise"], "folded": ["ramp"], "frames": {"a b": {"title": "A", "text": "B", "color": "#aBcdef", "rectangle": [0, 0, 10, 20]}}}"##,
        ),
        (
            r#""nodes": {"#,
            r##""presets": {"Fine": {"description": "Small.", "values": {"cells": 16, "layers": 3}}, "é, plain": {}}, "nodes": {"##,
        ),
        (r#""name": "Test""#, r#""name": "Test", "category": "surface", "search": ["stone", "wall"]"#),
        (r#""min": 1, "max": 8}"#, r#""min": 1, "max": 8, "section": "Noise"}"#),
        (
            r#""nodes": {"#,
            r#""groups": {"dots-2": {"format": "travertine", "version": 1, "category": "pattern",
                "parameters": {"size": {"type": "float", "default": 3, "section": "Dots"}},
                "nodes": {"dots": {"type": "noise/dots", "inputs": {"scale": {"parameter": "size"}}}},
                "outputs": {"height": {"node": "dots"}}}},
              "nodes": {"once": {"type": "group/dots-2", "inputs": {"size": {"node": "my.remap"}}},
                "often": {"type": "iterate/dots-2", "inputs": {"iterations": 1024, "size": 2}},"#,
        ),
        (
            r#""nodes": {"#,
            r#""groups": {"Dachs_é": {"format": "travertine", "version": 1,
                "source": {"path": "new/dachs.json", "sha256": "b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c"},
                "nodes": {"dots": {"type": "group/dots@12"}}, "outputs": {"height": {"node": "dots"}},
                "groups": {"dots@12": {"format": "travertine", "version": 1,
                  "nodes": {"dots": {"type": "noise/dots"}}, "outputs": {"height": {"node": "dots"}}}}}},
              "nodes": {"once": {"type": "group/Dachs_é", "muted": true},"#,
        ),
    ];
    let validator = validator();
    for change in VALID {
        let document = changed(change);
        assert_eq!(check(&document), 0, "{document}");
        assert_eq!(errors(&validator, &document), [""; 0], "{document}");
    }
}

#[test]
fn documents_that_check_refuses_are_invalid() {
    const WRONG: [Change; 52] = [
        (r#""travertine""#, r#""gltf""#),
        (r#""version": 1"#, r#""version": 2"#),
        (r#""name": "Test""#, r#""name": 5"#),
        (r#""name": "Test""#, r#""title": "Test""#),
        (r#""name": "Test""#, r#""$schema": "travertine.schema.json""#),
        (r#""name": "Test""#, r#""layout": {"noise": [1]}"#),
        (r#""name": "Test""#, r#""layout": {"noise": "left"}"#),
        (r#""name": "Test""#, r#""presets": ["Fine"]"#),
        (r#""name": "Test""#, r#""presets": {"Fine": {"cells": 4}}"#),
        (r#""name": "Test""#, r#""presets": {"Fine": {"values": [4]}}"#),
        (r#""name": "Test""#, r#""presets": {"": {}}"#),
        (r#""name": "Test""#, r#""annotations": {"collapsed": "noise"}"#),
        (r#""name": "Test""#, r#""annotations": {"frames": {"a": {"title": "A"}}}"#),
        (r#""name": "Test""#, r#""annotations": {"frames": {"a": {"rectangle": [0, 0, 1, 1], "color": "red"}}}"#),
        (r#""noise/perlin""#, r#""noise/perln""#),
        (r#""noise/perlin""#, r#""noise/perlin@99""#),
        (r#""type": "input/position""#, r#""inputs": {}"#),
        (r#""type": "input/position""#, r#""type": "input/position", "muted": 1"#),
        (r#""type": "input/position""#, r#""type": "input/position", "comment": "here""#),
        (r#""place": {"type""#, r#""": {"type": "input/float"}, "place": {"type""#),
        (r#""place": {"type""#, r#""value": {"type": "filter/blur"}, "place": {"type""#),
        (r#""seed": 7"#, r#""sed": 7"#),
        (r#""seed": 7"#, r#""seed": -1"#),
        (r#""seed": 7"#, r#""seed": {"node": "my.remap"}"#),
        (r#""seed": 7"#, r#""dimensions": 5"#),
        (r#""seed": 7"#, r#""interpolation": "cubic""#),
        (r#""scale": {"parameter": "cells"}"#, r#""scale": 0"#),
        (r#""from_max": 1"#, r#""from_max": "one""#),
        (r#""from_max": 1"#, r#""from_max": null"#),
        (r#""from_max": 1"#, r#""from_max": {"node": "noise", "port": "value"}"#),
        (r#""inputs": {"value": {"node": "my.remap"}}"#, r#""inputs": {"ramp": {"stops": []}}"#),
        (r#""type": "float", "default": 4.0"#, r#""type": "number", "default": 4.0"#),
        (r#""type": "float", "default": 4.0"#, r#""type": "float""#),
        (r#""raw": {"node": "noise"}"#, r#""raw": 1"#),
        (r#""name": "Test""#, r#""category": 5"#),
        (r#""name": "Test""#, r#""search": "stone""#),
        (r#""name": "Test""#, r#""groups": []"#),
        (r#""name": "Test""#, r#""source": {"path": "a.json", "sha256": "0"}"#),
        (r#""min": 1, "max": 8}"#, r#""min": 1, "max": 8, "section": 1}"#),
        (r#""place": {"type""#, r#""once": {"type": "group/two words"}, "place": {"type""#),
        (
            r#""nodes": {"#,
            r#""groups": {"two words": {"format": "travertine", "version": 1, 
                "nodes": {"dots": {"type": "noise/dots"}}, "outputs": {"height": {"node": "dots"}}}},
              "nodes": {"#,
        ),
        (
            r#""nodes": {"#,
            r#""groups": {"dots@1": {"format": "travertine", "version": 1, 
                "nodes": {"dots": {"type": "noise/dots"}}, "outputs": {"height": {"node": "dots"}}}},
              "nodes": {"#,
        ),
        (
            r#""nodes": {"#,
            r#""groups": {"ddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd": {"format": "travertine", "version": 1, 
                "nodes": {"dots": {"type": "noise/dots"}}, "outputs": {"height": {"node": "dots"}}}},
              "nodes": {"#,
        ),
        (
            r#""nodes": {"#,
            r#""groups": {"dots": {"version": 1, 
                "nodes": {"dots": {"type": "noise/dots"}}, "outputs": {"height": {"node": "dots"}}}},
              "nodes": {"#,
        ),
        (
            r#""nodes": {"#,
            r#""groups": {"dots": {"format": "travertine", "version": 1, "thumbnail": "a.png",
                "nodes": {"dots": {"type": "noise/dots"}}, "outputs": {"height": {"node": "dots"}}}},
              "nodes": {"once": {"type": "group/dots"},"#,
        ),
        (
            r#""nodes": {"#,
            r#""groups": {"dots": {"format": "travertine", "version": 1, "source": {"path": "../a.json", "sha256": "b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c"},
                "nodes": {"dots": {"type": "noise/dots"}}, "outputs": {"height": {"node": "dots"}}}},
              "nodes": {"once": {"type": "group/dots"},"#,
        ),
        (
            r#""nodes": {"#,
            r#""groups": {"dots": {"format": "travertine", "version": 1, "source": {"path": "a//b.json", "sha256": "b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c"},
                "nodes": {"dots": {"type": "noise/dots"}}, "outputs": {"height": {"node": "dots"}}}},
              "nodes": {"once": {"type": "group/dots"},"#,
        ),
        (
            r#""nodes": {"#,
            r#""groups": {"dots": {"format": "travertine", "version": 1, "source": {"path": "a.json", "sha256": "B5BB9D8014A0F9B1D61E21E796D78DCCDF1352F23CD32812F4850B878AE4944C"},
                "nodes": {"dots": {"type": "noise/dots"}}, "outputs": {"height": {"node": "dots"}}}},
              "nodes": {"once": {"type": "group/dots"},"#,
        ),
        (
            r#""nodes": {"#,
            r#""groups": {"dots": {"format": "travertine", "version": 1, "source": {"path": "a.json"},
                "nodes": {"dots": {"type": "noise/dots"}}, "outputs": {"height": {"node": "dots"}}}},
              "nodes": {"once": {"type": "group/dots"},"#,
        ),
        (
            r#""nodes": {"#,
            r#""groups": {"dots": {"format": "travertine", "version": 1, 
                "nodes": {"dots": {"type": "noise/dotz"}}, "outputs": {"height": {"node": "dots"}}}},
              "nodes": {"once": {"type": "group/dots"},"#,
        ),
        (
            r#""nodes": {"#,
            r#""groups": {"dots": {"format": "travertine", "version": 1, 
                "nodes": {"dots": {"type": "noise/dots"}}, "outputs": {"height": {"node": "dots"}}}},
              "nodes": {"often": {"type": "iterate/dots", "inputs": {"iterations": 0}},"#,
        ),
        (
            r#""nodes": {"#,
            r#""groups": {"dots": {"format": "travertine", "version": 1, 
                "nodes": {"dots": {"type": "noise/dots"}}, "outputs": {"height": {"node": "dots"}}}},
              "nodes": {"often": {"type": "iterate/dots", "inputs": {"iterations": {"node": "noise"}}},"#,
        ),
    ];
    let validator = validator();
    assert_eq!(errors(&validator, GRAPH), [""; 0]);
    for change in WRONG {
        let document = changed(change);
        assert_eq!(check(&document), 3, "{document}");
        assert!(!errors(&validator, &document).is_empty(), "{document}");
    }
}

#[test]
fn all_types_and_inputs_have_descriptions() {
    let schema = schema();
    let types = schema.pointer("/$defs/node/properties/type/anyOf").and_then(Value::as_array).unwrap();
    let cases = schema.pointer("/$defs/node/allOf").and_then(Value::as_array).unwrap();
    for definition in travertine::registry().iter() {
        let name = Value::from(definition.type_name());
        let explained = types.iter().find(|each| each["const"] == name).unwrap();
        assert_eq!(explained["description"], Value::from(definition.description.to_string()));
    }
    // One more for the iterations of groups.
    assert_eq!(cases.len(), travertine::registry().iter().count() + 1);
    let inputs = cases.iter().filter_map(|case| case.pointer("/then/properties/inputs/properties"));
    for input in inputs.flat_map(|inputs| inputs.as_object().unwrap().values()) {
        assert!(input["description"].as_str().is_some_and(|text| !text.is_empty()), "{input}");
    }
}

fn schema() -> Value {
    serde_json::from_str(&Folder::new().done("schema")).unwrap()
}

#[test]
fn the_schema_has_the_fields_of_every_part() {
    let schema = schema();
    for (at, expected) in [
        ("/properties", vec![fields::DOCUMENT, fields::LATER]),
        ("/$defs/group/properties", vec![fields::DOCUMENT, fields::LATER]),
        ("/$defs/group/properties/source/properties", vec![fields::SOURCE]),
        ("/$defs/parameter/properties", vec![fields::PARAMETER]),
        ("/$defs/preset/properties", vec![fields::PRESET]),
        ("/$defs/node/properties", vec![fields::NODE]),
        ("/properties/annotations/properties", vec![fields::ANNOTATIONS]),
        ("/$defs/frame/properties", vec![fields::FRAME]),
        ("/$defs/image/properties", vec![fields::IMAGE]),
    ] {
        let found: BTreeSet<&str> =
            schema.pointer(at).and_then(Value::as_object).unwrap().keys().map(String::as_str).collect();
        let mut expected: BTreeSet<&str> = expected.concat().into_iter().collect();
        if at == "/properties" {
            expected.remove("source");
        }
        assert_eq!(found, expected, "{at}");
    }
}

#[test]
fn the_schema_of_build_files_follows_the_flags() {
    let schema: Value = serde_json::from_str(&Folder::new().done("schema --build")).unwrap();
    let validator = jsonschema::draft202012::new(&schema).unwrap();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guides/builds/textures.build.json");
    let example = fs::read_to_string(path).unwrap();
    assert_eq!(errors(&validator, &example), Vec::<String>::new());
    for (piece, replacement) in [
        ("\"make\": \"render\"", "\"make\": \"rendr\""),
        ("\"for\": \"godot\"", "\"for\": \"godo\""),
        ("\"size\"", "\"sise\""),
        ("travertine-build", "travertine"),
    ] {
        assert!(example.contains(piece), "{piece}");
        assert!(!errors(&validator, &example.replacen(piece, replacement, 1)).is_empty(), "{replacement}");
    }
}

/// Panics if the schema itself violates draft 2020-12.
fn validator() -> Validator {
    jsonschema::draft202012::new(&schema()).unwrap()
}

fn errors(validator: &Validator, document: &str) -> Vec<String> {
    let document: Value = serde_json::from_str(document).unwrap();
    validator.iter_errors(&document).map(|error| format!("{}: {error}", error.instance_path())).collect()
}

/// The test graph with one change.
fn changed((piece, replacement): Change) -> String {
    assert!(GRAPH.contains(piece), "{piece}");
    GRAPH.replacen(piece, replacement, 1)
}

fn check(document: &str) -> i32 {
    let folder = Folder::new();
    folder.write("changed.json", document);
    folder.run("check changed.json").code
}

#[test]
fn a_schema_may_be_written_to_a_file() {
    let folder = Folder::new();
    assert_eq!(folder.done("schema -o graph.schema.json"), "");
    assert_eq!(folder.read("graph.schema.json"), folder.done("schema").as_bytes());
}
