//! Runs that are killed at random moments, and go on.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::Instant;

use crate::support::Folder;

/// How often runs are killed.
const ROUNDS: usize = 30;

/// What became of runs that were killed.
pub struct Kills {
    /// How many left something to go on with, but not all of it.
    pub cut: usize,
    /// How many of those that went on said that they kept something.
    pub kept: usize,
}

/// Kills runs of the commands, and starts each again. Whatever is there after a kill must be whole, and all of it, unless
/// the command makes it in pieces; in the end there must be the same bytes as if nothing had been, and nothing else.
///
/// `said` is what a run says that finds something to keep.
pub fn kill_and_go_on(folder: impl Fn() -> Folder, commands: &[&str], in_pieces: bool, said: &str) -> Kills {
    let undisturbed: Vec<_> = commands
        .iter()
        .map(|command| {
            let (folder, begun) = (folder(), Instant::now());
            assert_eq!(folder.run(command).code, 0);
            (made(&folder), folder.names(), begun.elapsed())
        })
        .collect();
    let inputs = made(&folder());
    let mut random = 2_463_534_242_u32;
    let mut kills = Kills { cut: 0, kept: 0 };
    for round in 0..ROUNDS {
        let command = commands[round % commands.len()];
        let (expected, names, duration) = &undisturbed[round % commands.len()];
        let folder = folder();
        let mut child = folder.start(command);
        // George Marsaglia, "Xorshift RNGs" (2003).
        random ^= random << 13;
        random ^= random >> 17;
        random ^= random << 5;
        sleep(duration.mul_f64(f64::from(random) / f64::from(u32::MAX)));
        child.kill().unwrap();
        child.wait().unwrap();
        let found = made(&folder);
        let whole = found.iter().all(|(name, bytes)| expected.get(name) == Some(bytes));
        assert!(whole, "round {round}: {command} left something half-written");
        let complete = found.len() == inputs.len() || found.len() == expected.len();
        assert!(in_pieces || complete, "round {round}: {command} left a part of it under its name");
        kills.cut += usize::from(folder.names().len() > inputs.len() && found.len() < expected.len());

        let ran = folder.run(command);
        assert_eq!(ran.code, 0, "{ran:?}");
        kills.kept += usize::from(ran.stderr.contains(said));
        assert!(made(&folder) == *expected, "round {round}: {command} ends with other bytes");
        assert_eq!(folder.names(), *names, "round {round}: {command}");
    }
    kills
}

/// All files in a folder and in those within, but for what is in the making.
fn made(folder: &Folder) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut left = vec![folder.path("")];
    while let Some(inner) = left.pop() {
        for entry in fs::read_dir(inner).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy();
            if name.starts_with(".travertine-") || name.ends_with(".part") {
                continue;
            }
            if path.is_dir() {
                left.push(path);
            } else {
                let name = path.strip_prefix(folder.path("")).unwrap_or(Path::new("")).display().to_string();
                files.insert(name, fs::read(path).unwrap());
            }
        }
    }
    files
}
