//! Checks that code, comments and hand-written Markdown have at most 120 columns.
//!
//! Excused are tables, code, headings and what has no space at which to break, such as addresses. rustfmt wraps code,
//! by the same width.

use std::fs::{read_dir, read_to_string};
use std::path::{Path, PathBuf};

use crate::pictures::project;

/// The greatest number of characters of a line.
const WIDTH: usize = 120;

/// Pages and folders of pages that commands generate.
const GENERATED: [&str; 6] = [
    "docs/gallery",
    "docs/gallery.md",
    "docs/library.md",
    "docs/nodes",
    "docs/performance/README.md",
    "docs/performance/nodes.md",
];

/// The files of a folder and of the folders in it, except those of builds, of git, and of generated pages.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            let inside = path.strip_prefix(folder).unwrap();
            let name = inside.file_name().unwrap().to_string_lossy();
            let is_left_out = name.starts_with('.')
                || matches!(&*name, "target" | "shared" | "node_modules")
                || GENERATED.iter().any(|generated| inside == Path::new(*generated));
            if path.is_symlink() || is_left_out {
                continue;
            }
            if path.is_dir() { folders.push(path) } else { found.push(path) }
        }
    }
    found
}

/// What follows the marker of a comment, if a line of Rust is one.
fn comment(line: &str) -> Option<&str> {
    let text = line.trim_start().strip_prefix("//")?;
    Some(text.trim_start_matches(['/', '!']))
}

/// Whether a text could have been broken earlier: it is neither a table nor a heading, and has a space.
fn can_be_broken(text: &str) -> bool {
    let text = text.trim().trim_start_matches("- ");
    !text.starts_with(['|', '#']) && text.contains(' ')
}

/// The numbers of the lines of a file that are too long.
fn long_lines(path: &Path, text: &str) -> Vec<usize> {
    let is_rust = path.extension().is_some_and(|ending| ending == "rs");
    let (mut is_code, mut long) = (false, Vec::new());
    for (index, line) in text.lines().enumerate() {
        let prose = if is_rust { comment(line) } else { Some(line) };
        let Some(prose) = prose else {
            is_code = false;
            continue;
        };
        if prose.trim_start().starts_with("```") {
            is_code = !is_code;
        } else if !is_code
            && line.chars().count() > WIDTH
            && can_be_broken(prose)
            && !prose.starts_with(if is_rust { "     " } else { "    " })
        {
            long.push(index + 1);
        }
    }
    long
}

#[test]
fn comments_and_documents_are_narrow() {
    let project = project();
    let mut found = Vec::new();
    for path in files(&project) {
        if !path.extension().is_some_and(|ending| ending == "rs" || ending == "md") {
            continue;
        }
        let text = read_to_string(&path).unwrap();
        let file = path.strip_prefix(&project).unwrap().display().to_string();
        found.extend(long_lines(&path, &text).into_iter().map(|line| format!("{file}:{line}")));
    }
    found.sort();
    assert!(found.is_empty(), "break these lines at {WIDTH} columns:\n{}", found.join("\n"));
}

#[test]
fn code_is_as_wide_as_comments() {
    let settings = read_to_string(project().join(".rustfmt.toml")).unwrap();
    assert!(settings.lines().any(|line| line == format!("max_width = {WIDTH}")), "{settings}");
}

#[test]
fn tables_code_and_addresses_may_be_long() {
    let long = "word ".repeat(30);
    let lines = |name: &str, text: &str| long_lines(Path::new(name), text);
    assert_eq!(lines("a.md", &format!("short\n{long}\n")), [2]);
    assert_eq!(lines("a.rs", &format!("    /// {long}\nlet code = \"{long}\";\n//! {long}\n// {long}")), [1, 3, 4]);
    let address = format!("https://example.org/{}", "x".repeat(120));
    for excused in [format!("| {long} |"), format!("# {long}"), format!("```\n{long}\n```"), format!("- {address}")] {
        assert!(lines("a.md", &excused).is_empty(), "{excused}");
        let comment: Vec<String> = excused.lines().map(|line| format!("/// {line}")).collect();
        assert!(lines("a.rs", &comment.join("\n")).is_empty(), "{excused}");
    }
}
