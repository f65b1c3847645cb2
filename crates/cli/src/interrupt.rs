//! Interruption: Ctrl-C, and being told to end.

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
    /// What the user should know besides.
    said: Arc<Mutex<String>>,
}

impl Interrupt {
    /// Listens from now on. An interruption ends the process: at once, or after a while if [`Interrupt::cancel`] was
    /// asked for.
    pub fn install() -> Result<Interrupt, Failure> {
        let interrupt =
            Interrupt { cancel: Cancel::new(), cooperative: Arc::default(), said: Arc::default() };
        let (cancel, cooperative) = (interrupt.cancel.clone(), interrupt.cooperative.clone());
        let said = interrupt.said.clone();
        let installed = ctrlc::set_handler(move || {
            cancel.cancel();
            if cooperative.load(Ordering::SeqCst) {
                // Whoever is at work mostly ends by itself before this is over.
                thread::sleep(PATIENCE);
            }
            sink::discard_unfinished();
            let said = said.lock().unwrap_or_else(PoisonError::into_inner);
            if !said.is_empty() {
                output::note(&*said);
            }
            output::note("interrupted");
            process::exit(INTERRUPTED.into());
        });
        match installed {
            Ok(()) => Ok(interrupt),
            Err(error) => Err(Failure::InputOutput(format!("error: cannot listen for Ctrl-C: {error}"))),
        }
    }

    /// What the user is told when an interruption ends the process.
    pub fn say(&self, text: &str) {
        text.clone_into(&mut self.said.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// The flag that an interruption raises; whoever asks for it promises to look at it.
    pub fn cancel(&self) -> &Cancel {
        self.cooperative.store(true, Ordering::SeqCst);
        &self.cancel
    }
}
