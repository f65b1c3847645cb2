//! Rows on their way from the threads that compute them to the sink.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use travertine_noise::Level;

use crate::cancel::Cancel;
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

/// The rows of a render, from the top, as they are finished.
pub struct Rows<'a> {
    bands: Receiver<Band>,
    used: SyncSender<Band>,
    current: Option<Band>,
    next: usize,
    row_len: usize,
    level: Level,
    threads: &'a Threads,
    cancel: &'a Cancel,
    /// Whether there were no rows when some were asked for.
    cut_short: bool,
}

impl<'a> Rows<'a> {
    /// Both ends of the way for rows of so many floats.
    pub(crate) fn new(
        row_len: usize,
        level: Level,
        threads: &'a Threads,
        cancel: &'a Cancel,
    ) -> (Producer, Rows<'a>) {
        let (finished, bands) = sync_channel(BANDS - 2);
        let (used_by_sink, used) = sync_channel(BANDS);
        let rows = Rows {
            bands,
            used: used_by_sink,
            current: None,
            next: 0,
            row_len,
            level,
            threads,
            cancel,
            cut_short: false,
        };
        (Producer { finished, used }, rows)
    }

    /// The next row's floats; none after the last, or when the render was cancelled or failed.
    pub fn next_row(&mut self) -> Option<&[f32]> {
        if self.cancel.is_cancelled() {
            self.cut_short = true;
            return None;
        }
        if self.current.as_ref().is_none_or(|band| self.next >= band.len()) {
            // First given back, then waited: so there is never one more than there may be.
            if let Some(used) = self.current.take() {
                // A closed channel means that the last band is under way: the buffer is not needed again.
                let _ = self.used.try_send(used);
            }
            self.current = self.bands.recv().ok();
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
