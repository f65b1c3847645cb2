//! Autosave: keeps unsaved documents for the next start.

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
use travertine_edits::History;

/// Maximum age of an edit that is not on disk yet, apart from the time to write it.
pub const INTERVAL: Duration = Duration::from_secs(3);

/// Minimum pause before a failed write is tried again.
const LEAST_PAUSE: Duration = Duration::from_millis(100);

/// Writes the state of a document to a folder, on a thread of its own, from the first edit until the document is saved.
///
/// Each editor has its own folder and holds a lock on it, so that other editors do not offer its document for recovery.
pub struct Autosave {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
    locked: LockedFolder,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// The newest state that is not on disk.
    waiting: Option<Noted>,
    /// A state that could not be written, to be tried again.
    failed: Option<Noted>,
    /// The state that was written last, which can follow the history.
    kept: Option<Noted>,
    /// Whether to delete the written states, before anything else.
    forget: bool,
    /// Whether the thread is writing.
    busy: bool,
    /// Whether to write the waiting state at once.
    hurry: bool,
    problem: Option<String>,
    quits: bool,
}

/// A document and the path of its file.
type Noted = (Arc<Document>, Option<PathBuf>);

/// A folder for written states, and the lock that shows whether its editor is alive.
#[derive(Debug)]
pub(super) struct LockedFolder {
    pub folder: PathBuf,
    pub lock_path: PathBuf,
    pub lock: File,
}

impl LockedFolder {
    /// Creates a locked folder inside another.
    fn new(folder: &Path) -> io::Result<LockedFolder> {
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
                    return Ok(LockedFolder { folder: folder.join(name), lock_path, lock });
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// The locked folders inside a folder whose editors have ended.
    pub fn abandoned(folder: &Path) -> io::Result<Vec<LockedFolder>> {
        if !folder.exists() {
            return Ok(Vec::new());
        }
        let _guard = guard(folder)?;
        let mut found = Vec::new();
        for entry in fs::read_dir(folder)?.flatten() {
            let lock_path = entry.path();
            if lock_path.extension().is_none_or(|ending| ending != "lock") || lock_path == guard_path(folder) {
                continue;
            }
            let Ok(lock) = File::options().write(true).open(&lock_path) else { continue };
            match lock.try_lock() {
                Ok(()) => found.push(LockedFolder { folder: lock_path.with_extension(""), lock_path, lock }),
                // The editor is alive, or the system cannot tell.
                Err(TryLockError::WouldBlock | TryLockError::Error(_)) => {}
            }
        }
        found.sort_by(|a, b| a.lock_path.cmp(&b.lock_path));
        Ok(found)
    }

    /// Removes the folder with its content.
    pub fn remove(self) -> io::Result<()> {
        Generations::new(self.folder).forget()?;
        fs::remove_file(&self.lock_path)?;
        // The lock is released with the file.
        drop(self.lock);
        Ok(())
    }
}

/// Locks the parent folder, so that no locked folder is found before its lock is taken.
fn guard(folder: &Path) -> io::Result<File> {
    let file = File::options().create(true).truncate(false).write(true).open(guard_path(folder))?;
    file.lock()?;
    Ok(file)
}

fn guard_path(folder: &Path) -> PathBuf {
    folder.join("guard.lock")
}

impl Autosave {
    /// Creates a locked folder inside a folder, and starts the thread. An edit is written after `interval` at the
    /// latest.
    ///
    /// # Errors
    ///
    /// If the folder cannot be created or written to, or the system does not start a thread.
    pub fn new(folder: &Path, interval: Duration) -> io::Result<Autosave> {
        let locked = LockedFolder::new(folder)?;
        let shared = Arc::new(Shared::default());
        let (worker, generations) = (shared.clone(), Generations::new(locked.folder.clone()));
        let thread = thread::Builder::new().spawn(move || worker.work(generations, interval))?;
        Ok(Autosave { shared, thread: Some(thread), locked })
    }

    /// Records that the document was edited; its state is written soon. `path` is its file, if it has one.
    pub fn note(&self, history: &History, path: Option<&Path>) {
        self.shared.change(|state| {
            (state.failed, state.kept) = (None, None);
            state.waiting = Some((Arc::clone(history.document()), path.map(Path::to_owned)));
        });
    }

    /// Deletes the written states, because the document is saved or discarded.
    pub fn forget(&self) {
        self.shared.change(|state| {
            (state.waiting, state.failed, state.kept) = (None, None, None);
            state.forget = true;
        });
    }

    /// Waits until all recorded states are written or have failed.
    pub fn flush(&self) {
        self.shared.change(|state| state.hurry = true);
        let mut state = self.shared.lock();
        while state.busy || state.forget || state.waiting.is_some() {
            state = self.shared.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.hurry = false;
    }

    /// The reason why the last state could not be written.
    pub fn problem(&self) -> Option<String> {
        self.shared.lock().problem.clone()
    }

    /// Ends normally and removes the locked folder. If the autosave is only dropped, as in a crash, the folder stays
    /// for the next start.
    pub fn finish(mut self) {
        self.forget();
        self.stop();
        // The thread has reported a failure; an empty folder is removed at the next start.
        let _ = fs::remove_file(&self.locked.lock_path);
    }

    fn stop(&mut self) {
        self.shared.change(|state| state.quits = true);
        if let Some(thread) = self.thread.take() {
            // After a panic there is nothing left to do.
            let _ = thread.join();
        }
    }
}

impl Drop for Autosave {
    /// Writes the last state.
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
            let rest = |pause: Duration| last.map_or(Duration::ZERO, |last| pause.saturating_sub(last.elapsed()));
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
                if state.waiting.is_none() && !state.forget {
                    match state.problem {
                        Some(_) => state.failed = waiting,
                        None => state.kept = waiting,
                    }
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

    /// Writes without holding the mutex, and records a failure.
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
    use travertine_graph::document::Input;
    use travertine_graph::json::Value;

    use super::*;
    use travertine_edits::{Action, Edit};

    fn history(name: &str) -> History {
        History::new(document(name))
    }

    fn document(name: &str) -> Document {
        Document { name: Some(name.to_owned()), ..Document::default() }
    }

    fn newest(folder: &Path) -> Option<Document> {
        let mut documents = fs::read_dir(folder)
            .unwrap()
            .flatten()
            .filter_map(|entry| Generations::new(entry.path()).newest().map(|generation| generation.document));
        documents.next()
    }

    #[test]
    fn edits_are_kept_until_they_are_saved() {
        let folder = tempfile::tempdir().unwrap();
        let autosave = Autosave::new(folder.path(), Duration::from_millis(5)).unwrap();
        autosave.note(&history("1"), None);
        let start = Instant::now();
        while newest(folder.path()).is_none() {
            assert!(start.elapsed() < Duration::from_secs(30));
            thread::sleep(Duration::from_millis(1));
        }
        autosave.note(&history("2"), None);
        autosave.flush();
        assert_eq!(newest(folder.path()), Some(document("2")));
        autosave.forget();
        autosave.flush();
        assert_eq!(newest(folder.path()), None);
        assert_eq!(autosave.problem(), None);
        autosave.finish();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "the guard");
    }

    #[test]
    fn a_drop_keeps_unsaved_changes() {
        let folder = tempfile::tempdir().unwrap();
        let autosave = Autosave::new(folder.path(), Duration::from_secs(3600)).unwrap();
        autosave.note(&history("1"), None);
        autosave.flush();
        autosave.note(&history("2"), None);
        drop(autosave);
        assert_eq!(newest(folder.path()), Some(document("2")));
    }

    #[test]
    fn dragged_values_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let autosave = Autosave::new(folder.path(), Duration::from_secs(3600)).unwrap();
        let mut history = History::new(crate::testing::documents::document(r#""noise": {"type": "noise/perlin"}"#));
        for scale in 0..6 {
            let value = Some(Input::Constant(Value::from(scale)));
            history.apply(Action::new("Set", Edit::input("noise", "scale", value)), Some(1)).unwrap();
            autosave.note(&history, None);
            if scale == 3 {
                autosave.flush();
                assert_eq!(newest(folder.path()).as_ref(), Some(&**history.document()));
            }
        }
        drop(autosave);
        assert_eq!(newest(folder.path()).as_ref(), Some(&**history.document()));
    }

    #[test]
    fn folders_are_abandoned_when_their_editors_end() {
        let folder = tempfile::tempdir().unwrap();
        assert!(LockedFolder::abandoned(&folder.path().join("none")).unwrap().is_empty());
        let (one, two) = (LockedFolder::new(folder.path()).unwrap(), LockedFolder::new(folder.path()).unwrap());
        assert!(LockedFolder::abandoned(folder.path()).unwrap().is_empty());
        drop(one);
        let found = LockedFolder::abandoned(folder.path()).unwrap();
        assert_eq!(found.len(), 1);
        assert!(LockedFolder::abandoned(folder.path()).unwrap().is_empty(), "another editor owns it now");
        found.into_iter().for_each(|locked| locked.remove().unwrap());
        drop(two);
        assert_eq!(LockedFolder::abandoned(folder.path()).unwrap().len(), 1);
    }

    #[test]
    fn a_failed_write_is_reported_and_retried() {
        let folder = tempfile::tempdir().unwrap();
        let autosave = Autosave::new(folder.path(), Duration::ZERO).unwrap();
        // A file has the path of the folder.
        fs::write(&autosave.locked.folder, b"").unwrap();
        autosave.note(&history("1"), None);
        autosave.flush();
        assert!(autosave.problem().is_some());
        fs::remove_file(&autosave.locked.folder).unwrap();
        let start = Instant::now();
        while newest(folder.path()).is_none() {
            assert!(start.elapsed() < Duration::from_secs(30));
            thread::sleep(Duration::from_millis(1));
        }
        autosave.flush();
        assert_eq!(autosave.problem(), None);
    }
}
