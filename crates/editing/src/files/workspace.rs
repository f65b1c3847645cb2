//! Workspaces: a document in an editor, its history and its file.

use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use travertine::stages::render::default_budget;
use travertine::{attach_images, image_files, registry};
use travertine_files::{AtomicFile, Inputs};
use travertine_graph::diagnostic::Diagnostic;
use travertine_graph::document::Document;
use travertine_graph::json::MAX_SIZE;

use super::autosave::Autosave;
use super::bytes::bytes;
use super::problem::FileProblem;
use super::recovery::Recovery;
use super::stamp::Stamp;
use travertine_edits::History;

/// A document with its history, its file and its autosave.
pub struct Workspace {
    history: History,
    path: Option<PathBuf>,
    stamp: Option<Stamp>,
    autosave: Option<Autosave>,
    /// The revision passed to the autosave last.
    noted: u64,
}

/// How a document's file differs from the state opened or saved here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Disk {
    /// It does not differ, or there is no file yet.
    Same,
    /// Another program has changed it.
    Changed,
    /// It no longer exists.
    Gone,
}

/// Reads a document's file, and the images next to it. Unknown fields are preserved. The graph is not checked.
///
/// # Errors
///
/// If the file cannot be read, is not a document, has parts that could not be saved again, or exceeds the memory with
/// its images.
pub fn read(path: &Path) -> Result<Document, FileProblem> {
    read_with_stamp(path).map(|(document, _)| document)
}

/// The folder of a file.
fn folder(path: &Path) -> &Path {
    path.parent().unwrap_or(path)
}

/// The present stamp of a file, if it can be read.
fn present(path: &Path) -> Option<Stamp> {
    Stamp::new(path, &bytes(path).ok()?).ok()
}

fn read_with_stamp(path: &Path) -> Result<(Document, Stamp), FileProblem> {
    read_within(path, default_budget())
}

fn read_within(path: &Path, memory: u64) -> Result<(Document, Stamp), FileProblem> {
    let mut text = Vec::new();
    let file = File::open(path).map_err(FileProblem::read(path))?;
    file.take(MAX_SIZE as u64 + 1).read_to_end(&mut text).map_err(FileProblem::read(path))?;
    let invalid = |diagnostics| FileProblem::Invalid { path: path.to_owned(), diagnostics };
    if text.len() > MAX_SIZE {
        let message = format!("the file is larger than {} MiB; is it a graph?", MAX_SIZE >> 20);
        return Err(invalid(Diagnostic::error("", message).into()));
    }
    let document = Document::parse(&text).map_err(invalid)?;
    attach_images(&document, registry(), folder(path), memory).map_err(FileProblem::open(path))?;
    let stamp = Stamp::new(path, &text).map_err(FileProblem::read(path))?;
    Ok((document, stamp))
}

impl Workspace {
    /// A document without a file. Without an autosave, nothing can be recovered.
    pub fn new(document: Document, autosave: Option<Autosave>) -> Workspace {
        let history = History::new(document);
        let noted = history.revision();
        Workspace { history, path: None, stamp: None, autosave, noted }
    }

    /// The document and its steps.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// The history, to be changed. Call [`note`](Workspace::note) afterwards.
    pub fn history_mut(&mut self) -> &mut History {
        &mut self.history
    }

    /// The path of the document's file.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Whether there are unsaved changes.
    pub fn is_changed(&self) -> bool {
        self.history.is_changed()
    }

    /// The title: the file name, or else the name of the graph, or else "Untitled".
    pub fn title(&self) -> String {
        let file = self.path.as_deref().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
        let name = || self.history.document().name.clone().filter(|name| !name.is_empty());
        file.or_else(name).unwrap_or_else(|| "Untitled".to_owned())
    }

    /// Passes edits on to the autosave. Costs nothing without edits; call it in every frame.
    pub fn note(&mut self) {
        if self.noted == self.history.revision() {
            return;
        }
        self.noted = self.history.revision();
        let Some(autosave) = &self.autosave else { return };
        if self.history.is_changed() {
            autosave.note(&self.history, self.path.as_deref());
        } else {
            autosave.forget();
        }
    }

    /// The last failure of the autosave.
    pub fn autosave_problem(&self) -> Option<String> {
        self.autosave.as_ref().and_then(Autosave::problem)
    }

    /// Replaces the document, which is discarded.
    pub fn replace(&mut self, document: Document) {
        self.become_one(History::new(document), None, None);
    }

    /// Opens a file in place of the document, which is discarded.
    ///
    /// # Errors
    ///
    /// As [`read`]; then the document stays.
    pub fn open(&mut self, path: &Path) -> Result<(), FileProblem> {
        let (document, stamp) = read_with_stamp(path)?;
        self.become_one(History::new(document), Some(path.to_owned()), Some(stamp));
        Ok(())
    }

    /// Reads the file again, as a step that can be undone.
    ///
    /// # Errors
    ///
    /// If there is no file, or as [`read`]; then the document stays.
    pub fn reload(&mut self) -> Result<(), FileProblem> {
        let path = self.path.clone().ok_or(FileProblem::Nameless)?;
        let (document, stamp) = read_with_stamp(&path)?;
        if self.history.replace("Reload", &document).is_err() {
            // What no edit can state begins a new history.
            self.history = History::new(document);
        }
        self.stamp = Some(stamp);
        self.history.mark_saved();
        self.note();
        Ok(())
    }

    /// Replaces the document, which is discarded, by a recovered one. It counts as changed, and is autosaved here
    /// before it is removed there.
    pub fn recover(&mut self, recovery: Recovery) {
        // The present file is the one that the user has seen, so saving does not warn about it.
        let stamp = recovery.path.as_deref().and_then(present);
        if let Some(path) = &recovery.path {
            // Images that do not fit into memory are errors of the document, which is more important.
            let _ = attach_images(&recovery.document, registry(), folder(path), default_budget());
        }
        self.become_one(History::unsaved(recovery.document.clone()), recovery.path.clone(), stamp);
        if let Some(autosave) = &self.autosave {
            autosave.note(&self.history, self.path.as_deref());
            autosave.flush();
            if autosave.problem().is_none() {
                // Two copies do no harm.
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

    /// Saves the document to its file.
    ///
    /// # Errors
    ///
    /// If it has no file, another program has changed the file (unless `over` is true), or it cannot be written; then
    /// the file is unchanged.
    pub fn save(&mut self, over: bool) -> Result<(), FileProblem> {
        let path = self.path.clone().ok_or(FileProblem::Nameless)?;
        if !over && self.disk() == Disk::Changed {
            return Err(FileProblem::Changed(path));
        }
        self.save_as(&path)
    }

    /// Saves the document to a file, which becomes its own. An existing file is replaced.
    ///
    /// # Errors
    ///
    /// If it cannot be written, or is an image of the document; then the file and the workspace are unchanged.
    pub fn save_as(&mut self, path: &Path) -> Result<(), FileProblem> {
        let folder = self.path.as_deref().and_then(Path::parent);
        let images = folder.map(|folder| image_files(self.history.document(), folder)).unwrap_or_default();
        if Inputs::new(images).find(path).is_some() {
            return Err(FileProblem::Image(path.to_owned()));
        }
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

    /// Compares the file with the state opened or saved here; cheap enough for every second.
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

    /// Accepts the present file as known, and keeps the document, which counts as changed.
    pub fn keep_mine(&mut self) {
        self.stamp = self.path.as_deref().and_then(present);
        self.history.mark_unsaved();
    }

    /// Accepts that the file no longer exists: the document counts as changed.
    pub fn lose_file(&mut self) {
        self.history.mark_unsaved();
        if let Some(autosave) = &self.autosave {
            autosave.note(&self.history, self.path.as_deref());
        }
    }

    /// Ends normally: unsaved changes are discarded.
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

    use travertine_graph::document::Image;

    use super::*;
    use crate::files::recovery::recoveries;
    use crate::testing::documents::bundled;
    use travertine_edits::{Action, Edit};

    fn rename(workspace: &mut Workspace, name: &str) {
        let edit = Edit::Name(Some(name.to_owned()));
        workspace.history_mut().apply(Action::new("Name", edit), None).unwrap();
        workspace.note();
    }

    #[test]
    fn saving_is_canonical_and_detects_other_changes() {
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
    fn an_image_of_the_document_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let [path, image] = ["a.json", "logo.png"].map(|name| folder.path().join(name));
        let sum = "0".repeat(64);
        let text = format!(
            r#"{{"format": "travertine", "version": 1, "nodes": {{"noise": {{"type": "noise/perlin"}}}},
            "images": {{"logo": {{"file": "logo.png", "sha256": "{sum}"}}}}, "outputs": {{"height": {{"node": "noise"}}}}}}"#
        );
        let mut workspace = Workspace::new(Document::parse(text.as_bytes()).unwrap(), None);
        workspace.save_as(&path).unwrap();
        fs::write(&image, "mine").unwrap();
        assert!(matches!(workspace.save_as(&image), Err(FileProblem::Image(_))));
        assert_eq!((fs::read(&image).unwrap(), workspace.path()), (b"mine".to_vec(), Some(path.as_path())));
        workspace.save(false).unwrap();
    }

    #[test]
    fn a_document_whose_images_do_not_fit_is_not_opened() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.json");
        let document = Document::default().image("wall", Image::file("wall.png", "0".repeat(64)));
        fs::write(&path, document.to_json()).unwrap();
        File::create(folder.path().join("wall.png")).unwrap().set_len(2 << 20).unwrap();
        let refused = read_within(&path, 1 << 20).map(drop).unwrap_err().to_string();
        assert!(refused.contains("a.json") && refused.contains("needs about 3 MiB"), "{refused}");
        let (document, _) = read_within(&path, 4 << 20).unwrap();
        assert!(document.images["wall"].digest().is_some());
    }

    #[test]
    fn a_reload_is_a_step() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.json");
        let mut workspace = Workspace::new(bundled().swap_remove(0), None);
        workspace.save_as(&path).unwrap();
        rename(&mut workspace, "Mine");
        let mine = workspace.history().document().to_json();
        let theirs = bundled().swap_remove(1).to_json();
        fs::write(&path, &theirs).unwrap();
        workspace.reload().unwrap();
        assert_eq!(workspace.history().document().to_json(), theirs);
        assert!(!workspace.is_changed() && workspace.disk() == Disk::Same);
        assert_eq!(workspace.history_mut().undo(), Some("Reload"));
        assert_eq!(workspace.history().document().to_json(), mine);
        assert!(workspace.is_changed());
        workspace.history_mut().redo();
        assert!(!workspace.is_changed());
        fs::write(&path, "{").unwrap();
        assert!(matches!(workspace.reload(), Err(FileProblem::Invalid { .. })));
        assert_eq!(workspace.history().document().to_json(), theirs);
    }

    #[test]
    fn a_document_without_its_file_counts_as_changed() {
        let folder = tempfile::tempdir().unwrap();
        let (data, path) = (folder.path().join("data"), folder.path().join("a.json"));
        let mut workspace = Workspace::new(bundled().swap_remove(0), Autosave::new(&data, Duration::ZERO).ok());
        workspace.save_as(&path).unwrap();
        fs::remove_file(&path).unwrap();
        assert_eq!(workspace.disk(), Disk::Gone);
        workspace.lose_file();
        assert!(workspace.is_changed());
        drop(workspace);
        assert_eq!(recoveries(&data).unwrap().len(), 1, "a crash loses nothing");
    }

    #[test]
    fn unknown_fields_are_saved_unchanged() {
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
    fn lost_changes_are_recovered() {
        let folder = tempfile::tempdir().unwrap();
        let (data, path) = (folder.path().join("data"), folder.path().join("a.json"));
        let autosave = || Autosave::new(&data, Duration::ZERO).ok();
        let mut workspace = Workspace::new(Document::default(), autosave());
        workspace.save_as(&path).unwrap();
        rename(&mut workspace, "Lost");
        // As in a crash.
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
    fn undone_edits_are_not_recovered() {
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
