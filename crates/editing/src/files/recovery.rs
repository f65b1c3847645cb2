//! Recovery: what editors that ended without saving have left.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use travertine_graph::document::Document;

use super::autosave::Place;
use super::bytes::bytes;
use super::generations::Generations;

/// A document that was being edited when its editor ended. As long as this lives, nobody else is offered it; dropped,
/// it waits for the next start.
#[derive(Debug)]
pub struct Recovery {
    /// The document, as it was last kept.
    pub document: Document,
    /// The file that it was opened from or saved to, if any.
    pub path: Option<PathBuf>,
    /// When it was kept.
    pub kept: Option<SystemTime>,
    /// Whether the file has been changed since then, by whomever.
    pub file_is_newer: bool,
    place: Place,
}

/// Everything that was left in that folder, the oldest first. What the files hold already is no loss, and is removed.
///
/// # Errors
///
/// If the folder cannot be read.
pub fn recoveries(folder: &Path) -> io::Result<Vec<Recovery>> {
    let mut found = Vec::new();
    for place in Place::abandoned(folder)? {
        match recovery(place) {
            Ok(recovery) => found.push(recovery),
            // Nothing is lost with what stays.
            Err(place) => drop(place.remove()),
        }
    }
    Ok(found)
}

fn recovery(place: Place) -> Result<Recovery, Place> {
    let Some(newest) = Generations::new(place.folder.clone()).newest() else { return Err(place) };
    let modified = |path: &Path| fs::metadata(path).and_then(|metadata| metadata.modified()).ok();
    let kept = modified(&newest.file);
    let path = newest.path;
    let on_disk = path.as_ref().and_then(|path| bytes(path).ok());
    if on_disk.and_then(|text| Document::parse(&text).ok()).is_some_and(|saved| saved == newest.document) {
        return Err(place);
    }
    let changed = path.as_deref().and_then(modified);
    let file_is_newer = changed.zip(kept).is_some_and(|(changed, kept)| changed > kept);
    Ok(Recovery { document: newest.document, path, kept, file_is_newer, place })
}

impl Recovery {
    /// Removes it for good: the user has seen it, or another place keeps it now.
    ///
    /// # Errors
    ///
    /// If it cannot be removed.
    pub fn discard(self) -> io::Result<()> {
        self.place.remove()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use super::*;
    use crate::files::autosave::Autosave;

    #[test]
    fn only_what_the_file_does_not_hold_is_offered() {
        let folder = tempfile::tempdir().unwrap();
        let (data, file) = (folder.path().join("recovery"), folder.path().join("a.json"));
        let document = |name: &str| Document { name: Some(name.to_owned()), ..Document::default() };
        let leave = |name: &str| {
            let autosave = Autosave::new(&data, Duration::ZERO).unwrap();
            autosave.note(Arc::new(document(name)), Some(file.clone()));
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
