//! Reads and writes the file of preferences on a thread of its own, so that a window does not wait for a disk.

use std::io;
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::file::{Change, Lists, change_in, read};

/// The lists in memory, and the thread that keeps their file up to date. Dropping this writes what is not written yet.
#[derive(Default)]
pub(super) struct Writer {
    shared: Arc<Shared>,
    /// `None` keeps the lists in memory alone.
    thread: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// The lists with all changes.
    lists: Lists,
    /// The changes that are not in the file yet, in their order.
    unwritten: Vec<Change>,
    /// Whether the file is to be read, and written if there are changes.
    is_wanted: bool,
    is_busy: bool,
    quits: bool,
}

impl Writer {
    /// Reads a file, and starts the thread. An unreadable file has no lists.
    ///
    /// # Errors
    ///
    /// If the system does not start the thread.
    pub fn new(file: PathBuf) -> io::Result<Writer> {
        let state = State { lists: read(&file).unwrap_or_default(), ..State::default() };
        let shared = Arc::new(Shared { state: Mutex::new(state), changed: Condvar::new() });
        let of_thread = shared.clone();
        let thread = thread::Builder::new().spawn(move || of_thread.run(&file))?;
        Ok(Writer { shared, thread: Some(thread) })
    }

    /// What `look` finds in the lists.
    pub fn look<T>(&self, look: impl FnOnce(&Lists) -> T) -> T {
        look(&self.shared.lock().lists)
    }

    /// Changes the lists now, and the file soon.
    pub fn change(&self, change: Change) {
        let mut state = self.shared.lock();
        change(&mut state.lists);
        if self.thread.is_some() {
            state.unwritten.push(change);
            state.is_wanted = true;
            self.shared.changed.notify_all();
        }
    }

    /// Soon writes what could not be written before, and takes over what the file has.
    pub fn reload(&self) {
        self.shared.lock().is_wanted = true;
        self.shared.changed.notify_all();
    }

    /// Waits until all changes are written, or cannot be written now.
    pub fn flush(&self) {
        let Some(thread) = &self.thread else { return };
        let mut state = self.shared.lock();
        while (state.is_wanted || state.is_busy) && !thread.is_finished() {
            // A thread that ends by a panic tells nobody.
            let waited = self.shared.changed.wait_timeout(state, Duration::from_millis(100));
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        if let Some(thread) = self.thread.take() {
            let mut state = self.shared.lock();
            state.is_wanted |= !state.unwritten.is_empty();
            state.quits = true;
            drop(state);
            self.shared.changed.notify_all();
            // Nobody is left to hear of a failure.
            let _ = thread.join();
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does what is wanted, again and again.
    fn run(&self, file: &Path) {
        while let Some((changes, lists)) = self.next() {
            self.update(file, changes, &lists);
        }
    }

    /// Waits until something is wanted. Returns the changes to write, and the lists; `None` at the end.
    fn next(&self) -> Option<(Vec<Change>, Lists)> {
        let mut state = self.lock();
        state.is_busy = false;
        self.changed.notify_all();
        while !state.is_wanted {
            if state.quits {
                return None;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        (state.is_wanted, state.is_busy) = (false, true);
        Some((mem::take(&mut state.unwritten), state.lists.clone()))
    }

    /// Writes changes to the file, or else reads it. The lists become those of the file with the changes that it lacks.
    fn update(&self, file: &Path, mut changes: Vec<Change>, known: &Lists) {
        let mut lists = None;
        if !changes.is_empty() {
            lists = change_in(file, known, &changes).ok();
        }
        match lists {
            Some(_) => changes.clear(),
            None => lists = read(file).ok(),
        }
        let mut state = self.lock();
        changes.append(&mut state.unwritten);
        if let Some(mut lists) = lists {
            changes.iter().for_each(|change| change(&mut lists));
            state.lists = lists;
        }
        state.unwritten = changes;
    }
}
