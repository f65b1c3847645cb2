//! Checks that docs/limits.md has each public limit, with the number of the code.

use std::collections::BTreeMap;
use std::fs::{read_dir, read_to_string};
use std::path::Path;

use crate::pictures::project;

/// A row of the page: the number, and the file and the name of a constant.
fn row(line: &str) -> Option<(u64, (String, String))> {
    let cells: Vec<&str> = line.strip_prefix("| ")?.strip_suffix(" |")?.split(" | ").collect();
    let [_, number, constant] = cells.as_slice() else { return None };
    let (number, unit) = number.split_once(' ').unwrap_or((number, ""));
    let unit = match unit {
        "" => 1,
        "KiB" => 1 << 10,
        "MiB" => 1 << 20,
        _ => return None,
    };
    let (file, name) = constant.split_once("` `")?;
    let place = (file.trim_start_matches('`').to_owned(), name.trim_end_matches('`').to_owned());
    Some((number.replace(',', "").parse::<u64>().ok()? * unit, place))
}

/// The value of an expression of numbers, `*` and `<<`.
fn value(expression: &str) -> Option<u64> {
    if let Some((left, right)) = expression.split_once(" << ") {
        return Some(value(left)? << value(right)?);
    }
    let number = |text: &str| text.trim().trim_end_matches(".0").replace('_', "").parse::<u64>().ok();
    expression.split(" * ").map(number).product()
}

/// The constants of a file: names and values, and whether they are public.
fn constants(text: &str) -> impl Iterator<Item = (&str, Option<u64>, bool)> {
    text.lines().filter_map(|line| {
        let (before, after) = line.split_once("const ")?;
        let (name, rest) = after.split_once(':')?;
        let (_, expression) = rest.strip_suffix(';')?.split_once(" = ")?;
        Some((name, value(expression), before.trim() == "pub"))
    })
}

/// The files of a folder and of the folders in it.
fn visit(folder: &Path, found: &mut impl FnMut(&Path)) {
    for entry in read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { visit(&path, found) } else { found(&path) }
    }
}

#[test]
fn the_page_of_limits_has_the_numbers_of_the_code() {
    let page = read_to_string(project().join("docs/limits.md")).unwrap();
    let rows: BTreeMap<(String, String), u64> =
        page.lines().filter_map(row).map(|(number, place)| (place, number)).collect();
    assert!(rows.len() > 40, "the page has rows that this test cannot read");
    for ((file, name), number) in &rows {
        let text =
            read_to_string(project().join("crates").join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
        let known = constants(&text).find(|(known, ..)| known == name);
        assert_eq!(known.and_then(|(_, value, _)| value), Some(*number), "docs/limits.md: {name} of {file}");
    }
    let crates = project().join("crates");
    visit(&crates, &mut |path| {
        let file = path.strip_prefix(&crates).unwrap().to_string_lossy().replace('\\', "/");
        // The editor's limits are those of its widgets.
        if !file.contains("/src/") || file.starts_with("editor/") || !file.ends_with(".rs") {
            return;
        }
        for (name, _, is_public) in constants(&read_to_string(path).unwrap()) {
            let is_on_page = rows.contains_key(&(file.clone(), name.to_owned()));
            assert!(!is_public || !name.starts_with("MAX_") || is_on_page, "docs/limits.md lacks {name} of {file}");
        }
    });
}
