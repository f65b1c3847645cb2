//! `travertine nodes`: lists and describes node types.

use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, ValueEnum};
use travertine::stages::graph::definition::Definition;
use travertine::stages::graph::description::definitions_as_json;
use travertine::stages::graph::diagnostic::quote;
use travertine::stages::graph::graph::registry_with_groups;
use travertine::stages::graph::suggest::nearest;
use travertine::{Registry, registry};

use crate::definitions::{markdown, text};
use crate::failure::Failure;
use crate::output::Output;
use crate::source;

const EXAMPLES: &str = "\
Examples:
  travertine nodes
      all node types, with a line about each
  travertine nodes noise/perlin
      its description, inputs and outputs
  travertine nodes --graph plank-floor.json
      all node types, and the groups of a graph
  travertine nodes --format json
      all node types, for programs
  travertine nodes --format markdown > nodes.md
      the reference with pictures";

/// List the node types, or describe one
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Node type, as in noise/perlin or noise/perlin@2 [default: all]
    #[arg(value_name = "TYPE")]
    node_type: Option<String>,

    /// Also list the groups of this graph
    #[arg(long, value_name = "GRAPH")]
    graph: Option<PathBuf>,

    /// Output format
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
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
    pub fn run(&self) -> Result<(), Failure> {
        let registry = match &self.graph {
            Some(graph) => registry_with_groups(source::open(graph)?.document(), registry()),
            None => registry().clone(),
        };
        let definitions = match &self.node_type {
            Some(node_type) => find(&registry, node_type)?,
            None => registry.iter().collect(),
        };
        let text = match (self.format, &self.node_type) {
            (Format::Text, None) => text::list(&definitions),
            (Format::Text, Some(_)) => text::describe(&definitions),
            (Format::Json, _) => definitions_as_json(&definitions),
            (Format::Markdown, None) => markdown::reference(&definitions),
            (Format::Markdown, Some(_)) => markdown::describe(&definitions),
        };
        let mut output = Output::new();
        output.print(text)?;
        output.finish()
    }
}

/// The definition of a type with a version, or of all versions of a type.
fn find<'a>(registry: &'a Registry, node_type: &str) -> Result<Vec<&'a Arc<Definition>>, Failure> {
    let found: Vec<_> = registry
        .iter()
        .filter(|definition| definition.id == node_type || definition.type_name() == node_type)
        .collect();
    if found.is_empty() {
        let id = node_type.split('@').next().unwrap_or_default();
        let near = nearest(id, registry.ids()).map(|near| format!("did you mean {}? ", quote(near)));
        return Err(Failure::usage(format!(
            "unknown node type {}; {}`travertine nodes` lists all types",
            quote(node_type),
            near.unwrap_or_default()
        )));
    }
    Ok(found)
}
