//! `travertine group`: the groups of a graph.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use travertine::stages::graph::diagnostic::{one_of, quote};
use travertine::stages::graph::document::{Document, Group, Node, group_name};
use travertine::stages::graph::graph::{GROUP, ITERATE};
use travertine::{Context, Error, Texture, registry};
use travertine_files::change_file;
use travertine_jobs::describe;
use travertine_library::{Library, embed, update};

use super::library;
use crate::failure::Failure;
use crate::output::Output;
use crate::target::{check_graph, check_written, write_graph};
use crate::{document, source, terminal};

const EXAMPLES: &str = "\
Examples:
  travertine group list plank-floor.json
      the groups of a graph, and whether the library has others
  travertine group add marble.json brick-wall
      copies a group of the library into the graph; its nodes have the type group/brick-wall
  travertine group add marble.json brick-wall --node wall
      also adds a node `wall` of this type
  travertine group update plank-floor.json
      takes over the groups that have changed in the library
  travertine group save plank-floor.json planks -o planks.json
      writes a group of the graph as a graph of its own

A graph holds copies of its groups, so it never changes when a library does.";

/// List, add, update or save the groups of a graph
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// List the groups of a graph
    List {
        /// File of the graph
        graph: PathBuf,
    },
    /// Copy a group of the library into a graph
    Add {
        /// File of the graph, which is changed
        graph: PathBuf,
        /// Name of a group of the library, or its path within it
        group: String,
        /// Also add a node of its type with this id
        #[arg(long, value_name = "ID")]
        node: Option<String>,
    },
    /// Take over the groups that have changed in the library
    Update {
        /// File of the graph, which is changed
        graph: PathBuf,
        /// Names of groups [default: all]
        groups: Vec<String>,
        /// Change nothing; exit code 1 if a group can be updated
        #[arg(long)]
        check: bool,
    },
    /// Write a group of a graph as a graph of its own
    Save {
        /// File of the graph
        graph: PathBuf,
        /// Name of a group of the graph
        group: String,
        /// File of the new graph
        #[arg(short, long, value_name = "FILE")]
        output: PathBuf,
        /// Replace an existing file
        #[arg(long)]
        overwrite: bool,
    },
}

impl Arguments {
    /// Runs the command.
    pub fn run(&self) -> Result<(), Failure> {
        let mut output = Output::new();
        match &self.action {
            Action::List { graph } => list(graph, &mut output)?,
            Action::Add { graph, group, node } => change(graph, || add(graph, group, node.as_deref(), &mut output))?,
            Action::Update { graph, groups, check: true } => update_groups(graph, groups, true, &mut output)?,
            Action::Update { graph, groups, check: false } => {
                change(graph, || update_groups(graph, groups, false, &mut output))?;
            }
            Action::Save { graph, group, output, overwrite } => save(graph, group, output, *overwrite)?,
        }
        output.finish()
    }
}

fn list(graph: &Path, output: &mut Output) -> Result<(), Failure> {
    let texture = source::open(graph)?;
    let library = library::open(Some(graph));
    let groups = &texture.document().groups;
    let width = groups.keys().map(|name| name.chars().count()).max().unwrap_or_default();
    for (name, group) in groups {
        let instances = describe::count(instances(texture.document(), name), "instance");
        output.line(format_args!("{name:width$}  {instances}; {}", state(group, &library)))?;
    }
    if groups.is_empty() {
        output.line("no groups")?;
    }
    Ok(())
}

/// Number of nodes of a document that are instances of a group.
fn instances(document: &Document, name: &str) -> u64 {
    let is_instance = |node_type: &str| match node_type.split_once('/') {
        Some((GROUP | ITERATE, group)) => group == name,
        _ => false,
    };
    document.nodes.values().filter(|node| is_instance(&node.node_type)).count() as u64
}

/// The state of a group, compared with its source.
fn state(group: &Group, library: &Library) -> String {
    let Some(source) = &group.source else { return "of this graph".to_owned() };
    let changed = if group.is_changed() { ", changed in this graph" } else { "" };
    let path = quote(&source.path);
    match (library.source(group), library.newer(group)) {
        (_, Some(_)) => format!("from {path}{changed}; the library has another version"),
        (Some(_), None) => format!("from {path}{changed}"),
        (None, None) => format!("from {path}{changed}; the library no longer has it"),
    }
}

/// Adds a group, and perhaps a node of its type. A graph with errors may lack just this group, so it is no obstacle.
fn add(graph: &Path, name: &str, node: Option<&str>, output: &mut Output) -> Result<(), Failure> {
    let shown = graph.display();
    let (mut document, is_valid) = match source::open(graph) {
        Ok(texture) => (texture.document().clone(), true),
        Err(Failure::Invalid(..)) => {
            (document::read_or_empty(graph, &shown.to_string(), Context::default().memory_limit())?, false)
        }
        Err(failure) => return Err(failure),
    };
    let library = library::open(Some(graph));
    let entry = library::find(&library, name)?;
    let embedded = embed(&mut document, entry);
    let node_type = format!("{GROUP}/{}", embedded.name);
    if let Some(id) = node {
        if id.trim().is_empty() || id.chars().any(char::is_control) {
            return Err(Failure::usage(format!("{} is no id of a node; use letters, digits and spaces", quote(id))));
        }
        if document.nodes.contains_key(id) {
            return Err(Failure::usage(format!("{shown} has a node {} already; choose another id", quote(id))));
        }
        document.nodes.insert(id.to_owned(), Node::new(&node_type).into());
    }
    if embedded.was_there && node.is_none() {
        return output.line(format_args!("{shown} has the group already: {}", quote(&node_type)));
    }
    if is_valid {
        write(graph, &document)?;
    } else {
        travertine_files::write(graph, document.to_json().as_bytes())?;
        if let Err(Failure::Invalid(..)) = source::open(graph) {
            terminal::note(format!("note: {shown} still has errors; `travertine check {shown}` lists them"));
        }
    }
    let added = node.map_or_else(String::new, |id| format!(" and node {}", quote(id)));
    output.line(format_args!("{shown}: added {}{added} from {}", quote(&node_type), quote(&entry.path)))
}

fn update_groups(graph: &Path, names: &[String], check: bool, output: &mut Output) -> Result<(), Failure> {
    let mut document = source::open(graph)?.document().clone();
    let known = names_of(&document);
    if let Some(unknown) = names.iter().find(|name| !known.contains(*name)) {
        return Err(unknown_group(graph, &document, unknown));
    }
    let library = library::open(Some(graph));
    // A group that was changed here is only replaced if it is named.
    let spared = RefCell::new(Vec::new());
    let chosen = |name: &str, group: &Group| {
        if names.is_empty() && group.is_changed() {
            spared.borrow_mut().push(name.to_owned());
            return false;
        }
        names.is_empty() || names.iter().any(|known| known == name)
    };
    let updated = update(&mut document, &library, &chosen);
    let spared = spared.into_inner();
    let is_spared = !spared.is_empty();
    for name in spared {
        terminal::note(format!(
            "note: {} was changed in {}, so it stays; name it to replace it",
            quote(&name),
            graph.display()
        ));
    }
    if updated.is_empty() && is_spared {
        return Ok(());
    }
    if updated.is_empty() {
        return output.line(format_args!("{}: all groups are up to date", graph.display()));
    }
    if !check {
        write(graph, &document)?;
    }
    for updated in &updated {
        let path = updated.path.iter().rev().map(|name| quote(name)).collect::<Vec<_>>().join(" in ");
        let verb = if check { "can be updated" } else { "updated" };
        output.line(format_args!("{}: {path} {verb}", graph.display()))?;
    }
    if check { Err(Failure::Differs) } else { Ok(()) }
}

/// The names of all groups of a document, with those inside groups.
fn names_of(document: &Document) -> BTreeSet<String> {
    let inside = document.groups.values().flat_map(|group| names_of(&group.document));
    document.groups.keys().cloned().chain(inside).collect()
}

fn save(graph: &Path, name: &str, file: &Path, overwrite: bool) -> Result<(), Failure> {
    let texture = source::open(graph)?;
    let group = texture.document().groups.get(name);
    let group = group.ok_or_else(|| unknown_group(graph, texture.document(), name))?;
    let stem = file.file_stem().and_then(OsStr::to_str).unwrap_or_default();
    let is_in_library = file.parent().and_then(Path::file_name) == Some(OsStr::new("library"));
    if file == Path::new("-") || is_in_library && !matches!(group_name(stem), Some((_, 1))) {
        return Err(Failure::usage(format!(
            "{} cannot be a file of a library; use letters, digits, `-` and `_`, as in library/planks.json",
            file.display()
        )));
    }
    check_written([file], texture.files())?;
    check_graph(file, overwrite)?;
    if let Some(folder) = file.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).map_err(travertine_files::Error::write(folder))?;
    }
    write_graph(file, &group.document.to_json(), overwrite)
}

fn unknown_group(graph: &Path, document: &Document, name: &str) -> Failure {
    let known = match document.groups.is_empty() {
        true => "it has none".to_owned(),
        false => format!("expected {}", one_of(document.groups.keys().map(String::as_str))),
    };
    Failure::usage(format!("{} has no group {}; {known}", graph.display(), quote(name)))
}

/// Replaces a graph, if it is valid.
fn write(graph: &Path, document: &Document) -> Result<(), Failure> {
    let text = document.to_json();
    // The images next to the graph belong to the document, not to its text.
    Texture::from_document(document.clone(), registry()).map_err(|error| match error {
        Error::Invalid { mut diagnostics, .. } => {
            diagnostics.locate(text.as_bytes());
            let message = format!(
                "error: with the new groups, {} would not be valid, so it was not changed:\n{}",
                graph.display(),
                diagnostics.render(None).trim_end()
            );
            Failure::Invalid(message, diagnostics)
        }
        other => other.into(),
    })?;
    Ok(travertine_files::write(graph, text.as_bytes())?)
}

/// Changes a graph while no other process does so.
fn change(graph: &Path, work: impl FnOnce() -> Result<(), Failure>) -> Result<(), Failure> {
    if graph == Path::new("-") {
        return Err(Failure::usage("standard input cannot be changed; give the file of a graph"));
    }
    if !graph.exists() {
        // With advice.
        source::open(graph)?;
    }
    change_file(graph, work)
}
