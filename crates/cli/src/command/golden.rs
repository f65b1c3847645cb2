//! `travertine golden`: whether graphs still render as they did.

use std::path::{Path, PathBuf};

use clap::Args;
use travertine::registry;
use travertine_golden::{Error, Outcome, Run, SIZE_LIMIT, Verdict, find, in_ci, strays};

use crate::describe;
use crate::execution::Execution;
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::output::Output;
use crate::terminal;

const EXAMPLES: &str = "\
Examples:
  travertine golden graphs
      renders every graph in graphs/ and compares it with the picture beside it; exit code 1 if any differs
  travertine golden graphs --bless
      keeps the pictures as they are now
  travertine golden graphs --pictures tests/golden/graphs --simd scalar --report report.html
      pictures kept elsewhere, another way to compute them, a report in any case";

/// Where the report of failures is written.
const REPORT: &str = "golden-report.html";

/// Renders every graph of a folder and compares the pictures with those that are kept
///
/// A kept picture has 128 x 128 pixels: NAME.png of NAME.json's first output, NAME.OUTPUT.png of each further one. It
/// also holds a hash of the floats that it was made from, so that a change of a single bit shows.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The folder; those in it count too
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// Keeps the pictures as they are rendered now; refused where the variable CI is set
    #[arg(long)]
    bless: bool,

    /// Where the pictures are kept, in the same tree; beside the graphs if not given
    #[arg(long, value_name = "DIR")]
    pictures: Option<PathBuf>,

    /// Writes the report here, whatever it says; golden-report.html, if something differs, if not given
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,

    #[command(flatten)]
    execution: Execution,
}

impl Arguments {
    /// Does it.
    pub fn run(&self, interrupt: &Interrupt) -> Result<(), Failure> {
        if self.bless && in_ci() {
            return Err(Error::Ci.into());
        }
        let pictures = self.pictures.as_deref().unwrap_or(&self.folder);
        let cases = find(&self.folder, pictures)?;
        if cases.is_empty() {
            return Err(Failure::usage(format!("there are no graphs in {}", self.folder.display())));
        }
        let context = self.execution.context().cancel(interrupt.cancel());
        let run = Run::new(&cases, registry(), &context)?;
        if self.bless {
            bless(&run)?
        } else {
            self.compare(&run)?
        }
        self.warn_of_strays(&run, pictures)?;
        let failed = |outcome: &Outcome| matches!(outcome.verdict, Verdict::Failed(_));
        let good = if self.bless { !run.failures().any(failed) } else { run.is_same() };
        if good { Ok(()) } else { Err(Failure::Differs) }
    }

    fn compare(&self, run: &Run) -> Result<(), Failure> {
        let bless = self.bless_command();
        let mut output = Output::new();
        let report = self.report.as_deref().or((!run.is_same()).then_some(Path::new(REPORT)));
        if let Some(report) = report {
            run.write_report(report, &bless)?;
        }
        if run.is_same() {
            let pictures = describe::count(run.outcomes.len() as u64, "picture");
            output.line(format_args!("{pictures}, all as they are kept"))?;
        } else {
            output.print(run.summary(&bless))?;
        }
        if let Some(report) = report {
            output.line(format_args!("report: {}", report.display()))?;
        }
        output.finish()
    }

    fn bless_command(&self) -> String {
        let pictures = self.pictures.as_ref().map(|folder| format!(" --pictures {}", for_a_shell(folder)));
        format!("travertine golden {}{} --bless", for_a_shell(&self.folder), pictures.unwrap_or_default())
    }

    fn warn_of_strays(&self, run: &Run, pictures: &Path) -> Result<(), Failure> {
        if !pictures.is_dir() {
            return Ok(());
        }
        let claimed = run.outcomes.iter().map(|outcome| outcome.picture.as_path());
        for stray in strays(pictures, claimed)? {
            terminal::note(format!(
                "warning: {} is kept of no graph; remove it if its graph is gone",
                stray.display()
            ));
        }
        Ok(())
    }
}

/// A path as one word of a shell's command line.
fn for_a_shell(path: &Path) -> String {
    let path = path.display().to_string();
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '/' | '\\' | '.' | '-' | '_' | ':');
    if !path.is_empty() && path.chars().all(plain) {
        path
    } else {
        format!("'{}'", path.replace('\'', r"'\''"))
    }
}

fn bless(run: &Run) -> Result<(), Failure> {
    let mut output = Output::new();
    let blessed = run.bless()?;
    for picture in &blessed {
        output.line(format_args!("kept {} ({} bytes)", picture.path.display(), picture.size))?;
        if picture.is_large() {
            terminal::note(format!(
                "warning: {} is not below {} KiB, and will be kept for ever; larger features or fewer colours help",
                picture.path.display(),
                SIZE_LIMIT >> 10
            ));
        }
    }
    for outcome in run.failures().filter(|outcome| matches!(outcome.verdict, Verdict::Failed(_))) {
        output.line(outcome)?;
    }
    let same = run.outcomes.len() - run.failures().count();
    output.line(format_args!("{} kept, {same} unchanged", blessed.len()))?;
    output.finish()
}
