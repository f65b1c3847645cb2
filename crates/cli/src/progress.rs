//! A progress bar for long work, if standard error is a terminal.

use std::fmt::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, Once, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::call::{self, Report};
use crate::terminal::Escaped;
use crate::{terminal, verbosity};

/// Work that ends sooner shows no bar.
const SHOW_AFTER: Duration = Duration::from_millis(500);

/// A bar on standard error, shown once the work has taken half a second.
pub struct Progress {
    bar: ProgressBar,
    /// Whether the bar is ever shown: not for one of several pieces of work at the same time.
    is_shown: bool,
    started: Instant,
    shown: Once,
    begun: AtomicBool,
    pace: Arc<Mutex<Pace>>,
    /// What receives the progress of a call.
    report: Option<Report>,
}

impl Progress {
    /// Starts at 0 of a total that [`Progress::of`] sets.
    pub fn new() -> Progress {
        Progress::with_template("{bar:40} {percent:>3} %{left}")
    }

    /// A bar of whole pieces of work, which shows at once how many are done and which are at work.
    pub fn counted(total: u64) -> Progress {
        let progress = Progress::with_template("{bar:24} {pos} of {len}{left}  {wide_msg}");
        progress.of(total);
        if progress.is_shown && total > 1 {
            progress.shown.call_once(|| progress.bar.set_draw_target(ProgressDrawTarget::stderr()));
        }
        progress
    }

    /// A bar that also shows [names](Progress::name).
    pub fn with_names() -> Progress {
        Progress::with_template("{bar:24} {percent:>3} %{left}  {wide_msg}")
    }

    fn with_template(template: &str) -> Progress {
        let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::hidden());
        let pace = Arc::new(Mutex::new(Pace::default()));
        let of_bar = pace.clone();
        let left = move |state: &ProgressState, out: &mut dyn Write| {
            let (done, total) = (state.pos(), state.len().unwrap_or_default());
            let pace = of_bar.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(left) = pace.left(done, total, Instant::now()) {
                // A bar that cannot be drawn is no failure.
                let _ = write!(out, "  {} left", indicatif::HumanDuration(left));
            }
        };
        let style = ProgressStyle::with_template(template);
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()).with_key("left", left));
        Progress {
            bar,
            is_shown: !terminal::is_collected() && !verbosity::is_quiet(),
            started: Instant::now(),
            shown: Once::new(),
            begun: AtomicBool::new(false),
            pace,
            report: call::report(),
        }
    }

    /// Sets the total: pixels, samples or texels.
    pub fn of(&self, total: u64) {
        self.bar.set_length(total);
    }

    /// Adds units that an earlier command finished.
    pub fn skip(&self, done: u64) {
        self.bar.inc(done);
    }

    /// Adds finished units.
    pub fn advance(&self, done: u64) {
        self.bar.inc(done);
        self.moved();
    }

    /// Sets the number of finished units.
    pub fn set(&self, done: u64) {
        self.bar.set_position(done);
        self.moved();
    }

    fn moved(&self) {
        if self.is_shown && self.started.elapsed() > SHOW_AFTER {
            self.shown.call_once(|| self.bar.set_draw_target(ProgressDrawTarget::stderr()));
        }
        if let Some(report) = &self.report {
            report(self.bar.position(), self.bar.length().unwrap_or_default());
        }
        self.pace.lock().unwrap_or_else(PoisonError::into_inner).start(self.bar.position(), Instant::now());
    }

    /// Shows which pieces are at work.
    pub fn name(&self, pieces: &str) {
        self.bar.set_message(Escaped(pieces).to_string());
    }

    /// Begins the next of pieces that follow each other: those before are finished.
    pub fn begin(&self, piece: &str) {
        self.name(piece);
        if self.begun.swap(true, Ordering::Relaxed) {
            self.advance(1);
        }
    }

    /// Prints lines while the bar is not in the way.
    pub fn print<T>(&self, lines: impl FnOnce() -> T) -> T {
        self.bar.suspend(lines)
    }

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

/// The pace of the work since its first finished units. What comes before them is no measure of the rest: a graph may
/// be lowered, a raster be made, or an earlier command have finished a part.
#[derive(Default)]
struct Pace(Option<(u64, Instant)>);

impl Pace {
    /// Time and part of the total that give the pace.
    const MIN_TIME: Duration = Duration::from_secs(2);
    const PART: f64 = 0.02;

    /// Notes that `done` units are finished.
    fn start(&mut self, done: u64, now: Instant) {
        self.0.get_or_insert((done, now));
    }

    /// The time for the rest; none as long as too little is known.
    fn left(&self, done: u64, total: u64, now: Instant) -> Option<Duration> {
        let (first, start) = self.0?;
        let (elapsed, made) = (now.saturating_duration_since(start), done.saturating_sub(first) as f64);
        let known = elapsed >= Pace::MIN_TIME && made >= Pace::PART * total as f64 && made > 0.0;
        let rest = total.saturating_sub(done) as f64;
        known.then(|| Duration::try_from_secs_f64(elapsed.as_secs_f64() * rest / made).ok()).flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_is_told_once_the_pace_is_known() {
        let start = Instant::now();
        let after = |seconds| start + Duration::from_secs(seconds);
        let mut pace = Pace::default();
        assert_eq!(pace.left(0, 100, after(9)), None, "nothing is finished");
        // The first units took 300 s.
        pace.start(5, after(300));
        pace.start(6, after(301));
        assert_eq!(pace.left(9, 100, after(301)), None, "too short a time");
        assert_eq!(pace.left(6, 100, after(310)), None, "too small a part");
        assert_eq!(pace.left(25, 100, after(302)), Some(Duration::from_millis(7_500)));
        assert_eq!(pace.left(100, 100, after(310)), Some(Duration::ZERO));
    }
}
