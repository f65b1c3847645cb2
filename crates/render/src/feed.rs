//! Feeding: rows of several pictures, handed to sinks that work side by side, whoever makes them.

use std::{io, thread};

use travertine_noise::Level;

use crate::cancel::Cancel;
use crate::error::RenderError;
use crate::format::Format;
use crate::options::{MAX_THREADS, Options};
use crate::rows::{BANDS, Producer, Rows};
use crate::sink::Sink;
use crate::threads::Threads;

/// Runs `make`, which says whether it has made all rows, and the sinks, which take them. Each pixel has so many samples
/// along each side, of which the sinks get the mean.
///
/// # Errors
///
/// If it is cancelled, or a sink fails.
pub(crate) fn feed<S>(
    sinks: Vec<S>,
    formats: &[Format],
    samples: u32,
    level: Level,
    threads: &Threads,
    cancel: &Cancel,
    make: impl FnOnce(Vec<Producer>) -> bool,
) -> Result<Vec<S::Output>, RenderError>
where
    S: Sink<Output: Send> + Send,
{
    let ends = formats.iter().map(|format| Rows::produced(*format, samples, level, threads, cancel));
    let (producers, rows): (Vec<Producer>, Vec<Rows>) = ends.unzip();
    let (complete, written) = thread::scope(|scope| {
        let write = |((sink, mut rows), format): ((S, Rows<'_>), Format)| {
            let written = sink.write(format, &mut rows);
            (written, rows.was_cut_short())
        };
        let writers = sinks.into_iter().zip(rows).zip(formats.iter().copied());
        let writers = Vec::from_iter(writers.map(|writer| scope.spawn(move || write(writer))));
        let complete = make(producers);
        let written = writers
            .into_iter()
            .map(|writer| writer.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        (complete, Vec::from_iter(written))
    });
    outcome(written, complete, cancel)
}

/// Lets a sink take rows as it asks for them.
///
/// # Errors
///
/// If it is cancelled, or the sink fails.
pub(crate) fn take<S: Sink>(
    sink: S,
    format: Format,
    mut rows: Rows,
    cancel: &Cancel,
) -> Result<Vec<S::Output>, RenderError> {
    let written = sink.write(format, &mut rows);
    outcome(vec![(written, rows.was_cut_short())], true, cancel)
}

/// What became of pictures, of each with whether it was cut short; and whether all rows were made.
fn outcome<T>(
    written: Vec<(io::Result<T>, bool)>,
    complete: bool,
    cancel: &Cancel,
) -> Result<Vec<T>, RenderError> {
    let cut_short = written.iter().any(|(_, cut_short)| *cut_short);
    if cancel.is_cancelled() && (cut_short || !complete) {
        return Err(RenderError::Cancelled);
    }
    let mut outputs = Vec::with_capacity(written.len());
    let mut failure = None;
    for (output, (written, cut_short)) in written.into_iter().enumerate() {
        match written {
            Ok(written) => outputs.push(written),
            // Where one sink fails the others are cut short.
            Err(source) if failure.is_none() || !cut_short => {
                failure = Some(RenderError::Sink { output, source })
            }
            Err(_) => {}
        }
    }
    failure.map_or(Ok(outputs), Err)
}

/// The way of rows that somebody else than a [`Render`](crate::Render) makes to their sinks.
pub struct Feed<'f> {
    producers: Vec<Producer>,
    threads: &'f Threads,
}

impl Feed<'_> {
    /// A buffer for rows of a picture, with so many zeros.
    pub fn buffer(&self, picture: usize, length: usize) -> Vec<f32> {
        let mut buffer = self.producers[picture].used.try_recv().unwrap_or_default();
        buffer.clear();
        buffer.resize(length, 0.0);
        buffer
    }

    /// Hands the next rows of a picture over; false if nobody wants them any more.
    pub fn send(&self, picture: usize, rows: Vec<f32>) -> bool {
        self.producers[picture].finished.send(rows).is_ok()
    }

    /// Does something, in whose parallel iterators all threads work.
    pub fn install<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        self.threads.install(work)
    }
}

/// Writes pictures side by side whose rows `make` makes, some rows of each picture at a time, at most `band` bytes of all
/// together. It says whether it has made all rows; beside them it uses so many bytes of memory.
///
/// # Errors
///
/// If it is cancelled, a sink fails, or the memory does not suffice.
///
/// # Panics
///
/// If there is not one sink for each format.
pub fn write_rows<S>(
    sinks: Vec<S>,
    formats: &[Format],
    options: &Options,
    [used, band]: [u64; 2],
    cancel: &Cancel,
    make: impl FnOnce(&Feed) -> bool,
) -> Result<Vec<S::Output>, RenderError>
where
    S: Sink<Output: Send> + Send,
{
    assert_eq!(sinks.len(), formats.len(), "one sink for each picture");
    let count = options.threads.unwrap_or_else(Threads::available).clamp(1, MAX_THREADS);
    let kept = sinks.iter().zip(formats).map(|(sink, format)| sink.memory(*format, count));
    let needed = kept.fold(used.saturating_add(band.saturating_mul(BANDS as u64)), u64::saturating_add);
    if needed > options.memory {
        return Err(RenderError::Memory { needed: needed.div_ceil(1 << 20), budget: options.memory >> 20 });
    }
    let threads = &Threads::pool(count)?;
    feed(sinks, formats, 1, options.level, threads, cancel, |producers| make(&Feed { producers, threads }))
}
