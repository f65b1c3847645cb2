//! Partial outputs: folders in which long work gathers until its output is whole.
//!
//! `block.nrrd` is made in the folder `block.nrrd.part` next to it. Finished parts gather there, and a later run of the
//! same work continues with them. A note in the folder holds the fingerprint of the work, so that other work starts
//! anew. The process at work holds a lock on the note.
//!
//! A process may be killed at any time, and any call may fail, so the order of all steps matters:
//!
//! - The note is the first file in the folder and the last. A folder with files but no note is not Travertine's.
//! - The note is empty until the folder is. It is emptied before any finished part is removed: content next to an empty
//!   note is worthless.
//! - A finished folder is renamed before it replaces the target, so that the replaced folder is never taken for a
//!   finished one.

use std::ffi::OsString;
use std::fs::{self, DirEntry};
use std::io::{self, ErrorKind, Read, Seek, Write};
use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::exchange::exchange;
use crate::fingerprint::Fingerprint;
use crate::lock::Lock;
use crate::name::TEMPORARY;
use crate::path::flush_folder;

/// The file that marks the folder as Travertine's and holds the fingerprint.
pub(crate) const NOTE: &str = ".travertine-part";

/// A folder that is about to become the target, or that was the target.
const REPLACED: &str = "replaced";

/// Attempts to create a folder that another process keeps removing, before that process is reported as busy.
const ATTEMPTS: usize = 100;

/// How a partial output was opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opened {
    /// There was no partial output.
    New,
    /// The same work had been interrupted, and continues.
    Resumed,
    /// Other work had been interrupted. Its finished parts are removed.
    Restarted,
}

/// An output under construction: a folder next to its target. One process at a time can open that of a target.
pub struct PartialOutput {
    target: PathBuf,
    folder: PathBuf,
    note: Lock,
    opened: Opened,
}

impl PartialOutput {
    /// Opens the partial output of a target, or begins one.
    ///
    /// # Errors
    ///
    /// [`Error::Busy`] if another process has opened it, [`Error::InTheWay`] if something else is at the folder's path,
    /// or [`Error::Write`].
    pub fn open(target: &Path, fingerprint: Fingerprint) -> Result<PartialOutput, Error> {
        let folder = PartialOutput::folder_of(target);
        let note = lock_folder(&folder, target)?;
        let mut output = PartialOutput { target: target.to_owned(), folder, note, opened: Opened::New };
        match output.begin(&format!("{fingerprint}\n")) {
            Ok(()) => Ok(output),
            Err(error) => {
                output.leave();
                Err(Error::write(target)(error))
            }
        }
    }

    /// The folder of a target's partial output, whether it exists or not.
    pub fn folder_of(target: &Path) -> PathBuf {
        let mut name = target.file_name().map(OsString::from).unwrap_or_default();
        name.push(".part");
        target.with_file_name(name)
    }

    /// How it was opened.
    pub fn opened(&self) -> Opened {
        self.opened
    }

    /// The folder that holds the finished parts.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The path of a file or folder of that name in it.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// The folder of that name in it, created if it is missing. Unfinished [atomic files](crate::AtomicFile) that a
    /// killed process left there are removed.
    ///
    /// # Errors
    ///
    /// [`Error::Write`], which names the target, or [`Error::InTheWay`] if a link is at its path.
    pub fn inner(&self, name: &str) -> Result<PathBuf, Error> {
        let folder = self.path(name);
        if folder.is_symlink() {
            let what = "is a link, which leads out of the partial output";
            return Err(Error::InTheWay { path: folder, what });
        }
        fs::create_dir_all(&folder).and_then(|()| sweep(&folder)).map_err(Error::write(&self.target))?;
        Ok(folder)
    }

    /// Replaces the target with the file or folder of that name, and removes the rest. A file takes over the
    /// permissions of the file that it replaces.
    ///
    /// A folder is replaced in one step where the system can. Elsewhere it is missing for a moment; if the process is
    /// killed then, the next one restores it.
    ///
    /// # Errors
    ///
    /// If the target cannot be replaced. Then the target is unchanged, and all finished parts stay.
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

    /// Removes it. If something cannot be removed, the note stays, and the next process tries again.
    pub fn remove(mut self) {
        let _ = self.clear().and_then(|()| {
            self.note.remove()?;
            fs::remove_dir(&self.folder)
        });
    }

    /// Keeps finished parts for the next run; removes the folder if there are none.
    pub fn leave(self) {
        let is_empty = |folder: &Path| fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_none());
        let finished = |entry: DirEntry| entry.file_name() != NOTE && !is_empty(&entry.path());
        if sweep(&self.folder).is_ok() && entries(&self.folder).is_ok_and(|found| !found.into_iter().any(finished)) {
            self.remove();
        }
    }

    /// Continues if the note has this fingerprint; otherwise clears the folder and writes the note.
    fn begin(&mut self, ours: &str) -> io::Result<()> {
        let mut found = Vec::new();
        self.note.file().take(ours.len() as u64 + 1).read_to_end(&mut found)?;
        if !found.is_empty() {
            self.put_back()?;
        }
        if found == ours.as_bytes() {
            self.opened = Opened::Resumed;
            return sweep(&self.folder);
        }
        if !found.is_empty() {
            self.opened = Opened::Restarted;
        }
        self.clear()?;
        let note = self.note.file();
        note.write_all(ours.as_bytes())?;
        note.sync_all()?;
        flush_folder(&self.folder.join(NOTE));
        flush_folder(&self.folder);
        Ok(())
    }

    /// Replaces the target, a folder, with a finished folder.
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
            // If that fails too, the next process does it.
            let _ = self.put_back();
        })
    }

    /// Restores a target that was moved away but not replaced, or removes one that was replaced.
    fn put_back(&self) -> io::Result<()> {
        let replaced = self.path(REPLACED);
        match (replaced.try_exists()?, self.target.try_exists()?) {
            (true, false) => fs::rename(replaced, &self.target),
            (true, true) => fs::remove_dir_all(replaced),
            (false, _) => Ok(()),
        }
    }

    /// Empties the note and removes everything else.
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

/// Creates the folder if it is missing, and locks its note.
fn lock_folder(folder: &Path, target: &Path) -> Result<Lock, Error> {
    for _ in 0..ATTEMPTS {
        match fs::create_dir(folder) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => match is_ours(folder) {
                Ok(true) => {}
                Ok(false) => {
                    let what = "exists and is not the folder of a partial output";
                    return Err(Error::InTheWay { path: folder.to_owned(), what });
                }
                // Its owner has just removed it.
                Err(error) if error.kind() == ErrorKind::NotFound => continue,
                Err(error) => return Err(Error::write(target)(error)),
            },
            created => created.map_err(Error::write(target))?,
        }
        match Lock::acquire(&folder.join(NOTE)) {
            Ok(Some(note)) => return Ok(note),
            Ok(None) => break,
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => {
                // Only if it is empty.
                let _ = fs::remove_dir(folder);
                return Err(Error::write(target)(error));
            }
        }
    }
    Err(Error::Busy { path: target.to_owned() })
}

/// Whether the folder is that of a partial output, also of one that is being created or removed. A link to one is not:
/// what is removed in it would be elsewhere.
fn is_ours(folder: &Path) -> io::Result<bool> {
    if !fs::symlink_metadata(folder)?.is_dir() {
        return Ok(false);
    }
    let mut before: Option<Vec<OsString>> = None;
    loop {
        let names: Vec<OsString> = entries(folder)?.iter().map(DirEntry::file_name).collect();
        match fs::symlink_metadata(folder.join(NOTE)) {
            Ok(note) => return Ok(note.is_file()),
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            Err(_) if names.is_empty() => return Ok(true),
            Err(_) => {}
        }
        // While its owner creates or removes it, files come and go between listing them and looking for the note.
        match &before {
            Some(before) if before.iter().any(|name| names.contains(name)) => return Ok(false),
            _ => before = Some(names),
        }
    }
}

/// Removes the unfinished files of a process that was killed.
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

    struct Fixture(tempfile::TempDir);

    impl Fixture {
        fn new() -> Fixture {
            Fixture(tempfile::tempdir().unwrap())
        }

        fn target(&self) -> PathBuf {
            self.0.path().join("block.raw")
        }

        fn folder(&self) -> PathBuf {
            self.0.path().join("block.raw.part")
        }

        fn open(&self, work: u32) -> Result<PartialOutput, Error> {
            PartialOutput::open(&self.target(), Fingerprint::new().with_numbers([work]))
        }

        /// How many files and folders there are.
        fn count(&self) -> usize {
            entries(self.0.path()).unwrap().len()
        }
    }

    #[test]
    fn the_same_work_resumes_and_other_work_restarts() {
        let fixture = Fixture::new();
        let output = fixture.open(1).unwrap();
        assert_eq!(output.opened(), Opened::New);
        fs::write(output.path("a.png"), "whole").unwrap();
        fs::write(output.path(".travertine-x.part"), "half").unwrap();
        fs::write(output.inner("frames").unwrap().join("0.png"), "whole").unwrap();
        fs::write(output.path("frames").join(".travertine-y.part"), "half").unwrap();
        output.leave();

        let output = fixture.open(1).unwrap();
        assert_eq!(output.opened(), Opened::Resumed);
        assert!(output.path("a.png").exists() && !output.path(".travertine-x.part").exists());
        assert_eq!(entries(&output.inner("frames").unwrap()).unwrap().len(), 1);
        drop(output);
        let output = fixture.open(2).unwrap();
        assert_eq!(output.opened(), Opened::Restarted);
        assert!(!output.path("a.png").exists() && !output.path("frames").exists());
        output.leave();
        assert_eq!(fixture.count(), 0, "nothing is finished");
    }

    #[test]
    fn one_process_at_a_time_opens_it() {
        let fixture = Fixture::new();
        let output = fixture.open(1).unwrap();
        assert!(matches!(fixture.open(1), Err(Error::Busy { .. })));
        drop(output);
        assert!(fixture.open(1).is_ok());
    }

    #[test]
    fn other_files_and_folders_stay() {
        let fixture = Fixture::new();
        fs::write(fixture.folder(), "a file").unwrap();
        assert!(matches!(fixture.open(1), Err(Error::InTheWay { .. })));
        assert_eq!(fs::read(fixture.folder()).unwrap(), b"a file");
        fs::remove_file(fixture.folder()).unwrap();

        fs::create_dir(fixture.folder()).unwrap();
        fs::write(fixture.folder().join("diary"), "dear diary").unwrap();
        assert!(matches!(fixture.open(1), Err(Error::InTheWay { .. })));
        assert_eq!(fs::read(fixture.folder().join("diary")).unwrap(), b"dear diary");
    }

    #[test]
    fn the_finished_part_replaces_the_target_and_the_rest_is_removed() {
        let fixture = Fixture::new();
        for content in ["first", "second"] {
            let output = fixture.open(1).unwrap();
            fs::write(output.path("made"), content).unwrap();
            fs::write(output.path("other"), "").unwrap();
            output.finish("made").unwrap();
            assert_eq!(fs::read_to_string(fixture.target()).unwrap(), content);
            assert_eq!(fixture.count(), 1);
        }
    }

    #[test]
    fn a_folder_is_replaced_or_restored() {
        let fixture = Fixture::new();
        fs::create_dir(fixture.target()).unwrap();
        fs::write(fixture.target().join("old"), "").unwrap();
        let output = fixture.open(1).unwrap();
        fs::write(output.inner("made").unwrap().join("new"), "").unwrap();
        // Killed after it was moved away.
        fs::rename(fixture.target(), output.path(REPLACED)).unwrap();
        drop(output);
        // Other work restores it too.
        drop(fixture.open(2).unwrap());
        assert!(fixture.target().join("old").exists());
        let output = fixture.open(1).unwrap();
        fs::write(output.path("file"), "").unwrap();
        fs::write(output.inner("made").unwrap().join("new"), "").unwrap();
        assert!(output.finish("file").is_err(), "a file never takes the place of a folder");
        assert!(fixture.target().join("old").exists());
        fixture.open(1).unwrap().finish("made").unwrap();
        assert!(fixture.target().join("new").exists() && !fixture.target().join("old").exists());
        assert_eq!(fixture.count(), 1);
    }

    #[test]
    fn a_replaced_folder_is_removed_by_the_next_process() {
        let fixture = Fixture::new();
        for round in ["first", "second"] {
            let output = fixture.open(1).unwrap();
            // Killed after the folders were exchanged.
            fs::create_dir(output.path(REPLACED)).unwrap();
            fs::write(output.path(REPLACED).join("old"), "").unwrap();
            fs::create_dir_all(fixture.target()).unwrap();
            drop(output);
            let output = fixture.open(1).unwrap();
            assert!(!output.path(REPLACED).exists());
            fs::write(output.inner("made").unwrap().join(round), "").unwrap();
            output.finish("made").unwrap();
            assert!(fixture.target().join(round).exists());
            assert_eq!((fixture.count(), entries(&fixture.target()).unwrap().len()), (1, 1));
        }
    }

    #[test]
    fn content_beside_an_empty_note_is_worthless() {
        let fixture = Fixture::new();
        let mut output = fixture.open(1).unwrap();
        // Killed while it removed a replaced folder, and the target was moved away since.
        fs::create_dir(output.path(REPLACED)).unwrap();
        fs::write(output.path("journal"), "all is done").unwrap();
        output.note.file().set_len(0).unwrap();
        drop(output);
        let output = fixture.open(1).unwrap();
        assert_eq!((output.opened(), fixture.target().exists()), (Opened::New, false));
        assert_eq!(entries(output.folder()).unwrap().len(), 1, "the note");
    }

    #[test]
    fn processes_at_the_same_time_do_not_disturb_each_other() {
        let fixture = Fixture::new();
        let work = || {
            for _ in 0..200 {
                match fixture.open(1) {
                    Ok(output) => {
                        assert_eq!(output.opened(), Opened::New);
                        fs::write(output.path("made"), "whole").unwrap();
                        fs::write(output.path("other"), "").unwrap();
                        output.finish("made").unwrap();
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
        assert_eq!(fixture.count(), 1);
    }
}
