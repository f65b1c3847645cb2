//! What a build shows in a terminal while it works: how much of it is done, and which targets are being made.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::progress::Progress;

/// What each target counts, however much work it is.
const WHOLE: u64 = 1000;

/// A bar of targets.
pub struct Tally {
    progress: Progress,
    targets: usize,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// How many targets are finished.
    finished: usize,
    /// The targets that are being made, the longest at work first.
    at_work: Vec<Share>,
}

/// The part of a target that is done.
struct Share {
    name: String,
    done: u64,
    total: u64,
}

impl Tally {
    /// The bar of a number of targets.
    pub fn new(targets: usize) -> Tally {
        let progress = Progress::with_names();
        progress.of(targets as u64 * WHOLE);
        Tally { progress, targets, state: Mutex::default() }
    }

    /// Runs the work of a target, which reports what is done of it to its [`Part`]. Work that needs more memory runs
    /// twice, so this does not finish the target.
    pub fn during<T>(&self, target: &str, work: impl FnOnce(Part<'_>) -> T) -> T {
        self.update(|state| state.at_work.push(Share { name: target.to_owned(), done: 0, total: 0 }));
        self.show_names();
        let result = work(Part { tally: self, target });
        self.update(|state| state.at_work.retain(|share| share.name != target));
        self.show_names();
        result
    }

    /// Counts a target as finished, and prints lines about it while the bar is not in the way.
    pub fn finish(&self, lines: impl FnOnce()) {
        self.progress.print(lines);
        self.update(|state| state.finished += 1);
        self.show_names();
    }

    fn update(&self, change: impl FnOnce(&mut State)) {
        let mut state = self.state();
        change(&mut state);
        let of_share = |share: &Share| (share.done.min(share.total) * WHOLE).checked_div(share.total).unwrap_or(0);
        self.progress.set(state.finished as u64 * WHOLE + state.at_work.iter().map(of_share).sum::<u64>());
    }

    fn show_names(&self) {
        let state = self.state();
        let names: Vec<&str> = state.at_work.iter().map(|share| share.name.as_str()).collect();
        let count = if self.targets > 1 { format!("{} of {}  ", state.finished, self.targets) } else { String::new() };
        self.progress.name(&(count + &names.join(", ")));
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The part that a target has in a tally.
#[derive(Clone, Copy)]
pub struct Part<'a> {
    tally: &'a Tally,
    target: &'a str,
}

impl Part<'_> {
    /// Begins a piece of the target's work, of this many units.
    pub fn begin(&self, units: u64) {
        self.update(|share| (share.done, share.total) = (0, units));
    }

    /// Adds finished units.
    pub fn advance(&self, units: u64) {
        self.update(|share| share.done = share.done.saturating_add(units));
    }

    fn update(&self, change: impl FnOnce(&mut Share)) {
        self.tally.update(|state| {
            if let Some(share) = state.at_work.iter_mut().find(|share| share.name == self.target) {
                change(share);
            }
        });
    }
}
