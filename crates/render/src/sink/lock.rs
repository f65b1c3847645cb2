//! Locks on files, which say that the process that writes them is alive.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use same_file::Handle;

/// Whose the lock on a file is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Owner {
    /// This process holds it, as long as the file is open.
    This,
    /// Another process holds it, or another part of this one.
    Other,
    /// Nobody: the file is no longer at its path, since the last owner removed or renamed it.
    Gone,
    /// Nobody: the disk has no locks.
    Unknown,
}

/// Locks a file that was opened at that path, if nobody else has.
///
/// # Errors
///
/// If it is unknown which file is at the path now.
pub(super) fn lock(file: &File, path: &Path) -> io::Result<Owner> {
    let owner = match file.try_lock() {
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

/// A file whose lock this process holds: no other process has it as long as the value lives.
///
/// Where the disk has no locks, the user has to see to it that only one process writes.
pub struct Lock {
    path: PathBuf,
    file: File,
}

impl Lock {
    /// Locks the file at that path, which is made if there is none; none if another process holds it.
    ///
    /// # Errors
    ///
    /// If the file cannot be opened or made.
    pub fn acquire(path: &Path) -> io::Result<Option<Lock>> {
        loop {
            let mut options = OpenOptions::new();
            let file = options.read(true).write(true).create(true).truncate(false).open(path)?;
            match lock(&file, path)? {
                Owner::This | Owner::Unknown => return Ok(Some(Lock { path: path.to_owned(), file })),
                Owner::Other => return Ok(None),
                Owner::Gone => {}
            }
        }
    }

    /// The file.
    pub fn file(&mut self) -> &mut File {
        &mut self.file
    }

    /// Removes the file. The lock is held until it is gone, so that nobody can take it in between.
    ///
    /// # Errors
    ///
    /// If it cannot be removed.
    pub fn remove(self) -> io::Result<()> {
        fs::remove_file(&self.path)
    }
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
