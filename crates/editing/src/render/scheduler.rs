//! The scheduler: requested pictures, finished pictures, and the next job.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::{Duration, Instant};

use travertine::stages::render::RenderCache;
use travertine::{Cancel, Field, Profile};
use travertine_presentation::{Display, Socket};
use travertine_shape::Surface;

use super::fingerprint::Fingerprint;
use super::picture::{Outcome, Picture, Rendered};
use super::shown::{Around, Shown};
use super::snapshot::Snapshot;
use super::view::{Subject, View};
use super::viewport::Viewport;

/// Maximum time for a picture without a coarse one before it: thirty pictures a second, with some margin.
pub(super) const AT_ONCE: Duration = Duration::from_millis(25);

/// Time for which a first picture may continue although another one is requested. Otherwise a drag would show nothing.
const PATIENCE: Duration = Duration::from_secs(1);

/// Number of thumbnails kept in addition to the requested ones.
const KEPT_THUMBNAILS: usize = 2048;

/// The key of an output's pictures: the fingerprint of its node, and the name of the output.
pub(super) type PictureKey = (Fingerprint, String);

/// A job for the rendering thread.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Job {
    /// A picture of a view. Each side is divided by the factor.
    View { view: u32, wanted: View, factor: u32, is_first: bool },
    /// The values at a position.
    Probe([f32; 4]),
    /// A thumbnail of a node's output, with its width and height in pixels.
    Thumbnail(Socket, u32),
}

/// The last results for a view, some of which the next picture can reuse.
#[derive(Default)]
pub(super) struct ViewCache {
    /// The field and its fingerprint. It holds rasters, which are slow to compute.
    pub field: Option<(PictureKey, Arc<Field>)>,
    /// The surface of a solid, and its fingerprint.
    pub surface: Option<(PictureKey, Arc<Surface>)>,
    /// The last picture: its fingerprint, viewport, factor and result.
    pub rendered: Option<(PictureKey, Viewport, u32, Arc<Rendered>)>,
    /// The profile of a measured view: the fingerprint and the viewport that it measures.
    pub profile: Option<(PictureKey, Viewport, Arc<Profile>)>,
    /// Intermediate results for the next picture, by its factor.
    pub kept: HashMap<u32, RenderCache>,
    /// The display of the last picture.
    pub display: Display,
    /// The view and the revision that could not be rendered.
    pub failed: Option<(View, u64)>,
    /// Seconds per sample of a plane and of a solid.
    pub paces: [Option<f64>; 2],
}

/// The last result reported for a thumbnail.
#[derive(PartialEq)]
pub(super) enum ThumbnailState {
    /// A picture with this fingerprint and size.
    Picture(PictureKey, u32),
    /// A failure at this revision.
    Failure(u64),
}

/// The job in progress.
pub(super) struct Running {
    pub job: Job,
    /// The fingerprint of what a view shows.
    pub key: Option<PictureKey>,
    pub cancel: Cancel,
    pub since: Instant,
}

/// The state shared by the threads.
#[derive(Default)]
pub(super) struct Scheduler {
    /// The newest document.
    pub document: Option<Shown>,
    /// The newest checked document and its revision.
    pub snapshot: Option<(u64, Arc<Snapshot>)>,
    /// What was around it.
    pub around: Option<Around>,
    pub views: BTreeMap<u32, View>,
    /// The documents of the views that do not show the newest one.
    pub held: HashMap<u32, Arc<Snapshot>>,
    pub thumbnails: Vec<Socket>,
    pub thumbnail_size: u32,
    pub probe: Option<[f32; 4]>,
    pub view_caches: HashMap<u32, ViewCache>,
    pub thumbnail_states: HashMap<Socket, ThumbnailState>,
    pub kept: HashMap<(PictureKey, u32), Arc<Picture>>,
    pub probed: Option<(u64, [f32; 4])>,
    pub running: Option<Running>,
    /// Whether no rasters are made.
    pub is_stopped: bool,
    pub outcomes: Vec<Outcome>,
    pub quits: bool,
}

impl Scheduler {
    /// Forgets the document, and the results that belong to it.
    pub fn forget(&mut self) {
        (self.document, self.snapshot, self.around, self.probed) = (None, None, None, None);
        self.is_stopped = false;
        self.thumbnail_states.clear();
        self.outcomes.clear();
    }

    /// Cancels the job in progress. It is begun again unless something else is more urgent.
    pub fn interrupt(&self) {
        if let Some(running) = &self.running {
            running.cancel.cancel();
        }
    }

    /// Forgets that pictures could not be made, so that they are tried again.
    pub fn forget_failures(&mut self) {
        self.view_caches.values_mut().for_each(|made| made.failed = None);
        self.thumbnail_states.retain(|_, state| !matches!(state, ThumbnailState::Failure(_)));
        self.probed = None;
    }

    /// The document to check next, and the last snapshot if what is around the document is the same.
    pub fn unchecked(&self) -> Option<(Shown, Option<Arc<Snapshot>>)> {
        let document = self.document.as_ref()?;
        let before = self.snapshot.as_ref();
        if before.is_some_and(|(checked, _)| *checked == document.revision) {
            return None;
        }
        let before = before.filter(|_| document.around == self.around);
        Some((document.clone(), before.map(|(_, snapshot)| Arc::clone(snapshot))))
    }

    /// The checked document that a view shows.
    pub fn snapshot_of(&self, view: u32) -> Option<&Arc<Snapshot>> {
        self.held.get(&view).or(self.snapshot.as_ref().map(|(_, newest)| newest))
    }

    /// The most urgent job: the first picture of each view, then probed values, then finer pictures, then thumbnails.
    pub fn next(&self) -> Option<Job> {
        let (revision, snapshot) = self.snapshot.as_ref()?;
        let views = || self.views.iter().filter_map(|(view, wanted)| self.view(*revision, *view, wanted));
        let first = || views().find(|job| matches!(job, Job::View { is_first: true, .. }));
        let probe = || self.probe.filter(|at| self.probed != Some((*revision, *at))).map(Job::Probe);
        let thumbnail = || {
            let due = |socket: &&Socket| self.is_due(*revision, snapshot, socket);
            self.thumbnails.iter().find(due).map(|socket| Job::Thumbnail(socket.clone(), self.thumbnail_size))
        };
        first().or_else(probe).or_else(|| views().next()).or_else(thumbnail)
    }

    fn view(&self, revision: u64, view: u32, wanted: &View) -> Option<Job> {
        let made = self.view_caches.get(&view);
        let failed = made.and_then(|made| made.failed.as_ref());
        if failed.is_some_and(|(failed, at)| failed == wanted && *at == revision) {
            return None;
        }
        let key = self.snapshot_of(view)?.key(wanted);
        let rendered = made.and_then(|made| made.rendered.as_ref());
        let known = rendered.filter(|(of, viewport, ..)| Some(of) == key.as_ref() && *viewport == wanted.viewport);
        let factor = match known {
            // Only the display changes; the image is reused.
            Some((_, _, factor, _)) if made.is_some_and(|made| made.display != wanted.display) => *factor,
            Some((_, _, 1, _)) => return None,
            Some((_, _, factor, _)) => wanted.viewport.factors().find(|next| next < factor).unwrap_or(1),
            None => {
                let pace = made.and_then(|made| made.paces[usize::from(wanted.viewport.is_solid())]);
                let quick = |factor: &u32| {
                    pace.is_some_and(|pace| pace * wanted.viewport.coarser(*factor).points() <= AT_ONCE.as_secs_f64())
                };
                // The finest picture that is fast enough, or else the coarsest.
                let mut factors = wanted.viewport.factors();
                let coarsest = factors.next().unwrap_or(1);
                factors.filter(quick).last().unwrap_or(coarsest)
            }
        };
        Some(Job::View { view, wanted: wanted.clone(), factor, is_first: known.is_none() })
    }

    fn is_due(&self, revision: u64, snapshot: &Snapshot, socket: &Socket) -> bool {
        match self.thumbnail_states.get(socket) {
            None => true,
            Some(ThumbnailState::Failure(at)) => *at != revision,
            Some(ThumbnailState::Picture(key, size)) => {
                let now = snapshot.fingerprint(&Subject::Node(socket.clone()));
                now.as_ref() != Some(key) || *size != self.thumbnail_size
            }
        }
    }

    /// The fingerprint of what a view shows.
    pub fn key(&self, job: &Job) -> Option<PictureKey> {
        match job {
            Job::View { view, wanted, .. } => self.snapshot_of(*view)?.key(wanted),
            Job::Probe(_) | Job::Thumbnail(..) => None,
        }
    }

    /// Cancels the job in progress if another one is more urgent or its result is no longer needed.
    pub fn reconsider(&mut self) {
        let Some(running) = &self.running else { return };
        let next = self.next();
        let is_first = |job: &Job| matches!(job, Job::View { is_first: true, .. });
        let keeps = match (&running.job, &next) {
            (job, Some(next)) if job == next && running.key == self.key(next) => true,
            (Job::Thumbnail(socket, size), Some(Job::Thumbnail(..))) => {
                *size == self.thumbnail_size && self.thumbnails.contains(socket)
            }
            (job, _) => is_first(job) && running.since.elapsed() < PATIENCE,
        };
        if !keeps {
            running.cancel.cancel();
        }
    }

    /// Keeps a thumbnail; removes others if there are too many.
    pub fn keep(&mut self, key: PictureKey, size: u32, picture: Arc<Picture>) {
        if self.kept.len() >= KEPT_THUMBNAILS + self.thumbnails.len() {
            let sent = self.thumbnail_states.values().filter_map(|sent| match sent {
                ThumbnailState::Picture(key, size) => Some((key, *size)),
                ThumbnailState::Failure(_) => None,
            });
            let shown: Vec<(&PictureKey, u32)> = sent.collect();
            self.kept.retain(|(key, size), _| shown.contains(&(key, *size)));
        }
        self.kept.insert((key, size), picture);
    }
}
