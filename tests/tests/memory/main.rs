//! What memory documents and textures take. A program of its own, whose allocator counts.
#![expect(clippy::unwrap_used, reason = "clippy excuses tests, but not the functions that they share")]

mod damaged;
mod groups;
mod textures;

use std::sync::{Mutex, MutexGuard, PoisonError};

use peak_alloc::PeakAlloc;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

/// Waits for the other tests, because all share one heap.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The peak of the memory allocated while `work` runs, in bytes, and its result.
fn peak<T>(work: impl FnOnce() -> T) -> (usize, T) {
    HEAP.reset_peak_usage();
    let before = HEAP.current_usage();
    let result = work();
    (HEAP.peak_usage() - before, result)
}
