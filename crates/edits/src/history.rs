//! Histories: a document and its undo steps.
//!
//! A history shows its document or, once the user has entered a group, the group's own document. Actions change what is
//! shown. A step remembers where it was made, and undoing it shows that place again.

mod outlined;

use std::mem;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use travertine_graph::document::Document;

use crate::edit::{Action, Edit, Refusal, inside, inside_mut};
use crate::place::Place;

/// A document, the steps that led to it, and the steps that were undone.
#[derive(Debug)]
pub struct History {
    document: Arc<Document>,
    revision: u64,
    /// What is shown.
    place: Place,
    /// Revision of the shown document.
    shown: u64,
    past: Vec<Step>,
    future: Vec<Step>,
    /// The revision on disk.
    saved: Option<u64>,
    /// The key of the edits that the last step can still absorb.
    merging: Option<u64>,
}

/// A number that no history of this process has used.
fn new_revision() -> u64 {
    static LAST: AtomicU64 = AtomicU64::new(0);
    LAST.fetch_add(1, Ordering::Relaxed)
}

/// A step from one revision to another.
#[derive(Clone, Debug)]
struct Step {
    label: String,
    edit: Edit,
    to: u64,
    /// The place of the changed document.
    place: Place,
}

impl History {
    /// A history without steps, for a document that is on disk.
    pub fn new(document: Document) -> History {
        let revision = new_revision();
        History {
            document: Arc::new(document),
            revision,
            place: Place::default(),
            shown: revision,
            past: Vec::new(),
            future: Vec::new(),
            saved: Some(revision),
            merging: None,
        }
    }

    /// A history without steps, for a document that is not on disk in this state, such as a recovered one.
    pub fn unsaved(document: Document) -> History {
        History { saved: None, ..History::new(document) }
    }

    /// The document. A clone of the pointer is a snapshot; the next edit copies what it changes.
    pub fn document(&self) -> &Arc<Document> {
        &self.document
    }

    /// The number of the document's present state. Equal numbers mean equal documents, also across histories. Undo
    /// restores the earlier number.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The document that is shown: the whole one, or that of the entered group.
    pub fn shown_document(&self) -> &Arc<Document> {
        // The groups that lead to what is shown exist.
        self.document_inside(&self.place.groups).unwrap_or(&self.document)
    }

    /// The document of the group that the names lead to, from outside in; without names, the whole one. `None` if
    /// there is no such group.
    pub fn document_inside(&self, path: &[String]) -> Option<&Arc<Document>> {
        inside(&self.document, path)
    }

    /// Revision of the shown document. Equal numbers mean equal documents, also across histories and
    /// groups.
    pub fn shown_revision(&self) -> u64 {
        self.shown
    }

    /// The names of the groups that lead to what is shown, from outside in; empty for the whole document.
    pub fn path(&self) -> &[String] {
        &self.place.groups
    }

    /// The instance of the shown group whose inputs its parameters have; `None` for the whole document, and for a group
    /// without instances.
    pub fn instance(&self) -> Option<&str> {
        self.place.instances.last()?.as_deref()
    }

    /// What is shown.
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// Shows the group that the names lead to, or the whole document. This is not a step. A group that is entered in
    /// this way has the inputs of its first instance.
    ///
    /// # Errors
    ///
    /// If there is no such group; then nothing has changed.
    pub fn enter(&mut self, path: &[String]) -> Result<(), Refusal> {
        self.show(self.place.along(path, &self.document)?)
    }

    /// Shows the group that a shown node is an instance of, with the inputs of that instance. This is not a step.
    ///
    /// # Errors
    ///
    /// If the node is not an instance of a group; then nothing has changed.
    pub fn enter_instance(&mut self, id: &str) -> Result<(), Refusal> {
        self.show(self.place.through(id, self.shown_document())?)
    }

    fn show(&mut self, place: Place) -> Result<(), Refusal> {
        if self.place == place {
            return Ok(());
        }
        let missing = || Refusal::new(format!("there is no group `{}`", place.groups.join("/")));
        self.document_inside(&place.groups).ok_or_else(missing)?;
        self.shown = if place.groups.is_empty() { self.revision } else { new_revision() };
        self.place = place;
        self.release();
        Ok(())
    }

    /// Applies an action to what is shown, as a step. If the last step has the same key and nothing was
    /// [released](History::release) since, the action becomes part of it, so that a drag is one step. An action that
    /// changes nothing is not a step.
    ///
    /// # Errors
    ///
    /// If the edit is refused; then nothing has changed.
    pub fn apply(&mut self, action: Action, key: Option<u64>) -> Result<(), Refusal> {
        let inverse = self.change(action.edit)?;
        if inverse.is_empty() {
            return Ok(());
        }
        self.future.clear();
        let merges = key.is_some() && key == self.merging;
        match self.past.last_mut().filter(|_| merges) {
            Some(step) => step.edit = inverse.after(mem::replace(&mut step.edit, Edit::All(Vec::new()))),
            None => {
                let place = self.place.clone();
                self.past.push(Step { label: action.label, edit: inverse, to: self.revision, place });
            }
        }
        self.revision = new_revision();
        self.shown = if self.path().is_empty() { self.revision } else { new_revision() };
        self.merging = key;
        Ok(())
    }

    /// Applies an action to the document of the group that the names lead to, as a step of its own. What is shown
    /// stays.
    ///
    /// # Errors
    ///
    /// If there is no such group, or the edit is refused; then nothing has changed.
    pub fn apply_inside(&mut self, path: &[String], action: Action) -> Result<(), Refusal> {
        let shown = self.place.clone();
        self.enter(path)?;
        let applied = self.apply(action, None);
        self.show(shown).and(applied)
    }

    /// Replaces the whole document, as a step of its own. What is shown stays if it still exists; otherwise the whole
    /// document is shown.
    ///
    /// # Errors
    ///
    /// If an edit is refused; then the document has not changed.
    pub fn replace(&mut self, label: impl Into<String>, document: &Document) -> Result<(), Refusal> {
        let shown = self.place.clone();
        self.enter(&[])?;
        let edit = Edit::between(&self.document, document);
        let applied = self.apply(Action::new(label, edit), None);
        // A group that is gone cannot be shown.
        let _ = self.show(shown);
        applied
    }

    /// Applies an edit to what is shown; returns the inverse.
    fn change(&mut self, edit: Edit) -> Result<Edit, Refusal> {
        edit.apply(inside_mut(Arc::make_mut(&mut self.document), &self.place.groups)?)
    }

    /// Ends a drag: the next action is a step of its own, whatever its key.
    pub fn release(&mut self) {
        self.merging = None;
    }

    /// Undoes the last step and returns its label.
    pub fn undo(&mut self) -> Option<&str> {
        let step = self.past.pop()?;
        let back = self.step(step);
        self.future.push(back);
        self.redo_label()
    }

    /// Redoes the step undone last and returns its label.
    pub fn redo(&mut self) -> Option<&str> {
        let step = self.future.pop()?;
        let back = self.step(step);
        self.past.push(back);
        self.undo_label()
    }

    /// The label of the step that [`undo`](History::undo) would undo.
    pub fn undo_label(&self) -> Option<&str> {
        self.past.last().map(|step| step.label.as_str())
    }

    /// The label of the step that [`redo`](History::redo) would redo.
    pub fn redo_label(&self) -> Option<&str> {
        self.future.last().map(|step| step.label.as_str())
    }

    /// The labels of the steps so far, oldest first.
    pub fn past(&self) -> impl ExactSizeIterator<Item = &str> {
        self.past.iter().map(|step| step.label.as_str())
    }

    /// The labels of the undone steps, in the order in which they would be redone.
    pub fn future(&self) -> impl ExactSizeIterator<Item = &str> {
        self.future.iter().rev().map(|step| step.label.as_str())
    }

    /// Records that the document is on disk in its present state.
    pub fn mark_saved(&mut self) {
        self.mark_saved_at(self.revision);
    }

    /// Records that the document is on disk in the state of a revision, which may be an earlier one.
    pub fn mark_saved_at(&mut self, revision: u64) {
        self.saved = Some(revision);
        // A step that grew further would pass over the saved state.
        self.release();
    }

    /// Records that no state of the document is on disk.
    pub fn mark_unsaved(&mut self) {
        self.saved = None;
    }

    /// Whether the document differs from the one on disk.
    pub fn is_changed(&self) -> bool {
        self.saved != Some(self.revision)
    }

    /// Takes a step and returns the step back.
    fn step(&mut self, Step { label, edit, to, place }: Step) -> Step {
        self.release();
        // The groups that lead to a change exist before it and after it.
        let _ = self.show(place.clone());
        let from = mem::replace(&mut self.revision, to);
        self.shown = if self.path().is_empty() { to } else { new_revision() };
        // The old state was valid, so nothing refuses it; an edit that is refused changes nothing.
        let edit = self.change(edit).unwrap_or(Edit::All(Vec::new()));
        Step { label, edit, to: from, place }
    }
}

#[cfg(test)]
mod tests {
    use travertine_graph::document::{Input, Node};
    use travertine_graph::json::Value;

    use super::*;

    fn history() -> History {
        let mut document = Document::default();
        document.nodes.insert("a".to_owned(), Node::default().into());
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
    fn a_drag_can_change_further_parts() {
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
    fn unsaved_changes_are_detected() {
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
    fn steps_cross_groups() {
        let path = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let mut inner = Document::default();
        inner.groups.insert("deep".to_owned(), Document::clone(history().document()).into());
        let mut document = history().document().as_ref().clone();
        document.groups.insert("planks".to_owned(), inner.into());
        let mut history = History::new(document.clone());
        assert!(history.enter(&path(&["deep"])).is_err());
        let numbers = |history: &History| (history.revision(), history.shown_revision());
        let start = numbers(&history);
        history.enter(&path(&["planks", "deep"])).unwrap();
        assert!(!history.is_changed());
        assert_ne!(numbers(&history), start);
        for to in 1..9 {
            history.apply(slide(to), Some(7)).unwrap();
        }
        let deep = |history: &History| history.document().groups["planks"].document.groups["deep"].document.clone();
        assert_eq!(deep(&history), **history.shown_document());
        assert_eq!(deep(&history).nodes["a"].inputs["value"], Input::Constant(Value::from(8)));
        history.enter(&[]).unwrap();
        assert_eq!(history.revision(), history.shown_revision());
        history.apply(slide(9), Some(7)).unwrap();
        assert_eq!(history.past().len(), 2, "another place is another step");
        history.enter(&path(&["planks"])).unwrap();
        history.apply(Action::new("Remove", Edit::Group("deep".to_owned(), None)), None).unwrap();
        history.enter(&[]).unwrap();
        assert_eq!(history.undo(), Some("Remove"));
        assert_eq!(history.path(), ["planks"], "the user sees what was undone");
        history.undo();
        assert!(history.path().is_empty());
        history.undo();
        assert_eq!(history.path(), ["planks", "deep"]);
        assert_eq!(deep(&history), **history.shown_document());
        assert_eq!((history.document().as_ref(), history.is_changed()), (&document, false));
        while history.redo().is_some() {}
        assert!(history.document().groups["planks"].document.groups.is_empty());
        assert_eq!(history.path(), ["planks"]);
    }

    #[test]
    fn a_group_is_shown_as_one_of_its_instances() {
        let inner = history().document().as_ref().clone();
        let mut document = Document::default().group("planks", inner);
        for id in ["far", "near", "often"] {
            let node_type = if id == "often" { "iterate/planks" } else { "group/planks" };
            document = document.node(id, Node::new(node_type));
        }
        let mut history = History::new(document.node("other", Node::new("noise/perlin")));
        assert!(history.enter_instance("other").is_err() && history.instance().is_none());
        history.enter_instance("near").unwrap();
        assert_eq!((history.path(), history.instance()), (&["planks".to_owned()][..], Some("near")));
        history.apply(slide(1), None).unwrap();
        history.enter(&[]).unwrap();
        history.enter(&["planks".to_owned()]).unwrap();
        assert_eq!(history.instance(), Some("far"), "the first");
        let shown = history.shown_revision();
        history.undo();
        assert_eq!(history.instance(), Some("near"), "undo leads back to the instance");
        assert_ne!(history.shown_revision(), shown);
        history.enter(&[]).unwrap();
        history.enter_instance("often").unwrap();
        assert_eq!(history.instance(), Some("often"));
    }

    #[test]
    fn a_group_is_changed_while_another_is_shown() {
        let inner = history().document().as_ref().clone();
        let planks = || Node::new("group/planks");
        let document = Document::default().group("planks", inner).node("one", planks()).node("two", planks());
        let mut history = History::new(document);
        let path = ["planks".to_owned()];
        history.apply_inside(&path, slide(1)).unwrap();
        assert!(history.path().is_empty());
        history.enter_instance("two").unwrap();
        history.apply_inside(&[], Action::new("Name", Edit::Name(Some("N".to_owned())))).unwrap();
        assert_eq!((history.path(), history.instance()), (&path[..], Some("two")));
        assert_eq!(history.shown_document().nodes["a"].inputs["value"], Input::Constant(Value::from(1)));
        assert!(history.apply_inside(&["tiles".to_owned()], slide(2)).is_err());
        assert_eq!(history.past().collect::<Vec<_>>(), ["Set value", "Name"]);
        assert_eq!(history.undo(), Some("Name"));
        assert!(history.path().is_empty());
    }

    #[test]
    fn an_edit_without_effect_is_no_step() {
        let mut history = history();
        history.apply(slide(1), None).unwrap();
        history.undo();
        history.apply(Action::new("Nothing", Edit::Muted("a".to_owned(), false)), None).unwrap();
        assert_eq!((history.past().len(), history.future().len()), (0, 1));
        assert!(history.apply(Action::new("No", Edit::Muted("b".to_owned(), true)), None).is_err());
        assert_eq!(history.redo(), Some("Set value"));
    }
}
