//! The queue of exports: one after the other, on a thread of their own.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use crate::error::Error;
use crate::order::{Order, Progress, Report};
use crate::running;

/// Exports that wait, run or have ended. Each uses all cores, so they run one after the other.
///
/// Dropping the queue cancels them; files that are not complete then do not appear.
pub struct Queue {
    entries: Vec<Entry>,
    waiting: Option<Sender<(Order, Arc<State>)>>,
    wake: Arc<dyn Fn() + Send + Sync>,
}

/// An export of the queue.
pub struct Entry {
    /// What it makes.
    pub title: String,
    /// Whether its end was told.
    is_told: bool,
    state: Arc<State>,
}

/// How far an export is.
#[derive(Clone, PartialEq, Debug)]
pub enum Status {
    /// It waits for those before it.
    Waiting,
    /// It runs; this fraction is done, from 0 to 1.
    Running(f32),
    /// It is done.
    Done(Report),
    /// It has failed, for this reason.
    Failed(String),
    /// The user has cancelled it.
    Cancelled,
}

struct State {
    progress: Progress,
    status: Mutex<Status>,
}

impl Queue {
    /// An empty queue. `wake` is called on another thread when an export begins or ends.
    pub fn new(wake: impl Fn() + Send + Sync + 'static) -> Queue {
        Queue { entries: Vec::new(), waiting: None, wake: Arc::new(wake) }
    }

    /// The exports, in order.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Whether an export waits or runs.
    pub fn is_busy(&self) -> bool {
        self.entries.iter().any(Entry::is_busy)
    }

    /// Adds an export, which begins after those before it.
    ///
    /// # Errors
    ///
    /// If the system does not start a thread.
    pub fn push(&mut self, title: String, order: Order) -> Result<(), Error> {
        let state = Arc::new(State { progress: Progress::default(), status: Mutex::new(Status::Waiting) });
        let mut message = (order, Arc::clone(&state));
        if let Some(waiting) = &self.waiting {
            match waiting.send(message) {
                Ok(()) => {
                    self.entries.push(Entry { title, is_told: false, state });
                    return Ok(());
                }
                Err(lost) => message = lost.0,
            }
        }
        let (sender, receiver) = channel();
        let wake = Arc::clone(&self.wake);
        thread::Builder::new().spawn(move || work(&receiver, &*wake)).map_err(Error::Thread)?;
        // The thread holds the receiver until the sender is dropped.
        let _ = sender.send(message);
        self.waiting = Some(sender);
        self.entries.push(Entry { title, is_told: false, state });
        Ok(())
    }

    /// Cancels all exports.
    pub fn cancel(&self) {
        self.entries.iter().for_each(Entry::cancel);
    }

    /// An export that has ended since the last call; call it until there is none.
    pub fn news(&mut self) -> Option<&Entry> {
        let entry = self.entries.iter_mut().find(|entry| !entry.is_told && !entry.is_busy())?;
        entry.is_told = true;
        Some(entry)
    }

    /// Removes the exports that have ended.
    pub fn clear(&mut self) {
        self.entries.retain(Entry::is_busy);
    }
}

impl Drop for Queue {
    fn drop(&mut self) {
        self.cancel();
    }
}

impl Entry {
    /// How far it is.
    pub fn status(&self) -> Status {
        let status = self.state.status.lock().unwrap_or_else(PoisonError::into_inner).clone();
        match status {
            Status::Running(_) => Status::Running(self.state.progress.fraction()),
            status => status,
        }
    }

    /// Whether it waits or runs.
    pub fn is_busy(&self) -> bool {
        matches!(self.status(), Status::Waiting | Status::Running(_))
    }

    /// Cancels it without waiting for its end. Its file is then unchanged, or does not exist.
    pub fn cancel(&self) {
        self.state.progress.cancel.cancel();
        let mut status = self.state.status.lock().unwrap_or_else(PoisonError::into_inner);
        if *status == Status::Waiting {
            *status = Status::Cancelled;
        }
    }
}

impl State {
    fn set(&self, status: Status) {
        *self.status.lock().unwrap_or_else(PoisonError::into_inner) = status;
    }
}

/// Carries out one order after the other until the queue is dropped.
fn work(orders: &Receiver<(Order, Arc<State>)>, wake: &(dyn Fn() + Send + Sync)) {
    for (order, state) in orders {
        let progress = &state.progress;
        if progress.cancel.is_cancelled() {
            state.set(Status::Cancelled);
            continue;
        }
        state.set(Status::Running(0.0));
        wake();
        // A panic in a node's definition must not end the thread, and with it all exports.
        let result = catch_unwind(AssertUnwindSafe(|| running::run(&order, progress)));
        state.set(match result {
            Ok(Ok(report)) => Status::Done(report),
            Ok(Err(_)) if progress.cancel.is_cancelled() => Status::Cancelled,
            Ok(Err(error)) => Status::Failed(error.to_string()),
            Err(_) => Status::Failed("internal error in Travertine; please report it".to_owned()),
        });
        wake();
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::time::Duration;

    use travertine::{RasterCache, Texture};
    use travertine_shape::{Scene, Shape};

    use super::*;
    use crate::kind::Kind;
    use crate::settings::Settings;

    /// Exports a picture of eroded land, and returns whether the erosion was made for it.
    fn erodes(folder: &Path, side: u32, rasters: &Arc<RasterCache>) -> bool {
        let text = r#"{"format": "travertine", "version": 1,
            "nodes": {"noise": {"type": "noise/perlin"}, "land": {"type": "terrain/hydraulic",
                "inputs": {"height": {"node": "noise"}, "rounds": 32, "resolution": 256}}},
            "outputs": {"height": {"node": "land", "output": "height"}}}"#;
        let mut settings = Settings::new(None);
        settings.set("size", side.to_string());
        settings.set("output", "height");
        settings.set("to", folder.join("land.png").display().to_string());
        assert_eq!(settings.kind, Kind::Picture);
        let mut queue = Queue::new(|| {});
        let order = Order {
            settings,
            document: Arc::new(Texture::parse(text).unwrap().document().clone()),
            graph: None,
            scene: Scene::new(Shape::Sphere),
            rasters: Arc::clone(rasters),
        };
        queue.push("land".to_owned(), order).unwrap();
        let mut was_made = false;
        while queue.is_busy() {
            was_made |= rasters.progress().is_some();
            thread::sleep(Duration::from_micros(200));
        }
        assert!(matches!(queue.entries()[0].status(), Status::Done(_)), "{:?}", queue.entries()[0].status());
        was_made
    }

    #[test]
    fn what_an_export_reads_is_never_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let sum = "0".repeat(64);
        let text = format!(
            r#"{{"format": "travertine", "version": 1, "nodes": {{"noise": {{"type": "noise/perlin"}}}},
            "images": {{"logo": {{"file": "in/logo.png", "sha256": "{sum}"}}}}, "outputs": {{"logo": {{"node": "noise"}}}}}}"#
        );
        std::fs::create_dir(path("in")).unwrap();
        std::fs::write(path("in/logo.png"), "mine").unwrap();
        std::fs::write(path("graph.png"), &text).unwrap();
        std::fs::hard_link(path("in/logo.png"), path("hard_3.png")).unwrap();
        let document = Arc::new(travertine::Document::parse(text.as_bytes()).unwrap());
        for (kind, target) in [
            (Kind::Picture, "in/logo.png"),
            (Kind::Picture, "graph.png"),
            (Kind::Solid, "hard_3.png"),
            (Kind::Outputs, "in/{output}.png"),
            (Kind::Volume, "in/logo.png"),
            (Kind::Volume, "in"),
            (Kind::Animation, "hard_%d.png"),
        ] {
            let mut settings = Settings { kind, ..Settings::new(None) };
            settings.set("size", if kind == Kind::Volume { "8" } else { "8x8" });
            settings.set("overwrite", "true");
            if kind.has_output() {
                settings.set("output", "logo");
            }
            settings.set("to", path(target).display().to_string());
            let order = Order {
                settings,
                document: Arc::clone(&document),
                graph: Some(path("graph.png")),
                scene: Scene::new(Shape::Sphere),
                rasters: Arc::new(RasterCache::new(0)),
            };
            let refusal = running::run(&order, &Progress::default()).unwrap_err().to_string();
            assert!(refusal.contains("read by this export"), "{target}: {refusal}");
            assert_eq!(std::fs::read(path("in/logo.png")).unwrap(), b"mine");
            assert_eq!(std::fs::read_to_string(path("graph.png")).unwrap(), text);
        }
    }

    #[test]
    fn land_that_is_eroded_already_is_not_eroded_again() {
        let (folder, rasters) = (tempfile::tempdir().unwrap(), Arc::new(RasterCache::new(1 << 28)));
        assert!(erodes(folder.path(), 16, &rasters));
        assert!(!erodes(folder.path(), 24, &rasters));
    }
}
