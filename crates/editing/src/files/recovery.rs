//! Recovery of documents whose editors ended without saving.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use travertine_graph::document::Document;

use super::autosave::LockedFolder;
use super::bytes::bytes;
use super::generations::Generations;

/// A document whose editor ended without saving. While this value lives, no other editor offers it; if it is dropped,
/// the next start offers it again.
#[derive(Debug)]
pub struct Recovery {
    /// The document as last written.
    pub document: Document,
    /// The file that it was opened from or saved to.
    pub path: Option<PathBuf>,
    /// The time at which it was written.
    pub kept: Option<SystemTime>,
    /// Whether the file was changed afterwards.
    pub file_is_newer: bool,
    locked: LockedFolder,
}

/// The documents left in a folder, oldest first. Those that equal their files are removed.
///
/// # Errors
///
/// If the folder cannot be read.
pub fn recoveries(folder: &Path) -> io::Result<Vec<Recovery>> {
    let mut found = Vec::new();
    for locked in LockedFolder::abandoned(folder)? {
        match recovery(locked) {
            Ok(recovery) => found.push(recovery),
            // Removal may fail; nothing is lost.
            Err(locked) => drop(locked.remove()),
        }
    }
    Ok(found)
}

fn recovery(locked: LockedFolder) -> Result<Recovery, LockedFolder> {
    let Some(newest) = Generations::new(locked.folder.clone()).newest() else { return Err(locked) };
    let modified = |path: &Path| fs::metadata(path).and_then(|metadata| metadata.modified()).ok();
    let kept = modified(&newest.file);
    let path = newest.path;
    let on_disk = path.as_ref().and_then(|path| bytes(path).ok());
    if on_disk.and_then(|text| Document::parse(&text).ok()).is_some_and(|saved| saved == newest.document) {
        return Err(locked);
    }
    let changed = path.as_deref().and_then(modified);
    let file_is_newer = changed.zip(kept).is_some_and(|(changed, kept)| changed > kept);
    Ok(Recovery { document: newest.document, path, kept, file_is_newer, locked })
}

impl Recovery {
    /// Removes the document for good.
    ///
    /// # Errors
    ///
    /// If it cannot be removed.
    pub fn discard(self) -> io::Result<()> {
        self.locked.remove()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::files::autosave::Autosave;
    use travertine_edits::History;

    #[test]
    fn only_unsaved_documents_are_offered() {
        let folder = tempfile::tempdir().unwrap();
        let (data, file) = (folder.path().join("recovery"), folder.path().join("a.json"));
        let document = |name: &str| Document { name: Some(name.to_owned()), ..Document::default() };
        let leave = |name: &str| {
            let autosave = Autosave::new(&data, Duration::ZERO).unwrap();
            autosave.note(&History::new(document(name)), Some(&file));
        };
        fs::write(&file, document("saved").to_json()).unwrap();
        leave("saved");
        leave("edited");
        let found = recoveries(&data).unwrap();
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].document, document("edited"));
        assert_eq!((found[0].path.as_ref(), found[0].file_is_newer), (Some(&file), false));
        assert!(recoveries(&data).unwrap().is_empty(), "another editor is not offered it");
        drop(found);
        let later = SystemTime::now() + Duration::from_secs(60);
        fs::File::options().write(true).open(&file).unwrap().set_modified(later).unwrap();
        let again = recoveries(&data).unwrap().remove(0);
        assert!(again.file_is_newer);
        again.discard().unwrap();
        assert!(recoveries(&data).unwrap().is_empty());
        assert_eq!(fs::read_dir(&data).unwrap().count(), 1, "nothing but the guard is left");
    }
}
