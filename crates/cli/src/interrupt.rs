//! Interruption: Ctrl-C, and being told to end.

use std::path::PathBuf;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use travertine::{Cancel, sink};

use crate::failure::{Failure, INTERRUPTED};
use crate::output;

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
            sink::discard_unfinished();
            let part = part.lock().unwrap_or_else(PoisonError::into_inner).take();
            part.and_then(to_continue).into_iter().for_each(output::note);
            output::note("interrupted");
            process::exit(INTERRUPTED.into());
        });
        match installed {
            Ok(()) => Ok(interrupt),
            Err(error) => Err(Failure::InputOutput(format!("error: cannot listen for Ctrl-C: {error}"))),
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
                output::note(kept);
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

/// What the user is told of a part that work has left; nothing if it has left none.
fn to_continue(part: PathBuf) -> Option<String> {
    let kept = || format!("{} keeps what is done; run the same command again to go on", part.display());
    part.exists().then(kept)
}
