//! Entries of a library.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use travertine_graph::document::{Document, Group, GroupSource};

/// The folder that a group was found in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The folder `library` next to the document.
    Document(PathBuf),
    /// The folder `library` in the user's data folder.
    User(PathBuf),
    /// The groups that are part of the program.
    Bundled,
}

impl Origin {
    /// Its place in the order of folders, from 0.
    pub(crate) fn order(&self) -> u8 {
        match self {
            Origin::Document(_) => 0,
            Origin::User(_) => 1,
            Origin::Bundled => 2,
        }
    }
}

/// A short name for lists.
impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(match self {
            Origin::Document(_) => "document",
            Origin::User(_) => "user",
            Origin::Bundled => "bundled",
        })
    }
}

/// A group of a library.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Name for the group in a document, from the file's name: `planks`.
    pub name: String,
    /// Path of the file within the library, with `/` between folders: `floors/planks.json`.
    pub path: String,
    /// The folder that it was found in.
    pub origin: Origin,
    /// The graph.
    pub document: Arc<Document>,
    /// [Digest](Document::digest) of the graph.
    pub digest: String,
}

impl Entry {
    /// Label in lists: the name of the graph, or else that of the file.
    pub fn label(&self) -> &str {
        self.document.name.as_deref().unwrap_or(&self.name)
    }

    /// A copy for a document, which names its source.
    pub fn group(&self) -> Group {
        let source = GroupSource { path: self.path.clone(), sha256: self.digest.clone(), extra: Vec::new() };
        Group { document: Arc::clone(&self.document).into(), source: Some(source) }
    }
}
