//! Replicas: copies of a history's document that other threads read.
//!
//! A replica shares the document until the next edit. While values are dragged it receives the values alone, so that
//! the history changes its document in place instead of copying it.

use std::sync::Arc;

use travertine_graph::document::Document;

use crate::edit::Edit;
use crate::history::History;
use crate::journal::merge;
use crate::place::Place;

/// Maximum number of edits that a replica holds before it takes the whole document again.
const MAX_EDITS: usize = 256;

/// A document at a revision of a history, and the values edited since.
#[derive(Clone, Debug)]
pub(crate) struct Replica {
    base: u64,
    document: Arc<Document>,
    revision: u64,
    edits: Vec<(u64, Edit)>,
    /// What this is, if it is what a history shows; `None` if it is the whole document.
    shown: Option<Place>,
    /// The whole document at the base, if this is a group of it.
    around: Option<Arc<Document>>,
}

impl Replica {
    /// A replica of a document at a revision.
    pub fn new(revision: u64, document: Arc<Document>) -> Replica {
        Replica { base: revision, document, revision, edits: Vec::new(), shown: None, around: None }
    }

    /// A replica of a history's whole document.
    pub fn of(history: &History) -> Replica {
        Replica::new(history.revision(), Arc::clone(history.document()))
    }

    /// A replica of the document that a history shows.
    pub fn shown(history: &History) -> Replica {
        let replica = Replica::new(history.shown_revision(), Arc::clone(history.shown_document()));
        let around = (!history.path().is_empty()).then(|| Arc::clone(history.document()));
        Replica { shown: Some(history.place().clone()), around, ..replica }
    }

    /// Whether the history shows the document that this is a replica of, in any state.
    pub fn is_shown(&self, history: &History) -> bool {
        self.shown.as_ref() == Some(history.place())
    }

    /// The whole document and the place of this one in it, if this is a group.
    pub fn around(&self) -> Option<(&Document, &Place)> {
        self.around.as_deref().zip(self.shown.as_ref())
    }

    /// Takes over what was edited in the history; returns false if nothing was.
    pub fn follow(&mut self, history: &History) -> bool {
        let is_shown = self.shown.is_some();
        let revision = if is_shown { history.shown_revision() } else { history.revision() };
        if self.revision == revision {
            return false;
        }
        let has_room = self.edits.len() < MAX_EDITS;
        let is_followed = match is_shown {
            true => {
                has_room && self.is_shown(history) && self.extend(history.shown_edits_since(self.revision))
            }
            false => has_room && self.extend(history.edits_since(self.revision)),
        };
        match (is_followed, is_shown) {
            (true, _) => self.revision = revision,
            (false, true) => *self = Replica::shown(history),
            (false, false) => *self = Replica::of(history),
        }
        true
    }

    /// Adds edits; returns false if they are not known.
    fn extend<'a>(&mut self, edits: Option<impl Iterator<Item = &'a (u64, Edit)>>) -> bool {
        let Some(edits) = edits else { return false };
        for (revision, edit) in edits {
            merge(&mut self.edits, *revision, edit.clone());
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
    use travertine_graph::document::{Group, Input};
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
    fn a_drag_in_a_group_copies_the_documents_once() {
        let mut outer = Document::default();
        let group = Group { document: document(r#""noise": {"type": "noise/perlin"}"#), ..Group::default() };
        outer.groups.insert("g".to_owned(), group);
        let mut history = History::new(outer);
        let (mut whole, mut shown) = (Replica::of(&history), Replica::shown(&history));
        history.enter(&["g".to_owned()]).unwrap();
        assert!(!shown.is_shown(&history) && shown.follow(&history) && !whole.follow(&history));
        slide(&mut history, "scale", 1);
        let in_place = [history.document(), history.shown_document()].map(Arc::as_ptr);
        for to in 2..200 {
            assert!(whole.follow(&history) && shown.follow(&history));
            slide(&mut history, "scale", to);
            assert_eq!([history.document(), history.shown_document()].map(Arc::as_ptr), in_place);
        }
        whole.follow(&history);
        shown.follow(&history);
        assert_eq!((whole.edits.len(), shown.edits.len()), (1, 1));
        assert_eq!(
            (whole.document(), shown.document()),
            (history.document().clone(), history.shown_document().clone())
        );
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
