//! Tests of `travertine check`.

use std::path::Path;

use crate::support::{Folder, GRAPH, Ran};

#[test]
fn valid_graphs_are_described() {
    let folder = Folder::new();
    let said = folder.done("check graph.json");
    let expected = [
        "graph.json: valid, 4 nodes, 2 parameters, 3 outputs\n",
        "  `color` (color): red 0 to 1; green 0 to 1; blue 0 to 1; alpha 1\n",
        "  `raw` (float): -",
        "  `place` (vector): x any number; y any number; z any number\n",
        " operations; ",
        " per pixel of a 512 x 512 picture, which needs ",
    ];
    for expected in expected {
        assert!(said.contains(expected), "{expected:?} is not in {said}");
    }
}

#[test]
fn several_graphs_have_a_line_each_and_a_sum() {
    let folder = Folder::new();
    folder.write("other.json", GRAPH);
    let line = "valid, 4 nodes, 2 parameters, 3 outputs";
    let said = folder.done("check graph.json other.json");
    assert_eq!(said, format!("graph.json: {line}\nother.json: {line}\n2 graphs, all valid\n"));
    let all = folder.done("check graph.json other.json -v");
    assert_eq!(all, folder.done("check graph.json") + &folder.done("check other.json") + "2 graphs, all valid\n");
    assert_eq!(folder.done("check graph.json other.json -q"), "");
    folder.write("bad.json", "[]");
    let ran = folder.run("check graph.json bad.json -q");
    assert!(ran.code == 3 && ran.stdout.starts_with("bad.json:1:1: error: "), "{ran:?}");
    assert!(folder.run("check graph.json bad.json").stdout.ends_with("2 graphs, 1 valid, 1 with errors\n"));
}

#[test]
fn ranges_are_those_of_the_values_given() {
    let folder = Folder::new();
    let range = |flags: &str| {
        let said = folder.done(&format!("check graph.json {flags}"));
        said.lines().find(|line| line.starts_with("  `raw` ")).unwrap().to_owned()
    };
    assert_eq!(range("--set noise.min=0.25"), "  `raw` (float): 0.25 to 1");
    assert_eq!(range("--param layers=8"), range(""));
    folder.fails("check graph.json --param layer=8", 2, &["graph.json", "did you mean `layers`?"]);
    folder.fails("check graph.json --preset Verde", 2, &["graph.json", "no presets"]);
}

#[test]
fn up_and_relief_are_printed() {
    let folder = Folder::new();
    assert!(folder.done("check graph.json").contains("\n  up is -y\n"));
    folder.write("floor.json", GRAPH.replacen('{', r#"{"up": "-z", "relief": 0.02,"#, 1));
    let said = folder.done("check floor.json");
    assert!(said.contains("\n  up is -z, a height of 1 is 0.02 units\n"), "{said}");
}

#[test]
fn all_errors_of_all_files_are_reported() {
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
fn warnings_do_not_fail() {
    let folder = Folder::new();
    folder.write("odd.json", GRAPH.replace("\"scale\": {\"parameter\": \"cells\"}", "\"scale\": 4"));
    let said = folder.done("check odd.json");
    assert!(said.contains("odd.json:6:") && said.contains("warning"), "{said}");
    assert!(said.contains("odd.json: valid"), "{said}");
}

/// A graph whose output tiles, and one whose output does not.
fn write_tiles(folder: &Folder) {
    let graph = |inputs: &str| {
        format!(
            r#"{{
              "format": "travertine", "version": 1,
              "nodes": {{"my noise": {{"type": "noise/perlin", "inputs": {{{inputs}}}}}}},
              "outputs": {{"height": {{"node": "my noise"}}}}
            }}"#
        )
    };
    folder.write("tile.json", graph(r#""scale": 5, "periodic": true, "period_x": 5, "period_y": 5"#));
    folder.write("noise.json", graph(r#""scale": 5.2"#));
}

#[test]
fn tiling_outputs_and_others_are_reported() {
    let folder = Folder::new();
    write_tiles(&folder);
    let said = folder.done("check tile.json --tile");
    assert!(said.contains("tile.json: valid") && said.ends_with("  `height` tiles over the unit square\n"), "{said}");
    let ran = folder.run("check noise.json tile.json --tile");
    assert_eq!((ran.code, ran.stderr.as_str()), (1, ""));
    let expected = "  `height` does not tile over the unit square:\n    \
        `my noise` (noise/perlin) breaks the repetition; fixed by `periodic` true, `period_x` 5, `period_y` 5, `scale` 5\n    \
        to tile, add --set='my noise.periodic=true' --set='my noise.period_x=5' --set='my noise.period_y=5' \
        --set='my noise.scale=5'\n";
    assert!(ran.stdout.contains(expected), "{expected:?} is not in {}", ran.stdout);
    assert!(
        ran.stdout
            .ends_with("tile.json: valid, 1 node, 0 parameters, 1 output\n2 graphs, all valid, 1 does not tile\n"),
        "{}",
        ran.stdout
    );
    // The advice can be typed as it stands.
    let fixed =
        Ran::of(folder.command().args(["check", "noise.json", "--tile", "--set=my noise.periodic=true"]).args([
            "--set=my noise.period_x=5",
            "--set=my noise.period_y=5",
            "--set=my noise.scale=5",
        ]));
    assert!(fixed.code == 0 && fixed.stdout.ends_with("  `height` tiles over the unit square\n"), "{fixed:?}");
    // Without --tile, tiling is not checked.
    assert!(!folder.done("check noise.json").contains("unit square"));
}

#[test]
fn other_failures_take_precedence_over_tiling() {
    let folder = Folder::new();
    write_tiles(&folder);
    folder.write("bad.json", "[]");
    assert_eq!(folder.run("check noise.json bad.json --tile").code, 3);
    assert_eq!(folder.run("check missing.json noise.json --tile").code, 5);
}

#[test]
fn unreadable_files_are_5_unless_others_are_invalid() {
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

#[test]
fn messages_about_several_files_name_the_file() {
    let folder = Folder::new();
    let nodes = (1..=6).map(|level| {
        format!(
            r#""n{level}": {{"type": "fractal/fbm", "inputs": {{"value": {{"node": "n{}"}}, "octaves": 16}}}},"#,
            level - 1
        )
    });
    let nodes: String = nodes.collect();
    let graph = format!(
        r#"{{
          "format": "travertine", "version": 1,
          "nodes": {{{nodes} "n0": {{"type": "noise/perlin"}}}},
          "outputs": {{"height": {{"node": "n6"}}}}
        }}"#
    );
    folder.write("large.json", graph);
    for tile in ["", " --tile"] {
        let ran = folder.run(&format!("check graph.json large.json graph.json{tile}"));
        let messages: Vec<&str> = ran.stderr.lines().collect();
        assert!(matches!(messages[..], [message] if message.starts_with("error: large.json: the graph")), "{ran:?}");
        assert_eq!(ran.stdout.matches("graph.json: valid").count(), 2, "{ran:?}");
    }
}

#[test]
fn the_work_of_a_search_for_what_breaks_a_tiling_is_limited() {
    let folder = Folder::new();
    write_tiles(&folder);
    let ran = folder.run("check noise.json tile.json --tile --work 10k");
    assert_eq!((ran.code, ran.stderr.lines().count()), (4, 2), "{ran:?}");
    for said in ["error: noise.json: this takes about", "error: tile.json: this takes about", "the limit is 10000;"] {
        assert!(ran.stderr.contains(said), "{said:?} is not in {}", ran.stderr);
    }
    // Each evaluation counts: one suffices if the output tiles, and none is needed without --tile.
    assert_eq!(folder.run("check tile.json --tile --work 40k").code, 0);
    assert_eq!(folder.run("check noise.json --tile --work 40k").code, 4);
    assert_eq!(folder.run("check noise.json --tile --work 1G").code, 1);
    assert_eq!(folder.run("check noise.json tile.json --work 1").code, 0);
}

#[test]
fn a_constant_position_that_makes_a_node_constant_is_a_warning() {
    let folder = Folder::new();
    for (kind, inputs, warns) in [
        ("noise/perlin", r#""position": 3"#, true),
        ("domain/at", r#""position": [1, 2, 3], "value": {"node": "other"}"#, true),
        ("noise/perlin", r#""position": 3, "scale": {"node": "other"}"#, false),
        ("noise/perlin", r#""scale": 3"#, false),
    ] {
        let graph = format!(
            r#"{{"format": "travertine", "version": 1, "outputs": {{"o": {{"node": "n"}}}},
                "nodes": {{"n": {{"type": "{kind}", "inputs": {{{inputs}}}}}, "other": {{"type": "noise/value"}}}}}}"#
        );
        folder.write("g.json", graph);
        let said = folder.done("check g.json");
        let warned = said.contains("warning: `position` is the same everywhere, so the node is, too");
        assert_eq!(warned, warns, "{said}");
    }
}

#[test]
fn an_empty_document_has_all_its_errors_in_one_run() {
    let folder = Folder::new();
    folder.write("g.json", "{}");
    let ran = folder.run("check g.json");
    assert_eq!(ran.code, 3);
    for error in ["has no `format`", "has no `version`", "has no outputs"] {
        assert!(ran.stdout.contains(error), "{ran:?}");
    }
}

#[test]
fn a_backslash_in_the_path_of_an_image_has_its_repair() {
    let folder = Folder::new();
    let graph = r#"{"format": "travertine", "version": 1, "outputs": {"o": {"node": "n"}},
        "nodes": {"n": {"type": "input/image", "inputs": {"image": "logo"}}},
        "images": {"logo": {"file": "textures\\logo.png", "sha256": "00"}}}"#;
    folder.write("g.json", graph);
    let ran = folder.run("check g.json");
    assert_eq!(ran.code, 3);
    assert!(
        ran.stdout.contains("has a backslash in it") && ran.stdout.contains("write \"textures/logo.png\""),
        "{ran:?}"
    );
}
