//! Histories: a document, and the way to it.

use std::mem;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use travertine_graph::document::Document;

use crate::edit::{Action, Edit, Refusal};

/// A document, the steps that led to it, and those that were taken back.
#[derive(Clone, Debug)]
pub struct History {
    document: Arc<Document>,
    revision: u64,
    past: Vec<Step>,
    future: Vec<Step>,
    /// The revision that is on the disk.
    saved: Option<u64>,
    /// What the last step may still grow with.
    merging: Option<u64>,
}

/// A number that no history of this process has had.
fn new_revision() -> u64 {
    static LAST: AtomicU64 = AtomicU64::new(0);
    LAST.fetch_add(1, Ordering::Relaxed)
}

/// A way from one revision to another.
#[derive(Clone, Debug)]
struct Step {
    label: String,
    edit: Edit,
    to: u64,
}

impl History {
    /// A document without a past, as it is on the disk.
    pub fn new(document: Document) -> History {
        let revision = new_revision();
        History {
            document: Arc::new(document),
            revision,
            past: Vec::new(),
            future: Vec::new(),
            saved: Some(revision),
            merging: None,
        }
    }

    /// A document that is on no disk, or not as it is here: one that was recovered.
    pub fn unsaved(document: Document) -> History {
        History { saved: None, ..History::new(document) }
    }

    /// The document; a clone of the pointer is a snapshot of it.
    pub fn document(&self) -> &Arc<Document> {
        &self.document
    }

    /// A number for what the document is now: where it is the same, in this or in another history, so is the document.
    /// Taking a step back brings back the number that there was.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Takes a step. With a key, it becomes part of the step before if that had the same key and nothing was
    /// [released](History::release) in between: all that a drag does is one step. What changes nothing is no step.
    ///
    /// # Errors
    ///
    /// If the edit is refused; then nothing has changed.
    pub fn apply(&mut self, action: Action, key: Option<u64>) -> Result<(), Refusal> {
        let inverse = action.edit.apply(Arc::make_mut(&mut self.document))?;
        if inverse.is_empty() {
            return Ok(());
        }
        self.future.clear();
        let merges = key.is_some() && key == self.merging;
        match self.past.last_mut().filter(|_| merges) {
            Some(step) => step.edit = inverse.after(mem::replace(&mut step.edit, Edit::All(Vec::new()))),
            None => self.past.push(Step { label: action.label, edit: inverse, to: self.revision }),
        }
        self.revision = new_revision();
        self.merging = key;
        Ok(())
    }

    /// Ends a drag: the next edit is a step of its own, whatever its key.
    pub fn release(&mut self) {
        self.merging = None;
    }

    /// Takes the last step back, and gives its label.
    pub fn undo(&mut self) -> Option<&str> {
        let step = self.past.pop()?;
        let back = self.step(step);
        self.future.push(back);
        self.redo_label()
    }

    /// Takes again what was taken back last, and gives its label.
    pub fn redo(&mut self) -> Option<&str> {
        let step = self.future.pop()?;
        let back = self.step(step);
        self.past.push(back);
        self.undo_label()
    }

    /// The label of the step that [`undo`](History::undo) takes back.
    pub fn undo_label(&self) -> Option<&str> {
        self.past.last().map(|step| step.label.as_str())
    }

    /// The label of the step that [`redo`](History::redo) takes again.
    pub fn redo_label(&self) -> Option<&str> {
        self.future.last().map(|step| step.label.as_str())
    }

    /// The labels of the steps that led here, from the first to the last.
    pub fn past(&self) -> impl ExactSizeIterator<Item = &str> {
        self.past.iter().map(|step| step.label.as_str())
    }

    /// The labels of the steps that were taken back, from the next to the furthest.
    pub fn future(&self) -> impl ExactSizeIterator<Item = &str> {
        self.future.iter().rev().map(|step| step.label.as_str())
    }

    /// Says that the document is on the disk as it is now.
    pub fn mark_saved(&mut self) {
        self.mark_saved_at(self.revision);
    }

    /// Says that the document is on the disk as it was at that revision, which may be of the past.
    pub fn mark_saved_at(&mut self, revision: u64) {
        self.saved = Some(revision);
        // Were the step to grow on, the way back to what was saved would be lost.
        self.release();
    }

    /// Says that the document is on the disk in no state that there was.
    pub fn mark_unsaved(&mut self) {
        self.saved = None;
    }

    /// Whether the document differs from what is on the disk.
    pub fn is_changed(&self) -> bool {
        self.saved != Some(self.revision)
    }

    /// Goes a step, and gives the way back.
    fn step(&mut self, Step { label, edit, to }: Step) -> Step {
        self.release();
        let from = mem::replace(&mut self.revision, to);
        // An inverse puts back what was there, which nothing refuses; were it refused, nothing would have changed.
        let edit = edit.apply(Arc::make_mut(&mut self.document)).unwrap_or(Edit::All(Vec::new()));
        Step { label, edit, to: from }
    }
}

#[cfg(test)]
mod tests {
    use travertine_graph::document::{Input, Node};
    use travertine_graph::json::Value;

    use super::*;

    fn history() -> History {
        let mut document = Document::default();
        document.nodes.insert("a".to_owned(), Node::default());
        History::new(document)
    }

    fn slide(to: i64) -> Action {
        Action::new("Set value", Edit::input("a", "value", Some(Input::Constant(Value::from(to)))))
    }

    #[test]
    fn a_drag_is_one_step() {
        let mut history = history();
        for to in 1..100 {
            history.apply(slide(to), Some(7)).unwrap();
        }
        assert_eq!(history.past().len(), 1);
        assert_eq!(history.past[0].edit.parts().len(), 1, "nothing is kept of what was between");
        history.release();
        history.apply(slide(100), Some(7)).unwrap();
        history.apply(slide(101), Some(8)).unwrap();
        history.apply(slide(102), None).unwrap();
        history.apply(slide(103), None).unwrap();
        assert_eq!(history.past().len(), 5);
        while history.undo().is_some() {}
        assert!(history.document().nodes["a"].inputs.is_empty());
        while history.redo().is_some() {}
        assert_eq!(history.document().nodes["a"].inputs["value"], Input::Constant(Value::from(103)));
    }

    #[test]
    fn a_drag_may_touch_more_and_more() {
        let mut history = history();
        let start = history.document().clone();
        history.apply(slide(1), Some(1)).unwrap();
        history.apply(Action::new("Name", Edit::Name(Some("N".to_owned()))), Some(1)).unwrap();
        history.apply(Action::new("Remove", Edit::Node("a".to_owned(), None)), Some(1)).unwrap();
        assert_eq!(history.past().collect::<Vec<_>>(), ["Set value"]);
        assert_eq!(history.undo(), Some("Set value"));
        assert_eq!(history.document(), &start);
        assert_eq!(history.redo(), Some("Set value"));
        assert!(history.document().nodes.is_empty());
    }

    #[test]
    fn knows_whether_it_is_saved() {
        let mut history = history();
        assert!(!history.is_changed());
        history.apply(slide(1), Some(1)).unwrap();
        assert!(history.is_changed());
        history.mark_saved();
        history.apply(slide(2), Some(1)).unwrap();
        assert!(history.is_changed());
        history.undo();
        assert!(!history.is_changed(), "the drag did not swallow what was saved");
        history.undo();
        assert!(history.is_changed());
        let revision = history.revision();
        history.redo();
        history.undo();
        assert_eq!(history.revision(), revision);
        history.apply(slide(3), None).unwrap();
        assert_eq!(history.redo(), None, "a new step leaves no other future");
        assert!(history.is_changed());
        assert!(History::unsaved(Document::default()).is_changed());
    }

    #[test]
    fn what_changes_nothing_is_no_step() {
        let mut history = history();
        history.apply(slide(1), None).unwrap();
        history.undo();
        history.apply(Action::new("Nothing", Edit::Muted("a".to_owned(), false)), None).unwrap();
        assert_eq!((history.past().len(), history.future().len()), (0, 1));
        assert!(history.apply(Action::new("No", Edit::Muted("b".to_owned(), true)), None).is_err());
        assert_eq!(history.redo(), Some("Set value"));
    }
}
