//! `travertine new`: starts a graph from a bundled one.

use std::path::{Path, PathBuf};

use clap::Args;
use travertine::Document;
use travertine::stages::graph::diagnostic::quote;
use travertine::stages::graph::suggest::nearest;

use crate::bundled::GRAPHS;
use crate::failure::Failure;
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
      a graph under another name";

/// Start a graph from a bundled one, or list those
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Name of a bundled graph, as in marble [default: list all]
    name: Option<String>,

    /// File of the new graph; `-` writes it to standard output [default: NAME.json in the current folder]
    #[arg(short = 'o', value_name = "FILE", requires = "name")]
    file: Option<PathBuf>,

    /// Replace an existing file
    #[arg(long, requires = "name")]
    overwrite: bool,
}

impl Arguments {
    /// Runs the command.
    pub fn run(&self) -> Result<(), Failure> {
        let Some(name) = &self.name else { return list() };
        let Some((_, text)) = GRAPHS.iter().find(|(known, _)| known == name) else {
            let near = nearest(name, GRAPHS.iter().map(|(name, _)| *name));
            let advice = match near {
                Some(near) => format!("did you mean {}?", quote(near)),
                None => "`travertine new` lists all".to_owned(),
            };
            return Err(Failure::usage(format!("there is no bundled graph {}; {advice}", quote(name))));
        };
        if is_standard_output(self.file.as_deref()) {
            return write_text(text);
        }
        let wrote = Wrote::start();
        let file = self.file.clone().unwrap_or_else(|| PathBuf::from(format!("{name}.json")));
        write_graph(&file, text, self.overwrite)?;
        wrote.files(&[&file], "a copy of the bundled graph");
        hint(&file);
        Ok(())
    }
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
