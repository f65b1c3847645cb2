//! The worker: threads that keep pictures up to date.

use std::collections::HashSet;
use std::io;
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

use travertine::{Cancel, RasterCache};
use travertine_graph::document::Document;
use travertine_graph::registry::Registry;
use travertine_presentation::Socket;

use super::device::{Device, Kernels};
use super::instance::Instance;
use super::picture::Outcome;
use super::raster_progress::phrase;
use super::scheduler::{Job, Running, Scheduler};
use super::share::share;
use super::shown::Shown;
use super::snapshot::Snapshot;
use super::view::{Subject, View};
use travertine_edits::History;
use travertine_edits::Refusal;

/// Threads that check a document and keep pictures of it up to date.
///
/// The worker receives the present document, views, thumbnails and position, and cancels jobs that become obsolete. No
/// function waits for a thread, and repeating a request costs nothing. Views are rendered coarsely first, and before
/// thumbnails. Pictures that a change does not affect are not rendered again: moving a node renders nothing.
pub struct Worker {
    shared: Arc<Shared>,
}

pub(super) struct Shared {
    scheduler: Mutex<Scheduler>,
    changed: Condvar,
    registry: &'static Registry,
    /// The memory budget of a picture, in bytes.
    pub(super) memory: u64,
    /// The rasters of all pictures.
    pub(super) rasters: Arc<RasterCache>,
    /// The device for planes.
    pub(super) kernels: Kernels,
    wake: Box<dyn Fn() + Send + Sync>,
}

impl Worker {
    /// Starts the threads. One of them calls `wake` whenever there are new [outcomes](Worker::outcomes).
    ///
    /// # Errors
    ///
    /// If the system does not start them.
    pub fn new(registry: &'static Registry, wake: impl Fn() + Send + Sync + 'static) -> io::Result<Worker> {
        Worker::within(registry, share(), wake)
    }

    /// As [`Worker::new`], with a memory budget for a picture, in bytes.
    fn within(registry: &'static Registry, memory: u64, wake: impl Fn() + Send + Sync + 'static) -> io::Result<Worker> {
        let shared = Arc::new(Shared {
            scheduler: Mutex::default(),
            changed: Condvar::new(),
            registry,
            memory,
            rasters: Arc::new(RasterCache::new(memory)),
            kernels: Kernels::default(),
            wake: Box::new(wake),
        });
        let (checks, renders, compiles) = (shared.clone(), shared.clone(), shared.clone());
        // If the second thread fails to start, dropping this ends the first.
        let worker = Worker { shared };
        thread::Builder::new().spawn(move || checks.check())?;
        thread::Builder::new().spawn(move || renders.render())?;
        thread::Builder::new().spawn(move || compiles.kernels.compile(|said| compiles.tell_of_device(said)))?;
        Ok(worker)
    }

    /// Sets the document. Equal revisions mean equal documents, as in [histories](crate::History).
    pub fn set_document(&self, revision: u64, document: Arc<Document>) {
        self.change(|scheduler| {
            let is_new = scheduler.document.as_ref().is_none_or(|known| known.revision != revision);
            if is_new {
                scheduler.document = Some(Shown { revision, document, around: None });
            }
            is_new
        });
    }

    /// Sets the document to what a history shows.
    pub fn follow(&self, history: &History) {
        self.change(|scheduler| {
            let shown = Shown::of(history);
            match &scheduler.document {
                Some(known) if known.place() == shown.place() => {
                    if known.revision == shown.revision {
                        return false;
                    }
                }
                // Nodes of different graphs may have the same ids.
                _ => scheduler.forget(),
            }
            scheduler.document = Some(shown);
            true
        });
    }

    /// Requests a view, or changes it. The caller chooses the numbers; views with lower numbers come first.
    pub fn show(&self, view: u32, wanted: View) {
        self.change(|scheduler| {
            let before = scheduler.views.insert(view, wanted.clone());
            if before.as_ref().is_some_and(|before| before.subject != wanted.subject) {
                self.shared.rasters.set_wanted([]);
            }
            before.as_ref() != Some(&wanted)
        });
    }

    /// Lets a view show this checked document instead of the newest one, to compare them.
    pub fn hold(&self, view: u32, snapshot: &Arc<Snapshot>) {
        self.change(|scheduler| {
            let before = scheduler.held.insert(view, Arc::clone(snapshot));
            before.is_none_or(|before| !Arc::ptr_eq(&before, snapshot))
        });
    }

    /// Removes a view.
    pub fn hide(&self, view: u32) {
        self.change(|scheduler| {
            scheduler.view_caches.remove(&view);
            scheduler.held.remove(&view);
            scheduler.views.remove(&view).is_some()
        });
    }

    /// Requests thumbnails of outputs of nodes, most urgent first, with this number of pixels along each side.
    pub fn set_thumbnails(&self, sockets: Vec<Socket>, size: u32) {
        self.change(|scheduler| {
            if scheduler.thumbnails == sockets && scheduler.thumbnail_size == size {
                return false;
            }
            // An output that is requested again is reported again.
            let wanted: HashSet<&Socket> = sockets.iter().collect();
            scheduler.thumbnail_states.retain(|socket, _| wanted.contains(socket));
            scheduler.thumbnails = sockets;
            scheduler.thumbnail_size = size;
            true
        });
    }

    /// Requests the values of all nodes at a position.
    pub fn probe(&self, position: Option<[f32; 4]>) {
        self.change(|scheduler| mem::replace(&mut scheduler.probe, position) != position);
    }

    /// The results since the last call, in order.
    pub fn outcomes(&self) -> Vec<Outcome> {
        mem::take(&mut self.shared.lock().outcomes)
    }

    /// The job in progress, as a phrase for a status bar, and its start. `None` if there is none.
    pub fn busy(&self) -> Option<(String, Instant)> {
        let scheduler = self.shared.lock();
        let running = scheduler.running.as_ref()?;
        let what = match &running.job {
            Job::View { wanted: View { subject: Subject::Output(name), .. }, .. } => {
                format!("rendering {name}")
            }
            Job::View { wanted: View { subject: Subject::Node(socket), .. }, .. } => {
                format!("rendering {}", socket.node)
            }
            Job::Probe(_) => "probing".to_owned(),
            Job::Thumbnail(socket, _) => format!("thumbnail of {}", socket.node),
        };
        Some((what, running.since))
    }

    /// The rasters of all pictures, which other renders may share.
    pub fn rasters(&self) -> &Arc<RasterCache> {
        &self.shared.rasters
    }

    /// The raster that is being made, as a phrase: `Eroding 43 %`.
    pub fn raster_progress(&self) -> Option<String> {
        self.shared.rasters.progress().map(phrase)
    }

    /// Stops the raster that is being made, and makes no others: pictures that need them fail until [`Worker::resume`],
    /// or until another document or graph is shown.
    pub fn stop(&self) {
        self.change(|scheduler| {
            scheduler.is_stopped = true;
            self.shared.rasters.set_wanted([]);
            scheduler.interrupt();
            true
        });
    }

    /// Makes rasters again after [`Worker::stop`].
    pub fn resume(&self) {
        self.change(|scheduler| {
            scheduler.is_stopped = false;
            // What was interrupted would count twice.
            scheduler.view_caches.values_mut().for_each(|made| made.profile = None);
            scheduler.forget_failures();
            scheduler.interrupt();
            true
        });
    }

    /// Lets a device make pictures of planes; `None` is the CPU. Pictures that are there stay.
    pub fn compute_on(&self, device: Option<Arc<dyn Device>>) {
        self.shared.kernels.choose(device);
        // The next pictures are wanted now, so that the device may prepare for them.
        self.change(|scheduler| {
            for made in scheduler.view_caches.values_mut() {
                (made.rendered, made.profile) = (None, None);
            }
            true
        });
    }

    /// Whether no rasters are made.
    pub fn is_stopped(&self) -> bool {
        self.shared.lock().is_stopped
    }

    /// Whether all requests are done.
    pub fn is_idle(&self) -> bool {
        let scheduler = self.shared.lock();
        scheduler.running.is_none()
            && scheduler.unchecked().is_none()
            && scheduler.next().is_none()
            && self.shared.kernels.is_idle()
    }

    /// Changes the requests, and wakes the threads if `change` returns true.
    fn change(&self, change: impl FnOnce(&mut Scheduler) -> bool) {
        let mut scheduler = self.shared.lock();
        if change(&mut scheduler) {
            scheduler.reconsider();
            self.shared.changed.notify_all();
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.shared.kernels.quit();
        self.change(|scheduler| {
            scheduler.quits = true;
            self.shared.rasters.set_wanted([]);
            scheduler.interrupt();
            true
        });
    }
}

impl Shared {
    pub fn lock(&self) -> MutexGuard<'_, Scheduler> {
        self.scheduler.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until `look` finds something; `None` when the worker is dropped.
    fn wait<T>(&self, look: impl Fn(&mut Scheduler) -> Option<T>) -> Option<T> {
        let mut scheduler = self.lock();
        loop {
            if scheduler.quits {
                return None;
            }
            if let Some(found) = look(&mut scheduler) {
                return Some(found);
            }
            scheduler = self.changed.wait(scheduler).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Reports results.
    pub fn tell(&self, done: impl FnOnce(&mut Scheduler)) {
        done(&mut self.lock());
        self.changed.notify_all();
        (self.wake)();
    }

    /// Checks the newest document, again and again.
    fn check(&self) {
        while let Some((Shown { revision, document, around }, before)) = self.wait(|scheduler| scheduler.unchecked()) {
            let edited = before.and_then(|before| before.after(&document));
            let whole = || {
                let instance = around.as_ref().and_then(Instance::new);
                Snapshot::within(document, instance, self.registry)
            };
            let snapshot = Arc::new(edited.unwrap_or_else(whole));
            let goes_on = self.want_rasters(&snapshot);
            self.tell(|scheduler| {
                scheduler.around = around;
                scheduler.snapshot = Some((revision, snapshot.clone()));
                scheduler.outcomes.push(Outcome::Checked { revision, snapshot });
                if let (false, Some(Running { job: Job::View { .. }, cancel, .. })) = (goes_on, &scheduler.running) {
                    cancel.cancel();
                }
                scheduler.reconsider();
            });
        }
    }

    /// Lets a raster that is being made be completed, although its picture is obsolete, if the views of a newer
    /// document need the same; false if they do not.
    fn want_rasters(&self, snapshot: &Snapshot) -> bool {
        if self.rasters.progress().is_none() || self.lock().is_stopped {
            return true;
        }
        let subjects: Vec<(Subject, Option<Arc<Snapshot>>)> = {
            let scheduler = self.lock();
            let views = scheduler.views.iter();
            views.map(|(view, of)| (of.subject.clone(), scheduler.held.get(view).cloned())).collect()
        };
        let fields =
            subjects.iter().filter_map(|(subject, held)| held.as_deref().unwrap_or(snapshot).field(subject).ok());
        self.rasters.set_wanted(fields.flat_map(|field| field.raster_keys()).collect::<Vec<_>>())
    }

    /// Performs the most urgent job, again and again.
    fn render(&self) {
        let take = |scheduler: &mut Scheduler| {
            let job = scheduler.next()?;
            let (revision, newest) = scheduler.snapshot.clone()?;
            let snapshot = match &job {
                Job::View { view, .. } => Arc::clone(scheduler.snapshot_of(*view)?),
                Job::Probe(_) | Job::Thumbnail(..) => newest,
            };
            let cancel = Cancel::new();
            let key = scheduler.key(&job);
            let (running, since) = (job.clone(), Instant::now());
            scheduler.running = Some(Running { job: running, key, cancel: cancel.clone(), since });
            Some((job, revision, snapshot, cancel))
        };
        while let Some((job, revision, snapshot, cancel)) = self.wait(take) {
            let work = || match &job {
                Job::View { view, wanted, factor, .. } => {
                    self.view(*view, wanted, *factor, revision, &snapshot, &cancel);
                }
                Job::Probe(position) => self.probe(*position, revision, &snapshot, &cancel),
                Job::Thumbnail(socket, size) => self.thumbnail(socket, *size, revision, &snapshot, &cancel),
            };
            // A panic in a node's definition must not end the thread, and with it all pictures.
            if catch_unwind(AssertUnwindSafe(work)).is_err() {
                self.failed(&job, revision, Refusal::new("internal error in Travertine; please report it"));
            }
            self.lock().running = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::time::Duration;

    use travertine::{Slice, Texture, registry};
    use travertine_graph::json::Value;
    use travertine_presentation::{Display, Outline, observed, show};
    use travertine_shape::{Channels, Scene, Shape, Size, Surface};

    use super::*;
    use crate::render::viewport::{SAMPLES, Viewport};
    use crate::testing::documents::{bundled, document};
    use travertine_edits::actions;

    struct Bench {
        worker: Worker,
        history: History,
    }

    impl Bench {
        fn new(document: Document) -> Bench {
            let bench = Bench { worker: Worker::new(registry(), || {}).unwrap(), history: History::new(document) };
            bench.update();
            bench
        }

        fn update(&self) {
            self.worker.follow(&self.history);
        }

        fn act(&mut self, act: impl Fn(&Outline) -> travertine_edits::Action) {
            let outline = Outline::new(self.history.document().clone(), registry());
            self.history.apply(act(&outline), None).unwrap();
            self.update();
        }

        /// All outcomes until everything is done.
        fn finish(&self) -> Vec<Outcome> {
            let start = Instant::now();
            while !self.worker.is_idle() {
                assert!(start.elapsed() < Duration::from_secs(60), "it does not come to an end");
                thread::sleep(Duration::from_millis(2));
            }
            self.worker.outcomes()
        }
    }

    fn thumbnails(outcomes: &[Outcome]) -> BTreeSet<&str> {
        let thumbnails = outcomes.iter().filter_map(|outcome| match outcome {
            Outcome::Thumbnail { socket, picture: Ok(_) } => Some(socket.node.as_str()),
            _ => None,
        });
        thumbnails.collect()
    }

    const NODES: &str = r#""noise": {"type": "noise/perlin", "inputs": {"octaves": 8}},
        "other": {"type": "noise/perlin", "inputs": {"seed": 4}},
        "abs": {"type": "math/absolute", "inputs": {"value": {"node": "noise"}}}"#;

    #[test]
    fn a_view_is_coarse_first_and_finally_equals_the_file() {
        let marble = Texture::open("../../graphs/marble.json").unwrap();
        let bench = Bench::new(marble.document().clone());
        let slice = Slice::new(200, 160);
        let view = View::new(Subject::Output("color".to_owned()), Viewport::Plane(slice));
        bench.worker.show(3, view.clone());
        let outcomes = bench.finish();
        assert!(matches!(&outcomes[0], Outcome::Checked { snapshot, .. } if !snapshot.diagnostics().has_errors()));
        let pictures: Vec<_> = outcomes
            .iter()
            .filter_map(|outcome| match outcome {
                Outcome::View { view: 3, viewport, is_final, picture: Ok(picture) } => {
                    Some((viewport.size()[0], *is_final, picture.clone()))
                }
                _ => None,
            })
            .collect();
        let widths: Vec<(u32, bool)> = pictures.iter().map(|(width, last, _)| (*width, *last)).collect();
        assert_eq!(widths, [(13, false), (50, false), (200, true)]);
        let image = marble.field("color").unwrap().render(slice, &travertine::Context::default()).unwrap();
        let last = &pictures[2].2;
        assert_eq!(last.pixels, show(&image, &Display::default()));
        assert_eq!(last.observed, observed(&image));
        assert!(
            last.guaranteed
                .iter()
                .zip(&last.observed)
                .all(|(range, [low, high])| { range.contains(*low) && range.contains(*high) })
        );
        // Another display reuses the image.
        let display = Display { false_color: true, ..Display::default() };
        bench.worker.show(3, View { display, ..view });
        let again = bench.finish();
        assert!(
            matches!(&again[..], [Outcome::View { is_final: true, picture: Ok(picture), .. }] if picture.took == last.took)
        );
    }

    #[test]
    fn a_held_document_is_rendered_anew_for_another_part() {
        let mut bench = Bench::new(document(NODES));
        let snapshot = |outcomes: Vec<Outcome>| {
            let checked = outcomes.into_iter().find_map(|outcome| match outcome {
                Outcome::Checked { snapshot, .. } => Some(snapshot),
                _ => None,
            });
            checked.unwrap()
        };
        let last = |outcomes: Vec<Outcome>, wanted: u32| {
            let pictures = outcomes.into_iter().filter_map(|outcome| match outcome {
                Outcome::View { view, is_final: true, picture, .. } if view == wanted => Some(picture.unwrap()),
                _ => None,
            });
            pictures.last()
        };
        let view = |left: f64| {
            let slice = Slice { region: [left, 0.0, left + 1.0, 1.0], ..Slice::new(32, 32) };
            let subject = Subject::Node(Socket::new("noise", "value"));
            View::new(subject, Viewport::Plane(slice))
        };
        let before = snapshot(bench.finish());
        bench.worker.show(0, view(0.0));
        let first = last(bench.finish(), 0).unwrap();
        bench.act(|outline| actions::set_input(outline, &Socket::new("noise", "seed"), Value::from(9)).unwrap());
        bench.worker.hold(1, &before);
        bench.worker.show(1, view(0.0));
        let outcomes = bench.finish();
        assert_eq!(last(outcomes.clone(), 1).unwrap().pixels, first.pixels, "it is as it was");
        assert_ne!(last(outcomes, 0).unwrap().pixels, first.pixels, "the other view shows the change");
        bench.worker.show(1, view(2.0));
        let moved = last(bench.finish(), 1).unwrap();
        let slice = Slice { region: [2.0, 0.0, 3.0, 1.0], ..Slice::new(32, 32) };
        let field = before.field(&Subject::Node(Socket::new("noise", "value"))).unwrap();
        let image = field.render(slice, &travertine::Context::default()).unwrap();
        assert_eq!(moved.pixels, show(&image, &Display::default()), "another part of the same document");
        bench.worker.hide(1);
        bench.worker.show(1, view(0.0));
        assert_ne!(last(bench.finish(), 1).unwrap().pixels, first.pixels, "it is held no longer");
    }

    #[test]
    fn a_solid_is_coarse_first_and_finally_equals_the_command() {
        let bricks = Texture::open("../../graphs/rusty-paint.json").unwrap();
        let mut bench = Bench::new(bricks.document().clone());
        let output = bricks.outputs().next().unwrap().to_owned();
        let size = Size { width: 64, height: 48, samples: SAMPLES };
        let view = |yaw: f32| {
            let mut scene = Scene::new(Shape::CutBlock);
            scene.view.yaw = yaw;
            let viewport = Viewport::Solid { scene, size };
            View::new(Subject::Output(output.clone()), viewport)
        };
        let pictures = |outcomes: Vec<Outcome>| -> Vec<_> {
            let pictures = outcomes.into_iter().filter_map(|outcome| match outcome {
                Outcome::View { viewport, is_final, picture, .. } => {
                    Some((viewport.size()[0], is_final, picture.unwrap()))
                }
                _ => None,
            });
            pictures.collect()
        };
        bench.worker.show(0, view(20.0));
        let first = pictures(bench.finish());
        let sizes: Vec<(u32, bool)> = first.iter().map(|(width, last, _)| (*width, *last)).collect();
        assert_eq!(sizes, [(16, false), (32, false), (64, true)]);
        let surface = Surface::new(&bricks, &Channels { color: Some(output.clone()), ..Channels::default() });
        let Viewport::Solid { scene, .. } = view(20.0).viewport else { unreachable!() };
        let context = travertine::Context::default();
        let expected = travertine_shape::render(&surface.unwrap(), &scene, size, &context);
        assert_eq!(first[2].2.pixels, show(&expected.unwrap(), &Display::default()));
        // Another camera gives another picture; moving nodes renders nothing; other outputs matter.
        bench.worker.show(0, view(60.0));
        let turned = pictures(bench.finish());
        assert_ne!(turned.last().unwrap().2.pixels, first[2].2.pixels);
        let id = bricks.document().nodes.keys().next().unwrap().clone();
        bench.act(|_| actions::move_to([(id.clone(), [4.0, 5.0])]));
        assert_eq!(pictures(bench.finish()), []);
        let other = bricks.outputs().nth(1).unwrap().to_owned();
        bench.act(|outline| actions::remove_output(outline, &other).unwrap());
        assert!(pictures(bench.finish()).last().is_some_and(|(_, last, _)| *last));
    }

    #[test]
    fn a_change_renders_only_its_dependants() {
        let mut bench = Bench::new(document(NODES));
        let sockets = ["noise", "other", "abs"].map(|id| Socket::new(id, "value"));
        bench.worker.set_thumbnails(sockets.to_vec(), 64);
        assert_eq!(thumbnails(&bench.finish()), ["abs", "noise", "other"].into());
        bench.act(|_| actions::move_to([("noise".to_owned(), [1.0, 2.0])]));
        assert_eq!(thumbnails(&bench.finish()), [].into());
        bench.act(|outline| actions::set_input(outline, &Socket::new("abs", "value"), Value::from(1)).unwrap());
        assert_eq!(thumbnails(&bench.finish()), ["abs"].into());
        bench.act(|_| actions::mute(["noise"], true));
        assert_eq!(thumbnails(&bench.finish()), ["noise"].into());
        bench.history.undo();
        bench.update();
        let outcomes = bench.finish();
        assert_eq!(thumbnails(&outcomes), ["noise"].into(), "it is reported again, from the cache");
    }

    #[test]
    fn thumbnails_inside_a_group_are_those_of_the_instance() {
        let inner = r#"{"format": "travertine", "version": 1, "parameters": {"field": {"type": "float", "default": 0}},
            "nodes": {"abs": {"type": "math/absolute", "inputs": {"value": {"parameter": "field"}}}},
            "outputs": {"value": {"node": "abs"}}}"#;
        let inner = Document::parse(inner.as_bytes()).unwrap();
        let nodes = format!(
            r#"{NODES}, "near": {{"type": "group/fold", "inputs": {{"field": {{"node": "noise"}}}}}},
               "far": {{"type": "group/fold", "inputs": {{"field": {{"node": "other"}}}}}}"#
        );
        let mut bench = Bench::new(document(&nodes).group("fold", inner));
        let picture = |bench: &Bench| {
            bench.worker.set_thumbnails(vec![Socket::new("abs", "value")], 16);
            let pictures = bench.finish().into_iter().filter_map(|outcome| match outcome {
                Outcome::Thumbnail { picture, .. } => Some(picture.unwrap().pixels.clone()),
                _ => None,
            });
            pictures.last()
        };
        let outside = picture(&bench);
        let mut enter = |id: &str| {
            bench.history.enter(&[]).unwrap();
            bench.history.enter_instance(id).unwrap();
            bench.update();
            picture(&bench)
        };
        let (near, far) = (enter("near"), enter("far"));
        assert_eq!(near, outside, "`near` does what the node outside does");
        assert!(far.is_some() && far != near);
    }

    #[test]
    fn errors_are_reported_and_fixed() {
        let mut bench = Bench::new(document(NODES));
        let socket = Socket::new("abs", "value");
        bench.worker.set_thumbnails(vec![socket.clone()], 16);
        let subject = Subject::Node(socket.clone());
        bench.worker.show(0, View::new(subject, Viewport::Plane(Slice::new(16, 16))));
        bench.finish();
        bench.act(|_| {
            travertine_edits::Action::new(
                "",
                travertine_edits::Edit::input(
                    "noise",
                    "scale",
                    Some(travertine_graph::document::Input::Constant(Value::from("x"))),
                ),
            )
        });
        let failures = bench.finish();
        let reasons: Vec<String> = failures
            .iter()
            .filter_map(|outcome| match outcome {
                Outcome::View { picture: Err(refusal), .. } | Outcome::Thumbnail { picture: Err(refusal), .. } => {
                    Some(refusal.to_string())
                }
                _ => None,
            })
            .collect();
        assert_eq!(reasons, ["`noise`: the string `x` does not fit here"; 2]);
        bench.history.undo();
        bench.update();
        let fixed = bench.finish();
        assert_eq!(thumbnails(&fixed), ["abs"].into());
        assert!(fixed.iter().any(|outcome| matches!(outcome, Outcome::View { picture: Ok(_), .. })));
    }

    /// The nodes that the last picture has heat of.
    fn heated(outcomes: &[Outcome]) -> Option<Vec<String>> {
        let picture = outcomes.iter().rev().find_map(|outcome| match outcome {
            Outcome::View { is_final: true, picture: Ok(picture), .. } => Some(picture),
            _ => None,
        });
        Some(picture?.heat.as_ref()?.nodes.keys().cloned().collect())
    }

    #[test]
    fn measured_views_have_the_time_of_all_their_nodes() {
        let mut bench = Bench::new(document(NODES));
        let view = View::new(Subject::Node(Socket::new("abs", "value")), Viewport::Plane(Slice::new(64, 64)));
        bench.worker.show(0, view.clone());
        assert_eq!(heated(&bench.finish()), None);
        let measured = View { is_measured: true, ..view.clone() };
        bench.worker.show(0, measured.clone());
        assert_eq!(heated(&bench.finish()).unwrap(), ["abs", "noise"]);
        // A picture that is not measured would take the noise from the last one.
        set(&mut bench, "abs", "value", 0.5);
        bench.finish();
        bench.history.undo();
        bench.update();
        assert_eq!(heated(&bench.finish()).unwrap(), ["abs", "noise"]);
        // Nodes that come before others in the graph, and other names.
        bench.act(|outline| actions::insert(outline, "math/absolute", [0.0, 0.0]).unwrap());
        assert_eq!(heated(&bench.finish()).unwrap(), ["abs", "noise"]);
        bench.act(|outline| actions::rename(outline, "noise", "zebra").unwrap());
        assert_eq!(heated(&bench.finish()).unwrap(), ["abs", "zebra"]);
        let times = |bench: &Bench| {
            let outcomes = bench.finish();
            outcomes.iter().filter(|outcome| matches!(outcome, Outcome::View { .. })).count()
        };
        bench.act(|_| actions::move_to([("abs".to_owned(), [9.0, 0.0])]));
        assert_eq!(times(&bench), 0, "a node that moves");
        bench.worker.show(0, view);
        assert_eq!(heated(&bench.finish()), None);
    }

    #[test]
    fn a_raster_counts_although_it_is_made_for_a_coarse_picture() {
        let bench = Bench::new(land(1));
        let view = View { viewport: Viewport::Plane(Slice::new(200, 200)), is_measured: true, ..of("bright") };
        bench.worker.show(0, view.clone());
        let outcomes = bench.finish();
        let coarse = outcomes.iter().filter(|outcome| matches!(outcome, Outcome::View { is_final: false, .. }));
        assert!(coarse.count() > 0);
        assert!(heated(&outcomes).unwrap().contains(&"land".to_owned()));
        bench.worker.show(0, View { viewport: Viewport::Plane(Slice::new(200, 201)), ..view });
        assert!(heated(&bench.finish()).is_some());
    }

    #[test]
    fn probed_values_equal_the_pictures() {
        let bench = Bench::new(document(NODES));
        let position = [0.3, 0.6, 0.2, 0.0];
        bench.worker.probe(Some(position));
        let outcomes = bench.finish();
        let values = outcomes.iter().find_map(|outcome| match outcome {
            Outcome::Probe { values: Ok(values), .. } => Some(values.clone()),
            _ => None,
        });
        let values = values.unwrap();
        let value = |id: &str| values.iter().find(|value| value.node == id).unwrap().value[0];
        assert_eq!(value("abs"), value("noise").abs());
    }

    #[test]
    fn rasters_that_need_too_much_memory_are_refused() {
        let land = r#""land": {"type": "terrain/thermal", "inputs": {"resolution": 2048, "across": 8, "down": 8}}"#;
        let worker = Worker::within(registry(), 64 << 20, || {}).unwrap();
        let bench = Bench { worker, history: History::new(document(land)) };
        bench.update();
        let socket = Socket::new("land", "height");
        for viewport in [
            Viewport::Plane(Slice::new(64, 64)),
            Viewport::Solid { scene: Scene::new(Shape::Sphere), size: Size { width: 64, height: 64, samples: 1 } },
        ] {
            let subject = Subject::Node(socket.clone());
            bench.worker.show(0, View::new(subject, viewport));
            bench.worker.set_thumbnails(vec![socket.clone()], 32);
            bench.worker.probe(Some([0.5; 4]));
            let outcomes = bench.finish();
            let refusals = outcomes.iter().filter_map(|outcome| match outcome {
                Outcome::View { picture: Err(refusal), .. }
                | Outcome::Thumbnail { picture: Err(refusal), .. }
                | Outcome::Probe { values: Err(refusal), .. } => Some(refusal.to_string()),
                Outcome::Checked { .. } => None,
                other => panic!("{other:?}"),
            });
            let refusals: Vec<String> = refusals.collect();
            assert!(!refusals.is_empty());
            for refusal in refusals {
                assert!(refusal.contains("MiB") && refusal.contains("resolution"), "{refusal}");
            }
        }
    }

    /// Land that takes long to erode, and what is made of it.
    fn land(rounds: u32) -> Document {
        document(&format!(
            r#""noise": {{"type": "noise/perlin"}},
               "land": {{"type": "terrain/hydraulic",
                         "inputs": {{"height": {{"node": "noise"}}, "resolution": 512, "rounds": {rounds}}}}},
               "bright": {{"type": "math/add", "inputs": {{"a": {{"node": "land"}}, "b": 0.5}}}}"#
        ))
    }

    fn of(id: &str) -> View {
        let subject = Subject::Node(Socket::new(id, "value"));
        View::new(subject, Viewport::Plane(Slice::new(16, 16)))
    }

    fn set(bench: &mut Bench, node: &str, input: &str, value: f64) {
        let value = Value::from(value);
        bench.act(|outline| actions::set_input(outline, &Socket::new(node, input), value.clone()).unwrap());
    }

    fn wait_for(what: &str, mut done: impl FnMut() -> bool) {
        let start = Instant::now();
        while !done() {
            assert!(start.elapsed() < Duration::from_secs(60), "{what} does not happen");
            thread::sleep(Duration::from_millis(2));
        }
    }

    #[test]
    fn a_raster_is_made_once_for_all_pictures_and_for_changes_after_it() {
        let mut bench = Bench::new(land(8));
        bench.worker.show(0, of("bright"));
        let mut told = Vec::new();
        wait_for("an erosion", || {
            told.extend(bench.worker.raster_progress());
            bench.worker.is_idle()
        });
        assert!(told.iter().any(|phrase| phrase.starts_with("Eroding") && phrase.ends_with('%')), "{told:?}");
        bench.finish();
        bench.worker.set_thumbnails(vec![Socket::new("land", "height"), Socket::new("bright", "value")], 16);
        set(&mut bench, "bright", "b", 0.25);
        let mut made = false;
        wait_for("a picture without one", || {
            made |= bench.worker.raster_progress().is_some();
            bench.worker.is_idle()
        });
        assert!(!made, "the land is the same");
        assert_eq!(thumbnails(&bench.finish()), ["bright", "land"].into());
        set(&mut bench, "noise", "scale", 3.0);
        wait_for("another erosion", || bench.worker.raster_progress().is_some());
        bench.finish();
    }

    #[test]
    fn a_stopped_raster_is_made_once_the_user_resumes() {
        // It would take minutes.
        let bench = Bench::new(land(2000));
        bench.worker.show(0, of("bright"));
        wait_for("an erosion", || bench.worker.raster_progress().is_some());
        bench.worker.set_thumbnails(vec![Socket::new("bright", "value"), Socket::new("noise", "value")], 16);
        bench.worker.probe(Some([0.5; 4]));
        bench.worker.stop();
        let outcomes = bench.finish();
        assert!(bench.worker.is_stopped() && bench.worker.raster_progress().is_none());
        assert_eq!(thumbnails(&outcomes), ["noise"].into(), "others are made");
        let said = outcomes.iter().rev().find_map(|outcome| match outcome {
            Outcome::View { picture: Err(refusal), .. } => Some(refusal.to_string()),
            _ => None,
        });
        assert_eq!(said.as_deref(), Some("The rendering was stopped."));
        bench.worker.resume();
        assert!(!bench.worker.is_stopped());
        wait_for("the erosion again", || bench.worker.raster_progress().is_some());
    }

    #[test]
    fn a_change_before_a_raster_cancels_it_and_a_change_after_it_does_not() {
        // It would take minutes.
        let mut bench = Bench::new(land(2000));
        bench.worker.show(0, of("bright"));
        let percent = |bench: &Bench| {
            let phrase = bench.worker.raster_progress().unwrap_or_default();
            phrase.strip_prefix("Eroding ").and_then(|rest| rest.strip_suffix('%')?.parse::<u32>().ok())
        };
        wait_for("a percent", || percent(&bench) >= Some(1));
        // By now, a newer picture cancels the first.
        thread::sleep(Duration::from_millis(1100));
        let before = percent(&bench);
        set(&mut bench, "bright", "b", 0.25);
        thread::sleep(Duration::from_millis(300));
        assert!(percent(&bench) >= before, "it goes on");
        set(&mut bench, "noise", "scale", 3.0);
        wait_for("a new start", || percent(&bench) < before);
    }

    #[test]
    fn obsolete_jobs_are_cancelled() {
        let eroded = bundled().into_iter().find(|document| document.name.as_deref() == Some("Eroded land"));
        let mut bench = Bench::new(eroded.unwrap());
        let view = |size| View::new(Subject::Output("color".to_owned()), Viewport::Plane(Slice::new(size, size)));
        // It would take minutes.
        bench.worker.show(0, view(1 << 13));
        thread::sleep(Duration::from_millis(300));
        bench.worker.show(0, view(8));
        for seed in 0..20 {
            bench.act(|_| actions::move_to([("a".to_owned(), [f64::from(seed), 0.0])]));
            thread::sleep(Duration::from_millis(1));
        }
        let outcomes = bench.finish();
        let last = outcomes.iter().rev().find_map(|outcome| match outcome {
            Outcome::View { viewport, is_final, .. } => Some((viewport.size()[0], *is_final)),
            _ => None,
        });
        assert_eq!(last, Some((8, true)));
    }
}
