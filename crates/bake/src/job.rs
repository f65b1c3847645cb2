//! Jobs: what is finished of a set of textures while the rest is made.
//!
//! Files gather in a folder beside the target, `OUT.part`, with a note of what they are files of. Whoever does the same
//! job again finds those that are finished; whoever does another one begins anew.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read, Seek, Write};
use std::path::{Path, PathBuf};

use travertine::sink::flush_folder;

use crate::error::Error;

/// The file that says which job a folder belongs to. Whoever works on it holds a lock on it.
const NOTE: &str = ".travertine-job";

/// A folder in which files gather.
pub(crate) struct Job {
    target: PathBuf,
    folder: PathBuf,
    note: File,
}

impl Job {
    /// The folder for a target, with what is finished of the same job.
    pub(crate) fn open(target: &Path, fingerprint: u64) -> Result<Job, Error> {
        let failed = |source| Error::Write { path: target.to_owned(), source };
        let mut name: OsString =
            target.file_name().ok_or_else(|| failed(ErrorKind::InvalidInput.into()))?.to_owned();
        name.push(".part");
        let folder = target.with_file_name(name);
        let note = folder.join(NOTE);
        let empty = || fs::read_dir(&folder).map(|mut entries| entries.next().is_none());
        match fs::create_dir(&folder) {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => return Err(failed(error)),
            // What somebody else has there is nobody's to remove.
            Err(_) if !note.exists() && !empty().unwrap_or(false) => {
                let message = "something else is there that is needed for its unfinished files; move it, or name another target";
                return Err(Error::Write {
                    path: folder,
                    source: io::Error::new(ErrorKind::AlreadyExists, message),
                });
            }
            _ => {}
        }
        let mut options = OpenOptions::new();
        let mut note =
            options.read(true).write(true).create(true).truncate(false).open(note).map_err(failed)?;
        if let Err(TryLockError::WouldBlock) = note.try_lock() {
            let message = "another process is making it; wait for it, or name another target";
            return Err(failed(io::Error::new(ErrorKind::ResourceBusy, message)));
        }
        let (mut known, ours) = (Vec::new(), format!("{fingerprint:016x}\n"));
        Read::by_ref(&mut note).take(64).read_to_end(&mut known).map_err(failed)?;
        let same = known == ours.as_bytes();
        for entry in fs::read_dir(&folder).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let name = entry.file_name();
            // Files in the making of a process that was killed are of no use to anyone.
            let unfinished = name.to_string_lossy().starts_with(".travertine-") && name != NOTE;
            if unfinished || (!same && name != NOTE) {
                fs::remove_file(entry.path()).map_err(failed)?;
            }
        }
        if !same {
            note.set_len(0).and_then(|()| note.rewind()).map_err(failed)?;
            note.write_all(ours.as_bytes()).and_then(|()| note.sync_all()).map_err(failed)?;
        }
        Ok(Job { target: target.to_owned(), folder, note })
    }

    /// Where a file of that name is, or shall be.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Whether a file is finished.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.path(name).exists()
    }

    /// Makes the files be in the folder that is the target: at once if there is none yet, otherwise one after the other.
    pub(crate) fn publish(self, names: &[String]) -> Result<(), Error> {
        let Job { target, folder, note } = self;
        let failed = |source| Error::Write { path: target.clone(), source };
        if target.is_dir() {
            for name in names {
                let file = target.join(name);
                fs::rename(folder.join(name), &file).map_err(Error::write(&file))?;
            }
            flush_folder(&target.join(NOTE));
            drop(note);
            // From a time that ended just when the folder was there.
            if let Err(error) = fs::remove_file(target.join(NOTE))
                && error.kind() != ErrorKind::NotFound
            {
                return Err(failed(error));
            }
            return remove(&folder).map_err(failed);
        }
        // Not every system renames a folder with a file that is open.
        drop(note);
        fs::rename(&folder, &target).map_err(failed)?;
        flush_folder(&target);
        fs::remove_file(target.join(NOTE)).map_err(failed)
    }

    /// Removes the folder with all that is finished: it is somewhere else now.
    pub(crate) fn done(self) -> Result<(), Error> {
        let Job { target, folder, note } = self;
        drop(note);
        remove(&folder).map_err(Error::write(&target))
    }

    /// Leaves what is finished for the next time; the folder goes if nothing is.
    pub(crate) fn leave(self) {
        let names = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        if names.into_iter().all(|entry| entry.file_name() == NOTE) {
            // If it stays, it does no harm.
            let _ = fs::remove_dir_all(&self.folder);
        }
    }
}

/// Removes a job's folder, the note last: without it, what is left of a removal that is cut short is nobody's.
fn remove(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_name() != NOTE {
            fs::remove_file(entry.path())?;
        }
    }
    fs::remove_dir_all(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_job_goes_on_and_another_begins_anew() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("out");
        let job = Job::open(&target, 1).unwrap();
        assert!(!job.has("a.png"));
        fs::write(job.path("a.png"), "a").unwrap();
        fs::write(job.path(".travertine-x.part"), "half").unwrap();
        assert!(Job::open(&target, 1).map(drop).unwrap_err().to_string().contains("another process"));
        job.leave();

        let job = Job::open(&target, 1).unwrap();
        assert!(job.has("a.png") && !job.has(".travertine-x.part"));
        drop(job);
        let job = Job::open(&target, 2).unwrap();
        assert!(!job.has("a.png"));
        job.leave();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn folders_appear_whole_and_existing_ones_keep_what_else_they_have() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("out");
        for content in ["first", "second"] {
            // As if the first had been killed at the end.
            if target.exists() {
                fs::write(target.join(NOTE), "").unwrap();
            }
            let job = Job::open(&target, 1).unwrap();
            fs::write(job.path("a.png"), content).unwrap();
            job.publish(&["a.png".to_owned()]).unwrap();
            assert_eq!(fs::read_to_string(target.join("a.png")).unwrap(), content);
            fs::write(target.join("other.txt"), "other").unwrap();
        }
        let mut names: Vec<_> =
            fs::read_dir(&target).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, ["a.png", "other.txt"]);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_belongs_to_others_stays() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("out");
        fs::create_dir(folder.path().join("out.part")).unwrap();
        fs::write(folder.path().join("out.part/mine.txt"), "mine").unwrap();
        let problem = Job::open(&target, 1).map(drop).unwrap_err().to_string();
        assert!(problem.contains("out.part") && problem.contains("something else"), "{problem}");
        assert!(folder.path().join("out.part/mine.txt").exists());
    }
}
