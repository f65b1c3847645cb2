//! What the menu for adding a node knows besides the node types: pictures, favorites, and the types added last.

use travertine_editing::files::{Favorites, Folders};

use crate::node_pictures::NodePictures;

/// Maximum number of node types added last.
const RECENT: usize = 6;

/// Pictures, favorites and recent node types.
pub struct NodeShelf {
    /// The pictures of node types.
    pub pictures: NodePictures,
    favorites: Favorites,
    recent: Vec<String>,
}

impl NodeShelf {
    /// The favorites in the user's folders. Without folders they hold until the end.
    pub fn new(folders: Option<&Folders>) -> NodeShelf {
        let file = folders.map(|folders| folders.data().join("favorite-nodes.json"));
        NodeShelf { pictures: NodePictures::default(), favorites: Favorites::new(file), recent: Vec::new() }
    }

    /// Whether a node type is a favorite.
    pub fn is_favorite(&self, id: &str) -> bool {
        self.favorites.contains(id)
    }

    /// Marks a node type as a favorite, or removes the mark.
    pub fn toggle_favorite(&mut self, id: &str) {
        // A mark that cannot be written holds until the end.
        let _ = self.favorites.toggle(id);
    }

    /// Remembers a node type that was added.
    pub fn added(&mut self, id: &str) {
        self.recent.retain(|other| other != id);
        self.recent.insert(0, id.to_owned());
        self.recent.truncate(RECENT);
    }

    /// Where a node type comes among those added last; 0 is the last one.
    pub fn recency(&self, id: &str) -> Option<usize> {
        self.recent.iter().position(|other| other == id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_types_added_last_are_few_and_the_last_is_first() {
        let mut shelf = NodeShelf::new(None);
        for id in ["a", "b", "c", "d", "e", "f", "g", "c"] {
            shelf.added(id);
        }
        assert_eq!(["c", "g", "b", "a"].map(|id| shelf.recency(id)), [Some(0), Some(1), Some(5), None]);
        shelf.toggle_favorite("c");
        assert!(shelf.is_favorite("c") && !shelf.is_favorite("g"));
    }
}
