//! Files that appear under their name only when they are whole.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::lock::{Owner, lock};
use super::place::{flush_folder, resolve};

/// What the names of temporary files begin with.
pub const TEMPORARY: &str = ".travertine-";

/// The most bytes that a temporary file's name takes of its target's: all of them might make a name too long.
const MOST_OF_NAME: usize = 100;

/// A file in the making: a temporary one beside its target, which takes the target's place when it is finished, and
/// vanishes if it never is.
pub struct AtomicFile {
    file: BufWriter<Temporary>,
    target: PathBuf,
}

impl AtomicFile {
    /// Starts a file that will be at `path`, or at what `path` links to. It will have the permissions of the file that
    /// is there, if one is. Temporary files of the same target are removed if the process that wrote them is gone.
    ///
    /// # Errors
    ///
    /// If the folder is missing or cannot be written to, or something is there that is no file.
    pub fn create(path: &Path) -> io::Result<AtomicFile> {
        let (target, existing) = resolve(path)?;
        let temporary = Temporary::create(&target)?;
        if let Some(existing) = existing {
            temporary.file.set_permissions(existing.permissions())?;
        }
        Ok(AtomicFile { file: BufWriter::with_capacity(1 << 16, temporary), target })
    }

    /// Puts the file in its place. File and folder are flushed to the disk, so that it survives a loss of power.
    ///
    /// # Errors
    ///
    /// If the disk is full or the target cannot be replaced; then the target is as it was.
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

/// A temporary file, which is removed with the value. Its lock is held as long as the file is there: what can be locked
/// was left by a process that was killed.
struct Temporary {
    path: PathBuf,
    file: File,
    /// Whether it has its own name no longer: a file of that name is then another's.
    is_renamed: bool,
}

impl Temporary {
    fn create(target: &Path) -> io::Result<Temporary> {
        let mut number = 0;
        let temporary = loop {
            let path = temporary_path(target, number);
            match File::create_new(&path) {
                Ok(file) => match lock(&file, &path)? {
                    Owner::This | Owner::Unknown => break Temporary { path, file, is_renamed: false },
                    // Before it was locked, another process took it for one that was left.
                    Owner::Other | Owner::Gone => {}
                },
                Err(error) if error.kind() == ErrorKind::AlreadyExists => match sweep(&path) {
                    Err(error) if error.kind() != ErrorKind::NotFound => number += 1,
                    _ => {}
                },
                // The bare error: the temporary name would tell its reader nothing.
                Err(error) => return Err(error),
            }
        };
        unfinished().insert(temporary.path.clone());
        // More of them are left if several processes were killed that wrote the same target at the same time.
        let others = (number + 1..).map(|number| temporary_path(target, number));
        others.map_while(|path| sweep(&path).ok()).for_each(drop);
        Ok(temporary)
    }

    /// Puts it in the target's place.
    fn rename(mut self, target: &Path) -> io::Result<()> {
        unfinished().remove(&self.path);
        self.is_renamed = true;
        fs::rename(&self.path, target).inspect_err(|_| {
            let _ = fs::remove_file(&self.path);
        })
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if !self.is_renamed && unfinished().remove(&self.path) {
            // One that stays is removed when the same target is written again.
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

/// Where the temporary files of a target are: the first, and more for other processes that write it at the same time.
///
/// Names that tell the target are found without a look at all files of the folder, which may be many.
fn temporary_path(target: &Path, number: u32) -> PathBuf {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    let name = &name[..name.floor_char_boundary(MOST_OF_NAME)];
    target.with_file_name(format!("{TEMPORARY}{name}.{number}.part"))
}

/// Removes a temporary file if the process that wrote it is gone.
///
/// # Errors
///
/// If there is none, or it stays.
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

/// The temporary files that there are, for a process that must end at once.
static UNFINISHED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn unfinished() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes every file in the making, for a process that ends without unwinding: what would have vanished by itself.
pub fn discard_unfinished() {
    for path in std::mem::take(&mut *unfinished()) {
        // One that is gone is what is wanted.
        let _ = fs::remove_file(path);
    }
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
    fn what_is_there_is_replaced_only_if_it_is_a_file() {
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
    fn what_a_killed_process_left_goes_and_what_others_write_stays() {
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
