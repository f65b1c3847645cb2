//! Autosave: what is not saved yet is kept for the next start.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant, SystemTime};

use travertine_files::explain;
use travertine_graph::document::Document;

use super::generations::Generations;

/// How long an edit is not kept at most, beside the time that it takes to write.
pub const INTERVAL: Duration = Duration::from_secs(3);

/// How long at least it takes until what could not be kept is tried again.
const LEAST_PAUSE: Duration = Duration::from_millis(100);

/// Keeps the state of a document in a folder, on a thread of its own, from the first edit until it is saved.
///
/// Each editor has a place of its own there, which it holds a lock on as long as it lives: so nobody takes for lost what
/// another one is editing.
pub struct Autosave {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
    place: Place,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// The newest that is not kept yet.
    waiting: Option<Noted>,
    /// What could not be kept, to be tried again.
    failed: Option<Noted>,
    /// Whether what is kept is to be forgotten, before anything else.
    forget: bool,
    /// Whether the thread is at work.
    busy: bool,
    /// Whether what waits shall wait no longer.
    hurry: bool,
    problem: Option<String>,
    quits: bool,
}

/// A document and its file.
type Noted = (Arc<Document>, Option<PathBuf>);

/// A folder for generations, and the lock that says whose it is.
#[derive(Debug)]
pub(super) struct Place {
    pub folder: PathBuf,
    pub lock_path: PathBuf,
    pub lock: File,
}

impl Place {
    /// A new place in a folder.
    fn new(folder: &Path) -> io::Result<Place> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        fs::create_dir_all(folder)?;
        let _guard = guard(folder)?;
        loop {
            let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
            let count = COUNT.fetch_add(1, Ordering::Relaxed);
            let name = format!("{:x}-{:x}-{count:x}", now.as_nanos(), process::id());
            let lock_path = folder.join(format!("{name}.lock"));
            match File::create_new(&lock_path) {
                Ok(lock) => {
                    lock.lock()?;
                    return Ok(Place { folder: folder.join(name), lock_path, lock });
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// The places of that folder whose editors are gone.
    pub fn abandoned(folder: &Path) -> io::Result<Vec<Place>> {
        if !folder.exists() {
            return Ok(Vec::new());
        }
        let _guard = guard(folder)?;
        let mut places = Vec::new();
        for entry in fs::read_dir(folder)?.flatten() {
            let lock_path = entry.path();
            if lock_path.extension().is_none_or(|ending| ending != "lock") || lock_path == guard_path(folder)
            {
                continue;
            }
            let Ok(lock) = File::options().write(true).open(&lock_path) else { continue };
            match lock.try_lock() {
                Ok(()) => places.push(Place { folder: lock_path.with_extension(""), lock_path, lock }),
                // Somebody lives there, or nothing can be known.
                Err(TryLockError::WouldBlock | TryLockError::Error(_)) => {}
            }
        }
        places.sort_by(|a, b| a.lock_path.cmp(&b.lock_path));
        Ok(places)
    }

    /// Removes the place with all that is kept there.
    pub fn remove(self) -> io::Result<()> {
        Generations::new(self.folder).forget()?;
        fs::remove_file(&self.lock_path)?;
        // The lock ends with the file.
        drop(self.lock);
        Ok(())
    }
}

/// Whoever makes a place or looks for abandoned ones holds this: a place is never seen before it is locked.
fn guard(folder: &Path) -> io::Result<File> {
    let file = File::options().create(true).truncate(false).write(true).open(guard_path(folder))?;
    file.lock()?;
    Ok(file)
}

fn guard_path(folder: &Path) -> PathBuf {
    folder.join("guard.lock")
}

impl Autosave {
    /// Takes a place in that folder, and starts the thread; an edit is kept after `interval` at most.
    ///
    /// # Errors
    ///
    /// If the folder cannot be made or written to, or the system starts no thread.
    pub fn new(folder: &Path, interval: Duration) -> io::Result<Autosave> {
        let place = Place::new(folder)?;
        let shared = Arc::new(Shared::default());
        let (worker, generations) = (shared.clone(), Generations::new(place.folder.clone()));
        let thread = thread::Builder::new().spawn(move || worker.work(generations, interval))?;
        Ok(Autosave { shared, thread: Some(thread), place })
    }

    /// The document was edited: its state of now is kept soon. `path` is its file, if it has one.
    pub fn note(&self, document: Arc<Document>, path: Option<PathBuf>) {
        self.shared.change(|state| {
            state.waiting = Some((document, path));
            state.failed = None;
        });
    }

    /// There is nothing that could be lost any more: the document is saved, or given up.
    pub fn forget(&self) {
        self.shared.change(|state| {
            state.waiting = None;
            state.failed = None;
            state.forget = true;
        });
    }

    /// Waits until all that was noted is kept, or was tried to be.
    pub fn flush(&self) {
        self.shared.change(|state| state.hurry = true);
        let mut state = self.shared.lock();
        while state.busy || state.forget || state.waiting.is_some() {
            state = self.shared.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.hurry = false;
    }

    /// Why the last state could not be kept.
    pub fn problem(&self) -> Option<String> {
        self.shared.lock().problem.clone()
    }

    /// Gives the place up with all that is kept there: the editor ends as it should. Merely dropped, as by a crash, all
    /// stays for the next start.
    pub fn finish(mut self) {
        self.forget();
        self.stop();
        // The thread has said if it could not; an empty place is found and removed at the next start.
        let _ = fs::remove_file(&self.place.lock_path);
    }

    fn stop(&mut self) {
        self.shared.change(|state| state.quits = true);
        if let Some(thread) = self.thread.take() {
            // Had it panicked, there would be nothing left to be done.
            let _ = thread.join();
        }
    }
}

impl Drop for Autosave {
    /// Keeps what was noted last.
    fn drop(&mut self) {
        self.stop();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.lock());
        self.changed.notify_all();
    }

    fn work(&self, mut generations: Generations, interval: Duration) {
        let mut last: Option<Instant> = None;
        let mut state = self.lock();
        loop {
            let rest =
                |pause: Duration| last.map_or(Duration::ZERO, |last| pause.saturating_sub(last.elapsed()));
            let (due, again) = (rest(interval), rest(interval.max(LEAST_PAUSE)));
            if state.forget {
                state = self.unlocked(state, |state| state.forget = false, || generations.forget());
            } else if state.waiting.is_some() && (state.quits || state.hurry || due.is_zero()) {
                let waiting = state.waiting.take();
                let keep = || match &waiting {
                    Some((document, path)) => generations.keep(document, path.as_deref()),
                    None => Ok(()),
                };
                state = self.unlocked(state, |_| {}, keep);
                last = Some(Instant::now());
                if state.problem.is_some() && state.waiting.is_none() && !state.forget {
                    state.failed = waiting;
                }
            } else if state.quits {
                return;
            } else if state.failed.is_some() && again.is_zero() {
                state.waiting = state.failed.take();
            } else if state.waiting.is_some() || state.failed.is_some() {
                let pause = if state.waiting.is_some() { due } else { again };
                state = self.changed.wait_timeout(state, pause).unwrap_or_else(PoisonError::into_inner).0;
            } else {
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
        }
    }

    /// Writes while others may go on, and notes what went wrong.
    fn unlocked<'a>(
        &'a self,
        mut state: MutexGuard<'a, State>,
        begin: impl FnOnce(&mut State),
        write: impl FnOnce() -> io::Result<()>,
    ) -> MutexGuard<'a, State> {
        begin(&mut state);
        state.busy = true;
        drop(state);
        let written = write();
        let mut state = self.lock();
        state.busy = false;
        state.problem = written.err().map(|error| explain(&error));
        self.changed.notify_all();
        state
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(name: &str) -> Arc<Document> {
        Arc::new(Document { name: Some(name.to_owned()), ..Document::default() })
    }

    fn newest(folder: &Path) -> Option<Document> {
        let mut documents = fs::read_dir(folder).unwrap().flatten().filter_map(|entry| {
            Generations::new(entry.path()).newest().map(|generation| generation.document)
        });
        documents.next()
    }

    #[test]
    fn edits_are_kept_until_they_are_saved() {
        let folder = tempfile::tempdir().unwrap();
        let autosave = Autosave::new(folder.path(), Duration::from_millis(5)).unwrap();
        autosave.note(document("1"), None);
        let start = Instant::now();
        while newest(folder.path()).is_none() {
            assert!(start.elapsed() < Duration::from_secs(30));
            thread::sleep(Duration::from_millis(1));
        }
        autosave.note(document("2"), None);
        autosave.flush();
        assert_eq!(newest(folder.path()), Some(Document::clone(&document("2"))));
        autosave.forget();
        autosave.flush();
        assert_eq!(newest(folder.path()), None);
        assert_eq!(autosave.problem(), None);
        autosave.finish();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "the guard");
    }

    #[test]
    fn a_drop_keeps_what_is_not_saved() {
        let folder = tempfile::tempdir().unwrap();
        let autosave = Autosave::new(folder.path(), Duration::from_secs(3600)).unwrap();
        autosave.note(document("1"), None);
        autosave.flush();
        autosave.note(document("2"), None);
        drop(autosave);
        assert_eq!(newest(folder.path()), Some(Document::clone(&document("2"))));
    }

    #[test]
    fn places_are_abandoned_when_their_editors_are_gone() {
        let folder = tempfile::tempdir().unwrap();
        assert!(Place::abandoned(&folder.path().join("none")).unwrap().is_empty());
        let (one, two) = (Place::new(folder.path()).unwrap(), Place::new(folder.path()).unwrap());
        assert!(Place::abandoned(folder.path()).unwrap().is_empty());
        drop(one);
        let found = Place::abandoned(folder.path()).unwrap();
        assert_eq!(found.len(), 1);
        assert!(Place::abandoned(folder.path()).unwrap().is_empty(), "it is somebody's again");
        found.into_iter().for_each(|place| place.remove().unwrap());
        drop(two);
        assert_eq!(Place::abandoned(folder.path()).unwrap().len(), 1);
    }

    #[test]
    fn what_cannot_be_kept_is_told_and_tried_again() {
        let folder = tempfile::tempdir().unwrap();
        let autosave = Autosave::new(folder.path(), Duration::ZERO).unwrap();
        // A file is where the folder should be.
        fs::write(&autosave.place.folder, b"").unwrap();
        autosave.note(document("1"), None);
        autosave.flush();
        assert!(autosave.problem().is_some());
        fs::remove_file(&autosave.place.folder).unwrap();
        let start = Instant::now();
        while newest(folder.path()).is_none() {
            assert!(start.elapsed() < Duration::from_secs(30));
            thread::sleep(Duration::from_millis(1));
        }
        autosave.flush();
        assert_eq!(autosave.problem(), None);
    }
}
