//! Tests of messages as data.

use serde_json::{Value, json};

use crate::support::{Folder, GRAPH, Ran};

/// A valid graph, one with two errors, one with a warning, and a text that is not JSON.
fn folder() -> Folder {
    let folder = Folder::new();
    folder.write(
        "two words/é.json",
        GRAPH.replace("noise/perlin", "noise/perln").replace("\"node\": \"ramp\"", "\"node\": \"ram\""),
    );
    folder.write("odd.json", GRAPH.replace("\"scale\": {\"parameter\": \"cells\"}", "\"scale\": 4"));
    folder.write("text.json", "{\"format\": \"travertine\",\n}");
    folder
}

fn check(folder: &Folder, files: &[&str], format: &str) -> Ran {
    let mut command = folder.command();
    Ran::of(command.arg("check").args(files).args(["--message-format", format]))
}

fn parsed(ran: &Ran) -> Value {
    assert_eq!(ran.stderr, "");
    serde_json::from_str(&ran.stdout).unwrap()
}

#[test]
fn json_has_every_message_with_its_place() {
    let folder = folder();
    let ran = check(&folder, &["two words/é.json", "graph.json", "text.json", "odd.json", "missing.json"], "json");
    assert_eq!(ran.code, 3);
    let messages = parsed(&ran);
    let messages = messages.as_array().unwrap();
    assert_eq!(
        messages[0],
        json!({
            "file": "two words/é.json", "severity": "error", "message": "unknown node type `noise/perln`",
            "line": 11, "column": 15, "pointer": "/nodes/noise/type",
            "expected": messages[0]["expected"], "help": "did you mean `noise/perlin`?",
        })
    );
    let found: Vec<(&str, &str, &Value)> = messages
        .iter()
        .map(|each| (each["file"].as_str().unwrap(), each["severity"].as_str().unwrap(), &each["line"]))
        .collect();
    let (line_1, none) = (json!(1), Value::Null);
    let (line_11, line_25, line_6) = (json!(11), json!(25), json!(6));
    assert_eq!(
        found,
        [
            ("two words/é.json", "error", &line_11),
            ("two words/é.json", "error", &line_25),
            ("text.json", "error", &line_1),
            ("odd.json", "warning", &line_6),
            ("missing.json", "error", &none),
        ]
    );
    assert_eq!(parsed(&check(&folder, &["graph.json"], "json")), json!([]));
}

#[test]
fn an_output_that_does_not_tile_is_a_message() {
    let folder = folder();
    let ran = folder.run("check graph.json --tile --message-format json");
    assert_eq!(ran.code, 1);
    let messages = parsed(&ran);
    assert_eq!(messages[0]["pointer"], "/outputs/color");
    assert_eq!(messages[0]["line"], 24 + 1);
    assert!(messages[0]["message"].as_str().unwrap().contains("does not tile"), "{messages}");
}

#[test]
fn sarif_has_the_shape_that_services_read() {
    let folder = folder();
    let absolute = folder.path("odd.json");
    let ran = check(&folder, &["two words/é.json", absolute.to_str().unwrap(), "missing.json"], "sarif");
    assert_eq!(ran.code, 3);
    let log = parsed(&ran);
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    let driver = &run["tool"]["driver"];
    assert_eq!((driver["name"].as_str(), run["columnKind"].as_str()), (Some("travertine"), Some("unicodeCodePoints")));
    assert!(driver["version"].is_string(), "{driver}");
    let results = run["results"].as_array().unwrap();
    assert_eq!(results.len(), 4);
    for result in results {
        let rule = &driver["rules"][result["ruleIndex"].as_u64().unwrap() as usize];
        assert_eq!(rule["id"], result["ruleId"]);
        assert!(rule["shortDescription"]["text"].is_string());
        assert!(["error", "warning", "note"].contains(&result["level"].as_str().unwrap()));
        assert!(!result["message"]["text"].as_str().unwrap().is_empty());
    }
    let place = &results[0]["locations"][0];
    assert_eq!(
        place["physicalLocation"],
        json!({
            "artifactLocation": {"uri": "two%20words/%C3%A9.json"},
            "region": {"startLine": 11, "startColumn": 15},
        })
    );
    assert_eq!(place["logicalLocations"][0]["fullyQualifiedName"], "/nodes/noise/type");
    let uri = results[2]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].as_str().unwrap();
    assert!(uri.starts_with("file:///") && uri.ends_with("/odd.json"), "{uri}");
    assert_eq!(results[3]["locations"][0]["physicalLocation"].get("region"), None);
}

#[test]
fn control_characters_are_escapes_of_json() {
    let folder = folder();
    folder.write("steer.json", GRAPH.replace("\"node\": \"ramp\"", "\"node\": \"\\u001b[2J\\u202e\""));
    for format in ["json", "sarif"] {
        let ran = check(&folder, &["steer.json"], format);
        parsed(&ran);
        assert!(!ran.stdout.contains(['\u{1b}', '\u{202e}']), "{}", ran.stdout);
    }
}
