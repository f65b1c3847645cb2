//! Tests of systems that refuse threads, as containers do: results are the same with any number of threads.
#![cfg(target_os = "linux")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{self, Stdio};

use tempfile::TempDir;
use travertine_tests::sample;

use crate::interrupt::interrupt;
use crate::support::{Folder, Ran, binary};

/// A preloaded library that refuses all but the first `MAX` threads of a process, and writes the number of requested
/// threads to the file `COUNT`. The limit of Linux, RLIMIT_NPROC, does not bind root.
const LIBRARY: &str = r#"
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

typedef int (*create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

static atomic_int requested;

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*work)(void *), void *argument) {
    if (atomic_fetch_add(&requested, 1) >= atoi(getenv("MAX"))) return EAGAIN;
    return ((create)dlsym(RTLD_NEXT, "pthread_create"))(thread, attributes, work, argument);
}

__attribute__((destructor)) static void report(void) {
    FILE *count = fopen(getenv("COUNT"), "w");
    if (count) fprintf(count, "%d", requested), fclose(count);
}
"#;

const SQUARE: &str = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nf 1/1 2/2 3/3 4/4\n";

/// A graph with a raster, which all threads compute before the picture.
const LAND: &str = r#"{
  "format": "travertine",
  "version": 1,
  "nodes": {
    "noise": {"type": "noise/perlin", "inputs": {"scale": 4}},
    "slid": {"type": "terrain/thermal", "inputs": {"height": {"node": "noise"}, "resolution": 96, "iterations": 3}}
  },
  "outputs": {"height": {"node": "slid"}}
}
"#;

/// A system that limits threads.
struct System(TempDir);

impl System {
    fn new() -> System {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("system.c"), LIBRARY).unwrap();
        let compiled = process::Command::new("cc")
            .args(["-shared", "-fPIC", "-o", "system.so", "system.c", "-ldl"])
            .current_dir(folder.path())
            .status();
        assert!(compiled.unwrap().success());
        System(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn variables(&self, max: u32) -> [(&'static str, PathBuf); 3] {
        [("LD_PRELOAD", self.path("system.so")), ("MAX", max.to_string().into()), ("COUNT", self.path("count"))]
    }

    /// Runs a command that can start at most `max` threads.
    fn run(&self, folder: &Folder, arguments: &str, max: u32) -> Ran {
        let mut command = folder.command();
        Ran::of(command.args(arguments.split_whitespace()).envs(self.variables(max)))
    }

    /// Number of threads that the last run requested.
    fn requested(&self) -> u32 {
        fs::read_to_string(self.path("count")).unwrap().parse().unwrap()
    }
}

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("land.json", LAND);
    folder.write("square.obj", SQUARE);
    folder.write("graphs/graph.json", crate::support::GRAPH);
    folder
}

/// All files of a folder and its subfolders, with their content.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = PathBuf::from(path.file_name().unwrap());
        if path.is_dir() {
            found.extend(files(&path).into_iter().map(|(below, bytes)| (name.join(below), bytes)));
        } else {
            found.insert(name, fs::read(path).unwrap());
        }
    }
    found
}

/// Checks that commands give the same results with any number of threads.
fn check(commands: &[&str]) {
    let system = System::new();
    for command in commands {
        let normal = folder();
        let expected = normal.run(command);
        assert_eq!(expected.code, 0, "{command}: {expected:?}");
        for threads in ["", " --threads 4"] {
            for max in sample([0, 1, 2, 3, 5, 7], 3) {
                let few = folder();
                let ran = system.run(&few, &format!("{command}{threads}"), max);
                assert_eq!(
                    (ran.code, &ran.stdout, &ran.stderr),
                    (0, &expected.stdout, &expected.stderr),
                    "{command}{threads} with {max}"
                );
                let same = files(&few.path("")) == files(&normal.path(""));
                assert!(same, "{command}{threads} with {max} gives other files");
            }
        }
    }
}

#[test]
fn pictures_need_no_threads() {
    check(&[
        "render graph.json --size 150 -o a.png",
        "render graph.json --size 150 --samples 4 -o a.exr",
        "render graph.json --size 150 --outputs all",
        "render land.json --size 64 -o a.png",
        "animate graph.json --set noise.dimensions=4 --frames 0..2 --size 64 -o a.apng",
        "animate graph.json --set noise.dimensions=4 --frames 0..2 --size 64 -o %d.png",
        "variations graph.json --seeds 0..2 --size 40 -o out",
    ]);
}

#[test]
fn volumes_need_no_threads() {
    check(&[
        "volume graph.json --size 40 --output raw -o a.raw",
        "volume graph.json --size 80 --output raw -o a.zarr",
        "volume graph.json --size 20 --slices a",
        "volume graph.json --size 20 --atlas a.png",
        "volume land.json --size 20 -o a.raw",
    ]);
}

#[test]
fn solids_and_meshes_need_no_threads() {
    check(&[
        "shape graph.json --size 40 -o a.png",
        "shape land.json --size 40 --output height -o a.png",
        "bake graph.json square.obj --size 40 --output color,place -o out",
        "bake land.json square.obj --size 40 -o out",
        "bake graph.json square.obj --size 40 --output color -o out.glb",
    ]);
}

#[test]
fn commands_without_pictures_need_no_threads() {
    let system = System::new();
    let folder = folder();
    assert_eq!(folder.run("golden graphs --bless").code, 0);
    folder.write("points.csv", "0.1,0.2\n0.7,0.3\n");
    for command in [
        "golden graphs",
        "check graph.json land.json",
        "sample land.json --points points.csv",
        "nodes",
        "compare graphs/graph.png graphs/graph.png",
    ] {
        let expected = folder.done(command);
        for max in [0, 1, 2, 5] {
            let ran = system.run(&folder, command, max);
            assert_eq!((ran.code, &ran.stdout, ran.stderr.as_str()), (0, &expected, ""), "{command} with {max}");
        }
    }
}

#[test]
fn an_interruption_needs_no_thread() {
    let (system, folder) = (System::new(), Folder::new());
    let mut command = process::Command::new(binary());
    command.args("render graph.json --param layers=8 --size 30000 -o a.png".split_whitespace());
    command.current_dir(folder.path("")).envs(system.variables(0));
    let child = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    assert_eq!(interrupt(child, || folder.names().len() > 1), 6);
    assert_eq!(folder.names(), ["graph.json"]);
}

#[test]
fn no_idle_threads_are_started() {
    let system = System::new();
    for command in [
        "render graph.json --size 64 -o a.png",
        "render land.json --size 64 -o a.png",
        "volume graph.json --size 16 --output raw -o a.raw",
        "volume graph.json --size 16 --output raw -o a.zarr",
        "shape graph.json --size 64 -o a.png",
        "bake graph.json square.obj --size 64 --output color -o out",
        "animate graph.json --set noise.dimensions=4 --frames 0..1 --size 64 -o a.apng",
    ] {
        let ran = system.run(&folder(), &format!("{command} --threads 1024"), 10_000);
        assert_eq!(ran.code, 0, "{command}: {ran:?}");
        // Eight stripes of a picture or bands of a solid, a few for each frame, and one for Ctrl-C.
        assert!(system.requested() <= 16, "{command} starts {} threads", system.requested());
    }
}

#[test]
fn threads_beyond_the_cores_are_not_started_even_if_there_is_work_for_them() {
    let system = System::new();
    let cores = std::thread::available_parallelism().unwrap().get() as u32;
    for command in [
        "render graph.json --size 512 --tile 8 -o a.png",
        "volume graph.json --size 64 --tile 8 --output raw -o a.raw",
        "shape graph.json --size 512 -o a.png",
    ] {
        let ran = system.run(&folder(), &format!("{command} --threads 1024"), 10_000);
        assert_eq!(ran.code, 0, "{command}: {ran:?}");
        // A pool for the picture, another for rasters, and threads that write files or wait for Ctrl-C.
        assert!(system.requested() <= 2 * 4 * cores + 8, "{command} starts {} threads", system.requested());
    }
}
