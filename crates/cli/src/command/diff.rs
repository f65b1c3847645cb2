//! `travertine diff`: what changed from one graph to another.

mod git;
mod pictures;

use std::path::{Path, PathBuf};

use clap::Args;
use travertine_jobs::flags::execution::Execution;
use travertine_jobs::flags::value::ReportFormat;

use self::pictures::PictureFlags;
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::output::Output;
use crate::{document, lines, terminal, verbosity};

const EXAMPLES: &str = "\
Examples:
  travertine diff before.json after.json
      a line for each node, input, parameter, output and group that changed;
      exit code 1 if anything changed
  travertine diff before.json after.json --pictures changes --size 256
      also writes changes/before.png, after.png and difference.png
  git config diff.travertine.command 'travertine diff --git --'
      makes `git diff` print these lines; .gitattributes needs the line `*.json diff=travertine`";

/// Compare two graphs by meaning: nodes, inputs, parameters, outputs, groups
///
/// Order and layout of the files do not matter. Changes of the graph's own layout and annotations are one line each.
/// Build files, reports and other JSON with a format of its own are compared by lines.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Graph before the change
    #[arg(value_name = "A")]
    before: PathBuf,

    /// Graph after the change
    #[arg(value_name = "B", required_unless_present = "git")]
    after: Option<PathBuf>,

    /// Format of the changes
    #[arg(long, value_enum, default_value = "text")]
    format: ReportFormat,

    #[command(flatten)]
    pictures: PictureFlags,

    /// Take the arguments that git gives to a command for differences, and always exit with 0 if it could be run
    #[arg(long, conflicts_with_all = ["pictures", "format"])]
    git: bool,

    /// What git adds: file before, its hash and mode, file after, its hash and mode
    #[arg(hide = true, requires = "git")]
    rest: Vec<PathBuf>,

    #[command(flatten)]
    execution: Execution,
}

impl Arguments {
    /// Runs the command.
    pub fn run(&self, interrupt: &Interrupt) -> Result<(), Failure> {
        if self.git {
            let given = [&self.before].into_iter().chain(&self.after).chain(&self.rest);
            return git::run(&given.map(PathBuf::as_path).collect::<Vec<_>>());
        }
        // The command line requires it.
        let after = self.after.as_deref().unwrap_or(Path::new(""));
        // Each has half of the limit, as in the comparison of pictures.
        let memory = self.execution.memory() / 2;
        let read = |path: &Path| document::read(path, &path.display().to_string(), memory);
        let documents = read(&self.before).and_then(|before| Ok((before, read(after)?)));
        let (before, after) = match documents {
            Err(Failure::Invalid(..)) if self.is_by_lines(after, memory) => return by_lines(&self.before, after),
            documents => {
                let (one, other) = documents?;
                ((self.before.as_path(), one), (after, other))
            }
        };
        let difference = document::difference(&before.1, &after.1, &after.0.display().to_string())?;
        let mut output = Output::new();
        match self.format {
            ReportFormat::Json => output.line(terminal::escaped_json(difference.to_value()))?,
            ReportFormat::Text if difference.is_empty() && verbosity::is_quiet() => {}
            ReportFormat::Text if difference.is_empty() => output.line("no difference")?,
            ReportFormat::Text => output.print(&difference)?,
        }
        let context = self.execution.context().cancel(interrupt.cancel());
        match (self.pictures.write([before, after], &context)?, self.format) {
            (Some(said), ReportFormat::Text) => output.line(said)?,
            // Standard output holds nothing but JSON.
            (Some(said), ReportFormat::Json) => terminal::note(said),
            (None, _) => {}
        }
        output.finish()?;
        if difference.is_empty() { Ok(()) } else { Err(Failure::Differs) }
    }

    /// Whether a file is not a graph, and lines are asked for.
    fn is_by_lines(&self, after: &Path, memory: u64) -> bool {
        let is_text = self.format == ReportFormat::Text;
        is_text && [self.before.as_path(), after].into_iter().any(|file| lines::is_other(file, memory))
    }
}

/// Prints the lines in which two files differ that are no graphs.
fn by_lines(before: &Path, after: &Path) -> Result<(), Failure> {
    let difference = lines::difference(before, after)?;
    let mut output = if difference.is_empty() { Output::unless_quiet() } else { Output::new() };
    output.print(if difference.is_empty() { "no difference\n" } else { &difference })?;
    output.finish()?;
    if difference.is_empty() { Ok(()) } else { Err(Failure::Differs) }
}
