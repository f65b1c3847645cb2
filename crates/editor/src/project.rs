//! The document that is open, with its history and what is known of it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use travertine::registry;
use travertine_editing::{Action, History, Outline, Refusal};
use travertine_graph::document::Document;

use crate::problems::Problems;

/// An open document.
pub struct Project {
    /// The document and the way to it.
    pub history: History,
    /// Its file, if it has one.
    pub path: Option<PathBuf>,
    outline: Outline,
    problems: Problems,
    /// The revision that the outline is of.
    seen: u64,
}

impl Project {
    /// A document without a past.
    pub fn new(history: History, path: Option<PathBuf>) -> Project {
        let outline = Outline::new(Arc::clone(history.document()), registry());
        let problems = Problems::of(history.document(), registry());
        Project { seen: history.revision(), history, path, outline, problems }
    }

    /// An empty document.
    pub fn empty() -> Project {
        Project::new(History::new(Document::default()), None)
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
        self.history.apply(action, key)?;
        self.refresh();
        Ok(())
    }

    /// Brings what is known up to date.
    pub fn refresh(&mut self) {
        if self.seen != self.history.revision() {
            self.seen = self.history.revision();
            self.outline = Outline::new(Arc::clone(self.history.document()), registry());
            self.problems = Problems::of(self.history.document(), registry());
        }
    }

    /// What to call it.
    pub fn title(&self) -> String {
        let file = self.path.as_deref().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
        file.or_else(|| self.history.document().name.clone()).unwrap_or_else(|| "Untitled".to_owned())
    }
}
