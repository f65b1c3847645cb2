//! `travertine check`.

use std::path::Path;

use crate::support::{Folder, GRAPH};

#[test]
fn a_valid_graph_says_what_it_gives() {
    let folder = Folder::new();
    let said = folder.done("check graph.json");
    let expected = [
        "graph.json: valid, 4 nodes, 2 parameters, 3 outputs\n",
        "  `color` (color): red 0 to 1; green 0 to 1; blue 0 to 1; alpha 1\n",
        "  `raw` (float): -",
        "  `place` (vector): x any number; y any number; z any number\n",
        " operations; ",
        " per pixel of a picture of 512 x 512, which takes ",
    ];
    for expected in expected {
        assert!(said.contains(expected), "{expected:?} is not in {said}");
    }
}

#[test]
fn every_problem_of_every_file_is_told() {
    let folder = Folder::new();
    folder.write(
        "type.json",
        GRAPH.replace("noise/perlin", "noise/perln").replace("\"node\": \"ramp\"", "\"node\": \"ram\""),
    );
    folder.write("text.json", "{\"format\": \"travertine\",\n}");
    let ran = folder.run("check type.json graph.json text.json");
    assert_eq!((ran.code, ran.stderr.as_str()), (3, ""));
    for expected in [
        "type.json:11:15: error: unknown node type `noise/perln`; did you mean `noise/perlin`?\n",
        "type.json:25:23: error: unknown node `ram`; did you mean `ramp`?\n",
        "graph.json: valid",
        "text.json:1:24: error: ",
    ] {
        assert!(ran.stdout.contains(expected), "{expected:?} is not in {}", ran.stdout);
    }
}

#[test]
fn warnings_are_no_errors() {
    let folder = Folder::new();
    folder.write("odd.json", GRAPH.replace("\"scale\": {\"parameter\": \"cells\"}", "\"scale\": 4"));
    let said = folder.done("check odd.json");
    assert!(said.contains("odd.json:6:") && said.contains("warning"), "{said}");
    assert!(said.contains("odd.json: valid"), "{said}");
}

#[test]
fn files_that_cannot_be_read_are_5_unless_others_are_invalid() {
    let folder = Folder::new();
    folder.write("bad.json", "[]");
    let ran = folder.run("check missing.json graph.json");
    assert_eq!(ran.code, 5);
    assert!(ran.stderr.contains("missing.json") && ran.stdout.contains("graph.json: valid"));
    assert_eq!(folder.run("check missing.json bad.json").code, 3);
    assert_eq!(folder.run_with("check -", GRAPH).code, 0);
    folder.fails("check", 2, &["GRAPH"]);
}

#[test]
fn the_bundled_graphs_are_valid() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../graphs");
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "json") {
            let said = Folder::new().done(&format!("check {}", path.display()));
            assert!(!said.contains("warning"), "{said}");
        }
    }
}
