//! `travertine nodes`: lists and describes node types.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, ValueEnum};
use travertine::stages::graph::definition::Definition;
use travertine::stages::graph::description::definitions_as_json;
use travertine::stages::graph::diagnostic::quote;
use travertine::stages::graph::graph::registry_with_groups;
use travertine::stages::graph::suggest::nearest;
use travertine::{Registry, registry};
use travertine_jobs::describe;
use travertine_presentation::{Subject, search};

use crate::definitions::{markdown, text};
use crate::failure::Failure;
use crate::output::Output;
use crate::source;
use crate::terminal::Wrote;

const EXAMPLES: &str = "\
Examples:
  travertine nodes
      all node types, with a line about each
  travertine nodes noise
      those of a category
  travertine nodes noise/perlin
      its description, inputs and outputs
  travertine nodes --search knot
      the types that match a word; `travertine find` also looks for groups and graphs
  travertine nodes --graph plank-floor.json
      all node types, and the groups of a graph
  travertine nodes --format json
      all node types, for programs
  travertine nodes --format markdown -o nodes
      the reference: an index, and a page for each category, in the folder nodes";

/// List the node types, or describe one
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Node type, as in noise/perlin or pattern/bricks@2, or a category, as in noise [default: all]
    #[arg(value_name = "TYPE", conflicts_with = "search")]
    node_type: Option<String>,

    /// Only list node types with these words in their names, search words or descriptions
    #[arg(long, value_name = "WORDS")]
    search: Option<String>,

    /// Also list the groups of this graph
    #[arg(long, value_name = "GRAPH")]
    graph: Option<PathBuf>,

    /// Output format
    #[arg(long, value_enum, default_value = "text")]
    format: Format,

    /// Folder for the pages of all nodes in Markdown: an index, and a page for each category
    #[arg(short = 'o', value_name = "DIR", conflicts_with_all = ["node_type", "search"])]
    folder: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
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
    pub fn run(&self) -> Result<(), Failure> {
        let registry = match &self.graph {
            Some(graph) => registry_with_groups(source::open(graph)?.document(), registry()),
            None => registry().clone(),
        };
        let all: Vec<&Arc<Definition>> = registry.iter().collect();
        if let Some(folder) = &self.folder {
            return self.write(&all, folder);
        }
        let (definitions, is_described) = match (&self.node_type, &self.search) {
            (Some(node_type), _) => find(&registry, node_type)?,
            (None, Some(words)) => (found(&all, words), false),
            (None, None) => (all, false),
        };
        let text = match (self.format, is_described, &self.search) {
            (Format::Text, false, None) => text::list(&definitions),
            (Format::Text, false, Some(_)) => text::ranked(&definitions),
            (Format::Text, true, _) => text::describe(&definitions),
            (Format::Json, ..) => definitions_as_json(&definitions),
            (Format::Markdown, ..) => markdown::describe(&definitions),
        };
        let mut output = Output::new();
        output.print(text)?;
        output.finish()
    }

    /// Writes the pages of all node types.
    fn write(&self, definitions: &[&Arc<Definition>], folder: &Path) -> Result<(), Failure> {
        if self.format != Format::Markdown {
            return Err(Failure::usage("-o writes pages in Markdown; add --format markdown"));
        }
        let wrote = Wrote::start();
        fs::create_dir_all(folder).map_err(travertine_files::Error::write(folder))?;
        let pages = markdown::reference(definitions);
        for (name, text) in &pages {
            travertine_files::write(&folder.join(name), text.as_bytes())?;
        }
        wrote.files(&[folder], describe::count(pages.len() as u64, "page"));
        Ok(())
    }
}

/// The definition of a type with a version, as in `noise/perlin@1`, or of all versions of a type, which are described;
/// or those of a category.
fn find<'a>(registry: &'a Registry, name: &str) -> Result<(Vec<&'a Arc<Definition>>, bool), Failure> {
    let of = |is_meant: &dyn Fn(&Definition) -> bool| {
        registry.iter().filter(|definition| is_meant(definition)).collect::<Vec<_>>()
    };
    let types = of(&|definition| definition.id == name || format!("{}@{}", definition.id, definition.version) == name);
    if !types.is_empty() {
        return Ok((types, true));
    }
    let category = of(&|definition| definition.category() == name.trim_end_matches('/').to_lowercase());
    if !category.is_empty() {
        return Ok((category, false));
    }
    Err(unknown(registry, name))
}

/// The failure for an unknown name. What other programs call so comes before names that are spelled alike.
fn unknown(registry: &Registry, name: &str) -> Failure {
    let id = name.split('@').next().unwrap_or_default();
    if let [.., newest] = registry.versions(id).as_slice() {
        let which = if *newest == 1 { "version 1".to_owned() } else { format!("versions 1 to {newest}") };
        return Failure::usage(format!("there is no node type {}; {} has {which}", quote(name), quote(id)));
    }
    let all: Vec<&Arc<Definition>> = registry.iter().collect();
    let words = id.rsplit('/').next().unwrap_or_default();
    let meant = if words.trim().is_empty() { Vec::new() } else { found(&all, words) };
    let near = meant.into_iter().map(|definition| definition.id.as_str()).chain(nearest(id, registry.ids())).next();
    let near = near.map(|near| format!("did you mean {}? ", quote(near)));
    Failure::usage(format!(
        "unknown node type {}; {}`travertine nodes` lists all types",
        quote(name),
        near.unwrap_or_default()
    ))
}

/// The node types that words find, best first.
fn found<'a>(all: &[&'a Arc<Definition>], words: &str) -> Vec<&'a Arc<Definition>> {
    search(all, |definition| Subject::of_node(definition), words).into_iter().copied().collect()
}
