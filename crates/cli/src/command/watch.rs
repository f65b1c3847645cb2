//! `travertine watch`: makes a picture, or the files of a project, again whenever something changes.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, SystemTime};

use clap::Args;
use clap::parser::ValueSource;
use travertine_files::open_regular;
use travertine_jobs::Job;
use travertine_jobs::kinds::render;

use super::build;
use crate::failure::{self, Failure};
use crate::host::CommandLine;
use crate::interrupt::Interrupt;
use crate::output::Output;

const EXAMPLES: &str = "\
Examples:
  travertine watch textures.build.json
      make what is out of date, now and after each change
  travertine watch marble.json -o marble.png --size 256
      render the picture, now and after each change, with any flags of `render`";

/// How often files are looked at.
const POLL_INTERVAL: Duration = Duration::from_millis(300);
/// How often an interruption is noticed.
const INTERRUPT_POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Make pictures again whenever a file changes
///
/// FILE is a build file, or a graph with the flags of `render`; of these, only those of the execution suit a build
/// file. All files that it depends on are watched: graphs, images, meshes. Errors are printed, and the command
/// continues. Ctrl-C ends it, with exit code 6.
///
/// Three times a second, sizes and times of change are compared. That also works on network drives and in containers,
/// where systems do not report changes. What is made is decided by contents, as in `build`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
// The group of the flags of `render` has its name.
#[group(skip)]
#[command(mut_arg("graph", |file| file.value_name("FILE").help("A build file, or a graph")))]
pub struct Arguments {
    #[command(flatten)]
    render: render::Arguments,
}

/// Size and time of change of each file; none of a file that is not there.
type Stamps = BTreeMap<PathBuf, Option<(u64, Option<SystemTime>)>>;

impl Arguments {
    /// Runs the command, which only an interruption or a wrong command line ends.
    pub fn run(&self, interrupt: &Interrupt, command_line: clap::Command) -> Result<(), Failure> {
        let file = self.render.graph();
        if file == Path::new("-") {
            return Err(Failure::usage("standard input cannot be watched; name a file"));
        }
        if self.render.is_for_standard_output() {
            return Err(Failure::usage("standard output takes one picture; name a file with -o"));
        }
        // Without the file there is nothing to wait for.
        open_regular(file).map_err(travertine_files::Error::read(file))?;
        let is_build = build::is_build_file(file);
        if is_build {
            refuse_flags(command_line)?;
        }
        let cancel = interrupt.cancel();
        let mut is_first = true;
        loop {
            // Before anything is read: a change during the work is noticed after it.
            let files = if is_build { build::files(file) } else { build::graph_files(file) };
            let before = stamps(&files);
            let made = if let Err(error) = open_regular(file) {
                Err(travertine_files::Error::read(file)(error).into())
            } else if is_build {
                build::make(file, self.render.execution(), interrupt)
            } else {
                self.render.run(&CommandLine::new(interrupt))
            };
            match made {
                Err(Failure::Interrupted) => return Err(Failure::Interrupted),
                // Later, a change of the graph may be the reason.
                Err(failure @ Failure::Usage(_)) if is_first && !is_build => return Err(failure),
                Err(failure) => failure::report(&failure),
                Ok(()) if !is_build => say("rendered")?,
                Ok(()) => {}
            }
            is_first = false;
            let count = travertine_jobs::describe::count(files.len() as u64, "file");
            say(&format!("waiting for changes of {count}; Ctrl-C ends"))?;
            let mut seen = before;
            loop {
                for _ in 0..POLL_INTERVAL.as_millis() / INTERRUPT_POLL_INTERVAL.as_millis() {
                    thread::sleep(INTERRUPT_POLL_INTERVAL);
                    if cancel.is_cancelled() {
                        return Err(Failure::Interrupted);
                    }
                }
                let now = stamps(&files);
                if now != seen {
                    // A program may still be writing.
                    let mut last = now;
                    loop {
                        thread::sleep(INTERRUPT_POLL_INTERVAL);
                        let now = stamps(&files);
                        if now == last || cancel.is_cancelled() {
                            break;
                        }
                        last = now;
                    }
                    changed(&seen, &last)?;
                    break;
                }
                seen = now;
            }
        }
    }
}

/// Names the first file that has changed.
fn changed(before: &Stamps, now: &Stamps) -> Result<(), Failure> {
    let file = now.iter().find(|(path, stamp)| before.get(*path) != Some(stamp));
    file.map_or(Ok(()), |(path, _)| say(&format!("{} has changed", path.display())))
}

fn say(line: &str) -> Result<(), Failure> {
    let mut output = Output::unless_quiet();
    output.line(line)?;
    output.finish()
}

fn stamps(files: &[PathBuf]) -> Stamps {
    let stamp = |file: &PathBuf| {
        let data = fs::metadata(file).ok()?;
        Some((data.len(), data.modified().ok()))
    };
    files.iter().map(|file| (file.clone(), stamp(file))).collect()
}

/// Refuses flags of `render` for a build file, whose targets state theirs.
fn refuse_flags(command_line: clap::Command) -> Result<(), Failure> {
    let of_watch = command_line.find_subcommand("watch").into_iter().flat_map(clap::Command::get_arguments);
    let flags: Vec<(String, String)> = of_watch
        .map(|flag| {
            let name = flag.get_long().map_or_else(|| "-o".to_owned(), |name| format!("--{name}"));
            (flag.get_id().as_str().to_owned(), name)
        })
        .collect();
    // The command line was read before, so it is valid.
    let Ok(matches) = command_line.try_get_matches_from(std::env::args_os()) else { return Ok(()) };
    let Some(matches) = matches.subcommand_matches("watch") else { return Ok(()) };
    // Those of the execution do not belong to a target.
    let of_all = ["graph", "threads", "simd", "tile", "memory", "work"];
    let is_given = |id: &str| matches.value_source(id) == Some(ValueSource::CommandLine);
    match flags.iter().find(|(id, _)| !of_all.contains(&id.as_str()) && is_given(id)) {
        Some((_, name)) => {
            Err(Failure::usage(format!("{name} is a flag for a graph; the targets of a build file state theirs in it")))
        }
        None => Ok(()),
    }
}
