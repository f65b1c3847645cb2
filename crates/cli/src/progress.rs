//! A progress bar for long work, if standard error is a terminal.

use std::sync::Once;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Work that ends sooner shows no bar.
const PATIENCE: Duration = Duration::from_millis(500);

/// A bar on standard error, shown once the work has taken half a second.
pub struct Progress {
    bar: ProgressBar,
    started: Instant,
    shown: Once,
}

impl Progress {
    /// Starts at 0 of a total that [`Progress::of`] sets.
    pub fn new() -> Progress {
        let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::hidden());
        let style = ProgressStyle::with_template("{bar:40} {percent:>3} %  {eta} left");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Progress { bar, started: Instant::now(), shown: Once::new() }
    }

    /// Sets the total: pixels, samples or texels.
    pub fn of(&self, total: u64) {
        self.bar.set_length(total);
    }

    /// Adds finished units.
    pub fn advance(&self, done: u64) {
        if self.started.elapsed() > PATIENCE {
            self.shown.call_once(|| self.bar.set_draw_target(ProgressDrawTarget::stderr()));
        }
        self.bar.inc(done);
    }
}

impl Progress {
    /// Clears the bar.
    pub fn end(&self) {
        self.bar.finish_and_clear();
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.end();
    }
}
