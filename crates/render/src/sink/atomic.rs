//! Files that appear under their name only when they are whole.

use std::collections::BTreeSet;
use std::fs::{self, File, Metadata};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use tempfile::TempPath;

/// A file in the making: a temporary one beside its target, which takes the target's place when it is finished, and
/// vanishes if it never is.
pub struct AtomicFile {
    file: BufWriter<File>,
    temporary: TempPath,
    target: PathBuf,
    _unfinished: Unfinished,
}

impl AtomicFile {
    /// Starts a file that will be at `path`, or at what `path` links to. It will have the permissions of the file that
    /// is there, if one is.
    ///
    /// # Errors
    ///
    /// If the folder is missing or cannot be written to, or something is there that is no file.
    pub fn create(path: &Path) -> io::Result<AtomicFile> {
        let (target, existing) = resolve(path)?;
        let mut builder = tempfile::Builder::new();
        builder.prefix(".travertine-").suffix(".part");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // As any new file: the process's mask takes away what it must.
            builder.permissions(fs::Permissions::from_mode(0o666));
        }
        // The bare error: the temporary name would tell its reader nothing.
        let (file, temporary) =
            builder.tempfile_in(folder(&target)).map_err(|error| io::Error::from(error.kind()))?.into_parts();
        let unfinished = Unfinished::new(&temporary);
        if let Some(existing) = existing {
            file.set_permissions(existing.permissions())?;
        }
        let file = BufWriter::with_capacity(1 << 16, file);
        Ok(AtomicFile { file, temporary, target, _unfinished: unfinished })
    }

    /// Puts the file in its place. File and folder are flushed to the disk, so that it survives a loss of power.
    ///
    /// # Errors
    ///
    /// If the disk is full or the target cannot be replaced; then the target is as it was.
    pub fn finish(self) -> io::Result<()> {
        let AtomicFile { file, temporary, target, _unfinished } = self;
        file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
        temporary.persist(&target).map_err(|error| error.error)?;
        flush_folder(&target);
        Ok(())
    }
}

/// Where a file that is to be at `path` goes: there, or to what it links to; and what is there, if a file is.
///
/// # Errors
///
/// If something is there that is no file.
pub fn resolve(path: &Path) -> io::Result<(PathBuf, Option<Metadata>)> {
    match fs::metadata(path) {
        Ok(existing) if existing.is_dir() => Err(ErrorKind::IsADirectory.into()),
        Ok(existing) if !existing.is_file() => {
            Err(io::Error::new(ErrorKind::InvalidInput, "it is no regular file; name another"))
        }
        Ok(existing) => Ok((fs::canonicalize(path)?, Some(existing))),
        Err(_) if path.is_symlink() => {
            let message = "it is a link that leads nowhere; remove it, or name another";
            Err(io::Error::new(ErrorKind::InvalidInput, message))
        }
        Err(_) => Ok((path.to_owned(), None)),
    }
}

/// Flushes the folder that a file is in to the disk, and so the file's name.
///
/// Not every system can do it, nor need a folder be readable. The file is in its place all the same.
pub fn flush_folder(path: &Path) {
    let _ = File::open(folder(path)).and_then(|folder| folder.sync_all());
}

fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
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

/// The temporary files that there are, for a process that must end at once.
static UNFINISHED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Removes every file in the making, for a process that ends without unwinding: what would have vanished by itself.
pub fn discard_unfinished() {
    let unfinished = std::mem::take(&mut *UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner));
    for path in unfinished {
        // One that is gone is what is wanted.
        let _ = fs::remove_file(path);
    }
}

/// An entry in the list, for as long as the file is in the making.
struct Unfinished(PathBuf);

impl Unfinished {
    fn new(path: &Path) -> Unfinished {
        UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_owned());
        Unfinished(path.to_owned())
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.0);
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
}
