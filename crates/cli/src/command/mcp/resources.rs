//! Resources of a server: the guides, the reference of node types, and the graphs in its folders.

use std::fs;
use std::path::{Path, PathBuf};

use travertine::registry;
use travertine::stages::graph::json::{Value, object};

use super::folders::Folders;
use super::message::{Problem, RESOURCE};
use crate::bundled::GUIDES;
use crate::definitions::text;
use crate::document;
use crate::failure;

/// The page for programs that build textures.
const SKILL: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../llms.txt"));
const SKILL_ADDRESS: &str = "travertine://llms.txt";
const NODES: &str = "travertine://nodes";

/// How deep folders are searched for graphs, and how many are listed.
const MAX_DEPTH: usize = 4;
const MAX_GRAPHS: usize = 500;

/// The list of resources.
pub fn list(folders: &Folders) -> Value {
    let mut all = vec![
        entry(SKILL_ADDRESS, "llms.txt", "How to build textures with Travertine", "text/plain"),
        entry(NODES, "nodes", "All node types, with a line about each", "text/plain"),
    ];
    let guides = GUIDES.iter().filter(|guide| guide.text.is_some());
    all.extend(guides.map(|guide| entry(&address(guide.path), guide.path, guide.title, "text/markdown")));
    let graphs = graphs(folders);
    all.extend(graphs.iter().map(|path| {
        let shown = folders.shown(path);
        entry(&format!("file://{}", path.display()), &shown, "A graph", "application/json")
    }));
    object([("resources", Value::List(all))])
}

/// The templates of addresses.
pub fn templates() -> Value {
    let node = object([
        ("uriTemplate", Value::from("travertine://nodes/{category}/{name}")),
        ("name", Value::from("node type")),
        ("description", Value::from("A node type: its description, inputs and outputs")),
        ("mimeType", Value::from("text/plain")),
    ]);
    object([("resourceTemplates", Value::List(vec![node]))])
}

/// The text of a resource.
pub fn read(address: &str, folders: &Folders) -> Result<Value, Problem> {
    let missing = || Problem::new(RESOURCE, format!("there is no resource {address}"));
    let (text, kind) = match address.split_once("://") {
        _ if address == SKILL_ADDRESS => (SKILL.to_owned(), "text/plain"),
        _ if address == NODES => (text::list(&registry().iter().collect::<Vec<_>>()), "text/plain"),
        Some(("travertine", path)) => match path.strip_prefix("nodes/") {
            Some(name) => (text::describe(&[registry().find(name).ok_or_else(missing)?]), "text/plain"),
            None => {
                let guide = GUIDES.iter().find(|guide| guide.path == path).and_then(|guide| guide.text);
                (guide.ok_or_else(missing)?.to_owned(), "text/markdown")
            }
        },
        Some(("file", path)) => {
            let path = folders.resolve(path).map_err(|message| Problem::new(RESOURCE, message))?;
            if !is_json(&path) || !path.is_file() {
                return Err(Problem::new(
                    RESOURCE,
                    format!("{address} is not a graph: a file whose name ends in .json"),
                ));
            }
            let bytes = document::bytes(&path)
                .map_err(|failure| Problem::new(RESOURCE, failure::message(&failure).unwrap_or_default()))?;
            (String::from_utf8(bytes).map_err(|_| missing())?, "application/json")
        }
        _ => return Err(missing()),
    };
    let content = object([("uri", Value::from(address)), ("mimeType", Value::from(kind)), ("text", Value::from(text))]);
    Ok(object([("contents", Value::List(vec![content]))]))
}

fn address(path: &str) -> String {
    format!("travertine://{path}")
}

fn entry(address: &str, name: &str, about: &str, kind: &str) -> Value {
    object([
        ("uri", Value::from(address)),
        ("name", Value::from(name)),
        ("description", Value::from(about)),
        ("mimeType", Value::from(kind)),
    ])
}

/// The files in the folders whose names end in `.json`, sorted.
fn graphs(folders: &Folders) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut left: Vec<(PathBuf, usize)> = folders.iter().map(|folder| (folder.to_owned(), 0)).collect();
    while let Some((folder, depth)) = left.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for entry in entries.flatten() {
            let path = entry.path();
            // Links are not followed.
            let Ok(kind) = entry.file_type() else { continue };
            let is_hidden = entry.file_name().to_string_lossy().starts_with('.');
            if kind.is_dir() && depth < MAX_DEPTH && !is_hidden {
                left.push((path, depth + 1));
            } else if kind.is_file() && is_json(&path) && found.len() < MAX_GRAPHS {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn is_json(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "json")
}
