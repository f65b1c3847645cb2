//! Graphs by name: the bundled ones, the groups of the library, and the examples of the node types.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::path::Path;

use travertine::registry;
use travertine::stages::graph::diagnostic::quote;
use travertine_library::{Library, Origin};

use crate::bundled::GRAPHS;

/// A graph that has a name.
pub struct Named {
    /// The document.
    pub text: Cow<'static, str>,
    /// What it is, as in "the bundled graph `marble`".
    pub what: String,
}

/// The graph of a name: of equal names, a bundled graph comes before a group, and that before the example of a node
/// type. The groups are those of the user's library and the bundled ones.
pub fn find(name: &str) -> Option<Named> {
    if let Some((name, text)) = GRAPHS.iter().find(|(known, _)| *known == name) {
        return Some(Named { text: Cow::from(*text), what: format!("the bundled graph {}", quote(name)) });
    }
    if let Some(entry) = Library::new(None).find(name) {
        let what = format!("the group {} of {}", quote(name), library(&entry.origin));
        return Some(Named { text: Cow::from(entry.document.to_json()), what });
    }
    let definition = registry().find(name)?;
    let what = format!("the example of the node type {}", quote(name));
    Some(Named { text: Cow::from(definition.example.to_string()), what })
}

/// The graph that a path names although there is no such file: it has no ending.
pub fn find_instead(path: &Path) -> Option<Named> {
    let is_name = path.extension().is_none() && !path.exists();
    find(path.to_str().filter(|_| is_name)?)
}

/// The file of a copy of this graph, in the current folder: `perlin.json` of `noise/perlin`.
pub fn file_name(name: &str) -> String {
    let stem = Path::new(name).file_name().and_then(OsStr::to_str).unwrap_or(name);
    format!("{}.json", stem.strip_suffix(".json").unwrap_or(stem))
}

/// The library of a group, for a message.
pub fn library(origin: &Origin) -> String {
    match origin {
        Origin::Bundled => "the bundled library".to_owned(),
        Origin::User(folder) => format!("your library, {}", folder.display()),
        Origin::Document(folder) => folder.display().to_string(),
    }
}

/// The libraries whose groups [`find`] knows, for a message.
pub fn libraries() -> String {
    match travertine_files::data_folder() {
        Some(data) => format!("the bundled library and {}", data.join("library").display()),
        None => "the bundled library".to_owned(),
    }
}
