//! Interruption: Ctrl-C, and being told to end.

use std::path::PathBuf;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

#[cfg(unix)]
use signal_hook::{
    consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ},
    flag,
};
use travertine::Cancel;

use crate::failure::{Failure, INTERRUPTED};
use crate::terminal;

/// How long work may take to end by itself.
const PATIENCE: Duration = Duration::from_millis(300);

/// The wish of the user, or of the system, that the program end.
pub struct Interrupt {
    cancel: Cancel,
    cooperative: Arc<AtomicBool>,
    /// Where what is done is kept, if that is so.
    part: Arc<Mutex<Option<PathBuf>>>,
}

impl Interrupt {
    /// Listens from now on. An interruption ends the process: at once, or after a while if [`Interrupt::cancel`] was
    /// asked for.
    pub fn install() -> Result<Interrupt, Failure> {
        let interrupt =
            Interrupt { cancel: Cancel::new(), cooperative: Arc::default(), part: Arc::default() };
        let (cancel, cooperative) = (interrupt.cancel.clone(), interrupt.cooperative.clone());
        let part = interrupt.part.clone();
        let installed = ctrlc::set_handler(move || {
            cancel.cancel();
            if cooperative.load(Ordering::SeqCst) {
                // Whoever is at work mostly ends by itself before this is over.
                thread::sleep(PATIENCE);
            }
            travertine_files::discard_unfinished();
            let part = part.lock().unwrap_or_else(PoisonError::into_inner).take();
            part.and_then(to_continue).into_iter().for_each(terminal::note);
            terminal::note("interrupted");
            process::exit(INTERRUPTED.into());
        });
        match installed {
            Ok(()) => {} // The system starts no more threads.
            Err(ctrlc::Error::System(_)) => interrupt.without_thread(),
            Err(error) => {
                return Err(Failure::InputOutput(format!("error: cannot listen for Ctrl-C: {error}")));
            }
        }
        Ok(interrupt)
    }

    /// The same without a thread that listens: an interruption ends what looks at [`Interrupt::cancel`], a second one all.
    fn without_thread(&self) {
        #[cfg(unix)]
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            let (first, second) = (self.cancel.flag(), self.cancel.flag()); // The second is looked for before the first is noted. Neither fails: the signals are some that have handlers.
            let _ = flag::register_conditional_shutdown(signal, INTERRUPTED.into(), second);
            let _ = flag::register(signal, first);
        }
    }

    /// Does work whose results gather in a part; if it ends early, the user is told that they are kept there.
    pub fn keeping<T, E: Into<Failure>>(
        &self,
        part: PathBuf,
        work: impl FnOnce() -> Result<T, E>,
    ) -> Result<T, Failure> {
        *self.part.lock().unwrap_or_else(PoisonError::into_inner) = Some(part.clone());
        let done = work().map_err(|error| match (error.into(), to_continue(part)) {
            (Failure::InputOutput(message), Some(kept)) => Failure::InputOutput(format!("{message}\n{kept}")),
            (Failure::Interrupted, Some(kept)) => {
                terminal::note(kept);
                Failure::Interrupted
            }
            (other, _) => other,
        });
        *self.part.lock().unwrap_or_else(PoisonError::into_inner) = None;
        done
    }

    /// The flag that an interruption raises; whoever asks for it promises to look at it.
    pub fn cancel(&self) -> &Cancel {
        self.cooperative.store(true, Ordering::SeqCst);
        &self.cancel
    }
}

/// Lets the process go on when a file has become as large as the system allows, as by `ulimit -f`: then writing fails, and
/// whoever writes says so.
#[cfg(unix)]
pub fn outlive_full_files() {
    // It cannot fail: the signal is one that may have a handler. Nobody looks at the flag.
    let _ = flag::register(SIGXFSZ, Arc::default());
}

/// What the user is told of a part that work has left; nothing if it has left none.
fn to_continue(part: PathBuf) -> Option<String> {
    let kept = || format!("{} keeps what is done; run the same command again to go on", part.display());
    part.exists().then(kept)
}
