//! Kills a run, or makes a call fail, at every system call that touches a file; by day at every eighth.
#![cfg(all(target_os = "linux", target_env = "gnu"))]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;

use tempfile::TempDir;
use travertine_tests::sample;

use crate::support::{Folder, binary};

/// Two squares with different materials.
const MESH: &str = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\n\
                    o one\nusemtl one\nf 1/1 2/2 3/3 4/4\no two\nusemtl two\nf 1/1 4/4 3/3 2/2\n";

/// A build of a picture and of a folder.
const PROJECT: &str = r#"{"format": "travertine-build", "version": 1, "targets": {
    "a": {"make": "render", "graph": "graph.json", "to": "a.png", "size": 8},
    "b": {"make": "volume", "graph": "graph.json", "slices": "a/b", "size": "4x4x1"}}}"#;

// Error codes of Linux.
const EIO: i32 = 5;
const ENOSPC: i32 = 28;

/// A command under test.
struct Run {
    /// A command that runs before, if it is not empty.
    before: &'static str,
    command: &'static str,
    /// The target. Messages must name it, or a file in it.
    target: &'static str,
    /// Whether files appear one by one instead of all at once.
    in_pieces: bool,
}

impl Run {
    const fn of(command: &'static str, target: &'static str) -> Run {
        Run { before: "", command, target, in_pieces: false }
    }

    const fn after(self, before: &'static str) -> Run {
        Run { before, ..self }
    }

    const fn in_pieces(self) -> Run {
        Run { in_pieces: true, ..self }
    }
}

/// A call from the log.
struct Call {
    changes: bool,
    line: String,
}

/// The files of a folder and its subfolders, with their content; `None` for folders.
type Files = BTreeMap<PathBuf, Option<Vec<u8>>>;

fn files(folder: &Folder) -> Files {
    let (root, mut files) = (folder.path(""), Files::new());
    let mut left = vec![root.clone()];
    while let Some(inner) = left.pop() {
        for entry in fs::read_dir(inner).unwrap() {
            let path = entry.unwrap().path();
            let content = if path.is_dir() { None } else { Some(fs::read(&path).unwrap()) };
            files.insert(path.strip_prefix(&root).unwrap().to_owned(), content);
            if path.is_dir() {
                left.push(path);
            }
        }
    }
    files
}

/// The files without temporary files, partial outputs and the states of builds.
fn visible(mut files: Files) -> Files {
    let is_temporary =
        |name: &str| name.starts_with(".travertine-") || name.ends_with(".part") || name.ends_with(".state");
    files.retain(|path, _| !path.iter().any(|name| is_temporary(&name.to_string_lossy())));
    files
}

fn folder(content: &Files) -> Folder {
    let folder = Folder::new();
    for (path, bytes) in content {
        match bytes {
            Some(bytes) => folder.write(path.to_str().unwrap(), bytes),
            None => fs::create_dir_all(folder.path(path.to_str().unwrap())).unwrap(),
        }
    }
    folder
}

/// The preloaded library that injects faults.
fn library() -> &'static Path {
    static LIBRARY: OnceLock<(TempDir, PathBuf)> = OnceLock::new();
    let (_, library) = LIBRARY.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let library = folder.path().join("faults.so");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/faults.c");
        let flags = ["-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o"];
        let compiled = Command::new("cc").args(flags).arg(&library).arg(source).arg("-ldl").status().unwrap();
        assert!(compiled.success());
        (folder, library)
    });
    library
}

/// The command on one thread, so that its calls come in the same order each time.
fn on_one_thread(command: &str) -> String {
    // It has one thread anyway.
    if ["merge ", "fmt ", "edit ", "export "].iter().any(|start| command.starts_with(start)) {
        command.to_owned()
    } else {
        format!("{command} --threads 1")
    }
}

/// Runs a command with the library, which injects a fault at a call: an error, or a kill if there is no error code.
fn disturbed(folder: &Folder, command: &str, fault: Option<(usize, Option<i32>)>) -> (Output, Vec<Call>) {
    let logs = tempfile::tempdir().unwrap();
    let log = logs.path().join("log");
    let mut process = Command::new(binary());
    process.args(on_one_thread(command).split_whitespace()).current_dir(folder.path(""));
    process.env("LD_PRELOAD", library()).env("FAULT_LOG", &log).stdin(Stdio::null());
    process.env("FAULT_ROOT", folder.path("").canonicalize().unwrap());
    if let Some((at, error)) = fault {
        process.env("FAULT_AT", at.to_string());
        error.map(|error| process.env("FAULT_ERROR", error.to_string()));
    }
    let output = process.output().unwrap();
    let log = fs::read_to_string(log).unwrap();
    let calls = log.lines().map(|line| Call { changes: line.starts_with('w'), line: line.to_owned() });
    (output, calls.collect())
}

/// Injects faults at calls of a run. Afterwards, the old files or the new ones must exist, and the same command
/// must write the new ones and leave nothing else.
fn disturb_everywhere(run: &Run) {
    let start = Folder::new();
    start.write("mesh.obj", MESH);
    start.write("a.build.json", PROJECT);
    if !run.before.is_empty() {
        assert_eq!(start.run(run.before).code, 0, "{}", run.before);
    }
    let old = files(&start);
    let (output, calls) = disturbed(&start, run.command, None);
    assert!(output.status.success(), "{output:?}");
    assert!(calls.len() > 10, "the library logs no calls");
    let new = files(&start);

    for (at, call) in sample(calls.iter().enumerate(), 7) {
        // Calls that only read leave the files as they are: a kill there is one at the next change, and an error at the
        // second of two equal calls is one at the first.
        // Both errors take the same ways, so they take turns.
        let faults: &[Option<i32>] = match call.changes {
            true => &[None, Some(if at % 2 == 0 { EIO } else { ENOSPC })],
            false if at > 0 && calls[at - 1].line == call.line => &[],
            false => &[Some(EIO)],
        };
        for &error in faults {
            let folder = folder(&old);
            let (output, _) = disturbed(&folder, run.command, Some((at, error)));
            let said = String::from_utf8_lossy(&output.stderr);
            let case = format!("{}, {error:?} at call {at}: {}\n{said}", run.command, call.line);
            let found = visible(files(&folder));
            if run.in_pieces {
                let whole = |(path, bytes): (&PathBuf, &Option<Vec<u8>>)| {
                    [&old, &new].into_iter().any(|files| files.get(path) == Some(bytes))
                };
                assert!(found.iter().all(whole), "a file is incomplete: {case}");
                assert!(old.keys().all(|path| found.contains_key(path)), "a file is missing: {case}");
            } else {
                assert!(found == old || found == new, "neither the old files nor the new ones exist: {case}");
            }
            match (error, output.status.code()) {
                (None, None) => {}
                // Some errors are harmless: flushing a folder, removing leftovers.
                (Some(_), Some(0)) => {
                    assert!(found == visible(new.clone()), "the new files are missing: {case}")
                }
                (Some(_), Some(5)) => {
                    let input = ["graph.json", "mesh.obj"].into_iter().find(|input| call.line.ends_with(input));
                    assert!(said.contains(input.unwrap_or(run.target)), "the message names no file: {case}");
                }
                _ => panic!("{:?}: {case}", output.status),
            }

            let again = folder.run(&on_one_thread(run.command));
            assert_eq!(again.code, 0, "{case}\nsecond run: {again:?}");
            let left = files(&folder);
            let names = || left.keys().map(|path| path.display().to_string()).collect::<Vec<_>>();
            assert!(left == new, "{:?} exist after {case}", names());
        }
    }
}

#[test]
fn pictures() {
    disturb_everywhere(&Run::of("render graph.json --size 8 -o a.png", "a.png"));
    let exr = Run::of("render graph.json --size 8 -o a.exr", "a.exr");
    disturb_everywhere(&exr.after("render graph.json --size 6 -o a.exr"));
    let tiff = Run::of("render graph.json --size 8 -o a.tif", "a.tif");
    disturb_everywhere(&tiff.after("render graph.json --size 6 -o a.tif"));
    let shape = Run::of("shape graph.json --size 8 --samples 1 -o a.png", "a.png");
    disturb_everywhere(&shape.after("render graph.json --size 6 -o a.png"));
}

#[test]
fn animations() {
    let frames = Run::of("animate graph.json --frames 0..1 --size 8 -o frame-%d.png", "frame-").in_pieces();
    disturb_everywhere(&frames.after("animate graph.json --frames 0..0 --size 6 -o frame-%d.png"));
    disturb_everywhere(&Run::of("animate graph.json --frames 0..1 --size 8 -o a.gif", "a.gif"));
    let file = Run::of("animate graph.json --frames 0..1 --size 8 -o a.apng", "a.apng");
    disturb_everywhere(&file.after("animate graph.json --frames 0..0 --size 6 -o a.apng"));
}

#[test]
fn volumes_that_are_files() {
    // In pieces: a raw volume has a description next to it.
    let raw = Run::of("volume graph.json --size 4 -o a.raw", "a.raw").in_pieces();
    disturb_everywhere(&raw.after("volume graph.json --size 3 -o a.raw"));
    disturb_everywhere(&Run::of("volume graph.json --size 4 --atlas a.png", "a.png"));
}

#[test]
fn volumes_that_are_folders() {
    disturb_everywhere(&Run::of("volume graph.json --size 4 -o a.zarr", "a.zarr"));
    // A store takes the place of another one as a folder of slices does, with many more files.
    let slices = Run::of("volume graph.json --size 4x4x2 --slices stack", "stack");
    disturb_everywhere(&slices.after("volume graph.json --size 3 --slices stack"));
}

#[test]
fn bakes() {
    disturb_everywhere(&Run::of("bake graph.json mesh.obj --size 8 --output color -o baked", "baked"));
    let into = Run::of("bake graph.json mesh.obj --size 8 --output color -o baked", "baked").in_pieces();
    disturb_everywhere(&into.after("bake graph.json mesh.obj --size 6 --output color -o baked"));
    let model = Run::of("bake graph.json mesh.obj --size 8 --output color -o baked.glb", "baked.glb");
    disturb_everywhere(&model.after("bake graph.json mesh.obj --size 6 --output color -o baked.glb"));
    // All files have a part of their names in common.
    let obj = "bake graph.json mesh.obj --size 8 --output color -o all_color.obj";
    let obj = Run::of(obj, "_color").in_pieces();
    disturb_everywhere(&obj.after("bake graph.json mesh.obj --size 6 --output color -o all_color.obj"));
}

#[test]
fn variations() {
    let variations = Run::of("variations graph.json --seeds 0..1 --size 8 -o sheets", "sheets").in_pieces();
    disturb_everywhere(&variations.after("variations graph.json --seeds 1..2 --size 8 -o sheets"));
}

#[test]
fn builds() {
    // Every message names the build file, its state or an output.
    disturb_everywhere(&Run::of("build a.build.json", "a").in_pieces());
}

#[test]
fn drawings() {
    let drawing = Run::of("draw graph.json -o graph.svg", "graph.svg");
    disturb_everywhere(&drawing.after("draw graph.json --theme dark -o graph.svg"));
}

#[test]
fn pages() {
    let page = Run::of("page graph.json --size 8 -o pages/graph.md", "pages").in_pieces();
    disturb_everywhere(&page.after("page graph.json --size 6 -o pages/graph.md"));
}

#[test]
fn shaders() {
    // In pieces: a document of MaterialX has its code next to it.
    let document = Run::of("export graph.json --to materialx -o a.mtlx", "a.mtlx").in_pieces();
    disturb_everywhere(&document.after("export graph.json --to materialx --output color -o a.mtlx"));
}

#[test]
fn revisions() {
    let merge = Run::of("merge graph.json graph.json graph.json -o merged.json --overwrite", "merged.json");
    disturb_everywhere(&merge);
    disturb_everywhere(&Run::of("fmt graph.json", "graph.json"));
    disturb_everywhere(&Run::of("edit graph.json arrange", "graph.json"));
    let pictures = Run::of("diff graph.json graph.json --pictures pictures --size 8", "pictures").in_pieces();
    disturb_everywhere(&pictures.after("diff graph.json graph.json --pictures pictures --size 6"));
}
