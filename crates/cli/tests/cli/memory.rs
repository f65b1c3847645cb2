//! Memory: rows and bricks stream to the file, so that neither a picture's height nor a volume's depth costs any.
#![cfg(target_os = "linux")]

use std::fs;
use std::process::Command;

use crate::support::{Folder, binary};

/// The most memory that a run had at a time, in KiB, as far as looking often can tell.
fn peak(arguments: &str) -> u64 {
    let folder = Folder::new();
    let mut command = Command::new(binary());
    command.args(arguments.split_whitespace()).args(["--threads", "2"]);
    let mut child = command.current_dir(folder.path("")).spawn().unwrap();
    let mut peak = 0;
    while child.try_wait().unwrap().is_none() {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let figure =
            line.and_then(|line| line.trim().strip_suffix(" kB")).and_then(|figure| figure.parse().ok());
        peak = figure.unwrap_or(peak);
    }
    assert!(child.wait().unwrap().success() && peak > 0);
    peak
}

#[test]
fn a_picture_may_be_as_high_as_it_likes() {
    for file in ["a.png", "a.exr"] {
        let render = |height| peak(&format!("render graph.json --size 512x{height} -o {file}"));
        // So many bands that all there may be at a time have been.
        let (low, high) = (render(4 * 1024), render(16 * 1024));
        // Whole, the high one has 96 MiB.
        assert!(high < low + 8 * 1024, "{low} KiB for 4096 rows, {high} KiB for four times as many: {file}");
    }
}

#[test]
fn a_volume_may_be_as_deep_as_it_likes() {
    for file in ["a.raw", "a.zarr"] {
        let volume =
            |depth| peak(&format!("volume graph.json --output raw --size 128x128x{depth} -o {file}"));
        let (shallow, deep) = (volume(128), volume(1024));
        // Whole, the deep one has 64 MiB.
        assert!(
            deep < shallow + 24 * 1024,
            "{shallow} KiB for 128 slices, {deep} KiB for eight times as many: {file}"
        );
    }
}
