//! Reads whole files within limits.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use travertine_files::open_regular;

use crate::error::Error;
use crate::memory::Budget;

/// Maximum size of a mesh file, and of all its buffers together, in bytes.
pub const MAX_FILE: u64 = 1 << 30;

/// The file name without its extension.
pub(super) fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Reads a whole file of at most `limit` bytes.
pub(super) fn bytes(path: &Path, limit: u64, budget: &mut Budget) -> Result<Vec<u8>, Error> {
    let file = File::open(path).map_err(Error::read(path))?;
    read(file, path, limit, budget)
}

/// As [`bytes`], for a file that another one names: no pipe or device, whose bytes might never come.
pub(super) fn regular(path: &Path, limit: u64, budget: &mut Budget) -> Result<Vec<u8>, Error> {
    let file = open_regular(path).map_err(Error::read(path))?;
    read(file, path, limit, budget)
}

fn read(file: File, path: &Path, limit: u64, budget: &mut Budget) -> Result<Vec<u8>, Error> {
    let too_large = || {
        let limit = MAX_FILE >> 20;
        let message = format!(
            "{} exceeds the limit of {limit} MiB for a mesh; simplify it, or divide it into several files",
            path.display()
        );
        Error::Limit(message)
    };
    let length = file.metadata().map_err(Error::read(path))?.len();
    if length > limit {
        return Err(too_large());
    }
    budget.take(length)?;
    let mut bytes = Vec::with_capacity(length as usize);
    let mut file = file.take(limit + 1);
    file.by_ref().take(length).read_to_end(&mut bytes).map_err(Error::read(path))?;
    // Pipes have no known length: read them in pieces up to the limit.
    let mut piece = Vec::new();
    while file.by_ref().take(1 << 20).read_to_end(&mut piece).map_err(Error::read(path))? > 0 {
        // A growing list may take twice its length.
        budget.take(2 * piece.len() as u64)?;
        bytes.append(&mut piece);
        if bytes.len() as u64 > limit {
            return Err(too_large());
        }
    }
    Ok(bytes)
}
