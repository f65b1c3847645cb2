//! Threads of a render without the feature `threads`: the calling thread does all work.

use std::marker::PhantomData;

use travertine_parallel as parallel;

/// The calling thread.
pub(crate) struct Threads;

impl Threads {
    pub(crate) fn available() -> usize {
        1
    }

    pub(crate) fn pool(_count: usize, _pieces: usize) -> Threads {
        Threads
    }

    pub(crate) fn with_caller(_count: usize, _pieces: usize) -> Threads {
        Threads
    }

    pub(crate) fn is_calling(&self) -> bool {
        true
    }

    pub(crate) fn count(&self) -> usize {
        1
    }

    pub(crate) fn install<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        parallel::alone(work)
    }

    pub(crate) fn scope<'s, T>(&self, work: impl FnOnce(Scope<'_, 's>) -> T) -> T {
        work(Scope(PhantomData))
    }
}

/// Runs tasks at once.
#[derive(Clone, Copy)]
pub(crate) struct Scope<'r, 's>(PhantomData<(&'r (), &'s ())>);

impl<'s> Scope<'_, 's> {
    pub(crate) fn spawn(&self, work: impl FnOnce() + Send + 's) {
        work();
    }
}
