//! Rows on their way to the sink, from threads that compute them meanwhile or from its own.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use travertine_noise::Level;

use crate::cancel::Cancel;
use crate::format::Format;
use crate::mean::Mean;
use crate::threads::Threads;

/// Bands that there are at most: one is written while the next is computed, one waits.
pub(crate) const BANDS: usize = 3;

/// Rows that are finished: as many as it holds the floats of.
pub(crate) type Band = Vec<f32>;

/// The end at which bands are made.
pub(crate) struct Producer {
    pub(crate) finished: SyncSender<Band>,
    pub(crate) used: Receiver<Band>,
}

/// Where rows come from.
enum Source<'a> {
    /// From somebody who makes them meanwhile.
    Producer { finished: Receiver<Band>, used: SyncSender<Band> },
    /// Made when they are asked for, in the place of the band before; false if there are no more.
    Asked(Box<dyn FnMut(&mut Band) -> bool + Send + 'a>),
}

/// The rows of a render, from the top, as they are finished.
pub struct Rows<'a> {
    source: Source<'a>,
    current: Option<Band>,
    next: usize,
    row_len: usize,
    level: Level,
    threads: &'a Threads,
    cancel: &'a Cancel,
    /// What makes a row of pixels of several rows of samples; none where a pixel has one.
    mean: Option<(Mean, u32)>,
    /// Whether there were no rows when some were asked for.
    cut_short: bool,
}

impl Source<'_> {
    /// The next band; the one before is used again.
    fn next(&mut self, before: Option<Band>) -> Option<Band> {
        match self {
            Source::Producer { finished, used } => {
                // First given back, then waited: so there is never one more than there may be.
                if let Some(before) = before {
                    // A closed channel means that the last band is under way: the buffer is not needed again.
                    let _ = used.try_send(before);
                }
                finished.recv().ok()
            }
            Source::Asked(make) => {
                let mut band = before.unwrap_or_default();
                make(&mut band).then_some(band)
            }
        }
    }
}

impl<'a> Rows<'a> {
    /// Both ends of the way for rows of a picture, whose pixels have so many samples along each side; so many bands wait
    /// for the sink at most.
    pub(crate) fn produced(
        format: Format,
        samples: u32,
        level: Level,
        threads: &'a Threads,
        cancel: &'a Cancel,
        waiting: usize,
    ) -> (Producer, Rows<'a>) {
        let (finished_by_producer, finished) = sync_channel(waiting);
        let (used, used_by_sink) = sync_channel(BANDS);
        let rows = Rows::new(Source::Producer { finished, used }, format, samples, level, threads, cancel);
        (Producer { finished: finished_by_producer, used: used_by_sink }, rows)
    }

    /// Rows of a picture that are made when they are asked for: some of samples at a time, in the band that `make` is given,
    /// whatever that holds; false if there are no more.
    pub(crate) fn asked(
        make: impl FnMut(&mut Band) -> bool + Send + 'a,
        format: Format,
        samples: u32,
        level: Level,
        threads: &'a Threads,
        cancel: &'a Cancel,
    ) -> Rows<'a> {
        Rows::new(Source::Asked(Box::new(make)), format, samples, level, threads, cancel)
    }

    fn new(
        source: Source<'a>,
        format: Format,
        samples: u32,
        level: Level,
        threads: &'a Threads,
        cancel: &'a Cancel,
    ) -> Rows<'a> {
        Rows {
            source,
            current: None,
            next: 0,
            row_len: format.row_len() * samples as usize,
            level,
            threads,
            cancel,
            mean: (samples > 1).then(|| (Mean::new(format, samples as usize), samples)),
            cut_short: false,
        }
    }

    /// The next row's floats; none after the last, or when the render was cancelled or failed.
    pub fn next_row(&mut self) -> Option<&[f32]> {
        let Some((mut mean, samples)) = self.mean.take() else { return self.next_samples() };
        let complete = (0..samples).all(|_| self.next_samples().map(|row| mean.add(row)).is_some());
        let (mean, _) = self.mean.insert((mean, samples));
        complete.then(|| mean.take())
    }

    fn next_samples(&mut self) -> Option<&[f32]> {
        if self.cancel.is_cancelled() {
            self.cut_short = true;
            return None;
        }
        if self.current.as_ref().is_none_or(|band| self.next >= band.len()) {
            self.current = self.source.next(self.current.take());
            self.next = 0;
        }
        let start = self.next;
        self.next += self.row_len;
        self.cut_short |= self.current.is_none();
        self.current.as_ref().map(|band| &band[start..self.next])
    }

    /// The instruction level at which the rows were computed, for whoever works on them.
    pub fn level(&self) -> Level {
        self.level
    }

    /// The threads that compute the rows, for a sink that has work of its own for them.
    ///
    /// They wait for nobody, and nor may that work.
    pub(crate) fn threads(&self) -> &'a Threads {
        self.threads
    }

    pub(crate) fn was_cut_short(&self) -> bool {
        self.cut_short
    }
}
