//! JSON that is no graph, such as build files and reports: git compares and merges it by lines, as it would without
//! Travertine.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use travertine::stages::graph::json::{self, Value};
use travertine_golden::is_other_format;

use crate::document;
use crate::failure::Failure;

/// The format that a file declares, if it is another than that of graphs.
pub fn other_format(text: &[u8]) -> Option<String> {
    let root = Value::from(json::parse(text).ok()?.root);
    root.get("format").and_then(Value::as_text).filter(|format| is_other_format(format)).map(str::to_owned)
}

/// Whether a file declares another format than that of graphs.
pub fn declares_other(file: &Path) -> bool {
    // What cannot be read is an error later.
    document::bytes(file).is_ok_and(|text| other_format(&text).is_some())
}

/// Whether a file is JSON of another format, or of none and without nodes. What is no JSON may be a damaged graph.
pub fn is_other(file: &Path) -> bool {
    let Ok(text) = document::bytes(file) else { return false };
    let Ok(parsed) = json::parse(&text) else { return false };
    let root = Value::from(parsed.root);
    let is_unnamed = root.get("format").is_none() && root.get("nodes").is_none();
    is_unnamed || other_format(&text).is_some()
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
        let advice = "install git, which compares and merges what is no graph";
        Failure::InputOutput(format!("error: git cannot be run: {error}; {advice}"))
    })
}

fn failed(what: &str, output: &Output) -> Failure {
    let said = String::from_utf8_lossy(&output.stderr);
    Failure::InputOutput(format!("error: git cannot {what} the lines: {}", said.trim()))
}
