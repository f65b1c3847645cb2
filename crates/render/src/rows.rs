//! Rows of a picture on their way to a sink: computed by other threads ahead of time, or on request.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use travertine_noise::Level;

use crate::context::Context;
use crate::format::Format;
use crate::mean::Mean;
use crate::threads::Threads;

/// Maximum number of bands: one is written, one waits, one is computed.
pub(crate) const BANDS: usize = 3;

/// Finished rows of samples, adjacent.
pub(crate) type Band = Vec<f32>;

/// The sending end of a channel of bands.
pub(crate) struct Producer {
    pub(crate) finished: SyncSender<Band>,
    pub(crate) used: Receiver<Band>,
}

/// The origin of rows.
enum Source<'a> {
    /// Other threads compute bands ahead of time.
    Producer { finished: Receiver<Band>, used: SyncSender<Band> },
    /// Computes the next band on request, in the memory of the last one; false after the last.
    Pulled(Box<dyn FnMut(&mut Band) -> bool + Send + 'a>),
}

/// The rows of a picture, from the top.
pub struct Rows<'a> {
    source: Source<'a>,
    current: Option<Band>,
    next: usize,
    row_len: usize,
    context: &'a Context<'a>,
    #[cfg_attr(
        not(any(feature = "exr", feature = "formats", feature = "png")),
        allow(dead_code, reason = "files compress on them")
    )]
    threads: &'a Threads,
    /// Averages rows of samples into a row of pixels; none with one sample per pixel.
    mean: Option<(Mean, u32)>,
    /// Whether a requested row was missing.
    cut_short: bool,
}

impl Source<'_> {
    /// The next band. The memory of the last one is reused.
    fn next(&mut self, before: Option<Band>) -> Option<Band> {
        match self {
            Source::Producer { finished, used } => {
                // Returned before waiting, so that the number of bands stays within its limit.
                if let Some(before) = before {
                    // A closed channel means that the last band was sent: the buffer is not needed again.
                    let _ = used.try_send(before);
                }
                finished.recv().ok()
            }
            Source::Pulled(make) => {
                let mut band = before.unwrap_or_default();
                make(&mut band).then_some(band)
            }
        }
    }
}

impl<'a> Rows<'a> {
    /// Both ends of a channel for the rows of a picture with `samples` samples along each side of a pixel. At most
    /// `waiting` bands wait for the sink.
    pub(crate) fn channel(
        format: Format,
        samples: u32,
        context: &'a Context<'a>,
        threads: &'a Threads,
        waiting: usize,
    ) -> (Producer, Rows<'a>) {
        let (to_sink, finished) = sync_channel(waiting);
        let (used, from_sink) = sync_channel(BANDS);
        let rows = Rows::new(Source::Producer { finished, used }, format, samples, context, threads);
        (Producer { finished: to_sink, used: from_sink }, rows)
    }

    /// Rows computed on request: `make` overwrites the band that it receives with the next rows of samples; false after
    /// the last.
    pub(crate) fn pulled(
        make: impl FnMut(&mut Band) -> bool + Send + 'a,
        format: Format,
        samples: u32,
        context: &'a Context<'a>,
        threads: &'a Threads,
    ) -> Rows<'a> {
        Rows::new(Source::Pulled(Box::new(make)), format, samples, context, threads)
    }

    fn new(
        source: Source<'a>,
        format: Format,
        samples: u32,
        context: &'a Context<'a>,
        threads: &'a Threads,
    ) -> Rows<'a> {
        Rows {
            source,
            current: None,
            next: 0,
            row_len: format.row_len() * samples as usize,
            context,
            threads,
            mean: (samples > 1).then(|| (Mean::new(format, samples as usize), samples)),
            cut_short: false,
        }
    }

    /// The next row's floats; `None` after the last row, or if the render was cancelled or failed.
    pub fn next_row(&mut self) -> Option<&[f32]> {
        let Some((mut mean, samples)) = self.mean.take() else { return self.next_samples() };
        let complete = (0..samples).all(|_| self.next_samples().map(|row| mean.add(row)).is_some());
        let (mean, _) = self.mean.insert((mean, samples));
        complete.then(|| mean.take())
    }

    fn next_samples(&mut self) -> Option<&[f32]> {
        if self.context.is_cancelled() {
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

    /// The SIMD level of the render, for a sink's own computations.
    pub fn level(&self) -> Level {
        self.context.simd_level()
    }

    /// The threads of the render, for a sink's own computations.
    ///
    /// These threads never block, and neither may the sink's work on them.
    #[cfg(any(feature = "exr", feature = "formats", feature = "png"))]
    pub(crate) fn threads(&self) -> &'a Threads {
        self.threads
    }

    pub(crate) fn was_cut_short(&self) -> bool {
        self.cut_short
    }
}
