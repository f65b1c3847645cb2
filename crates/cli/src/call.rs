//! Calls of commands by a server: their input and output are not those of the process.

use std::cell::RefCell;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// Receives the finished and all units of work.
pub type Report = Arc<dyn Fn(u64, u64) + Send + Sync>;

/// The streams of a call.
pub struct Call {
    /// What takes the place of standard input.
    pub input: Vec<u8>,
    /// What takes the place of standard output.
    pub output: Output,
    /// Receives the progress.
    pub report: Report,
}

/// The output of a call, up to a limit.
#[derive(Clone)]
pub struct Output {
    bytes: Arc<Mutex<Vec<u8>>>,
    limit: usize,
}

thread_local! {
    static CALL: RefCell<Option<Call>> = const { RefCell::new(None) };
}

/// Runs work of this thread as a call.
pub fn with<T>(call: Call, work: impl FnOnce() -> T) -> T {
    let before = CALL.replace(Some(call));
    let done = work();
    CALL.replace(before);
    done
}

/// The output of the call that this thread works on; `None` for the process itself.
pub fn output() -> Option<Output> {
    CALL.with_borrow(|call| Some(call.as_ref()?.output.clone()))
}

/// The input of the call that this thread works on, which is taken; `None` for the process itself.
pub fn input() -> Option<Vec<u8>> {
    CALL.with_borrow_mut(|call| Some(std::mem::take(&mut call.as_mut()?.input)))
}

/// What receives the progress of the call that this thread works on.
pub fn report() -> Option<Report> {
    CALL.with_borrow(|call| Some(Arc::clone(&call.as_ref()?.report)))
}

impl Output {
    /// An empty output that takes this many bytes.
    pub fn new(limit: usize) -> Output {
        Output { bytes: Arc::default(), limit }
    }

    /// What was written.
    pub fn take(&self) -> Vec<u8> {
        std::mem::take(&mut self.bytes.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut all = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() + bytes.len() > self.limit {
            let limit = self.limit >> 20;
            return Err(io::Error::other(format!("it is larger than {limit} MiB, the limit of an answer")));
        }
        all.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
