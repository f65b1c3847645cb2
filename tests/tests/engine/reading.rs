//! The page of what is read from files: every row names its tests.

use std::fs;
use std::path::{Path, PathBuf};

/// The files of Rust below a folder.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn every_row_of_the_page_names_tests_that_exist() {
    let mut files = Vec::new();
    sources(Path::new("../crates"), &mut files);
    let page = fs::read_to_string("../docs/reading.md").unwrap();
    let mut count = 0;
    for row in page.lines().filter(|line| line.starts_with('|')) {
        let last = row.trim_end_matches('|').rsplit('|').next().unwrap().trim();
        if last == "test" || last.starts_with("---") {
            continue;
        }
        for test in last.split(", ") {
            let named = test.strip_prefix('`').and_then(|test| test.strip_suffix('`')?.rsplit_once("::"));
            let (module, function) = named.unwrap_or_else(|| panic!("no test in the row {row}"));
            let (module, head) = (module.trim_end_matches("::tests"), format!("fn {function}("));
            let is_there = files.iter().any(|file| {
                file.file_stem().is_some_and(|stem| stem == module) && fs::read_to_string(file).unwrap().contains(&head)
            });
            assert!(is_there, "there is no test {test}");
            count += 1;
        }
    }
    assert!(count > 20);
}
