//! Parts: what there is of something that takes long to make, before it is whole.
//!
//! `block.nrrd` is made in the folder `block.nrrd.part` beside it. A note in there holds the fingerprint of all that
//! the bytes depend on, so that nobody goes on with the part of something else, and whoever works on it holds a lock on
//! the note. What is finished gathers in the folder; whoever does the same work again finds it.

use std::ffi::OsString;
use std::fs::{self, DirEntry, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read, Seek, Write};
use std::path::{Path, PathBuf};

use travertine_render::sink::flush_folder;

use crate::{Error, Fingerprint};

/// What says whose the folder is.
const NOTE: &str = ".travertine-part";

/// A folder that was the target, until another one is in its place.
const REPLACED: &str = "replaced";

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
    note: File,
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
        let mut note = loop {
            claim(&folder, target)?;
            let mut options = OpenOptions::new();
            options.read(true).write(true).create(true).truncate(false);
            let note = options.open(folder.join(NOTE)).map_err(failed)?;
            match note.try_lock() {
                Err(TryLockError::WouldBlock) => return Err(Error::Busy { path: target.to_owned() }),
                // Where files cannot be locked, the user has to look out alone.
                Err(TryLockError::Error(error)) if error.kind() != ErrorKind::Unsupported => {
                    return Err(failed(error));
                }
                _ => {}
            }
            // Whoever had the lock before may have finished, and removed it all.
            if folder.join(NOTE).exists() {
                break note;
            }
        };
        let ours = format!("{fingerprint}\n");
        let mut found = Vec::new();
        Read::by_ref(&mut note).take(ours.len() as u64 + 1).read_to_end(&mut found).map_err(failed)?;
        let begun = match found.as_slice() {
            [] => Begun::Anew,
            found if found == ours.as_bytes() => Begun::Continued,
            _ => Begun::InPlaceOfAnother,
        };
        let mut part = Part { target: target.to_owned(), folder, note, begun };
        part.put_back().map_err(failed)?;
        if begun == Begun::Continued {
            sweep(&part.folder).map_err(failed)?;
        } else {
            part.discard().and_then(|()| part.sign(&ours)).map_err(failed)?;
        }
        Ok(part)
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
    /// # Errors
    ///
    /// If the target cannot be replaced; then it is as it was, and all that is finished stays.
    pub fn finish(self, name: &str) -> io::Result<()> {
        let made = self.path(name);
        match fs::metadata(&self.target) {
            Ok(there) if there.is_dir() && made.is_dir() => {
                fs::rename(&self.target, self.path(REPLACED))?;
            }
            Ok(there) if there.is_file() => fs::set_permissions(&made, there.permissions())?,
            _ => {}
        }
        fs::rename(made, &self.target)?;
        flush_folder(&self.target);
        self.remove();
        Ok(())
    }

    /// Removes all of it. What cannot be removed is in nobody's way but the next one's, which tries again.
    pub fn remove(self) {
        let _ = self.discard();
        let Part { folder, note, .. } = self;
        // Not every system removes a file that is open.
        drop(note);
        let _ = fs::remove_file(folder.join(NOTE)).and_then(|()| fs::remove_dir(&folder));
    }

    /// Leaves what is finished for the next time, and nothing if nothing is.
    pub fn leave(self) {
        let is_empty = |folder: &Path| fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_none());
        let finished = |entry: DirEntry| entry.file_name() != NOTE && !is_empty(&entry.path());
        if sweep(&self.folder).is_ok()
            && !entries(&self.folder).is_ok_and(|found| found.into_iter().any(finished))
        {
            self.remove();
        }
    }

    /// Puts back what was taken away for something that did not come.
    fn put_back(&self) -> io::Result<()> {
        let replaced = self.path(REPLACED);
        if replaced.exists() && !self.target.exists() { fs::rename(replaced, &self.target) } else { Ok(()) }
    }

    /// Removes all but the note.
    fn discard(&self) -> io::Result<()> {
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

    /// Writes whose the folder is.
    fn sign(&mut self, text: &str) -> io::Result<()> {
        self.note.set_len(0)?;
        self.note.rewind()?;
        self.note.write_all(text.as_bytes())?;
        self.note.sync_all()?;
        flush_folder(&self.folder.join(NOTE));
        flush_folder(&self.folder);
        Ok(())
    }
}

/// Makes the folder, unless it is there and is one of a part.
fn claim(folder: &Path, target: &Path) -> Result<(), Error> {
    match fs::create_dir(folder) {
        Ok(()) => return Ok(()),
        Err(source) if source.kind() != ErrorKind::AlreadyExists => {
            return Err(Error::Write { path: target.to_owned(), source });
        }
        Err(_) => {}
    }
    // Empty, it was just made, or is about to be removed.
    let ours = folder.join(NOTE).exists() || entries(folder).is_ok_and(|entries| entries.is_empty());
    let what = "is no part of what is to be made";
    if ours { Ok(()) } else { Err(Error::InTheWay { path: folder.to_owned(), what }) }
}

/// Removes files in the making of a process that was killed, which are of no use to anyone.
fn sweep(folder: &Path) -> io::Result<()> {
    for entry in entries(folder)? {
        if entry.file_name().to_string_lossy().starts_with(".travertine-") && entry.file_name() != NOTE {
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
}
