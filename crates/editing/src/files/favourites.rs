//! Favourites: the groups of libraries that the user marked.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use travertine_files::AtomicFile;
use travertine_graph::json::{self, JsonValue, Value};

use super::bytes::bytes;

/// Maximum number of favourites.
const COUNT: usize = 1000;

/// Paths of groups within libraries, listed in a file.
#[derive(Clone, Debug, Default)]
pub struct Favourites {
    /// None keeps them until the end only.
    file: Option<PathBuf>,
    paths: BTreeSet<String>,
}

impl Favourites {
    /// The favourites in this file, which need not exist yet. An unreadable file has none.
    pub fn new(file: Option<PathBuf>) -> Favourites {
        let text = file.as_ref().and_then(|file| bytes(file).ok()).unwrap_or_default();
        let items = match json::parse(&text).map(|parsed| parsed.root.value) {
            Ok(JsonValue::List(items)) => items,
            _ => Box::default(),
        };
        let paths = items.into_iter().filter_map(|item| match item.value {
            JsonValue::Text(path) => Some(String::from(path)),
            _ => None,
        });
        Favourites { file, paths: paths.take(COUNT).collect() }
    }

    /// Whether a group is one of them.
    pub fn contains(&self, path: &str) -> bool {
        self.paths.contains(path)
    }

    /// Marks a group, or removes its mark.
    ///
    /// # Errors
    ///
    /// If the list cannot be written. The mark then holds until the end.
    pub fn toggle(&mut self, path: &str) -> io::Result<()> {
        if !self.paths.remove(path) {
            self.paths.insert(path.to_owned());
        }
        let Some(file) = &self.file else { return Ok(()) };
        let list =
            Value::List(self.paths.iter().take(COUNT).map(|path| Value::from(path.as_str())).collect());
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder)?;
        }
        let mut file = AtomicFile::create(file)?;
        file.write_all(format!("{list}\n").as_bytes())?;
        file.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("data/favourites.json");
        let mut favourites = Favourites::new(Some(file.clone()));
        favourites.toggle("planks.json").unwrap();
        favourites.toggle("rust.json").unwrap();
        favourites.toggle("planks.json").unwrap();
        let read = Favourites::new(Some(file.clone()));
        assert!(read.contains("rust.json") && !read.contains("planks.json"));
        fs::write(&file, b"{broken").unwrap();
        assert!(!Favourites::new(Some(file)).contains("rust.json"));
        let mut without_file = Favourites::default();
        without_file.toggle("a.json").unwrap();
        assert!(without_file.contains("a.json"));
    }
}
