//! The document that is open, and what is known of it.

use std::sync::Arc;

use travertine::{Diagnostics, registry};
use travertine_editing::files::Workspace;
use travertine_editing::{Action, History, Outline, Refusal};

use crate::problems::Problems;

/// An open document.
pub struct Project {
    workspace: Workspace,
    outline: Outline,
    problems: Problems,
    /// The revision that the outline is of.
    seen: u64,
}

impl Project {
    /// What a workspace holds.
    pub fn new(workspace: Workspace) -> Project {
        let document = workspace.history().document();
        let outline = Outline::new(Arc::clone(document), registry());
        let seen = workspace.history().revision();
        Project { workspace, outline, problems: Problems::default(), seen }
    }

    /// The document and the way to it.
    pub fn history(&self) -> &History {
        self.workspace.history()
    }

    /// The document and its file.
    pub fn workspace(&self) -> &Workspace {
        &self.workspace
    }

    /// The document, and what is known of it.
    pub fn outline(&self) -> &Outline {
        &self.outline
    }

    /// What is wrong with it, as far as it is checked: of the last step, that comes a moment later.
    pub fn problems(&self) -> &Problems {
        &self.problems
    }

    /// Takes a step.
    ///
    /// # Errors
    ///
    /// As [`History::apply`].
    pub fn apply(&mut self, action: Action, key: Option<u64>) -> Result<(), Refusal> {
        self.change(|workspace| workspace.history_mut().apply(action, key))
    }

    /// Changes the workspace, and brings what is known up to date.
    pub fn change<T>(&mut self, change: impl FnOnce(&mut Workspace) -> T) -> T {
        let result = change(&mut self.workspace);
        self.workspace.note();
        if self.seen != self.workspace.history().revision() {
            self.refresh();
        }
        result
    }

    /// Puts another document in place of this one; `change` says whether it did.
    pub fn replace<E>(&mut self, change: impl FnOnce(&mut Workspace) -> Result<(), E>) -> Result<(), E> {
        change(&mut self.workspace)?;
        self.problems = Problems::default();
        self.refresh();
        Ok(())
    }

    /// Takes what was found wrong with the document of a revision, unless there is a newer one.
    pub fn checked(&mut self, revision: u64, diagnostics: &Diagnostics) {
        if revision == self.seen {
            self.problems = Problems::of(self.outline.document(), diagnostics);
        }
    }

    fn refresh(&mut self) {
        let history = self.workspace.history();
        self.seen = history.revision();
        self.outline = Outline::new(Arc::clone(history.document()), registry());
    }

    /// Ends the work as it should.
    pub fn finish(self) {
        self.workspace.finish();
    }
}
