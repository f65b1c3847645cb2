//! Recent files.

use std::io;
use std::path::{Path, PathBuf};

use travertine_graph::json::Value;

use super::list;

/// Maximum number of recent files.
const COUNT: usize = 20;

/// The files opened or saved last, listed in a file.
#[derive(Clone, Debug)]
pub struct Recent {
    file: PathBuf,
}

impl Recent {
    /// The list in this file, which need not exist yet.
    pub fn new(file: impl Into<PathBuf>) -> Recent {
        Recent { file: file.into() }
    }

    /// The files, most recent first. They may no longer exist. An unreadable list is empty.
    pub fn paths(&self) -> Vec<PathBuf> {
        let values = list::read(&self.file);
        values.iter().filter_map(Value::as_text).take(COUNT).map(PathBuf::from).collect()
    }

    /// Moves a file to the front. A path that is not Unicode is ignored.
    ///
    /// # Errors
    ///
    /// If the list cannot be written.
    pub fn add(&self, path: &Path) -> io::Result<()> {
        let path = std::path::absolute(path)?;
        let others = self.paths().into_iter().filter(|other| *other != path);
        let paths: Vec<PathBuf> = [path.clone()].into_iter().chain(others).collect();
        self.write(&paths)
    }

    /// Removes a file from the list.
    ///
    /// # Errors
    ///
    /// If the list cannot be written.
    pub fn remove(&self, path: &Path) -> io::Result<()> {
        let paths: Vec<PathBuf> = self.paths().into_iter().filter(|other| other != path).collect();
        self.write(&paths)
    }

    fn write(&self, paths: &[PathBuf]) -> io::Result<()> {
        let texts = paths.iter().filter_map(|path| path.to_str()).take(COUNT).map(Value::from);
        list::write(&self.file, texts.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_recent_file_is_first() {
        let folder = tempfile::tempdir().unwrap();
        let recent = Recent::new(folder.path().join("data/recent.json"));
        assert!(recent.paths().is_empty());
        for index in 0..COUNT + 5 {
            recent.add(&folder.path().join(format!("{index}.json"))).unwrap();
        }
        recent.add(&folder.path().join("9.json")).unwrap();
        let names = |recent: &Recent| -> Vec<String> {
            let name = |path: &PathBuf| path.file_stem().unwrap().to_str().unwrap().to_owned();
            recent.paths().iter().map(name).collect()
        };
        assert_eq!(names(&recent)[..3], ["9", "24", "23"]);
        assert_eq!(recent.paths().len(), COUNT);
        recent.remove(&folder.path().join("24.json")).unwrap();
        assert_eq!(names(&recent)[..2], ["9", "23"]);
        std::fs::write(folder.path().join("data/recent.json"), b"{broken").unwrap();
        assert!(recent.paths().is_empty());
    }
}
