//! `travertine merge`: merges two changes of a graph.

use std::path::{Path, PathBuf};

use clap::Args;
use travertine::stages::graph::json::{MAX_SIZE, Value, object};
use travertine::{Document, check_document, registry};
use travertine_files::{Inputs, change_file};
use travertine_jobs::describe;
use travertine_jobs::flags::execution::Memory;
use travertine_jobs::flags::value::ReportFormat;
use travertine_revision::Merge;

use crate::failure::Failure;
use crate::output::Output;
use crate::target::{check_graph, check_written};
use crate::{document, lines, terminal};

const EXAMPLES: &str = "\
Examples:
  travertine merge base.json ours.json theirs.json -o merged.json
      both changes in one graph, or the conflicts with the values of all three
  git config merge.travertine.driver 'travertine merge --name=%P %O %A %B'
      makes git merge graphs by meaning; .gitattributes needs the line `*.json merge=travertine`

Exit codes:
  0  the changes fit together
  1  there are conflicts; the merged graph has ours there";

/// Merge two changes of a graph by meaning: nodes, inputs, parameters, outputs, groups
///
/// What one side changed is taken from it. What both sides changed to different values is a conflict, and so is
/// whatever would make the merged graph invalid, such as a wire to a node that the other side removed. The merged graph
/// is written even if there are conflicts; it has ours there, and is valid if both sides are. Layout and annotations
/// never conflict. Build files, reports and other JSON with a format of its own are merged by lines, as git does it.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The graph before both changes; an empty file if there was none
    #[arg(value_name = "BASE")]
    base: PathBuf,

    /// The graph with our change
    #[arg(value_name = "OURS")]
    ours: PathBuf,

    /// The graph with their change
    #[arg(value_name = "THEIRS")]
    theirs: PathBuf,

    /// File of the merged graph [default: OURS, which is replaced]
    #[arg(short = 'o', value_name = "FILE")]
    file: Option<PathBuf>,

    /// Replace an existing file
    #[arg(long, requires = "file")]
    overwrite: bool,

    /// Name of the graph in messages, where the files have temporary names
    #[arg(long, value_name = "NAME")]
    name: Option<String>,

    /// Format of the list of conflicts
    #[arg(long, value_enum, default_value = "text")]
    format: ReportFormat,

    #[command(flatten)]
    memory: Memory,
}

impl Arguments {
    /// Runs the command.
    pub fn run(&self) -> Result<(), Failure> {
        let file = self.file.as_deref().unwrap_or(&self.ours);
        let name = self.name.clone().unwrap_or_else(|| file.display().to_string());
        let read = [("BASE", &self.base), ("THEIRS", &self.theirs)];
        let side = read.iter().find(|(_, path)| Inputs::new([path]).find(file).is_some());
        match (&self.file, side) {
            (Some(_), _) => check_written([file], read.map(|(_, path)| path))?,
            (None, Some((side, _))) => {
                return Err(Failure::usage(format!(
                    "{} is OURS, which is replaced, and {side}, which is read by this command; name another file with -o",
                    file.display()
                )));
            }
            (None, None) => {}
        }
        // It may be the graph of ours, which another process may change.
        let merge = match change_file(file, || self.merge(file, &name)) {
            Err(Failure::Invalid(..)) if self.is_by_lines() => return self.merge_lines(file, &name),
            merged => merged?,
        };
        for error in &merge.inherited {
            terminal::note(format!("warning: one side has this error already: {}", error.render(Some(&name))));
        }
        let mut output = Output::new();
        self.print(&merge, &name, &mut output)?;
        output.finish()?;
        if merge.conflicts.is_empty() { Ok(()) } else { Err(Failure::Differs) }
    }

    /// Whether a file is not a graph.
    fn is_by_lines(&self) -> bool {
        [&self.base, &self.ours, &self.theirs].into_iter().any(|file| lines::is_other(file, self.memory.bytes()))
    }

    /// Merges files that are no graphs by lines.
    fn merge_lines(&self, file: &Path, name: &str) -> Result<(), Failure> {
        let has_conflicts = change_file(file, || {
            check_graph(file, self.overwrite || self.is_ours(file))?;
            let (text, has_conflicts) = lines::merge(&self.base, &self.ours, &self.theirs)?;
            travertine_files::write(file, &text)?;
            Ok::<bool, Failure>(has_conflicts)
        })?;
        if !has_conflicts {
            return Ok(());
        }
        let mut output = Output::new();
        output.line(format_args!("{name}: conflicts, which are marked in the lines of the file"))?;
        output.finish()?;
        Err(Failure::Differs)
    }

    /// Whether the merged file takes the place of ours.
    fn is_ours(&self, file: &Path) -> bool {
        self.file.is_none() || Inputs::new([&self.ours]).find(file).is_some()
    }

    /// Merges the graphs and writes the result.
    fn merge(&self, file: &Path, name: &str) -> Result<Merge, Failure> {
        check_graph(file, self.overwrite || self.is_ours(file))?;
        // Each is counted with its graph and its images, which are checked.
        let mut left = self.memory.bytes();
        let mut counted = |document: Document| {
            left = left.saturating_sub(check_document(&document, registry(), left)?);
            Ok::<_, Failure>((document, left))
        };
        let base = document::read_or_empty(&self.base, &self.name_of("base", &self.base), self.memory.bytes())?;
        let (base, memory) = counted(base)?;
        let ours = document::read(&self.ours, &self.name_of("ours", &self.ours), memory)?;
        let (ours, memory) = counted(ours)?;
        let theirs = document::read(&self.theirs, &self.name_of("theirs", &self.theirs), memory)?;
        let (theirs, _) = counted(theirs)?;
        let merge = Merge::new(&base, &ours, &theirs, registry())
            .map_err(|diagnostics| document::invalid(name, diagnostics))?;
        let text = merge.document.to_json();
        if text.len() > MAX_SIZE {
            let most = MAX_SIZE >> 20;
            return Err(Failure::Limit(format!(
                "error: {name}: the merged graph is larger than {most} MiB; remove nodes from one side"
            )));
        }
        travertine_files::write(file, text.as_bytes())?;
        Ok(merge)
    }

    fn print(&self, merge: &Merge, name: &str, output: &mut Output) -> Result<(), Failure> {
        let conflicts = &merge.conflicts;
        match self.format {
            ReportFormat::Json => {
                let conflicts = conflicts.iter().map(|conflict| conflict.to_value()).collect();
                let report = object([("conflicts", Value::List(conflicts))]);
                output.line(terminal::escaped_json(report))
            }
            ReportFormat::Text if conflicts.is_empty() => Ok(()),
            ReportFormat::Text => {
                let count = describe::count(conflicts.len() as u64, "conflict");
                output.line(format_args!("{name}: {count}; the merged graph has ours there"))?;
                conflicts.iter().try_for_each(|conflict| output.line(format_args!("  {conflict}")))
            }
        }
    }

    fn name_of(&self, side: &str, path: &Path) -> String {
        match &self.name {
            Some(name) => format!("{name} ({side})"),
            None => path.display().to_string(),
        }
    }
}
