//! Threads: who does the work of a render.

use std::num::NonZero;
use std::sync::{Arc, Mutex, OnceLock};
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
    /// One less than there are cores, for the thread that asks is another: see [`Lent`].
    Lent(Lent),
}

/// Threads that the process keeps for whoever asks next. Nobody shares them: one would wait for all that the other does.
///
/// They are not those of the shared pool, which has one too many: it would look for work on a core where another does some.
pub(crate) struct Lent(Arc<ThreadPool>);

static KEPT: Mutex<Option<Arc<ThreadPool>>> = Mutex::new(None);

impl Lent {
    fn new() -> Result<Lent, ThreadPoolBuildError> {
        let kept = KEPT.lock().ok().and_then(|mut kept| kept.take());
        let start = || Ok(Arc::new(ThreadPoolBuilder::new().num_threads(Threads::available() - 1).build()?));
        kept.map_or_else(start, Ok).map(Lent)
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        if let Ok(mut kept) = KEPT.lock() {
            *kept = Some(Arc::clone(&self.0));
        }
    }
}

impl Threads {
    /// How many are meant by none given: one for each core, as long as the process lasts.
    pub(crate) fn available() -> usize {
        static AVAILABLE: OnceLock<usize> = OnceLock::new();
        // To ask takes as long as some rows of a picture.
        *AVAILABLE.get_or_init(|| thread::available_parallelism().map_or(1, NonZero::get))
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
        Ok(match count {
            0 | 1 => Threads::Asking,
            _ if count == Threads::available() => Threads::Lent(Lent::new()?),
            _ => Threads::Own(ThreadPoolBuilder::new().num_threads(count - 1).build()?),
        })
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        match self {
            Threads::Asking => 1,
            Threads::Shared => rayon::current_num_threads(),
            Threads::Own(pool) => pool.current_num_threads(),
            Threads::Lent(Lent(pool)) => pool.current_num_threads(),
        }
    }

    /// Does something, in whose parallel iterators all of them work.
    pub(crate) fn install<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        match self {
            Threads::Asking | Threads::Shared => work(),
            Threads::Own(pool) => pool.install(work),
            Threads::Lent(Lent(pool)) => pool.install(work),
        }
    }

    /// Does something on the thread that asks, which may spawn work for the others.
    pub(crate) fn scope<'s, T>(&self, work: impl FnOnce(Scope<'_, 's>) -> T) -> T {
        match self {
            Threads::Asking => work(Scope::Asking),
            Threads::Shared => rayon::in_place_scope(|scope| work(Scope::Pool(scope))),
            Threads::Own(pool) => pool.in_place_scope(|scope| work(Scope::Pool(scope))),
            Threads::Lent(Lent(pool)) => pool.in_place_scope(|scope| work(Scope::Pool(scope))),
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

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::sync::Mutex;

    use super::*;

    #[test]
    fn the_thread_that_asks_and_those_beside_it_are_as_many_as_were_meant() {
        for count in [1, 2, 3, Threads::available()] {
            // Twice: what the process keeps is the same the second time.
            for threads in [(); 2].map(|()| Threads::with_asking(count).unwrap()) {
                assert_eq!(matches!(threads, Threads::Asking), count == 1);
                assert_eq!(threads.count(), (count - 1).max(1));
                let seen = Mutex::new(HashSet::new());
                threads.scope(|scope| {
                    (0..100).for_each(|_| {
                        scope.spawn(|| {
                            seen.lock().unwrap().insert(thread::current().id());
                        });
                    });
                });
                let seen = seen.into_inner().unwrap();
                assert_eq!(seen.contains(&thread::current().id()), count == 1, "who asks has other work");
                assert!(!seen.is_empty() && seen.len() <= threads.count());
            }
        }
    }

    #[test]
    fn nobody_waits_for_threads_that_another_has() {
        let count = Threads::available().max(2);
        let done = || {
            let threads = Threads::with_asking(count).unwrap();
            let count = Mutex::new(0);
            threads.scope(|scope| (0..50).for_each(|_| scope.spawn(|| *count.lock().unwrap() += 1)));
            count.into_inner().unwrap()
        };
        let threads = Threads::with_asking(count).unwrap();
        // All threads of the one are busy until the other is done, which asks from one of them.
        let inner = Mutex::new(0);
        threads.scope(|scope| scope.spawn(|| *inner.lock().unwrap() = done()));
        assert_eq!(inner.into_inner().unwrap(), 50);
        assert_eq!(rayon::join(done, done), (50, 50));
        assert_eq!(threads.install(done), 50);
    }
}
