//! Interruption: Ctrl-C, and being told to end.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
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
}

impl Interrupt {
    /// Listens from now on. An interruption ends the process: at once, or after a while if [`Interrupt::cancel`] was
    /// asked for.
    pub fn install() -> Result<Interrupt, Failure> {
        let interrupt = Interrupt { cancel: Cancel::new(), cooperative: Arc::default() };
        let (cancel, cooperative) = (interrupt.cancel.clone(), interrupt.cooperative.clone());
        let installed = ctrlc::set_handler(move || {
            cancel.cancel();
            if cooperative.load(Ordering::SeqCst) {
                // Whoever is at work mostly ends by itself before this is over.
                thread::sleep(PATIENCE);
            }
            sink::discard_unfinished();
            output::note("interrupted");
            process::exit(INTERRUPTED.into());
        });
        match installed {
            Ok(()) => Ok(interrupt),
            Err(error) => Err(Failure::InputOutput(format!("error: cannot listen for Ctrl-C: {error}"))),
        }
    }

    /// The flag that an interruption raises; whoever asks for it promises to look at it.
    pub fn cancel(&self) -> &Cancel {
        self.cooperative.store(true, Ordering::SeqCst);
        &self.cancel
    }
}
