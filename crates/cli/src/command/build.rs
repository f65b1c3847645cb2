//! `travertine build`: makes the files of a project that are out of date.

mod builder;
mod inputs;
mod project;
mod report;
mod stage;
mod state;
mod target;

use std::io::Read;
use std::path::{Path, PathBuf};

use clap::Args;
use travertine::stages::graph::json::{self, Value};
use travertine_files::open_regular;
use travertine_jobs::flags::execution::Execution;

use self::builder::Builder;
use self::inputs::{Inputs, Part};
use self::project::Project;
pub use self::project::{FORMAT, MAX_TARGETS, VERSION};
use self::report::{Done, Outcome, report, summary, tests};
use self::state::State;
pub use self::target::fields_of_target;
use crate::failure::{self, Failure};
use crate::interrupt::Interrupt;
use crate::output::Output;
use crate::target::check_written;
use crate::{terminal, verbosity};

const EXAMPLES: &str = "\
Examples:
  travertine build textures.build.json
      make what is out of date
  travertine build textures.build.json --only marble --force
      make one target again
  travertine build textures.build.json --check
      exit code 1 if something is out of date, for continuous integration
  travertine build textures.build.json --report report.json
      what became of each target, for programs
  travertine build textures.build.json --check --junit build.xml
      a test for each target, for services that show the results of tests";

/// Make the files of a project that are out of date
///
/// A build file names graphs and specifies which commands make what of them: pictures, sets for engines, sheets,
/// solids, textures of meshes, volumes. A target is built again only if its graph (with images and groups), its
/// options, its mesh, or Travertine's version have changed since it was built, or if a file of it is missing or was
/// changed. Times of files are ignored. Targets are built concurrently; one that fails does not stop the others. A
/// folder next to the build file, NAME.state, records what was built. After an interruption, the same command
/// continues.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The build file
    file: PathBuf,

    /// Make only this target: the name of an entry, or of one combination of its `each`; repeatable
    #[arg(long, value_name = "TARGET")]
    only: Vec<String>,

    /// Make nothing; list the targets that are out of date, and exit with code 1 if there is one
    #[arg(long, conflicts_with_all = ["force", "overwrite"])]
    check: bool,

    /// Make all targets again, even if they are up to date
    #[arg(long)]
    force: bool,

    /// Replace files at the paths of outputs even if no build made them
    #[arg(long)]
    overwrite: bool,

    /// Write a report of all targets, .json
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,

    /// Write the results as JUnit XML: a test for each target, which fails if it is out of date or cannot be made
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,

    #[command(flatten)]
    execution: Execution,
}

impl Arguments {
    /// Runs the command.
    pub fn run(&self, interrupt: &Interrupt) -> Result<(), Failure> {
        let project = Project::read(&self.file)?;
        let targets = project.select(&self.only)?;
        let read = files(&self.file);
        let reports = || self.report.iter().chain(&self.junit);
        check_written(reports(), &read)?;
        for report in reports() {
            project.check_report(report, &State::of(&self.file))?;
        }
        let state = State::of(&self.file);
        state.check()?;
        let lock = if self.check { None } else { Some(state.lock()?) };
        let Arguments { file, execution, force, overwrite, .. } = self;
        let (force, overwrite) = (*force, *overwrite);
        let builder = Builder { file, project: &project, read: &read, state: &state, execution, force, overwrite };
        let known = builder.examine(&targets, &Inputs::default());
        let misnamed = builder.misnamed(&known);
        let done = if self.check || misnamed.iter().any(Option::is_some) {
            let checked = known.iter().zip(misnamed);
            let checked: Vec<Done> =
                checked.map(|(known, misnamed)| misnamed.unwrap_or_else(|| builder.check(known))).collect();
            checked.iter().for_each(print_done);
            checked
        } else {
            builder.build(&known, interrupt, &print_done)?
        };
        drop(lock);
        let mut output = Output::unless_quiet();
        output.line(summary(&done))?;
        output.finish()?;
        if let Some(path) = &self.report {
            travertine_files::write(path, report(&done).as_bytes())?;
        }
        if let Some(path) = &self.junit {
            let suite = format!("travertine build {}", self.file.display());
            travertine_files::write(path, tests(&suite, &done).to_junit().as_bytes())?;
        }
        if interrupt.cancel().is_cancelled() {
            return Err(Failure::Interrupted);
        }
        finish(&done)
    }
}

/// Makes what is out of date.
pub fn make(file: &Path, execution: &Execution, interrupt: &Interrupt) -> Result<(), Failure> {
    let arguments = Arguments {
        file: file.to_owned(),
        only: Vec::new(),
        check: false,
        force: false,
        overwrite: false,
        report: None,
        junit: None,
        execution: *execution,
    };
    arguments.run(interrupt)
}

/// Whether a file declares itself a build file. For a file that is not JSON, its name decides.
pub fn is_build_file(file: &Path) -> bool {
    let mut text = Vec::new();
    // What cannot be read is an error later.
    let _ = open_regular(file).and_then(|mut file| file.read_to_end(&mut text));
    match json::parse(&text) {
        Ok(parsed) => Value::from(parsed.root).get("format").and_then(Value::as_text) == Some(FORMAT),
        Err(_) => file.to_string_lossy().ends_with(".build.json"),
    }
}

/// The files that a build depends on: the build file, and if it is valid, graphs, images and meshes.
pub fn files(file: &Path) -> Vec<PathBuf> {
    let mut files = vec![file.to_owned()];
    let inputs = Inputs::default();
    // Errors are printed by the build.
    for target in Project::read(file).map(|project| project.targets).unwrap_or_default() {
        files.extend(inputs.get(&target.graph, Part::Meaning).files.iter().cloned());
        if let Some(mesh) = &target.mesh {
            files.extend(inputs.get(mesh, Part::Mesh).files.iter().cloned());
        }
    }
    files.sort();
    files.dedup();
    files
}

/// The files that a graph depends on: the graph and its images.
pub fn graph_files(graph: &Path) -> Vec<PathBuf> {
    Inputs::default().get(graph, Part::Meaning).files.clone()
}

/// Prints what became of a target, unless it is up to date.
fn print_done(done: &Done) {
    if matches!(done.outcome, Outcome::Kept) && !verbosity::is_verbose() {
        return;
    }
    let mut output = Output::unless_quiet();
    // A reader that is gone does not stop the build.
    let _ = output.line(done.line());
    let _ = output.finish();
    let notes = done.notes.iter().filter(|note| verbosity::is_verbose() || done.is_news(note));
    notes.for_each(|note| terminal::note(format_args!("{}: {note}", done.name)));
    if let Outcome::Failed(failure) = &done.outcome {
        failure::report(failure);
    }
}

/// The exit code for all targets: of several failures the lowest, as in `check`.
fn finish(done: &[Done]) -> Result<(), Failure> {
    let codes = done.iter().filter_map(|done| match &done.outcome {
        Outcome::Failed(failure) => Some(failure.code()),
        Outcome::Stale => Some(Failure::Differs.code()),
        Outcome::Made | Outcome::Kept => None,
    });
    Failure::of_all(&codes.collect::<Vec<u8>>())
}
