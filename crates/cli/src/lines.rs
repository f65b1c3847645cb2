//! JSON that is not a graph, such as build files and reports: git compares and merges it by lines, as it would without
//! Travertine.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use travertine::check_text;
use travertine::stages::graph::json::{self, Value};
use travertine_golden::is_other_format;

use crate::document;
use crate::failure::Failure;

/// The start of the names of Travertine's other formats: of build files, reports, states.
const OURS: &str = "travertine-";

/// The format that a file declares, if it is one of Travertine's, but not that of graphs.
pub fn format_of_ours(text: &[u8]) -> Option<String> {
    let root = Value::from(json::parse(text).ok()?.root);
    root.get("format").and_then(Value::as_text).filter(|format| format.starts_with(OURS)).map(str::to_owned)
}

/// Whether a file is JSON of another format, or of none and without nodes. What is no JSON may be a damaged graph, and
/// so may what exceeds the limit of memory, in bytes.
pub fn is_other(file: &Path, memory: u64) -> bool {
    let Ok(text) = document::bytes(file) else { return false };
    if check_text(&text, memory).is_err() {
        return false;
    }
    let Ok(parsed) = json::parse(&text) else { return false };
    let root = Value::from(parsed.root);
    match root.get("format") {
        Some(format) => format.as_text().is_some_and(is_other_format),
        None => matches!(root, Value::Object(_)) && root.get("nodes").is_none(),
    }
}

/// The lines in which two files differ, with their surroundings; empty if there is no difference. `/dev/null` stands
/// for a file that does not exist.
pub fn difference(before: &Path, after: &Path) -> Result<String, Failure> {
    let mut git = Command::new("git");
    // Neither a driver, which would call this again, nor colors.
    git.args(["diff", "--no-index", "--no-ext-diff", "--no-textconv", "--no-color", "--"]).args([before, after]);
    let output = run(git)?;
    if !matches!(output.status.code(), Some(0 | 1)) {
        return Err(failed("compare", &output));
    }
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    // Before the first hunk, git names the files.
    Ok(text.find("\n@@ ").map_or(String::new(), |start| text[start + 1..].to_owned()))
}

/// Merges two changes by lines. Returns the merged text and whether there are conflicts, which are marked in it.
pub fn merge(base: &Path, ours: &Path, theirs: &Path) -> Result<(Vec<u8>, bool), Failure> {
    let mut git = Command::new("git");
    git.args(["merge-file", "-p", "-L", "ours", "-L", "base", "-L", "theirs", "--"]).args([ours, base, theirs]);
    let output = run(git)?;
    match output.status.code() {
        Some(0) => Ok((output.stdout, false)),
        // The number of conflicts, at most 127.
        Some(1..=127) => Ok((output.stdout, true)),
        _ => Err(failed("merge", &output)),
    }
}

fn run(mut git: Command) -> Result<Output, Failure> {
    let output = git.stdin(Stdio::null()).output();
    output.map_err(|error| {
        let advice = "install git, which compares and merges files that are not graphs";
        Failure::InputOutput(format!("error: git cannot be run: {error}; {advice}"))
    })
}

fn failed(what: &str, output: &Output) -> Failure {
    let said = String::from_utf8_lossy(&output.stderr);
    Failure::InputOutput(format!("error: git cannot {what} the lines: {}", said.trim()))
}
