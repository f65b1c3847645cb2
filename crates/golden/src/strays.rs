//! Strays: golden pictures without a graph.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::case::files;
use crate::error::Error;
use crate::golden_file::is_golden;
use crate::run::Run;

/// The golden pictures in a folder and its subfolders that belong to no case of a run. The outputs of a graph that
/// cannot be loaded are not known, so all pictures with its name belong to it.
///
/// # Errors
///
/// If a folder cannot be read.
pub fn strays(folder: &Path, run: &Run) -> Result<Vec<PathBuf>, Error> {
    let claimed: BTreeSet<&Path> = run.outcomes.iter().map(|outcome| outcome.picture.as_path()).collect();
    let belongs = |path: &Path| run.unloaded.iter().any(|picture| may_be_of(path, picture));
    let mut pictures = files(folder, "png")?;
    pictures.retain(|path| !claimed.contains(path.as_path()) && !belongs(path) && is_golden(path));
    Ok(pictures)
}

/// Whether a picture may be that of another output or preset of the graph with this picture.
fn may_be_of(path: &Path, picture: &Path) -> bool {
    let name = |path: &Path| path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let (Some(name), Some(graph)) = (name(path), name(picture)) else { return false };
    let rest = name.strip_prefix(&graph);
    path.parent() == picture.parent() && rest.is_some_and(|rest| rest.starts_with(['.', '@']))
}
