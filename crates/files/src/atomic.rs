//! Files that appear under their name only when they are whole.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::error::Error;
use crate::lock::{Owner, lock};
use crate::name::TEMPORARY;
use crate::path::{flush_folder, resolve};

/// The most bytes of the target's name in the name of a temporary file: all of them might make it too long.
const MOST_OF_NAME: usize = 100;

/// A file under construction: a temporary file next to its target that replaces the target when it is finished. If it
/// is dropped before, it is removed.
pub struct AtomicFile {
    file: BufWriter<Temporary>,
    target: PathBuf,
}

impl AtomicFile {
    /// Starts a file for `path`, or for the file that `path` links to. It takes over the permissions of an existing
    /// file. Temporary files of the same target are removed if the process that wrote them is gone.
    ///
    /// # Errors
    ///
    /// If the folder is missing or cannot be written to, or something other than a file is at `path`.
    pub fn create(path: &Path) -> io::Result<AtomicFile> {
        let (target, existing) = resolve(path)?;
        let temporary = Temporary::create(&target)?;
        if let Some(existing) = existing {
            temporary.file.set_permissions(existing.permissions())?;
        }
        Ok(AtomicFile { file: BufWriter::with_capacity(1 << 16, temporary), target })
    }

    /// Replaces the target. File and folder are flushed to the disk, so that the file survives a loss of power.
    ///
    /// # Errors
    ///
    /// If the disk is full or the target cannot be replaced. Then the target is unchanged.
    pub fn finish(self) -> io::Result<()> {
        let AtomicFile { file, target } = self;
        let temporary = file.into_inner().map_err(io::IntoInnerError::into_error)?;
        temporary.file.sync_all()?;
        temporary.rename(&target)?;
        flush_folder(&target);
        Ok(())
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl io::Seek for AtomicFile {
    fn seek(&mut self, position: io::SeekFrom) -> io::Result<u64> {
        self.file.seek(position)
    }
}

/// A temporary file, removed when the value is dropped. Its lock is held as long as the file exists: a file that can be
/// locked was left by a process that was killed.
struct Temporary {
    path: PathBuf,
    file: File,
    /// Whether it was renamed: a file of the temporary name then belongs to another writer.
    is_renamed: bool,
}

impl Temporary {
    fn create(target: &Path) -> io::Result<Temporary> {
        // Held until the file is listed, so that an exit in between does not leave it.
        let mut unfinished = unfinished();
        let mut number = 0;
        let temporary = loop {
            let path = temporary_path(target, number);
            match File::create_new(&path) {
                Ok(file) => match lock(&file, &path)? {
                    Owner::This | Owner::Unknown => break Temporary { path, file, is_renamed: false },
                    // Another process removed it before it was locked.
                    Owner::Other | Owner::Gone => {}
                },
                Err(error) if error.kind() == ErrorKind::AlreadyExists => match sweep(&path) {
                    Err(error) if error.kind() != ErrorKind::NotFound => number += 1,
                    _ => {}
                },
                // Without the temporary name, which means nothing to the user.
                Err(error) => return Err(error),
            }
        };
        unfinished.insert(temporary.path.clone());
        drop(unfinished);
        // Several are left if several processes that wrote the same target were killed.
        let others = (number + 1..).map(|number| temporary_path(target, number));
        others.map_while(|path| sweep(&path).ok()).for_each(drop);
        Ok(temporary)
    }

    /// Replaces the target.
    fn rename(mut self, target: &Path) -> io::Result<()> {
        let mut unfinished = unfinished();
        unfinished.remove(&self.path);
        self.is_renamed = true;
        fs::rename(&self.path, target).inspect_err(|_| {
            let _ = fs::remove_file(&self.path);
        })
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if !self.is_renamed && unfinished().remove(&self.path) {
            // If it stays, the next writer of the same target removes it.
            let _ = fs::remove_file(&self.path);
        }
    }
}

impl Write for Temporary {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl io::Seek for Temporary {
    fn seek(&mut self, position: io::SeekFrom) -> io::Result<u64> {
        self.file.seek(position)
    }
}

/// The path of a target's temporary file. Processes that write the same target at the same time have different numbers.
///
/// Since names are derived from the target, they are found without listing the folder, which may hold many files.
fn temporary_path(target: &Path, number: u32) -> PathBuf {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    let name = &name[..name.floor_char_boundary(MOST_OF_NAME)];
    target.with_file_name(format!("{TEMPORARY}{name}.{number}.part"))
}

/// Removes a temporary file if the process that wrote it is gone.
///
/// # Errors
///
/// If there is none, or it cannot be removed.
fn sweep(path: &Path) -> io::Result<()> {
    if !fs::symlink_metadata(path)?.is_file() {
        return Err(ErrorKind::InvalidInput.into());
    }
    let file = OpenOptions::new().write(true).open(path)?;
    match lock(&file, path)? {
        Owner::This => fs::remove_file(path),
        Owner::Gone => Ok(()),
        Owner::Other | Owner::Unknown => Err(ErrorKind::ResourceBusy.into()),
    }
}

/// The temporary files of this process, for an exit without unwinding.
static UNFINISHED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn unfinished() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all temporary files of this process, for an exit without unwinding. From then on, threads that begin, rename
/// or drop a file wait for the exit.
pub fn discard_unfinished() {
    let unfinished = unfinished();
    for path in unfinished.iter() {
        // It may be gone already.
        let _ = fs::remove_file(path);
    }
    mem::forget(unfinished);
}

/// Writes a file that appears when it is whole.
///
/// # Errors
///
/// [`Error::Write`]. Then the file at `path` is unchanged.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let write = || {
        let mut file = AtomicFile::create(path)?;
        file.write_all(bytes)?;
        file.finish()
    };
    write().map_err(Error::write(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn appears_when_finished_and_vanishes_otherwise() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("picture.png");
        let mut file = AtomicFile::create(&path).unwrap();
        file.write_all(b"half").unwrap();
        drop(file);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);

        let mut file = AtomicFile::create(&path).unwrap();
        file.write_all(b"whole").unwrap();
        assert!(!path.exists());
        file.finish().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"whole");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn only_files_are_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let refusal = AtomicFile::create(folder.path()).map(drop).unwrap_err();
        assert_eq!(refusal.kind(), ErrorKind::IsADirectory);
        #[cfg(unix)]
        {
            let link = folder.path().join("link.png");
            std::os::unix::fs::symlink("nowhere.png", &link).unwrap();
            let refusal = AtomicFile::create(&link).map(drop).unwrap_err();
            assert!(link.is_symlink() && refusal.to_string().contains("leads nowhere"));
        }
    }

    #[test]
    #[cfg(unix)]
    fn links_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("picture.png"), folder.path().join("link.png"));
        fs::write(&path, b"old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        symlink(&path, &link).unwrap();
        let mut file = AtomicFile::create(&link).unwrap();
        file.write_all(b"new").unwrap();
        file.finish().unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    }

    #[test]
    fn files_of_killed_processes_are_removed_and_others_stay() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("picture.png");
        let left = |number| temporary_path(&path, number);
        // No process holds their locks.
        for number in [0, 2] {
            fs::write(left(number), b"half").unwrap();
        }
        let alive = File::create(left(1)).unwrap();
        alive.lock().unwrap();
        let foreign = [".travertine-other.png.0.part", ".travertine-notes", "picture.png.part"];
        for name in foreign {
            fs::write(folder.path().join(name), b"mine").unwrap();
        }
        let mut one = AtomicFile::create(&path).unwrap();
        let mut other = AtomicFile::create(&path).unwrap();
        assert!(left(0).exists() && left(1).exists() && left(2).exists() && !left(3).exists());
        drop(alive);
        one.write_all(b"one").unwrap();
        other.write_all(b"other").unwrap();
        one.finish().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"one");
        other.finish().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"other");
        assert!(left(1).exists());
        drop(AtomicFile::create(&path).unwrap());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1 + foreign.len());
    }

    #[test]
    fn many_threads_write_one_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("picture.png");
        let write = |thread: usize| {
            for round in 0..50 {
                let mut file = AtomicFile::create(&path).unwrap();
                file.write_all(format!("{thread} {round}").as_bytes()).unwrap();
                file.finish().unwrap();
            }
        };
        std::thread::scope(|scope| (0..4).for_each(|thread| drop(scope.spawn(move || write(thread)))));
        assert!(fs::read_to_string(&path).unwrap().ends_with(" 49"));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn names_may_be_as_long_as_the_disk_allows() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(format!("{}.png", "ä".repeat(125)));
        AtomicFile::create(&path).unwrap().finish().unwrap();
        assert!(path.exists());
    }
}
