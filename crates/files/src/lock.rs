//! Locks on files, which show that the process that writes them is alive.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use same_file::Handle;

use crate::error::Error;
use crate::name::TEMPORARY;
use crate::path::real;

/// The file in a folder that a process locks while it writes the folder.
const OF_FOLDER: &str = ".travertine-lock";

/// The longest wait for another process that changes the same file, which takes it an instant.
const TIMEOUT: Duration = Duration::from_secs(10);

/// The longest wait where an interface must not stop.
const BRIEF: Duration = Duration::from_millis(20);

/// Time between attempts.
const RETRY_INTERVAL: Duration = Duration::from_millis(10);

/// The owner of the lock on a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Owner {
    /// This process, as long as the file is open.
    This,
    /// Another process, or another open file of this one.
    Other,
    /// No one: the last owner removed or renamed the file.
    Gone,
    /// Unknown: the file system has no locks.
    Unknown,
}

/// Tries to lock a file that was opened at that path.
///
/// # Errors
///
/// If it cannot be found out which file is at the path now.
pub(crate) fn lock(file: &File, path: &Path) -> io::Result<Owner> {
    owner(file.try_lock(), file, path)
}

/// As [`lock`], but several owners may share the lock.
pub(crate) fn lock_shared(file: &File, path: &Path) -> io::Result<Owner> {
    owner(file.try_lock_shared(), file, path)
}

fn owner(locked: Result<(), TryLockError>, file: &File, path: &Path) -> io::Result<Owner> {
    let owner = match locked {
        Ok(()) => Owner::This,
        Err(TryLockError::WouldBlock) => return Ok(Owner::Other),
        Err(TryLockError::Error(_)) => Owner::Unknown,
    };
    let there = match Handle::from_path(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Owner::Gone),
        there => there?,
    };
    Ok(if Handle::from_file(file.try_clone()?)? == there { owner } else { Owner::Gone })
}

/// A file that this process has locked. No other process can lock it as long as the value lives.
///
/// On file systems without locks, the user must ensure that only one process writes.
pub struct Lock {
    path: PathBuf,
    file: File,
}

impl Lock {
    /// Locks the file at that path, created if it is missing; `None` if another process holds the lock.
    ///
    /// # Errors
    ///
    /// If the file cannot be opened or created.
    pub fn acquire(path: &Path) -> io::Result<Option<Lock>> {
        loop {
            // A link might lead anywhere, and a pipe never opens.
            if fs::symlink_metadata(path).is_ok_and(|there| !there.is_file()) {
                return Err(io::Error::new(ErrorKind::InvalidInput, "its lock is not a regular file; remove it"));
            }
            let mut options = OpenOptions::new();
            let file = options.read(true).write(true).create(true).truncate(false).open(path)?;
            match lock(&file, path)? {
                Owner::This | Owner::Unknown => return Ok(Some(Lock { path: path.to_owned(), file })),
                Owner::Other => return Ok(None),
                Owner::Gone => {}
            }
        }
    }

    /// The locked file.
    pub fn file(&mut self) -> &mut File {
        &mut self.file
    }

    /// Removes the file. The lock is held until the file is gone, so that no other process takes it in between.
    ///
    /// # Errors
    ///
    /// If it cannot be removed.
    pub fn remove(self) -> io::Result<()> {
        fs::remove_file(&self.path)
    }
}

/// Writes files of a folder while no other process does so.
///
/// # Errors
///
/// [`Error::Busy`] if another process writes them, [`Error::Write`] if the folder cannot be locked, or those of the
/// work.
pub fn write_folder<T, E: From<Error>>(folder: &Path, work: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
    alone(folder, &folder.join(OF_FOLDER), Duration::ZERO, work)
}

/// Reads a file and replaces it while no other process does so. Waits for one that does.
///
/// # Errors
///
/// [`Error::Busy`] if the other process takes too long, [`Error::Write`] if the file cannot be locked, or those of the
/// work.
pub fn change_file<T, E: From<Error>>(file: &Path, work: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
    alone(file, &of_file(file), TIMEOUT, work)
}

/// As [`change_file`], but waits only an instant for another process.
///
/// # Errors
///
/// As those of [`change_file`].
pub fn change_file_now<T, E: From<Error>>(file: &Path, work: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
    alone(file, &of_file(file), BRIEF, work)
}

/// The lock of a file. Links to a file lead to one lock.
fn of_file(file: &Path) -> PathBuf {
    let place = real(file);
    let name = place.file_name().unwrap_or_default().to_string_lossy();
    let name = &name[..name.floor_char_boundary(100)];
    place.with_file_name(format!("{TEMPORARY}{name}.lock"))
}

/// Works while this process holds a lock, whose file exists only meanwhile.
fn alone<T, E: From<Error>>(
    output: &Path,
    lock: &Path,
    patience: Duration,
    work: impl FnOnce() -> Result<T, E>,
) -> Result<T, E> {
    let start = Instant::now();
    let held = loop {
        match Lock::acquire(lock).map_err(Error::write(output))? {
            Some(held) => break held,
            None if start.elapsed() < patience => thread::sleep(RETRY_INTERVAL),
            None => return Err(Error::Busy { path: output.to_owned() }.into()),
        }
    };
    let done = work();
    // A file that stays does no harm, since the lock is released.
    let _ = held.remove();
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_one_owner() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lock");
        let held = Lock::acquire(&path).unwrap().unwrap();
        assert!(Lock::acquire(&path).unwrap().is_none());
        drop(held);
        let held = Lock::acquire(&path).unwrap().unwrap();
        held.remove().unwrap();
        assert!(!path.exists() && Lock::acquire(&path).unwrap().is_some());
    }

    #[test]
    fn a_file_that_was_replaced_is_not_locked() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lock");
        let opened = File::create(&path).unwrap();
        fs::remove_file(&path).unwrap();
        assert_eq!(lock(&opened, &path).unwrap(), Owner::Gone);
        let _other = File::create(&path).unwrap();
        assert_eq!(lock(&opened, &path).unwrap(), Owner::Gone);
    }
}
