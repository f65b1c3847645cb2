//! Memory: rows stream to the file, so a picture's height costs none.
#![cfg(target_os = "linux")]

use std::fs;
use std::process::Command;

use crate::support::{Folder, binary};

/// The most memory that a render had at a time, in KiB, as far as looking often can tell.
fn peak(height: u32, file: &str) -> u64 {
    let folder = Folder::new();
    let mut command = Command::new(binary());
    command.args(["render", "graph.json", "--threads", "2", "--size", &format!("512x{height}"), "-o", file]);
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
        let (low, high) = (peak(1024, file), peak(16 * 1024, file));
        // Whole, the high one has 96 MiB.
        assert!(
            high < low + 8 * 1024,
            "{low} KiB for 1024 rows, {high} KiB for sixteen times as many: {file}"
        );
    }
}
