//! Checks that `docs/dependencies.md` has a row for each direct dependency of the workspace, and none for others.

use std::collections::BTreeSet;
use std::fs::{read_dir, read_to_string};
use std::path::{Path, PathBuf};

/// Names of the dependencies that a `Cargo.toml` lists, without the crates of the workspace.
fn listed(manifest: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut is_list = false;
    for line in manifest.lines() {
        if let Some(section) = line.strip_prefix('[') {
            is_list = section.ends_with("dependencies]");
        } else if is_list {
            let part_of_name = |letter: char| letter.is_ascii_alphanumeric() || "-_".contains(letter);
            let name = line.split(|letter| !part_of_name(letter)).next().unwrap_or_default();
            if !name.is_empty() && !name.starts_with("travertine") {
                names.insert(name.to_owned());
            }
        }
    }
    names
}

#[test]
fn every_dependency_has_a_row() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let crates = read_dir(project.join("crates")).unwrap().map(|entry| entry.unwrap().path());
    let folders: Vec<PathBuf> = crates.chain(["python", "tests"].map(|folder| project.join(folder))).collect();
    let manifests = folders.iter().map(|folder| read_to_string(folder.join("Cargo.toml")).unwrap());
    let used: BTreeSet<String> = manifests.flat_map(|manifest| listed(&manifest)).collect();
    assert!(used.contains("png") && used.contains("signal-hook") && used.contains("proptest"));

    let page = read_to_string(project.join("docs/dependencies.md")).unwrap();
    let name = |line: &str| Some(line.strip_prefix("| `")?.split_once('`')?.0.to_owned());
    let rows: BTreeSet<String> = page.lines().filter_map(name).collect();
    assert_eq!(rows, used, "the rows of docs/dependencies.md are the direct dependencies of all crates");
}
