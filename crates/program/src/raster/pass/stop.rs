//! Stopping a pass early.

/// Returns whether to stop. Every pass calls it at least once for each row, or for some thousand samples.
pub type Stop<'a> = &'a (dyn Fn() -> bool + Sync);
