//! Tests of interrupted volumes: they continue to the same bytes.
#![cfg(unix)]

use std::fs;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::kills::kill_and_continue;
use crate::support::Folder;

const VOLUME: &str = "volume graph.json --param layers=8 --size 90x70x130";

#[test]
fn killed_volumes_continue_to_the_same_bytes() {
    let targets = ["-o a.nrrd", "-o a.zarr", "--slices stack", "--atlas a.png", "-o a.raw", "-o a.dds"];
    let commands = targets.map(|target| format!("{VOLUME} {target}"));
    // In pieces: the description of a raw volume appears before the volume.
    let kills = kill_and_continue(Folder::new, &commands.each_ref().map(String::as_str), true, "continues");
    assert!(kills.are_enough(4, 4), "{kills:?}");
}

#[test]
fn an_interrupted_volume_keeps_finished_bricks() {
    let folder = Folder::new();
    let arguments = "volume graph.json --param layers=8 --size 100x70x4000 -o a.raw";
    let mut child = folder.start(arguments);
    let journal = folder.path("a.raw.part/journal");
    let started = Instant::now();
    while fs::read(&journal).map_or(0, |journal| journal.len()) < 50 {
        assert!(started.elapsed() < Duration::from_secs(20), "it never started to work");
        sleep(Duration::from_millis(5));
    }
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    assert_eq!(child.wait().unwrap().code(), Some(6));
    assert_eq!(folder.names(), ["a.raw.part", "graph.json"]);

    // Another volume of that name discards the partial output, with a note.
    let ran = folder.run("volume graph.json --size 8 -o a.raw");
    assert_eq!(ran.code, 0);
    assert!(ran.stderr.contains("a.raw.part belonged to another volume"), "{}", ran.stderr);
    assert_eq!(folder.names(), ["a.raw", "a.raw.json", "graph.json"]);
}

#[test]
fn other_volumes_do_not_continue_a_partial_output() {
    let folder = Folder::new();
    let part = || {
        let mut child = folder.start("volume graph.json --param layers=8 --size 90 -o a.raw");
        while !folder.path("a.raw.part/content").exists() && child.try_wait().unwrap().is_none() {}
        child.kill().unwrap();
        child.wait().unwrap();
        folder.path("a.raw.part/content").exists()
    };
    for flags in [
        "--size 90 --param layers=7",
        "--size 90 --param layers=8 --param cells=5",
        "--size 90 --param layers=8 --seed 1",
        "--size 90 --param layers=8 --time 1",
        "--size 90 --param layers=8 --region 0,0,0,1,1,2",
        "--size 90 --param layers=8 --output raw",
        "--size 90 --param layers=8 --bits 16",
        "--size 89 --param layers=8",
    ] {
        if part() {
            let ran = folder.run(&format!("volume graph.json {flags} -o a.raw"));
            assert!(ran.code == 0 && !ran.stderr.contains("continues"), "{flags}: {ran:?}");
        }
        folder.done("volume graph.json --size 4 -o b.raw");
    }
    if part() {
        let same = "volume graph.json --param layers=8 --size 90 -o a.raw --threads 1 --simd scalar --tile 9";
        let ran = folder.run(same);
        assert!(ran.code == 0 && ran.stderr.contains("continues"), "threads and tiles do not matter: {ran:?}");
    }
}

#[test]
fn after_a_full_disk_a_volume_continues() {
    let folder = Folder::new();
    let volume = "volume graph.json --size 100x70x70 -o a.zarr";
    let said = ["a.zarr cannot be written", "finished work is in a.zarr.part", "run the same command again"];
    folder.run_with_room(volume).expect_failure(5, &said);
    assert_eq!(folder.names(), ["a.zarr.part", "graph.json"]);
    let ran = folder.run(volume);
    assert!(ran.code == 0 && ran.stderr.contains("continues"), "{ran:?}");
    assert_eq!(folder.names(), ["a.zarr", "graph.json"]);

    // Without room for the full length of a file, nothing is written.
    folder.run_with_room("volume graph.json --size 100 -o a.raw").expect_failure(5, &["a.raw cannot be written"]);
    assert_eq!(folder.names(), ["a.zarr", "graph.json"]);
}
