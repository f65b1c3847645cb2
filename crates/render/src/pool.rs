//! Thread pools for work outside a render.

use crate::context::Context;
use crate::threads::Threads;

/// Threads for [parallel loops](travertine_parallel). If the system starts fewer threads than requested, they do all
/// the work. The calling thread does it if none start.
pub struct Pool(Threads);

impl Pool {
    /// A pool of as many threads as the context requests, and at most one for each of `pieces` pieces of work.
    pub fn new(context: &Context, pieces: usize) -> Pool {
        Pool(Threads::pool(context.thread_count(), pieces))
    }

    /// Number of threads, at least 1.
    pub fn count(&self) -> usize {
        self.0.count()
    }

    /// Runs `work`, its parallel loops on all threads of the pool.
    pub fn install<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        self.0.install(work)
    }
}
