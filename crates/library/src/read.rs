//! Reads the files of a library.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use travertine_files::open_regular;
use travertine_graph::document::{Document, group_name};
use travertine_graph::json::MAX_SIZE;

use crate::entry::{Entry, Origin};

/// Maximum number of files of a library. Further ones are ignored, and reported.
pub const MAX_FILES: usize = 10_000;

/// Maximum depth of folders within a library.
const MAX_DEPTH: usize = 8;

/// A file of a library that is not usable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The file or the folder.
    pub path: PathBuf,
    /// The problem, and what to do about it.
    pub message: String,
}

/// The groups in the files of a folder and of the folders in it, by path. A missing folder has none.
///
/// Only files whose names end with `.json` count, and none that begin with a dot. Links are not followed. Each file is
/// read once, so a group and its digest agree even while the file is written.
pub fn read(folder: &Path, origin: &Origin) -> (Vec<Entry>, Vec<Problem>) {
    let mut found = Found { origin, entries: Vec::new(), problems: Vec::new(), files: 0 };
    // Folders to read, with their paths within the library.
    let mut folders = vec![(folder.to_owned(), String::new(), 0)];
    while let Some((folder, prefix, depth)) = folders.pop() {
        let mut items = match fs::read_dir(&folder) {
            Ok(items) => items.flatten().collect::<Vec<_>>(),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => continue,
            Err(error) => {
                found.problem(&folder, format!("cannot be read: {}", travertine_files::explain(&error)));
                continue;
            }
        };
        items.sort_by_key(fs::DirEntry::file_name);
        for item in items {
            let Ok(kind) = item.file_type() else { continue };
            let Ok(name) = item.file_name().into_string() else { continue };
            if name.starts_with('.') {
                continue;
            }
            let path = format!("{prefix}{name}");
            if kind.is_dir() && depth < MAX_DEPTH {
                folders.push((item.path(), format!("{path}/"), depth + 1));
            } else if kind.is_file() && name.ends_with(".json") {
                found.file(&item.path(), path, &name);
            }
            if found.files > MAX_FILES {
                found.problem(&folder, format!("the library has more than {MAX_FILES} files; the others are ignored"));
                return found.finish();
            }
        }
    }
    found.finish()
}

struct Found<'a> {
    origin: &'a Origin,
    entries: Vec<Entry>,
    problems: Vec<Problem>,
    files: usize,
}

impl Found<'_> {
    fn file(&mut self, file: &Path, path: String, name: &str) {
        self.files += 1;
        let name = name.strip_suffix(".json").unwrap_or(name);
        if !matches!(group_name(name), Some((_, 1))) {
            let message = "cannot be the name of a group; use letters, digits, `-` and `_`";
            return self.problem(file, message.to_owned());
        }
        match load(file) {
            Ok(document) => self.entries.push(entry(name, path, self.origin.clone(), document)),
            Err(message) => self.problem(file, message),
        }
    }

    fn problem(&mut self, path: &Path, message: String) {
        self.problems.push(Problem { path: path.to_owned(), message });
    }

    fn finish(mut self) -> (Vec<Entry>, Vec<Problem>) {
        self.entries.sort_by(|a, b| a.path.cmp(&b.path));
        (self.entries, self.problems)
    }
}

/// The entry of a document.
pub(crate) fn entry(name: &str, path: String, origin: Origin, document: Document) -> Entry {
    Entry { name: name.to_owned(), path, origin, digest: document.digest(), document: Arc::new(document) }
}

fn load(path: &Path) -> Result<Document, String> {
    let mut text = Vec::new();
    let unreadable = |error| format!("cannot be read: {}", travertine_files::explain(&error));
    let file = open_regular(path).map_err(unreadable)?;
    file.take(MAX_SIZE as u64 + 1).read_to_end(&mut text).map_err(unreadable)?;
    if text.len() > MAX_SIZE {
        return Err(format!("has more than {} MiB, the most that a graph may have", MAX_SIZE >> 20));
    }
    Document::parse(&text).map_err(|diagnostics| format!("is not a graph: {}", diagnostics.render(None).trim_end()))
}
