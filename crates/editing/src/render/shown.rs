//! What a history shows: a document, and the graph around it.

use std::mem;
use std::sync::Arc;

use travertine_graph::document::Document;

use travertine_edits::History;
use travertine_edits::Place;
use travertine_edits::inside_mut;

/// A document to be checked, at a revision of a history.
#[derive(Clone, Debug)]
pub(super) struct Shown {
    pub revision: u64,
    pub document: Arc<Document>,
    /// What is around the document, if it is a group.
    pub around: Option<Around>,
}

/// The graph around a group. Graphs that differ inside the group alone are equal.
#[derive(Clone, Debug)]
pub(super) struct Around {
    /// The whole graph, with the group.
    pub whole: Arc<Document>,
    pub place: Place,
}

impl Shown {
    /// What a history shows.
    pub fn of(history: &History) -> Shown {
        let around = || Around { whole: Arc::clone(history.document()), place: history.place().clone() };
        Shown {
            revision: history.shown_revision(),
            document: Arc::clone(history.shown_document()),
            around: (!history.path().is_empty()).then(around),
        }
    }

    /// The place of the document in the whole graph.
    pub fn place(&self) -> Option<&Place> {
        self.around.as_ref().map(|around| &around.place)
    }
}

impl PartialEq for Around {
    fn eq(&self, other: &Around) -> bool {
        // The graphs share nearly everything, so that the comparison is quick.
        let without_group = |around: &Around| {
            let mut whole = Document::clone(&around.whole);
            inside_mut(&mut whole, &around.place.groups).map(mem::take).ok();
            whole
        };
        self.place == other.place
            && (Arc::ptr_eq(&self.whole, &other.whole) || without_group(self) == without_group(other))
    }
}
