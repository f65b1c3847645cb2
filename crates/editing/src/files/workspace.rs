//! Workspaces: a document in an editor, and its file.

use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use travertine_files::AtomicFile;
use travertine_graph::diagnostic::Diagnostic;
use travertine_graph::document::Document;
use travertine_graph::json::MAX_SIZE;

use super::autosave::Autosave;
use super::bytes::bytes;
use super::problem::FileProblem;
use super::recovery::Recovery;
use super::stamp::Stamp;
use crate::history::History;

/// A document with its history, the file that it belongs to, and the place where it is kept until it is saved.
pub struct Workspace {
    history: History,
    path: Option<PathBuf>,
    stamp: Option<Stamp>,
    autosave: Option<Autosave>,
    /// The revision that the autosave knows of.
    noted: u64,
}

/// How a document's file differs from what was opened or saved here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Disk {
    /// Not at all, or there is none yet.
    Same,
    /// Somebody else has changed it.
    Changed,
    /// It is gone.
    Gone,
}

/// Reads a document's file. What this version does not know is kept; whether the graph means anything is not asked.
///
/// # Errors
///
/// If the file cannot be read, is no document, or has parts of a shape that could not be saved again.
pub fn read(path: &Path) -> Result<Document, FileProblem> {
    read_with_stamp(path).map(|(document, _)| document)
}

fn read_with_stamp(path: &Path) -> Result<(Document, Stamp), FileProblem> {
    let mut text = Vec::new();
    let file = File::open(path).map_err(FileProblem::read(path))?;
    file.take(MAX_SIZE as u64 + 1).read_to_end(&mut text).map_err(FileProblem::read(path))?;
    let invalid = |diagnostics| FileProblem::Invalid { path: path.to_owned(), diagnostics };
    if text.len() > MAX_SIZE {
        let message = format!("the file is greater than {} MiB; is it a graph?", MAX_SIZE >> 20);
        return Err(invalid(Diagnostic::error("", message).into()));
    }
    let document = Document::parse(&text).map_err(invalid)?;
    let stamp = Stamp::new(path, &text).map_err(FileProblem::read(path))?;
    Ok((document, stamp))
}

impl Workspace {
    /// A document without a file. Without an autosave, nothing of it is kept before it is saved.
    pub fn new(document: Document, autosave: Option<Autosave>) -> Workspace {
        let history = History::new(document);
        let noted = history.revision();
        Workspace { history, path: None, stamp: None, autosave, noted }
    }

    /// The document and its steps.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// The same, to be changed. Call [`note`](Workspace::note) now and then.
    pub fn history_mut(&mut self) -> &mut History {
        &mut self.history
    }

    /// The document's file, if it has one.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Whether something would be lost if the editor ended now.
    pub fn is_changed(&self) -> bool {
        self.history.is_changed()
    }

    /// What the document is called: by its file, or its name, or not at all.
    pub fn title(&self) -> String {
        let file =
            self.path.as_deref().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
        let name = || self.history.document().name.clone().filter(|name| !name.is_empty());
        file.or_else(name).unwrap_or_else(|| "Untitled".to_owned())
    }

    /// Lets the autosave know of what was edited since; costs nothing if nothing was. Call it with every frame.
    pub fn note(&mut self) {
        if self.noted == self.history.revision() {
            return;
        }
        self.noted = self.history.revision();
        let Some(autosave) = &self.autosave else { return };
        if self.history.is_changed() {
            autosave.note(self.history.document().clone(), self.path.clone());
        } else {
            autosave.forget();
        }
    }

    /// What went wrong with the autosave last.
    pub fn autosave_problem(&self) -> Option<String> {
        self.autosave.as_ref().and_then(Autosave::problem)
    }

    /// Puts another document in place of this one, which is given up.
    pub fn replace(&mut self, document: Document) {
        self.become_one(History::new(document), None, None);
    }

    /// Opens a document's file in place of this document, which is given up.
    ///
    /// # Errors
    ///
    /// As [`read`]; then this document stays.
    pub fn open(&mut self, path: &Path) -> Result<(), FileProblem> {
        let (document, stamp) = read_with_stamp(path)?;
        self.become_one(History::new(document), Some(path.to_owned()), Some(stamp));
        Ok(())
    }

    /// Goes on with what was recovered in place of this document, which is given up. It counts as changed, and is kept
    /// here before it is removed there.
    pub fn recover(&mut self, recovery: Recovery) {
        // As if it were the file of now: what the user has seen is no surprise when it is saved.
        let stamp = recovery.path.as_deref().and_then(|path| Some(read_with_stamp(path).ok()?.1));
        self.become_one(History::unsaved(recovery.document.clone()), recovery.path.clone(), stamp);
        if let Some(autosave) = &self.autosave {
            autosave.note(self.history.document().clone(), self.path.clone());
            autosave.flush();
            if autosave.problem().is_none() {
                // RenderCache twice is no harm.
                let _ = recovery.discard();
            }
        }
    }

    fn become_one(&mut self, history: History, path: Option<PathBuf>, stamp: Option<Stamp>) {
        self.noted = history.revision();
        (self.history, self.path, self.stamp) = (history, path, stamp);
        if let Some(autosave) = &self.autosave {
            autosave.forget();
        }
    }

    /// Saves the document into its file.
    ///
    /// # Errors
    ///
    /// If it has none, the file is not what was opened or saved here (unless `over` it all the same), or it cannot be
    /// written; then it is as it was.
    pub fn save(&mut self, over: bool) -> Result<(), FileProblem> {
        let path = self.path.clone().ok_or(FileProblem::Nameless)?;
        if !over && self.disk() == Disk::Changed {
            return Err(FileProblem::Changed(path));
        }
        self.save_as(&path)
    }

    /// Saves the document into that file, which is its own from then on. One that is there is replaced.
    ///
    /// # Errors
    ///
    /// If it cannot be written; then it is as it was, and so is the workspace.
    pub fn save_as(&mut self, path: &Path) -> Result<(), FileProblem> {
        let text = self.history.document().to_json();
        let write = || {
            let mut file = AtomicFile::create(path)?;
            file.write_all(text.as_bytes())?;
            file.finish()?;
            Stamp::new(path, text.as_bytes())
        };
        self.stamp = Some(write().map_err(FileProblem::write(path))?);
        self.path = Some(path.to_owned());
        self.history.mark_saved();
        self.noted = self.history.revision();
        if let Some(autosave) = &self.autosave {
            autosave.forget();
        }
        Ok(())
    }

    /// Whether the file is still what was opened or saved here; cheap enough to be asked every second.
    pub fn disk(&mut self) -> Disk {
        match (&self.path, &mut self.stamp) {
            (Some(path), Some(stamp)) => match stamp.holds(path) {
                Ok(true) => Disk::Same,
                Ok(false) => Disk::Changed,
                Err(_) => Disk::Gone,
            },
            _ => Disk::Same,
        }
    }

    /// Says that the user knows of the file as it is now, and goes on with the document as it is here: it counts as
    /// changed.
    pub fn keep_mine(&mut self) {
        let path = self.path.as_deref();
        self.stamp = path.and_then(|path| Stamp::new(path, &bytes(path).ok()?).ok());
        self.history.mark_unsaved();
    }

    /// Ends the work as it should: what is not saved is given up.
    pub fn finish(self) {
        if let Some(autosave) = self.autosave {
            autosave.finish();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::time::Duration;

    use super::*;
    use crate::edit::{Action, Edit};
    use crate::files::recovery::recoveries;
    use crate::testing::documents::bundled;

    fn rename(workspace: &mut Workspace, name: &str) {
        let edit = Edit::Name(Some(name.to_owned()));
        workspace.history_mut().apply(Action::new("Name", edit), None).unwrap();
        workspace.note();
    }

    #[test]
    fn saving_is_canonical_and_knows_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.json");
        let mut workspace = Workspace::new(bundled().swap_remove(0), None);
        assert!(matches!(workspace.save(false), Err(FileProblem::Nameless)));
        rename(&mut workspace, "N");
        assert!(workspace.is_changed());
        workspace.save_as(&path).unwrap();
        assert!(!workspace.is_changed());
        assert_eq!(workspace.title(), "a.json");
        assert_eq!(fs::read_to_string(&path).unwrap(), workspace.history().document().to_json());
        assert_eq!(workspace.disk(), Disk::Same);

        fs::write(&path, "{}").unwrap();
        assert_eq!(workspace.disk(), Disk::Changed);
        rename(&mut workspace, "M");
        assert!(matches!(workspace.save(false), Err(FileProblem::Changed(_))));
        assert_eq!(fs::read_to_string(&path).unwrap(), "{}");
        assert!(matches!(workspace.open(&path), Err(FileProblem::Invalid { .. })));
        workspace.keep_mine();
        assert_eq!(workspace.disk(), Disk::Same);
        workspace.save(false).unwrap();
        assert_eq!(read(&path).unwrap().name.as_deref(), Some("M"));
        fs::remove_file(&path).unwrap();
        assert_eq!(workspace.disk(), Disk::Gone);
        workspace.save(false).unwrap();
        let nowhere = folder.path().join("no/such.json");
        assert!(workspace.save_as(&nowhere).unwrap_err().to_string().contains("no such file or folder"));
        assert_eq!(workspace.path(), Some(path.as_path()));
    }

    #[test]
    fn what_is_unknown_is_saved_unchanged() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.json");
        let text = r#"{
  "format": "travertine",
  "version": 1,
  "nodes": {
    "a": {
      "type": "future/node@9",
      "inputs": {
        "b": {"c": [1, null]}
      },
      "hue": "red"
    }
  },
  "outputs": {
    "o": {"node": "a", "output": "x"}
  },
  "later": true
}
"#;
        fs::write(&path, text).unwrap();
        let mut workspace = Workspace::new(Document::default(), None);
        workspace.open(&path).unwrap();
        workspace.save(false).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }

    #[test]
    fn what_was_lost_comes_back() {
        let folder = tempfile::tempdir().unwrap();
        let (data, path) = (folder.path().join("data"), folder.path().join("a.json"));
        let autosave = || Autosave::new(&data, Duration::ZERO).ok();
        let mut workspace = Workspace::new(Document::default(), autosave());
        workspace.save_as(&path).unwrap();
        rename(&mut workspace, "Lost"); // As if it had crashed.
        drop(workspace);

        let mut next = Workspace::new(Document::default(), autosave());
        let mut found = recoveries(&data).unwrap();
        assert_eq!(found.len(), 1);
        next.recover(found.remove(0));
        assert_eq!(next.history().document().name.as_deref(), Some("Lost"));
        assert!(next.is_changed() && next.path() == Some(path.as_path()));
        assert!(recoveries(&data).unwrap().is_empty());
        drop(next);
        let again = recoveries(&data).unwrap();
        assert_eq!(again[0].document.name.as_deref(), Some("Lost"), "a second crash loses nothing");
        drop(again);

        let mut last = Workspace::new(Document::default(), autosave());
        last.recover(recoveries(&data).unwrap().remove(0));
        last.save(false).unwrap();
        last.finish();
        assert!(recoveries(&data).unwrap().is_empty());
        assert_eq!(read(&path).unwrap().name.as_deref(), Some("Lost"));
    }

    #[test]
    fn undone_edits_need_no_keeping() {
        let folder = tempfile::tempdir().unwrap();
        let autosave = Autosave::new(folder.path(), Duration::ZERO).ok();
        let mut workspace = Workspace::new(Document::default(), autosave);
        rename(&mut workspace, "N");
        workspace.history_mut().undo();
        workspace.note();
        drop(workspace);
        assert!(recoveries(folder.path()).unwrap().is_empty());
    }
}
