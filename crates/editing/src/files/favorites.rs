//! Favorites: the groups of libraries that the user marked.

use std::collections::BTreeSet;
use std::io;
use std::path::PathBuf;

use travertine_graph::json::Value;

use super::list;

/// Maximum number of favorites.
const COUNT: usize = 1000;

/// Paths of groups within libraries, listed in a file.
#[derive(Clone, Debug, Default)]
pub struct Favorites {
    /// `None` keeps them in memory alone.
    file: Option<PathBuf>,
    paths: BTreeSet<String>,
}

impl Favorites {
    /// The favorites in this file, which need not exist yet. An unreadable file has none.
    pub fn new(file: Option<PathBuf>) -> Favorites {
        let values = file.as_deref().map(list::read).unwrap_or_default();
        let paths = values.iter().filter_map(Value::as_text).map(str::to_owned);
        Favorites { file, paths: paths.take(COUNT).collect() }
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
        list::write(file, self.paths.iter().take(COUNT).map(|path| Value::from(path.as_str())).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("data/favourites.json");
        let mut favorites = Favorites::new(Some(file.clone()));
        favorites.toggle("planks.json").unwrap();
        favorites.toggle("rust.json").unwrap();
        favorites.toggle("planks.json").unwrap();
        let read = Favorites::new(Some(file.clone()));
        assert!(read.contains("rust.json") && !read.contains("planks.json"));
        std::fs::write(&file, b"{broken").unwrap();
        assert!(!Favorites::new(Some(file)).contains("rust.json"));
        let mut without_file = Favorites::default();
        without_file.toggle("a.json").unwrap();
        assert!(without_file.contains("a.json"));
    }
}
