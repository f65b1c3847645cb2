//! Threads: who does the work of a render.

use std::io;
use std::num::NonZero;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread::{self, JoinHandle};

use rayon::{ThreadBuilder, ThreadPool, ThreadPoolBuilder};

/// Who works. Where the system starts fewer threads than are asked for, those that it starts do the work.
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

impl Drop for Lent {
    fn drop(&mut self) {
        if let Ok(mut kept) = KEPT.lock() {
            *kept = Some(Arc::clone(&self.0));
        }
    }
}

/// Threads that are started and wait for their place in a pool.
///
/// rayon makes a pool only if all of its threads start, and tries to make the global pool only once. With these, nothing is
/// left that could fail.
struct Started(Vec<(Sender<ThreadBuilder>, JoinHandle<()>)>);

impl Started {
    /// So many, or as many as the system starts.
    fn new(count: usize) -> Started {
        let start = |_| {
            let (place, places) = channel::<ThreadBuilder>();
            let work = move || {
                if let Ok(place) = places.recv() {
                    place.run();
                }
            };
            Some((place, thread::Builder::new().spawn(work).ok()?))
        };
        Started((0..count).map_while(start).collect())
    }

    fn take_place(&mut self, place: ThreadBuilder) -> io::Result<()> {
        let (thread, _) = self.0.pop().ok_or(io::ErrorKind::WouldBlock)?;
        thread.send(place).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }

    /// The pool that they make; none if there are none.
    fn pool(mut self) -> Option<ThreadPool> {
        let builder = ThreadPoolBuilder::new().num_threads(self.0.len());
        if self.0.is_empty() {
            None
        } else {
            builder.spawn_handler(|place| self.take_place(place)).build().ok()
        }
    }

    /// Makes them the global pool, unless the process has one.
    fn global_pool(mut self) {
        let builder = ThreadPoolBuilder::new().num_threads(self.0.len());
        // The only failure is that there is one, which is just as well.
        let _ = builder.spawn_handler(|place| self.take_place(place)).build_global();
    }

    /// Ends them.
    fn end(self) {
        for (place, thread) in self.0 {
            drop(place);
            // They do nothing that could panic.
            let _ = thread.join();
        }
    }
}

/// How many threads the shared pool has: as many as are available, or 0 if these could not be started.
fn shared() -> usize {
    static SHARED: OnceLock<usize> = OnceLock::new();
    *SHARED.get_or_init(|| {
        let started = Started::new(Threads::available());
        if started.0.len() < Threads::available() {
            // Others need the few that there are.
            started.end();
            return 0;
        }
        started.global_pool();
        rayon::current_num_threads()
    })
}

/// Does something on this thread, parallel iterators included.
fn alone<T>(work: impl FnOnce() -> T) -> T {
    if rayon::current_thread_index().is_none()
        && let Ok(pool) = ThreadPoolBuilder::new().num_threads(1).use_current_thread().build()
    {
        // A thread that is in a pool stays there.
        std::mem::forget(pool);
    }
    work()
}

impl Threads {
    /// How many are meant by none given: one for each core, as long as the process lasts.
    pub(crate) fn available() -> usize {
        static AVAILABLE: OnceLock<usize> = OnceLock::new();
        // To ask takes as long as some rows of a picture.
        *AVAILABLE.get_or_init(|| thread::available_parallelism().map_or(1, NonZero::get))
    }

    /// A pool of so many, which waits for nobody, where there are so many pieces of work. No thread is started for which there
    /// is none.
    pub(crate) fn pool(count: usize, pieces: usize) -> Threads {
        // One of the shared pool's threads must not wait for work that may need itself.
        let inside = rayon::current_thread_index().is_some();
        if !inside && count == Threads::available() && count == shared() {
            return Threads::Shared;
        }
        Started::new(count.min(pieces.max(1))).pool().map_or(Threads::Asking, Threads::Own)
    }

    /// So many, of which the thread that asks is one, where there are so many pieces of work.
    pub(crate) fn with_asking(count: usize, pieces: usize) -> Threads {
        match count.min(pieces) {
            0 | 1 => Threads::Asking,
            _ if count == Threads::available() => Threads::lent(count - 1),
            busy => Started::new(busy - 1).pool().map_or(Threads::Asking, Threads::Own),
        }
    }

    /// Those that the process keeps, which are so many.
    fn lent(count: usize) -> Threads {
        if let Some(kept) = KEPT.lock().ok().and_then(|mut kept| kept.take()) {
            return Threads::Lent(Lent(kept));
        }
        let started = Started::new(count);
        let whole = started.0.len() == count;
        match started.pool() {
            Some(pool) if whole => Threads::Lent(Lent(Arc::new(pool))),
            Some(pool) => Threads::Own(pool),
            None => Threads::Asking,
        }
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
            Threads::Asking => alone(work),
            Threads::Shared => work(),
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
            for threads in [(); 2].map(|()| Threads::with_asking(count, usize::MAX)) {
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
            let threads = Threads::with_asking(count, usize::MAX);
            let count = Mutex::new(0);
            threads.scope(|scope| (0..50).for_each(|_| scope.spawn(|| *count.lock().unwrap() += 1)));
            count.into_inner().unwrap()
        };
        let threads = Threads::with_asking(count, usize::MAX);
        // All threads of the one are busy until the other is done, which asks from one of them.
        let inner = Mutex::new(0);
        threads.scope(|scope| scope.spawn(|| *inner.lock().unwrap() = done()));
        assert_eq!(inner.into_inner().unwrap(), 50);
        assert_eq!(rayon::join(done, done), (50, 50));
        assert_eq!(threads.install(done), 50);
    }
}
