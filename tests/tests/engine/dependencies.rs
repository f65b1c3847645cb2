//! Checks that `docs/dependencies.md` has a row for each direct dependency of the workspace and none for others, that
//! the table of crates in `ARCHITECTURE.md` is true, and that the command line links no editor.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{read_dir, read_to_string};
use std::path::{Path, PathBuf};

fn project() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// The folders of all crates.
fn folders() -> Vec<PathBuf> {
    let crates = read_dir(project().join("crates")).unwrap().map(|entry| entry.unwrap().path());
    crates.chain(["python", "tests"].map(|folder| project().join(folder))).collect()
}

/// Names of the dependencies that a `Cargo.toml` lists in those sections that `is_meant` accepts.
fn listed(folder: &Path, is_meant: impl Fn(&str) -> bool) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut is_list = false;
    for line in read_to_string(folder.join("Cargo.toml")).unwrap().lines() {
        if let Some(section) = line.strip_prefix('[') {
            is_list = section.ends_with("dependencies]") && is_meant(section);
        } else if is_list {
            let part_of_name = |letter: char| letter.is_ascii_alphanumeric() || "-_".contains(letter);
            let name = line.split(|letter| !part_of_name(letter)).next().unwrap_or_default();
            if !name.is_empty() {
                names.insert(name.to_owned());
            }
        }
    }
    names
}

/// The crates of the workspace that each crate links, by the names of their folders.
fn linked() -> BTreeMap<String, BTreeSet<String>> {
    let short = |name: &String| name.strip_prefix("travertine-").unwrap_or(name).to_owned();
    let crates = folders().into_iter().map(|folder| {
        let names = listed(&folder, |section| !section.ends_with("dev-dependencies]"));
        let own = names.iter().filter(|name| name.starts_with("travertine")).map(short).collect();
        (folder.file_name().unwrap().to_string_lossy().into_owned(), own)
    });
    crates.collect()
}

#[test]
fn every_dependency_has_a_row() {
    let is_foreign = |name: &String| !name.starts_with("travertine");
    let used: BTreeSet<String> =
        folders().iter().flat_map(|folder| listed(folder, |_| true)).filter(is_foreign).collect();
    assert!(used.contains("png") && used.contains("signal-hook") && used.contains("proptest"));

    let page = read_to_string(project().join("docs/dependencies.md")).unwrap();
    let name = |line: &str| Some(line.strip_prefix("| `")?.split_once('`')?.0.to_owned());
    let rows: BTreeSet<String> = page.lines().filter_map(name).collect();
    assert_eq!(rows, used, "the rows of docs/dependencies.md are the direct dependencies of all crates");
}

#[test]
fn the_table_of_crates_is_true() {
    let page = read_to_string(project().join("ARCHITECTURE.md")).unwrap();
    let row = |line: &str| {
        let cells: Vec<&str> = line.strip_prefix("| `")?.strip_suffix('|')?.split('|').collect();
        let [name, _, needs] = cells[..] else { return None };
        Some((name.split('`').next()?.to_owned(), needs.trim().to_owned()))
    };
    let rows: BTreeMap<String, String> = page.lines().filter_map(row).collect();
    let mut compared = 0;
    for (name, own) in linked() {
        let needs = rows.get(&name).unwrap_or_else(|| panic!("ARCHITECTURE.md has no row for the crate {name}"));
        let needs: BTreeSet<String> = needs.split(", ").map(str::to_owned).filter(|need| !need.is_empty()).collect();
        // Some rows are in words.
        if needs.iter().all(|need| rows.contains_key(need)) {
            assert_eq!(needs, own, "{name}");
            compared += 1;
        }
    }
    assert!(compared > 20, "{compared}");
}

#[test]
fn the_command_line_links_no_editor() {
    let linked = linked();
    let (mut found, mut waiting) = (BTreeSet::new(), vec!["cli"]);
    while let Some(name) = waiting.pop() {
        if found.insert(name) {
            waiting.extend(linked[name].iter().map(String::as_str));
        }
    }
    assert!(found.contains("drawing") && found.contains("noise"));
    for editor in ["editing", "export", "editor"] {
        assert!(!found.contains(editor), "the command line links {editor}; put what both need into a crate below it");
    }
}
