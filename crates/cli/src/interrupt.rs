//! Interruption: Ctrl-C, and being told to end.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use travertine::Cancel;

use crate::failure::{Failure, INTERRUPTED};
use crate::output;

/// The wish of the user, or of the system, that the program end.
pub struct Interrupt {
    cancel: Cancel,
    cooperative: Arc<AtomicBool>,
}

impl Interrupt {
    /// Listens from now on. Until [`Interrupt::cancel`] is asked for, the process just ends.
    pub fn install() -> Result<Interrupt, Failure> {
        let interrupt = Interrupt { cancel: Cancel::new(), cooperative: Arc::default() };
        let (cancel, cooperative) = (interrupt.cancel.clone(), interrupt.cooperative.clone());
        let installed = ctrlc::set_handler(move || {
            cancel.cancel();
            if !cooperative.load(Ordering::SeqCst) {
                output::note("interrupted");
                process::exit(INTERRUPTED.into());
            }
        });
        match installed {
            Ok(()) => Ok(interrupt),
            Err(error) => Err(Failure::InputOutput(format!("error: cannot listen for Ctrl-C: {error}"))),
        }
    }

    /// The flag that an interruption raises; whoever asks for it promises to look at it, and to leave no traces.
    pub fn cancel(&self) -> &Cancel {
        self.cooperative.store(true, Ordering::SeqCst);
        &self.cancel
    }
}
