//! Memory: how much may be taken, counted before it is.

use travertine::stages::render::within_memory;

use crate::error::Error;

/// Refuses something, as in "vase.glb", that needs more bytes than there may be. `advice` says what helps beside more
/// memory.
///
/// # Errors
///
/// If more is needed than there may be.
pub(crate) fn check(needed: u64, memory: u64, what: &str, advice: &str) -> Result<(), Error> {
    within_memory(needed, memory)
        .map_err(|over| Error::Limit(format!("{what} {over}; raise --memory, or {advice}")))
}

/// The memory that reading a file may take, and how much of it is taken.
pub(crate) struct Budget {
    /// The name of the file.
    what: String,
    memory: u64,
    taken: u64,
}

impl Budget {
    /// All of it, for the file with this name.
    pub(crate) fn new(what: String, memory: u64) -> Budget {
        Budget { what, memory, taken: 0 }
    }

    /// Counts bytes that are going to be taken.
    ///
    /// # Errors
    ///
    /// If that is more than there may be.
    pub(crate) fn take(&mut self, bytes: u64) -> Result<(), Error> {
        self.taken = self.taken.saturating_add(bytes);
        check(self.taken, self.memory, &self.what, "bake the mesh in parts")
    }
}
