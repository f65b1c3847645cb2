//! Colors for a ramp on their way from a file, which is read on a thread of its own.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;

use egui::Context;
use travertine_editing::{Refusal, palette};
use travertine_graph::ramp::Stop;

use crate::widgets::ramp_file::Wish;

/// A wish for colors, and the file that is being read for it.
pub(super) struct TakenColors {
    pub(super) wish: Wish,
    reading: Option<Receiver<Result<Vec<Stop>, Refusal>>>,
}

impl TakenColors {
    /// A wish for which the user has yet to choose a file.
    pub(super) fn new(wish: Wish) -> TakenColors {
        TakenColors { wish, reading: None }
    }

    /// Whether a file is being read.
    pub(super) fn is_reading(&self) -> bool {
        self.reading.is_some()
    }

    /// Starts to read a file.
    pub(super) fn read(&mut self, path: PathBuf, context: &Context) {
        let (sender, receiver) = channel();
        let (taken, waker) = (self.wish.taken, context.clone());
        let read = move || {
            let _ = sender.send(palette::stops(&path, taken));
            waker.request_repaint();
        };
        // Without a thread, the sender is dropped, which is reported.
        let _ = thread::Builder::new().spawn(read);
        self.reading = Some(receiver);
    }

    /// What was read, once it is complete.
    pub(super) fn arrived(&self) -> Option<Result<Vec<Stop>, Refusal>> {
        match self.reading.as_ref()?.try_recv() {
            Ok(read) => Some(read),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => {
                let text = "the colors were not read, because the system starts no more threads";
                Some(Err(Refusal::new(text)))
            }
        }
    }
}
