//! Pools: threads for what others than renders do in parallel.

use crate::options::Options;
use crate::threads::Threads;

/// Threads whose parallel iterators are those of `rayon`. Where the system starts fewer threads than are meant, those that
/// it starts do the work; the thread that asks does it where there are none.
pub struct Pool(Threads);

impl Pool {
    /// As many threads as the options ask for, but none for which there is no work: it comes in so many pieces.
    pub fn new(options: &Options, pieces: usize) -> Pool {
        Pool(Threads::pool(options.thread_count(), pieces))
    }

    /// How many there are, at least 1.
    pub fn count(&self) -> usize {
        self.0.count()
    }

    /// Does something, in whose parallel iterators all of them work.
    pub fn install<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        self.0.install(work)
    }
}
