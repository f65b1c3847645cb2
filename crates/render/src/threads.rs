//! Threads of a render.

use std::io;
use std::mem;
use std::num::NonZero;
use std::process;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread::{self, JoinHandle};

use rayon::{ThreadBuilder, ThreadPool, ThreadPoolBuilder};
use travertine_parallel as parallel;

/// Threads that do the work of a render. If the system starts fewer than requested, those that start do all of it.
pub(crate) enum Threads {
    /// The calling thread alone.
    Calling,
    /// The global pool of the process: starting another takes longer than rendering a small picture.
    Shared,
    /// A pool of its own.
    Own(ThreadPool),
    /// The helper threads that the process keeps, one fewer than there are cores, in addition to the calling thread:
    /// see [`Lent`].
    Lent(Lent),
}

/// Helper threads that the process keeps and lends to one render at a time. Two renders that shared them would wait for
/// each other's work.
///
/// The global pool will not do: it has one thread for each core, and while the calling thread works too, one of them
/// would search for work on a busy core.
pub(crate) struct Lent(Arc<ThreadPool>);

/// The helper threads, and the process that started them: a fork of it has none of its threads.
static IDLE: Mutex<Option<(u32, Arc<ThreadPool>)>> = Mutex::new(None);

impl Lent {
    /// Takes the helper threads of this process, if it has some and no other render uses them.
    fn take() -> Option<Lent> {
        let (process, pool) = IDLE.lock().ok()?.take()?;
        if process == process::id() {
            return Some(Lent(pool));
        }
        // Its end would wake threads that do not exist.
        mem::forget(pool);
        None
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        if let Ok(mut kept) = IDLE.lock() {
            *kept = Some((process::id(), Arc::clone(&self.0)));
        }
    }
}

/// Started threads that wait to join a pool.
///
/// rayon builds a pool only if all of its threads start, and tries to build the global pool only once. With started
/// threads, building cannot fail.
struct Started(Vec<(Sender<ThreadBuilder>, JoinHandle<()>)>);

impl Started {
    /// Starts `count` threads, or as many as the system allows.
    fn new(count: usize) -> Started {
        let start = |_| {
            let (seat, given) = channel::<ThreadBuilder>();
            let work = move || {
                if let Ok(seat) = given.recv() {
                    seat.run();
                }
            };
            Some((seat, thread::Builder::new().spawn(work).ok()?))
        };
        Started((0..count).map_while(start).collect())
    }

    fn join_pool(&mut self, seat: ThreadBuilder) -> io::Result<()> {
        let (thread, _) = self.0.pop().ok_or(io::ErrorKind::WouldBlock)?;
        thread.send(seat).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }

    /// Forms a pool of the threads; `None` if there are no threads.
    fn pool(mut self) -> Option<ThreadPool> {
        let builder = ThreadPoolBuilder::new().num_threads(self.0.len());
        if self.0.is_empty() { None } else { builder.spawn_handler(|seat| self.join_pool(seat)).build().ok() }
    }

    /// Forms the global pool, unless the process has one.
    fn global_pool(mut self) {
        let builder = ThreadPoolBuilder::new().num_threads(self.0.len());
        // The only possible failure is that a global pool exists, which serves as well.
        let _ = builder.spawn_handler(|seat| self.join_pool(seat)).build_global();
    }

    /// Ends the threads.
    fn end(self) {
        for (seat, thread) in self.0 {
            drop(seat);
            // The threads run nothing that could panic.
            let _ = thread.join();
        }
    }
}

/// Number of threads of the global pool: one for each core, or 0 if these could not be started, or if another process
/// started them, of which this one is a fork.
fn shared() -> usize {
    static SHARED: OnceLock<(u32, usize)> = OnceLock::new();
    let (process, count) = *SHARED.get_or_init(|| (process::id(), start_shared()));
    if process == process::id() { count } else { 0 }
}

/// Starts the global pool, unless the process has one.
fn start_shared() -> usize {
    let started = Started::new(Threads::available());
    if started.0.len() < Threads::available() {
        // Leave the few available threads to others.
        started.end();
        return 0;
    }
    started.global_pool();
    rayon::current_num_threads()
}

impl Threads {
    /// Number of cores available to the process, constant while it runs.
    pub(crate) fn available() -> usize {
        static AVAILABLE: OnceLock<usize> = OnceLock::new();
        // The query takes as long as some rows of a picture.
        *AVAILABLE.get_or_init(|| thread::available_parallelism().map_or(1, NonZero::get))
    }

    /// A pool of `count` threads, at most one for each of `pieces` pieces of work. The calling thread waits for it, or
    /// is the one thread.
    pub(crate) fn pool(count: usize, pieces: usize) -> Threads {
        if count == 1 {
            return Threads::Calling;
        }
        // A thread of the global pool must not wait for work that may need that thread itself.
        let inside = parallel::is_inside();
        if !inside && count == Threads::available() && count == shared() {
            return Threads::Shared;
        }
        Started::new(count.min(pieces.max(1))).pool().map_or(Threads::Calling, Threads::Own)
    }

    /// Helpers for the calling thread: `count` threads together, at most one for each of `pieces` pieces of work.
    pub(crate) fn with_caller(count: usize, pieces: usize) -> Threads {
        match count.min(pieces) {
            0 | 1 => Threads::Calling,
            _ if count == Threads::available() => Threads::lent(count - 1),
            busy => Started::new(busy - 1).pool().map_or(Threads::Calling, Threads::Own),
        }
    }

    /// The helper threads that the process keeps, `count` of them.
    fn lent(count: usize) -> Threads {
        if let Some(kept) = Lent::take() {
            return Threads::Lent(kept);
        }
        let started = Started::new(count);
        let whole = started.0.len() == count;
        match started.pool() {
            Some(pool) if whole => Threads::Lent(Lent(Arc::new(pool))),
            Some(pool) => Threads::Own(pool),
            None => Threads::Calling,
        }
    }

    /// Whether the calling thread does all work.
    pub(crate) fn is_calling(&self) -> bool {
        matches!(self, Threads::Calling)
    }

    /// Number of threads.
    pub(crate) fn count(&self) -> usize {
        match self {
            Threads::Calling => 1,
            Threads::Shared => rayon::current_num_threads(),
            Threads::Own(pool) => pool.current_num_threads(),
            Threads::Lent(Lent(pool)) => pool.current_num_threads(),
        }
    }

    /// Runs `work`, its parallel loops on all of the threads.
    pub(crate) fn install<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        match self {
            Threads::Calling => parallel::alone(work),
            Threads::Shared => work(),
            Threads::Own(pool) => pool.install(work),
            Threads::Lent(Lent(pool)) => pool.install(work),
        }
    }

    /// Runs `work` on the calling thread. It may spawn tasks on the others.
    pub(crate) fn scope<'s, T>(&self, work: impl FnOnce(Scope<'_, 's>) -> T) -> T {
        match self {
            Threads::Calling => work(Scope::Calling),
            Threads::Shared => rayon::in_place_scope(|scope| work(Scope::Pool(scope))),
            Threads::Own(pool) => pool.in_place_scope(|scope| work(Scope::Pool(scope))),
            Threads::Lent(Lent(pool)) => pool.in_place_scope(|scope| work(Scope::Pool(scope))),
        }
    }
}

/// The threads that a task can be spawned on; all tasks end before the scope does.
#[derive(Clone, Copy)]
pub(crate) enum Scope<'r, 's> {
    /// The calling thread, which runs a task at once.
    Calling,
    Pool(&'r rayon::Scope<'s>),
}

impl<'s> Scope<'_, 's> {
    pub(crate) fn spawn(&self, work: impl FnOnce() + Send + 's) {
        match self {
            Scope::Calling => work(),
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
    fn caller_and_helpers_add_up_to_the_requested_count() {
        for count in [1, 2, 3, Threads::available()] {
            // Twice, because the second time lends the same threads.
            for threads in [(); 2].map(|()| Threads::with_caller(count, usize::MAX)) {
                assert_eq!(matches!(threads, Threads::Calling), count == 1);
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
                assert_eq!(seen.contains(&thread::current().id()), count == 1, "the calling thread has other work");
                assert!(!seen.is_empty() && seen.len() <= threads.count());
            }
        }
    }

    #[test]
    fn one_thread_is_the_calling_thread() {
        assert!(Threads::pool(1, usize::MAX).is_calling() && Threads::with_caller(1, usize::MAX).is_calling());
    }

    #[test]
    fn renders_never_wait_for_each_others_threads() {
        let count = Threads::available().max(2);
        let done = || {
            let threads = Threads::with_caller(count, usize::MAX);
            let count = Mutex::new(0);
            threads.scope(|scope| (0..50).for_each(|_| scope.spawn(|| *count.lock().unwrap() += 1)));
            count.into_inner().unwrap()
        };
        let threads = Threads::with_caller(count, usize::MAX);
        // All threads of the first are busy until the second is done, which one of them calls.
        let inner = Mutex::new(0);
        threads.scope(|scope| scope.spawn(|| *inner.lock().unwrap() = done()));
        assert_eq!(inner.into_inner().unwrap(), 50);
        assert_eq!(rayon::join(done, done), (50, 50));
        assert_eq!(threads.install(done), 50);
    }
}
