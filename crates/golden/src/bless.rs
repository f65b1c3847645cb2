//! Blessing: what is rendered becomes what is kept.

use std::path::PathBuf;
use std::{env, fs};

use crate::error::Error;
use crate::run::{Run, Verdict};

/// Bytes that a kept picture should stay below: pictures are kept for ever, in every copy of the repository.
pub const SIZE_LIMIT: usize = 20 << 10;

/// A picture that was kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Blessed {
    /// Where.
    pub path: PathBuf,
    /// Its size in bytes.
    pub size: usize,
}

impl Blessed {
    /// Whether it is not below [`SIZE_LIMIT`]; a graph with larger features or fewer colours gives a smaller one.
    pub fn is_large(&self) -> bool {
        self.size >= SIZE_LIMIT
    }
}

/// Whether this runs in continuous integration: the variable `CI` is set, and not to nothing, `false` or `0`.
pub fn in_ci() -> bool {
    env::var_os("CI").is_some_and(|value| !value.is_empty() && value != "false" && value != "0")
}

impl Run {
    /// Keeps every rendered picture that is not as it is kept, and says which; others are not touched.
    ///
    /// # Errors
    ///
    /// In continuous integration, see [`in_ci`], or if a picture cannot be written.
    pub fn bless(&self) -> Result<Vec<Blessed>, Error> {
        if in_ci() {
            return Err(Error::Ci);
        }
        let mut blessed = Vec::new();
        for outcome in self.outcomes.iter().filter(|outcome| outcome.verdict != Verdict::Same) {
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
