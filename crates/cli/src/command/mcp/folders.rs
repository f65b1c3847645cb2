//! The folders that a server may read and write.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use travertine::stages::graph::diagnostic::quote;

/// The greatest length of a path, in bytes: that of Linux.
const MAX_PATH: usize = 4096;

/// Folders without links and `..`. Relative paths are in the first one.
pub struct Folders(Vec<PathBuf>);

impl Folders {
    /// Folders that exist, at least one.
    pub fn new(folders: &[PathBuf]) -> Result<Folders, travertine_files::Error> {
        let real = |folder: &PathBuf| {
            let found = fs::canonicalize(folder).and_then(|real| {
                let is_folder = real.is_dir();
                if is_folder { Ok(real) } else { Err(io::ErrorKind::NotADirectory.into()) }
            });
            found.map_err(travertine_files::Error::read(folder))
        };
        folders.iter().map(real).collect::<Result<_, _>>().map(Folders)
    }

    /// The folders.
    pub fn iter(&self) -> impl Iterator<Item = &Path> {
        self.0.iter().map(PathBuf::as_path)
    }

    /// A path in one of the folders, without links and `..`. Its end need not exist.
    pub fn resolve(&self, path: &str) -> Result<PathBuf, String> {
        let outside = || {
            let folders: Vec<String> = self.iter().map(|folder| folder.display().to_string()).collect();
            format!("{} is not in a folder of the server: {}", quote(path), folders.join(", "))
        };
        if path.is_empty() || path.len() > MAX_PATH || path.contains(char::is_control) {
            return Err(format!("{} is not a path", quote(path)));
        }
        // There is at least one.
        let mut place = self.0.first().map_or_else(PathBuf::new, |first| first.join(path));
        let mut missing = Vec::new();
        let mut real = loop {
            match fs::canonicalize(&place) {
                Ok(real) => break real,
                // What a dangling link would make may be anywhere, and so may be what follows `..`.
                Err(_) if fs::symlink_metadata(&place).is_ok() => return Err(outside()),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(format!("{}: {error}", quote(path))),
            }
            let Some(name) = place.file_name() else { return Err(outside()) };
            missing.push(name.to_owned());
            if !place.pop() {
                return Err(outside());
            }
        };
        real.extend(missing.into_iter().rev());
        if self.iter().any(|folder| real.starts_with(folder)) { Ok(real) } else { Err(outside()) }
    }

    /// A path as clients write it: relative to the first folder, if it is in it.
    pub fn shown(&self, path: &Path) -> String {
        let first = self.iter().next().and_then(|first| path.strip_prefix(first).ok());
        first.unwrap_or(path).display().to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_stay_in_the_folders() {
        let root = tempfile::tempdir().unwrap();
        let at = |name: &str| root.path().join(name);
        for folder in ["in/deep", "also", "out", "inside-out"] {
            fs::create_dir_all(at(folder)).unwrap();
        }
        fs::write(at("out/secret"), "s").unwrap();
        fs::write(at("in/a.json"), "a").unwrap();
        let folders = Folders::new(&[at("in"), at("also")]).unwrap();
        let resolve = |path: &str| folders.resolve(path);
        let real = fs::canonicalize(root.path()).unwrap();
        assert_eq!(resolve("a.json"), Ok(real.join("in/a.json")));
        assert_eq!(resolve("deep/../new/b.json"), Ok(real.join("in/new/b.json")));
        assert_eq!(resolve("../also/c.json"), Ok(real.join("also/c.json")));
        assert_eq!(resolve(real.join("also/c").to_str().unwrap()), Ok(real.join("also/c")));
        assert_eq!(folders.shown(&real.join("in/new/b.json")), Path::new("new/b.json").display().to_string());
        let outside = ["../out/secret", "..", "/etc/passwd", "../inside-out/x", "new/../../out/x", "x/../../../y", ""];
        for path in outside {
            assert!(resolve(path).is_err(), "{path}");
        }
        assert!(resolve("a\0b").is_err());
        #[cfg(unix)]
        {
            use std::os::unix::fs::symlink;
            symlink(at("out"), at("in/link")).unwrap();
            symlink(at("out/new"), at("in/dangling")).unwrap();
            symlink(at("in/a.json"), at("in/good")).unwrap();
            for path in ["link/secret", "link", "link/new", "dangling", "dangling/x"] {
                assert!(resolve(path).is_err(), "{path}");
            }
            assert_eq!(resolve("good"), Ok(real.join("in/a.json")));
        }
        assert!(Folders::new(&[at("none")]).is_err() && Folders::new(&[at("in/a.json")]).is_err());
    }
}
