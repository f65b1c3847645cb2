//! Jobs: what can be made of a texture, as files.

use std::fmt::Display;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use travertine::{Cancel, Context, Error};
use travertine_jobs::{Host, Naming, json, spell};

use crate::failure::Failure;
use crate::texture::Texture;
use crate::work::{Counts, Execution};

/// Runs a job in JSON, and returns notes for the user. Without a texture, the job names the file of its graph.
#[pyfunction]
pub fn run(py: Python, texture: Option<&Bound<Texture>>, job: &str, execution: Execution) -> PyResult<Vec<String>> {
    let read = json::read(job, Path::new(""), texture.is_some()).map_err(Error::Argument).map_err(Failure::from)?;
    let texture = texture.map(|texture| texture.get().inner().clone());
    let (cancel, counts, notes) = (Cancel::new(), Counts::default(), Mutex::default());
    let caller = Caller { texture, execution: &execution, cancel: &cancel, counts: &counts, notes: &notes };
    execution.watch(py, &cancel, &counts, || Ok(read.job.run(&caller)?))?;
    Ok(notes.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// A program that runs a job.
struct Caller<'c> {
    texture: Option<travertine::Texture>,
    execution: &'c Execution,
    cancel: &'c Cancel,
    counts: &'c Counts,
    notes: &'c Mutex<Vec<String>>,
}

impl Host for Caller<'_> {
    fn texture(&self) -> Option<&travertine::Texture> {
        self.texture.as_ref()
    }

    fn context<'c>(&'c self, context: Context<'c>) -> Context<'c> {
        self.execution.applied(context).cancel(self.cancel)
    }

    fn note(&self, line: &dyn Display) {
        let line = spell(&line.to_string(), Naming::Keywords);
        self.notes.lock().unwrap_or_else(PoisonError::into_inner).push(line);
    }

    fn begin(&self, units: u64) {
        self.counts.begin(units);
    }

    fn advance(&self, units: u64) {
        self.counts.advance(units);
    }
}
