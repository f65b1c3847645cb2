//! Paths of outputs, resolved and checked before anything is written.

use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind};
use std::path::{Component, Path, PathBuf};

/// The path at which a file for `path` is written, which is that of the linked file if `path` is a link; and the
/// metadata of the file there, if it exists.
///
/// # Errors
///
/// If the folder is missing or cannot be written to, or something other than a file is at `path`.
pub fn resolve(path: &Path) -> io::Result<(PathBuf, Option<Metadata>)> {
    let (target, existing) = match existing_file(path)? {
        Some((target, existing)) => (target, Some(existing)),
        None => (path.to_owned(), None),
    };
    check_folder(folder(&target))?;
    Ok((target, existing))
}

/// The path at which a folder for `path` is made, which is that of the linked folder if `path` is a link.
///
/// # Errors
///
/// If something other than a folder is at `path`, or the folder cannot be written to or created.
pub fn resolve_folder(path: &Path) -> io::Result<PathBuf> {
    match fs::metadata(path) {
        Ok(existing) if !existing.is_dir() => {
            let message = "it is a file; name a folder, which may be new";
            Err(io::Error::new(ErrorKind::InvalidInput, message))
        }
        Ok(_) => {
            check_folder(path)?;
            fs::canonicalize(path)
        }
        Err(error) => {
            check_missing(path, error)?;
            check_folder(folder(path))?;
            Ok(path.to_owned())
        }
    }
}

/// The path and metadata of the file at `path`, or of the file that it links to; `None` if there is nothing.
///
/// # Errors
///
/// If something other than a file is at `path`.
pub fn existing_file(path: &Path) -> io::Result<Option<(PathBuf, Metadata)>> {
    match fs::metadata(path) {
        Ok(existing) if existing.is_dir() => Err(ErrorKind::IsADirectory.into()),
        Ok(existing) if !existing.is_file() => {
            Err(io::Error::new(ErrorKind::InvalidInput, "it is not a regular file; name another"))
        }
        Ok(existing) => Ok(Some((fs::canonicalize(path)?, existing))),
        Err(error) => check_missing(path, error).map(|()| None),
    }
}

/// Opens a regular file to read it.
///
/// # Errors
///
/// If it cannot be opened, or is a folder, or a pipe or device, whose bytes might never come.
pub fn open_regular(path: &Path) -> io::Result<File> {
    match existing_file(path)? {
        Some(_) => File::open(path),
        None => Err(ErrorKind::NotFound.into()),
    }
}

/// A path without links and `..`, for comparison. Its end need not exist.
pub fn real(path: &Path) -> PathBuf {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let mut place = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                place.pop();
            }
            part => place.push(part),
        }
        // What does not exist yet is not a link.
        place = place.canonicalize().unwrap_or(place);
    }
    place
}

/// Flushes the folder of a file to the disk, and so the file's name.
///
/// Not every system can do it, and the folder may be unreadable; both are ignored, since the file itself is complete.
pub fn flush_folder(path: &Path) {
    let _ = File::open(folder(path)).and_then(|folder| folder.sync_all());
}

/// The folder of a file.
fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Checks that a path whose metadata cannot be read does not exist.
fn check_missing(path: &Path, error: io::Error) -> io::Result<()> {
    if error.kind() != ErrorKind::NotFound {
        return Err(error);
    }
    if path.is_symlink() {
        let message = "it is a link that leads nowhere; remove it, or name another";
        return Err(io::Error::new(ErrorKind::InvalidInput, message));
    }
    Ok(())
}

/// Checks that files can be created in a folder, as far as possible without creating one.
fn check_folder(folder: &Path) -> io::Result<()> {
    if !fs::metadata(folder)?.is_dir() {
        return Err(ErrorKind::NotADirectory.into());
    }
    #[cfg(unix)]
    rustix::fs::access(folder, rustix::fs::Access::WRITE_OK | rustix::fs::Access::EXEC_OK)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn impossible_paths_are_refused() {
        let root = tempfile::tempdir().unwrap();
        let path = |name: &str| root.path().join(name);
        fs::write(path("file"), "").unwrap();
        fs::create_dir(path("folder")).unwrap();
        let kind = |name: &str| resolve(&path(name)).map(drop).map_err(|error| error.kind());
        let kind_of_folder = |name: &str| resolve_folder(&path(name)).map(drop).map_err(|error| error.kind());
        for name in ["missing/new", "file/new"] {
            let expected = if name == "missing/new" { ErrorKind::NotFound } else { ErrorKind::NotADirectory };
            assert_eq!((kind(name), kind_of_folder(name)), (Err(expected), Err(expected)), "{name}");
        }
        assert_eq!((kind("new"), kind_of_folder("new")), (Ok(()), Ok(())));
        assert_eq!((kind("file"), kind_of_folder("file")), (Ok(()), Err(ErrorKind::InvalidInput)));
        assert_eq!((kind("folder"), kind_of_folder("folder")), (Err(ErrorKind::IsADirectory), Ok(())));
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("nowhere", path("link")).unwrap();
            for refusal in [resolve(&path("link")).map(drop), resolve_folder(&path("link")).map(drop)] {
                assert!(refusal.unwrap_err().to_string().contains("leads nowhere"));
            }
            std::os::unix::fs::symlink("folder", path("linked")).unwrap();
            assert_eq!(resolve_folder(&path("linked")).unwrap(), path("folder").canonicalize().unwrap());
        }
    }
}
