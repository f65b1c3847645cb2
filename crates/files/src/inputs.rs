//! Files that are read, and that nothing may be written over.

use std::collections::HashMap;
use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::name::folded;
use crate::path::real;

/// The files that work reads. None of them may be an output of the same work.
///
/// A file is known by its identity and not by its path, so links, hard links and names in another case are found.
#[derive(Debug, Default)]
pub struct Inputs(HashMap<Identity, PathBuf>);

impl Inputs {
    /// These files. Those that do not exist are left out, and so is what is no regular file.
    pub fn new(files: impl IntoIterator<Item: AsRef<Path>>) -> Inputs {
        let mut inputs = Inputs::default();
        for file in files {
            if let Some(identity) = Identity::of(file.as_ref()) {
                inputs.0.entry(identity).or_insert_with(|| file.as_ref().to_owned());
            }
        }
        inputs
    }

    /// The path by which the file at `path` is read; `None` if it is not read.
    pub fn find(&self, path: &Path) -> Option<&Path> {
        Identity::of(path).and_then(|identity| self.0.get(&identity)).map(PathBuf::as_path)
    }

    /// Refuses outputs that are read.
    ///
    /// # Errors
    ///
    /// [`Error::Input`] for the first.
    pub fn check(&self, outputs: impl IntoIterator<Item: AsRef<Path>>) -> Result<(), Error> {
        if self.0.is_empty() {
            return Ok(());
        }
        for output in outputs {
            if let Some(input) = self.find(output.as_ref()) {
                return Err(Error::Input { path: output.as_ref().to_owned(), input: input.to_owned() });
            }
        }
        Ok(())
    }

    /// Refuses an output that is a folder, replaced as a whole, if a file in it is read.
    ///
    /// # Errors
    ///
    /// [`Error::Input`].
    pub fn check_folder(&self, folder: &Path) -> Result<(), Error> {
        let place = real(folder);
        let is_below = |input: &&PathBuf| real(input).starts_with(&place);
        match self.0.values().find(is_below).map(PathBuf::as_path).or_else(|| self.find_below(&place)) {
            Some(input) => Err(Error::Input { path: folder.to_owned(), input: input.to_owned() }),
            None => Ok(()),
        }
    }

    /// The path by which a file below a folder is read that has another path there: a hard link. Links are not
    /// followed, since replacing the folder replaces only them.
    fn find_below(&self, folder: &Path) -> Option<&Path> {
        let may_be_linked = |input: &PathBuf| fs::metadata(input).is_ok_and(|found| may_have_links(&found));
        if !self.0.values().any(may_be_linked) {
            return None;
        }
        let (mut folders, mut left) = (vec![folder.to_owned()], MOST_SEARCHED);
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
                left = left.checked_sub(1)?;
                let Ok(kind) = entry.file_type() else { continue };
                if kind.is_dir() {
                    folders.push(entry.path());
                } else if kind.is_file()
                    && let Some(input) = self.find(&entry.path())
                {
                    return Some(input);
                }
            }
        }
        None
    }
}

/// The most files and folders among which hard links of inputs are searched: some seconds. A hard link beyond them is
/// lost, and the input is not.
const MOST_SEARCHED: u32 = 1_000_000;

/// Whether a file may have hard links.
#[cfg(unix)]
fn may_have_links(found: &Metadata) -> bool {
    std::os::unix::fs::MetadataExt::nlink(found) > 1
}

/// Whether a file may have hard links, which only Unix counts.
#[cfg(not(unix))]
fn may_have_links(_: &Metadata) -> bool {
    true
}

/// Refuses outputs of which two are one file, on this system or on one that ignores case, as
/// Windows and macOS.
///
/// # Errors
///
/// [`Error::Twice`] for the first that another has come before.
pub fn check_distinct(outputs: impl IntoIterator<Item: AsRef<Path>>) -> Result<(), Error> {
    let mut places: HashMap<PathBuf, PathBuf> = HashMap::new();
    for output in outputs {
        let path = output.as_ref().to_owned();
        if let Some(other) = places.insert(folded(&real(&path)), path.clone()) {
            return Err(Error::Twice { path, other });
        }
    }
    Ok(())
}

/// What distinguishes a file from all others, whatever its path.
#[derive(PartialEq, Eq, Hash, Debug)]
struct Identity(#[cfg(unix)] [u64; 2], #[cfg(not(unix))] same_file::Handle);

impl Identity {
    /// The identity of a regular file.
    fn of(path: &Path) -> Option<Identity> {
        let found = fs::metadata(path).ok()?;
        if found.is_file() { Identity::new(path, &found).ok() } else { None }
    }

    #[cfg(unix)]
    fn new(_: &Path, found: &Metadata) -> io::Result<Identity> {
        use std::os::unix::fs::MetadataExt;
        Ok(Identity([found.dev(), found.ino()]))
    }

    #[cfg(not(unix))]
    fn new(path: &Path, _: &Metadata) -> io::Result<Identity> {
        same_file::Handle::from_path(path).map(Identity)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_found_by_any_path_to_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("logo.png"), "").unwrap();
        fs::write(path("other.png"), "").unwrap();
        fs::create_dir(path("in")).unwrap();
        fs::hard_link(path("logo.png"), path("hard.png")).unwrap();
        let mut paths = vec!["logo.png", "hard.png", "in/../logo.png", "./logo.png"];
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("logo.png", path("link.png")).unwrap();
            std::os::unix::fs::symlink("..", path("in/up")).unwrap();
            paths.extend(["link.png", "in/up/logo.png"]);
        }
        let inputs = Inputs::new([path("logo.png"), path("missing.png"), path("in")]);
        for name in paths {
            let refusal = inputs.check([path("other.png"), path(name)]).unwrap_err();
            assert!(matches!(&refusal, Error::Input { input, .. } if *input == path("logo.png")), "{name}");
        }
        inputs.check([path("other.png"), path("missing.png"), path("in"), path("new.png")]).unwrap();
        assert!(inputs.check_folder(folder.path()).is_err());
        inputs.check_folder(&path("in")).unwrap();
        inputs.check_folder(&path("log")).unwrap();
        fs::create_dir_all(path("in/a/b")).unwrap();
        fs::hard_link(path("logo.png"), path("in/a/b/hard.png")).unwrap();
        assert!(
            matches!(inputs.check_folder(&path("in")), Err(Error::Input { input, .. }) if input == path("logo.png"))
        );
        Inputs::new([path("other.png")]).check_folder(&path("in")).unwrap();
    }

    #[test]
    fn names_that_differ_by_case_are_one_file_somewhere() {
        check_distinct(["a.png", "b.png", "c/a.png"]).unwrap();
        for (one, other) in [("a.png", "a.png"), ("a.png", "A.PNG"), ("a/b.png", "a/./b.png"), ("ΣΣ.png", "σς.png")]
        {
            assert!(matches!(check_distinct([one, "x", other]), Err(Error::Twice { .. })), "{one} {other}");
        }
    }
}
