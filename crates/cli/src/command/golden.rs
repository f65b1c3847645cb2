//! `travertine golden`: compares graphs with their golden pictures.

use std::path::{Path, PathBuf};

use clap::Args;
use travertine::stages::graph::suggest::nearest;
use travertine::{Texture, registry};
use travertine_golden::{Case, Error, Prepare, Run, Settings, TestReport, Verdict, find, in_ci, inputs, strays};
use travertine_jobs::describe;
use travertine_jobs::flags::execution::Execution;
use travertine_jobs::flags::source::ValueFlags;
use travertine_jobs::quoted;

use crate::comparison::Comparison;
use crate::failure::{Failure, LIMIT, of_golden};
use crate::interrupt::Interrupt;
use crate::output::Output;
use crate::progress::Progress;
use crate::target::{check_reports, check_written};
use crate::terminal;

const EXAMPLES: &str = "\
Examples:
  travertine golden graphs
      renders every graph in graphs/ and compares it with the golden picture next to it
  travertine golden graphs --bless
      replaces the golden pictures by new renders
  travertine golden graphs --pictures tests/golden/graphs --simd scalar --report report.html
      golden pictures in another folder, the scalar code, and a report even if all match
  travertine golden graphs --tolerance 1/255 --junit golden.xml --json golden.json
      accepts a difference of one level of 8 bits, and writes the results for services that run tests
  travertine golden graphs --seed 5 --pictures tests/golden/seed-5
      with other values, whose golden pictures are in a folder of their own

Exit codes:
  0  all pictures match
  1  a picture differs or is missing, or a graph is invalid
  4  every failing picture was refused because it exceeds a limit (--memory, --work)";

/// Default path of the report.
const REPORT: &str = "golden-report.html";

/// Compare the graphs of a folder with their golden pictures
///
/// A golden picture has 128 x 128 pixels. It is NAME.png for the first output of NAME.json, NAME.OUTPUT.png for any
/// other output, and NAME@PRESET.png for the first output with a preset. It also holds a hash of the rendered
/// floats, so a change of a single bit shows. Flags that give values apply to every graph; pictures of presets are left
/// out then.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Folder of the graphs, including subfolders
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// Replace differing golden pictures by new renders; refused if the environment variable CI is set
    #[arg(long)]
    bless: bool,

    /// Folder of the golden pictures, with the same tree [default: next to the graphs]
    #[arg(long, value_name = "DIR")]
    pictures: Option<PathBuf>,

    /// Compare only this graph: its path below DIR, without .json; repeatable
    #[arg(long, value_name = "GRAPH")]
    only: Vec<String>,

    #[command(flatten)]
    values: ValueFlags,

    #[command(flatten)]
    comparison: Comparison,

    /// Always write a report, to this file [default: golden-report.html, only if a picture does not match]
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,

    #[command(flatten)]
    execution: Execution,
}

impl Arguments {
    /// Runs the command.
    pub fn run(&self, interrupt: &Interrupt) -> Result<(), Failure> {
        if self.bless && (self.comparison.tolerance > 0.0 || self.comparison.is_reported()) {
            return Err(Failure::usage(
                "--bless replaces every picture that is not the same; leave out --tolerance, --junit and --json",
            ));
        }
        if self.folder.is_file() {
            let folder = self.folder.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
            let (folder, name) =
                (folder.to_string_lossy(), self.folder.file_stem().unwrap_or_default().to_string_lossy());
            return Err(Failure::usage(format!(
                "{} is a file, but golden takes the folder of the graphs: travertine golden {} --only {}",
                self.folder.display(),
                quoted(&folder),
                quoted(&name)
            )));
        }
        if self.bless && in_ci() {
            return Err(of_golden(Error::Ci));
        }
        if self.values.are_given() && self.pictures.is_none() {
            return Err(Failure::usage(
                "golden pictures beside the graphs are those of their own values; for others, name a folder with \
                 --pictures DIR",
            ));
        }
        let pictures = self.pictures.as_deref().unwrap_or(&self.folder);
        let cases = self.chosen(find(&self.folder, pictures).map_err(of_golden)?)?;
        if cases.is_empty() {
            return Err(Failure::usage(format!(
                "{} contains no graphs; expected .json documents",
                self.folder.display()
            )));
        }
        let read = inputs(&self.folder).map_err(of_golden)?;
        let given = self.report.as_deref().into_iter().chain(self.comparison.files());
        check_reports(given, &read)?;
        let context = self.execution.context().cancel(interrupt.cancel());
        let tolerance = self.comparison.tolerance;
        let apply = |texture: Texture| self.values.applied(texture);
        let prepare = self.values.are_given().then_some(&apply as &Prepare);
        let progress = Progress::counted(cases.len() as u64);
        let begin = |name: &str| progress.begin(name);
        let settings = Settings { tolerance, prepare, begin: Some(&begin) };
        let run = Run::with(&cases, registry(), &settings, &context).map_err(of_golden)?;
        progress.end();
        let golden = run.outcomes.iter().map(|outcome| &outcome.picture);
        if self.bless {
            check_written(run.to_bless(), &read)?;
            bless(&run)?
        } else {
            let report = self.report(&run);
            check_written(report.into_iter().chain(self.comparison.files()), read.iter().chain(golden))?;
            self.compare(&run)?;
            let suite = format!("travertine golden {}", self.folder.display());
            self.comparison.write(&TestReport::of_run(&suite, tolerance, &run))?;
        }
        // Those of other graphs and of presets were not looked at.
        if self.only.is_empty() && !self.values.are_given() {
            self.warn_of_strays(&run, pictures)?;
        }
        conclude(run, self.bless)
    }

    /// The cases that `--only` names.
    fn chosen(&self, mut cases: Vec<Case>) -> Result<Vec<Case>, Failure> {
        let is_named = |case: &Case, name: &String| case.name == *name || case.graph.ends_with(name);
        for name in &self.only {
            if !cases.iter().any(|case| is_named(case, name)) {
                let names = cases.iter().map(|case| case.name.as_str());
                let advice = nearest(name, names).map_or(String::new(), |near| format!("; did you mean {near}?"));
                return Err(Failure::usage(format!("{} has no graph {name}{advice}", self.folder.display())));
            }
        }
        cases.retain(|case| self.only.is_empty() || self.only.iter().any(|name| is_named(case, name)));
        Ok(cases)
    }

    fn compare(&self, run: &Run) -> Result<(), Failure> {
        let bless = self.bless_command();
        let mut output = if run.is_same() { self.comparison.output_unless_quiet() } else { self.comparison.output() };
        let report = self.report(run);
        if let Some(report) = report {
            run.write_report(report, &bless).map_err(of_golden)?;
        }
        if run.is_same() {
            let pictures = describe::count(run.outcomes.len() as u64, "picture");
            let is_within = |verdict: &Verdict| matches!(verdict, Verdict::Within(_));
            match run.outcomes.iter().filter(|outcome| is_within(&outcome.verdict)).count() {
                0 => output.line(format_args!("{pictures}, all match"))?,
                within => {
                    output.line(format_args!("{pictures}, all match, {within} of them only within the tolerance"))?
                }
            }
        } else {
            output.print(run.summary(&bless))?;
        }
        if let Some(report) = report {
            output.line(format_args!("report: {}", report.display()))?;
        }
        output.finish()
    }

    /// The file of the report, if there is to be one.
    fn report(&self, run: &Run) -> Option<&Path> {
        self.report.as_deref().or((!run.is_same()).then_some(Path::new(REPORT)))
    }

    fn bless_command(&self) -> String {
        let folder = [self.folder.to_string_lossy().into_owned()];
        let only = self.only.iter().map(|name| format!("--only={name}"));
        let pictures = self.pictures.iter().map(|folder| format!("--pictures={}", folder.display()));
        let words = folder.into_iter().chain(only).chain(self.values.arguments()).chain(pictures);
        format!("travertine golden {} --bless", words.map(|word| quoted(&word)).collect::<Vec<_>>().join(" "))
    }

    fn warn_of_strays(&self, run: &Run, pictures: &Path) -> Result<(), Failure> {
        if !pictures.is_dir() {
            return Ok(());
        }
        for stray in strays(pictures, run).map_err(of_golden)? {
            terminal::note(format!(
                "warning: {} belongs to no graph; delete it if its graph was removed",
                stray.display()
            ));
        }
        Ok(())
    }
}

fn bless(run: &Run) -> Result<(), Failure> {
    let mut output = Output::unless_quiet();
    let blessed = run.bless().map_err(of_golden)?;
    for picture in &blessed {
        output.line(format_args!("blessed {} ({} bytes)", picture.path.display(), picture.size))?;
    }
    let cannot_bless = |verdict: &Verdict| matches!(verdict, Verdict::Failed(_) | Verdict::Shared);
    for outcome in run.failures().filter(|outcome| cannot_bless(&outcome.verdict)) {
        output.line(outcome)?;
    }
    let same = run.outcomes.len() - run.failures().count();
    output.line(format_args!("{} blessed, {same} unchanged", blessed.len()))?;
    output.finish()
}

/// The result of the command. Limits alone give the exit code of a limit; any other failure gives that of a
/// difference.
fn conclude(run: Run, blessed: bool) -> Result<(), Failure> {
    let failure = |verdict| match verdict {
        Verdict::Same | Verdict::Within(_) => None,
        Verdict::Failed(error) => Some(Failure::from(error)),
        Verdict::Shared => Some(Failure::Differs),
        _ => (!blessed).then_some(Failure::Differs),
    };
    let failures: Vec<Failure> = run.outcomes.into_iter().filter_map(|outcome| failure(outcome.verdict)).collect();
    if failures.is_empty() {
        Ok(())
    } else if failures.iter().all(|failure| failure.code() == LIMIT) {
        Err(Failure::Reported(LIMIT))
    } else {
        Err(Failure::Differs)
    }
}
