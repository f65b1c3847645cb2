//! Replicas: copies of a history's document that other threads read.
//!
//! A replica shares the document until the next edit. While values are dragged it receives the values alone, so that the
//! history changes its document in place instead of copying it.

use std::sync::Arc;

use travertine_graph::document::Document;

use crate::edit::Edit;
use crate::history::History;
use crate::journal::merge;

/// Maximum number of edits that a replica holds before it takes the whole document again.
const MAX_EDITS: usize = 256;

/// A document at a revision of a history, and the values edited since.
#[derive(Clone, Debug)]
pub(crate) struct Replica {
    base: u64,
    document: Arc<Document>,
    revision: u64,
    edits: Vec<(u64, Edit)>,
}

impl Replica {
    /// A replica of a document at a revision.
    pub fn new(revision: u64, document: Arc<Document>) -> Replica {
        Replica { base: revision, document, revision, edits: Vec::new() }
    }

    /// A replica of a history's document.
    pub fn of(history: &History) -> Replica {
        Replica::new(history.revision(), Arc::clone(history.document()))
    }

    /// Takes over what was edited in the history; returns false if nothing was.
    pub fn follow(&mut self, history: &History) -> bool {
        if self.revision == history.revision() {
            return false;
        }
        match history.edits_since(self.revision) {
            Some(edits) if self.edits.len() < MAX_EDITS => {
                for (revision, edit) in edits {
                    merge(&mut self.edits, *revision, edit.clone());
                }
                self.revision = history.revision();
            }
            _ => *self = Replica::of(history),
        }
        true
    }

    /// The revision that it is a replica of.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The revision of the document to which the edits belong.
    pub fn base(&self) -> u64 {
        self.base
    }

    /// The edits after a revision that is the base or a later one of this replica.
    pub fn edits_since(&self, revision: u64) -> impl Iterator<Item = &Edit> {
        let is_base = revision == self.base;
        let later = self.edits.iter().filter(move |(at, _)| is_base || *at > revision);
        later.map(|(_, edit)| edit)
    }

    /// The whole document: a copy if any value was edited.
    pub fn document(&self) -> Arc<Document> {
        let mut document = Arc::clone(&self.document);
        for (_, edit) in &self.edits {
            // The history applied it to the same document, so nothing refuses it.
            let _ = edit.clone().apply(Arc::make_mut(&mut document));
        }
        document
    }

    /// Makes the whole document of a revision the base.
    pub fn rebase(&mut self, revision: u64, document: Arc<Document>) {
        self.edits.retain(|(at, _)| *at > revision);
        (self.base, self.document) = (revision, document);
    }
}

#[cfg(test)]
mod tests {
    use travertine_graph::document::Input;
    use travertine_graph::json::Value;

    use super::*;
    use crate::edit::Action;
    use crate::testing::documents::document;

    fn slide(history: &mut History, input: &str, to: i64) {
        let value = Some(Input::Constant(Value::from(to)));
        history.apply(Action::new("Set", Edit::input("noise", input, value)), Some(7)).unwrap();
    }

    #[test]
    fn a_drag_copies_the_document_once() {
        let mut history = History::new(document(r#""noise": {"type": "noise/perlin"}"#));
        let mut replica = Replica::of(&history);
        slide(&mut history, "scale", 1);
        let in_place = Arc::as_ptr(history.document());
        for to in 2..50 {
            assert!(replica.follow(&history));
            assert!(!replica.follow(&history));
            slide(&mut history, if to % 2 == 0 { "scale" } else { "min" }, to);
            assert_eq!(Arc::as_ptr(history.document()), in_place);
        }
        replica.follow(&history);
        assert_eq!(replica.edits.len(), 2);
        assert_eq!(replica.document(), *history.document());
        let revision = history.revision();
        slide(&mut history, "scale", 100);
        replica.follow(&history);
        assert_eq!(replica.edits_since(revision).count(), 1);
        replica.rebase(revision, replica.document());
        assert_eq!((replica.base(), replica.edits.len()), (revision, 1));
        assert_eq!(replica.document(), *history.document());
    }

    #[test]
    fn replicas_follow_any_edit() {
        let mut history = History::new(document(r#""noise": {"type": "noise/perlin"}"#));
        let (mut close, mut late) = (Replica::of(&history), Replica::of(&history));
        let mut check = |history: &History, turn: usize| {
            close.follow(history);
            assert_eq!(close.document(), *history.document());
            if turn.is_multiple_of(3) {
                late.follow(history);
                assert_eq!(late.document(), *history.document());
            }
        };
        for turn in 0..40 {
            slide(&mut history, "scale", turn as i64 + 10);
            check(&history, turn);
            match turn % 7 {
                0 => drop(history.undo()),
                1 => history
                    .apply(Action::new("Mute", Edit::Muted("noise".to_owned(), turn % 2 == 0)), None)
                    .unwrap(),
                2 => drop(history.redo()),
                3 => history.release(),
                4 => slide(&mut history, "max", turn as i64),
                _ => continue,
            }
            check(&history, turn);
        }
    }
}
