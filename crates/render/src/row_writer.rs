//! Feeding: rows of several pictures, handed to sinks that work side by side, whoever makes them.

use std::sync::mpsc::sync_channel;
use std::{io, thread};

use travertine_noise::Level;

use crate::cancel::Cancel;
use crate::error::RenderError;
use crate::format::Format;
use crate::options::Options;
use crate::rows::{BANDS, Producer, Rows};
use crate::sink::Sink;
use crate::threads::Threads;

/// Runs `make`, which says whether it has made all rows, and the sinks, which take them, each on a thread of its own. Each
/// pixel has so many samples along each side, of which the sinks get the mean.
///
/// If the system does not start as many threads, nothing is made, and the sinks come back.
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
) -> Result<Result<Vec<S::Output>, RenderError>, Vec<S>>
where
    S: Sink<Output: Send> + Send,
{
    thread::scope(|scope| {
        // They are started before they are given something that would be lost with them.
        let start = |_: &S| {
            let (given, to_write) = sync_channel::<(S, Rows, Format)>(1);
            let write = move || {
                let (sink, mut rows, format) = to_write.recv().ok()?;
                let written = sink.write(format, &mut rows);
                Some((written, rows.was_cut_short()))
            };
            Some((given, thread::Builder::new().spawn_scoped(scope, write).ok()?))
        };
        let writers: Vec<_> = sinks.iter().map_while(start).collect();
        if writers.len() < sinks.len() {
            return Err(sinks);
        }
        let (mut producers, mut under_way) = (Vec::new(), Vec::new());
        for ((sink, format), (given, writer)) in sinks.into_iter().zip(formats).zip(writers) {
            let (producer, rows) = Rows::produced(*format, samples, level, threads, cancel, BANDS - 2);
            // There is room for it, and a writer ends no sooner.
            let _ = given.send((sink, rows, *format));
            producers.push(producer);
            under_way.push(writer);
        }
        let complete = make(producers);
        let written = under_way
            .into_iter()
            .filter_map(|writer| writer.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        Ok(outcome(written.collect(), complete, cancel))
    })
}

/// Lets a sink take rows of an output's picture as it asks for them.
///
/// # Errors
///
/// If it is cancelled, or the sink fails.
pub(crate) fn take<S: Sink>(
    sink: S,
    format: Format,
    mut rows: Rows,
    output: usize,
    cancel: &Cancel,
) -> Result<S::Output, RenderError> {
    match sink.write(format, &mut rows) {
        Err(_) if cancel.is_cancelled() && rows.was_cut_short() => Err(RenderError::Cancelled),
        written => written.map_err(|source| RenderError::Sink { output, source }),
    }
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
pub struct RowWriter<'f> {
    producers: Vec<Producer>,
    threads: &'f Threads,
}

impl RowWriter<'_> {
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
/// Where the system starts no threads for the sinks, all rows are kept until the last is made.
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
    make: impl FnOnce(&RowWriter) -> bool,
) -> Result<Vec<S::Output>, RenderError>
where
    S: Sink<Output: Send> + Send,
{
    assert_eq!(sinks.len(), formats.len(), "one sink for each picture");
    let (count, level) = (options.thread_count(), options.level);
    let kept = sinks.iter().zip(formats).map(|(sink, format)| sink.memory(*format, count));
    let kept = kept.fold(used, u64::saturating_add);
    options.within_budget(kept.saturating_add(band.saturating_mul(BANDS as u64)))?;
    let rows = formats.iter().map(|format| format.height as usize).max().unwrap_or_default();
    let threads = &Threads::pool(count, rows);
    let mut make = Some(make);
    let mut fed = |producers| make.take().is_some_and(|make| make(&RowWriter { producers, threads }));
    let sinks = match feed(sinks, formats, 1, level, threads, cancel, &mut fed) {
        Ok(written) => return written,
        Err(sinks) => sinks,
    };
    let all =
        formats.iter().map(|format| (format.row_len() * size_of::<f32>()) as u64 * u64::from(format.height));
    options.within_budget(all.fold(kept, u64::saturating_add))?;
    // There is room for every row by itself.
    let room = |format: &Format| format.height as usize;
    let ends = formats.iter().map(|format| Rows::produced(*format, 1, level, threads, cancel, room(format)));
    let (producers, rows): (Vec<Producer>, Vec<Rows>) = ends.unzip();
    let complete = fed(producers);
    let written = sinks.into_iter().zip(rows).zip(formats).map(|((sink, mut rows), format)| {
        let written = sink.write(*format, &mut rows);
        (written, rows.was_cut_short())
    });
    outcome(written.collect(), complete, cancel)
}
