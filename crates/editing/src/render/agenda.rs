//! The agenda: what is wanted, what is done, and what is to be done next.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::{Duration, Instant};

use travertine::{Cancel, Field, Kept};
use travertine_graph::document::Document;
use travertine_shape::Surface;

use super::display::Display;
use super::fingerprint::Fingerprint;
use super::frame::Frame;
use super::picture::{Outcome, Picture, Rendered, View};
use super::snapshot::{Snapshot, Subject};
use crate::Socket;

/// What takes no longer needs no coarse picture before: thirty pictures a second, with some time to spare.
pub(super) const AT_ONCE: Duration = Duration::from_millis(25);

/// A coarse picture is finished though something else is wanted by now, lest a drag show nothing; but not if it takes
/// longer than this.
const PATIENCE: Duration = Duration::from_secs(1);

/// Thumbnails that are kept beside those that are wanted.
const KEPT_THUMBNAILS: usize = 2048;

/// What an output depends on: its node's fingerprint, and its own name.
pub(super) type Print = (Fingerprint, String);

/// Something to be done.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Job {
    /// A picture of a view, with so many times fewer pixels along each side.
    View { view: u32, wanted: View, factor: u32, is_first: bool },
    /// The values at a position.
    Probe([f32; 4]),
    /// A picture of a node's output, with so many pixels along each side.
    Thumbnail(Socket, u32),
}

/// What was made for a view last.
#[derive(Default)]
pub(super) struct Made {
    /// Of what the field is, and the field: with its grids, which take long to make.
    pub field: Option<(Print, Arc<Field>)>,
    /// The same of solids.
    pub surface: Option<(Print, Arc<Surface>)>,
    /// What was rendered, of which field or surface, and with how many times fewer pixels.
    pub rendered: Option<(Print, Frame, u32, Arc<Rendered>)>,
    /// What the next picture may need again, by how many times fewer pixels it has.
    pub kept: HashMap<u32, Kept>,
    /// How it was shown.
    pub display: Display,
    /// The subject and the revision with which there was no picture.
    pub failed: Option<(View, u64)>,
    /// Seconds for each point of a plane, and of a solid.
    pub paces: [Option<f64>; 2],
}

/// What was sent of a thumbnail last.
#[derive(PartialEq)]
pub(super) enum Sent {
    /// A picture of that print and size.
    Picture(Print, u32),
    /// That there is none at that revision.
    Failure(u64),
}

/// A job that is being done.
pub(super) struct Running {
    pub job: Job,
    pub cancel: Cancel,
    pub since: Instant,
}

/// All that the threads share.
#[derive(Default)]
pub(super) struct Agenda {
    /// The newest document and its revision.
    pub document: Option<(u64, Arc<Document>)>,
    /// What is known of the newest that was checked.
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

impl Agenda {
    /// The document that waits to be checked.
    pub fn unchecked(&self) -> Option<(u64, Arc<Document>)> {
        let (revision, document) = self.document.as_ref()?;
        let is_checked = self.snapshot.as_ref().is_some_and(|(checked, _)| checked == revision);
        (!is_checked).then(|| (*revision, document.clone()))
    }

    /// What is most urgent: something for every view first, then values, then better views, then thumbnails.
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
                };
                // The finest of what is quick, and else the coarsest.
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

    /// Stops what is being done if something else is more urgent, or nobody wants it any more.
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
