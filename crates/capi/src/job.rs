//! Jobs: what can be made of a texture, as files.

use std::fmt::Display;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use travertine::{Cancel, Context, Error, Texture};
use travertine_jobs::{Host, Naming, json, spell};

use crate::border::Options;
use crate::failure::Failure;
use crate::options::{self, Limits, Listener, Progress};

/// Runs a job in JSON, and returns notes for the user, a line each. Paths are relative to the current folder. Without a
/// texture, the job names the file of its graph.
///
/// # Errors
///
/// If a field or the options are wrong, or the job fails.
pub fn run(texture: Option<Texture>, job: &str, options: Option<&Options>) -> Result<String, Failure> {
    let job = json::read(job, Path::new(""), texture.is_some()).map_err(Error::Argument)?.job;
    let (limits, cancel) = (Limits::new(options)?, options::flag(options).unwrap_or_default());
    let listener = Listener::new(options);
    let progress = listener.as_ref().map(|listener| Progress::new(listener, cancel.clone(), 0));
    let caller = Caller { texture, limits, cancel, progress, notes: Mutex::default() };
    job.run(&caller)?;
    Ok(caller.notes.into_inner().unwrap_or_else(PoisonError::into_inner).join("\n"))
}

/// A program that runs a job.
struct Caller<'l> {
    texture: Option<Texture>,
    limits: Limits,
    cancel: Cancel,
    progress: Option<Progress<'l>>,
    notes: Mutex<Vec<String>>,
}

impl Host for Caller<'_> {
    fn texture(&self) -> Option<&Texture> {
        self.texture.as_ref()
    }

    fn context<'c>(&'c self, context: Context<'c>) -> Context<'c> {
        self.limits.applied(context).cancel(&self.cancel)
    }

    fn note(&self, line: &dyn Display) {
        let line = spell(&line.to_string(), Naming::Members);
        self.notes.lock().unwrap_or_else(PoisonError::into_inner).push(line);
    }

    fn begin(&self, units: u64) {
        self.progress.iter().for_each(|progress| progress.begin(units));
    }

    fn advance(&self, units: u64) {
        self.progress.iter().for_each(|progress| progress.advance(units));
    }
}
