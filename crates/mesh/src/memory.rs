//! Memory limits, checked before memory is allocated.

use travertine_render::within_memory_beside;

use crate::error::Error;

/// Checks the bytes that `what`, such as "vase.glb", needs. `advice` is what the user can do apart from raising the
/// limit.
///
/// # Errors
///
/// [`Error::Limit`] if more than `memory` is needed.
pub fn check(needed: u64, memory: u64, what: &str, advice: &str) -> Result<(), Error> {
    check_beside(needed, 0, memory, what, advice)
}

/// As [`check`], beside `held` bytes that were checked already.
fn check_beside(needed: u64, held: u64, memory: u64, what: &str, advice: &str) -> Result<(), Error> {
    within_memory_beside(needed, held, memory)
        .map_err(|over| Error::Limit(format!("{what} {over}; raise `memory`, or {advice}")))
}

/// The memory limit for reading a file, and the memory taken so far.
pub(crate) struct Budget {
    /// Name of the file.
    what: String,
    memory: u64,
    taken: u64,
}

impl Budget {
    /// The full budget for a file.
    pub(crate) fn new(what: String, memory: u64) -> Budget {
        Budget { what, memory, taken: 0 }
    }

    /// Counts bytes before they are allocated.
    ///
    /// # Errors
    ///
    /// [`Error::Limit`] if the limit is exceeded.
    pub(crate) fn take(&mut self, bytes: u64) -> Result<(), Error> {
        self.check(bytes)?;
        self.taken = self.taken.saturating_add(bytes);
        Ok(())
    }

    /// Counts these bytes alone: all else that was taken is free again.
    pub(crate) fn keep(&mut self, bytes: u64) {
        self.taken = bytes;
    }

    /// Gives back what was taken, after it is free.
    pub(crate) fn give_back(&mut self, bytes: u64) {
        self.taken = self.taken.saturating_sub(bytes);
    }

    /// Checks bytes that are taken for a while only.
    ///
    /// # Errors
    ///
    /// As [`Budget::take`].
    pub(crate) fn check(&self, bytes: u64) -> Result<(), Error> {
        check_beside(bytes, self.taken, self.memory, &self.what, "divide the mesh into several files")
    }
}
