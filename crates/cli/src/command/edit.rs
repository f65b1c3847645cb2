//! `travertine edit`: changes a graph by operations in words.

use std::cell::LazyCell;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use clap::Args;
use travertine::stages::graph::diagnostic::{Diagnostics, Severity};
use travertine::stages::graph::graph::Graph;
use travertine::stages::graph::json::MAX_SIZE;
use travertine::{Document, attach_images, registry};
use travertine_edits::operations::{MAX_OPERATIONS, OPERATIONS, Operation, Surroundings, edit};
use travertine_files::change_file;
use travertine_jobs::describe;
use travertine_jobs::flags::execution::Memory;
use travertine_jobs::flags::value::ReportFormat;
use travertine_revision::Difference;

use super::library;
use crate::document;
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::output::Output;
use crate::target::{check_written, is_standard_output, write_graph, write_text};
use crate::terminal;

const EXAMPLES: &str = "\
Examples:
  travertine edit marble.json 'set clouds.scale 3' 'mute bent'
      changes two nodes, and prints a line for each change
  travertine edit marble.json 'add noise/simplex grain' 'connect grain sparkle.a' -o grainy.json
      the changed graph as another file
  travertine edit marble.json --check 'replace clouds noise/simplex'
      what would change; fails if the graph would not be valid
  travertine edit marble.json < operations.txt
      a line for each operation, in words or in JSON: {\"do\": \"set\", \"input\": \"clouds.scale\", \"value\": 3}

Operations:
";

/// Change a graph by operations: add, connect, set and remove nodes, all or nothing
///
/// Operations are carried out one after the other. If one cannot be, or the result is not valid, nothing is written. A
/// graph that has errors already may keep them, but not get more of them.
#[derive(Args)]
#[command(after_help = after_help())]
pub struct Arguments {
    /// File of the graph, which is changed unless -o names another; `-` reads standard input
    graph: PathBuf,

    /// Operations, each one argument of words or of JSON [default: the lines of standard input]
    #[arg(value_name = "OPERATION")]
    operations: Vec<String>,

    /// File of the changed graph; `-` writes it to standard output, without the changes
    #[arg(short = 'o', value_name = "FILE")]
    file: Option<PathBuf>,

    /// Replace an existing FILE
    #[arg(long, requires = "file")]
    overwrite: bool,

    /// Write nothing; print what would change
    #[arg(long, conflicts_with = "file")]
    check: bool,

    /// Format of the changes
    #[arg(long, value_enum, default_value = "text")]
    format: ReportFormat,

    #[command(flatten)]
    memory: Memory,
}

/// The examples, and a line for each operation.
fn after_help() -> String {
    let width = OPERATIONS.iter().map(|kind| kind.notation().len()).max().unwrap_or_default();
    let lines = OPERATIONS.iter().map(|kind| format!("  {:width$}  {}", kind.notation(), kind.help));
    EXAMPLES.to_owned() + &lines.collect::<Vec<_>>().join("\n")
}

impl Arguments {
    /// Runs the command.
    pub fn run(&self, interrupt: &Interrupt) -> Result<(), Failure> {
        let is_standard_input = self.graph == Path::new("-");
        if is_standard_input && self.file.is_none() && !self.check {
            return Err(Failure::usage("standard input cannot be changed; name a file with -o, or -o - for a filter"));
        }
        check_written(self.file.as_deref(), (!is_standard_input).then_some(&self.graph))?;
        let operations = self.operations(is_standard_input)?;
        if is_standard_input {
            return self.to_file(&document::standard_input()?, &operations, interrupt);
        }
        if self.file.is_some() || self.check {
            return self.to_file(&document::bytes(&self.graph)?, &operations, interrupt);
        }
        // With advice, if it is missing.
        document::bytes(&self.graph)?;
        change_file(&self.graph, || {
            let before = document::bytes(&self.graph)?;
            let (text, changes) = self.edited(&before, &operations, interrupt)?;
            if text.as_bytes() != before {
                travertine_files::write(&self.graph, text.as_bytes())?;
            }
            self.print(&changes)
        })
    }

    /// Carries out the operations on a text, and writes the result unless it is only to be checked.
    fn to_file(&self, text: &[u8], operations: &[Operation], interrupt: &Interrupt) -> Result<(), Failure> {
        let (text, changes) = self.edited(text, operations, interrupt)?;
        match &self.file {
            Some(file) if is_standard_output(Some(file)) => return write_text(&text),
            Some(file) => write_graph(file, &text, self.overwrite)?,
            None => {}
        }
        self.print(&changes)
    }

    /// The operations of the command line, or else of standard input.
    fn operations(&self, reads_graph: bool) -> Result<Vec<Operation>, Failure> {
        if !self.operations.is_empty() {
            let operations = self.operations.iter().take(MAX_OPERATIONS + 1).map(|line| Operation::parse(line));
            return operations.collect::<Result<_, _>>().map_err(Failure::usage);
        }
        if reads_graph || io::stdin().is_terminal() {
            return Err(no_operation());
        }
        let text = String::from_utf8(document::standard_input()?)
            .map_err(|_| Failure::usage("the operations on standard input are not UTF-8"))?;
        let lines = text.lines().enumerate().filter(|(_, line)| {
            let line = line.trim_start();
            !line.is_empty() && !line.starts_with('#')
        });
        // One more than the limit tells that there are too many.
        let read = lines.take(MAX_OPERATIONS + 1).map(|(index, line)| {
            Operation::parse(line).map_err(|refusal| Failure::usage(format_args!("line {}: {refusal}", index + 1)))
        });
        let operations: Vec<Operation> = read.collect::<Result<_, _>>()?;
        if operations.is_empty() { Err(no_operation()) } else { Ok(operations) }
    }

    /// The text of the graph after the operations, and what has changed.
    fn edited(
        &self,
        text: &[u8],
        operations: &[Operation],
        interrupt: &Interrupt,
    ) -> Result<(String, Difference), Failure> {
        let (name, memory) = (self.graph.display().to_string(), self.memory.bytes());
        let before = document::parse(text, &name, memory)?;
        let file = (self.graph != Path::new("-")).then_some(self.graph.as_path());
        let library = LazyCell::new(|| library::open(file));
        let around = Surroundings {
            registry: registry(),
            group: &|name| library.find(name).map(|entry| entry.group()),
            is_cancelled: &|| interrupt.cancel().is_cancelled(),
        };
        let after = edit(before.clone(), operations, &around).map_err(|refusal| {
            if interrupt.cancel().is_cancelled() { Failure::Interrupted } else { Failure::usage(refusal) }
        })?;
        let text = after.to_json();
        if text.len() > MAX_SIZE {
            return Err(Failure::Limit(format!(
                "error: {name}: it would be larger than {} MiB, the limit of documents; remove nodes",
                MAX_SIZE >> 20
            )));
        }
        let changes = document::difference(&before, &after, &name)?;
        self.check_errors(&before, &after, &text)?;
        Ok((text, changes))
    }

    /// Refuses a result that has more errors than the graph had.
    fn check_errors(&self, before: &Document, after: &Document, text: &str) -> Result<(), Failure> {
        let folder = |path: &Path| path.parent().unwrap_or(path).to_owned();
        let (from, to) = (folder(&self.graph), folder(self.file.as_ref().unwrap_or(&self.graph)));
        let memory = self.memory.bytes();
        let mut found = errors(after, &to, memory)?;
        let Some(problems) = &mut found else { return Ok(()) };
        let had = errors(before, &from, memory)?.as_ref().map_or(0, count);
        let (has, name) = (count(problems), self.graph.display());
        if has <= had {
            let errors = describe::count(has as u64, "error");
            terminal::note(format_args!("note: {name} still has {errors}; `travertine check` lists them"));
            return Ok(());
        }
        problems.locate(text.as_bytes());
        let would = if had == 0 { "not be valid" } else { "have more errors" };
        let message = format!(
            "error: after these operations, {name} would {would}, so nothing was written:\n{}",
            problems.render(None).trim_end()
        );
        Err(Failure::Invalid(message, found.unwrap_or_default()))
    }

    fn print(&self, changes: &Difference) -> Result<(), Failure> {
        let mut output = Output::new();
        match self.format {
            ReportFormat::Json => output.line(terminal::escaped_json(changes.to_value()))?,
            ReportFormat::Text if changes.is_empty() => output.line("no difference")?,
            ReportFormat::Text => output.print(changes)?,
        }
        output.finish()
    }
}

fn no_operation() -> Failure {
    Failure::usage("there is no operation; give one, as in 'set noise.scale 4'")
}

/// The errors of a document as a graph in a folder; `None` if it is valid.
fn errors(document: &Document, folder: &Path, memory: u64) -> Result<Option<Diagnostics>, Failure> {
    attach_images(document, registry(), folder, memory)?;
    Ok(Graph::new(document, registry()).err())
}

fn count(diagnostics: &Diagnostics) -> usize {
    let listed = diagnostics.iter().filter(|found| found.severity == Severity::Error).count();
    listed + diagnostics.omitted()
}
