//! The scheduler: the pictures that are wanted, those that are there, and the job to do next.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::{Duration, Instant};

use travertine::stages::render::RenderCache;
use travertine::{Cancel, Field};
use travertine_graph::document::Document;
use travertine_shape::Surface;

use super::display::Display;
use super::fingerprint::Fingerprint;
use super::frame::Frame;
use super::picture::{Outcome, Picture, Rendered};
use super::snapshot::Snapshot;
use super::view::{Subject, View};
use crate::outline::Socket;

/// A picture that takes no longer needs no coarse picture before it: thirty a second, with some time to spare.
pub(super) const AT_ONCE: Duration = Duration::from_millis(25);

/// A coarse picture that takes no longer is finished although another one is wanted by now; otherwise a drag would show
/// nothing.
const PATIENCE: Duration = Duration::from_secs(1);

/// The number of thumbnails that are kept beside those that are wanted.
const KEPT_THUMBNAILS: usize = 2048;

/// The fingerprint of an output: that of its node, and its own name.
pub(super) type Print = (Fingerprint, String);

/// A job for the thread that renders.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Job {
    /// A picture of a view. The factor says how many times fewer pixels it has along each side.
    View { view: u32, wanted: View, factor: u32, is_first: bool },
    /// The values at a position.
    Probe([f32; 4]),
    /// A picture of a node's output, and its width and height in pixels.
    Thumbnail(Socket, u32),
}

/// The last results for a view, from which the next picture may be made more quickly.
#[derive(Default)]
pub(super) struct Made {
    /// The field and its fingerprint. A field has grids, which take long to make.
    pub field: Option<(Print, Arc<Field>)>,
    /// The surface of a solid, and its fingerprint.
    pub surface: Option<(Print, Arc<Surface>)>,
    /// The fingerprint, the frame, the factor and the result of the last rendering.
    pub rendered: Option<(Print, Frame, u32, Arc<Rendered>)>,
    /// Intermediate results for the next picture, by its factor.
    pub kept: HashMap<u32, RenderCache>,
    /// How the last picture was shown.
    pub display: Display,
    /// The view and the revision for which there was no picture.
    pub failed: Option<(View, u64)>,
    /// Seconds for a point of a plane, and for one of a solid.
    pub paces: [Option<f64>; 2],
}

/// The last message about a thumbnail.
#[derive(PartialEq)]
pub(super) enum Sent {
    /// A picture with this fingerprint and size.
    Picture(Print, u32),
    /// There is no picture at this revision.
    Failure(u64),
}

/// A job under way.
pub(super) struct Running {
    pub job: Job,
    pub cancel: Cancel,
    pub since: Instant,
}

/// The state that the threads share.
#[derive(Default)]
pub(super) struct Scheduler {
    /// The newest document and its revision.
    pub document: Option<(u64, Arc<Document>)>,
    /// The newest document that was checked, and its revision.
    pub snapshot: Option<(u64, Arc<Snapshot>)>,
    pub views: BTreeMap<u32, View>,
    pub thumbnails: Vec<Socket>,
    pub thumbnail_size: u32,
    pub probe: Option<[f32; 4]>,
    pub made: HashMap<u32, Made>,
    pub sent: HashMap<Socket, Sent>,
    pub kept: HashMap<(Print, u32), Arc<Picture>>,
    pub probed: Option<(u64, [f32; 4])>,
    pub running: Option<Running>,
    pub outcomes: Vec<Outcome>,
    pub quits: bool,
}

impl Scheduler {
    /// The document that is to be checked next.
    pub fn unchecked(&self) -> Option<(u64, Arc<Document>)> {
        let (revision, document) = self.document.as_ref()?;
        let is_checked = self.snapshot.as_ref().is_some_and(|(checked, _)| checked == revision);
        (!is_checked).then(|| (*revision, document.clone()))
    }

    /// The most urgent job: a first picture of every view, then values, then better pictures, then thumbnails.
    pub fn next(&self) -> Option<Job> {
        let (revision, snapshot) = self.snapshot.as_ref()?;
        let views =
            || self.views.iter().filter_map(|(view, wanted)| self.view(*revision, snapshot, *view, wanted));
        let first = || views().find(|job| matches!(job, Job::View { is_first: true, .. }));
        let probe = || self.probe.filter(|at| self.probed != Some((*revision, *at))).map(Job::Probe);
        let thumbnail = || {
            let due = |socket: &&Socket| self.is_due(*revision, snapshot, socket);
            self.thumbnails.iter().find(due).map(|socket| Job::Thumbnail(socket.clone(), self.thumbnail_size))
        };
        first().or_else(probe).or_else(|| views().next()).or_else(thumbnail)
    }

    fn view(&self, revision: u64, snapshot: &Snapshot, view: u32, wanted: &View) -> Option<Job> {
        let made = self.made.get(&view);
        let failed = made.and_then(|made| made.failed.as_ref());
        if failed.is_some_and(|(failed, at)| failed == wanted && *at == revision) {
            return None;
        }
        let print = snapshot.print(wanted);
        let rendered = made.and_then(|made| made.rendered.as_ref());
        let known = rendered.filter(|(of, frame, ..)| Some(of) == print.as_ref() && *frame == wanted.frame);
        let factor = match known {
            // Only shown otherwise, from what is there.
            Some((_, _, factor, _)) if made.is_some_and(|made| made.display != wanted.display) => *factor,
            Some((_, _, 1, _)) => return None,
            Some((_, _, factor, _)) => wanted.frame.factors().find(|next| next < factor).unwrap_or(1),
            None => {
                let pace = made.and_then(|made| made.paces[usize::from(wanted.frame.is_solid())]);
                let quick = |factor: &u32| {
                    pace.is_some_and(|pace| {
                        pace * wanted.frame.coarser(*factor).points() <= AT_ONCE.as_secs_f64()
                    })
                }; // The finest of what is quick, and else the coarsest.
                let mut factors = wanted.frame.factors();
                let coarsest = factors.next().unwrap_or(1);
                factors.filter(quick).last().unwrap_or(coarsest)
            }
        };
        Some(Job::View { view, wanted: wanted.clone(), factor, is_first: known.is_none() })
    }

    fn is_due(&self, revision: u64, snapshot: &Snapshot, socket: &Socket) -> bool {
        match self.sent.get(socket) {
            None => true,
            Some(Sent::Failure(at)) => *at != revision,
            Some(Sent::Picture(print, size)) => {
                let now = snapshot.fingerprint(&Subject::Node(socket.clone()));
                now.as_ref() != Some(print) || *size != self.thumbnail_size
            }
        }
    }

    /// Cancels the job under way if another one is more urgent or its result is no longer wanted.
    pub fn reconsider(&mut self) {
        let Some(running) = &self.running else { return };
        let next = self.next();
        let is_first = |job: &Job| matches!(job, Job::View { is_first: true, .. });
        let keeps = match (&running.job, &next) {
            (job, Some(next)) if job == next => true,
            (Job::Thumbnail(socket, size), Some(Job::Thumbnail(..))) => {
                *size == self.thumbnail_size && self.thumbnails.contains(socket)
            }
            (job, _) => is_first(job) && running.since.elapsed() < PATIENCE,
        };
        if !keeps {
            running.cancel.cancel();
        }
    }

    /// Keeps a thumbnail; forgets others if there are too many.
    pub fn keep(&mut self, print: Print, size: u32, picture: Arc<Picture>) {
        if self.kept.len() >= KEPT_THUMBNAILS + self.thumbnails.len() {
            let sent = self.sent.values().filter_map(|sent| match sent {
                Sent::Picture(print, size) => Some((print, *size)),
                Sent::Failure(_) => None,
            });
            let shown: Vec<(&Print, u32)> = sent.collect();
            self.kept.retain(|(print, size), _| shown.contains(&(print, *size)));
        }
        self.kept.insert((print, size), picture);
    }
}
