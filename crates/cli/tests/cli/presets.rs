//! Tests of `--preset`, and of presets in other commands.

use crate::pictures::png;
use crate::support::{Folder, GRAPH};

/// The test graph with two presets.
fn folder() -> Folder {
    let presets = r#""presets": {
    "Fine": {"description": "Small cells.", "values": {"cells": 16, "layers": 4}},
    "As it is": {}
  },
  "nodes": {"#;
    let folder = Folder::new();
    folder.write("presets.json", GRAPH.replacen("\"nodes\": {", presets, 1));
    folder
}

#[test]
fn a_preset_gives_the_picture_of_its_values() {
    let folder = folder();
    let picture = |arguments: &[&str]| {
        let mut command = folder.command();
        command.args(["render", "presets.json", "--size", "24", "-o", "out.png"]).args(arguments);
        command.assert().success();
        folder.read("out.png")
    };
    // Files hold a mark of all that they depend on: the values, however they were set.
    assert!(picture(&["--preset", "Fine"]) == picture(&["--param", "cells=16", "--param", "layers=4"]));
    assert!(picture(&["--preset=As it is"]) == picture(&[]));
    assert!(
        picture(&["--preset", "Fine", "--param", "cells=5", "--set", "noise.seed=3"])
            == picture(&["--param", "cells=5", "--param", "layers=4", "--set", "noise.seed=3"]),
        "single values win"
    );
    assert!(picture(&["--preset", "Fine"]) != picture(&[]));
}

#[test]
fn every_command_that_sets_parameters_takes_a_preset() {
    let folder = folder();
    folder.write("points.csv", "x,y,z\n0.1,0.2,0.3\n");
    for command in [
        "sample presets.json --points points.csv --output raw",
        "animate presets.json --frames 0..1 --size 8 -o out%d.png",
        "shape presets.json --size 8 -o out.png",
        "volume presets.json --size 4 --output raw -o out.zarr",
        "variations presets.json --seeds 0..1 --size 8 -o out",
    ] {
        let said = |extra: &str| folder.run(&format!("{command} {extra}"));
        assert_eq!(said("--preset Fine").code, 0, "{command}: {}", said("--preset Fine").stderr);
        folder.fails(&format!("{command} --preset fine"), 2, &["unknown preset `fine`; did you mean `Fine`?"]);
    }
    folder.fails("render graph.json --preset Fine", 2, &["unknown preset `Fine`", "the graph has no presets"]);
}

#[test]
fn presets_are_listed() {
    let said = folder().done("check presets.json");
    for expected in [
        "presets.json: valid, 4 nodes, 2 parameters, 3 outputs, 2 presets\n",
        "\n  preset `Fine`: `cells` 16, `layers` 4\n  preset `As it is`: the defaults\n",
    ] {
        assert!(said.contains(expected), "{expected:?} is not in {said}");
    }
}

#[test]
fn a_picture_of_a_sheet_keeps_its_preset() {
    let folder = folder();
    folder.done("variations presets.json --preset Fine --sweep layers=1:3:2 --size 16 -o out");
    folder.done("cell out/manifest.json 1 -o again.png");
    assert!(png(&folder.read("again.png")) == png(&folder.read("out/cells/0001.png")));
    folder.done("render presets.json --size 16 --param cells=16 --param layers=3 -o alone.png");
    assert!(png(&folder.read("alone.png")) == png(&folder.read("again.png")));
    folder.fails("variations out/manifest.json --cell 1 --preset Fine -o again.png", 2, &["--preset"]);
}

#[test]
fn changes_of_presets_are_told_and_merged() {
    let folder = folder();
    let text = String::from_utf8(folder.read("presets.json")).unwrap();
    folder.write("ours.json", text.replace("\"cells\": 16", "\"cells\": 12"));
    folder.write("theirs.json", text.replace("\"As it is\"", "\"Plain\""));
    let told = folder.run("diff presets.json ours.json");
    assert!(told.stdout.contains("preset `Fine`, value of `cells`: 16 -> 12\n"), "{told:?}");
    folder.done("merge presets.json ours.json theirs.json -o merged.json");
    let merged = String::from_utf8(folder.read("merged.json")).unwrap();
    assert!(merged.contains("\"cells\": 12") && merged.contains("\"Plain\": {}"), "{merged}");
}

#[test]
fn presets_have_golden_pictures_of_the_first_output() {
    let folder = folder();
    folder.run("golden . --pictures kept --bless");
    let mut names: Vec<String> = std::fs::read_dir(folder.path("kept"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.starts_with("presets"))
        .collect();
    names.sort();
    let expected = ["presets.place.png", "presets.png", "presets.raw.png", "presets@As it is.png", "presets@Fine.png"];
    assert_eq!(names, expected);
    let changed = String::from_utf8(folder.read("presets.json")).unwrap().replace("\"cells\": 16", "\"cells\": 12");
    folder.write("presets.json", changed);
    let ran = folder.run("golden . --pictures kept --report report.html");
    assert_eq!(ran.code, 1);
    assert!(ran.stdout.contains("presets, preset `Fine`: expected and actual differ"), "{ran:?}");
}
