//! Kills runs at random times, and continues them.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::Instant;

use travertine_tests::is_night;

use crate::support::Folder;

/// Statistics of killed runs.
#[derive(Debug)]
pub struct Kills {
    /// Number of runs that left partial work.
    pub partial: usize,
    /// Number of second runs that reported to continue it.
    pub continued: usize,
}

impl Kills {
    /// Whether enough runs left partial work, and enough continued it. By day one is enough.
    pub fn are_enough(&self, partial: usize, continued: usize) -> bool {
        let [partial, continued] = if is_night() { [partial, continued] } else { [1, 1] };
        self.partial >= partial && self.continued >= continued
    }
}

/// Kills runs of the commands, and runs each again. After a kill, every file must be complete, and all of them must
/// exist or none, unless the command writes them `in_pieces`. In the end, there must be the same bytes as after an
/// undisturbed run, and nothing else.
///
/// `said` is the message of a run that continues.
pub fn kill_and_continue(folder: impl Fn() -> Folder, commands: &[&str], in_pieces: bool, said: &str) -> Kills {
    let undisturbed: Vec<_> = commands
        .iter()
        .map(|command| {
            let (folder, started) = (folder(), Instant::now());
            assert_eq!(folder.run(command).code, 0);
            (files(&folder), folder.names(), started.elapsed())
        })
        .collect();
    let inputs = files(&folder());
    let mut random = 2_463_534_242_u32;
    let mut kills = Kills { partial: 0, continued: 0 };
    for round in 0..30 {
        if !is_night() && round >= 6 && kills.are_enough(1, 1) {
            break;
        }
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
        let found = files(&folder);
        let whole = found.iter().all(|(name, bytes)| expected.get(name) == Some(bytes));
        assert!(whole, "round {round}: {command} left an incomplete file");
        let complete = found.len() == inputs.len() || found.len() == expected.len();
        assert!(in_pieces || complete, "round {round}: {command} left an incomplete target");
        kills.partial += usize::from(folder.names().len() > inputs.len() && found.len() < expected.len());

        let ran = folder.run(command);
        assert_eq!(ran.code, 0, "{ran:?}");
        kills.continued += usize::from(ran.stderr.contains(said));
        assert!(files(&folder) == *expected, "round {round}: {command} ends with other bytes");
        assert_eq!(folder.names(), *names, "round {round}: {command}");
    }
    kills
}

/// The files of a folder and its subfolders, without temporary files and partial outputs.
fn files(folder: &Folder) -> BTreeMap<String, Vec<u8>> {
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
