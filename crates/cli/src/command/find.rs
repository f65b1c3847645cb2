//! `travertine find`: finds node types, groups, graphs and guides by words.

use std::fmt;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use travertine::stages::graph::json::{Value, object};
use travertine::stages::graph::suggest::nearest;
use travertine::{Document, registry};
use travertine_presentation::{Subject, search};

use super::library;
use crate::bundled::{GRAPHS, GUIDES};
use crate::definitions::text::summary;
use crate::failure::Failure;
use crate::output::Output;
use crate::terminal;

const EXAMPLES: &str = "\
Examples:
  travertine find knots
      what has to do with knots in wood
  travertine find worley
      the node that other programs call so
  travertine find worn edges --limit 5
      the five best matches of both words
  travertine find voronoi --format json
      the same for programs";

/// Find node types, groups, graphs and guides by words
///
/// Words say what a thing looks like or does, or what other programs call it. All must occur in its name, its search
/// words or its description; if nothing has all of them, what has most comes first.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Words, as in worn edges
    #[arg(value_name = "WORD", required = true)]
    words: Vec<String>,

    /// Maximum number of matches
    #[arg(long, value_name = "N", default_value = "20", value_parser = clap::value_parser!(u16).range(1..))]
    limit: u16,

    /// Also look into the folder `library` next to this graph
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
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Node,
    Group,
    Graph,
    Guide,
}

/// A thing that can be found.
struct Thing {
    kind: Kind,
    name: String,
    label: String,
    words: Vec<String>,
    description: String,
}

impl Arguments {
    /// Runs the command.
    pub fn run(&self) -> Result<(), Failure> {
        let (things, query) = (self.things()?, self.words.join(" "));
        if query.trim().is_empty() {
            return Err(Failure::usage("give a word for what it looks like or does, as in `travertine find cracks`"));
        }
        let (mut found, has_all) = matches(&things, &query);
        if found.is_empty() {
            let near = nearest(&query, things.iter().flat_map(Thing::names));
            let advice = near.map_or_else(
                || "try one word for what it looks like or does; `travertine nodes` lists all node types".to_owned(),
                |near| format!("did you mean {near:?}?"),
            );
            return Err(Failure::usage(format!("nothing is called {query:?}; {advice}")));
        }
        if !has_all && query.split_whitespace().nth(1).is_none() {
            terminal::note("note: nothing is called so; these have a part of it");
        } else if !has_all {
            terminal::note("note: nothing has all of these words; this has some of them");
        }
        let all = found.len();
        found.truncate(self.limit.into());
        let mut output = Output::new();
        match self.format {
            Format::Json => {
                let things = found.iter().map(|thing| {
                    object([
                        ("kind", Value::from(thing.kind.to_string().as_str())),
                        ("name", Value::from(thing.name.as_str())),
                        ("label", Value::from(thing.label.as_str())),
                        ("description", Value::from(thing.description.as_str())),
                    ])
                });
                output.line(terminal::escaped_json(Value::List(things.collect())))?;
            }
            Format::Text => {
                let width = found.iter().map(|thing| thing.name.chars().count()).max().unwrap_or_default();
                for Thing { kind, name, description, .. } in &found {
                    let line = format!("{kind:5}  {name:width$}  {}", summary(description));
                    output.line(line.trim_end())?;
                }
            }
        }
        output.finish()?;
        if found.len() < all {
            terminal::note(format_args!("note: {} more; a higher --limit shows them", all - found.len()));
        }
        hint(&found);
        Ok(())
    }

    /// All that can be found: of equal matches, nodes come first.
    fn things(&self) -> Result<Vec<Thing>, Failure> {
        let nodes = registry().iter().filter(|node| registry().versions(&node.id).last() == Some(&node.version));
        let nodes = nodes.map(|node| Thing::new(Kind::Node, &node.type_name(), &Subject::of_node(node)));
        let library = library::of_graph(self.graph.as_deref())?;
        let groups = library.entries().iter();
        let groups = groups.map(|entry| Thing::new(Kind::Group, &entry.name, &library::subject(entry)));
        let graphs = GRAPHS.iter().filter_map(|(name, text)| {
            let document = Document::parse(text.as_bytes()).ok()?;
            Some(Thing::new(Kind::Graph, name, &Subject::of_graph(name, &document)))
        });
        let guides = GUIDES.iter().map(|guide| {
            let words = guide.sections.to_vec();
            let subject = Subject { label: guide.title, id: guide.path, words, description: guide.about };
            Thing::new(Kind::Guide, guide.path, &subject)
        });
        Ok(nodes.chain(groups).chain(graphs).chain(guides).collect())
    }
}

/// The matches, best first, and whether they have all words. Guides come last, and only those that have all words.
fn matches<'t>(things: &'t [Thing], query: &str) -> (Vec<&'t Thing>, bool) {
    let (guides, others): (Vec<&Thing>, Vec<&Thing>) = things.iter().partition(|thing| thing.kind == Kind::Guide);
    let has_all = |thing: &&Thing| thing.subject().rank(query).is_some();
    let guides: Vec<&Thing> = search(guides.into_iter().filter(has_all), Thing::subject, query);
    let others_have_all = others.iter().any(has_all);
    if !others_have_all && !guides.is_empty() {
        return (guides, true);
    }
    let mut found = search(others, Thing::subject, query);
    found.extend(guides);
    (found, others_have_all)
}

impl Thing {
    fn new(kind: Kind, name: &str, subject: &Subject) -> Thing {
        Thing {
            kind,
            name: name.to_owned(),
            label: subject.label.to_owned(),
            words: subject.words.iter().map(|word| (*word).to_owned()).collect(),
            description: subject.description.to_owned(),
        }
    }

    fn subject(&self) -> Subject<'_> {
        Subject {
            label: &self.label,
            id: &self.name,
            words: self.words.iter().map(String::as_str).collect(),
            description: &self.description,
        }
    }

    /// Names that a word may be a misspelling of.
    fn names(&self) -> impl Iterator<Item = &str> {
        let words = (self.kind != Kind::Guide).then_some(&self.words);
        [&self.name, &self.label].into_iter().chain(words.into_iter().flatten()).map(String::as_str)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(match self {
            Kind::Node => "node",
            Kind::Group => "group",
            Kind::Graph => "graph",
            Kind::Guide => "guide",
        })
    }
}

/// Tells a user at a terminal how to look closer at the first match.
fn hint(found: &[&Thing]) {
    let Some(Thing { kind, name, .. }) = found.first() else { return };
    terminal::hint(match kind {
        Kind::Node => format!("try: travertine nodes {name}\n     travertine render {name} --show"),
        Kind::Group => format!(
            "try: travertine library {name}\n     travertine render {name} --show\n     travertine group add GRAPH {name}"
        ),
        Kind::Graph => format!("try: travertine new {name}"),
        Kind::Guide => format!("read: {name}"),
    });
}
