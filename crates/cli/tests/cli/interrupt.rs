//! Tests of interruption by Ctrl-C.
#![cfg(unix)]

use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::support::{Folder, binary};

/// Waits until a process works, interrupts it, and returns its exit code. It must end within a second.
pub fn interrupt(mut child: Child, is_working: impl Fn() -> bool) -> i32 {
    // `wait` would close standard input, which may end the child too.
    let _stdin = child.stdin.take();
    let started = Instant::now();
    while !is_working() {
        assert!(started.elapsed() < Duration::from_secs(20), "it never started to work");
        sleep(Duration::from_millis(10));
    }
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let interrupted = Instant::now();
    let status = child.wait().unwrap();
    assert!(interrupted.elapsed() < Duration::from_secs(1), "it took {:?}", interrupted.elapsed());
    status.code().unwrap()
}

fn start(folder: &Folder, arguments: &str) -> Child {
    let mut command = Command::new(binary());
    command.args(arguments.split_whitespace()).arg("--yes").current_dir(folder.path(""));
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

#[test]
fn an_interrupted_render_exits_with_6_and_leaves_nothing() {
    for file in ["a.png", "a.exr"] {
        let folder = Folder::new();
        let child = start(&folder, &format!("render graph.json --param layers=8 --size 30000 -o {file}"));
        let code = interrupt(child, || folder.names().len() > 1);
        assert_eq!((code, folder.names()), (6, vec!["graph.json".to_owned()]));
    }
}

#[test]
fn an_interrupted_render_keeps_the_old_picture() {
    let folder = Folder::new();
    folder.write("a.png", "the old picture");
    let child = start(&folder, "render graph.json --param layers=8 --size 30000 -o a.png");
    assert_eq!(interrupt(child, || folder.names().len() > 2), 6);
    assert_eq!(folder.names(), ["a.png", "graph.json"]);
    assert_eq!(folder.read("a.png"), b"the old picture");
}

#[test]
fn a_render_of_one_tile_can_be_interrupted() {
    let folder = Folder::new();
    let child = start(&folder, "render graph.json --param layers=8 --size 6000 --tile whole -o a.png");
    let code = interrupt(child, || folder.names().len() > 1);
    assert_eq!((code, folder.names()), (6, vec!["graph.json".to_owned()]));
}

#[test]
fn an_interrupted_solid_exits_with_6_and_leaves_nothing() {
    let folder = Folder::new();
    let child = start(&folder, "shape graph.json --param layers=8 --size 4000 -o a.png");
    sleep(Duration::from_millis(300));
    assert_eq!((interrupt(child, || true), folder.names()), (6, vec!["graph.json".to_owned()]));
}

#[test]
fn a_search_for_what_breaks_a_tiling_can_be_interrupted() {
    let folder = Folder::new();
    folder.write(
        "land.json",
        r#"{
          "format": "travertine", "version": 1,
          "nodes": {
            "hills": {"type": "noise/perlin"},
            "land": {"type": "terrain/thermal", "inputs": {
              "height": {"node": "hills"}, "resolution": 1024, "iterations": 1000
            }}
          },
          "outputs": {"height": {"node": "land"}}
        }"#,
    );
    let child = start(&folder, "check land.json graph.json land.json --tile");
    sleep(Duration::from_millis(300));
    assert_eq!(interrupt(child, || true), 6);
}

#[test]
fn waiting_for_input_can_be_interrupted() {
    let folder = Folder::new();
    let child = start(&folder, "sample graph.json --points -");
    sleep(Duration::from_millis(300));
    assert_eq!(interrupt(child, || true), 6);
}

#[test]
fn an_interrupted_comparison_leaves_nothing() {
    let folder = Folder::new();
    for (seed, name) in [(1, "a.png"), (2, "b.png")] {
        let size = "--size 3000 --output raw";
        folder.run(&format!("render graph.json --param layers=8 --seed {seed} {size} -o {name}"));
    }
    let before = folder.names().len();
    let child = start(&folder, "compare a.png b.png -o difference.png");
    let code = interrupt(child, || folder.names().len() > before);
    // It may have ended before, with a complete picture.
    let names = folder.names();
    assert!([1, 6].contains(&code) && !names.iter().any(|name| name.ends_with(".part")), "{code}, {names:?}");
}

#[test]
fn an_interrupted_bake_continues() {
    let folder = Folder::new();
    let square = |name: &str| {
        format!(
            "o {name}\nusemtl {name}\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nf -4/-4 -3/-3 -2/-2 -1/-1\n"
        )
    };
    folder.write("two.obj", ["one", "two"].map(square).concat());
    let bake = "bake graph.json two.obj --param layers=8 --output color --format exr --size 1000 -o out";
    let child = start(&folder, bake);
    let code = interrupt(child, || folder.path("out.part/textures/one_color.exr").exists());
    // It may have ended before.
    assert!(code == 6 || folder.path("out").exists(), "{code}");
    folder.run(bake);
    folder.done(&bake.replace("-o out", "-o whole"));
    assert_eq!(folder.names(), ["graph.json", "out", "two.obj", "whole"]);
    for name in ["one_color.exr", "two_color.exr"] {
        assert!(folder.read(&format!("out/{name}")) == folder.read(&format!("whole/{name}")), "{name}");
    }
}
