//! Work: runs long work on a thread of its own, while the calling one waits for signals and reports progress.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;
use travertine::{Cancel, Context};

use crate::failure::Failure;

/// Time between two looks for signals.
const TICK: Duration = Duration::from_millis(50);

/// How work is done: what a caller passes to every method that takes long.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Execution {
    /// Number of threads; `None` for one for each core.
    threads: Option<usize>,
    /// Limit of memory in bytes; `None` for three quarters of the machine's.
    memory: Option<u64>,
    /// Called with the number of finished samples and the number of all.
    progress: Option<Py<PyAny>>,
}

impl Execution {
    /// Does the work without the interpreter's lock. A signal or an exception of the progress function cancels it, and
    /// is then raised. `total` is the number of samples that progress counts. `held` is the size of the arrays that the
    /// caller holds, in bytes: the work has the rest of the memory.
    pub fn run<T: Send>(
        &self,
        py: Python,
        total: u64,
        held: u64,
        work: impl FnOnce(&Context) -> Result<T, Failure> + Send,
    ) -> PyResult<T> {
        let (cancel, counts) = (Cancel::new(), Counts::default());
        counts.begin(total);
        let advance = |samples| counts.advance(samples);
        let context = self.applied(Context::default()).cancel(&cancel).progress(&advance);
        context.check_memory(held).map_err(Failure::from)?;
        let context = context.clone().memory(context.memory_limit() - held);
        self.watch(py, &cancel, &counts, || work(&context).map_err(|failure| failure.beside(held)))
    }

    /// The context with the limits that the caller gives.
    pub fn applied<'c>(&self, mut context: Context<'c>) -> Context<'c> {
        if let Some(threads) = self.threads {
            context = context.threads(threads);
        }
        if let Some(bytes) = self.memory {
            context = context.memory(bytes);
        }
        context
    }

    /// Does work that counts its samples, as [`Execution::run`] does.
    pub fn watch<T: Send>(
        &self,
        py: Python,
        cancel: &Cancel,
        counts: &Counts,
        work: impl FnOnce() -> Result<T, Failure> + Send,
    ) -> PyResult<T> {
        let look = || {
            Python::attach(|py| {
                py.check_signals()?;
                self.report(py, counts.done(), counts.total())
            })
        };
        let outcome = py.detach(|| {
            thread::scope(|scope| {
                let (ended, end) = channel::<()>();
                let worker = thread::Builder::new().spawn_scoped(scope, || {
                    let _ended = ended;
                    work()
                })?;
                let mut interrupted = Ok(());
                while end.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                    if interrupted.is_ok() {
                        interrupted = look();
                        if interrupted.is_err() {
                            cancel.cancel();
                        }
                    }
                }
                let result = worker.join().unwrap_or_else(|panic| resume_unwind(panic));
                interrupted.and(Ok(result))
            })
        })?;
        let result = outcome?;
        self.report(py, counts.total(), counts.total())?;
        Ok(result)
    }

    /// Reports progress once the total is known.
    fn report(&self, py: Python, done: u64, total: u64) -> PyResult<()> {
        if total == 0 {
            return Ok(());
        }
        self.progress.as_ref().map_or(Ok(()), |progress| progress.call1(py, (done, total)).map(drop))
    }
}

/// Finished samples, and all.
#[derive(Default)]
pub struct Counts {
    done: AtomicU64,
    total: AtomicU64,
}

impl Counts {
    /// Begins a piece of work of `total` samples.
    pub fn begin(&self, total: u64) {
        self.done.store(0, Ordering::Relaxed);
        self.total.store(total, Ordering::Relaxed);
    }

    /// Counts finished samples.
    pub fn advance(&self, samples: u64) {
        self.done.fetch_add(samples, Ordering::Relaxed);
    }

    fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    fn total(&self) -> u64 {
        self.total.load(Ordering::Relaxed)
    }
}
