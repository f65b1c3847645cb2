//! Loops whose turns run in parallel: on the current pool of threads, or on the calling thread within [`alone`].
#![forbid(unsafe_code)]

use std::cell::Cell;
use std::convert::Infallible;

#[cfg(feature = "threads")]
use rayon::prelude::*;

thread_local! {
    static ALONE: Cell<bool> = const { Cell::new(false) };
}

/// Runs `work`, whose loops stay on the calling thread.
pub fn alone<T>(work: impl FnOnce() -> T) -> T {
    /// Restores the state of the thread, even after a panic.
    struct Restore(bool);
    impl Drop for Restore {
        fn drop(&mut self) {
            ALONE.set(self.0);
        }
    }
    let _restore = Restore(ALONE.replace(true));
    work()
}

/// Whether the calling thread is inside a parallel loop, a pool's work or [`alone`]: further threads would compete with
/// it.
pub fn is_inside() -> bool {
    #[cfg(feature = "threads")]
    if rayon::current_thread_index().is_some() {
        return true;
    }
    ALONE.get()
}

/// The number of threads that a loop runs on here.
pub fn threads() -> usize {
    #[cfg(feature = "threads")]
    if !ALONE.get() {
        return rayon::current_num_threads();
    }
    1
}

/// Runs `turn` for every item. After a failure no further turn starts, and one of the failures is returned.
///
/// # Errors
///
/// As `turn`.
pub fn try_for_each<T: Send, E: Send>(
    items: impl IntoIterator<Item = T>,
    turn: impl Fn(T) -> Result<(), E> + Send + Sync,
) -> Result<(), E> {
    try_for_each_with(items, || (), |(), item| turn(item))
}

/// As [`try_for_each`], with a state for several turns that run one after the other; `start` makes it.
///
/// # Errors
///
/// As `turn`.
pub fn try_for_each_with<S, T: Send, E: Send>(
    items: impl IntoIterator<Item = T>,
    start: impl Fn() -> S + Send + Sync,
    turn: impl Fn(&mut S, T) -> Result<(), E> + Send + Sync,
) -> Result<(), E> {
    #[cfg(feature = "threads")]
    if !ALONE.get() {
        let items: Vec<T> = items.into_iter().collect();
        return items.into_par_iter().try_for_each_init(start, turn);
    }
    let mut state = start();
    items.into_iter().try_for_each(|item| turn(&mut state, item))
}

/// The results of `turn` for every item, in the order of the items.
///
/// # Errors
///
/// As `turn`.
pub fn try_map<T: Send, R: Send, E: Send>(
    items: impl IntoIterator<Item = T>,
    turn: impl Fn(T) -> Result<R, E> + Send + Sync,
) -> Result<Vec<R>, E> {
    #[cfg(feature = "threads")]
    if !ALONE.get() {
        let items: Vec<T> = items.into_iter().collect();
        return items.into_par_iter().map(turn).collect();
    }
    items.into_iter().map(turn).collect()
}

/// The results of `turn` for every item, in the order of the items.
pub fn map<T: Send, R: Send>(items: impl IntoIterator<Item = T>, turn: impl Fn(T) -> R + Send + Sync) -> Vec<R> {
    let results: Result<Vec<R>, Infallible> = try_map(items, |item| Ok(turn(item)));
    match results {
        Ok(results) => results,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::sync::Mutex;
    use std::thread;

    use super::*;

    #[test]
    fn a_loop_alone_stays_on_its_thread() {
        let seen = Mutex::new(HashSet::new());
        let turn = |_| {
            seen.lock().unwrap().insert(thread::current().id());
            Ok::<(), ()>(())
        };
        alone(|| try_for_each(0..100, turn)).unwrap();
        assert_eq!(seen.into_inner().unwrap(), HashSet::from([thread::current().id()]));
        assert!(!is_inside());
    }

    #[test]
    fn every_way_gives_the_same_results_and_failures() {
        let half = |number: i32| if number % 2 == 0 { Ok(number / 2) } else { Err(number) };
        let run = || {
            let results = try_map((0..50).map(|number| 2 * number), half);
            let failure = try_map([2, 3, 4], half);
            let first = try_for_each([4, 6, 7], |number| half(number).map(drop));
            (results, failure, first)
        };
        let expected = (Ok((0..50).collect()), Err(3), Err(7));
        assert_eq!(run(), expected);
        assert_eq!(alone(run), expected);
    }
}
