//! Volumes that are cut off go on, and end as if nothing had been.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::support::{Folder, Ran, binary};

const VOLUME: &str = "volume graph.json --param layers=8 --size 90x70x130";

/// What lies at a path: a file, or all files of a folder.
fn content(path: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    if path.is_dir() {
        for entry in fs::read_dir(path).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            let inner = content(&path).into_iter();
            files.extend(inner.map(|(inner, bytes)| (format!("{name}/{inner}"), bytes)));
        }
    } else {
        files.insert(String::new(), fs::read(path).unwrap());
    }
    files
}

#[test]
fn a_killed_volume_goes_on_to_the_same_bytes() {
    const TARGETS: [(&str, &str); 6] = [
        ("-o", "a.nrrd"),
        ("-o", "a.zarr"),
        ("--slices", "stack"),
        ("--atlas", "a.png"),
        ("-o", "a.raw"),
        ("-o", "a.dds"),
    ];
    let mut random = 2_463_534_242_u32;
    let mut gone_on = 0;
    let undisturbed = TARGETS.map(|(flag, target)| {
        let (folder, begun) = (Folder::new(), Instant::now());
        folder.done(&format!("{VOLUME} {flag} {target}"));
        (content(&folder.path(target)), folder.names(), begun.elapsed())
    });
    for round in 0..30 {
        let (flag, target) = TARGETS[round % TARGETS.len()];
        let (expected, names, duration) = &undisturbed[round % TARGETS.len()];
        let folder = Folder::new();
        let arguments = format!("{VOLUME} {flag} {target}");
        let mut child = folder.start(&arguments);
        // George Marsaglia, "Xorshift RNGs" (2003).
        random ^= random << 13;
        random ^= random >> 17;
        random ^= random << 5;
        sleep(duration.mul_f64(f64::from(random) / f64::from(u32::MAX)));
        child.kill().unwrap();
        child.wait().unwrap();
        let path = folder.path(target);
        if path.exists() {
            assert!(content(&path) == *expected, "round {round}: {target} was there before it was whole");
        }

        let mut command = folder.command();
        let ran = Ran::of(command.args(arguments.split_whitespace()));
        assert_eq!(ran.code, 0, "{ran:?}");
        gone_on += usize::from(ran.stderr.contains("goes on with"));
        assert!(content(&path) == *expected, "round {round}: {target} differs");
        assert_eq!(folder.names(), *names);
    }
    assert!(gone_on > 0, "it was never killed in the middle");
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

/// Runs a volume that may write files of some ten KiB only.
fn limited(folder: &Folder, volume: &str) -> Ran {
    let script = format!("ulimit -f 100; trap '' XFSZ; exec '{}' {volume}", binary().display());
    let mut command = assert_cmd::Command::new("sh");
    Ran::of(command.current_dir(folder.path("")).args(["-c", &script]))
}

#[test]
fn a_full_disk_ends_it_and_room_lets_it_go_on() {
    let folder = Folder::new();
    let volume = "volume graph.json --size 100x70x70 -o a.zarr";
    let said = ["a.zarr cannot be written", "a.zarr.part keeps what is done", "run the same command again"];
    limited(&folder, volume).expect_failure(5, &said);
    assert_eq!(folder.names(), ["a.zarr.part", "graph.json"]);
    let ran = folder.run(volume);
    assert!(ran.code == 0 && ran.stderr.contains("goes on"), "{ran:?}");
    assert_eq!(folder.names(), ["a.zarr", "graph.json"]);

    // Where there is no room for the length of a file, nothing is begun.
    limited(&folder, "volume graph.json --size 100 -o a.raw").expect_failure(5, &["a.raw cannot be written"]);
    assert_eq!(folder.names(), ["a.zarr", "graph.json"]);
}
