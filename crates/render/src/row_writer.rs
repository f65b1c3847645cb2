//! Writes rows of several pictures to sinks that run in parallel.

use std::sync::mpsc::sync_channel;
use std::{io, thread};

use crate::context::Context;
use crate::error::RenderError;
use crate::format::Format;
use crate::rows::{BANDS, Producer, Rows};
use crate::scoped::{join, start};
use crate::sink::Sink;
use crate::threads::Threads;

/// Runs `make`, which computes rows and returns whether it finished, and each sink on a thread of its own. Sinks
/// receive the mean of `samples * samples` samples for each pixel.
///
/// If the system does not start enough threads, nothing is computed and the sinks are returned.
///
/// # Errors
///
/// That of `make`, or if it is cancelled, or a sink fails.
pub(crate) fn write_produced<S>(
    sinks: Vec<S>,
    formats: &[Format],
    samples: u32,
    context: &Context,
    threads: &Threads,
    make: impl FnOnce(Vec<Producer>) -> Result<bool, RenderError>,
) -> Result<Result<Vec<S::Output>, RenderError>, Vec<S>>
where
    S: Sink<Output: Send> + Send,
{
    thread::scope(|scope| {
        // A thread receives its sink once it runs, so that no sink is lost with a thread that does not start.
        let start = |_: &S| {
            let (given, to_write) = sync_channel::<(S, Rows, Format)>(1);
            let write = move || {
                let (sink, mut rows, format) = to_write.recv().ok()?;
                let written = sink.write(format, &mut rows);
                Some((written, rows.was_cut_short()))
            };
            Some((given, start(scope, write)?))
        };
        let writers: Vec<_> = sinks.iter().map_while(start).collect();
        if writers.len() < sinks.len() {
            return Err(sinks);
        }
        let (mut producers, mut under_way) = (Vec::new(), Vec::new());
        for ((sink, format), (given, writer)) in sinks.into_iter().zip(formats).zip(writers) {
            let (producer, rows) = Rows::channel(*format, samples, context, threads, BANDS - 2);
            // The channel has room, and the writer waits for this message.
            let _ = given.send((sink, rows, *format));
            producers.push(producer);
            under_way.push(writer);
        }
        let complete = make(producers);
        let written = under_way.into_iter().filter_map(join);
        Ok(outcome(written.collect(), complete, context))
    })
}

/// Writes an output's picture to a sink, which requests the rows on the calling thread.
///
/// # Errors
///
/// If it is cancelled, or the sink fails.
pub(crate) fn write_pulled<S: Sink>(
    sink: S,
    format: Format,
    mut rows: Rows,
    output: usize,
    context: &Context,
) -> Result<S::Output, RenderError> {
    match sink.write(format, &mut rows) {
        Err(_) if context.may_end_early() && rows.was_cut_short() => Err(context.stopped()),
        written => written.map_err(|source| RenderError::of_sink(output, source)),
    }
}

/// Combines the results of all sinks, each with whether its rows were cut short. `complete` is whether all rows
/// were made, or why not.
fn outcome<T>(
    written: Vec<(io::Result<T>, bool)>,
    complete: Result<bool, RenderError>,
    context: &Context,
) -> Result<Vec<T>, RenderError> {
    let complete = complete?;
    let cut_short = written.iter().any(|(_, cut_short)| *cut_short);
    if context.may_end_early() && (cut_short || !complete) {
        return Err(context.stopped());
    }
    let mut outputs = Vec::with_capacity(written.len());
    let mut failure = None;
    for (output, (written, cut_short)) in written.into_iter().enumerate() {
        match written {
            Ok(written) => outputs.push(written),
            // When one sink fails, the others are cut short.
            Err(source) if failure.is_none() || !cut_short => failure = Some(RenderError::of_sink(output, source)),
            Err(_) => {}
        }
    }
    failure.map_or(Ok(outputs), Err)
}

/// Passes rows to the sinks of several pictures; see [`write_rows`].
pub struct RowWriter<'f> {
    producers: Vec<Producer>,
    threads: &'f Threads,
    context: &'f Context<'f>,
}

impl RowWriter<'_> {
    /// A buffer of `length` zeros for rows of a picture, reused from earlier rows if possible.
    ///
    /// # Errors
    ///
    /// If the system refuses the memory.
    pub fn buffer(&self, picture: usize, length: usize) -> Result<Vec<f32>, RenderError> {
        let mut buffer = self.producers[picture].used.try_recv().unwrap_or_default();
        buffer.clear();
        self.context.resize(&mut buffer, length)?;
        Ok(buffer)
    }

    /// Passes the next rows of a picture on; false if its sink has ended.
    pub fn send(&self, picture: usize, rows: Vec<f32>) -> bool {
        self.producers[picture].finished.send(rows).is_ok()
    }

    /// Runs `work`, its parallel loops on all threads.
    pub fn install<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        self.threads.install(work)
    }
}

/// Writes pictures in parallel whose rows `make` computes. `make` sends some rows of each picture at a time, and
/// returns whether it finished. `used` is the memory of `make` in bytes; `band` is the maximum size in bytes of the
/// rows that it sends at a time, of all pictures together.
///
/// If the system starts no threads for the sinks, all rows are held in memory until the last is made.
///
/// # Errors
///
/// If it is cancelled, a sink fails, or the memory budget is too small.
///
/// # Panics
///
/// If the number of sinks differs from the number of formats.
pub fn write_rows<S>(
    sinks: Vec<S>,
    formats: &[Format],
    context: &Context,
    [used, band]: [u64; 2],
    make: impl FnOnce(&RowWriter) -> bool,
) -> Result<Vec<S::Output>, RenderError>
where
    S: Sink<Output: Send> + Send,
{
    assert_eq!(sinks.len(), formats.len(), "one sink for each picture");
    let count = context.thread_count();
    let kept = sinks.iter().zip(formats).map(|(sink, format)| sink.memory(*format, count));
    let kept = kept.fold(used, u64::saturating_add);
    context.check_memory(kept.saturating_add(band.saturating_mul(BANDS as u64)))?;
    let rows = formats.iter().map(|format| format.height as usize).max().unwrap_or_default();
    let threads = &Threads::pool(count, rows);
    let mut make = Some(make);
    let mut fed = |producers| Ok(make.take().is_some_and(|make| make(&RowWriter { producers, threads, context })));
    let sinks = match write_produced(sinks, formats, 1, context, threads, &mut fed) {
        Ok(written) => return written,
        Err(sinks) => sinks,
    };
    let all = formats.iter().map(|format| (format.row_len() * size_of::<f32>()) as u64 * u64::from(format.height));
    context.check_memory(all.fold(kept, u64::saturating_add))?;
    // The channel has room for every row.
    let room = |format: &Format| format.height as usize;
    let ends = formats.iter().map(|format| Rows::channel(*format, 1, context, threads, room(format)));
    let (producers, rows): (Vec<Producer>, Vec<Rows>) = ends.unzip();
    let complete = fed(producers);
    let written = sinks.into_iter().zip(rows).zip(formats).map(|((sink, mut rows), format)| {
        let written = sink.write(*format, &mut rows);
        (written, rows.was_cut_short())
    });
    outcome(written.collect(), complete, context)
}
