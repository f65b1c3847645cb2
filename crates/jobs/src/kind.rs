//! What a kind of jobs defines.

use std::ffi::OsString;
use std::path::Path;

use clap::{ArgMatches, Args, FromArgMatches};
use travertine::Texture;

use crate::failure::Failure;
use crate::field::Field;
use crate::host::Host;

/// A job: a kind with values for its fields.
pub trait Job: Send + Sync {
    /// Checks that a graph has what the fields name: inputs, a preset, parameters, outputs.
    fn check(&self, texture: Texture) -> Result<(), Failure>;

    /// Makes the files.
    fn run(&self, host: &dyn Host) -> Result<(), Failure>;
}

/// Whether a kind of jobs reads the file of a mesh.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MeshFile {
    /// It reads none.
    None,
    /// It may read one, given by the flag `--mesh`.
    Optional,
    /// It needs one, given after the graph.
    Needed,
}

/// What a kind of jobs defines in its file, besides its fields.
pub trait Definition: Args + FromArgMatches + Job + 'static {
    /// The name of the kind and of its command.
    const NAME: &'static str;
    /// The fields that name what the job writes, with their flags.
    const TARGETS: &'static [(&'static str, &'static str)] = &[("to", "-o=")];
    /// Whether the job reads the file of a mesh.
    const MESH: MeshFile = MeshFile::None;
    /// Whether the job fills in `{output}` and `{ext}` in the name of a file.
    const HAS_TEMPLATE: bool = false;
    /// Whether the job writes a copy of the graph.
    const KEEPS_GRAPH: bool = false;
    /// Flags for people at a terminal, which are no fields.
    const NO_FIELDS: &'static [&'static str] = &[];

    /// Whether several jobs may write into what this path names.
    fn is_shared(_path: &Path) -> bool {
        false
    }
}

/// A kind of jobs.
pub struct Kind {
    /// The name of the kind and of its command.
    pub name: &'static str,
    /// The fields that name what the job writes, with their flags.
    pub targets: &'static [(&'static str, &'static str)],
    /// Whether the job reads the file of a mesh.
    pub mesh: MeshFile,
    /// Whether the job fills in `{output}` and `{ext}` in the name of a file.
    pub has_template: bool,
    /// Whether the job writes a copy of the graph.
    pub keeps_graph: bool,
    /// Whether several jobs may write into what a path names.
    pub is_shared: fn(&Path) -> bool,
    no_fields: &'static [&'static str],
    with_arguments: fn(clap::Command) -> clap::Command,
    job: fn(&ArgMatches) -> Result<Box<dyn Job>, clap::Error>,
}

impl Kind {
    /// The kind that a type defines.
    pub const fn of<T: Definition>() -> Kind {
        Kind {
            name: T::NAME,
            targets: T::TARGETS,
            mesh: T::MESH,
            has_template: T::HAS_TEMPLATE,
            keeps_graph: T::KEEPS_GRAPH,
            is_shared: T::is_shared,
            no_fields: T::NO_FIELDS,
            with_arguments: T::augment_args,
            job: |matches| Ok(Box::new(T::from_arg_matches(matches)?)),
        }
    }

    /// The names of the files that the job reads: `graph`, and perhaps `mesh`.
    pub fn inputs(&self) -> &'static [&'static str] {
        match self.mesh {
            MeshFile::None => &["graph"],
            MeshFile::Optional | MeshFile::Needed => &["graph", "mesh"],
        }
    }

    /// The fields, in the order of the help. Files have none.
    pub fn fields(&self) -> Vec<Field> {
        let is_field = |argument: &&clap::Arg| {
            let name = argument.get_long().unwrap_or_default();
            let is_file = name == "mesh" || self.targets.iter().any(|(field, _)| *field == name);
            !(name.is_empty() || is_file || self.no_fields.contains(&name) || argument.is_hide_set())
        };
        self.command().get_arguments().filter(is_field).map(Field::of).collect()
    }

    /// Reads the arguments of the command, without its name.
    ///
    /// # Errors
    ///
    /// Those of its command line.
    pub fn parse(&self, words: impl IntoIterator<Item = OsString>) -> Result<Box<dyn Job>, clap::Error> {
        (self.job)(&self.command().no_binary_name(true).try_get_matches_from(words)?)
    }

    fn command(&self) -> clap::Command {
        (self.with_arguments)(clap::Command::new(self.name))
    }
}
