//! Interruption by Ctrl-C or by a signal of the system.

#[cfg(unix)]
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

#[cfg(unix)]
use signal_hook::{
    consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ},
    flag,
    iterator::Signals,
};
use travertine::Cancel;

use crate::failure::{Failure, INTERRUPTED};
use crate::terminal;

/// How long a command may take to stop by itself before the process exits.
const GRACE_PERIOD: Duration = Duration::from_millis(300);

/// Signals that interrupt.
#[cfg(unix)]
const SIGNALS: [i32; 3] = [SIGINT, SIGTERM, SIGHUP];

/// Listens for interruptions, and cancels the running command.
pub struct Interrupt {
    cancel: Cancel,
    cooperative: Arc<AtomicBool>,
    /// Path of the partial output of the running command, if it has one.
    partial_output: Arc<Mutex<Option<PathBuf>>>,
    /// Whether the work is a part of a whole that reports how to continue.
    is_part: bool,
}

impl Interrupt {
    /// Starts to listen. An interruption ends the process: immediately, or after 300 ms if the command uses
    /// [`Interrupt::cancel`].
    pub fn install() -> Result<Interrupt, Failure> {
        let interrupt = Interrupt {
            cancel: Cancel::new(),
            cooperative: Arc::default(),
            partial_output: Arc::default(),
            is_part: false,
        };
        let (cancel, cooperative) = (interrupt.cancel.clone(), interrupt.cooperative.clone());
        let partial_output = interrupt.partial_output.clone();
        let end = move || {
            cancel.cancel();
            if cooperative.load(Ordering::SeqCst) {
                // Most commands stop by themselves before this ends.
                thread::sleep(GRACE_PERIOD);
            }
            travertine_files::discard_unfinished();
            let path = partial_output.lock().unwrap_or_else(PoisonError::into_inner).take();
            path.as_deref().and_then(how_to_continue).into_iter().for_each(terminal::note);
            terminal::note("interrupted");
            process::exit(INTERRUPTED.into());
        };
        match listen(end) {
            Ok(true) => Ok(interrupt),
            Ok(false) => {
                interrupt.without_thread();
                Ok(interrupt)
            }
            Err(error) => Err(Failure::InputOutput(format!("error: cannot listen for Ctrl-C: {error}"))),
        }
    }

    /// Listens without a thread: the first interruption raises [`Interrupt::cancel`], the second ends the process.
    fn without_thread(&self) {
        #[cfg(unix)]
        for signal in SIGNALS {
            let (first, second) = (self.cancel.flag(), self.cancel.flag());
            // Registered in this order, the shutdown sees the flag before the first signal raises it. Neither call
            // fails: these signals may have handlers.
            let _ = flag::register_conditional_shutdown(signal, INTERRUPTED.into(), second);
            let _ = flag::register(signal, first);
        }
    }

    /// The same interruption for one of several pieces of work at the same time. It reports nothing about partial
    /// outputs: the whole continues them.
    pub fn of_part(&self) -> Interrupt {
        let (cancel, cooperative) = (self.cancel.clone(), self.cooperative.clone());
        Interrupt { cancel, cooperative, partial_output: Arc::default(), is_part: true }
    }

    /// An interruption of a call, which only its own [`cancel`](Interrupt::cancel) raises.
    pub fn of_call(cancel: Cancel) -> Interrupt {
        Interrupt { cancel, cooperative: Arc::default(), partial_output: Arc::default(), is_part: true }
    }

    /// Receives the folder of the partial output, from which the user can continue after an interruption.
    pub fn set_partial_output(&self, folder: Option<&Path>) {
        if !self.is_part {
            *self.partial_output.lock().unwrap_or_else(PoisonError::into_inner) = folder.map(Path::to_owned);
        }
    }

    /// Tells the user how to continue from a partial output.
    pub fn with_advice(&self, failure: Failure, folder: &Path) -> Failure {
        if self.is_part {
            return failure;
        }
        match (failure, how_to_continue(folder)) {
            (Failure::InputOutput(message), Some(hint)) => Failure::InputOutput(format!("{message}\n{hint}")),
            (Failure::Interrupted, Some(hint)) => {
                terminal::note(hint);
                Failure::Interrupted
            }
            (other, _) => other,
        }
    }

    /// The flag that an interruption raises. A command that takes it must check it regularly.
    pub fn cancel(&self) -> &Cancel {
        self.cooperative.store(true, Ordering::SeqCst);
        &self.cancel
    }
}

/// Starts a thread that calls `end` at an interruption. False if the system refuses to start one, or has no descriptor
/// left.
#[cfg(unix)]
fn listen(mut end: impl FnMut() + Send + 'static) -> io::Result<bool> {
    let Ok(mut signals) = Signals::new(SIGNALS) else { return Ok(false) };
    Ok(thread::Builder::new().spawn(move || signals.forever().for_each(|_| end())).is_ok())
}

/// Starts a thread that calls `end` at an interruption. False if the system refuses to start one.
#[cfg(not(unix))]
fn listen(end: impl FnMut() + Send + 'static) -> Result<bool, ctrlc::Error> {
    match ctrlc::set_handler(end) {
        Err(ctrlc::Error::System(_)) => Ok(false),
        installed => installed.map(|()| true),
    }
}

/// Ignores the signal for a file that reaches the size limit of the system (`ulimit -f`), which would kill the process.
/// The write then fails with an error.
#[cfg(unix)]
pub fn outlive_full_files() {
    // Never fails: this signal may have a handler. The flag is not read.
    let _ = flag::register(SIGXFSZ, Arc::default());
}

/// Tells how to continue from a partial output, if it exists.
fn how_to_continue(path: &Path) -> Option<String> {
    path.exists().then(|| format!("finished work is in {}; run the same command again to continue", path.display()))
}
