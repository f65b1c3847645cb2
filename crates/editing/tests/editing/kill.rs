//! An editor that is killed at random moments: the next start recovers a complete and recent document.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, SystemTime};

use travertine::Document;
use travertine_editing::files::{Autosave, Workspace, recoveries};
use travertine_editing::{Action, Edit};
use travertine_tests::is_night;

/// The interval of the autosave, instead of seconds.
const INTERVAL: Duration = Duration::from_millis(25);

/// Maximum age of the first lost edit: a third of a second for each of an editor's ten.
const MOST_LOST: Duration = Duration::from_millis(3333);

const FOLDER: &str = "TRAVERTINE_TEST_KILL";

/// Edits until it is killed, and prints the time of each edit.
#[test]
#[ignore = "the child of the other test"]
fn child() {
    let folder = PathBuf::from(std::env::var_os(FOLDER).unwrap());
    let autosave = Autosave::new(&folder, INTERVAL).unwrap();
    let text = fs::read("../../graphs/marble.json").unwrap();
    let mut workspace = Workspace::new(Document::parse(&text).unwrap(), Some(autosave));
    let mut out = std::io::stdout();
    for count in 0.. {
        let edit = Edit::Description(Some(format!("{count}")));
        workspace.history_mut().apply(Action::new("Count", edit), None).unwrap();
        workspace.note();
        writeln!(out, "edit {count} {}", now().as_micros()).unwrap();
        thread::sleep(Duration::from_millis(2));
    }
}

fn now() -> Duration {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default()
}

#[test]
fn a_killed_editor_loses_little() {
    let folder = tempfile::tempdir().unwrap();
    let whole = Document::parse(&fs::read("../../graphs/marble.json").unwrap()).unwrap();
    let mut recovered = 0;
    let mut random = 12345_u64;
    // Most kills find something; a few by day say less.
    let (kills, least) = if is_night() { (50, 40) } else { (8, 4) };
    for _ in 0..kills {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["kill::child", "--exact", "--ignored", "--nocapture"])
            .env(FOLDER, folder.path())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
        // The process runs from its first edit on.
        let first = lines.by_ref().find(|line| line.starts_with("edit ")).unwrap();
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        thread::sleep(Duration::from_millis(random >> 33 & 255));
        child.kill().unwrap();
        let killed = now();
        child.wait().unwrap();
        let time = |line: &String| {
            let micros = line.split(' ').nth(2).and_then(|micros| micros.parse().ok());
            micros.map(Duration::from_micros)
        };
        let edits: Vec<Option<Duration>> = [first].into_iter().chain(lines).map(|line| time(&line)).collect();

        let found = recoveries(folder.path()).unwrap();
        assert!(found.len() <= 1);
        let mut kept = 0;
        for recovery in found {
            let count = recovery.document.description.clone().unwrap();
            let expected = Document { description: Some(count.clone()), ..whole.clone() };
            assert_eq!(recovery.document, expected);
            kept = count.parse::<usize>().unwrap() + 1;
            recovered += 1;
            recovery.discard().unwrap();
        }
        if let Some(Some(lost)) = edits.get(kept) {
            let age = killed.saturating_sub(*lost);
            assert!(age < MOST_LOST, "an edit of {age:?} before the end is lost");
        }
    }
    assert!(recovered >= least, "only {recovered} of {kills} starts found anything");
}
