//! What the menu for adding a node knows besides the node types: pictures, favorites, and the types added last.

use travertine_editing::files::{Favorites, Folders, RecentNodes};

use crate::node_pictures::NodePictures;

/// Pictures, favorites and recent node types.
pub struct NodeShelf {
    /// The pictures of node types.
    pub pictures: NodePictures,
    favorites: Favorites,
    recent: RecentNodes,
}

impl NodeShelf {
    /// The favorites and the recent node types in the user's folders. Without folders they hold until the end.
    pub fn new(folders: Option<&Folders>) -> NodeShelf {
        NodeShelf {
            pictures: NodePictures::default(),
            favorites: Favorites::new(folders.map(Folders::favorite_nodes)),
            recent: RecentNodes::new(folders.map(Folders::recent_nodes)),
        }
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
        // A list that cannot be written holds until the end.
        let _ = self.recent.add(id);
    }

    /// Where a node type comes among those added last; 0 is the last one.
    pub fn recency(&self, id: &str) -> Option<usize> {
        self.recent.ids().iter().position(|other| other == id)
    }
}
