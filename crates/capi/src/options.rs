//! Options of a call: a context, and the progress that it reports.

use std::ffi::c_void;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::{Mutex, PoisonError};

use travertine::{Context, Level};

use crate::border::{Options, ProgressFunction};
use crate::failure::Failure;

pub const LEVEL_BEST: i32 = 0;
pub const LEVEL_SCALAR: i32 = 1;
pub const LEVEL_SSE2: i32 = 2;
pub const LEVEL_AVX2: i32 = 3;
pub const LEVEL_AVX512: i32 = 4;
pub const LEVEL_NEON: i32 = 5;

/// Runs `work`, which computes this many samples, with the context of the options.
///
/// # Errors
///
/// If the level is unknown, or that of `work`.
pub fn with_context<T>(
    options: Option<&Options>,
    samples: u64,
    work: impl FnOnce(&Context) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let (context, cancel) = context(options)?;
    let Some(listener) = Listener::new(options) else { return work(&context) };
    let progress = Progress::new(&listener, cancel, samples);
    let advance = |samples| progress.advance(samples);
    work(&context.progress(&advance))
}

/// The context of the options, without their progress function, and its flag.
///
/// # Errors
///
/// If the level is unknown.
pub fn context(options: Option<&Options>) -> Result<(Context<'static>, travertine::Cancel), Failure> {
    let cancel = flag(options).unwrap_or_default();
    Ok((Limits::new(options)?.applied(Context::default()).cancel(&cancel), cancel))
}

/// The level and the limits of the options.
#[derive(Default)]
pub struct Limits {
    level: Option<Level>,
    threads: Option<usize>,
    memory: Option<u64>,
    work: Option<u64>,
}

impl Limits {
    /// Those of the options, in which 0 leaves a default.
    ///
    /// # Errors
    ///
    /// If the level is unknown.
    pub fn new(options: Option<&Options>) -> Result<Limits, Failure> {
        let Some(options) = options else { return Ok(Limits::default()) };
        let given = |number: u64| (number > 0).then_some(number);
        Ok(Limits {
            level: level(options.level)?,
            threads: (options.threads > 0).then_some(options.threads as usize),
            memory: given(options.memory),
            work: given(options.work),
        })
    }

    /// The context with the level and the limits that the options give.
    pub fn applied<'c>(&self, mut context: Context<'c>) -> Context<'c> {
        if let Some(level) = self.level {
            context = context.level(level);
        }
        if let Some(threads) = self.threads {
            context = context.threads(threads);
        }
        if let Some(memory) = self.memory {
            context = context.memory(memory);
        }
        if let Some(work) = self.work {
            context = context.work(work);
        }
        context
    }
}

/// The flag of the options, if they have one.
pub fn flag(options: Option<&Options>) -> Option<travertine::Cancel> {
    Some(options?.cancel?.0.clone())
}

fn level(number: i32) -> Result<Option<Level>, Failure> {
    match number {
        LEVEL_BEST => Ok(None),
        LEVEL_SCALAR => Ok(Some(Level::Scalar)),
        LEVEL_SSE2 => Ok(Some(Level::Sse2)),
        LEVEL_AVX2 => Ok(Some(Level::Avx2)),
        LEVEL_AVX512 => Ok(Some(Level::Avx512)),
        LEVEL_NEON => Ok(Some(Level::Neon)),
        _ => Err(Failure::call(format!(
            "the options' level is {number}; expected 0 (TRAVERTINE_LEVEL_BEST) to 5 (TRAVERTINE_LEVEL_NEON)"
        ))),
    }
}

/// The caller's function, and where its pointer goes.
#[derive(Debug)]
pub struct Listener {
    function: ProgressFunction,
    /// Atomic, because calls come from any thread.
    user_data: AtomicPtr<c_void>,
}

impl Listener {
    /// The listener of the options, if they have one.
    pub fn new(options: Option<&Options>) -> Option<Listener> {
        let options = options?;
        Some(Listener { function: options.progress?, user_data: AtomicPtr::new(options.user_data) })
    }
}

/// Progress of one call.
pub struct Progress<'l> {
    listener: &'l Listener,
    cancel: travertine::Cancel,
    /// Finished samples and all. Held while the listener runs, so that it never runs twice at once.
    counts: Mutex<[u64; 2]>,
}

impl<'l> Progress<'l> {
    /// The progress of a call of `total` samples, which `cancel` stops.
    pub fn new(listener: &'l Listener, cancel: travertine::Cancel, total: u64) -> Progress<'l> {
        Progress { listener, cancel, counts: Mutex::new([0, total]) }
    }

    /// Begins another part of the call, of `total` samples.
    pub fn begin(&self, total: u64) {
        *self.counts.lock().unwrap_or_else(PoisonError::into_inner) = [0, total];
    }

    /// Reports finished samples.
    pub fn advance(&self, samples: u64) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        counts[0] += samples;
        let [done, total] = *counts;
        let Listener { function, user_data } = self.listener;
        if function(done, total, user_data.load(Ordering::Relaxed)) != 0 {
            self.cancel.cancel();
        }
    }
}
