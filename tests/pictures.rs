//! The pictures that are kept: every node's example, and every bundled graph.

use std::fs;
use std::path::{Path, PathBuf};

/// The root of the project.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The name and the text of every node's example.
pub fn node_examples() -> Vec<(String, String)> {
    let registry = travertine_nodes::registry();
    registry.iter().map(|definition| (definition.type_name(), definition.example.to_owned())).collect()
}

/// The name and the text of every bundled graph.
pub fn bundled_graphs() -> Vec<(String, String)> {
    let folder = root().join("graphs");
    let mut graphs: Vec<(String, String)> = fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .map(|path| {
            let text =
                fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            (path.file_stem().unwrap_or_default().to_string_lossy().into_owned(), text)
        })
        .collect();
    graphs.sort();
    assert!(!graphs.is_empty(), "no graphs in {}", folder.display());
    graphs
}
