//! Full disks and limits of file size: no incomplete file appears, and commands continue when there is room.
#![cfg(unix)]

use crate::support::Folder;

const SQUARE: &str = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nf 1/1 2/2 3/3 4/4\n";

#[test]
fn without_room_nothing_is_left() {
    for (command, left) in [
        ("render graph.json --size 200 -o a.exr", None),
        ("shape graph.json --size 200 --samples 1 -o a.exr", None),
        ("animate graph.json --frames 0..2 --size 400 --bits 16 -o a.apng", None),
        ("animate graph.json --frames 0..2 --size 200 -o %d.exr", None),
        // Graph and manifest are complete, and there is no picture.
        ("variations graph.json --seeds 0..1 --size 400 --bits 16 -o out", Some("out")),
        ("bake graph.json square.obj --size 200 --format exr --output color -o out", None),
        ("bake graph.json square.obj --size 1000 --output color -o out.glb", None),
        ("bake graph.json square.obj --size 200 --format exr --output color -o out.obj", None),
    ] {
        let folder = Folder::new();
        folder.write("square.obj", SQUARE);
        folder.run_with_room(command).expect_failure(5, &["cannot be written", "larger than may be here"]);
        let names: Vec<String> = folder.names().into_iter().filter(|name| Some(name.as_str()) != left).collect();
        assert_eq!(names, ["graph.json", "square.obj"], "{command}");
        if left.is_some() {
            assert!(!folder.path("out/cells/0000.png").exists() && !folder.path("out/sheet.png").exists());
        }
        assert_eq!(folder.run(command).code, 0, "{command}");
    }
}

#[test]
fn finished_frames_are_reused() {
    let folder = Folder::new();
    let command = "animate graph.json --frames 0..29 --size 64 -o a.apng";
    let said = ["a.apng cannot be written", "finished work is in a.apng.part", "run the same command again"];
    folder.run_with_room(command).expect_failure(5, &said);
    assert_eq!(folder.names(), ["a.apng.part", "graph.json"]);
    let ran = folder.run(command);
    assert!(ran.code == 0 && ran.stderr.contains("reused"), "{ran:?}");
    assert_eq!(folder.names(), ["a.apng", "graph.json"]);
}
