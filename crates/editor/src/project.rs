//! The open document, its outline, its problems and its colors.

pub mod colors;
pub mod problems;

use std::sync::Arc;

use travertine::{Diagnostics, registry};
use travertine_editing::files::Workspace;
use travertine_editing::{Action, History, Outline, Refusal};

use crate::project::problems::Problems;

/// An open document.
pub struct Project {
    workspace: Workspace,
    outline: Outline,
    problems: Problems,
    /// The revision of the outline.
    seen: u64,
}

impl Project {
    /// The project of a workspace.
    pub fn new(workspace: Workspace) -> Project {
        let document = workspace.history().shown_document();
        let outline = Outline::new(Arc::clone(document), registry());
        let seen = workspace.history().shown_revision();
        Project { workspace, outline, problems: Problems::default(), seen }
    }

    /// The document and its steps.
    pub fn history(&self) -> &History {
        self.workspace.history()
    }

    /// The document and its file.
    pub fn workspace(&self) -> &Workspace {
        &self.workspace
    }

    /// What is shown of the document, with its definitions and types.
    pub fn outline(&self) -> &Outline {
        &self.outline
    }

    /// The errors and warnings as of the last check, which follows each step.
    pub fn problems(&self) -> &Problems {
        &self.problems
    }

    /// Applies an action as a step.
    ///
    /// # Errors
    ///
    /// As [`History::apply`].
    pub fn apply(&mut self, action: Action, key: Option<u64>) -> Result<(), Refusal> {
        let result = self.workspace.history_mut().apply_with(&mut self.outline, action, key);
        self.seen = self.workspace.history().shown_revision();
        self.workspace.note();
        result
    }

    /// Changes the workspace, and updates the outline.
    pub fn change<T>(&mut self, change: impl FnOnce(&mut Workspace) -> T) -> T {
        let result = change(&mut self.workspace);
        self.workspace.note();
        if self.seen != self.workspace.history().shown_revision() {
            self.refresh();
        }
        result
    }

    /// Replaces the document unless `change` fails.
    pub fn replace<E>(&mut self, change: impl FnOnce(&mut Workspace) -> Result<(), E>) -> Result<(), E> {
        change(&mut self.workspace)?;
        self.problems = Problems::default();
        self.refresh();
        Ok(())
    }

    /// Takes the diagnostics of a revision, unless there is a newer one.
    pub fn checked(&mut self, revision: u64, diagnostics: &Diagnostics) {
        if revision == self.seen {
            self.problems = Problems::of(self.outline.document(), diagnostics);
        }
    }

    fn refresh(&mut self) {
        let history = self.workspace.history();
        self.seen = history.shown_revision();
        self.outline = Outline::new(Arc::clone(history.shown_document()), registry());
    }

    /// Ends normally: unsaved changes are discarded.
    pub fn finish(self) {
        self.workspace.finish();
    }
}
