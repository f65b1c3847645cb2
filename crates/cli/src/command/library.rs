//! `travertine library`: lists the groups to choose from.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, ValueEnum};
use travertine::stages::graph::definition::Definition;
use travertine::stages::graph::description::definitions_as_json;
use travertine::stages::graph::diagnostic::quote;
use travertine::stages::graph::graph::{GROUP, registry_with_groups};
use travertine::stages::graph::suggest::nearest;
use travertine::{Document, Slice, Texture, registry};
use travertine_jobs::flags::execution::Execution;
use travertine_library::{Entry, Library};
use travertine_presentation::{Subject, search};

use crate::definitions::{markdown, text};
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::jpeg::JpegFlag;
use crate::output::Output;
use crate::progress::Progress;
use crate::terminal;

const EXAMPLES: &str = "\
Examples:
  travertine library
      all groups, with a line about each
  travertine library --search moss
      the groups that have to do with moss
  travertine library brick-wall
      its description, inputs and outputs
  travertine library --pictures pictures
      a picture of each group, in a folder
  travertine library --graph marble.json
      also the groups in the folder library next to this graph

A group is a graph in one of three folders: `library` next to the graph that uses it, `library` in the data folder \
($TRAVERTINE_DATA, or else $XDG_DATA_HOME/travertine on Linux), or the bundled one. Earlier ones come first. \
`travertine group add` copies a group into a graph.";

/// Side of the pictures, in pixels.
const SIDE: u32 = 256;

/// List the groups of the library, or describe one
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Name of a group, as in brick-wall [default: all]
    #[arg(value_name = "NAME", conflicts_with = "search")]
    name: Option<String>,

    /// Only list groups with these words in their names, descriptions, categories or search words
    #[arg(long, value_name = "WORDS")]
    search: Option<String>,

    /// Also look into the folder `library` next to this graph
    #[arg(long, value_name = "GRAPH")]
    graph: Option<PathBuf>,

    /// Output format
    #[arg(long, value_enum, default_value = "text")]
    format: Format,

    /// Also render a picture of each group into this folder
    #[arg(long, value_name = "DIR")]
    pictures: Option<PathBuf>,

    #[command(flatten)]
    jpeg: JpegFlag,

    #[command(flatten)]
    execution: Execution,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// Text for a terminal
    Text,
    /// JSON for programs
    Json,
    /// Markdown for the reference
    Markdown,
}

impl Arguments {
    /// Runs the command.
    pub fn run(&self, interrupt: &Interrupt) -> Result<(), Failure> {
        let library = of_graph(self.graph.as_deref())?;
        let mut entries: Vec<&Entry> = match (&self.name, &self.search) {
            (Some(name), _) => vec![find(&library, name)?],
            (None, Some(words)) => search(library.entries(), subject, words),
            (None, None) => library.entries().iter().collect(),
        };
        entries.sort_by_key(|entry| (category(entry), &entry.path));
        if let Some(folder) = &self.pictures {
            let progress = Progress::counted(entries.len() as u64);
            for entry in &entries {
                progress.begin(&entry.name);
                self.picture(entry, folder, interrupt)?;
            }
            progress.end();
        }
        let mut output = Output::new();
        output.print(self.describe(&entries)?)?;
        output.finish()
    }

    fn describe(&self, entries: &[&Entry]) -> Result<String, Failure> {
        if let (Format::Text, None) = (self.format, &self.name) {
            return Ok(list(entries));
        }
        let definitions = entries.iter().map(|entry| definition(entry)).collect::<Result<Vec<_>, _>>()?;
        Ok(match self.format {
            Format::Text => text::describe(&definitions.iter().collect::<Vec<_>>()),
            Format::Json => definitions_as_json(&definitions.iter().collect::<Vec<_>>()),
            Format::Markdown => {
                let groups = entries.iter().zip(definitions);
                let groups =
                    groups.map(|(entry, definition)| (category(entry), entry.name.as_str(), stem(entry), definition));
                markdown::library(&groups.collect::<Vec<_>>(), self.jpeg.ending())
            }
        })
    }

    /// Renders the first output of a group.
    fn picture(&self, entry: &Entry, folder: &Path, interrupt: &Interrupt) -> Result<(), Failure> {
        let texture = Texture::from_document(entry.document.clone(), registry())
            .map_err(|error| Failure::from(error).of(Path::new(&entry.path)))?;
        let path = folder.join(stem(entry));
        let parent = path.parent().unwrap_or(folder);
        std::fs::create_dir_all(parent).map_err(travertine_files::Error::write(parent))?;
        let context = self.execution.context().cancel(interrupt.cancel());
        self.jpeg.save(&texture.first_field()?, Slice::new(SIDE, SIDE), &path, &context)
    }
}

/// The library of a graph, which must exist if there is one. Notes the files that are not usable.
pub fn of_graph(graph: Option<&Path>) -> Result<Library, Failure> {
    if let Some(file) = graph.filter(|graph| *graph != Path::new("-")) {
        std::fs::metadata(file).map_err(travertine_files::Error::read(file))?;
    }
    Ok(open(graph))
}

/// The library of a graph. Notes the files that are not usable.
pub fn open(graph: Option<&Path>) -> Library {
    let library = Library::new(graph);
    for problem in library.problems() {
        terminal::note(format!("warning: {}: {}", problem.path.display(), problem.message));
    }
    library
}

/// What words can find of a group.
pub fn subject(entry: &Entry) -> Subject<'_> {
    Subject::of_graph(&entry.name, &entry.document)
}

/// The group of this name or path.
pub fn find<'a>(library: &'a Library, name: &str) -> Result<&'a Entry, Failure> {
    library.find(name).ok_or_else(|| {
        let names = library.entries().iter().map(|entry| entry.name.as_str());
        let near = nearest(name, names);
        let meant = || search(library.entries(), subject, name).first().map(|entry| entry.name.as_str());
        let near = near.or_else(|| meant().filter(|_| !name.trim().is_empty()));
        let near = near.map(|near| format!("did you mean {}? ", quote(near)));
        let near = near.unwrap_or_default();
        Failure::usage(format!("the library has no group {}; {near}`travertine library` lists all", quote(name)))
    })
}

/// The node type of a group.
fn definition(entry: &Entry) -> Result<Arc<Definition>, Failure> {
    let groups = [(entry.name.clone(), entry.group())].into_iter().collect();
    let document = Document { groups, ..Document::default() };
    let registry = registry_with_groups(&document, registry());
    if let Some(definition) = registry.get(&format!("{GROUP}/{}", entry.name), 1) {
        return Ok(definition.clone());
    }
    // The group has errors.
    let problem = Texture::from_document(entry.document.clone(), travertine::registry()).err();
    Err(problem.map_or(Failure::invalid(format_args!("{} is not valid", entry.path)), Failure::from))
}

fn list(entries: &[&Entry]) -> String {
    let width = entries.iter().map(|entry| stem(entry).chars().count()).max().unwrap_or_default();
    let mut text = String::new();
    for of_category in entries.chunk_by(|a, b| category(a) == category(b)) {
        let gap = if text.is_empty() { "" } else { "\n" };
        text += &format!("{gap}{}\n", category(of_category[0]));
        for entry in of_category {
            let description = entry.document.description.as_deref().unwrap_or_default();
            let line = format!("  {:width$}  {:8}  {}", stem(entry), entry.origin, text::summary(description));
            text += line.trim_end();
            text.push('\n');
        }
    }
    if entries.is_empty() { "no groups\n".to_owned() } else { text }
}

fn category(entry: &Entry) -> &str {
    entry.document.category.as_deref().unwrap_or("other")
}

/// The path without `.json`.
fn stem(entry: &Entry) -> &str {
    entry.path.strip_suffix(".json").unwrap_or(&entry.path)
}
