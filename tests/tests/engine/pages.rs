//! Promises of single pages: the README is short, the page of tasks names what exists, links lead to headings.
//! And of the drawings of the bundled graphs: their wires run to the right.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{read_dir, read_to_string};

use travertine::registry;
use travertine_graph::document::{Document, Input};
use travertine_tests::bundled::bundled_graphs;

use crate::pictures::{documents, project};

/// The most words of the README.
const README: usize = 1200;

fn read(path: &str) -> String {
    read_to_string(project().join(path)).unwrap()
}

#[test]
fn the_readme_is_short_and_begins_with_its_two_commands() {
    let readme = read("README.md");
    let words = readme.split_whitespace().count();
    assert!(words <= README, "the README has {words} words, and may have {README}: move what is for some readers");
    let commands =
        "```sh\ncargo run --release -- render graphs/marble.json -o marble.png\ncargo test --workspace\n```\n";
    assert!(readme.contains(commands), "{readme}");
}

#[test]
fn the_node_of_contributing_is_one_of_ours() {
    let page = read("CONTRIBUTING.md");
    let shown = page.split("```rust\n").nth(1).unwrap().split("```").next().unwrap();
    assert!(read("crates/nodes/src/math/arctangent2.rs").starts_with(shown), "{shown}");
}

/// The links of a line: their texts and targets.
fn links(line: &str) -> impl Iterator<Item = (&str, &str)> {
    line.split('[').skip(1).filter_map(|rest| {
        let (text, rest) = rest.split_once("](")?;
        Some((text, rest.split_once(')')?.0))
    })
}

/// What a link of the page of tasks must lead to, if it names a node, a group or a graph.
fn target(name: &str, link: &str) -> Option<(String, bool)> {
    let exists = |path: String| project().join(path).exists();
    if link.starts_with("nodes/") {
        let category = name.split('/').next().unwrap_or_default();
        Some((format!("nodes/{category}.md#{}", slug(name)), registry().find(name).is_some()))
    } else if link.starts_with("library.md") {
        Some((format!("library.md#{name}"), exists(format!("crates/library/groups/{name}.json"))))
    } else if link.starts_with("gallery/") {
        Some((format!("gallery/{name}.md"), exists(format!("graphs/{name}.json"))))
    } else {
        None
    }
}

#[test]
fn every_name_on_the_page_of_tasks_exists() {
    let page = read("docs/tasks.md");
    let rows: Vec<&str> = page.lines().filter(|line| line.starts_with("| <img")).collect();
    assert!(rows.len() >= 40, "{}", rows.len());
    let mut named = Vec::new();
    for row in rows {
        let picture = row.split('"').nth(1).unwrap();
        assert!(project().join("docs").join(picture).exists(), "{row}");
        let count = named.len();
        for (name, link) in links(row) {
            if let Some((expected, exists)) = target(name, link) {
                assert!(exists && link == expected, "{name} does not exist, or {link} should be {expected}: {row}");
                named.push(name);
            }
        }
        assert!(named.len() > count, "{row}");
    }
    for group in read_dir(project().join("crates/library/groups")).unwrap() {
        let path = group.unwrap().path();
        let name = path.file_stem().and_then(|stem| stem.to_str()).unwrap();
        assert!(named.contains(&name), "no task names the group {name}");
    }
}

/// The target that Markdown renderers give to a heading: small letters, digits, hyphens and underscores.
fn slug(heading: &str) -> String {
    let kept = heading.trim().chars().filter(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | ' '));
    kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// The targets of the headings of a page. Links in them are their texts.
fn headings(text: &str) -> BTreeSet<String> {
    let mut is_code = false;
    let mut found = BTreeSet::new();
    for line in text.lines() {
        is_code ^= line.starts_with("```");
        if let (false, Some((hashes, heading))) = (is_code, line.split_once(' '))
            && !hashes.is_empty()
            && hashes.chars().all(|c| c == '#')
        {
            let plain: String = heading.split("](").map(|part| part.rsplit(')').next().unwrap_or(part)).collect();
            found.insert(slug(&plain));
        }
    }
    found
}

#[test]
fn links_to_headings_find_them() {
    let (mut known, mut missing) = (BTreeMap::new(), Vec::new());
    for document in documents() {
        let text = read_to_string(&document).unwrap();
        for (_, target) in text.lines().filter(|line| !line.starts_with("    ")).flat_map(links) {
            let Some((file, heading)) = target.split_once('#') else { continue };
            if file.contains("://") || !(file.is_empty() || file.ends_with(".md")) {
                continue;
            }
            let page = if file.is_empty() { document.clone() } else { document.with_file_name("").join(file) };
            let of_page = || headings(&read_to_string(&page).unwrap_or_default());
            if !known.entry(page.clone()).or_insert_with(of_page).contains(heading) {
                missing.push(format!("{}: {target}", document.display()));
            }
        }
    }
    assert!(missing.is_empty(), "links to headings that are not there:\n{}", missing.join("\n"));
}

#[test]
fn wires_of_bundled_graphs_run_to_the_right() {
    let mut backwards = Vec::new();
    for (name, text) in bundled_graphs() {
        let document = Document::parse(text.as_bytes()).unwrap();
        for (id, node) in &document.nodes {
            for input in node.inputs.values() {
                let Input::Node { node: from, .. } = input else { continue };
                let (start, end) = (document.layout[from.as_str()], document.layout[id.as_str()]);
                if start[0] >= end[0] {
                    backwards.push(format!("{name}: {from} to {id}"));
                }
            }
        }
    }
    assert!(backwards.is_empty(), "move a node:\n{}", backwards.join("\n"));
}
