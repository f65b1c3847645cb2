//! Instruction counts of kernels, by valgrind. Unlike times, they are reproducible.
//!
//! A kernel runs in two separate processes, with a number of rows and with twice as many. The difference excludes
//! startup and preparation.

use std::env;
use std::io;
use std::process::Command;

use travertine_noise::Level;

use crate::kernel::{self, Kernel, ROW};

/// The names of the counted kernels.
pub const COUNTED: [&str; 3] = ["perlin-row", "perlin-scattered", "cosine"];

/// The SIMD level of the counts. valgrind lacks AVX-512.
pub const LEVEL: Level = Level::Avx2;

/// Rows of the first process: those of one lattice cell.
const ROWS: usize = 64;

/// Names and instructions per sample of the [`COUNTED`] kernels.
///
/// # Errors
///
/// If valgrind is not installed, or prints no count.
pub fn count() -> io::Result<Vec<(&'static str, f64)>> {
    let count = |name| {
        let [once, twice] = [ROWS, 2 * ROWS].map(|rows| instructions(name, rows));
        Ok((name, (twice?.saturating_sub(once?)) as f64 / (ROWS * ROW) as f64))
    };
    COUNTED.into_iter().map(count).collect()
}

/// Runs a kernel, in the process that valgrind instruments.
pub fn run(name: &str, rows: usize) {
    let kernel = kernel::ALL.iter().find(|kernel| kernel.name == name);
    kernel.into_iter().for_each(|Kernel { run, .. }| run(LEVEL, rows));
}

/// Instructions of a process that runs a number of rows of a kernel.
fn instructions(name: &str, rows: usize) -> io::Result<u64> {
    let mut command = Command::new("valgrind");
    command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(env::current_exe()?);
    let output = command.args(["--kernel", name, "--rows", &rows.to_string()]).output()?;
    let report = String::from_utf8_lossy(&output.stderr);
    collected(&report).ok_or_else(|| io::Error::other(format!("valgrind printed no count:\n{report}")))
}

/// The count in the last lines of callgrind: `==123== Collected : 456`.
fn collected(report: &str) -> Option<u64> {
    report.lines().find_map(|line| line.split_once("Collected :")?.1.trim().parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_parsed() {
        let report = "==1== Callgrind\n==1== Events    : Ir\n==1== Collected : 142536\n==1== \n";
        assert_eq!(collected(report), Some(142_536));
        assert_eq!(collected("valgrind: command not found"), None);
    }

    #[test]
    fn counted_kernels_exist() {
        assert!(COUNTED.iter().all(|name| kernel::ALL.iter().any(|kernel| kernel.name == *name)));
    }
}
