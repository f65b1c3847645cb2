//! Volumes that are cut off go on, and end as if nothing had been.
#![cfg(unix)]

use std::fs;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::kills::kill_and_go_on;
use crate::support::Folder;

const VOLUME: &str = "volume graph.json --param layers=8 --size 90x70x130";

#[test]
fn a_killed_volume_goes_on_to_the_same_bytes() {
    let targets = ["-o a.nrrd", "-o a.zarr", "--slices stack", "--atlas a.png", "-o a.raw", "-o a.dds"];
    let commands = targets.map(|target| format!("{VOLUME} {target}"));
    // The description of a raw volume is there before the volume.
    let kills = kill_and_go_on(Folder::new, &commands.each_ref().map(String::as_str), true, "goes on with");
    assert!(kills.cut > 3 && kills.kept > 3, "{} were cut, {} went on", kills.cut, kills.kept);
}

#[test]
fn an_interrupted_volume_keeps_what_is_done() {
    let folder = Folder::new();
    let arguments = "volume graph.json --param layers=8 --size 100x70x4000 -o a.raw";
    let mut child = folder.start(arguments);
    let journal = folder.path("a.raw.part/journal");
    let patience = Instant::now();
    while fs::read(&journal).map_or(0, |journal| journal.len()) < 50 {
        assert!(patience.elapsed() < Duration::from_secs(20), "it never began");
        sleep(Duration::from_millis(5));
    }
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    assert_eq!(child.wait().unwrap().code(), Some(6));
    assert_eq!(folder.names(), ["a.raw.part", "graph.json"]);

    // Another volume of that name begins anew, and says so.
    let ran = folder.run("volume graph.json --size 8 -o a.raw");
    assert_eq!(ran.code, 0);
    assert!(ran.stderr.contains("a.raw.part was the part of another volume"), "{}", ran.stderr);
    assert_eq!(folder.names(), ["a.raw", "a.raw.json", "graph.json"]);
}

#[test]
fn other_work_does_not_go_on_with_a_part() {
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
            assert!(ran.code == 0 && !ran.stderr.contains("goes on"), "{flags}: {ran:?}");
        }
        folder.done("volume graph.json --size 4 -o b.raw");
    }
    if part() {
        let same = "volume graph.json --param layers=8 --size 90 -o a.raw --threads 1 --simd scalar --tile 9";
        let ran = folder.run(same);
        assert!(ran.code == 0 && ran.stderr.contains("goes on"), "neither threads nor tiles matter: {ran:?}");
    }
}

#[test]
fn a_full_disk_ends_it_and_room_lets_it_go_on() {
    let folder = Folder::new();
    let volume = "volume graph.json --size 100x70x70 -o a.zarr";
    let said = ["a.zarr cannot be written", "a.zarr.part keeps what is done", "run the same command again"];
    folder.run_with_room(volume).expect_failure(5, &said);
    assert_eq!(folder.names(), ["a.zarr.part", "graph.json"]);
    let ran = folder.run(volume);
    assert!(ran.code == 0 && ran.stderr.contains("goes on"), "{ran:?}");
    assert_eq!(folder.names(), ["a.zarr", "graph.json"]);

    // Where there is no room for the length of a file, nothing is begun.
    folder
        .run_with_room("volume graph.json --size 100 -o a.raw")
        .expect_failure(5, &["a.raw cannot be written"]);
    assert_eq!(folder.names(), ["a.zarr", "graph.json"]);
}
