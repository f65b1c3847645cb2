//! Stopping a pass early.

/// Returns whether to stop. Every pass calls it at least once for each row, or for some thousand samples.
pub type Stop<'a> = &'a (dyn Fn() -> bool + Sync);

/// A pass was stopped.
pub(super) struct Stopped;

/// Fails if the pass is to stop.
pub(super) fn check(stop: Stop) -> Result<(), Stopped> {
    if stop() { Err(Stopped) } else { Ok(()) }
}
