//! The node examples, bundled graphs and other JSON files of the project.

use std::fs;
use std::path::{Path, PathBuf};

/// The root of the project.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The name and the text of every node's example.
pub fn node_examples() -> Vec<(String, String)> {
    let registry = travertine_nodes::registry();
    registry.iter().map(|definition| (definition.type_name(), definition.example.to_string())).collect()
}

/// The name and the text of every bundled graph.
pub fn bundled_graphs() -> Vec<(String, String)> {
    texts("graphs")
}

/// The name and the text of every bundled group.
pub fn bundled_groups() -> Vec<(String, String)> {
    texts("crates/library/groups")
}

/// The name and the text of every document that tests groups.
pub fn group_documents() -> Vec<(String, String)> {
    texts("tests/groups")
}

/// The name and the text of every JSON file of a folder of the project, by name.
pub fn texts(folder: &str) -> Vec<(String, String)> {
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        (path.file_stem().unwrap_or_default().to_string_lossy().into_owned(), text)
    };
    let texts: Vec<(String, String)> = json_files(folder).into_iter().map(read).collect();
    assert!(!texts.is_empty(), "there are no documents in {folder}");
    texts
}

/// The JSON files of a folder of the project, by name.
pub fn json_files(folder: &str) -> Vec<PathBuf> {
    let folder = root().join(folder);
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "json"));
    files.sort();
    files
}
