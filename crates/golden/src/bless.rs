//! Blessing: replaces golden pictures by new renders.

use std::path::{Path, PathBuf};
use std::{env, fs};

use crate::error::Error;
use crate::run::Run;

/// A golden picture that a blessing has written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Blessed {
    /// Path of the file.
    pub path: PathBuf,
    /// Size of the file, in bytes.
    pub size: usize,
}

/// Whether this runs in continuous integration: the environment variable `CI` is set, and not to an empty text, `false`
/// or `0`.
pub fn in_ci() -> bool {
    env::var_os("CI").is_some_and(|value| !value.is_empty() && value != "false" && value != "0")
}

impl Run {
    /// The golden pictures that a blessing writes.
    pub fn to_bless(&self) -> impl Iterator<Item = &Path> {
        let written = self.failures().filter(|outcome| outcome.rendering.is_some());
        written.map(|outcome| outcome.picture.as_path())
    }

    /// Writes every rendered picture that differs from its golden picture, and returns the written ones. Matching
    /// golden pictures are left alone.
    ///
    /// # Errors
    ///
    /// [`Error::Ci`] in continuous integration (see [`in_ci`]), [`Error::File`] if a picture cannot be written.
    pub fn bless(&self) -> Result<Vec<Blessed>, Error> {
        if in_ci() {
            return Err(Error::Ci);
        }
        let mut blessed = Vec::new();
        for outcome in self.failures() {
            let Some(rendering) = &outcome.rendering else { continue };
            let path = outcome.picture.clone();
            if let Some(folder) = path.parent() {
                fs::create_dir_all(folder).map_err(travertine_files::Error::write(folder))?;
            }
            let file = rendering.file();
            travertine_files::write(&path, &file)?;
            blessed.push(Blessed { path, size: file.len() });
        }
        Ok(blessed)
    }
}
