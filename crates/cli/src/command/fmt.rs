//! `travertine fmt`: writes documents in canonical form.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use clap::Args;
use travertine::Document;
use travertine::stages::graph::diagnostic::{Diagnostics, quote};
use travertine::stages::graph::json::MAX_SIZE;
use travertine_files::change_file;
use travertine_jobs::describe;

use crate::document;
use crate::failure::{self, Failure};
use crate::lines::format_of_ours;
use crate::messages::{Message, MessageFlag, Messages, Severity};
use crate::output::Output;
use crate::terminal::{self, Wrote};

const EXAMPLES: &str = "\
Examples:
  travertine fmt graphs/*.json
      each graph in the form in which the editor and the commands save it; values stay as they are
  travertine fmt --check graphs/*.json
      writes nothing; names the files that would change, with exit code 1
  travertine fmt - < before.json > formatted.json
      from standard input to standard output, as text editors want it

Exit codes:
  0  all files are in canonical form now, or were already
  1  with --check: a file would change
  3  a file is not a document, or has a value that the form cannot keep; it is left unchanged";

/// Write graphs in canonical form: sorted nodes, one layout, numbers as they were
///
/// The form is that in which Travertine saves graphs, so that files by hand and by programs do not differ by their
/// layout. Nodes and inputs are sorted by name; parameters, presets and outputs keep their order. Fields and node types
/// that this version does not know are kept, and no number is rounded: a file with a position that has more digits than
/// a 64-bit float is refused. Only what has no effect is left out: empty lists and objects, and `muted` that is
/// false. A document need not be a valid graph. Build files, reports and other formats of Travertine stay as they are.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Files of graphs, which are replaced; `-` reads standard input and writes standard output
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Write nothing; name the files that would change, with exit code 1
    #[arg(long)]
    check: bool,

    #[command(flatten)]
    messages: MessageFlag,
}

impl Arguments {
    /// Formats all files, even after a failure.
    pub fn run(&self) -> Result<(), Failure> {
        let mut messages = self.messages.messages();
        let formats_standard_input = !self.check && self.files.iter().any(|file| file == Path::new("-"));
        if formats_standard_input && !messages.are_text() {
            return Err(Failure::usage(
                "the document from standard input and --message-format would both go to standard output; add --check, \
                 or name a file",
            ));
        }
        let mut codes = Vec::new();
        for file in &self.files {
            match self.format(file, &mut messages) {
                Ok(()) => {}
                Err(Failure::ClosedOutput) => return Err(Failure::ClosedOutput),
                Err(failure) => {
                    messages.add_failure(&file.display().to_string(), &failure);
                    codes.push(failure.code());
                }
            }
        }
        messages.print()?;
        Failure::of_all(&codes)
    }

    fn format(&self, path: &Path, messages: &mut Messages) -> Result<(), Failure> {
        let name = path.display().to_string();
        let is_standard_input = path == Path::new("-");
        let wrote = Wrote::start();
        let text = if is_standard_input { document::standard_input()? } else { document::bytes(path)? };
        let read = Document::parse(&text).and_then(|document| {
            document.check_kept(&text)?;
            Ok(document)
        });
        let document = match read {
            Ok(document) => document,
            Err(diagnostics) => {
                return match format_of_ours(&text) {
                    Some(format) => self.pass_over(&name, &format, &text, is_standard_input, messages),
                    None => Err(self.refuse(&name, diagnostics, is_standard_input, messages)?),
                };
            }
        };
        let canonical = document.to_json();
        if canonical.len() > MAX_SIZE {
            let most = MAX_SIZE >> 20;
            return Err(Failure::Limit(format!(
                "error: {name}: in canonical form it would be larger than {most} MiB, the limit of documents; remove \
                 nodes"
            )));
        }
        if self.check {
            return if canonical.as_bytes() == text { Ok(()) } else { would_change(&name, messages) };
        }
        if is_standard_input {
            return to_standard_output(&canonical);
        }
        if canonical.as_bytes() != text {
            change_file(path, || {
                // Another process may have changed it since it was read.
                if document::bytes(path)? != text {
                    return Err(travertine_files::Error::Busy { path: path.to_owned() }.into());
                }
                Ok::<(), Failure>(travertine_files::write(path, canonical.as_bytes())?)
            })?;
            wrote.files(&[path], describe::count(document.nodes.len() as u64, "node"));
        }
        Ok(())
    }

    /// Leaves a file of another format of Travertine unchanged.
    fn pass_over(
        &self,
        name: &str,
        format: &str,
        text: &[u8],
        is_standard_input: bool,
        messages: &mut Messages,
    ) -> Result<(), Failure> {
        if is_standard_input && !self.check {
            return to_standard_output(&String::from_utf8_lossy(text));
        }
        let note = format!("the file is not a graph, but {}, and stays unchanged", quote(format));
        if messages.are_text() {
            terminal::note(format_args!("{name}: note: {note}"));
        }
        messages.add(Message::new(name, Severity::Note, note));
        Ok(())
    }

    /// Reports why a file stays unchanged.
    fn refuse(
        &self,
        name: &str,
        diagnostics: Diagnostics,
        is_standard_input: bool,
        messages: &mut Messages,
    ) -> Result<Failure, Failure> {
        messages.add_all(name, &diagnostics);
        let failure = document::invalid(name, diagnostics);
        // The standard output of the filter is a document.
        let to_error = is_standard_input && !self.check;
        if messages.are_text() && !to_error {
            let mut output = Output::new();
            output.line(failure::message(&failure).unwrap_or_default())?;
            output.finish()?;
        } else if to_error {
            failure::report(&failure);
        }
        Ok(Failure::Reported(failure.code()))
    }
}

/// Names a file that is not in canonical form.
fn would_change(name: &str, messages: &mut Messages) -> Result<(), Failure> {
    if messages.are_text() {
        let mut output = Output::new();
        output.line(name)?;
        output.finish()?;
    }
    messages.add(Message {
        help: Some("run travertine fmt on it".to_owned()),
        ..Message::new(name, Severity::Error, "the document is not in canonical form")
    });
    Err(Failure::Differs)
}

/// Writes the document unchanged, unless a terminal would obey its control characters.
fn to_standard_output(text: &str) -> Result<(), Failure> {
    let mut output = Output::new();
    if io::stdout().is_terminal() {
        output.print(terminal::escaped_json(text))?;
    } else {
        output.exactly(text)?;
    }
    output.finish()
}
