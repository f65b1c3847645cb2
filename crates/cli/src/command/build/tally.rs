//! What a build shows in a terminal while it works: how many targets are done, and which are being made.

use std::sync::{Mutex, PoisonError};

use crate::progress::Progress;

/// A bar of targets.
pub struct Tally {
    progress: Progress,
    /// The names of the targets that are being made, the longest at work first.
    at_work: Mutex<Vec<String>>,
}

impl Tally {
    /// Shows a bar if there are several targets to make.
    pub fn new(targets: usize) -> Tally {
        Tally { progress: Progress::counted(targets as u64), at_work: Mutex::default() }
    }

    /// A target is being made.
    pub fn begin(&self, target: &str) {
        let mut at_work = self.at_work.lock().unwrap_or_else(PoisonError::into_inner);
        at_work.push(target.to_owned());
        self.progress.name(&at_work.join(", "));
    }

    /// A target is made, or failed.
    pub fn end(&self, target: &str) {
        let mut at_work = self.at_work.lock().unwrap_or_else(PoisonError::into_inner);
        at_work.retain(|name| name != target);
        self.progress.name(&at_work.join(", "));
        self.progress.advance(1);
    }

    /// Prints lines while the bar is not in the way.
    pub fn print<T>(&self, lines: impl FnOnce() -> T) -> T {
        self.progress.print(lines)
    }
}
