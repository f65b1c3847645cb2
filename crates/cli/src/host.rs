//! The command line as the place of a job.

use std::fmt::Display;
use std::io::Write;
use std::path::Path;
use std::sync::{PoisonError, RwLock};

use travertine::{Context, Error, Image, Texture};
use travertine_jobs::{Host, Naming, spell};

use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::progress::Progress;
use crate::tally::Part;
use crate::target::standard_output;
use crate::terminal::Wrote;
use crate::{dialog, show, source, terminal};

/// A job of the command line.
pub struct CommandLine<'a> {
    interrupt: &'a Interrupt,
    naming: Naming,
    wrote: Wrote,
    progress: RwLock<Progress>,
    part: Option<Part<'a>>,
}

impl<'a> CommandLine<'a> {
    /// Starts to measure the time.
    pub fn new(interrupt: &'a Interrupt) -> CommandLine<'a> {
        let progress = RwLock::new(Progress::new());
        CommandLine { interrupt, naming: Naming::Flags, wrote: Wrote::start(), progress, part: None }
    }

    /// The same for the target of a build, which has a part of the bar of the build.
    pub fn of_target(interrupt: &'a Interrupt, part: Part<'a>) -> CommandLine<'a> {
        CommandLine { naming: Naming::Target, part: Some(part), ..CommandLine::new(interrupt) }
    }

    fn with_progress(&self, work: impl FnOnce(&Progress)) {
        work(&self.progress.read().unwrap_or_else(PoisonError::into_inner));
    }
}

impl Host for CommandLine<'_> {
    fn open(&self, graph: &Path, memory: u64) -> Result<Texture, Error> {
        match self.naming {
            Naming::Flags => source::load_or_named(graph, memory),
            // A target of a build depends on files.
            _ => source::load(graph, memory),
        }
    }

    fn context<'c>(&'c self, context: Context<'c>) -> Context<'c> {
        context.cancel(self.interrupt.cancel())
    }

    fn note(&self, line: &dyn Display) {
        terminal::note(spell(&line.to_string(), self.naming));
    }

    fn announce(&self, line: &dyn Display) {
        terminal::announce(spell(&line.to_string(), self.naming));
    }

    fn agree(&self, work: &dyn Display) -> Result<(), Failure> {
        // A build file says what it wants.
        if self.part.is_some() { Ok(()) } else { dialog::ask(work) }
    }

    fn begin(&self, units: u64) {
        if let Some(part) = self.part {
            return part.begin(units);
        }
        let progress = Progress::new();
        progress.of(units);
        *self.progress.write().unwrap_or_else(PoisonError::into_inner) = progress;
    }

    fn skip(&self, units: u64) {
        match self.part {
            Some(part) => part.advance(units),
            None => self.with_progress(|progress| progress.skip(units)),
        }
    }

    fn advance(&self, units: u64) {
        match self.part {
            Some(part) => part.advance(units),
            None => self.with_progress(|progress| progress.advance(units)),
        }
    }

    fn end(&self) {
        self.with_progress(Progress::end);
    }

    fn wrote(&self, files: &[&Path], facts: &dyn Display) {
        self.wrote.files(files, facts);
    }

    fn partial_output(&self, folder: Option<&Path>) {
        self.interrupt.set_partial_output(folder);
    }

    fn with_advice(&self, failure: Failure, folder: &Path) -> Failure {
        self.interrupt.with_advice(failure, folder)
    }

    fn standard_output(&self) -> Result<Box<dyn Write + Send>, Failure> {
        Ok(Box::new(standard_output()?))
    }

    fn check_show(&self) -> Result<(), Failure> {
        show::check()
    }

    fn show(&self, picture: &Image) -> Result<(), Failure> {
        show::show(picture)
    }
}
