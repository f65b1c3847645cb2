//! The document that is open, and what is known of it.

use std::sync::Arc;

use travertine::registry;
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
        let problems = Problems::of(document, registry());
        Project { seen: workspace.history().revision(), workspace, outline, problems }
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

    /// What is wrong with it.
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
        self.refresh();
        Ok(())
    }

    fn refresh(&mut self) {
        let history = self.workspace.history();
        self.seen = history.revision();
        self.outline = Outline::new(Arc::clone(history.document()), registry());
        self.problems = Problems::of(history.document(), registry());
    }

    /// Ends the work as it should.
    pub fn finish(self) {
        self.workspace.finish();
    }
}
