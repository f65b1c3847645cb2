//! `travertine build`.

use std::fs;

use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::support::{Folder, GRAPH};

/// A build file with these targets.
fn project(targets: &str) -> String {
    format!(r#"{{"format": "travertine-build", "version": 1, "targets": {{{targets}}}}}"#)
}

const PICTURES: &str = r#"
    "plain": {"make": "render", "graph": "graph.json", "to": "out/plain.png", "size": 16},
    "set": {"make": "render", "graph": "graph.json", "output": ["raw", "place"], "to": "out/{graph}_{output}.exr",
            "size": [8, 4], "param": {"cells": 7.5, "layers": 1}, "set": {"noise.seed": 3}, "region": [0, 0, 2, 1]}"#;

const CUBE: &str = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nf 1/1 2/2 3/3 4/4\n";

/// The names of targets by what became of them.
fn results(folder: &Folder, flags: &str) -> Vec<(String, String)> {
    folder.run(&format!("build a.build.json --report report.json {flags}"));
    let report: Value = serde_json::from_slice(&folder.read("report.json")).unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let targets = report["targets"].as_array().unwrap();
    targets.iter().map(|target| (text(&target["target"]), text(&target["result"]))).collect()
}

fn made(folder: &Folder) -> Vec<String> {
    let results = results(folder, "");
    assert!(results.iter().all(|(_, result)| result == "made" || result == "up to date"), "{results:?}");
    results.into_iter().filter(|(_, result)| result == "made").map(|(name, _)| name).collect()
}

#[test]
fn every_command_gives_its_own_bytes_side_by_side() {
    let folder = Folder::new();
    folder.write("quad.obj", CUBE);
    let others = r#",
        "looks": {"make": "render", "graph": "graph.json", "each": {"seed": [0, 5], "size": [8, [8, 4]]},
                  "to": "out/{graph}-{seed}-{size}.png", "bits": 16},
        "ball": {"make": "shape", "graph": "graph.json", "to": "out/ball.png", "size": 16, "samples": 1,
                 "background": "none", "no-shadow": true, "unlit": false},
        "sheet": {"make": "variations", "graph": "graph.json", "to": "out/sheet", "size": 8, "seeds": [1, 2],
                  "sweep": {"cells": [1, 3, 2]}},
        "frames": {"make": "animate", "graph": "graph.json", "to": "out/frame_%02d.png", "size": 8, "frames": "0..1"},
        "loop": {"make": "animate", "graph": "graph.json", "to": "out/loop.gif", "size": 8, "frames": "0..1", "loop": 1},
        "quad": {"make": "bake", "graph": "graph.json", "mesh": "quad.obj", "to": "out/quad", "size": 8, "output": "raw"},
        "model": {"make": "bake", "graph": "graph.json", "mesh": "quad.obj", "to": "out/model/it.obj", "size": 8,
                  "output": "color"},
        "block": {"make": "volume", "graph": "graph.json", "to": "out/block.zarr", "size": [4, 4, 2], "output": "raw"},
        "slices": {"make": "volume", "graph": "graph.json", "slices": "out/slices", "size": 4}"#;
    folder.write("a.build.json", project(&format!("{PICTURES}{others}")));
    let said = folder.run("build a.build.json --threads 3");
    assert_eq!(said.code, 0, "{said:?}");
    assert!(said.stdout.ends_with("\n14 built\n"), "{said:?}");
    assert!(!folder.path("a.build.state/.part").exists());
    folder.write("alone/a", "");
    folder.write("alone/model/a", "");
    for command in [
        "render graph.json -o alone/plain.png --size 16",
        "render graph.json -o alone/{graph}_{output}.exr --output raw,place --size 8x4 --param cells=7.5 --param layers=1 \
         --set noise.seed=3 --region 0,0,2,1",
        "render graph.json -o alone/graph-5-8x4.png --size 8x4 --seed 5 --bits 16",
        "shape graph.json -o alone/ball.png --size 16 --samples 1 --background none --no-shadow",
        "variations graph.json -o alone/sheet --size 8 --seeds 1..2 --sweep cells=1:3:2",
        "animate graph.json -o alone/frame_%02d.png --size 8 --frames 0..1",
        "animate graph.json -o alone/loop.gif --size 8 --frames 0..1 --loop=1",
        "bake graph.json quad.obj -o alone/quad --size 8 --output raw",
        "bake graph.json quad.obj -o alone/model/it.obj --size 8 --output color",
        "volume graph.json -o alone/block.zarr --size 4x4x2 --output raw",
        "volume graph.json --slices alone/slices --size 4",
    ] {
        assert_eq!(folder.run(command).code, 0, "{command}");
    }
    for name in ["alone/a", "alone/model/a"] {
        fs::remove_file(folder.path(name)).unwrap();
    }
    let mut folders = vec![String::new()];
    let mut compared = 0;
    while let Some(path) = folders.pop() {
        for entry in fs::read_dir(folder.path("alone").join(&path)).unwrap() {
            let name = format!("{path}{}", entry.unwrap().file_name().into_string().unwrap());
            if folder.path("alone").join(&name).is_dir() {
                folders.push(format!("{name}/"));
            } else {
                assert_eq!(folder.read(&format!("out/{name}")), folder.read(&format!("alone/{name}")), "{name}");
                compared += 1;
            }
        }
    }
    assert!(compared > 20, "{compared}");
    folder.done("build a.build.json --check");
}

#[test]
fn only_what_has_changed_is_made_again() {
    let folder = Folder::new();
    folder.write("other.json", GRAPH);
    folder.write("quad.obj", CUBE);
    let quad = r#""quad": {"make": "bake", "graph": "other.json", "mesh": "quad.obj", "to": "quad", "size": 8}"#;
    let solid =
        r#""solid": {"make": "shape", "graph": "other.json", "mesh": "quad.obj", "to": "solid.png", "size": 8}"#;
    let targets = format!("{PICTURES}, {quad}, {solid}");
    folder.write("a.build.json", project(&targets));
    assert_eq!(made(&folder), ["plain", "set", "quad", "solid"]);
    assert_eq!(made(&folder), Vec::<String>::new());
    // Times of files do not count, and neither do names and positions of nodes.
    folder.write("graph.json", GRAPH.replace("\"Test\"", "\"Another name\""));
    assert_eq!(made(&folder), Vec::<String>::new());
    folder.write("graph.json", GRAPH.replace("\"default\": 4.0", "\"default\": 5.0"));
    let stale = folder.run("build a.build.json --check");
    let expected = "out of date plain (its graph has changed)\nout of date set (its graph has changed)\n2 up to date, 2 out of date\n";
    assert_eq!((stale.code, stale.stdout.as_str(), stale.stderr.as_str()), (1, expected, ""));
    assert_eq!(made(&folder), ["plain", "set"]);
    folder.write("quad.obj", CUBE.replace("v 0 0 0", "v 0 0 0.5"));
    assert_eq!(made(&folder), ["quad", "solid"]);
    folder.write("a.build.json", project(&targets.replace("7.5", "7.25")));
    assert_eq!(made(&folder), ["set"]);
    // Files that are missing, or that somebody has changed.
    fs::remove_file(folder.path("out/graph_raw.exr")).unwrap();
    let before = folder.read("out/plain.png");
    folder.write("out/plain.png", "scribble");
    assert_eq!(made(&folder), ["plain", "set"]);
    assert_eq!(folder.read("out/plain.png"), before);
    // Another version.
    let state = folder.path("a.build.state");
    for entry in fs::read_dir(&state).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, text.replace("\"version\": \"0.", "\"version\": \"9.")).unwrap();
    }
    assert!(folder.run("build a.build.json --check").stdout.contains("plain (Travertine 9."), "version");
    assert_eq!(made(&folder).len(), 4);
    assert_eq!(results(&folder, "--only set --force"), [("set".to_owned(), "made".to_owned())]);
    // A path that is no longer written is removed, unless it was changed.
    folder.write("a.build.json", project(&targets.replace("out/plain.png", "out/new.png")));
    assert_eq!(made(&folder), ["plain", "set"]);
    assert!(folder.path("out/new.png").exists() && !folder.path("out/plain.png").exists());
}

#[test]
fn a_damaged_state_is_ignored_and_made_again() {
    let folder = Folder::new();
    folder.write("a.build.json", project(PICTURES));
    made(&folder);
    for entry in fs::read_dir(folder.path("a.build.state")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "json") {
            fs::write(path, "{\"format\": ").unwrap();
        }
    }
    let ran = folder.run("build a.build.json");
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.stderr.contains("is damaged and is ignored") && ran.stdout.ends_with("\n2 built\n"), "{ran:?}");
    // Without a state, equal files are the build's own; others are not.
    fs::remove_dir_all(folder.path("a.build.state")).unwrap();
    assert_eq!(made(&folder).len(), 2);
    fs::remove_dir_all(folder.path("a.build.state")).unwrap();
    folder.write("out/plain.png", "mine");
    let ran = folder.run("build a.build.json");
    assert_eq!(ran.code, 5, "{ran:?}");
    assert!(ran.stderr.contains("target `plain`: out/plain.png already exists"), "{ran:?}");
    assert!(ran.stderr.contains("--overwrite") && ran.stdout.contains("1 built, 1 failed"), "{ran:?}");
    assert_eq!(folder.read("out/plain.png"), b"mine");
    folder.done("build a.build.json --overwrite");
    assert_ne!(folder.read("out/plain.png"), b"mine");
    // A folder of that name which is no state.
    folder.write("b.build.json", project(PICTURES));
    folder.write("b.build.state/mine", "");
    folder.fails("build b.build.json", 5, &["is not the state of a build"]);
}

#[test]
fn a_failure_does_not_stop_the_others() {
    let folder = Folder::new();
    folder.write("bad.json", GRAPH.replace("noise/perlin", "noise/perln"));
    let targets = r#",
        "missing": {"make": "render", "graph": "grap.json", "to": "a.png"},
        "bad": {"make": "render", "graph": "bad.json", "to": "b.png"},
        "huge": {"make": "render", "graph": "graph.json", "to": "e.png", "size": 4000000000},
        "ending": {"make": "render", "graph": "graph.json", "to": "f.bmp"},
        "same": {"make": "render", "graph": "graph.json", "to": "out/{output}.png", "output": ["color", "raw"], "size": 4},
        "again": {"make": "render", "graph": "graph.json", "to": "out/{output}.png", "output": "raw", "size": 4}"#;
    folder.write("a.build.json", project(&format!("{PICTURES}{targets}")));
    let ran = folder.run("build a.build.json --threads 1 --report r.json");
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.stdout.ends_with("\n3 built, 5 failed\n"), "{ran:?}");
    for said in [
        "a.build.json:5:9: error: target `missing`: grap.json cannot be read",
        "did you mean graph.json?",
        "did you mean `noise/perlin`?",
        "target `huge`",
        "f.bmp",
        "`same` writes out/raw.png, too",
    ] {
        assert!(ran.stderr.contains(said), "{said} is not in {}", ran.stderr);
    }
    assert!(!ran.stderr.contains("a.build.state"), "{}", ran.stderr);
    let report: Value = serde_json::from_slice(&folder.read("r.json")).unwrap();
    assert_eq!(report["targets"][2]["code"], 5);
    assert!(!folder.path("a.build.state/.part").exists());
    assert_eq!(folder.run("build a.build.json --only plain").code, 0);
}

#[test]
fn names_that_graphs_do_not_have_are_found_before_anything_is_made() {
    let folder = Folder::new();
    folder.write("quad.obj", CUBE);
    for (target, said) in [
        (r#""make": "render", "output": "colr""#, "did you mean `color`?"),
        (r#""make": "render", "output": ["raw", "colr"], "to": "{output}.png""#, "did you mean `color`?"),
        (r#""make": "render", "preset": "Nero""#, "Nero"),
        (r#""make": "render", "param": {"cell": 3}"#, "did you mean `cells`?"),
        (r#""make": "render", "param": {"cells": 300}"#, "32"),
        (r#""make": "render", "set": {"nois.seed": 3}"#, "did you mean `noise`?"),
        (r#""make": "render", "pack": {"m": "rough,0,0"}, "to": "{output}.png""#, "rough"),
        (r#""make": "animate", "frames": "0..1", "to": "a.gif", "output": "colr""#, "did you mean `color`?"),
        (r#""make": "variations", "to": "sheet", "sweep": {"cell": [1, 3, 2]}"#, "did you mean `cells`?"),
        (r#""make": "volume", "to": "a.raw", "size": 4, "output": "colr""#, "did you mean `color`?"),
        (r#""make": "shape", "roughness": "rough""#, "rough"),
        (r#""make": "bake", "mesh": "quad.obj", "to": "quad", "height": "bump""#, "bump"),
    ] {
        let to = if target.contains("\"to\"") { "" } else { r#""to": "wrong.png","# };
        let wrong = format!(r#""wrong": {{"graph": "graph.json", {to} {target}}}"#);
        folder.write("a.build.json", project(&format!("{PICTURES}, {wrong}")));
        for flags in ["", "--check"] {
            let ran = folder.run(&format!("build a.build.json {flags}"));
            assert_eq!(ran.code, 2, "{target}: {ran:?}");
            assert!(ran.stdout.ends_with("\n2 out of date, 1 failed\n"), "{target}: {ran:?}");
            assert!(ran.stderr.contains("error: target `wrong`: ") && ran.stderr.contains(said), "{target}: {ran:?}");
        }
        assert!(!folder.path("out").exists());
    }
    // What is not chosen is not checked.
    assert_eq!(folder.run("build a.build.json --only plain").code, 0);
}

#[test]
fn a_report_replaces_no_output() {
    let folder = Folder::new();
    let targets = r#",
        "sheet": {"make": "variations", "graph": "graph.json", "to": "sheet", "size": 4, "seeds": [1, 2]},
        "frames": {"make": "animate", "graph": "graph.json", "to": "out/f%02d.exr", "size": 4, "frames": "0..1"},
        "raw": {"make": "volume", "graph": "graph.json", "to": "a.raw", "size": 4, "output": "raw"}"#;
    folder.write("a.build.json", project(&format!("{PICTURES}{targets}")));
    let outputs = [
        ("out/plain.png", "plain"),
        ("./out/../out/plain.png", "plain"),
        ("out/graph_raw.exr", "set"),
        ("sheet/manifest.json", "sheet"),
        ("out/f01.exr", "frames"),
        ("a.raw.json", "raw"),
    ];
    let refused = || {
        for (report, target) in outputs {
            let said = format!("is an output of the target `{target}`");
            folder.fails(&format!("build a.build.json --report {report}"), 2, &[&said]);
        }
    };
    refused();
    assert_eq!(folder.run("build a.build.json").code, 0);
    refused();
    folder.fails("build a.build.json --report a.build.state/r.json", 2, &["the folder of the build's state"]);
    folder.fails("build a.build.json --report a.build.json", 2, &["is read by this command"]);
    folder.done("build a.build.json --report out/report.json");
}

#[test]
fn outputs_do_not_enter_git() {
    let folder = Folder::new();
    for path in [".git/hooks/a.png", "a/.GIT/b.png"] {
        let target = format!(r#""a": {{"make": "render", "graph": "graph.json", "to": "{path}"}}"#);
        folder.write("a.build.json", project(&target));
        folder.fails("build a.build.json", 3, &["the path of an output is in a folder of git"]);
    }
}

#[test]
fn build_files_are_checked_with_locations() {
    let folder = Folder::new();
    let text = r##"{
  "format": "travertine-build", "version": 1, "presets": {},
  "defaults": {"render": {"sise": 4}, "rendre": {}},
  "targets": {
    "a": {"make": "rendr", "graph": "graph.json", "to": "a.png"},
    "b": {"make": "render", "grahp": "graph.json", "to": "../b.png"},
    "c": {"make": "render", "graph": "graph.json", "to": "c.png", "size": 0, "samples": 5, "plane": "zz", "threads": 4},
    "d": {"make": "render", "graph": "graph.json", "to": "c.png", "footprint": 1, "param": ["a"], "region": [0, 0]},
    "e": {"make": "animate", "graph": "graph.json", "to": "e.gif"},
    "f": {"make": "render", "graph": "graph.json", "to": "graph.json"},
    "g": {"make": "bake", "graph": "graph.json", "to": "g"},
    "h": {"make": "volume", "graph": "graph.json", "to": "g.raw", "atlas": "g.png"},
    "i": {"make": "render", "graph": "graph.json", "each": {"size": [], "colour": [1]}, "to": "i-{sise}.png"},
    "j": {"make": "render", "graph": "graph.json", "each": {"size": [4, 8]}, "to": "j.png"},
    "k": {"make": "render", "graph": "-", "to": "/k.png"},
    "l": [], "": {}, "c": {}
  }
}"##;
    folder.write("a.build.json", text);
    let ran = folder.run("build a.build.json");
    assert_eq!((ran.code, ran.stdout.as_str()), (3, ""), "{ran:?}");
    for said in [
        "a.build.json:2:47: error: the build file has no `presets`",
        "a.build.json:3:27: error: a default of `render` has no `sise`; did you mean `size`?",
        "3:39: error: `defaults` has no `rendre`; did you mean `render`?",
        "5:19: error: `rendr` is not a command that makes files; did you mean `render`?",
        "6:29: error: the target `b` has no `grahp`; did you mean `graph`?",
        "6:5: error: the target `b` has no `graph`",
        "6:58: error: the path of an output leaves the folder of the build file",
        "7:75: error: `size` is `0`",
        "expected a size in pixels",
        "7:89: error: `samples` is `5`",
        "expected one of 1, 4, 16",
        "7:101: error: `plane` is `zz`",
        "give the whole build --threads",
        "8:80: error: `footprint` is a number",
        "`param` is a list",
        "`region` is `0,0`",
        "9:5: error: the target `e` has no `frames`",
        "10:58: error: graph.json is a graph of the build",
        "11:5: error: the target `g` has no `mesh`",
        "several outputs",
        "`size` has no values",
        "`each` has no `colour`",
        "`j[4]` and `j[8]` both write j.png",
        "`graph` names no file",
        "is not relative to the folder of the build file",
        "the target `l` is a list",
        "the name of a target is empty",
        "16:22: error: duplicate key `c`",
    ] {
        assert!(ran.stderr.contains(said), "{said} is not in\n{}", ran.stderr);
    }
    assert!(!folder.path("a.build.state").exists());
    for (text, said) in [
        ("", "1:1: error: the file is empty"),
        ("[]", "the build file is a list"),
        (GRAPH, "this is a graph, not a build file"),
        (r#"{"format": "travertine-build", "version": 2}"#, "a newer Travertine wrote it"),
        (r#"{"format": "travertine-build", "version": 1}"#, "the build file has no `targets`"),
    ] {
        folder.write("b.build.json", text);
        folder.fails("build b.build.json", 3, &[said]);
    }
    folder.fails("build c.build.json", 5, &["c.build.json cannot be read"]);
    folder.write("d.build.json", project(PICTURES));
    folder.fails("build d.build.json --only plan", 2, &["there is no target `plan`; did you mean `plain`?"]);
    folder.write("e.build.json", project(""));
    assert_eq!(folder.done("build e.build.json"), "no targets\n");
}

#[test]
fn many_targets_have_a_limit() {
    let folder = Folder::new();
    let of = |count: usize| {
        let seeds: Vec<String> = (0..count).map(|seed| seed.to_string()).collect();
        let seeds = seeds.join(",");
        project(&format!(
            r#""a": {{"make": "render", "graph": "graph.json", "size": 1, "to": "a/{{seed}}.png", "each": {{"seed": [{seeds}]}}}},
               "b": {{"make": "render", "graph": "graph.json", "size": 1, "to": "b.png"}}"#
        ))
    };
    folder.write("a.build.json", of(10_000));
    folder.fails("build a.build.json --check", 3, &["more than 10000 targets", "several files"]);
    folder.write("a.build.json", of(60));
    assert_eq!(made(&folder).len(), 61);
    assert_eq!(results(&folder, "--only a[59]"), [("a[59]".to_owned(), "up to date".to_owned())]);
    let product = r#""a": {"make": "render", "graph": "graph.json", "to": "a.png", "each": {"size": [1,1,1,1,1,1,1,1,1,1],
        "seed": [1,1,1,1,1,1,1,1,1,1], "time": [1,1,1,1,1,1,1,1,1,1], "depth": [1,1,1,1,1,1,1,1,1,1], "bits": [8,8]}}"#;
    folder.write("b.build.json", project(product));
    folder.fails("build b.build.json", 3, &["more than 10000 targets"]);
}

#[test]
fn the_example_of_the_guide_works() {
    let folder = Folder::new();
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for name in ["docs/guides/builds/textures.build.json", "docs/meshes/vase.obj"] {
        folder.write(name, fs::read(root.join(name)).unwrap());
    }
    for graph in ["marble", "wood", "rusty-paint"] {
        let name = format!("graphs/{graph}.json");
        folder.write(&name, fs::read(root.join(&name)).unwrap());
    }
    // Smaller pictures, for a shorter test.
    let file = "docs/guides/builds/textures.build.json";
    let text = String::from_utf8(folder.read(file)).unwrap();
    folder.write(file, text.replace("\"size\": 512", "\"size\": 32").replace("\"size\": 256", "\"size\": 16"));
    let ran = folder.run(&format!("build {file}"));
    assert!(ran.code == 0 && ran.stdout.ends_with("\n8 built\n"), "{ran:?}");
    assert_eq!(folder.done(&format!("build {file} --check")), "8 up to date\n");
}

#[cfg(unix)]
#[test]
fn links_are_not_followed() {
    for link in ["../elsewhere", ".git", "a.build.state", "nowhere"] {
        let folder = Folder::new();
        folder.write("project/graph.json", GRAPH);
        folder.write("elsewhere/mine", "");
        folder.write("project/.git/HEAD", "");
        std::os::unix::fs::symlink(link, folder.path("project/out")).unwrap();
        folder.write("project/a.build.json", project(PICTURES));
        let ran = folder.run("build project/a.build.json --overwrite");
        assert!(ran.code == 5 && ran.stderr.contains("project/out is a link"), "{link}: {ran:?}");
        assert_eq!(fs::read_dir(folder.path("elsewhere")).unwrap().count(), 1);
        assert_eq!(fs::read_dir(folder.path("project/.git")).unwrap().count(), 1);
        assert!(!folder.path("project/a.build.state/plain.png").exists());
    }
    // Nor is one in the place of a file.
    let folder = Folder::new();
    folder.write("a.build.json", project(PICTURES));
    folder.write("out/mine", "mine");
    std::os::unix::fs::symlink("mine", folder.path("out/plain.png")).unwrap();
    let ran = folder.run("build a.build.json --overwrite");
    assert!(ran.code == 5 && ran.stderr.contains("out/plain.png is a link"), "{ran:?}");
    assert!(folder.path("out/plain.png").is_symlink() && folder.read("out/mine") == b"mine");
}

#[cfg(unix)]
#[test]
fn an_interrupted_build_continues() {
    let folder = Folder::new();
    let slow = r#""slow": {"make": "render", "graph": "graph.json", "to": "slow.png", "size": 16384, "samples": 16}"#;
    folder.write("a.build.json", project(&format!("{PICTURES}, {slow}")));
    let mut build = folder.start("build a.build.json --threads 1 --report stopped.json");
    let is_made = |name: &str| folder.run(&format!("build a.build.json --only {name} --check")).code == 0;
    while !is_made("set") {
        assert!(build.try_wait().unwrap().is_none(), "the build has ended");
    }
    folder.fails("build a.build.json", 5, &["is being written by another process"]);
    let id = build.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    assert_eq!(build.wait().unwrap().code(), Some(6));
    assert!(!folder.path("slow.png").exists());
    let report: Value = serde_json::from_slice(&folder.read("stopped.json")).unwrap();
    let results: Vec<&str> =
        report["targets"].as_array().unwrap().iter().map(|target| target["result"].as_str().unwrap()).collect();
    assert_eq!(results, ["made", "made", "out of date"]);
    folder.write("a.build.json", project(PICTURES));
    assert_eq!(folder.done("build a.build.json"), "2 up to date\n");
    assert!(!folder.path("a.build.state/.part").exists());
}

#[test]
fn inputs_are_not_replaced() {
    let folder = Folder::new();
    folder.run("render graph.json --size 4 -o wall.png");
    let picture = folder.read("wall.png");
    let graph = r#"{"format": "travertine", "version": 1,
        "images": {"wall": {"file": "wall.png", "sha256": "SUM"}},
        "nodes": {"wall": {"type": "input/image", "inputs": {"image": "wall"}}},
        "outputs": {"color": {"node": "wall", "output": "color"}}}"#;
    let digest: String = Sha256::digest(&picture).iter().map(|byte| format!("{byte:02x}")).collect();
    folder.write("wall.json", graph.replace("SUM", &digest));
    folder.write(
        "a.build.json",
        project(r#""wall": {"make": "render", "graph": "wall.json", "to": "wall.png", "size": 8}"#),
    );
    for flags in ["", "--overwrite"] {
        let ran = folder.run(&format!("build a.build.json {flags}"));
        assert_eq!((ran.code, ran.stderr.contains("wall.png is read by this build")), (5, true), "{ran:?}");
    }
    for file in ["a.build.json", "wall.json", "wall.png"] {
        folder.fails(&format!("build a.build.json --report {file}"), 2, &["is read by this command"]);
    }
    assert!(folder.read("wall.png") == picture);
    folder.write(
        "a.build.json",
        project(r#""wall": {"make": "render", "graph": "wall.json", "to": "a.build.state/wall.png"}"#),
    );
    folder.fails("build a.build.json", 3, &["a.build.state/wall.png is in the folder of the build's state"]);
}

#[test]
fn build_files_with_one_stem_have_their_own_states() {
    let folder = Folder::new();
    for name in ["a", "b"] {
        let target = format!(r#""m": {{"make": "render", "graph": "graph.json", "to": "{name}.png", "size": 4}}"#);
        folder.write(&format!("tex.{name}"), project(&target));
    }
    for _ in 0..2 {
        folder.run("build tex.a");
        folder.run("build tex.b");
    }
    assert!(folder.path("a.png").exists() && folder.path("b.png").exists());
}

#[test]
fn renamed_targets_replace_their_files() {
    let folder = Folder::new();
    let target = |name: &str, to: &str| {
        project(&format!(r#""{name}": {{"make": "render", "graph": "graph.json", "to": "{to}", "size": 4}}"#))
    };
    folder.write("a.build.json", target("before", "out/deep/a.png"));
    folder.done("build a.build.json");
    folder.write("a.build.json", target("after", "out/deep/a.png").replace("4}", "8}"));
    assert!(folder.done("build a.build.json").starts_with("built after (new) in "));
    // The folder goes with the last file in it.
    folder.write("a.build.json", target("after", "out/a.png"));
    folder.done("build a.build.json");
    assert!(folder.path("out/a.png").exists() && !folder.path("out/deep").exists());
    folder.write("other.png", "mine");
    folder.write("a.build.json", target("after", "other.png"));
    let ran = folder.run("build a.build.json");
    let refused = "other.png already exists and was not made by this build";
    assert!(ran.code == 5 && ran.stderr.contains(refused), "{ran:?}");
}

#[test]
fn a_check_names_inputs_that_cannot_be_read() {
    let folder = Folder::new();
    folder.write("bad.json", "{");
    folder.write("quad.obj", CUBE);
    let bad = r#""bad": {"make": "render", "graph": "bad.json", "to": "bad.png"}"#;
    let mesh = r#""mesh": {"make": "bake", "graph": "graph.json", "mesh": "no.obj", "to": "quad"}"#;
    for (targets, code, said) in [
        (bad.to_owned(), 3, "bad.json:1:2: error"),
        (mesh.to_owned(), 5, "no.obj cannot be read"),
        (format!("{bad}, {mesh}"), 3, "a.build.json:1:"),
    ] {
        folder.write("a.build.json", project(&targets));
        let ran = folder.run("build a.build.json --check");
        assert!(ran.code == code && ran.stderr.contains(said), "{ran:?}");
    }
}

#[test]
fn notes_are_said_once_and_by_verbose_builds() {
    let folder = Folder::new();
    // One output is outside of 0 to 1, which a note of the set says.
    let target = |seed: u32| {
        project(&format!(
            r#""set": {{"make": "render", "graph": "graph.json", "for": "unity", "seed": {seed}, "size": 8,
                "to": "out/{{output}}.{{ext}}"}}"#
        ))
    };
    folder.write("graph.json", GRAPH.replace("\"raw\": {", "\"roughness\": {"));
    folder.write("a.build.json", target(0));
    let first = folder.run("build a.build.json");
    let notes: Vec<&str> = first.stderr.lines().filter(|line| line.starts_with("set: note: ")).collect();
    assert!(!notes.is_empty(), "{first:?}");
    assert!(first.stdout.starts_with("built set (new) in ") && first.stdout.ends_with("\n1 built\n"), "{first:?}");
    // A note that has not changed is no news, but -v prints it, and the report has it.
    folder.write("a.build.json", target(1));
    let again = folder.run("build a.build.json --report report.json");
    assert!(!again.stderr.contains("note:"), "{again:?}");
    let report: Value = serde_json::from_slice(&folder.read("report.json")).unwrap();
    assert!(report["targets"][0]["notes"].as_array().unwrap().len() >= notes.len());
    folder.write("a.build.json", target(2));
    let verbose = folder.run("build a.build.json -v");
    assert!(notes.iter().all(|note| verbose.stderr.contains(note)), "{verbose:?}");
    assert_eq!(folder.done("build a.build.json -v"), "up to date set\n1 up to date\n");
    folder.write("a.build.json", target(3));
    let quiet = folder.run("build a.build.json -q");
    assert!(quiet.code == 0 && quiet.stdout.is_empty() && !quiet.stderr.contains("note:"), "{quiet:?}");
}

#[test]
fn targets_are_tests_for_services() {
    let folder = Folder::new();
    folder.write("a.build.json", project(PICTURES));
    folder.done("build a.build.json --only plain");
    let ran = folder.run("build a.build.json --check --junit build.xml");
    assert_eq!(ran.code, 1);
    let xml = String::from_utf8(folder.read("build.xml")).unwrap();
    for expected in [
        "<testsuites name=\"travertine build a.build.json\" tests=\"2\" failures=\"1\" errors=\"0\"",
        "name=\"plain\" time=\"0.000\"/>",
        "<failure type=\"out-of-date\" message=\"new\">new</failure>",
    ] {
        assert!(xml.contains(expected), "{expected} is not in {xml}");
    }
    folder.fails("build a.build.json --junit a.build.json", 2, &["read by this command"]);
}
