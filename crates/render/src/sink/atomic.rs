//! Files that appear under their name only when they are whole.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// A file in the making: a temporary one beside its target, which takes the target's place when it is finished, and
/// vanishes if it never is.
pub struct AtomicFile {
    file: BufWriter<NamedTempFile>,
    path: PathBuf,
}

impl AtomicFile {
    /// Starts a file that will be at `path`.
    ///
    /// # Errors
    ///
    /// If the folder is missing or cannot be written to, or `path` is a folder.
    pub fn create(path: &Path) -> io::Result<AtomicFile> {
        if path.is_dir() {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder"));
        }
        let mut builder = tempfile::Builder::new();
        builder.prefix(".travertine-").suffix(".part");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // As any new file: the process's mask takes away what it must.
            builder.permissions(std::fs::Permissions::from_mode(0o666));
        }
        let file = builder.tempfile_in(AtomicFile::folder(path))?;
        Ok(AtomicFile { file: BufWriter::with_capacity(1 << 16, file), path: path.to_owned() })
    }

    /// Puts the file in its place. File and folder are flushed to the disk, so that it survives a loss of power.
    ///
    /// # Errors
    ///
    /// If the disk is full or the target cannot be replaced; then the target is as it was.
    pub fn finish(self) -> io::Result<()> {
        let file = self.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.as_file().sync_all()?;
        file.persist(&self.path).map_err(|error| error.error)?;
        // Not every system can flush a folder, nor need one be readable. The file is in its place all the same.
        let _ = File::open(AtomicFile::folder(&self.path)).and_then(|folder| folder.sync_all());
        Ok(())
    }

    fn folder(path: &Path) -> &Path {
        path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
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
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);

        let mut file = AtomicFile::create(&path).unwrap();
        file.write_all(b"whole").unwrap();
        assert!(!path.exists());
        file.finish().unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"whole");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn refuses_a_folder_as_target() {
        let folder = tempfile::tempdir().unwrap();
        assert!(AtomicFile::create(folder.path()).is_err());
    }
}
