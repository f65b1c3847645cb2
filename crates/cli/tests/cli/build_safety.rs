//! `travertine build` in a folder that somebody else has prepared: what is not an output stays, and nothing blocks.

use std::fs;
#[cfg(unix)]
use std::os::unix::fs::symlink;
use std::time::Duration;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::support::{Folder, GRAPH, Ran};

/// A build of one picture.
fn project(size: u32) -> String {
    let target = json!({"make": "render", "graph": "graph.json", "to": "out/a.png", "size": size});
    json!({"format": "travertine-build", "version": 1, "targets": {"a": target}}).to_string()
}

/// A folder in which the picture is made.
fn made() -> Folder {
    let folder = Folder::new();
    folder.write("a.build.json", project(4));
    folder.done("build a.build.json");
    folder
}

/// The name of the record of the picture.
fn record(folder: &Folder) -> String {
    let mut entries = fs::read_dir(folder.path("a.build.state")).unwrap();
    let name =
        entries.find_map(|entry| entry.unwrap().file_name().into_string().ok().filter(|name| name.ends_with(".json")));
    format!("a.build.state/{}", name.unwrap())
}

/// Adds an output to the record of the picture, with its true size and digest.
fn forge(folder: &Folder, path: &str) {
    let name = record(folder);
    let mut record: Value = serde_json::from_slice(&folder.read(&name)).unwrap();
    let bytes = folder.read(path);
    let sha256: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    record["outputs"][path] = json!({"bytes": bytes.len(), "sha256": sha256});
    folder.write(&name, record.to_string());
}

/// Runs a command that must not wait.
fn run(folder: &Folder, arguments: &str) -> Ran {
    let mut command = folder.command();
    Ran::of(command.args(arguments.split_whitespace()).timeout(Duration::from_secs(30)))
}

#[test]
fn a_forged_record_removes_only_outputs() {
    let outside = tempfile::tempdir().unwrap();
    fs::write(outside.path().join("file"), "mine").unwrap();
    let mut paths = vec![
        ".git/config",
        "sub/.GIT/hooks/a",
        "sub/GIT~1/a",
        "graph.json",
        "a.build.json",
        "a.build.state/.gitignore",
        "A.Build.State/.gitignore",
    ];
    if cfg!(unix) {
        paths.extend(["link/file", "inside/config", "state/.gitignore", "hard.json", "alias.json"]);
    }
    for path in paths {
        for is_renamed in [false, true] {
            let folder = made();
            folder.write(".git/config", "mine");
            folder.write("sub/.GIT/hooks/a", "mine");
            folder.write("sub/GIT~1/a", "mine");
            folder.write("A.Build.State/.gitignore", "*\n");
            #[cfg(unix)]
            {
                symlink(outside.path(), folder.path("link")).unwrap();
                symlink(".git", folder.path("inside")).unwrap();
                symlink("a.build.state", folder.path("state")).unwrap();
                symlink("graph.json", folder.path("alias.json")).unwrap();
                fs::hard_link(folder.path("graph.json"), folder.path("hard.json")).unwrap();
            }
            forge(&folder, path);
            let project = project(8);
            folder.write("a.build.json", if is_renamed { project.replace("\"a\"", "\"b\"") } else { project });
            if path == "a.build.json" {
                forge(&folder, path);
            }
            let before = folder.read(path);
            let ran = folder.run("build a.build.json --overwrite");
            assert_eq!(ran.code, 0, "{path}: {ran:?}");
            assert!(folder.path(path).exists() && folder.read(path) == before, "{path}");
        }
    }
    // What is an output goes.
    let folder = made();
    folder.write("out/old.png", "old");
    forge(&folder, "out/old.png");
    folder.write("a.build.json", project(8));
    folder.done("build a.build.json");
    assert!(!folder.path("out/old.png").exists() && folder.path("out/a.png").exists());
}

#[test]
#[cfg(unix)]
fn a_state_that_leads_elsewhere_is_refused() {
    let elsewhere = tempfile::tempdir().unwrap();
    let victim = elsewhere.path().join("file.json");
    for name in ["", "/.part", "/.lock", "/.gitignore", "/.travertine-x.0.part", "record"] {
        let folder = made();
        let record = record(&folder);
        let path = folder.path(&if name == "record" { record } else { format!("a.build.state{name}") });
        let is_folder = ["", "/.part"].contains(&name);
        if path.is_dir() {
            fs::remove_dir_all(&path).unwrap();
        } else if path.exists() {
            fs::remove_file(&path).unwrap();
        }
        fs::write(&victim, "mine").unwrap();
        symlink(if is_folder { elsewhere.path() } else { &victim }, &path).unwrap();
        folder.write("a.build.json", project(8));
        for flags in ["", "--force --overwrite", "--check"] {
            let ran = folder.run(&format!("build a.build.json {flags}"));
            assert!(ran.code == 5 && ran.stderr.contains("link"), "{name} {flags}: {ran:?}");
        }
        let left: Vec<_> = fs::read_dir(elsewhere.path()).unwrap().collect();
        assert_eq!((left.len(), fs::read_to_string(&victim).unwrap()), (1, "mine".to_owned()), "{name}");
    }
}

/// What an interrupted build left, with a link in it.
#[test]
#[cfg(unix)]
fn a_stage_with_a_link_is_made_anew() {
    let elsewhere = tempfile::tempdir().unwrap();
    let folder = made();
    folder.write("a.build.json", project(8));
    // A build that cannot move its file leaves the stage.
    fs::remove_dir_all(folder.path("out")).unwrap();
    folder.write("out", "in the way");
    let before = folder.run("build a.build.json");
    assert_eq!(before.code, 5, "{before:?}");
    let stages: Vec<_> =
        fs::read_dir(folder.path("a.build.state/.part")).map(|entries| entries.flatten().collect()).unwrap_or_default();
    assert_eq!(stages.len(), 1);
    for stage in &stages {
        fs::remove_dir_all(stage.path().join("out")).unwrap();
        symlink(elsewhere.path(), stage.path().join("out")).unwrap();
    }
    fs::remove_file(folder.path("out")).unwrap();
    folder.done("build a.build.json");
    assert!(folder.path("out/a.png").exists());
    assert_eq!(fs::read_dir(elsewhere.path()).unwrap().count(), 0);
}

#[test]
#[cfg(unix)]
fn nothing_is_read_that_may_never_end() {
    let pipe = |folder: &Folder, name: &str| {
        let path = folder.path(name);
        let _ = fs::remove_file(&path);
        let made = std::process::Command::new("mkfifo").arg(&path).status().unwrap();
        assert!(made.success());
    };
    let mesh = json!({"make": "bake", "graph": "graph.json", "mesh": "m.obj", "to": "skin"});
    for name in ["graph.json", "a.build.json", "out/a.png", "m.obj", "wall.png", "record"] {
        let folder = made();
        let mut targets = serde_json::from_str::<Value>(&project(8)).unwrap();
        if name == "m.obj" {
            targets["targets"]["mesh"] = mesh.clone();
        }
        folder.write("a.build.json", targets.to_string());
        if name == "wall.png" {
            let image =
                format!(r#""images": {{"wall": {{"file": "wall.png", "sha256": "{}"}}}}, "nodes""#, "0".repeat(64));
            folder.write("graph.json", GRAPH.replacen("\"nodes\"", &image, 1));
        }
        let name = if name == "record" { record(&folder) } else { name.to_owned() };
        pipe(&folder, &name);
        for flags in ["--check", ""] {
            let ran = run(&folder, &format!("build a.build.json {flags}"));
            assert!((1..=5).contains(&ran.code), "{name} {flags}: {ran:?}");
        }
        if name == "a.build.json" {
            assert_eq!(run(&folder, "watch a.build.json").code, 5);
        }
    }
}

#[test]
#[cfg(unix)]
fn a_bake_does_not_wait_for_a_buffer_that_is_a_pipe() {
    let folder = Folder::new();
    assert!(std::process::Command::new("mkfifo").arg(folder.path("m.bin")).status().unwrap().success());
    let mesh = json!({"asset": {"version": "2.0"}, "buffers": [{"uri": "m.bin", "byteLength": 9}]});
    folder.write("m.gltf", mesh.to_string());
    folder.fails("bake graph.json m.gltf -o skin", 3, &["m.bin cannot be read", "it is not a regular file"]);
}

#[test]
fn paths_that_are_devices_are_refused() {
    let folder = Folder::new();
    let presets = r#""presets": {"aux": {"values": {}}, "Fine": {"values": {}}}, "nodes""#;
    folder.write("graph.json", GRAPH.replacen(r#""nodes""#, presets, 1));
    let target = json!({
        "make": "render", "graph": "graph.json", "each": {"preset": ["Fine", "aux"]}, "to": "out/{preset}.png", "size": 4
    });
    let project = json!({"format": "travertine-build", "version": 1, "targets": {"a": target}});
    folder.write("a.build.json", project.to_string());
    let said = "the path of an output has the name `aux.png`, which is a device for Windows";
    folder.fails("build a.build.json", 3, &[said]);
    assert!(!folder.path("out").exists());
}

#[test]
fn paths_that_differ_by_case_are_one() {
    let folder = Folder::new();
    let target = |to: &str| json!({"make": "render", "graph": "graph.json", "to": to, "size": 4});
    let project = |targets: Value| json!({"format": "travertine-build", "version": 1, "targets": targets}).to_string();
    folder.write("a.build.json", project(json!({"a": target("out/A.png"), "b": target("OUT/a.PNG")})));
    folder.fails("build a.build.json", 3, &["out/A.png and OUT/a.PNG are one file on systems that ignore case"]);
    folder.write("a.build.json", project(json!({"a": target("Graph.JSON.png"), "b": target("GRAPH.json")})));
    folder.fails("build a.build.json", 3, &["GRAPH.json is a graph of the build"]);
    // Templates are compared when their files are known.
    let mut upper = target("X_{output}.png");
    upper["output"] = json!("color");
    folder.write("a.build.json", project(json!({"a": upper, "b": target("x_COLOR.png")})));
    let ran = folder.run("build a.build.json");
    assert!(ran.code == 2 && ran.stderr.contains("too; give each a path of its own"), "{ran:?}");
}

/// A folder next to an output in which unfinished work gathers.
#[test]
#[cfg(unix)]
fn a_partial_output_that_leads_elsewhere_is_refused() {
    let elsewhere = tempfile::tempdir().unwrap();
    let folder = Folder::new();
    for (command, file) in [
        ("animate graph.json --frames 0..1 --size 4 -o a.gif", "a.gif"),
        ("volume graph.json --output raw --size 4 -o a.nrrd", "a.nrrd"),
        ("volume graph.json --output raw --size 4 --part 1/2 -o a.zarr", "a.zarr"),
    ] {
        let part = folder.path(&format!("{file}.part"));
        symlink(elsewhere.path(), &part).unwrap();
        for note in [false, true] {
            if note {
                fs::write(elsewhere.path().join(".travertine-part"), "").unwrap();
            }
            fs::write(elsewhere.path().join("mine"), "mine").unwrap();
            folder.fails(command, 5, &[&format!("{file}.part")]);
            assert!(elsewhere.path().join("mine").exists() && !folder.path(file).exists());
        }
        fs::remove_file(elsewhere.path().join(".travertine-part")).unwrap();
    }
}
