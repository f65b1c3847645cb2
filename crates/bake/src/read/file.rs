//! The bytes of files.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::error::Error;
use crate::memory::Budget;

/// The most bytes that the file of a mesh, or all of its buffers together, may have.
pub const MAX_FILE: u64 = 1 << 30;

/// A file without its ending, as a name.
pub(super) fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Reads a whole file, up to a limit of bytes.
pub(super) fn bytes(path: &Path, limit: u64, budget: &mut Budget) -> Result<Vec<u8>, Error> {
    let too_large = || {
        let limit = MAX_FILE >> 20;
        let message = format!(
            "{} is larger than the {limit} MiB that a mesh may have; bake it in parts, or reduce it",
            path.display()
        );
        Error::Limit(message)
    };
    let file = File::open(path).map_err(Error::read(path))?;
    let length = file.metadata().map_err(Error::read(path))?.len();
    if length > limit {
        return Err(too_large());
    }
    budget.take(length)?;
    let mut bytes = Vec::with_capacity(length as usize);
    let mut file = file.take(limit + 1);
    file.by_ref().take(length).read_to_end(&mut bytes).map_err(Error::read(path))?;
    // What has no length, such as a pipe, ends where it becomes too much.
    let mut piece = Vec::new();
    while file.by_ref().take(1 << 20).read_to_end(&mut piece).map_err(Error::read(path))? > 0 {
        // A list that grows may take twice what is in it.
        budget.take(2 * piece.len() as u64)?;
        bytes.append(&mut piece);
        if bytes.len() as u64 > limit {
            return Err(too_large());
        }
    }
    Ok(bytes)
}
