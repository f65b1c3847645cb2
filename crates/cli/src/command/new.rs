//! `travertine new`: starts a graph from a bundled one.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use clap::Args;
use travertine::stages::graph::diagnostic::quote;
use travertine::stages::graph::suggest::nearest;
use travertine::{Document, registry};
use travertine_presentation::{Subject, search};

use super::library;
use crate::bundled::GRAPHS;
use crate::failure::Failure;
use crate::named::{self, Named};
use crate::output::Output;
use crate::target::{is_standard_output, write_graph, write_text};
use crate::terminal::{self, Wrote};

const EXAMPLES: &str = "\
Examples:
  travertine new
      the bundled graphs, with a line about each
  travertine new marble
      marble.json in the current folder, to render and to change
  travertine new brick-wall -o wall.json
      a graph under another name
  travertine new planks -o boards.json
      a group of the library as a graph
  travertine new noise/gabor
      the example of a node type, gabor.json
  travertine new --empty -o rock.json
      a graph without nodes";

/// Start a graph from a bundled one, a group or a node, or list those
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Name of a bundled graph, as in marble, of a group of the library, or of a node type [default: list all bundled
    /// graphs]
    #[arg(group = "start")]
    name: Option<String>,

    /// Start without nodes
    #[arg(long, group = "start", requires = "file")]
    empty: bool,

    /// File of the new graph; `-` writes it to standard output [default: NAME.json in the current folder]
    #[arg(short = 'o', value_name = "FILE", requires = "start")]
    file: Option<PathBuf>,

    /// Replace an existing file
    #[arg(long, requires = "start")]
    overwrite: bool,
}

impl Arguments {
    /// Runs the command.
    pub fn run(&self) -> Result<(), Failure> {
        let (text, what) = match &self.name {
            Some(name) => {
                let Named { text, what } = start(name)?;
                (text, format!("a copy of {what}"))
            }
            None if self.empty => (Cow::from(Document::default().to_json()), "an empty graph".to_owned()),
            None => return list(),
        };
        if is_standard_output(self.file.as_deref()) {
            return write_text(&text);
        }
        let wrote = Wrote::start();
        let default = || PathBuf::from(named::file_name(self.name.as_deref().unwrap_or("empty")));
        let file = self.file.clone().unwrap_or_else(default);
        write_graph(&file, &text, self.overwrite)?;
        wrote.files(&[&file], what);
        if !self.empty {
            hint(&file);
        }
        Ok(())
    }
}

/// The graph that has a name.
fn start(name: &str) -> Result<Named, Failure> {
    if let Some(named) = named::find(name) {
        return Ok(named);
    }
    let library = library::open(None);
    let documents = GRAPHS.iter().filter_map(|(name, text)| Some((*name, Document::parse(text.as_bytes()).ok()?)));
    let documents: Vec<(&str, Document)> = documents.collect();
    let graphs = documents.iter().map(|(name, document)| Subject::of_graph(name, document));
    let subjects: Vec<Subject> = graphs.chain(library.entries().iter().map(library::subject)).collect();
    let near = nearest(name, subjects.iter().map(|subject| subject.id).chain(registry().ids()));
    let meant = || search(&subjects, Subject::clone, name).first().map(|subject| subject.id);
    let near = near.or_else(|| meant().filter(|_| name.contains(char::is_alphanumeric)));
    let advice = match near {
        Some(near) => format!("did you mean {}?", quote(near)),
        None => "`travertine new` lists the graphs, `travertine library` the groups".to_owned(),
    };
    let libraries = named::libraries();
    Err(Failure::usage(format!(
        "there is no bundled graph and no node type {name}, and {libraries} have no such group; {advice}",
        name = quote(name)
    )))
}

/// Tells a user at a terminal what to try next.
fn hint(file: &Path) {
    let file = file.display();
    terminal::hint(format_args!(
        "try: travertine render {file} --show\n     travertine variations {file} -o variations\n     travertine open {file}"
    ));
}

/// Lists the bundled graphs.
fn list() -> Result<(), Failure> {
    let mut output = Output::new();
    let width = GRAPHS.iter().map(|(name, _)| name.len()).max().unwrap_or_default();
    for (name, text) in GRAPHS {
        let document = Document::parse(text.as_bytes());
        let description = document.ok().and_then(|document| document.description).unwrap_or_default();
        let sentence = description.split_inclusive(". ").next().unwrap_or_default();
        output.line(format_args!("{name:width$}  {}", sentence.trim_end()))?;
    }
    output.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bundled_graph_has_a_description() {
        assert!(GRAPHS.len() >= 40);
        for (name, text) in GRAPHS {
            assert!(Document::parse(text.as_bytes()).unwrap().description.is_some(), "{name}");
        }
    }
}
