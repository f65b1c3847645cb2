//! `travertine watch`, with real changes of files.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::support::{Folder, GRAPH, binary};

const PROJECT: &str = r#"{"format": "travertine-build", "version": 1, "targets": {
    "a": {"make": "render", "graph": "graph.json", "to": "a.png", "size": 16}}}"#;

/// A run, ended when it is dropped.
struct Watch(Child);

impl Watch {
    fn start(folder: &Folder, arguments: &str) -> Watch {
        let log = fs::File::create(folder.path("log")).unwrap();
        let mut command = Command::new(binary());
        command.arg("watch").args(arguments.split_whitespace()).current_dir(folder.path("")).stdin(Stdio::null());
        Watch(command.stdout(log.try_clone().unwrap()).stderr(log).spawn().unwrap())
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Waits until something is so.
fn wait(folder: &Folder, what: &str, is_so: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_so() {
        let log = || fs::read_to_string(folder.path("log")).unwrap_or_default();
        assert!(start.elapsed() < Duration::from_secs(60), "{what}:\n{}", log());
        thread::sleep(Duration::from_millis(20));
    }
}

fn rounds(folder: &Folder) -> usize {
    fs::read_to_string(folder.path("log")).unwrap().matches("waiting for changes").count()
}

fn contains(folder: &Folder, said: &str) -> bool {
    fs::read_to_string(folder.path("log")).unwrap().contains(said)
}

#[test]
fn a_build_follows_every_change() {
    let folder = Folder::new();
    folder.write("a.build.json", PROJECT);
    let mut watch = Watch::start(&folder, "a.build.json");
    wait(&folder, "the first build", || rounds(&folder) == 1);
    assert!(contains(&folder, "waiting for changes of 2 files"), "{:?}", folder.names());
    let first = folder.read("a.png");
    // An editor that writes a new file in the place of the old one.
    folder.write("new", GRAPH.replace("\"default\": 4.0", "\"default\": 9.0"));
    fs::rename(folder.path("new"), folder.path("graph.json")).unwrap();
    wait(&folder, "the second build", || rounds(&folder) == 2);
    let second = folder.read("a.png");
    assert_ne!(first, second);
    // Half a file, and then nothing at all.
    folder.write("graph.json", &GRAPH[..GRAPH.len() / 2]);
    wait(&folder, "the build of an invalid graph", || rounds(&folder) == 3);
    assert!(contains(&folder, "graph.json:") && contains(&folder, "error: "), "a diagnostic");
    assert_eq!(folder.read("a.png"), second, "the picture stays");
    fs::remove_file(folder.path("graph.json")).unwrap();
    wait(&folder, "the build without a graph", || rounds(&folder) == 4);
    folder.write("graph.json", GRAPH);
    wait(&folder, "the graph is back", || rounds(&folder) == 5);
    assert_eq!(folder.read("a.png"), first);
    // The build file itself.
    folder.write("a.build.json", "{");
    wait(&folder, "an invalid build file", || rounds(&folder) == 6);
    folder.write("a.build.json", PROJECT.replace("a.png", "b.png"));
    wait(&folder, "another path", || rounds(&folder) == 7);
    assert_eq!(folder.read("b.png"), first);
    end(&mut watch);
}

#[test]
fn a_graph_is_rendered_after_every_change() {
    let folder = Folder::new();
    let mut watch = Watch::start(&folder, "graph.json -o a.png --size 8");
    wait(&folder, "the first picture", || rounds(&folder) == 1);
    let first = folder.read("a.png");
    folder.write("graph.json", GRAPH.replace("\"default\": 4.0", "\"default\": 9.0"));
    wait(&folder, "the second picture", || rounds(&folder) == 2);
    assert_ne!(folder.read("a.png"), first);
    end(&mut watch);
}

/// Interrupts the run.
#[cfg(unix)]
fn end(watch: &mut Watch) {
    let id = watch.0.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    assert_eq!(watch.0.wait().unwrap().code(), Some(6));
}

#[cfg(not(unix))]
fn end(_: &mut Watch) {}

#[test]
fn wrong_files_and_flags_are_refused() {
    let folder = Folder::new();
    folder.write("a.build.json", PROJECT);
    assert!(Path::new(&folder.path("a.build.json")).exists());
    folder.fails("watch a.build.json -o a.png", 2, &["-o is a flag for a graph"]);
    folder.fails("watch a.build.json --skip-faint", 2, &["--skip-faint is a flag for a graph"]);
    folder.fails("watch -", 2, &["standard input cannot be watched"]);
    folder.fails("watch graph.json -o -", 2, &["name a file with -o"]);
    folder.fails("watch graph.json -o a.bmp", 2, &["a.bmp"]);
    folder.fails("watch graph.json --param nope=1", 2, &["nope"]);
    folder.fails("watch missing.json", 5, &["missing.json cannot be read"]);
}
