//! Groups on their way to the library.

use travertine_editing::files::Writing;
use travertine_graph::document::GroupSource;

/// A group that is written to the library.
pub(super) struct SavedGroup {
    pub(super) writing: Writing,
    /// The groups that lead to the graph that has it; none once another document is open.
    pub(super) path: Option<Vec<String>>,
    pub(super) name: String,
    pub(super) source: GroupSource,
}

impl SavedGroup {
    /// Forgets the document, which another one replaces.
    pub fn forget(&mut self) {
        self.path = None;
    }
}
