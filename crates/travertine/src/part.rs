//! Parts: what there is of something that takes long to make, before it is whole.
//!
//! `block.nrrd` is made in the folder `block.nrrd.part` beside it. What is finished gathers there; whoever does the same
//! work again finds it. A note in the folder holds the fingerprint of all that the bytes depend on, so that nobody goes on
//! with the part of something else, and whoever works on it holds a lock on the note.
//!
//! A process may be killed at any time, and any call may fail. So the order of all steps counts:
//!
//! - The note is the first file in the folder and the last. A folder with files and without a note is somebody else's.
//! - A note is empty until the folder is, and is emptied before anything of worth is removed. What is beside an empty note
//!   is of no use.
//! - A folder that is made leaves its name before it takes the target's place, so that what it replaces is never taken for
//!   it.

use std::ffi::OsString;
use std::fs::{self, DirEntry};
use std::io::{self, ErrorKind, Read, Seek, Write};
use std::path::{Path, PathBuf};

use travertine_render::sink::{Lock, TEMPORARY, flush_folder};

use crate::exchange::exchange;
use crate::{Error, Fingerprint};

/// What says whose the folder is.
const NOTE: &str = ".travertine-part";

/// A folder that is about to be the target, or was it.
const REPLACED: &str = "replaced";

/// How often a folder that vanishes is made again, before somebody is taken to be at work there.
const ATTEMPTS: usize = 100;

/// How something was begun.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Begun {
    /// From nothing.
    Anew,
    /// Where the same work was left.
    Continued,
    /// From nothing, in the place of a part that other work had left.
    InPlaceOfAnother,
}

/// Something in the making. No other process can open the part of the same target.
pub struct Part {
    target: PathBuf,
    folder: PathBuf,
    note: Lock,
    begun: Begun,
}

impl Part {
    /// Opens the part of what will be at `target`, or begins it.
    ///
    /// # Errors
    ///
    /// If another process has opened it, something else is in its place, or it cannot be written.
    pub fn open(target: &Path, fingerprint: Fingerprint) -> Result<Part, Error> {
        let failed = |source| Error::Write { path: target.to_owned(), source };
        let folder = Part::folder_of(target);
        let note = hold(&folder, target)?;
        let mut part = Part { target: target.to_owned(), folder, note, begun: Begun::Anew };
        match part.begin(&format!("{fingerprint}\n")) {
            Ok(()) => Ok(part),
            Err(error) => {
                part.leave();
                Err(failed(error))
            }
        }
    }

    /// The folder of the part of a target, whether there is one or not.
    pub fn folder_of(target: &Path) -> PathBuf {
        let mut name = target.file_name().map(OsString::from).unwrap_or_default();
        name.push(".part");
        target.with_file_name(name)
    }

    /// How it was begun.
    pub fn begun(&self) -> Begun {
        self.begun
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Where a file or a folder of that name is, or shall be.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// A folder in it, which is made if there is none yet. All files in it are whole, if they were written with
    /// [`AtomicFile`](crate::sink::AtomicFile).
    ///
    /// # Errors
    ///
    /// If it cannot be made.
    pub fn inner(&self, name: &str) -> Result<PathBuf, Error> {
        let folder = self.path(name);
        fs::create_dir_all(&folder)
            .and_then(|()| sweep(&folder))
            .map_err(|source| Error::Write { path: self.target.clone(), source })?;
        Ok(folder)
    }

    /// Puts the file or the folder of that name in the place of the target, and removes the rest. A file has the
    /// permissions then that the one before it had.
    ///
    /// A folder is replaced in one step where the system can. Elsewhere there is none for a moment; if the process is
    /// killed then, the next one puts the old one back.
    ///
    /// # Errors
    ///
    /// If the target cannot be replaced; then it is as it was, and all that is finished stays.
    pub fn finish(self, name: &str) -> io::Result<()> {
        let made = self.path(name);
        match fs::metadata(&self.target) {
            Ok(there) if there.is_dir() && made.is_dir() => self.replace_folder(&made)?,
            Ok(there) => {
                if there.is_file() {
                    fs::set_permissions(&made, there.permissions())?;
                }
                fs::rename(made, &self.target)?;
            }
            Err(error) if error.kind() == ErrorKind::NotFound => fs::rename(made, &self.target)?,
            Err(error) => return Err(error),
        }
        flush_folder(&self.target);
        self.remove();
        Ok(())
    }

    /// Removes all of it. What cannot be removed stays with the note, and the next process tries again.
    pub fn remove(mut self) {
        let _ = self.clear().and_then(|()| {
            self.note.remove()?;
            fs::remove_dir(&self.folder)
        });
    }

    /// Leaves what is finished for the next time, and nothing if nothing is.
    pub fn leave(self) {
        let is_empty = |folder: &Path| fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_none());
        let finished = |entry: DirEntry| entry.file_name() != NOTE && !is_empty(&entry.path());
        if sweep(&self.folder).is_ok()
            && entries(&self.folder).is_ok_and(|found| !found.into_iter().any(finished))
        {
            self.remove();
        }
    }

    /// Goes on with what is there if the note says so, or clears the folder and signs the note.
    fn begin(&mut self, ours: &str) -> io::Result<()> {
        let mut found = Vec::new();
        self.note.file().take(ours.len() as u64 + 1).read_to_end(&mut found)?;
        if !found.is_empty() {
            self.put_back()?;
        }
        if found == ours.as_bytes() {
            self.begun = Begun::Continued;
            return sweep(&self.folder);
        }
        if !found.is_empty() {
            self.begun = Begun::InPlaceOfAnother;
        }
        self.clear()?;
        let note = self.note.file();
        note.write_all(ours.as_bytes())?;
        note.sync_all()?;
        flush_folder(&self.folder.join(NOTE));
        flush_folder(&self.folder);
        Ok(())
    }

    /// Puts a folder in the place of the one that is the target.
    fn replace_folder(&self, made: &Path) -> io::Result<()> {
        let replaced = self.path(REPLACED);
        fs::rename(made, &replaced)?;
        let Err(error) = exchange(&replaced, &self.target) else { return Ok(()) };
        fs::rename(&replaced, made)?;
        if error.kind() != ErrorKind::Unsupported {
            return Err(error);
        }
        fs::rename(&self.target, &replaced)?;
        fs::rename(made, &self.target).inspect_err(|_| {
            // If that fails, too, the next process does it.
            let _ = self.put_back();
        })
    }

    /// Puts back a target that was taken away for something that did not come, or removes one that was replaced.
    fn put_back(&self) -> io::Result<()> {
        let replaced = self.path(REPLACED);
        match (replaced.try_exists()?, self.target.try_exists()?) {
            (true, false) => fs::rename(replaced, &self.target),
            (true, true) => fs::remove_dir_all(replaced),
            (false, _) => Ok(()),
        }
    }

    /// Removes all but the note, which is empty then.
    fn clear(&mut self) -> io::Result<()> {
        let note = self.note.file();
        note.set_len(0)?;
        note.rewind()?;
        note.sync_all()?;
        for entry in entries(&self.folder)? {
            if entry.file_name() == NOTE {
                continue;
            }
            if entry.file_type()?.is_dir() {
                fs::remove_dir_all(entry.path())?;
            } else {
                fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    }
}

/// Makes the folder, unless it is there, and locks its note.
fn hold(folder: &Path, target: &Path) -> Result<Lock, Error> {
    let failed = |source| Error::Write { path: target.to_owned(), source };
    for _ in 0..ATTEMPTS {
        match fs::create_dir(folder) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => match is_ours(folder) {
                Ok(true) => {}
                Ok(false) => {
                    let what = "is no part of what is to be made";
                    return Err(Error::InTheWay { path: folder.to_owned(), what });
                }
                // Its owner has just removed it.
                Err(error) if error.kind() == ErrorKind::NotFound => continue,
                Err(error) => return Err(failed(error)),
            },
            made => made.map_err(failed)?,
        }
        match Lock::acquire(&folder.join(NOTE)) {
            Ok(Some(note)) => return Ok(note),
            Ok(None) => break,
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => {
                // Only if it is empty.
                let _ = fs::remove_dir(folder);
                return Err(failed(error));
            }
        }
    }
    Err(Error::Busy { path: target.to_owned() })
}

/// Whether what is at the folder's path is the folder of a part, also of one that is being begun or removed.
fn is_ours(folder: &Path) -> io::Result<bool> {
    match fs::metadata(folder) {
        Ok(there) if !there.is_dir() => return Ok(false),
        Err(_) if folder.is_symlink() => return Ok(false),
        Err(error) => return Err(error),
        Ok(_) => {}
    }
    let mut before: Option<Vec<OsString>> = None;
    loop {
        let names: Vec<OsString> = entries(folder)?.iter().map(DirEntry::file_name).collect();
        if names.is_empty() || fs::exists(folder.join(NOTE))? {
            return Ok(true);
        }
        // While its owner begins or removes it, files come and go between a look at them and one at the note.
        match &before {
            Some(before) if before.iter().any(|name| names.contains(name)) => return Ok(false),
            _ => before = Some(names),
        }
    }
}

/// Removes files in the making of a process that was killed, which are of no use to anyone.
fn sweep(folder: &Path) -> io::Result<()> {
    for entry in entries(folder)? {
        if entry.file_name().to_string_lossy().starts_with(TEMPORARY) && entry.file_name() != NOTE {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

fn entries(folder: &Path) -> io::Result<Vec<DirEntry>> {
    fs::read_dir(folder)?.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Place(tempfile::TempDir);

    impl Place {
        fn new() -> Place {
            Place(tempfile::tempdir().unwrap())
        }

        fn target(&self) -> PathBuf {
            self.0.path().join("block.raw")
        }

        fn folder(&self) -> PathBuf {
            self.0.path().join("block.raw.part")
        }

        fn open(&self, work: u32) -> Result<Part, Error> {
            Part::open(&self.target(), Fingerprint::new().with_numbers([work]))
        }

        /// How many files and folders there are.
        fn count(&self) -> usize {
            entries(self.0.path()).unwrap().len()
        }
    }

    #[test]
    fn the_same_work_goes_on_and_other_work_begins_anew() {
        let place = Place::new();
        let part = place.open(1).unwrap();
        assert_eq!(part.begun(), Begun::Anew);
        fs::write(part.path("a.png"), "whole").unwrap();
        fs::write(part.path(".travertine-x.part"), "half").unwrap();
        fs::write(part.inner("frames").unwrap().join("0.png"), "whole").unwrap();
        fs::write(part.path("frames").join(".travertine-y.part"), "half").unwrap();
        part.leave();

        let part = place.open(1).unwrap();
        assert_eq!(part.begun(), Begun::Continued);
        assert!(part.path("a.png").exists() && !part.path(".travertine-x.part").exists());
        assert_eq!(entries(&part.inner("frames").unwrap()).unwrap().len(), 1);
        drop(part);
        let part = place.open(2).unwrap();
        assert_eq!(part.begun(), Begun::InPlaceOfAnother);
        assert!(!part.path("a.png").exists() && !part.path("frames").exists());
        part.leave();
        assert_eq!(place.count(), 0, "nothing is finished");
    }

    #[test]
    fn nobody_opens_a_part_twice() {
        let place = Place::new();
        let part = place.open(1).unwrap();
        assert!(matches!(place.open(1), Err(Error::Busy { .. })));
        drop(part);
        assert!(place.open(1).is_ok());
    }

    #[test]
    fn what_is_no_part_stays() {
        let place = Place::new();
        fs::write(place.folder(), "a file").unwrap();
        assert!(matches!(place.open(1), Err(Error::InTheWay { .. })));
        assert_eq!(fs::read(place.folder()).unwrap(), b"a file");
        fs::remove_file(place.folder()).unwrap();

        fs::create_dir(place.folder()).unwrap();
        fs::write(place.folder().join("diary"), "dear diary").unwrap();
        assert!(matches!(place.open(1), Err(Error::InTheWay { .. })));
        assert_eq!(fs::read(place.folder().join("diary")).unwrap(), b"dear diary");
    }

    #[test]
    fn what_is_made_takes_the_place_of_the_target_and_the_rest_goes() {
        let place = Place::new();
        for content in ["first", "second"] {
            let part = place.open(1).unwrap();
            fs::write(part.path("made"), content).unwrap();
            fs::write(part.path("other"), "").unwrap();
            part.finish("made").unwrap();
            assert_eq!(fs::read_to_string(place.target()).unwrap(), content);
            assert_eq!(place.count(), 1);
        }
    }

    #[test]
    fn a_folder_is_replaced_by_a_folder_or_put_back() {
        let place = Place::new();
        fs::create_dir(place.target()).unwrap();
        fs::write(place.target().join("old"), "").unwrap();
        let part = place.open(1).unwrap();
        fs::write(part.inner("made").unwrap().join("new"), "").unwrap();
        // Killed after it was moved away.
        fs::rename(place.target(), part.path(REPLACED)).unwrap();
        drop(part);
        // Even by other work.
        drop(place.open(2).unwrap());
        assert!(place.target().join("old").exists());
        let part = place.open(1).unwrap();
        fs::write(part.path("file"), "").unwrap();
        fs::write(part.inner("made").unwrap().join("new"), "").unwrap();
        assert!(part.finish("file").is_err(), "a file never takes the place of a folder");
        assert!(place.target().join("old").exists());
        place.open(1).unwrap().finish("made").unwrap();
        assert!(place.target().join("new").exists() && !place.target().join("old").exists());
        assert_eq!(place.count(), 1);
    }

    #[test]
    fn what_was_replaced_is_removed_by_the_next() {
        let place = Place::new();
        for round in ["first", "second"] {
            let part = place.open(1).unwrap();
            // Killed after the folders were exchanged.
            fs::create_dir(part.path(REPLACED)).unwrap();
            fs::write(part.path(REPLACED).join("old"), "").unwrap();
            fs::create_dir_all(place.target()).unwrap();
            drop(part);
            let part = place.open(1).unwrap();
            assert!(!part.path(REPLACED).exists());
            fs::write(part.inner("made").unwrap().join(round), "").unwrap();
            part.finish("made").unwrap();
            assert!(place.target().join(round).exists());
            assert_eq!((place.count(), entries(&place.target()).unwrap().len()), (1, 1));
        }
    }

    #[test]
    fn nothing_beside_an_empty_note_counts() {
        let place = Place::new();
        let mut part = place.open(1).unwrap();
        // Killed in the midst of removing what it had replaced, which someone has moved away since.
        fs::create_dir(part.path(REPLACED)).unwrap();
        fs::write(part.path("journal"), "all is done").unwrap();
        part.note.file().set_len(0).unwrap();
        drop(part);
        let part = place.open(1).unwrap();
        assert_eq!((part.begun(), place.target().exists()), (Begun::Anew, false));
        assert_eq!(entries(part.folder()).unwrap().len(), 1, "the note");
    }

    #[test]
    fn processes_that_begin_and_end_at_once_do_not_get_in_each_others_way() {
        let place = Place::new();
        let work = || {
            for _ in 0..200 {
                match place.open(1) {
                    Ok(part) => {
                        assert_eq!(part.begun(), Begun::Anew);
                        fs::write(part.path("made"), "whole").unwrap();
                        fs::write(part.path("other"), "").unwrap();
                        part.finish("made").unwrap();
                    }
                    Err(Error::Busy { .. }) => {}
                    Err(error) => panic!("{error}"),
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(work);
            }
        });
        assert_eq!(place.count(), 1);
    }
}
