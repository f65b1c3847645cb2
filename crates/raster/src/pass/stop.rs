//! Stopping a pass early, and watching how far it is.

/// What a pass asks and reports while it runs. A function that returns whether to stop is one.
pub trait Watch: Sync {
    /// Whether to stop. Every pass asks at least once for each row, or for some thousand samples.
    fn stops(&self) -> bool;

    /// Receives the fraction that is done, from 0 to 1. Passes that take many rounds tell it after each.
    fn reached(&self, _fraction: f32) {}
}

impl<F: Fn() -> bool + Sync> Watch for F {
    fn stops(&self) -> bool {
        self()
    }
}

/// The watcher of a pass.
pub type Stop<'a> = &'a dyn Watch;

/// A pass was stopped.
pub(super) struct Stopped;

/// Fails if the pass is to stop.
pub(super) fn check(stop: Stop) -> Result<(), Stopped> {
    if stop.stops() { Err(Stopped) } else { Ok(()) }
}

/// The numbers of `rounds` rounds. Those that are over are reported to the watcher.
pub(super) fn rounds(rounds: u32, stop: Stop<'_>) -> impl Iterator<Item = u32> {
    (0..rounds).inspect(move |round| stop.reached(*round as f32 / rounds as f32))
}
