//! The three trees of a merge.

use crate::conflict::{Conflict, Reason};
use crate::part::Part;
use crate::shape::Shape;

/// The document before both changes, and the two sides.
pub(crate) struct Sides {
    pub(crate) base: Part,
    pub(crate) ours: Part,
    pub(crate) theirs: Part,
}

impl Sides {
    /// A conflict about the part at a path.
    pub(crate) fn conflict(&self, path: Vec<String>, reason: Reason) -> Conflict {
        let shape = Shape::at(&path);
        let [base, ours, theirs] =
            [&self.base, &self.ours, &self.theirs].map(|side| side.at(&path).map(|part| part.to_value(shape)));
        Conflict { path, reason, base, ours, theirs }
    }

    /// The paths of the graphs in which both sides have a part: the document, and groups of both.
    pub(crate) fn scopes(&self) -> Vec<Vec<String>> {
        let mut scopes = vec![Vec::new()];
        let mut next = 0;
        while next < scopes.len() {
            let scope: &[String] = &scopes[next];
            let (ours, theirs) = (self.ours.at(scope), self.theirs.at(scope));
            let shared = ours.zip(theirs).map(|(ours, theirs)| {
                let groups = ours.entries("groups");
                let shared = groups.filter(|(name, _)| theirs.at(&["groups", name]).is_some());
                shared.map(|(name, _)| [scope, &["groups".to_owned(), name.to_owned()]].concat())
            });
            let shared: Vec<_> = shared.into_iter().flatten().collect();
            scopes.extend(shared);
            next += 1;
        }
        scopes
    }
}
