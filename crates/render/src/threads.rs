//! Threads: who does the work of a render.

use std::num::NonZero;
use std::thread;

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

/// Who works.
pub(crate) enum Threads {
    /// The thread that asks, alone.
    Asking,
    /// The pool that the process has anyway: to start another takes longer than many a picture.
    Shared,
    /// So many threads of its own.
    Own(ThreadPool),
}

impl Threads {
    /// How many are meant by none given: one for each core.
    pub(crate) fn available() -> usize {
        thread::available_parallelism().map_or(1, NonZero::get)
    }

    /// A pool of so many.
    pub(crate) fn pool(count: usize) -> Result<Threads, ThreadPoolBuildError> {
        // One of the shared pool's threads must not wait for work that may need itself.
        let inside = rayon::current_thread_index().is_some();
        if !inside && count == rayon::current_num_threads() {
            return Ok(Threads::Shared);
        }
        Ok(Threads::Own(ThreadPoolBuilder::new().num_threads(count).build()?))
    }

    /// So many, of which the thread that asks is one.
    pub(crate) fn with_asking(count: usize) -> Result<Threads, ThreadPoolBuildError> {
        match count {
            0 | 1 => Ok(Threads::Asking),
            _ if rayon::current_thread_index().is_none() && count == rayon::current_num_threads() => {
                Ok(Threads::Shared)
            }
            _ => Ok(Threads::Own(ThreadPoolBuilder::new().num_threads(count - 1).build()?)),
        }
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        match self {
            Threads::Asking => 1,
            Threads::Shared => rayon::current_num_threads(),
            Threads::Own(pool) => pool.current_num_threads(),
        }
    }

    /// How many work beside the thread that asks: all but one of the pool that the process has anyway.
    pub(crate) fn others(&self) -> usize {
        match self {
            Threads::Asking => 0,
            Threads::Shared => rayon::current_num_threads() - 1,
            Threads::Own(pool) => pool.current_num_threads(),
        }
    }

    /// Does something, in whose parallel iterators all of them work.
    pub(crate) fn install<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        match self {
            Threads::Asking | Threads::Shared => work(),
            Threads::Own(pool) => pool.install(work),
        }
    }

    /// Does something on the thread that asks, which may spawn work for the others.
    pub(crate) fn scope<'s, T>(&self, work: impl FnOnce(Scope<'_, 's>) -> T) -> T {
        match self {
            Threads::Asking => work(Scope::Asking),
            Threads::Shared => rayon::in_place_scope(|scope| work(Scope::Pool(scope))),
            Threads::Own(pool) => pool.in_place_scope(|scope| work(Scope::Pool(scope))),
        }
    }
}

/// Whom work can be given to, which is done by the end.
#[derive(Clone, Copy)]
pub(crate) enum Scope<'r, 's> {
    /// Nobody: the thread that asks does it at once.
    Asking,
    Pool(&'r rayon::Scope<'s>),
}

impl<'s> Scope<'_, 's> {
    pub(crate) fn spawn(&self, work: impl FnOnce() + Send + 's) {
        match self {
            Scope::Asking => work(),
            Scope::Pool(scope) => scope.spawn(|_| work()),
        }
    }
}
