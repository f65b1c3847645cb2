//! Single threads that end with a scope.

use std::panic::resume_unwind;
use std::thread::{self, ScopedJoinHandle};

/// Runs `helper` on a thread of its own while `work` runs on this one, and returns the results of both. `None`, and
/// neither runs, if the system does not start the thread, or without the feature `threads`.
pub fn side_by_side<A: Send, B>(helper: impl FnOnce() -> A + Send, work: impl FnOnce() -> B) -> Option<(A, B)> {
    thread::scope(|scope| {
        let helper = start(scope, helper)?;
        let done = work();
        Some((join(helper), done))
    })
}

/// Starts a thread in a scope; `None` if the system does not start it, or without the feature `threads`.
pub(crate) fn start<'s, T: Send + 's>(
    scope: &'s thread::Scope<'s, '_>,
    work: impl FnOnce() -> T + Send + 's,
) -> Option<ScopedJoinHandle<'s, T>> {
    if cfg!(feature = "threads") { thread::Builder::new().spawn_scoped(scope, work).ok() } else { None }
}

/// Waits for a thread, and passes on its panic.
pub(crate) fn join<T>(thread: ScopedJoinHandle<T>) -> T {
    thread.join().unwrap_or_else(|panic| resume_unwind(panic))
}
