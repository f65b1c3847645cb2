//! Recent node types: those that the user added last.

use std::io;
use std::path::PathBuf;

use travertine_graph::json::Value;

use super::latest::Latest;

/// Maximum number of recent node types.
const COUNT: usize = 6;

/// The node types added last, listed in a file.
#[derive(Clone, Debug)]
pub struct RecentNodes(Latest<String>);

impl RecentNodes {
    /// The node types in this file, which need not exist yet. An unreadable file has none. Without a file they hold
    /// until the end.
    pub fn new(file: Option<PathBuf>) -> RecentNodes {
        let read = |value: &Value| value.as_text().map(str::to_owned);
        RecentNodes(Latest::new(file, COUNT, read, |id| Value::from(id.as_str())))
    }

    /// The ids of the node types, most recent first.
    pub fn ids(&self) -> &[String] {
        self.0.values()
    }

    /// Moves a node type to the front.
    ///
    /// # Errors
    ///
    /// If the list cannot be written. It then holds until the end.
    pub fn add(&mut self, id: &str) -> io::Result<()> {
        self.0.add(id.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_types_added_last_are_few_and_kept() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("data/recent-nodes.json");
        let mut recent = RecentNodes::new(Some(file.clone()));
        for id in ["a", "b", "c", "d", "e", "f", "g", "c"] {
            recent.add(id).unwrap();
        }
        assert_eq!(recent.ids(), ["c", "g", "f", "e", "d", "b"]);
        assert_eq!(RecentNodes::new(Some(file.clone())).ids(), recent.ids());
        std::fs::write(&file, b"[1, \"a\"]").unwrap();
        assert_eq!(RecentNodes::new(Some(file)).ids(), ["a"]);
    }
}
